"""The crane: the load itself says when it is where it should be."""

from _pit import hang, rock, scaffold, slab, stand

from sandbox.authoring import Level, when

level = Level(
    "The crane",
    text="The crane man has gone to lunch and left the magnet on. The ball is wanted in the well, not at the far end.",
    insight="A load that swings along can press the button by itself: put it where it is to let go.",
    width=5.0,
    height=3.0,
    scene="quarry",
    rules=2,
)
ground = level.room()
rail = level.put("slider", width=3.8, begin=0.0, motor="one way", speed=0.4).at(2.5, 2.75)
heap = rock(level, 0.0, 1.2, 1.3)
ball = level.put("cannon_ball").on(heap, x=0.62)
magnet = level.put("electromagnet", loose=True).at(0.62, 1.55)
level.tie(rail.bottom, magnet)
socket = level.put("outlet").at(1.75, 2.3)
level.join("cable", socket.left, magnet.plug)
rock(level, 2.6, 2.75, 0.8)
slab(level, 2.75, 3.35, 0.8)
rock(level, 3.35, 3.5, 0.8)
scaffold(level, 3.7, 4.9, 0.1, 1.9)
stand(
    level,
    ("lamp", heap, 0.15, 0.8),
    ("plant", ground, 1.55, 0.9),
    ("train", ground, 2.2, 0.8),
    ("drum", ground, 4.3, 1.1),
)
hang(level, ("clock", 4.3, 2.2, 0.9), ("poster", 0.6, 0.7, 1.0), ("arrow", 4.3, 1.3, 0.8), ("window", 2.35, 2.0, 0.7))
button = level.give("button", "Beyond the well, where the ball comes by.").turned(90).at(3.25, 1.4)
level.join("wire", button, magnet.signal, hint="From the button to the magnet.")
level.goal("The iron ball lies in the well", when.inside(ball, 2.75, 0.1, 3.35, 0.6))
level.par(parts=2, seconds=6.8)
level.save()
