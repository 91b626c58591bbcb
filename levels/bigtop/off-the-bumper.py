"""Off the bumper: the ball comes straight down, and has to leave straight to the side."""

from _ring import dress

from sandbox.authoring import Level, when

level = Level(
    "Off the bumper",
    text="The ball is dropped at one end of the ring, and the goal is at the other. Somebody has to give it a kick.",
    insight="A bumper kicks straight away from its middle: what touches its side leaves to the side.",
    width=4.0,
    height=2.25,
    scene="circus",
)
ground = level.room()
slide = level.put("ramp", width=2.2, height=0.2).flipped().at(2.6, 1.8)
mouth = level.put("funnel", width=0.5, height=0.34, bore=0.22).at(1.2, 1.5)
ball = level.put("custom_ball", radius=0.1, mass=0.4, restitution=0.05, colour="blue").on(slide, x=3.5)
fence = level.put("wall", width=0.1, height=0.45).at(2.5, 0.325)
stand = level.put("fixed_block", width=1.0, height=0.3).at(3.5, 0.25)
net = level.put("goal", width=0.7, height=0.8).at(3.55, 0.8)

dress(
    level,
    ("bunting", 0.75, 2.12, 1.5), ("bunting", 2.1, 2.12, 1.4), ("bunting", 3.4, 2.12, 1.2),
    ("poster", 0.4, 1.35, 1.1), ("balloons", 0.25, 0.85, 1.1), ("drum", 0.55, 0.285, 1.2), ("star", 0.55, 0.57, 0.7),
    ("poster", 2.15, 1.2, 1.1), ("star", 2.95, 1.5, 0.8), ("star", 3.55, 1.5, 0.8), ("drum", 1.75, 0.25),
    ("lamp", 2.2, 0.33), ("plant", 2.8, 0.33, 0.9),
)  # fmt: skip

bumper = level.give(
    "bumper", "Under the funnel it would only juggle; a little beside that it shoots.", radius=0.12, kick=4.5
)
bumper.at(1.1, 0.5)
level.goal("The ball is in the goal", when.state(net, "scored"))
level.par(parts=1, seconds=4.5)
level.save()
