"""Step by step: a deep fall in two halves is no fall."""

from _rink import floe, hang, portcullis, stand

from sandbox.authoring import Level, when

level = Level(
    "Step by step",
    text="It is too far down, even for a penguin who has read the sign. What gives way under him is soft, though.",
    insight="A fall in two halves is no fall, and a board that tips under him strikes with its other end.",
    width=4.4,
    height=3.0,
    scene="rink",
    rules=2,
)
ground = level.room()
cliff = floe(level, 0.0, 0.4, 1.3)
top = floe(level, 0.0, 1.3, 1.75, 1.3)
penguin = level.put("walker").on(top, x=0.3)
button = level.put("button").turned(180).under(top, x=0.68)
gate = portcullis(level, 3.2, ground)
near = level.put("pulley").at(3.2, 1.85)
far = level.put("pulley").at(4.1, 2.5)
hook = level.put("release_hook").at(4.1, 2.25)
weight = level.put("weight", mass=5.0).at(4.1, 1.9)
level.tie(hook, weight)
level.tie(gate.point(0.0, 0.36), weight, via=[near, far])
level.join("wire", button, hook.signal)
door = level.put("door").on(ground, x=3.72)
stand(
    level,
    ("lamp", top, 0.15, 0.9),
    ("arrow", top, 0.85, 0.8),
    ("plant", ground, 0.6, 0.9),
    ("teddy", ground, 2.55, 1.0),
    ("blocks", ground, 0.95, 0.7),
)
hang(
    level, ("bunting", 2.1, 2.8, 1.5), ("clock", 2.35, 2.05, 1.0), ("star", 3.65, 2.75, 0.8), ("drawing", 0.2, 0.8, 0.7)
)
board = level.give("seesaw", "Half way down, its far end below the button.", tilt=30.0).at(1.15, 1.0)
level.spare("trampoline")
level.goal("The penguin is at his door", when.state(door, "saved"))
level.fails("The penguin has come to grief", when.state(penguin, "dead"))
level.par(parts=1, seconds=8.7)
level.save()
