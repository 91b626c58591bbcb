"""The grand machine: a gap from every chapter, in one hall."""

from _pit import hang, rock, scaffold, slab, stand

from sandbox.authoring import Level, when
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "The grand machine",
    text="You have seen all of it before. Seven things are missing, each where one was missing before.",
    insight="However big a machine is: look for the gap, and ask what is to pass through it.",
    width=6.4,
    height=3.9,
    scene="quarry",
    rules=2,
)
ground = level.room()


def beam(x0: float, x1: float, top: float, thick: float = 0.2) -> Part:
    """Put a beam between two places (m)."""
    return level.put("floor", width=x1 - x0, height=thick).at((x0 + x1) / 2, top - thick / 2)


# The upper floor: a ball, a gap, a button.
upper = beam(0.0, 2.06, 3.3)
slide = level.put("inclined_plane", width=1.0, height=0.25).on(upper, x=0.5)
level.put("soccer_ball").on(slide, x=0.15)
beam(2.0, 2.9, 2.8, 0.08)
gallery = beam(2.8, 6.4, 3.05)
button = level.put("button").turned(90).left_of(level.right_wall, y=3.16)

# The middle floor: a gate, a gap, a mat, a door.
yard = beam(0.0, 1.5, 1.75)
ledge = beam(1.5, 1.7, 1.7, 0.15)
walk = beam(2.4, 5.75, 1.7)
penguin = level.put("walker").on(yard, x=0.3)
gate = level.put("polygon", outline=SQUARE, width=0.07, height=0.45, body="upright", stuff="wood", mass=1.5)
gate.named("the gate").on(yard, x=1.0)
for side in (-0.09, 0.09):
    level.put("wall", width=0.07, height=0.4).at(1.0 + side, 2.35)
near = level.put("pulley").at(1.0, 2.68)
far = level.put("pulley").at(6.1, 2.68)
hook = level.put("release_hook").at(6.1, 2.5)
weight = level.put("weight", mass=4.0).at(6.1, 2.15)
level.tie(hook, weight)
mat = level.put("pressure_plate", width=0.3, mass=1.0).on(walk, x=3.0)
bell = level.put("bell").at(1.15, 1.5)
level.join("wire", mat, bell.signal)
door = level.put("door").on(walk, x=5.3)

# The lower floor: a hamster, a belt, a flask; a ray, a candle, a rocket.
hamster = level.put("hamster_wheel", time=15.0).flipped().at(0.6, 0.75)
belt = level.put("driven_conveyor", width=1.0).at(1.9, 1.0)
flask = level.put("nitro", knock=0.5).on(belt, x=1.6)
rock(level, 2.45, 2.6, 0.5)
slab(level, 2.6, 3.2, 0.5)
rock(level, 3.2, 3.35, 0.7)
plate = level.put("pressure_plate", width=0.5, mass=1.5).on(ground, x=2.9)
laser = level.put("laser", running=False).at(3.75, 1.1)
level.join("wire", plate, laser.signal)
candle = level.put("candle").on(ground, x=5.0)
rocket = level.put("firework", show="star", rise=0.4).on(ground, x=5.6)
for side in (-0.2, 0.2):  # the ray itself would light it
    level.put("wall", width=0.06, height=0.75).on(ground, x=5.6 + side)
level.no_build(5.2, 0.1, 6.05, 1.5)

scaffold(level, 3.6, 5.0, 0.1, 1.0)
stand(level, ("lamp", upper, 1.3, 0.8), ("plant", gallery, 3.5, 0.8), ("books", gallery, 4.3, 0.7))
stand(level, ("arrow", walk, 3.9, 0.8), ("plant", walk, 4.6, 0.8), ("plant", ground, 6.15, 0.9))
stand(level, ("train", ground, 1.5, 0.9), ("blocks", ground, 0.6, 0.8), ("drum", ground, 2.15, 0.7))
hang(level, ("poster", 1.75, 2.3, 0.8), ("clock", 3.0, 2.35, 0.8), ("window", 4.2, 2.4, 0.6), ("star", 5.0, 3.5, 0.8))
hang(level, ("bunting", 2.3, 3.75, 1.4), ("bunting", 3.8, 3.75, 1.4))
level.give("ramp", "On the upper floor, over the gap.", width=1.0, height=0.25).at(2.56, 3.175)
level.join("wire", button, hook.signal, given=True, hint="From the button up there to the hook.")
level.tie(gate.middle, weight, via=[near, far], given=True, hint="From the gate over both wheels to the weight.")
level.give("bar", "On the middle floor, over the gap.").at(2.03, 1.75)
level.join("belt", hamster, belt, given=True, hint="From the hamster to the conveyor with the flask.")
level.give("mirror", "Above the candle, to turn the ray down to it.").turned(135).at(5.0, 1.1)
level.join("fuse", candle, rocket, given=True, hint="From the candle to the rocket.")
level.goal("The firework goes off", when.state(rocket, "exploded"))
level.goal("The penguin is at his door", when.state(door, "saved"))
level.fails("The penguin has come to grief", when.state(penguin, "dead"))
level.par(parts=7, seconds=20.5)
level.save()
