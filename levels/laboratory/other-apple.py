"""Write the open level 'Newton's other apple': yellow light for a lamp, an apple that falls up, scales for two."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "Newton's other apple",
    text="The lamp is to shine: its panel takes yellow light only. The apple is to fall up and stay up, on its shelf. "
    "The scales there say EUREKA, but never for an apple alone, and they may not say it before the apple is up.",
    insight="What is too light to make a discovery had better not come alone: and what shines can be seen.",
    width=6.4,
    height=3.6,
    scene="laboratory",
    open=True,
)
ground = level.room()
bench = level.put("floor", width=1.9, height=0.08).at(1.65, 2.05)
panel = level.put("solar_panel", colour="yellow", watts=120.0).flipped().at(2.3, 2.75)
lamp = level.put("lamp").under(bench, x=1.6)
belt = level.put("conveyor", width=2.2, speed=0.5).at(2.0, 0.16)
level.join("cable", panel.socket, lamp.plug)
level.join("cable", panel.socket, belt.plug)
apple = (
    level.put("custom_ball", radius=0.06, mass=1.0, colour="red", restitution=0.0).on(belt, x=1.7).named("the apple")
)
field = level.put("antigravity", width=0.6, height=1.6, running=False).at(3.42, 0.9)
bumper = level.put("fixed_block", width=0.1, height=0.3).on(ground, x=3.8)
level.put("floor", width=1.0, height=0.08).turned(45).at(3.45, 2.75)
shelf = level.put("floor", width=1.7, height=0.08).turned(-3).at(4.85, 1.4)
level.put("wall", width=0.08, height=0.24).turned(-3).on(shelf, x=4.06)
stop = level.put("wall", width=0.08, height=0.7).on(shelf, x=5.63)
scales = level.put("pressure_plate", width=0.8, mass=2.0).turned(-3).on(shelf, x=5.18).named("the scales")
eureka = level.put("display", text="EUREKA", colour="green").at(5.0, 2.5)
level.join("wire", scales, eureka.signal)

up = when.beyond(apple, "y", "more", 1.38)
level.goal("The lamp shines", when.state(lamp, "on"))
level.goal("The apple, the red ball, stays above the line", when.held(1.0, up))
level.goal("The display says EUREKA", when.state(eureka, "shown"))
level.fails(
    "The display says EUREKA, and the apple is below the line", when.all(when.state(eureka, "shown"), when.not_(up))
)

rack(level, 5.85, 2.95, 0.8, 0.6)
sign(level, "YELLOW ONLY", 2.3, 3.3)
sign(level, "FROM 2 KG", 5.2, 1.15)
sign(level, "MIND YOUR HEAD", 4.7, 0.85, "red")
dress(
    level,
    ("plant", 0.35, ground, 0.9), ("books", 0.95, bench, 0.6), ("plant", 6.1, ground, 0.9), ("lamp", 4.2, ground, 0.9),
    ("teddy", 5.55, ground, 0.8), ("books", 4.9, ground, 0.8), ("poster", 1.0, 1.25, 0.8),
    ("drawing", 2.85, 2.0, 0.7), ("window", 5.95, 2.15, 0.8), ("bunting", 3.6, 3.4, 1.4),
)  # fmt: skip

# The author's own way: two colours make the third, the lamp is seen, and what lies on the scales before waits for the
# apple.
level.give("laser", colour="red", title="Laser, red, on").at(0.5, 2.75)
level.give("laser", colour="green", title="Laser, green, on").turned(90).at(1.3, 2.3)
mixer = level.give("mixer").at(1.3, 2.75)
eye = level.give("photocell").flipped().at(2.3, 1.75)
level.join("wire", eye, field.signal)
BOOK = {"body": "loose", "stuff": "wood", "outline": SQUARE}
opticks = level.give(
    "polygon", width=0.24, height=0.1, mass=0.7, colour="red", **BOOK, title="Opticks, a light book, 0.7 kg"
)
opticks.turned(-3).on(scales, x=5.45)
level.give("custom_ball", radius=0.06, mass=0.7, colour="green", restitution=0.0, title="An apple, green, 0.7 kg").on(
    belt, x=2.0
)
level.spare("polygon", width=0.24, height=0.2, mass=3.0, colour="blue", **BOOK, title="Principia, a heavy book, 3 kg")
level.spare("laser", colour="blue", title="Laser, blue, on")
level.spare("flashlight", on=True, reach=5.0, title="Torch, lit")
level.spare("prism")
level.spare("mirror")
level.spare("button")
level.spare("light_gate")
level.spare("balloon")
level.clues(
    goal="One after the other: yellow for the lamp, the lamp for the pad that lifts the apple, "
    "the apple for the scales.",
    family="Light makes light: two colours make the third. What shines can be noticed. And scales only add up.",
    piece=opticks,
)
level.aim("Without a laser", without="laser")
level.aim("Nobody looks at the lamp", without="photocell")
level.aim("A chain of eight", chain=8)
level.par(parts=7, seconds=15.0)
level.save()
