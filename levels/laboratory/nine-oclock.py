"""Write the open level 'Nine o'clock sharp': a breakfast with too few wires and too little power."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Nine o'clock sharp",
    text=(
        "The professor thinks on tea, toast and light. Steam is too weak for his generator, the generator for his "
        "toaster, and his assistant sleeps in the wheel."
    ),
    insight="Two wires are enough for three wishes: a mill can knock, and a lamp is a small sun.",
    width=6.2,
    height=3.6,
    scene="laboratory",
    rules=2,
    open=True,
)
ground = level.room()
feed = level.put("conveyor", width=1.1, speed=0.7).at(0.65, 2.95)
level.put("bowling_ball").on(feed, x=0.35)
shelf = level.put("floor", width=1.8, height=0.08).turned(-4).at(1.7, 2.16)
pillar = level.put("fixed_block", width=0.3, height=0.9).on(ground, x=1.5)
table = level.put("fixed_block", width=2.4, height=0.65).on(ground, x=4.6)
burner = level.put("burner").on(table, x=3.75)
kettle = level.put("kettle", speed=12.0).at(3.75, burner.y + 0.236)
mill = level.put("windmill", radius=0.25).at(4.5, kettle.y + 0.05)
toaster = level.put("toaster", time=3.0).on(table, x=5.4)
gallery = level.put("floor", width=2.3, height=0.08).at(5.05, 2.16)
lamp = level.put("lamp").under(gallery, x=5.3)
generator = level.put("generator", watts=30.0).on(gallery, x=4.4)
hamster = level.put("hamster_wheel", time=20.0, torque=3.0).on(gallery, x=5.6)

level.join("cable", generator, lamp)

button = level.give("button").turned(-4).on(shelf, x=1.46)
level.join("wire", button, burner.signal)
# A bell that hangs askew rings by itself, so this one can't be turned.
bell = level.give("bell", turns=False).at(4.77, 0.99)
level.join("belt", hamster, generator, given=True)
panel = level.give("solar_panel").flipped().at(4.9, 1.6)
level.join("cable", panel, toaster)
eye = level.give("photocell").flipped().at(5.7, 1.75)
level.join("wire", eye, toaster.signal)
level.spare("flashlight", reach=5.0)
level.spare("mirror")
level.spare("tacho", speed=5.0)
level.spare("timer", time=10.0)
level.spare("rope")
level.goal("The kettle boils", when.state(kettle, "boiling"))
level.goal("The toaster throws out its toast", when.state(toaster, "popped"))
level.goal("The lamp shines for two seconds", when.held(2.0, when.state(lamp, "on")))
level.clues(
    goal="The lamp first. Steam only makes it flicker, but it could wake somebody, and without a wire.",
    family="Light: the generator has nothing to spare for toast, but whoever has light can have power.",
    piece=bell,
)
level.aim("Without a photocell", without=("photocell",))
level.aim("Without a button", without=("button",))
level.aim("A chain of twelve", chain=12)
level.par(parts=8, seconds=11.0)

rack(level, 0.75, 1.75, 0.7, 0.5)
sign(level, "NINE SHARP", 2.4, 3.3, "red")
sign(level, "DO NOT WAKE", 5.7, 3.15, "green")
dress(
    level,
    ("plant", 0.35, ground, 0.9), ("books", 0.95, ground, 0.9), ("clock", 1.5, pillar, 0.8), ("lamp", 2.2, ground, 0.9),
    ("teddy", 2.95, ground, 0.8), ("books", 5.05, gallery, 0.6), ("plant", 6.0, ground, 0.9), ("poster", 2.5, 1.4, 0.9),
    ("bunting", 4.3, 3.4, 1.4), ("drawing", 0.35, 0.95, 0.7),
)  # fmt: skip
level.save()
