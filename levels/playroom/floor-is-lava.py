"""Write the open puzzle 'The floor is lava': a ball crosses a room with dry feet, and a row of books rings the bell."""

from sandbox.authoring import Level, when
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
SLOPE = (((-0.5, -0.5), (0.5, -0.5), (0.5, -0.45), (-0.5, 0.5)),)
STEP = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, -0.4)),)

level = Level(
    "The floor is lava",
    text="The floor is lava, and bed is far away. Nobody sleeps before the row is down and the bell has rung.",
    width=5.8,
    height=3.2,
    scene="playroom",
    insight="A room is a row of gaps, and no gap is fond of one part only.",
    open=True,
)
lava = level.put("polygon", outline=SQUARE, width=5.8, height=0.12, stuff="stone", colour="orange").at(2.9, 0.06)
for x in (-0.05, 5.85):
    level.put("wall", height=3.2, width=0.1).at(x, 1.6)


def wood(x0: float, x1: float, y0: float, y1: float) -> Part:
    """Put up wood between two places and two heights (m)."""
    beam = level.put("polygon", outline=SQUARE, stuff="wood", width=x1 - x0, height=y1 - y0)
    return beam.at((x0 + x1) / 2, (y0 + y1) / 2)


def dull(x: float, y: float, width: float, height: float, outline: object = SQUARE) -> Part:
    """Put up wood from which nothing bounces, so that a ball leaves the wardrobe as fast as ever."""
    beam = level.put(
        "polygon", outline=outline, stuff="wood", width=width, height=height,
        surface="own", friction=0.4, restitution=0.0,
    )  # fmt: skip
    return beam.at(x, y)


cupboard = wood(0.0, 0.9, 0.12, 2.3)
start = level.put("ramp", width=0.85, height=0.16).on(cupboard, x=0.43)
ball = level.put("custom_ball", radius=0.11, mass=0.5, colour="red").on(start, x=0.13)
wood(1.55, 1.95, 1.48, 1.6)
for x in (1.6, 1.85):
    wood(x, x + 0.05, 0.12, 1.48)
wood(2.8, 2.86, 1.95, 3.2)
dull(2.83, 0.735, 0.06, 1.23)
dull(3.49, 0.48, 0.06, 0.72)
dull(3.49, 2.25, 0.06, 1.9)
dull(3.31, 1.26, 0.3, 0.12, STEP)
dull(3.16, 0.93, 0.6, 0.26, SLOPE)
bed = wood(4.78, 5.8, 0.6, 0.7)
level.put("wall", width=0.06, height=0.1).on(bed, x=4.81)
level.put("pillow", width=0.4).on(bed, x=5.5)
shelf = wood(3.52, 5.3, 2.3, 2.38)
books = [
    level.put("domino", colour=colour).on(shelf, x=x)
    for x, colour in ((3.95, "red"), (4.11, "blue"), (4.75, "green"), (4.91, "red"))
]
bell = level.put("bell").at(5.13, 2.65)
for x in (5.05, 5.6):
    wood(x - 0.03, x + 0.03, 0.12, 0.6)
for look, x, y, size in (
    ("clock", 2.3, 2.6, 0.8), ("drawing", 4.05, 1.85, 0.9), ("window", 5.15, 1.75, 0.8), ("star", 0.45, 1.25, 1.2),
    ("star", 0.45, 0.55, 0.9), ("balloons", 5.55, 2.75, 1.0),
):  # fmt: skip
    level.put("scenery", look=look, size=size).at(x, y)
level.put("scenery", look="teddy", size=0.7).on(bed, x=5.15).layered(-1)
level.put("scenery", look="train", size=0.8).on(shelf, x=3.68).layered(-1)

level.goal("The ball lies in bed", when.held(1.0, when.inside(ball, 4.84, 0.7, 5.8, 1.3)))
level.goal("Each domino of the row has fallen", when.all(*(when.latched(when.turned(book, 0.25)) for book in books)))
level.goal("The bell rings", when.state(bell, "rung"))
level.fails("The ball has touched the lava", when.touches(ball, lava))

# One way of several.
RAMP = {"width": 0.8, "height": 0.3}
slide = level.give("ramp", "Down from the cupboard.", **RAMP).at(1.3, 2.05)
level.give("ramp", "From the stool to the wardrobe.", **RAMP).at(2.3, 1.5)
level.give("flipper", "Below the wardrobe's door.", width=0.4, speed=6.0).at(3.85, 0.38)
level.give("domino", "It leans on the first book.").turned(-12).at(3.76, 2.545)
for x in (4.32, 4.53):
    level.give("domino", "Where the row of books has a gap.").at(x, 2.5305)
level.spare("curved_tube")
level.spare("bar", width=1.4)
level.spare("trampoline", width=0.5, bounce=1.5)
level.spare("spring_board", push=4.0)
level.spare("boxing_glove")
level.spare("crate")
level.spare("funnel")
level.clues(
    goal="Get the ball into the wardrobe first: whatever comes out of it comes out slowly.",
    family="Slopes carry it across the left half. Behind the wardrobe it takes a launcher.",
    piece=1,
)
level.aim("Without a ramp", without="ramp")
level.aim("Five pieces at most", pieces=5)
level.par(parts=6, seconds=6.5)
level.save()
