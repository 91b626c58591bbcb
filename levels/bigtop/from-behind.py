"""From behind: a tennis ball taps the back of a glove, and the glove does the rest."""

from _ring import dress

from sandbox.authoring import Level, when

level = Level(
    "From behind",
    text="A tennis ball against a tower of crates: the bets are 100 to 1. But it knows somebody with a temper.",
    insight="A glove that is tapped on its back punches to its front: a small cause, and a big effect.",
    width=5.4,
    height=2.6,
    scene="circus",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=1.3, height=0.12).at(0.75, 1.09)
tap = level.put("tennis_ball").on(slide, x=0.15)
lane = level.put("floor", width=1.75, height=0.1).at(2.275, 0.85)
heavy = level.put("bowling_ball").on(lane, x=2.1)
low = level.put("crate", width=0.26, height=0.26).on(lane, x=2.98)
level.put("crate", width=0.26, height=0.26).on(low)

way_out = level.put("conveyor", width=1.75, speed=0.8).at(3.95, 0.3)
plate = level.put("pressure_plate", width=0.5, mass=1.5).on(ground, x=5.1)
count = level.put("timer", mode="delay", time=2.0).at(4.55, 1.25)
board = level.put("display", text="K.O.", colour="red").at(4.55, 1.7)
level.join("wire", plate, count.signal)
level.join("wire", count.out, board)

dress(
    level,
    ("bunting", 0.75, 2.45, 1.5), ("bunting", 2.1, 2.45, 1.4), ("bunting", 3.45, 2.45, 1.4),
    ("bunting", 4.7, 2.45, 1.2),
    ("poster", 2.2, 1.55, 1.0), ("star", 1.3, 1.55, 0.8), ("star", 3.0, 1.75, 0.8), ("balloons", 5.1, 1.3, 1.2),
    ("drum", 0.5, 0.31, 1.4), ("drum", 0.5, 0.66, 1.0), ("lamp", 1.25, 0.33), ("poster", 1.9, 0.45, 1.0),
    ("plant", 2.6, 0.35), ("poster", 3.75, 1.55, 1.0),
)  # fmt: skip

glove = level.give("boxing_glove", "With its back to the tennis ball, and the bowling ball within its reach.")
glove.at(1.65, 1.05)
level.goal("The lower crate is knocked off the lane", when.beyond(low, "y", "less", 0.6))
level.goal("The display says K.O.", when.state(board, "shown"))
level.par(parts=1, seconds=7.5)
level.save()
