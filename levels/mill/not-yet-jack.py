"""Write the level 'Not yet, Jack': a large gear makes the jack-in-the-box wait until the crate is on its lid."""

from _mill import block, bracket, hang, post, stand

from sandbox.authoring import Level, when

level = Level(
    "Not yet, Jack",
    text="Jack jumps as soon as his crank has had its five turns. The crate needs longer to get to him.",
    insight="Turns are a clock: the slower the gear, the later all of them are done.",
    width=4.8,
    height=2.8,
    scene="mill",
)
ground = level.room()
bracket(level, 0.45, 0.55, 0.4)
motor = level.put("motor", speed=120.0).at(0.45, 0.665)
lane = level.put("conveyor", width=2.0, speed=0.28).at(1.4, 1.3)
crate = level.put("crate", width=0.2, height=0.2).on(lane, x=0.75)
jack = level.put("jack_in_the_box", turns=5.0, energy=22.0).at(2.54, 1.21)
post(level, 2.54, 1.09, width=0.2)
board = level.put("floor", width=0.8, height=0.06).turned(50).at(2.56, 2.25)
chest = level.put("toy_chest", width=0.95, height=0.5).on(ground, x=3.6)
gear = level.give("gear", "On the motor's pinion: the larger it is, the longer Jack waits.", size="large")
gear.in_mesh(motor, 60.0)
level.spare("gear")
level.join("belt", gear, jack, hint="From its shaft to Jack's crank.")
level.goal("The crate lies in the chest", when.held(0.5, when.contained(crate, chest)))
level.par(parts=2, seconds=10.0)
hang(
    level, ("window", 4.1, 2.0, 1.6), ("poster", 0.35, 2.1, 1.1), ("poster", 0.9, 2.25, 0.9), ("clock", 1.55, 2.15, 1.4)
)
block(level, 1.15, 2.0, 0.55, colour="blue")
block(level, 1.4, 1.75, 0.95, y0=0.55, colour="yellow")
stand(level, ground, ("books", 0.85, 1.0), ("drum", 2.2, 0.9), ("plant", 4.5, 1.1), ("lamp", 2.9, 1.2))
level.save()
