"""One wire for three: a blast lights the next charge, if that is near enough and in its sight."""

from _pit import hang, rock, scaffold, slab, stand

from sandbox.authoring import Level, when

level = Level(
    "One wire for three",
    text="Three slabs, three charges, and the cable drum was empty after the first. The blaster says that will do.",
    insight="One blast lights the next charge, if that is near enough and in its sight.",
    width=5.6,
    height=2.9,
    scene="quarry",
    rules=2,
)
ground = level.room()
EDGES = (0.95, 1.95, 2.95, 3.95)
TOP = 0.9
posts = [rock(level, x - 0.15, x + 0.15, TOP) for x in EDGES]
plates, slabs = [], []
for x in EDGES[:-1]:
    slabs.append(slab(level, x + 0.15, x + 0.85, TOP))
    plates.append(level.put("pressure_plate", width=0.6, mass=1.5).on(ground, x=x + 0.5))
first = level.put("gate", rule="and").at(3.2, 2.35)
both = level.put("gate", rule="and").at(3.85, 2.2)
level.join("wire", plates[0], first.a)
level.join("wire", plates[1], first.b)
level.join("wire", first.out, both.a)
level.join("wire", plates[2], both.b)
anchor = level.put("anchor").at(4.85, 2.35)
hook = level.put("release_hook").at(5.4, 2.4)
wrecker = level.put("bowling_ball").at(5.4, 1.95)
level.tie(anchor, wrecker)
level.tie(hook, wrecker)
clock = level.put("timer", mode="delay", time=1.5).at(4.55, 2.3)
level.join("wire", both.out, clock.signal)
level.join("wire", clock.out, hook.signal)
stage = rock(level, 4.3, 5.0, 1.25)
rock(level, 4.3, 4.42, 1.95, 1.25)
pin = level.put("bowling_pin").on(stage, x=4.72)
ledge = level.put("floor", width=0.9, height=0.1).at(0.45, 1.9)
slope = level.put("inclined_plane", width=0.75, height=0.12).on(ledge, x=0.38)
boule = level.put("petanque_boule").on(slope, x=0.1)
bracket = level.put("floor", width=0.4, height=0.08).at(1.25, 1.5)
button = level.put("button").on(bracket, x=1.22)
scaffold(level, 2.0, 3.0, 1.5, 2.7)
stand(
    level,
    ("lamp", ledge, 0.85, 0.7),
    ("plant", stage, 4.92, 0.6),
    ("drum", ground, 0.4, 0.9),
    ("arrow", ground, 5.3, 1.0),
)
hang(
    level,
    ("clock", 2.5, 2.1, 0.8),
    ("poster", 0.38, 1.3, 0.9),
    ("poster", 4.65, 0.7, 0.8),
    ("window", 1.7, 2.35, 0.7),
)
charges = [
    level.give("dynamite", hint, strength=40.0, fuse=3.0).at(x + 0.5, TOP + 0.1)
    for x, hint in zip(EDGES, ("One on the first slab.", "One on the second.", "One on the third."), strict=False)
]
level.join("wire", button, charges[0].signal, hint="The only wire: from the button to the first.")
level.no_build(4.1, 0.0, 5.6, 2.9)
level.goal(
    "The brick slabs over the pits are all broken", when.all(*(when.state(bricks, "broken") for bricks in slabs))
)
level.goal("The bowling pin is down", when.turned(pin, 1.2))
level.par(parts=4, seconds=7.5)
level.save()
