"""Fragile: nitroglycerine arrives slowly, or not at all."""

from _pit import hang, rock, scaffold, slab, stand

from sandbox.authoring import Level, when

level = Level(
    "Fragile",
    text="The foreman wants his flask on the brick slab, in one piece. What becomes of it there is his business.",
    insight="What must not be knocked has to be carried: a belt is slow, but nothing arrives in pieces.",
    width=4.8,
    height=2.8,
    scene="quarry",
    rules=2,
)
ground = level.room()
west = rock(level, 0.0, 1.2, 1.5)
belt = level.put("conveyor", width=1.0, speed=0.25).on(west, x=0.7)
flask = level.put("nitro", knock=0.6).on(belt, x=0.35)
pit = rock(level, 1.2, 2.15, 0.5)
near = rock(level, 2.15, 2.3, 0.75)
bricks = slab(level, 2.3, 2.9, 0.75)
far = rock(level, 2.9, 3.5, 0.95)
ball = level.put("bowling_ball").on(bricks, x=2.75)
button = level.put("button").on(ground, x=2.6)
rockets = [
    level.put("firework", show=show, rise=rise).on(ground, x=x)
    for x, show, rise in ((3.85, "star", 0.5), (4.2, "ring", 0.4), (4.55, "willow", 0.45))
]
for rocket in rockets:
    level.join("wire", button, rocket)
scaffold(level, 3.6, 4.7, 1.0, 2.35)
stand(
    level,
    ("lamp", west, 0.12, 0.8),
    ("arrow", west, 0.97, 0.0 + 0.6),
    ("plant", far, 3.2, 0.7),
    ("drum", pit, 1.7, 0.6),
)
hang(level, ("poster", 2.6, 1.9, 0.9), ("clock", 4.15, 1.9, 0.9), ("poster", 0.6, 0.75, 0.8))
second = level.give(
    "conveyor", "Across the pit, close below the end of the first belt: a flask gets stuck in a gap.", width=0.9
).at(1.7, 1.5)
level.spare("boxing_glove")
level.goal("The nitroglycerine comes down on the brick slab", when.latched(when.inside(flask, 2.3, 0.75, 2.9, 1.0)))
level.goal("All three fireworks go off", when.all(*(when.state(rocket, "exploded") for rocket in rockets)))
level.par(parts=1, seconds=7.3)
level.save()
