"""See and saw: the bowling ball comes down on one end, and the crate goes up from the other."""

from _ring import dress

from sandbox.authoring import Level, when

level = Level(
    "See and saw",
    text="The crate has a seat in the upper row, and nobody to carry it there. The bowling ball will drop in anyway.",
    insight="What comes down heavily on one end of a seesaw sends up what is light on the other.",
    width=4.0,
    height=2.25,
    scene="circus",
)
ground = level.room()
slide = level.put("ramp", width=2.3, height=0.25).flipped().at(2.57, 1.83)
stop = level.put("wall", height=0.7, width=0.08).at(0.81, 1.5)
heavy = level.put("bowling_ball").on(slide, x=3.47)
light = level.put("crate", width=0.25, height=0.2).at(1.9, 0.65)
shelf = level.put("floor", width=0.45, height=0.06).at(1.42, 0.72)

dress(
    level,
    ("bunting", 0.9, 2.1, 1.6), ("bunting", 2.35, 2.1, 1.6), ("bunting", 3.52, 2.11, 0.9),
    ("poster", 0.35, 1.35), ("poster", 2.55, 1.2), ("star", 3.2, 1.25), ("balloons", 3.75, 1.0, 1.2),
    ("drum", 3.1, 0.31, 1.4), ("drum", 3.1, 0.66, 1.0), ("plant", 3.65, 0.35), ("lamp", 0.2, 0.33),
)  # fmt: skip

board = level.give("seesaw", "Nobody is strong enough to throw a crate. The ball is, on a lever.", tilt=8.0)
board.at(1.4, 0.3)
level.goal("The crate is on the shelf", when.held(0.5, when.inside(light, 1.15, 0.75, 1.7, 1.1)))
level.par(parts=1, seconds=4.0)
level.save()
