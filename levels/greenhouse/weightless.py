"""Write the level 'Weightless': without weight a breath is enough; with it, not a storm."""

from _beds import hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Weightless",
    text="Every night the fan blows at the crate. A second fan, says the shop. The crate says nothing.",
    insight="What weighs nothing does not rub on its shelf either: a breath moves it.",
    width=5.4,
    height=2.9,
    scene="greenhouse",
)
ground = level.room()
shelf = level.put("floor", width=2.1, height=0.08).at(1.05, 1.3)
wind = level.put("fan", reach=2.5, running=False).on(shelf, x=0.3)
belt = level.put("conveyor", width=1.2, speed=-0.7).at(1.0, 2.4)
boule = level.put("petanque_boule").on(belt, x=1.1)
sill = level.put("floor", width=0.46, height=0.06).at(0.23, 1.9)
level.put("wall", width=0.05, height=0.16).at(0.435, 1.98)
button = level.put("button").on(sill, x=0.24)
level.join("wire", button, wind)
crate = level.put("crate", width=0.36, height=0.36).on(shelf, x=1.4)
plate = level.put("pressure_plate", mass=3.0, width=0.6).on(ground, x=2.9)
cat = level.put("catapult").on(ground, x=3.9)
ball = level.put("baseball").on(cat, x=3.65)
level.join("wire", plate, cat)
pad = level.give("antigravity", "On the floor below the crate.", height=2.2, width=0.9, gravity="none")
pad.on(ground, x=1.7)
level.spare("fan", reach=2.5)
ledge = level.put("floor", width=0.6, height=0.08).at(5.1, 0.76)
net = level.put("goal", width=0.5, height=0.6).on(ledge, x=5.1)
level.goal("The baseball is in the goal", when.contained(ball, net))
pane(level, 2.4, 2.1, 1.2, 1.2)
hang(level, "clock", 2.4, 2.35, 0.9)
hang(level, "poster", 2.4, 1.85, 0.8)
hang(level, "window", 3.6, 2.05, 1.5)
hang(level, "window", 4.6, 2.05, 1.5)
hang(level, "bunting", 1.0, 2.72, 1.2)
stand(level, "plant", ground, 0.4, 1.5)
stand(level, "blocks", ground, 0.9, 0.8)
stand(level, "plant", ground, 1.05, 0.7)
stand(level, "plant", ground, 4.6, 0.9)
stand(level, "lamp", ground, 5.15, 0.9)
level.par(parts=1, seconds=6.3)
level.save()
