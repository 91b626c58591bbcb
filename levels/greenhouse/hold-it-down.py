"""Write the level 'Hold it down': a hot-air balloon that is held over its flame gets hot enough to fly high."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Hold it down",
    text="The balloon warms up, leaves its candle, cools, and comes down again. It will never get anywhere like that.",
    insight="What is held over its flame gets hotter: hold the balloon down, and it flies up all the higher.",
    width=4.8,
    height=3.6,
    scene="greenhouse",
    rules=2,
)
ground = level.room(roof=True)
for x in (2.25, 2.75):
    bed(level, x - 0.08, x + 0.08, 0.95, colour="natural")
wick = level.put("floor", width=0.34, height=0.04).at(2.5, 0.38)
candle = level.put("candle", lit=True).on(wick, x=2.5)
balloon = level.put("hot_air_balloon", burner=False).at(2.5, 1.09)
chute = level.put("conveyor", width=1.0, speed=-0.7).at(0.9, 2.2)
boule = level.put("petanque_boule").on(chute, x=0.9)
sill = level.put("floor", width=0.44, height=0.06).at(0.22, 1.65)
button = level.put("button").on(sill, x=0.24)
clock = level.put("timer", mode="delay", time=3.5).at(0.8, 1.2)
hook = level.put("release_hook").at(2.5, 0.2)
level.join("wire", button, clock.signal)
level.join("wire", clock.out, hook.signal)
top = level.put("button", push=0.01).turned(180).under(level.roof, x=2.5)
flap = level.put("trap_door", width=0.4, mass=10.0).at(3.9, 2.4)
level.join("wire", top, flap)
pot = level.put("cactus").on(flap, x=3.9)
crib = level.put("basket", width=0.6, height=0.34).on(ground, x=3.9)
level.join("steel_cable", balloon.basket, hook.hook, given=True, hint="From the balloon to the hook with the clock.")
level.spare("rope")
pane(level, 2.5, 2.3, 0.8, 1.9)
hang(level, "window", 0.7, 2.95, 1.0)
hang(level, "window", 1.5, 2.95, 1.0)
hang(level, "bunting", 3.9, 3.25, 1.5)
hang(level, "poster", 3.3, 1.5, 1.0)
stand(level, "plant", ground, 0.35, 1.4)
stand(level, "plant", ground, 0.85, 1.0)
stand(level, "blocks", ground, 1.35, 0.8)
stand(level, "plant", ground, 3.2, 1.2)
stand(level, "lamp", ground, 4.5, 1.1)
hang(level, "balloons", 4.5, 2.0, 1.2)
level.goal("The cactus is in the basket", when.held(0.5, when.contained(pot, crib)))
level.par(parts=1, seconds=10.0)
level.save()
