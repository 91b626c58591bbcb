"""Two gloves: one is too short for the gap, and one taps the other."""

from _ring import dress

from sandbox.authoring import Level, when

level = Level(
    "Two gloves",
    text="The glove has trained for weeks to knock the bowling ball off its ledge. Nobody has said how far it is.",
    insight="One glove can tap the next: its punch is the push on the other's back.",
    width=5.4,
    height=2.6,
    scene="circus",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=1.3, height=0.12).flipped().at(3.2, 1.34)
tap = level.put("tennis_ball").on(slide, x=3.8)
ledge = level.put("floor", width=0.5, height=0.1).at(1.05, 1.1)
heavy = level.put("bowling_ball").on(ledge, x=1.1)
plate = level.put("pressure_plate", width=0.66, mass=4.0).on(ground, x=0.36)
basket = level.put("basket", width=0.65, height=0.4).on(plate, x=0.36)

board = level.put("conveyor", width=0.9, speed=0.4, running=False).at(4.4, 1.85)
level.join("wire", plate, board)
diver = level.put("bowling_pin").on(board, x=4.2)
pool = level.put("water_tank", width=1.1, height=0.6).on(ground, x=4.8)

first = level.put("boxing_glove").flipped().at(2.4, 1.3)

second = level.give(
    "boxing_glove", "Its back within the reach of the first glove, and the bowling ball within its own."
)
second.flipped().at(1.7, 1.3)
level.goal("The bowling ball is in the basket", when.held(0.5, when.contained(heavy, basket)))
level.goal("The pin has dived into the pool", when.held(0.3, when.inside(diver, 4.3, 0.1, 5.3, 0.75)))
level.par(parts=1, seconds=6.8)

dress(
    level,
    ("bunting", 0.75, 2.45, 1.5), ("bunting", 2.1, 2.45, 1.4), ("bunting", 3.45, 2.45, 1.4),
    ("bunting", 4.7, 2.45, 1.2),
    ("poster", 0.45, 1.5, 1.1), ("star", 1.3, 1.65, 0.8), ("poster", 2.2, 0.75, 1.2), ("star", 3.2, 1.75, 0.8),
    ("drum", 3.3, 0.31, 1.4), ("drum", 3.3, 0.66, 1.0), ("balloons", 2.75, 0.75, 1.1), ("lamp", 1.5, 0.33),
    ("plant", 3.95, 0.33, 0.9), ("poster", 5.0, 1.35, 1.0), ("plant", 1.05, 0.33, 0.9),
)  # fmt: skip
level.save()
