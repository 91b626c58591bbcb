"""Long arm: a high striker, whose seesaw has to be put nearer to where the ball comes down than anybody thinks."""

from _ring import dress

from sandbox.authoring import Level, when

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "Long arm",
    text="Ring the button at the top of the high striker! The strong man has a sore back today, so gravity steps in.",
    insight="The nearer to its pivot a seesaw is struck, the higher its other end throws.",
    width=4.0,
    height=3.6,
    scene="circus",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=1.35, height=0.1).at(0.75, 1.5)
mouth = level.put("funnel", width=0.6, height=0.3, bore=0.26).at(1.8, 1.3)
heavy = level.put("bowling_ball").on(slide, x=0.2)
for x in (2.46, 2.74):
    level.put("wall", width=0.06, height=1.3).at(x, 1.25)
puck = level.put(
    "polygon", outline=SQUARE, width=0.2, height=0.14, body="upright", stuff="wood", colour="orange", mass=0.2
)
puck.named("the puck").at(2.6, 0.7)
roof = level.put("floor", width=0.34, height=0.06).at(2.6, 1.93)
button = level.put("button").turned(180).under(roof)

belt = level.put("conveyor", width=1.1, speed=0.8, running=False).at(0.75, 2.92)
level.join("wire", button, belt)
level.put("soccer_ball").on(belt, x=0.4)
level.put("ramp", width=0.7, height=0.25).at(1.45, 2.6)
gallery = level.put("floor", width=1.7, height=0.06).at(1.95, 2.38)
catapult = level.put("catapult", energy=4.0, aim=45.0).on(gallery, x=2.3)
prize = level.put("volleyball").at(catapult.x - 0.185, catapult.y + 0.224)
chest = level.put("toy_chest", width=0.8, height=0.6).on(ground, x=3.5)

dress(
    level,
    ("bunting", 0.75, 3.45, 1.5), ("bunting", 2.05, 3.47, 1.2), ("lamp", 2.93, 0.31, 0.9), ("bunting", 3.3, 3.45, 1.4),
    ("star", 2.6, 2.07, 0.6), ("poster", 3.3, 1.15, 1.2), ("poster", 0.45, 0.95, 1.1),
    ("balloons", 3.75, 0.95, 1.1), ("drum", 0.4, 0.25), ("star", 0.4, 0.48, 0.7),
    ("poster", 3.2, 2.6, 1.1),
)  # fmt: skip

board = level.give("seesaw", "In the middle between the two, it throws only half as high as it could.", tilt=8.0)
board.at(2.05, 0.3)
level.spare("trampoline")
level.goal("The button at the top of the striker is on", when.state(button, "on"))
level.goal("The volleyball, the prize, is in the chest", when.held(0.3, when.contained(prize, chest)))
level.par(parts=1, seconds=9.6)
level.save()
