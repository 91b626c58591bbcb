"""Write the open puzzle 'Frost': three blocks of ice hold up a train, a signal and a bone, and one melts first."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
ENGINE = (
    ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.0), (0.36, 0.0), (0.36, 0.3), (0.2, 0.3), (0.2, 0.0), (-0.08, 0.0),
     (-0.08, 0.5), (-0.5, 0.5)),
)  # fmt: skip
LINE = 1.2  # m: how high the trains run
NICHE = 0.22  # m: below the ice, so that the flame of a candle or a burner that stands there touches it

level = Level(
    "Frost",
    text=(
        "Frost in the night: ice on the line, ice under the weight of the signal, and the dog's bone on top of a third "
        "block. There is fire enough, but it has to get about, and no train passes an arm that is down."
    ),
    insight="Ice is a lock that opens slowly, and what has come free can tell that it is the next one's turn.",
    width=6.6,
    height=3.4,
    scene="signalbox",
    open=True,
)
ground = level.room()


def stone(x0: float, x1: float, y0: float, y1: float) -> Part:
    """Build a block of stone between two places and two heights (m)."""
    block = level.put("polygon", outline=SQUARE, width=x1 - x0, height=y1 - y0, stuff="stone")
    return block.at((x0 + x1) / 2, (y0 + y1) / 2)


# What begins by itself: a ball that falls onto a shelf.
perch = level.put("floor", width=0.7, height=0.08).at(0.35, 2.75)
slope = level.put("inclined_plane", width=0.6, height=0.14).on(perch, x=0.32)
level.put("petanque_boule").on(slope, x=0.12)
shelf = level.put("floor", width=0.8, height=0.06).at(1.1, 2.0)
level.put("wall", width=0.06, height=0.4).at(1.47, 2.23)
level.put("wall", width=0.06, height=0.3).at(0.73, 2.18)

# The line, and the ice on it.
west = level.put("conveyor", width=2.4, speed=0.5).at(1.58, LINE)
engine = level.put(
    "polygon", outline=ENGINE, width=0.56, height=0.32, body="loose", stuff="wood", colour="red", mass=2.0
).on(west, x=0.9)
pier = stone(2.45, 3.25, 0.1, 0.78)
level.put("ice_block", width=0.1, height=0.54, time=4.0).at(2.85, 0.78 + NICHE + 0.27)
level.put("conveyor", width=2.4, speed=0.5).at(4.12, LINE)
level.put("wall", width=0.08, height=0.35).at(5.37, LINE + 0.1)

# The signal: its weight stands on ice.
ledge = level.put("floor", width=0.9, height=0.06).at(6.0, 1.6)
block = level.put("ice_block", width=0.5, height=0.54, time=8.0).at(6.2, 1.63 + NICHE + 0.27)
weight = level.put("weight", mass=3.0).on(block, x=6.28)
over, far = level.put("pulley").at(6.28, 3.1), level.put("pulley").at(4.6, 3.1)
arm = level.put(
    "polygon", outline=SQUARE, width=0.6, height=0.12, body="upright", stuff="wood", colour="red", mass=1.0
).at(4.6, 2.06)
level.put("floor", width=0.3, height=0.06).at(4.6, 1.97)
level.tie(weight, arm.middle, via=[over, far])

# The dog and the bone.
dog = level.put("dog").on(ground, x=3.7)
slab = level.put("ice_block", width=0.7, height=0.3, time=10.0).at(5.3, 0.1 + NICHE + 0.15)
level.put("bone").on(slab, x=5.07)

level.goal("The red engine is at the far end of its conveyor", when.beyond(engine, "x", "more", 4.9))
level.goal("The rope has pulled up the red arm of the signal", when.beyond(arm, "y", "more", 2.3))
level.goal("The dog has had his bone", when.state(dog, "fed"))
level.fails(
    "The engine has passed the signal's arm before that was up",
    when.all(when.beyond(engine, "x", "more", 2.9), when.not_(when.beyond(arm, "y", "more", 2.3))),
)

plan(level, 2.9, 3.0, 1.3, 0.5)
sign(level, "NO TRAINS", 2.9, 2.5)
dress(
    level,
    ("clock", 5.4, 2.85, 0.7), ("poster", 0.6, 0.75, 0.9), ("bunting", 1.4, 3.2, 1.4), ("lamp", 6.3, ground, 0.8),
    ("plant", 1.3, ground, 0.8), ("books", 2.1, ground, 0.7), ("window", 5.7, 1.2, 0.7),
)  # fmt: skip

# One way: a match and two fuses for the signal and the bone; the weight, when it is down, tells the burner on the line.
match = level.give("spring_match").turned(-90).on(shelf, x=1.15)
first, second = (level.give("candle").on(where, x=x) for where, x in ((ledge, 6.02), (ground, 5.4)))
level.join("fuse", match, first.fuse, speed=1.0)
level.join("fuse", first, second.fuse, speed=1.0)
button = level.give("button", mode="hold", hold=20.0).on(ledge, x=6.28)
burner = level.give("burner").on(pier, x=2.85)
level.join("wire", button, burner.signal)

# Other ways, and what is of no use.
level.spare("candle")
level.spare("pressure_plate")
level.spare("light_gate", width=1.0)
level.spare("flashlight", on=True, title="Torch, lit")
level.spare("magnifier")
level.spare("flint")
level.spare("fan")
level.spare("pillow")
level.clues(
    goal="The signal first: its weight sinks with the ice that it stands on. The line comes last, once something has "
    "moved.",
    family="Fire for two of the blocks, carried by cords. For the third, something Electric that sees or feels who "
    "got free.",
    piece=burner,
)
level.aim("Without a button", without="button")
level.aim("Not one wire", without="wire")
level.aim("Before the frost gets worse: within 20 seconds", seconds=20.0)
level.par(parts=8, seconds=24.0)
level.save()
