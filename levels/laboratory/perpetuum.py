"""Write the open level 'Perpetuum mobile': a motor that feeds itself, once somebody has set it going."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

SHEET = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "Perpetuum mobile",
    text="The professor's machine feeds itself, lights the hall for five seconds, and sweeps up her doubters' letters. "
    "Who sets it going may sleep again.",
    insight="A loop can keep itself going, but it can't begin.",
    width=6.2,
    height=3.6,
    scene="laboratory",
    open=True,
)
ground = level.room()
loft = level.put("floor", width=1.0, height=0.08).at(0.5, 2.7)
slide = level.put("inclined_plane", width=0.7, height=0.12).on(loft, x=0.4)
ball = level.put("bowling_ball").on(slide, x=0.2)
stone = level.put("fixed_block", width=1.3, height=0.6).on(ground, x=1.6)
shelf = level.put("floor", width=1.0, height=0.08).at(2.6, 1.5)
hamster = level.put("hamster_wheel", time=3.0, speed=60.0, torque=4.0).on(shelf, x=2.6)
table = level.put("floor", width=2.2, height=0.08).at(4.6, 1.5)
generator = level.put("generator", watts=250.0).on(table, x=3.8)
motor = level.put("motor", speed=60.0, torque=3.0).on(table, x=5.2)
level.join("cable", generator.socket, motor.plug)
gallery = level.put("floor", width=1.2, height=0.08).at(4.6, 2.9)
lamp = level.put("lamp", reach=2.0).under(gallery, x=4.6)
sweeper = level.put("vacuum", reach=1.4).on(ground, x=3.9)
letters = [
    level.put("polygon", outline=SHEET, width=0.12, height=0.08, body="loose", stuff="foam", colour="white", mass=0.03)
    .named("the sheet")
    .on(ground, x=x)
    for x in (4.7, 5.0)
]

level.goal("The lamp shines for five seconds on end", when.held(5.0, when.state(lamp, "on")))
level.goal("The vacuum cleaner has both letters", when.all(*(when.gone(letter) for letter in letters)))
level.goal("The hamster sleeps", when.not_(when.state(hamster, "on")))

rack(level, 5.75, 2.2, 0.7, 0.6)
sign(level, "NEVER STOPS", 4.6, 2.2, "amber")
sign(level, "EST. NEVER", 2.6, 1.3, "green")
dress(
    level,
    ("plant", 0.35, ground, 0.9), ("books", 0.75, loft, 0.6), ("clock", 2.9, 2.9, 0.8), ("lamp", 5.9, ground, 0.9),
    ("teddy", 5.5, ground, 0.8), ("poster", 0.45, 1.6, 0.9), ("window", 3.6, 2.6, 0.8), ("blocks", 0.75, ground, 0.6),
    ("bunting", 1.9, 3.4, 1.4), ("drawing", 5.75, 1.1, 0.7), ("books", 4.95, gallery, 0.6),
)  # fmt: skip

# The author's own way: a glove wakes the hamster, and once there is power the motor needs nobody any more.
button = level.give("button", mode="hold", hold=0.5).on(stone, x=1.7)
glove = level.give("boxing_glove").at(2.1, 1.75)
level.join("wire", button, glove.signal)
level.join("belt", hamster, generator, given=True)
level.join("belt", motor, generator, given=True)
for consumer in (lamp, sweeper):
    level.join("cable", generator.socket, consumer.plug, given=True)
level.spare("bellows", reach=2.5)
level.spare("windmill")
level.spare("winch")
level.spare("weight", mass=6.0)
level.spare("rope")
level.spare("gear")
level.spare("tacho")
level.clues(
    goal="The lamp first: nothing here has a socket but what turns, so give that something to feed and to be fed by.",
    family="Power: the motor can turn what it lives on. Turning: then look for what can turn it first, for a moment.",
    piece=button,
)
level.aim("Let the hamster sleep all day", without="boxing_glove")
level.aim("In 6 seconds, before the doubters are back", seconds=6.0)
level.aim("A chain of six", chain=6)
level.par(parts=7, seconds=8.0)
level.save()
