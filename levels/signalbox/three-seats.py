"""Write the open puzzle 'Three seats': four penguins on a platform, three seats in the train, and a hotel below."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
ENGINE = (
    ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.0), (0.36, 0.0), (0.36, 0.3), (0.2, 0.3), (0.2, 0.0), (-0.08, 0.0),
     (-0.08, 0.5), (-0.5, 0.5)),
)  # fmt: skip
TOP, THICK, LINE = 0.95, 0.1, 0.45  # m: of the platform
APART = 0.5  # m: two penguins in the queue
EDGE = 4.1  # m: where it ends
GATE = 2.7  # m: where its barrier comes down

level = Level(
    "Three seats",
    text=(
        "Four penguins have tickets for the night train, which has three seats. The fourth gets a bed in the hotel "
        "under the platform."
    ),
    insight="Counting is one thing and waiting another: a gate has to close long before a train may leave.",
    width=7.0,
    height=3.4,
    scene="signalbox",
    open=True,
)
ground = level.room()


def board(x0: float, x1: float) -> Part:
    """Build a piece of the platform."""
    return level.put("floor", width=x1 - x0, height=THICK).at((x0 + x1) / 2, TOP - THICK / 2)


flap = level.put("trap_door", width=0.4, mass=30.0, stays=True).at(0.25, TOP - 0.025)
platform = board(0.46, EDGE)
level.put("wall", width=0.1, height=TOP - THICK - 0.1).at(EDGE - 0.05, (TOP - THICK + 0.1) / 2)
passengers = [level.put("walker", speed=0.3).on(platform, x=x) for x in (2.35, 1.85, 1.35, 0.85)]
door = level.put("door").on(ground, x=1.6)

# The barrier hangs on its hook, between two posts.
hook = level.put("release_hook").at(GATE, 2.75)
barrier = level.put("polygon", outline=SQUARE, width=0.07, height=0.5, body="upright", stuff="wood", mass=2.0)
barrier.named("the barrier").at(GATE, 1.72)
level.tie(hook, barrier.middle)
for side in (-0.09, 0.09):
    level.put("wall", width=0.07, height=0.9).at(GATE + side, 1.85)

# The train: a wagon and its engine, on a line.
line = level.put("driven_conveyor", width=3.2, drag=2.0).at(5.4, LINE)
wagon = level.put("basket", width=1.1, height=0.4).on(line, x=EDGE + 0.56)
engine = (
    level.put("polygon", outline=ENGINE, width=0.56, height=0.32, body="loose", stuff="wood", colour="red", mass=2.0)
    .named("the engine")
    .on(line, x=EDGE + 1.4)
)
first = level.put("pressure_plate", width=0.2, mass=0.5).on(platform, x=GATE + 0.25)
last = level.put("pressure_plate", width=0.2, mass=0.5).on(platform, x=GATE + 0.25 + 2 * APART)

level.goal(
    "Three penguins are at the far end, in the train",
    when.all(when.count_contained("walker", wagon, 3), when.beyond(wagon, "x", "more", 5.6)),
)
level.goal("The fourth penguin is at the door of the hotel", when.state(passengers[3], "saved"))
level.fails("A fourth has got into the train", when.count_contained("walker", wagon, 4))
level.no_build(0.0, TOP, GATE - 0.2, TOP + 0.6)

plan(level, 1.3, 2.9, 1.4, 0.5)
sign(level, "3 SEATS 23:10", 5.6, 2.2)
dress(
    level,
    ("clock", 4.0, 2.85, 0.8), ("poster", 0.75, 2.15, 0.9), ("bunting", 5.9, 3.15, 1.5), ("lamp", 3.35, platform, 0.9),
    ("window", 2.4, 0.5, 0.8), ("plant", 2.0, ground, 0.7), ("books", 0.9, ground, 0.7), ("lamp", 3.3, ground, 0.8),
)  # fmt: skip

# One way: count them where the barrier comes down, and let the train wait for the third.
counter = level.give("counter", number=3).at(3.2, 2.2)
timer = level.give("timer", mode="delay", time=6.0, title="Timer, 6 s").at(4.2, 2.2)
motor = level.give("motor", running=False, speed=-40.0, torque=10.0).at(5.5, 1.5)
level.join("wire", first, counter.signal)
level.join("wire", counter.out, hook)
level.join("wire", counter.out, flap)
level.join("wire", counter.out, timer.signal)
level.join("wire", timer.out, motor)
level.join("belt", motor, line)

# Other ways, and what is of no use.
level.spare("timer", mode="delay", time=3.6, title="Timer, 3.6 s")
level.spare("gate", rule="latch", title="Latch")
level.spare("gate", rule="and", title="And gate")
level.spare("hamster_wheel", time=12.0, torque=10.0, push=10.0, title="Hamster, fast asleep")
level.spare("bell")
level.spare("scissors")
level.spare("wire")
level.clues(
    goal="The fourth first: find out where each of them walks at the moment when the barrier has to fall.",
    family="Electric: three can be counted, their queue has a length, and their walk takes its time.",
    piece=counter,
)
level.aim("Without counting", without="counter")
level.aim("Without a motor", without="motor")
level.aim("With five pieces at most", pieces=5)
level.par(parts=9, seconds=20.0)
level.save()
