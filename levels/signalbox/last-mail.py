"""Write the open puzzle 'The last mail': a red engine waits for three balls of mail, and a dog waits for the engine."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
ENGINE = (
    ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.0), (0.36, 0.0), (0.36, 0.3), (0.2, 0.3), (0.2, 0.0), (-0.08, 0.0),
     (-0.08, 0.5), (-0.5, 0.5)),
)  # fmt: skip

level = Level(
    "The last mail",
    text=(
        "Three balls of mail go into the bag, and not before that the last train. The dog has waited at the crossing "
        "all day: on the train's last metre lies his bone."
    ),
    insight="What arrives can call for the next: a signal box does not have to be told everything twice.",
    width=6.8,
    height=4.0,
    scene="signalbox",
    open=True,
)
ground = level.room()
loft = level.put("floor", width=0.7, height=0.06).at(0.35, 3.2)
slide = level.put("inclined_plane", width=0.6, height=0.14).on(loft, x=0.32)
ball = level.put("petanque_boule").on(slide, x=0.12)

# The sorting office: from the chute one ball of mail goes right, the next goes left.
feed = level.put("dispenser", ball="baseball", number=5).at(2.3, 3.35)
points = level.put("diverter", width=0.3).at(2.3, 2.72)
lost_shelf = level.put("floor", width=0.8, height=0.06).at(1.77, 2.05)
lost = level.put("pocket", width=0.5).on(lost_shelf, x=1.8)
bag_shelf = level.put("floor", width=0.7, height=0.06).at(4.0, 1.95)
level.put("wall", width=0.06, height=0.62).at(4.28, 2.23)
bag = level.put("pocket", width=0.4).on(bag_shelf, x=3.98)
counter = level.put("counter", number=3).at(4.65, 2.35)
level.join("wire", bag, counter.signal)

# The line: it runs as its shaft turns.
line = level.put("driven_conveyor", width=3.3).flipped().at(3.6, 1.2)
engine = (
    level.put("polygon", outline=ENGINE, width=0.56, height=0.32, body="loose", stuff="wood", colour="red", mass=2.0)
    .named("the engine")
    .on(line, x=2.3)
)
end = level.put("floor", width=0.24, height=0.12).at(5.42, 1.2)
bone = level.put("bone").on(end, x=5.45)
nest = level.put("floor", width=0.8, height=0.06).at(6.4, 2.5)
hamster = level.put("hamster_wheel", time=30.0, speed=32.0).flipped().on(nest, x=6.2)

# The crossing.
dog = level.put("dog").on(ground, x=1.9)
level.put("wall", width=0.06, height=0.95).at(1.4, 2.5)
barrier = level.put("polygon", outline=SQUARE, width=0.07, height=0.5, body="upright", stuff="wood", mass=0.9)
barrier.named("the barrier").on(ground, x=4.9)
for side in (-0.09, 0.09):
    level.put("wall", width=0.07, height=0.5).at(4.9 + side, 0.78)

level.goal("Three balls are in the mail bag", when.state(counter, "on"))
level.goal("The red engine is at the far end of its conveyor", when.beyond(engine, "x", "more", 5.1))
level.goal("The dog has had his bone", when.state(dog, "fed"))
level.fails(
    "The red engine has left without the mail",
    when.all(when.beyond(engine, "x", "more", 3.2), when.not_(when.state(counter, "on"))),
)

plan(level, 3.35, 3.4, 1.3, 0.5)
sign(level, "LAST MAIL 9:40", 3.35, 2.97)
dress(
    level,
    ("clock", 4.6, 3.45, 0.8), ("poster", 0.6, 1.6, 1.0), ("bunting", 5.6, 3.75, 1.6), ("lamp", 3.2, ground, 0.9),
    ("blocks", 0.55, ground, 1.0), ("books", 6.6, nest, 0.6), ("plant", 6.35, ground, 0.9), ("drum", 3.9, ground, 0.7),
)  # fmt: skip

# One way: each ball that arrives calls for the next, the full bag rings, and two sleepers hear one bell.
button = level.give("button").at(1.15, 2.5)
level.join("wire", button, feed)
level.join("wire", lost, feed, given=True)
level.join("wire", bag, feed, given=True)
level.give("ramp", width=1.2, height=0.3).at(3.1, 2.42)
bell = level.give("bell").at(4.5, 1.75)
level.join("wire", counter.out, bell)
level.join("belt", hamster, line, given=True)
for x in (4.85, 5.15):
    level.tie(level.give("balloon").at(x, 1.7), barrier.middle)

# Other ways, and what is of no use.
level.spare("wire")
level.spare("straight_tube", width=1.2, bore=0.22)
level.spare("motor", running=False, speed=32.0, title="Motor, off")
level.spare("light_gate", mode="pulse")
level.spare("pulley", 2)
level.spare("weight", mass=2.0)
level.spare("fan")
level.clues(
    goal="The mail first: the train must not move before the counter shows three.",
    family="Look under Electric: both bags send a signal for each ball, and the counter sends one when it is content.",
    piece=bell,
)
level.aim("Without balloons", without="balloon")
level.aim("For 26 coins at most", price=26)
level.par(parts=12, seconds=28.0)
level.save()
