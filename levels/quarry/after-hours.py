"""After hours: the same hall at night, and no part where it was by day."""

from _pit import hang, rock, scaffold, slab, stand

from sandbox.authoring import Level, when
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "After hours",
    text="The night shift has moved everything a little. What fitted here by day fits there by night.",
    insight="Do not ask where a part was the last time: ask what has to pass, and how it moves.",
    width=6.4,
    height=3.9,
    scene="quarry",
)
ground = level.room()


def beam(x0: float, x1: float, top: float, thick: float = 0.2) -> Part:
    """Put a beam between two places (m)."""
    return level.put("floor", width=x1 - x0, height=thick).at((x0 + x1) / 2, top - thick / 2)


# The upper floor, now level: a ball, a gap, a button.
upper = beam(0.0, 1.9, 3.3)
beam(1.9, 2.1, 3.25, 0.15)
slide = level.put("inclined_plane", width=1.0, height=0.25).on(upper, x=0.5)
level.put("soccer_ball").on(slide, x=0.15)
beam(2.0, 2.9, 2.8, 0.08)
beam(2.75, 2.95, 3.25, 0.15)
gallery = beam(2.95, 6.4, 3.3)
button = level.put("button").turned(90).left_of(level.right_wall, y=3.41)

# The middle floor, now in two heights: a gate, a gap, a mat, a door.
yard = beam(0.0, 1.6, 1.75)
walk = beam(2.5, 5.75, 1.45)
penguin = level.put("walker").on(yard, x=0.3)
gate = level.put("polygon", outline=SQUARE, width=0.07, height=0.45, body="upright", stuff="wood", mass=1.5)
gate.on(yard, x=1.0)
for side in (-0.09, 0.09):
    level.put("wall", width=0.07, height=0.4).at(1.0 + side, 2.35)
near = level.put("pulley").at(1.0, 2.68)
far = level.put("pulley").at(6.1, 2.68)
hook = level.put("release_hook").at(6.1, 2.5)
weight = level.put("weight", mass=4.0).at(6.1, 2.15)
level.tie(hook, weight)
level.join("wire", button, hook.signal)
mat = level.put("pressure_plate", width=0.3, mass=1.0).on(walk, x=3.2)
latch = level.put("gate", rule="latch").at(3.0, 1.05)
door = level.put("door").on(walk, x=5.3)

# The lower floor: a flask on a belt, a pit, a slab; a ray, a candle, a rocket.
table = rock(level, 0.1, 1.3, 1.0)
belt = level.put("conveyor", width=1.0, running=False, speed=0.4).on(table, x=0.8)
level.join("wire", mat, latch.a)
level.join("wire", latch.out, belt.signal)
level.put("nitro", knock=0.5).on(belt, x=0.6)
rock(level, 2.2, 2.35, 0.35)
slab(level, 2.35, 2.95, 0.35)
rock(level, 2.95, 3.1, 0.6)
plate = level.put("pressure_plate", width=0.5, mass=1.5).on(ground, x=2.65)
laser = level.put("laser", running=False).flipped().at(6.1, 0.95)
level.join("wire", plate, laser.signal)
candle = level.put("candle").on(ground, x=4.0)
rocket = level.put("firework", show="willow", rise=0.35).on(ground, x=4.7)
for side in (-0.2, 0.2):  # the ray itself would light it
    level.put("wall", width=0.06, height=0.7).on(ground, x=4.7 + side)
level.no_build(4.25, 0.1, 5.15, 1.25)

scaffold(level, 2.9, 4.7, 1.5, 2.7)
scaffold(level, 4.9, 6.0, 0.1, 0.75)
stand(
    level,
    ("teddy", upper, 1.45, 0.8),
    ("lamp", gallery, 3.3, 0.9),
    ("lamp", gallery, 4.4, 0.9),
    ("lamp", gallery, 5.5, 0.9),
)
stand(
    level, ("lamp", yard, 0.65, 0.7), ("plant", walk, 4.2, 1.0), ("drum", walk, 4.8, 0.8), ("blocks", ground, 1.7, 0.8)
)
stand(level, ("train", ground, 3.5, 0.7))
hang(level, ("clock", 3.8, 2.3, 1.1), ("star", 5.1, 2.3, 0.7), ("star", 1.7, 2.4, 0.7), ("poster", 0.7, 0.45, 0.6))
level.give("bar", "On the upper floor: a level gap needs a level bridge.").at(2.43, 3.3)
level.tie(gate.middle, weight, via=[near, far], given=True, hint="From the gate over both wheels to the weight.")
level.give("ramp", "On the middle floor: he walks down it.", width=1.0, height=0.3).at(2.1, 1.57)
level.give("conveyor", "From the flask's belt on, across the pit.", width=0.85).at(1.75, 1.0)
level.give("mirror", "Above the candle, to turn the ray down to it.").turned(225).at(4.0, 0.95)
level.join("fuse", candle, rocket, given=True, hint="From the candle to the rocket.")
level.goal("The firework goes off", when.state(rocket, "exploded"))
level.goal("The penguin is at his door", when.state(door, "saved"))
level.fails("The penguin has come to grief", when.state(penguin, "dead"))
level.par(parts=6, seconds=22.0)
level.save()
