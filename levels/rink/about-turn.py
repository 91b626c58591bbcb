"""About turn: what is heavy turns a penguin round, what is light he shoves before him."""

from _rink import floe, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "About turn",
    text="He has set out the wrong way, and there the ice ends. The other way has a hole, as wide as a block of foam.",
    insight="What is heavier than he is turns him round; what is lighter he shoves before him.",
    width=4.4,
    height=2.6,
    scene="rink",
)
ground = level.room()
rink = floe(level, 0.0, 0.95, 1.3)
hole = floe(level, 0.95, 1.29, 1.15)
ice = floe(level, 1.29, 3.3, 1.3)
door = level.put("door").on(rink, x=0.4)
foam = level.put("styrofoam_block").on(ice, x=1.85)
penguin = level.put("walker").on(ice, x=2.35)
nails = level.put("nail_board", width=0.9).on(ground, x=3.8)
stand(
    level,
    ("lamp", rink, 0.12, 0.9),
    ("arrow", ice, 2.85, 0.8),
    ("plant", rink, 0.75, 0.7),
)
hang(
    level,
    ("clock", 3.85, 1.75, 0.8),
    ("poster", 2.2, 0.7, 0.8),
    ("poster", 2.7, 0.7, 0.8),
    ("bunting", 0.8, 2.4, 1.4),
    ("bunting", 2.2, 2.4, 1.4),
    ("bunting", 3.6, 2.4, 1.4),
    ("star", 1.6, 2.0, 0.8),
)
crate = level.give("crate", "Set it down where he is to turn round.", turns=False).at(3.1, 1.5)
level.spare("styrofoam_block")
level.goal("The penguin is at his door", when.state(door, "saved"))
level.fails("The penguin has come to grief", when.state(penguin, "dead"))
level.par(parts=1, seconds=9.0)
level.save()
