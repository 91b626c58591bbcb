"""Write the open level 'Newton's other apple': yellow light, an apple that falls up, a melon that is up first."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "Newton's other apple",
    text="The lamp is to shine: its panel takes yellow light only. The apple is to fall up and stay up, on its shelf. "
    "The scales there say EUREKA, but never for an apple alone, and they may not say it before the apple is up: "
    "a melon discovers nothing.",
    insight="A lift that waits for its last passenger takes everybody, and nobody too early.",
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
field = level.put("antigravity", width=0.6, height=1.75, running=False).at(3.42, 0.975)
level.put("custom_ball", radius=0.1, mass=2.5, colour="green", restitution=0.0).at(3.6, 0.2605).named("the melon")
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
sign(level, "MELON: 2.5 KG", 4.35, 0.28)
sign(level, "MIND YOUR HEAD", 4.7, 0.85, "red")
dress(
    level,
    ("plant", 0.35, ground, 0.9), ("books", 0.95, bench, 0.6), ("plant", 6.1, ground, 0.9),
    ("teddy", 5.55, ground, 0.8), ("books", 4.9, ground, 0.8), ("poster", 1.0, 1.25, 0.8),
    ("drawing", 2.85, 2.0, 0.7), ("window", 5.95, 2.15, 0.8), ("bunting", 3.6, 3.4, 1.4),
)  # fmt: skip

# The author's own way: white light is taken apart and one of its colours is mixed with another, and the apple itself
# switches the pad, so that it flies together with the melon.
level.give("flashlight", on=True, reach=5.0, title="Torch, lit").at(0.35, 2.75)
prism = level.give("prism").at(0.8, 2.75)
level.give("laser", colour="red", title="Laser, red, on").turned(-90).at(2.3, 3.1)
button = level.give("button").turned(90).at(3.42, 0.24)
level.join("wire", button, field.signal)
BOOK = {"body": "loose", "stuff": "wood", "outline": SQUARE}
level.spare("polygon", width=0.24, height=0.1, mass=0.7, colour="red", **BOOK, title="Opticks, a light book, 0.7 kg")
level.spare("custom_ball", radius=0.06, mass=0.7, colour="yellow", restitution=0.0, title="An apple, yellow, 0.7 kg")
level.spare("polygon", width=0.24, height=0.2, mass=3.0, colour="blue", **BOOK, title="Principia, a heavy book, 3 kg")
level.spare("laser", colour="blue", title="Laser, blue, on")
level.spare("mixer")
level.spare("mirror")
level.spare("photocell")
level.spare("light_gate")
level.spare("balloon")
level.clues(
    goal="Yellow for the lamp, then both fruits up. The melon is heavy enough for EUREKA: whatever switches the pad "
    "on, the melon may not fly before the apple does.",
    family="White light has all colours in it, and two of them make yellow. And who arrives last may call the lift.",
    piece=button,
)
level.aim("Without a laser", without="laser")
level.aim("Nobody pushes a button", without="button")
level.aim("A chain of ten", chain=10)
level.par(parts=5, seconds=15.0)
level.save()
