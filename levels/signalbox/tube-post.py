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
        "The dispatch rolls into the tube and out again, for want of breath. The train waits for it, and for the "
        "lantern: it must not leave without either."
    ),
    insight="What passes by on its way can do a job in passing; and two halves make a whole.",
    width=6.6,
    height=3.6,
    scene="signalbox",
    open=True,
)
ground = level.room()
cellar = level.put("floor", width=MOUTH[0] - 0.01, height=0.04).at((MOUTH[0] - 0.01) / 2, 0.28)
slope = level.put("inclined_plane", width=0.55, height=0.2).on(cellar, x=0.29)
dispatch = (
    level.put("custom_ball", radius=0.11, mass=0.6, restitution=0.1, friction=0.02, colour="blue")
    .on(slope, x=0.12)
    .named("the dispatch")
)
level.put("curved_tube", radius=RISE).flipped().at(MOUTH[0] + (RISE + 0.155) / 2, MOUTH[1] + (RISE - 0.155) / 2)
level.put("straight_tube", width=TOP - MOUTH[1] - RISE).turned(90).at(UP, (TOP + MOUTH[1] + RISE) / 2)
level.put("curved_tube", radius=RISE).turned(-90).at(UP + (RISE - 0.155) / 2, TOP + (RISE + 0.155) / 2)
loft = level.put("floor", width=1.22, height=0.06).at(UP + RISE + 0.62, TOP + RISE - 0.13 - 0.03)
shelf = level.put("floor", width=0.6, height=0.06).at(4.35, 2.2)
tray = level.put("pocket", width=0.5).on(shelf, x=4.33)
level.put("wall", width=0.06, height=1.0).at(4.65, 2.72)
line = level.put("conveyor", width=3.1, speed=0.4, running=False).at(4.5, 1.0)
engine = (
    level.put("polygon", outline=ENGINE, width=0.56, height=0.32, body="loose", stuff="wood", colour="red", mass=2.0)
    .on(line, x=3.4)
    .named("the train")
)
post = level.put("floor", width=0.5, height=0.06).at(5.9, 2.3)
candle = level.put("candle").on(post, x=5.9)

level.goal("The blue ball with the dispatch lies in the tray", when.state(tray, "count"))
level.goal("The red engine is at the far end of its conveyor", when.beyond(engine, "x", "more", 5.6))
level.goal("The lantern's candle burns", when.state(candle, "lit"))
gone = when.beyond(engine, "x", "more", 4.2)
level.fails("The train has left without the dispatch", when.all(gone, when.not_(when.state(tray, "count"))))
level.fails("The train has left in the dark", when.all(gone, when.not_(when.state(candle, "lit"))))

plan(level, 1.1, 3.15, 1.4, 0.5)
sign(level, "NO NEWS", 3.3, 3.2)
dress(
    level,
    ("clock", 5.3, 3.1, 0.8), ("poster", 0.8, 2.0, 1.0), ("bunting", 5.9, 3.35, 1.3), ("lamp", 3.7, loft, 0.7),
    ("plant", 3.1, ground, 0.9), ("books", 3.7, ground, 0.8), ("train", 5.0, ground, 0.9), ("lamp", 6.2, ground, 0.8),
)  # fmt: skip

# One way: a push below and another one half way up; the dispatch knocks a match as it drops into the tray, and the
# train waits until the cord has burnt as far as the lantern.
level.give("accelerator", bore=0.5, speed=5.0, force=150.0).at(1.2, 0.5)
ring = level.give("accelerator", bore=0.5, speed=5.0, force=150.0).turned(90).at(2.25, 1.6)
match = level.give("spring_match").at(4.4, 2.7)
level.join("fuse", match, candle.fuse, speed=0.3)
timer = level.give("timer", mode="delay", time=6.0, title="Timer, 6 s").at(4.9, 1.7)
latch = level.give("gate", rule="latch", title="Latch").at(4.35, 1.7)
level.join("wire", tray, timer.signal)
level.join("wire", timer.out, latch.a)
level.join("wire", latch.out, line)

# Other ways, and what is of no use.
level.spare("antigravity", width=1.0, height=1.9)
level.spare("counter", number=1)
level.spare("light_gate", width=0.6)
level.spare("trampoline")
level.spare("bell")
level.spare("bellows")
level.clues(
    goal="The dispatch first: whatever you try, it gets half way. Then look what lies before its last drop.",
    family="Transport: one push is not enough, and another can come where glass already leads the way.",
    piece=ring,
)
level.aim("Nothing takes its weight away", without="antigravity")
level.aim("No gate remembers it", without="gate")
level.par(parts=9, seconds=14.4)
level.save()
