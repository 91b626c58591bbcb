"""Write the open puzzle 'Five more minutes': a steel ball for the toy chest, and a lamp that is to go out."""

from _nursery import hang, wood

from sandbox.authoring import Level, when

# So low that the fist of a glove that stands on the shelf passes over its rim.
DISH = (((-0.5, -0.5), (0.0, -0.5), (0.0, 0.0), (-0.5, 0.5)), ((0.0, -0.5), (0.5, -0.5), (0.5, 0.5), (0.0, 0.0)))

level = Level(
    "Five more minutes",
    text="Bedtime! The steel ball belongs in the toy chest and the lamp is to go out, but nobody wants to "
    "get up for it.",
    insight="What is carried has to be let go of, what is thrown has to be caught.",
    width=5.8,
    height=3.3,
    scene="playroom",
    open=True,
)
ground = level.room()
wardrobe = wood(level, 0.0, 0.7, 0.1, 1.5)
shelf = wood(level, 0.7, 1.9, 1.42, 1.5)
dish = level.put("polygon", outline=DISH, stuff="wood", width=0.24, height=0.036).on(shelf, x=1.15)
steel = level.put("petanque_boule").on(dish, x=1.15)
top = level.put("floor", width=1.2, height=0.08).at(5.2, 2.7)
slope = level.put("inclined_plane", width=1.1, height=0.16).flipped().on(top, x=5.23)
ball = (
    level.put("custom_ball", radius=0.1, mass=0.5, restitution=0.1, colour="red").on(slope, x=5.6).named("the red ball")
)
chest = level.put("toy_chest", width=0.75, height=0.55).on(ground, x=4.95)
lamp = level.put("lamp", on=True).at(0.42, 2.6)
level.goal("The steel ball lies in the toy chest", when.held(0.5, when.contained(steel, chest)))
level.goal("The lamp is off", when.held(0.5, when.state(lamp, "on", False)))

hang(
    level,
    ("clock", 3.3, 2.75, 0.8), ("drawing", 2.5, 0.75, 0.9),
    ("balloons", 5.5, 2.3, 0.8), ("drawing", 3.45, 0.75, 0.8),
)  # fmt: skip
level.put("scenery", look="teddy", size=0.7).on(wardrobe, x=0.3).layered(-1)
level.put("scenery", look="blocks", size=0.7).on(ground, x=1.2).layered(-1)

# One way of several: a crane, whose magnet lets go when its battery is empty.
button = level.give("button", mode="hold", hold=30.0).on(ground, x=3.62)
crane = level.give("slider", width=4.0, begin=0, motor="one way", speed=0.5, running=False).at(3.1, 2.2)
level.join("wire", button, crane)
magnet = level.give("electromagnet", loose=True).at(1.2, 1.95)
level.join("glue", crane.bottom, magnet)
battery = level.give("battery", time=10.0).at(2.9, 0.4)
level.join("cable", battery, magnet)
level.join("wire", button, lamp)

# Other ways, and what is of no use.
level.spare("boxing_glove")
level.spare("trampoline")
level.spare("ramp", 2, width=1.5, height=0.4)
level.spare("rope")
level.spare("fan")
level.spare("pillow")
level.clues(
    goal="The lamp is the easy half: what puts it out can set the steel ball going as well.",
    family="Power: steel can be picked up, carried, and let go of.",
    piece=crane,
)
level.aim("Nobody carries it", without="slider")
level.aim("Five pieces at most", pieces=5)
level.par(parts=8, seconds=13.5)
level.save()
