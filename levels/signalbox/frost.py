"""Write the open puzzle 'Frost': ice holds a train and the weight of its signal, whose arm is to fall behind it."""

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
        "Ice on the line, ice under the weight of the signal. No train may pass the arm while it is down; behind the "
        "train it must fall, or the next one comes, too."
    ),
    insight="Fire knows no order: whatever has just come free must be the one who tells the next.",
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
shelf = level.put("floor", width=0.8, height=0.06).at(1.2, 2.0)
level.put("wall", width=0.06, height=0.4).at(1.57, 2.23)
level.put("wall", width=0.06, height=0.3).at(0.83, 2.18)

# The line, the ice on it, and its stop.
west = level.put("conveyor", width=2.4, speed=0.5).at(1.58, LINE)
engine = (
    level.put("polygon", outline=ENGINE, width=0.56, height=0.32, body="loose", stuff="wood", colour="red", mass=2.0)
    .named("the engine")
    .on(west, x=0.9)
)
pier = stone(2.45, 3.25, 0.1, 0.78)
level.put("ice_block", width=0.1, height=0.54, time=3.0).at(2.85, 0.78 + NICHE + 0.27)
level.put("conveyor", width=2.4, speed=0.5).at(4.12, LINE)
level.put("wall", width=0.08, height=0.3).at(5.37, LINE - 0.05)

# The signal: its arm above the line, and its weight on ice beyond the stop.
block = level.put("ice_block", width=0.5, height=0.54, time=8.0).at(5.75, 0.1 + NICHE + 0.27)
weight = level.put("weight", mass=3.0).on(block, x=5.6)
level.put("wall", width=0.06, height=0.7).at(5.455, 0.45)
far, over = level.put("pulley").at(5.54, 3.1), level.put("pulley").at(3.26, 3.1)
arm = (
    level.put("polygon", outline=SQUARE, width=0.6, height=0.12, body="upright", stuff="wood", colour="red", mass=1.0)
    .named("the signal")
    .at(3.2, 2.06)
)
level.put("floor", width=0.3, height=0.06).at(3.2, 1.97)
level.tie(weight, arm.middle, via=[far, over])

at_end = when.inside(engine, 4.85, LINE, 5.4, 1.75)
level.goal("The red engine is at the far end of its conveyor", at_end)
fallen = when.all(at_end, when.inside(arm, 2.88, 1.98, 3.52, 2.18))
level.goal("The rope has let the arm fall again behind it", when.held(0.5, fallen))
under = when.inside(engine, 3.1, LINE, 3.4, 1.75)
is_up = when.inside(arm, 2.88, 2.55, 3.52, 3.15)
level.fails("The engine has passed the arm while that was down", when.all(under, when.not_(is_up)))

plan(level, 2.0, 3.05, 0.9, 0.45)
sign(level, "NO TRAINS", 2.0, 2.6)
dress(
    level,
    ("clock", 4.4, 2.6, 0.7), ("poster", 0.6, 0.75, 0.9), ("bunting", 1.0, 3.25, 1.0), ("lamp", 4.7, ground, 0.8),
    ("plant", 1.3, ground, 0.8), ("books", 2.1, ground, 0.7), ("window", 6.2, 2.0, 0.7), ("drum", 3.8, ground, 0.8),
)  # fmt: skip

# One way: sparks and a fuse for the signal; its weight presses a button for the line; the engine runs into scissors.
flint = level.give("flint").on(shelf, x=1.25)
candle = level.give("candle").on(ground, x=5.85)
level.join("fuse", flint, candle, speed=2.0)
button = level.give("button", mode="hold", hold=20.0).on(ground, x=5.6)
burner = level.give("burner").on(pier, x=2.85)
level.join("wire", button, burner.signal)
scissors = level.give("scissors").at(5.48, 1.4)

# Other ways, and what is of no use.
level.spare("candle")
level.spare("fuse", speed=2.0)
level.spare("spring_match")
level.spare("rope")
level.spare("pulley")
level.spare("light_gate", width=0.6)
level.spare("fan")
level.spare("pillow")
level.clues(
    goal="The signal first: its weight sinks with the ice that it stands on. Only then may the line thaw, and somebody "
    "has to tell.",
    family="Fire for the signal. Then whoever has just moved tells the next one: by a wire, by a rope, or by a knock.",
    piece=burner,
)
level.aim("Not one wire", without="wire")
level.aim("Without the burner", without="burner")
level.aim("Nothing is cut", without="scissors")
level.par(parts=7, seconds=22.0)
level.save()
