"""Write the level 'Not enough': an overloaded line needs a second source, not a stronger will."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Not enough",
    text="Two belts of 40 W hang on 60 W, so neither moves. There is more power about, if you know where to look.",
    insight="What shares a line shares its watts: if they are too few, add a source to it.",
    width=5.4,
    height=2.8,
    scene="laboratory",
    rules=2,
)
ground = level.room()
upper = level.put("conveyor", width=1.8, speed=0.4).at(2.0, 2.0)
lower = level.put("conveyor", width=2.6, speed=0.4).flipped().at(2.3, 1.05)
outlet = level.put("outlet", watts=60.0, rocker=False).at(0.5, 1.6)
level.join("cable", outlet.left, upper.plug)
level.join("cable", outlet.right, lower.plug)
crate = level.put("crate", width=0.24, height=0.24).on(upper, x=1.4)
basket = level.put("basket", width=0.7, height=0.4).on(ground, x=0.75)
level.put("solar_panel").on(ground, x=4.2)
battery = level.put("battery", time=20.0).on(ground, x=3.55)
level.put("outlet", watts=15.0, rocker=False).at(4.4, 1.6)
rotor = level.put("fan", reach=1.2).flipped().at(4.9, 2.3)
level.join("cable", battery, lower.plug, given=True, hint="From the battery to one of the two belts.")
level.goal("The crate lies in the basket", when.held(0.5, when.contained(crate, basket)))
level.par(parts=1, seconds=12.0)

rack(level, 3.6, 2.25, 0.9, 0.7)
sign(level, "60 W", 0.5, 1.8)
sign(level, "15 W", 4.4, 1.8)
sign(level, "60 W", 3.55, 0.5)
dress(
    level,
    ("plant", 1.3, ground, 0.7), ("books", 1.85, ground, 0.8), ("lamp", 2.35, ground, 0.8),
    ("clock", 0.5, 2.4, 0.8), ("drawing", 2.4, 2.55, 0.7), ("window", 2.4, 1.5, 0.7), ("teddy", 2.85, ground, 0.8),
    ("plant", 4.95, ground, 1.0),
)  # fmt: skip
level.save()
