"""The fourth ball: three are for the bucket, and the one after them is for the pocket."""

from _pit import hang, rock, scaffold, stand

from sandbox.authoring import Level, when

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "The fourth ball",
    text="Three balls open the gate, and the fourth would like to go through it. They all take the same way, so far.",
    insight="Count behind the flap, not before it: the third has to be past when it opens.",
    width=5.6,
    height=3.2,
    scene="quarry",
    rules=2,
)
ground = level.room()
clock = level.put("timer", mode="clock", time=1.6).at(0.3, 2.85)
magazine = level.put("dispenser", ball="steel ball", number=4).at(0.65, 2.8)
level.join("wire", clock.out, magazine.signal)
level.put("floor", width=1.7, height=0.06).turned(-7).at(1.2, 2.3)
flap = level.put("trap_door", width=0.4, mass=20.0, stays=True).at(2.32, 2.15)
level.put("floor", width=0.9, height=0.06).turned(-7).at(3.02, 2.06)
bucket = level.put("bucket", width=0.36).at(3.75, 1.6)
level.put("wall", width=0.05, height=0.8).at(3.75 - 0.215, 1.4)
level.put("wall", width=0.05, height=1.6).at(3.75 + 0.215, 1.8)  # no ball jumps over it off a post of the beam
floor = rock(level, 4.05, 5.03, 0.5)
rock(level, 5.03, 5.37, 0.3)
end = rock(level, 5.37, 5.6, 0.8)
gate = level.put("polygon", outline=SQUARE, width=0.07, height=0.5, body="upright", stuff="wood", mass=2.7)
gate.named("the gate").on(floor, x=4.4)
for side in (-0.09, 0.09):
    level.put("wall", width=0.07, height=0.6).at(4.4 + side, 1.1)
level.put("floor", width=0.25, height=0.06).at(4.4, 1.43)
near = level.put("pulley").at(3.75, 2.95)
far = level.put("pulley").at(4.4, 2.95)
level.tie(bucket, gate.point(0.0, 0.22), via=[near, far])
level.put("floor", width=2.2, height=0.06).turned(-4).at(3.02, 0.59)
pocket = level.put("pocket").at(5.2, 0.4)
counter = level.put("counter", number=3).at(1.3, 1.5)
level.join("wire", counter.out, flap.signal)
scaffold(level, 0.1, 1.0, 0.1, 1.9)
stand(
    level,
    ("lamp", end, 5.48, 0.8),
    ("plant", floor, 4.75, 0.7),
    ("drum", ground, 0.55, 1.0),
    ("train", ground, 1.4, 0.9),
)
hang(
    level, ("poster", 2.4, 1.35, 0.9), ("window", 5.0, 2.3, 0.9), ("arrow", 1.95, 2.75, 0.8), ("poster", 0.55, 1.4, 0.8)
)
beam = level.give("light_gate", "Where the balls have passed the flap.", mode="pulse", width=0.4).at(3.7, 1.9)
level.join("wire", beam, counter.signal, hint="From the beam to the counter.")
level.goal("A ball falls into the pocket", when.state(pocket, "count"))
level.par(parts=2, seconds=10.6)
level.save()
