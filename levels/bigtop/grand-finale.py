"""Grand finale: all that the circus has shown, in a row, up to the fireworks."""

from _ring import dress

from sandbox.authoring import Level, when

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "Grand finale",
    text="Everybody is in the ring, everybody knows their part, and three of them are late. No fireworks without them!",
    insight="A big machine is a row of small ones: each ends where the next begins.",
    width=6.4,
    height=3.6,
    scene="circus",
    rules=2,
)
ground = level.room()

slide = level.put("ramp", width=1.3, height=0.12).at(0.7, 2.99)
tap = level.put("soccer_ball").on(slide, x=0.15)
lane = level.put("floor", width=0.5, height=0.1).at(2.03, 2.75)
heavy = level.put("bowling_ball").on(lane, x=2.05)

mouth = level.put("funnel", width=0.8, height=0.35, bore=0.26).at(2.6, 1.6)
level.put("wall", width=0.08, height=0.9).at(3.0, 2.35)
for x in (1.66, 1.94):
    level.put("wall", width=0.06, height=1.3).at(x, 1.25)
puck = level.put(
    "polygon", outline=SQUARE, width=0.2, height=0.14, body="upright", stuff="wood", colour="orange", mass=0.2
)
puck.named("the puck").at(1.8, 0.7)
roof = level.put("floor", width=0.34, height=0.06).at(1.8, 1.93)
button = level.put("button").turned(180).under(roof)

flap = level.put("trap_door", width=0.5, mass=20.0).at(3.45, 2.5)
level.join("wire", button, flap)
artist = level.put("bowling_ball").on(flap, x=3.33)
hook = level.put("anchor").at(4.2, 2.85)
level.tie(artist, hook)
perch = level.put("floor", width=0.5, height=0.1).at(4.69, 1.78)
ball = level.put("basketball").on(perch, x=4.48)
back = level.put("ramp", width=1.15, height=0.12).flipped().at(5.8, 0.95)
level.put("wall", width=0.12, height=0.95).at(3.95, 0.575)
level.put("wall", width=0.08, height=1.35).at(3.06, 0.775)
plate = level.put("pressure_plate", width=0.7, mass=0.3).on(ground, x=3.5)
rockets = [
    level.put("firework", show=show, rise=rise).on(ground, x=x)
    for x, show, rise in ((0.35, "star", 0.45), (0.75, "ring", 0.35), (1.15, "willow", 0.4))
]
for rocket in rockets:
    level.join("wire", plate, rocket)

dress(
    level,
    ("bunting", 1.0, 3.43, 1.6), ("bunting", 2.6, 3.43, 1.6), ("bunting", 4.2, 3.43, 1.6), ("bunting", 5.7, 3.43, 1.4),
    ("poster", 0.75, 2.4, 1.0), ("star", 1.35, 1.2, 0.8), ("balloons", 0.3, 1.0, 1.2),
    ("poster", 5.55, 2.1, 1.4), ("star", 5.0, 2.65, 1.1), ("star", 5.95, 2.75, 0.9), ("drum", 5.75, 0.33, 1.5),
    ("drum", 5.75, 0.68, 1.0), ("lamp", 4.3, 0.35), ("plant", 5.25, 0.34, 0.9), ("plant", 6.2, 0.34, 0.9),
    ("poster", 2.6, 0.95, 1.0), ("balloons", 3.5, 0.65, 1.2),
)  # fmt: skip

glove = level.give("boxing_glove", "From the slide to the bowling ball.").at(1.6, 2.95)
board = level.give("seesaw", "Under the funnel and the tower: nearer to the one that is heavy.", tilt=8.0)
board.at(2.35, 0.3)
spring = level.give("spring_board", "Where the ball comes down, to get it over the wall.").flipped().at(4.8, 0.182)
level.no_build(3.02, 0.0, 4.01, 1.6)  # what stands there presses the plate
level.goal("The fireworks go off, all three", when.all(*(when.state(rocket, "exploded") for rocket in rockets)))
level.par(parts=3, seconds=10.0)
level.save()
