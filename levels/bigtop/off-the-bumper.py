"""Off the bumper: the ball comes straight down, and has to leave straight to the side."""

from _ring import dress

from sandbox.authoring import Level, when

level = Level(
    "Off the bumper",
    text="The ball is dropped at one end of the ring, and the goal is at the other. Somebody has to give it a kick.",
    insight="A bumper kicks straight away from its middle: what touches its side leaves to the side.",
    width=4.0,
    height=3.6,
    scene="circus",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=2.2, height=0.2).flipped().at(2.6, 1.8)
mouth = level.put("funnel", width=0.5, height=0.34, bore=0.22).at(1.2, 1.5)
ball = (
    level.put("custom_ball", radius=0.1, mass=0.4, restitution=0.05, colour="red")
    .on(slide, x=3.5)
    .named("the red ball")
)
fence = level.put("wall", width=0.1, height=0.45).at(2.5, 0.325)
stand = level.put("fixed_block", width=1.0, height=0.3).at(3.5, 0.25)
net = level.put("goal", width=0.7, height=0.8).at(3.55, 0.8)
plate = level.put("pressure_plate", width=0.68, mass=0.2).on(stand, x=3.58)

flap = level.put("trap_door", width=0.4, mass=5.0).flipped().at(3.6, 3.2)
level.join("wire", plate, flap)
hoop_ball = level.put("volleyball").on(flap, x=3.55)
gallery = level.put("floor", width=3.9, height=0.06).at(2.03, 2.3)
level.put("trampoline").turned(15).at(3.45, 2.48)
for x in (2.62, 2.0):
    level.put("trampoline", width=0.5).on(gallery, x=x)
basket = level.put("basket", width=0.55, height=0.4).on(gallery, x=1.3)

dress(
    level,
    ("bunting", 0.75, 3.44, 1.5), ("bunting", 2.1, 3.44, 1.4), ("bunting", 3.2, 3.46, 0.9),
    ("poster", 0.4, 1.35, 1.1), ("balloons", 0.25, 0.85, 1.1), ("drum", 0.55, 0.285, 1.2), ("star", 0.55, 0.57, 0.7),
    ("poster", 2.15, 1.2, 1.1), ("star", 2.95, 1.5, 0.8), ("star", 3.55, 1.5, 0.8), ("drum", 1.75, 0.25),
    ("lamp", 2.2, 0.33), ("plant", 2.8, 0.33, 0.9),
)  # fmt: skip

bumper = level.give(
    "bumper", "Under the funnel it would only juggle; a little beside that it shoots.", radius=0.12, kick=4.5
)
bumper.at(1.1, 0.5)
level.goal("The red ball is in the goal", when.state(net, "scored"))
level.goal("The volleyball bounces into the basket", when.held(0.3, when.contained(hoop_ball, basket)))
level.par(parts=1, seconds=6.8)
level.save()
