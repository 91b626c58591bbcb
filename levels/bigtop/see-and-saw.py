"""See and saw: the bowling ball comes down on one end, the crate goes up from the other, and its seat starts a show."""

from _ring import dress

from sandbox.authoring import Level, when

level = Level(
    "See and saw",
    text="The crate has a seat in the upper row, and nobody to carry it there. The bowling ball will drop in anyway.",
    insight="What comes down heavily on one end of a seesaw sends up what is light on the other.",
    width=4.0,
    height=3.3,
    scene="circus",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=2.3, height=0.25).flipped().at(2.57, 1.83)
stop = level.put("wall", height=0.7, width=0.08).at(0.81, 1.5)
heavy = level.put("bowling_ball").on(slide, x=3.47)
light = level.put("crate", width=0.25, height=0.2).at(1.9, 0.65)
shelf = level.put("floor", width=0.43, height=0.06).at(1.415, 0.7)
seat = level.put("pressure_plate", width=0.42).on(shelf)
level.put("wall", width=0.04, height=0.3).at(1.18, 0.82)
level.put("wall", width=0.04, height=0.12).at(1.65, 0.73)

belt = level.put("conveyor", width=1.0, speed=-0.8, running=False).at(3.4, 2.82)
level.join("wire", seat, belt)
level.put("soccer_ball").on(belt, x=3.72)
level.put("ramp", width=0.7, height=0.25).flipped().at(2.5, 2.55)
gallery = level.put("floor", width=2.65, height=0.06).at(1.53, 2.37)
for n, colour in enumerate(("red", "blue", "green", "red", "blue", "green", "red", "blue")):
    level.put("domino", colour=colour).on(gallery, x=1.9 - 0.15 * n)
bell = level.put("bell").on(gallery, x=0.5)

dress(
    level,
    ("bunting", 0.9, 3.12, 1.6), ("bunting", 2.35, 3.12, 1.6), ("bunting", 3.55, 3.17, 0.8),
    ("poster", 0.35, 1.35), ("poster", 2.55, 1.2), ("star", 3.2, 1.25), ("balloons", 3.75, 1.0, 1.2),
    ("drum", 3.1, 0.31, 1.4), ("drum", 3.1, 0.66, 1.0), ("plant", 3.65, 0.35), ("lamp", 0.2, 0.33),
)  # fmt: skip

board = level.give("seesaw", "Nobody is strong enough to throw a crate. The ball is, on a lever.", tilt=8.0)
board.at(1.4, 0.3)
level.goal("The crate is in its seat, on the plate", when.held(0.5, when.inside(light, 1.15, 0.75, 1.7, 1.1)))
level.goal("The bell rings", when.state(bell, "rung"))
level.par(parts=1, seconds=8.8)
level.save()
