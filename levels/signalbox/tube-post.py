"""Write the open puzzle 'The tube post': a dispatch that does not get up, a train that waits for it, and a lantern."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

ENGINE = (
    ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.0), (0.36, 0.0), (0.36, 0.3), (0.2, 0.3), (0.2, 0.0), (-0.08, 0.0),
     (-0.08, 0.5), (-0.5, 0.5)),
)  # fmt: skip
MOUTH, RISE = (1.65, 0.43), 0.6  # m: where the tube begins, and the radius of its bends
UP, TOP = MOUTH[0] + RISE, 2.15  # m: where it goes up, and how far

level = Level(
    "The tube post",
    text=(
        "The dispatch rolls into the tube and out again, for want of breath. When it lies in the tray upstairs, the "
        "train may go; and a lantern should burn by then."
    ),
    insight="What cannot be pushed up may be sent up: a shaft asks for speed, for no weight, or for another door.",
    width=6.6,
    height=3.6,
    scene="signalbox",
    open=True,
)
ground = level.room()
cellar = level.put("floor", width=MOUTH[0] - 0.01, height=0.04).at((MOUTH[0] - 0.01) / 2, 0.28)
slope = level.put("inclined_plane", width=0.55, height=0.2).on(cellar, x=0.29)
dispatch = level.put("custom_ball", radius=0.11, mass=0.6, restitution=0.1, friction=0.02, colour="blue").on(
    slope, x=0.12
)
level.put("curved_tube", radius=RISE).flipped().at(MOUTH[0] + (RISE + 0.155) / 2, MOUTH[1] + (RISE - 0.155) / 2)
level.put("straight_tube", width=TOP - MOUTH[1] - RISE).turned(90).at(UP, (TOP + MOUTH[1] + RISE) / 2)
level.put("curved_tube", radius=RISE).turned(-90).at(UP + (RISE - 0.155) / 2, TOP + (RISE + 0.155) / 2)
loft = level.put("floor", width=1.0, height=0.06).at(UP + RISE + 0.51, TOP + RISE - 0.13 - 0.03)
shelf = level.put("floor", width=0.6, height=0.06).at(4.35, 2.2)
tray = level.put("pocket", width=0.5).on(shelf, x=4.33)
level.put("wall", width=0.06, height=1.0).at(4.65, 2.72)
line = level.put("conveyor", width=3.1, speed=0.4, running=False).at(4.5, 1.0)
engine = level.put(
    "polygon", outline=ENGINE, width=0.56, height=0.32, body="loose", stuff="wood", colour="red", mass=2.0
).on(line, x=3.4)
post = level.put("floor", width=0.5, height=0.06).at(5.9, 2.3)
candle = level.put("candle").on(post, x=5.9)

level.goal("The blue ball with the dispatch lies in the tray", when.state(tray, "count"))
level.goal("The red engine is at the far end of its conveyor", when.beyond(engine, "x", "more", 5.6))
level.goal("The lantern's candle burns", when.state(candle, "lit"))
level.fails(
    "The train has left without the dispatch",
    when.all(when.beyond(engine, "x", "more", 4.2), when.not_(when.state(tray, "count"))),
)

plan(level, 1.1, 3.15, 1.4, 0.5)
sign(level, "NO NEWS", 3.3, 3.2)
dress(
    level,
    ("clock", 5.3, 3.1, 0.8), ("poster", 0.8, 2.0, 1.0), ("bunting", 5.9, 3.35, 1.3), ("lamp", 3.7, loft, 0.7),
    ("plant", 3.1, ground, 0.9), ("books", 3.7, ground, 0.8), ("train", 5.0, ground, 0.9), ("lamp", 6.2, ground, 0.8),
)  # fmt: skip

# One way: hurry it up, let the tray remember that it has come, and the train strike a match at the end of its line.
ring = level.give("accelerator", bore=0.32, speed=9.0, force=150.0).at(1.0, 0.45)
latch = level.give("gate", rule="latch", title="Latch").at(4.35, 1.7)
level.join("wire", tray, latch.a)
level.join("wire", latch.out, line)
match = level.give("spring_match").at(6.2, 1.15)
level.join("fuse", match, candle.fuse, speed=0.3)

# Other ways, and what is of no use.
level.spare("teleporter", 2, height=0.4)
level.spare("antigravity", width=1.0, height=2.0)
level.spare("timer", mode="ring", time=1.0)
level.spare("button", mode="hold", hold=15.0)
level.spare("counter", number=1)
level.spare("laser", running=False, title="Laser, off")
level.spare("boxing_glove", speed=6.0)
level.spare("bellows")
level.spare("wire", 2)
level.clues(
    goal="The dispatch first: see how far it gets by itself, and what the tray can tell when it has arrived.",
    family="Transport: one thing makes it faster and two things spare it the way. Under Air one takes its weight.",
    piece=ring,
)
level.aim("Nothing hurries it", without="accelerator")
level.aim("No gate remembers it", without="gate")
level.aim("Sent express: within 10 seconds", seconds=10.0)
level.par(parts=6, seconds=14.5)
level.save()
