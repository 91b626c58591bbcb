"""Write the open puzzle 'The floor is lava': a ball, a row of books, a bell, and a dog that comes to it."""

from sandbox.authoring import Level, when
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
SLOPE = (((-0.5, -0.5), (0.5, -0.5), (0.5, -0.1), (-0.5, 0.5)),)
# Where the ball comes to rest: a hollow that slopes up again to the door.
HOLLOW = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (0.36, 0.5), (0.2, 0.14), (0.1, 0.14), (-0.02, 0.5), (-0.5, 0.5)),)

level = Level(
    "The floor is lava",
    text="The floor is lava. The ball must be in bed, the row down and the bell rung. The dog comes "
    "to every bell, and must not step into the lava either.",
    width=6.2,
    height=3.2,
    scene="playroom",
    insight="What has stopped may be fetched: the one who answers the bell pushes whatever lies before his nose.",
    open=True,
)
lava = level.put("polygon", outline=SQUARE, width=6.2, height=0.12, stuff="stone", colour="orange").at(3.1, 0.06)
for x in (-0.05, 6.25):
    level.put("wall", height=3.2, width=0.1).at(x, 1.6)


def wood(x0: float, x1: float, y0: float, y1: float) -> Part:
    """Put up wood between two places and two heights (m)."""
    beam = level.put("polygon", outline=SQUARE, stuff="wood", width=x1 - x0, height=y1 - y0)
    return beam.at((x0 + x1) / 2, (y0 + y1) / 2)


def dull(x0: float, x1: float, y0: float, y1: float, outline: object = SQUARE) -> Part:
    """Put up wood from which nothing bounces, so that the ball comes to rest in the den."""
    beam = level.put(
        "polygon", outline=outline, stuff="wood", width=x1 - x0, height=y1 - y0,
        surface="own", friction=0.6, restitution=0.0,
    )  # fmt: skip
    return beam.at((x0 + x1) / 2, (y0 + y1) / 2)


cupboard = wood(0.0, 0.9, 0.12, 2.3)
start = level.put("ramp", width=0.85, height=0.16).on(cupboard, x=0.43)
ball = level.put("custom_ball", radius=0.11, mass=0.5, colour="red").on(start, x=0.13).named("the ball")
wood(1.5, 1.95, 1.58, 1.7)
for x in (1.55, 1.85):
    wood(x, x + 0.05, 0.12, 1.58)

# The dog's den, and the roof over it, along which the ball comes in.
dull(2.5, 2.56, 0.12, 1.35)
dull(2.5, 2.56, 2.05, 3.2)
dull(2.56, 3.25, 1.29, 1.44, SLOPE)
dull(3.7, 3.76, 1.16, 3.2)
den = dull(2.56, 4.0, 0.52, 0.72, HOLLOW)
dog = level.put("dog").on(den, x=2.9)

bed = wood(5.0, 6.2, 0.46, 0.56)
level.put("pillow", width=0.4).on(bed, x=5.9)
shelf = wood(3.76, 5.75, 2.3, 2.38)
books = [
    level.put("domino", colour=colour).on(shelf, x=x)
    for x, colour in ((4.3, "red"), (4.45, "blue"), (5.2, "green"), (5.35, "red"))
]
bell = level.put("bell").at(5.57, 2.65)
for x in (5.3, 6.0):
    wood(x - 0.03, x + 0.03, 0.12, 0.46)
wood(3.9, 3.96, 0.12, 0.52)
for look, x, y, size in (
    ("clock", 2.2, 2.6, 0.8), ("drawing", 4.4, 1.75, 0.9), ("window", 5.5, 1.7, 0.8), ("star", 0.45, 1.25, 1.2),
    ("star", 0.45, 0.55, 0.9), ("balloons", 6.0, 2.85, 0.8),
):  # fmt: skip
    level.put("scenery", look=look, size=size).at(x, y)
level.put("scenery", look="teddy", size=0.7).on(bed, x=5.55).layered(-1)

level.goal("The ball lies in bed", when.held(1.0, when.inside(ball, 5.02, 0.56, 6.2, 1.2)))
level.goal("Each domino of the row has fallen", when.all(*(when.latched(when.turned(book, 0.25)) for book in books)))
level.goal("The bell rings", when.state(bell, "rung"))
level.fails("The ball has touched the lava", when.touches(ball, lava))
level.fails("The dog has touched the lava", when.touches(dog, lava))

# One way of several.
RAMP = {"width": 0.8, "height": 0.3}
level.give("ramp", "Down from the cupboard.", **RAMP).at(1.25, 2.1)
level.give("ramp", "From the stool to the dog's roof.", **RAMP).at(2.25, 1.6)
gate = level.give("light_gate", "Across the way of the ball, as late as can be.", width=0.45).at(3.47, 1.22)
glove = level.give("boxing_glove", "Behind the first book.", speed=1.0, force=20.0).at(3.9, 2.55)
level.join("wire", gate, glove.signal)
for x in (4.7, 4.95):
    level.give("domino", "Where the row of books has a gap.").at(x, 2.5305)
bridge = level.give("ramp", "From the dog to the bed.", width=1.1, height=0.12).at(4.52, 0.64)
level.spare("conveyor", width=1.0, speed=0.6)
level.spare("button")
level.spare("fan", running=False)
level.spare("bar", width=1.4)
level.spare("timer", mode="delay", time=2.0)
level.spare("trampoline", width=0.5, bounce=1.5)
level.spare("funnel")
level.clues(
    goal="Get the ball to the dog first. It will not go on by itself: he has to bring it.",
    family="Electric: something that notices the ball before the dog can start the row of books.",
    piece=gate,
)
level.aim("Nobody is punched", without="boxing_glove")
level.aim("Nothing is seen", without="light_gate")
level.par(parts=8, seconds=9.0)
level.save()
