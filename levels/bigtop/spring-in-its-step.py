"""Spring in its step: the basketball has to get over a wall that is higher than where it comes from."""

from _ring import dress

from sandbox.authoring import Level, when

level = Level(
    "Spring in its step",
    text="The wall is higher than the lane that the basketball comes from. The pins behind it feel rather safe.",
    insight="A spring board gives back more than it got: what falls on it leaves faster than it came.",
    width=4.0,
    height=2.25,
    scene="circus",
)
ground = level.room()
slide = level.put("ramp", width=1.1, height=0.12).at(0.7, 1.1)
ball = level.put("basketball").on(slide, x=0.25)
wall = level.put("wall", width=0.14, height=1.3).at(2.5, 0.75)
for x in (3.45, 3.65):
    level.put("bowling_pin").on(ground, x=x)

dress(
    level,
    ("bunting", 0.75, 2.12, 1.5), ("bunting", 2.5, 2.12, 1.2), ("bunting", 3.5, 2.12, 0.9),
    ("poster", 0.55, 0.65, 1.1), ("lamp", 0.2, 0.33), ("lamp", 0.95, 0.33), ("star", 2.5, 1.62, 0.9),
    ("balloons", 3.75, 1.2, 1.2), ("poster", 3.15, 1.25, 1.1), ("drum", 2.9, 0.25), ("drum", 2.9, 0.48, 0.8),
    ("plant", 2.25, 0.33, 0.9),
)  # fmt: skip

board = level.give("spring_board", "What falls on the free end of its board comes up highest.").at(1.5, 0.182)
level.goal("The basketball is behind the wall", when.held(0.3, when.inside(ball, 2.57, 0.1, 4.0, 0.8)))
level.par(parts=1, seconds=4.0)
level.save()
