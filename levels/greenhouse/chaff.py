"""Write the level 'Chaff and wheat': the wind sorts what falls by how heavy it is."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Chaff and wheat",
    text="Volleyballs and bowling balls, all from one chute. The gardener wants them apart, but not by hand.",
    insight="Wind sorts: what is light goes with it, what is heavy falls as if there were none.",
    width=5.4,
    height=3.3,
    scene="greenhouse",
    rules=2,
)
ground = level.room()
chute = level.put("inclined_plane", width=1.5, height=0.2).at(0.75, 2.6)
level.put("wall", width=0.06, height=0.8).at(1.85, 2.62)
level.put("wall", width=0.06, height=0.3).at(1.53, 2.35)
stones, balls = [], []
for number, x in enumerate((1.34, 0.96, 0.58, 0.2)):
    if number % 2:
        stones.append(level.put("bowling_ball").on(chute, x=x))
    else:
        balls.append(level.put("volleyball").on(chute, x=x))
plate = level.put("pressure_plate", mass=10.0, width=0.4).on(ground, x=1.66)
bed(level, 1.25, 1.4, 0.5)
bed(level, 1.92, 2.04, 0.45)
belt = level.put("conveyor", width=2.8, speed=0.3, running=False).at(3.5, 0.16)
level.join("wire", plate, belt)
box = level.put("basket", width=1.0, height=0.36).on(belt, x=2.7)
level.give("fan", "Below the chute, to its left.", speed=20.0).at(1.0, 1.9)
aboard = (when.contained(ball, box) for ball in balls)
level.goal("The basket brings both volleyballs to the right", when.all(when.beyond(box, "x", "more", 3.9), *aboard))
pane(level, 3.2, 2.2, 2.0, 1.3)
hang(level, "window", 2.6, 2.3, 1.1)
hang(level, "window", 3.2, 2.3, 1.1)
hang(level, "window", 3.8, 2.3, 1.1)
hang(level, "clock", 4.7, 2.6, 0.8)
hang(level, "poster", 4.7, 1.7, 1.0)
stand(level, "plant", ground, 0.35, 1.3)
stand(level, "plant", ground, 0.95, 1.0)
stand(level, "drum", ground, 0.65, 0.9)
stand(level, "plant", ground, 5.1, 1.3)
level.par(parts=1, seconds=6.8)
level.save()
