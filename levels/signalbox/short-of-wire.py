"""Write the open puzzle 'Short of wire': four things want a signal, and there are two wires."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
ENGINE = (
    ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.0), (0.36, 0.0), (0.36, 0.3), (0.2, 0.3), (0.2, 0.0), (-0.08, 0.0),
     (-0.08, 0.5), (-0.5, 0.5)),
)  # fmt: skip
TOP = 0.46  # m: of the western platform; from there on it goes down, as the penguin climbs no step

level = Level(
    "Short of wire",
    text=(
        "The red engine is to leave, the penguin to get to his door, and the cat, who is stationmaster, to be awake "
        "for it. The mice have eaten most of the rest."
    ),
    insight="What is short of signals may be pulled, bumped or bridged: most of a signal box can do without wires.",
    width=6.0,
    height=3.3,
    scene="signalbox",
    open=True,
)
ground = level.room()


def platform(x0: float, x1: float, top: float) -> object:
    """Build a platform up from the floor."""
    box = level.put("polygon", outline=SQUARE, width=x1 - x0, height=top - 0.1, stuff="stone")
    return box.at((x0 + x1) / 2, (top + 0.1) / 2)


west = platform(0.0, 3.1, TOP)
platform(3.1, 3.25, TOP - 0.035)
east = platform(4.48, 6.0, TOP - 0.065)
against = level.put("conveyor", width=1.16, speed=1.0).flipped().at(3.86, TOP - 0.063 - 0.06)
penguin = level.put("walker").on(west, x=0.5)
door = level.put("door").on(east, x=5.55)
barrier = level.put("polygon", outline=SQUARE, width=0.07, height=0.45, body="upright", stuff="wood", mass=1.5)
barrier.named("the barrier").on(west, x=2.25)
for side in (-0.09, 0.09):
    level.put("wall", width=0.07, height=0.45).at(2.25 + side, 1.1)

# The loft: a ball, a weight on its hook, the line of the engine.
loft = level.put("floor", width=0.6, height=0.06).at(0.3, 2.72)
slide = level.put("inclined_plane", width=0.55, height=0.12).on(loft, x=0.28)
level.put("soccer_ball").on(slide, x=0.16)
level.put("floor", width=2.0, height=0.06).at(1.0, 1.2)
level.put("wall", width=0.06, height=0.25).at(1.25, 1.355)
hook = level.put("release_hook").at(1.6, 2.4)
weight = level.put("weight", mass=4.0).at(1.6, 1.95)
level.tie(hook, weight)
# Beside the hook, so that one sees two ropes: that which holds the weight back, and that which lifts the barrier.
far, near = level.put("pulley").at(1.82, 2.7), level.put("pulley").at(2.25, 2.7)
level.tie(weight, barrier.middle, via=[far, near])
line = level.put("conveyor", width=3.1, speed=0.5, running=False).at(4.35, 1.6)
engine = (
    level.put("polygon", outline=ENGINE, width=0.56, height=0.32, body="loose", stuff="wood", colour="red", mass=3.0)
    .named("the engine")
    .on(line, x=3.15)
)
shelf = level.put("floor", width=0.9, height=0.06).at(5.5, 2.3)
cat = level.put("cat", asleep=True).flipped().on(shelf, x=5.4)
bell = level.put("bell", knock=0.2).at(4.6, 2.75)
clockwork = level.put("motor", speed=60.0).at(0.3, 1.34)

level.goal("The red engine is at the far end of its conveyor", when.beyond(engine, "x", "more", 5.3))
level.goal("The penguin is at his door", when.state(door, "saved"))
level.goal("The cat is awake, as a stationmaster should be", when.state(cat, "awake"))
plan(level, 3.4, 2.75, 1.4, 0.5)
sign(level, "8:15 LATE", 3.4, 2.28)
dress(
    level,
    ("lamp", 2.75, west, 0.9), ("clock", 0.9, 2.95, 0.7), ("poster", 5.4, 1.05, 0.8),
    ("books", 1.2, west, 0.7), ("plant", 4.85, east, 0.7), ("bunting", 5.2, 3.1, 1.5),
)  # fmt: skip

# One way: the ball opens the barrier, a balloon rings the bell, and the clockwork does the rest.
ramp = level.give("ramp", width=0.8, height=0.3).at(0.95, 2.42)
tacho = level.give("tacho").at(0.75, 1.45)
level.join("belt", clockwork, tacho)
level.join("wire", tacho, line)
level.join("wire", tacho, against)
balloon = level.give("balloon").at(4.45, 3.1)
level.tie(balloon, bell.clapper)

# Other ways, and what is of no use.
level.spare("flashlight", on=True, title="Torch, lit")
level.spare("photocell")
level.spare("rope_switch")
level.spare("rope")
level.spare("bar", width=1.6, height=0.03)
level.spare("timer")
level.clues(
    goal="The barrier is the easy one: its weight lifts it once the hook lets go, and a hook lets go of a knock or a "
    "signal. What makes the engine's line run can do more than that.",
    family="Whatever turns, shines or pulls without end makes a signal without end: look under Electric. And a bell "
    "rings when it is pulled aside, not straight up.",
    piece=ramp,
)
level.aim("Without the ramp", without="ramp")
level.par(parts=7, seconds=13.0)
level.save()
