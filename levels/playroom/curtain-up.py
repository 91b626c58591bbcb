"""Write the open puzzle 'Curtain up': a toy theatre, with a dog, a jack in the box and three candles to start."""

from _nursery import hang, wood

from sandbox.authoring import Level, when

level = Level(
    "Curtain up",
    text="The toy theatre opens. The jack should jump out of his box, all three footlights should burn, and the dog at "
    "the door wants his bone.",
    insight="Whoever comes running for one thing can be the one who starts the next.",
    width=6.4,
    height=3.4,
    scene="playroom",
    open=True,
)
ground = level.room()
perch = level.put("floor", width=0.7, height=0.08).at(0.35, 2.6)
slope = level.put("inclined_plane", width=0.64, height=0.16).on(perch, x=0.33)
ball = (
    level.put("custom_ball", radius=0.1, mass=0.5, restitution=0.1, colour="red")
    .on(slope, x=0.13)
    .named("the red ball")
)
rack = level.put("floor", width=0.9, height=0.06).at(1.45, 1.3)
chest = level.put("toy_chest", width=0.8, height=0.4).on(rack, x=1.45)
dog = level.put("dog").on(ground, x=0.7)
bone = level.put("bone").on(ground, x=5.2)
hamper = level.put("pocket", width=0.45).at(3.05, 1.45)
wood(level, 3.31, 3.37, 1.3, 2.15)
board = level.put("floor", width=1.0, height=0.06).at(4.05, 1.2)
jack = level.put("jack_in_the_box", turns=6.0, energy=5.0).on(board, x=4.05)
juggler = (
    level.put("custom_ball", radius=0.09, mass=0.4, restitution=0.1, colour="blue")
    .on(jack, x=4.05)
    .named("the juggler")
)
table = wood(level, 5.1, 6.4, 1.85, 1.95)
stage = wood(level, 5.3, 6.2, 1.95, 2.15)
candles = [level.put("candle").on(stage, x=x) for x in (5.45, 5.75, 6.05)]
level.goal("The dog has had his bone", when.state(dog, "fed"))
level.goal("The jack is out of his box", when.state(jack, "open"))
level.goal("All three candles, the footlights, burn", when.all(*(when.state(candle, "lit") for candle in candles)))

hang(
    level,
    ("poster", 5.95, 1.2, 1.1), ("drawing", 2.2, 0.8, 0.9), ("clock", 3.3, 2.6, 0.8), ("star", 5.75, 2.75, 1.0),
)  # fmt: skip
level.put("scenery", look="teddy", size=0.8).on(ground, x=6.0).layered(-1)
level.put("scenery", look="blocks", size=0.8).on(ground, x=1.75).layered(-1)

# One way of several: the dog comes for his bone, and then he stands where he is of use.
level.give("ramp", width=0.9, height=0.25).at(1.2, 2.3)
level.give("ramp", width=0.9, height=0.25).at(2.25, 1.95)
bell = level.give("bell").at(4.0, 0.8)
level.join("wire", hamper, bell)
plate = level.give("pressure_plate", width=0.5).on(ground, x=3.95)
motor = level.give("motor", speed=30.0, running=False).at(3.65, 2.0)
level.join("wire", plate, motor)
level.join("belt", motor, jack)
match = level.give("spring_match").flipped().turned(-90).at(4.05, 2.17)
for candle in candles:
    level.join("fuse", match, candle, speed=0.5)

# Other ways, and what is of no use.
level.spare("conveyor", width=1.6, speed=1.5)
level.spare("hamster_wheel")
level.spare("flashlight")
level.spare("magnifier")
level.spare("fan")
level.spare("windmill")
level.spare("burner")
level.spare("pillow")
level.clues(
    goal="The dog first: once he sits where his bone was, he can be of use.",
    family="Electric: a net that swallows a ball tells everybody who listens, and so can a dog's paws.",
    piece=bell,
)
level.aim("Without a motor", without="motor")
level.aim("Nobody strikes a match", without="spring_match")
level.par(parts=12, seconds=27.0)
level.save()
