"""Write the level 'One more cog': the gap between the motor and the big gear is one gear wide."""

from _mill import block, bracket, hang, post, shelf, stand

from sandbox.authoring import Level, when

level = Level(
    "One more cog",
    text="The motor hums, the big gear yawns. A mouse has carried off what belongs between them.",
    insight="A gear hands its turning on, and its neighbour turns the other way.",
    width=4.8,
    height=2.8,
    scene="mill",
)
ground = level.room()
bracket(level, 0.21, 2.0, 0.44)
motor = level.put("motor", speed=-300.0).at(0.35, 2.115)
big = level.put("gear", size="large").at(0.83, 2.115)
upper = level.put("driven_conveyor", width=1.9).at(2.25, 2.0)
level.join("belt", big, upper)
ball = level.put("soccer_ball").on(upper, x=1.5)
level.put("ramp", width=1.5, height=0.4).flipped().at(3.0, 1.45)
post(level, 3.8, 2.2, y0=1.2)
bracket(level, 1.75, 0.92, 0.5)
post(level, 1.48, 1.55, y0=0.92)
hamster = level.put("hamster_wheel", speed=60.0, time=12.0).flipped().at(1.8, 1.1)
lower = level.put("driven_conveyor", width=1.8).at(2.6, 0.6)
level.join("belt", hamster, lower)
post(level, 2.6, 0.54)
crate = level.put("crate", width=0.2, height=0.2).on(lower, x=1.95)
chest = level.put("toy_chest", width=0.8, height=0.4).on(ground, x=3.85)
gear = level.give("gear", "It has to touch them both: the motor's pinion and the big gear.").in_mesh(motor)
level.goal("The crate lies in the chest", when.held(0.5, when.contained(crate, chest)))
level.par(parts=1, seconds=15.5)
hang(level, ("clock", 1.6, 2.5), ("window", 4.3, 2.1, 1.4), ("drawing", 3.1, 2.5, 0.9))
for number, colour in enumerate(("yellow", "orange", "red")):
    block(level, 0.0, 1.2 - 0.4 * number, 0.4 + 0.3 * number, y0=0.1 + 0.3 * number, colour=colour)
stand(level, ground, ("plant", 3.1, 0.8), ("plant", 4.55, 0.9))
shelf(level, 0.55, 1.42, 0.7, ("books", 0.35, 0.8), ("teddy", 0.72, 0.9))
level.save()
