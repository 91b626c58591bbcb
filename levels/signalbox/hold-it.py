"""Write the level 'Hold it': the button belongs where the ball stays, not where it passes."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

level = Level(
    "Hold it",
    text="This button holds the line only while something holds the button. The night porter has other things to do.",
    insight="What is to last needs a push that stays: put the button where the ball ends, not where it passes.",
    width=5.0,
    height=2.8,
    scene="signalbox",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=0.8, height=0.12).at(0.55, 2.3)
ball = level.put("bowling_ball").on(slide, x=0.3)
for number in range(3):
    top = 1.7 - 0.42 * number
    level.put("fixed_block", width=0.45, height=top).at(1.15 + 0.45 * number, 0.1 + top / 2)
post = level.put("fixed_block", width=0.3, height=0.7).at(2.95, 0.45)
belt = level.put("conveyor", width=1.9, speed=0.4, running=False).at(3.0, 1.9)
crate = level.put("cardboard_box", open=False, width=0.3, height=0.24).on(belt, x=2.3)
basket = level.put("basket", width=0.6, height=0.4).on(ground, x=4.3)
button = level.give("button", "It has to be sat on.", mode="hold", hold=0.5).at(2.6, 0.136)
level.join("wire", button, belt, hint="From the button to the belt.")
level.goal("The box lies in the basket", when.held(0.5, when.contained(crate, basket)))
level.par(parts=2, seconds=8.9)

plan(level, 3.2, 1.2, 1.3, 0.5, 2)
sign(level, "LINE CLOSED", 4.2, 2.5, "red")
dress(
    level,
    ("lamp", 3.0, post, 0.9), ("clock", 0.45, 1.55, 0.9), ("poster", 0.35, 0.85, 1.0), ("plant", 0.7, ground, 0.9),
    ("bunting", 2.6, 2.6, 1.3), ("books", 3.45, ground, 0.9), ("poster", 4.65, 1.7, 0.9),
    ("plant", 4.8, ground, 0.9), ("arrow", 3.65, 0.65, 0.7),
)  # fmt: skip
level.save()
