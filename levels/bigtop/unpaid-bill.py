"""Write the open puzzle 'The unpaid bill': power for a belt, a cage to lift, a gap to bridge, and fireworks."""

from _ring import SQUARE, dress

from sandbox.authoring import Level, when
from sandbox.authoring.placing import Part

level = Level(
    "The unpaid bill",
    text="The circus has not paid its bill, and the power is off. The penguin sits in the cage of the lion, who is "
    "asleep, and the doors open at eight.",
    insight="A show is a relay: whoever has done his turn wakes, lifts or lights the next one.",
    width=7.1,
    height=3.9,
    scene="circus",
    open=True,
)


def block(x0: float, x1: float, y0: float, y1: float) -> Part:
    """Build a block of wood between two places and two heights (m)."""
    wood = level.put("polygon", outline=SQUARE, stuff="wood", width=x1 - x0, height=y1 - y0)
    return wood.at((x0 + x1) / 2, (y0 + y1) / 2)


ground = level.room()
perch = level.put("floor", width=1.0, height=0.1).at(0.5, 3.0)
slope = level.put("inclined_plane", width=0.9, height=0.16).on(perch, x=0.46)
ball = (
    level.put("custom_ball", radius=0.1, mass=0.5, restitution=0.1, colour="red")
    .on(slope, x=0.13)
    .named("the red ball")
)
belt = level.put("conveyor", width=1.7, speed=0.15).at(3.15, 2.75)
iron = level.put("weight", mass=6.0).on(belt, x=2.5)
generator = level.put("generator").at(3.0, 2.05)
level.join("cable", generator, belt.plug)
stool = block(3.0, 3.5, 0.1, 0.4)
lion = level.put("cat", asleep=True).on(stool, x=3.25).named("the lion")
block(3.75, 4.55, 0.1, 0.95)
stage = block(4.55, 5.5, 0.1, 1.25)
lip = block(5.5, 5.65, 0.1, 1.195)
level.put("wall", width=0.08, height=0.35).on(stage, x=4.59)
penguin = level.put("walker", speed=0.2).on(stage, x=5.05)
cage = level.put("cage", width=0.55, height=0.55).on(stage, x=5.05)
home = block(6.3, 7.1, 0.1, 1.195)
door = level.put("door").on(home, x=6.8)
balcony = level.put("floor", width=0.8, height=0.08).at(6.7, 2.55)
rockets = [level.put("firework", show=show, rise=0.3).on(balcony, x=x) for x, show in ((6.5, "star"), (6.85, "willow"))]
level.goal("The cat that plays the lion is awake", when.state(lion, "awake"))
level.goal("The penguin is at his door", when.state(door, "saved"))
level.goal("The fireworks go off, both", when.all(*(when.state(rocket, "exploded") for rocket in rockets)))
level.fails("The penguin has come to grief", when.state(penguin, "dead"))

dress(
    level,
    ("bunting", 0.8, 3.72, 1.5), ("bunting", 2.4, 3.72, 1.5), ("bunting", 6.3, 3.72, 1.4),
    ("poster", 0.45, 2.2, 1.1), ("star", 1.15, 1.6, 0.9), ("star", 3.75, 1.65, 0.8), ("drum", 0.5, 0.32, 1.4),
    ("drum", 0.5, 0.67, 1.0), ("balloons", 2.2, 0.5, 1.1), ("lamp", 2.55, 0.32, 0.9),
    ("poster", 5.95, 1.95, 1.0), ("plant", 5.98, 0.32, 0.9),
)  # fmt: skip

# One way of several: the hamster moves the weight, the weight lifts the cage, and the cage strikes a match.
hamster = level.give("hamster_wheel", time=14.0).at(1.47, 2.1)
level.join("belt", hamster, generator)
near = level.give("pulley").at(4.05, 3.5)
far = level.give("pulley").at(5.05, 3.5)
level.tie(iron, cage, via=[near, far])
match = level.give("spring_match").flipped().turned(-90).at(5.25, 2.45)
for rocket in rockets:
    level.join("fuse", match, rocket.fuse, speed=0.5)
level.give("bar", width=0.85).on(home, x=5.97)
plate = level.give("pressure_plate", mass=0.5).on(home, x=6.6)
bell = level.give("bell").at(2.7, 1.2)
level.join("wire", plate, bell)

# Other ways, and what is of no use.
level.spare("fan", speed=18.0)
level.spare("windmill")
level.spare("winch")
level.spare("bucket", width=0.4)
level.spare("ramp", width=0.8, height=0.3)
level.spare("balloon")
level.spare("wire")
level.clues(
    goal="The penguin first: whatever gets him out of the cage can set off something else as well.",
    family="Turning: the generator asks for a shaft, and does not mind whose.",
    piece=hamster,
)
level.aim("Let the hamster sleep", without="hamster_wheel")
level.aim("Not a single wire", without="wire")
level.par(parts=12, seconds=24.0)
level.save()
