"""Mind the gap: a penguin walks on and on, so what he walks on must go on as well."""

from _rink import floe, hang, portcullis, stand

from sandbox.authoring import Level, when

level = Level(
    "Mind the gap",
    text="A penguin walks straight on, whatever comes or does not come. What comes next is water, and it is Sunday.",
    insight="He never stops to think: where he walks, there has to be a floor.",
    width=5.0,
    height=2.8,
    scene="rink",
)
ground = level.room()
start = floe(level, 0.0, 1.7, 1.0)
ledge = floe(level, 1.7, 1.9, 0.95)
level.put("water_tank", width=0.7, height=0.55).at(2.25, 0.375)
shore = floe(level, 2.6, 5.0, 0.95)
penguin = level.put("walker").on(start, x=0.35)
mat = level.put("pressure_plate", width=0.3, mass=1.0).on(shore, x=3.15)
gate = portcullis(level, 4.15, shore)
near = level.put("pulley").at(4.15, 2.5)
far = level.put("pulley").at(4.65, 2.5)
hook = level.put("release_hook").at(4.65, 2.25)
weight = level.put("weight", mass=5.0).at(4.65, 1.95)
level.tie(hook, weight)
level.tie(gate.point(0.0, 0.36), weight, via=[near, far])
level.join("wire", mat, hook.signal)
door = level.put("door").on(shore, x=4.55)
stand(
    level, ("lamp", start, 0.15, 1.0), ("plant", start, 1.2, 0.9), ("arrow", start, 0.75, 0.8),
    ("plant", shore, 4.88, 0.8), ("drum", shore, 3.65, 0.7),
)  # fmt: skip
hang(level, ("bunting", 0.9, 2.55, 1.5), ("bunting", 2.3, 2.55, 1.5), ("clock", 3.3, 2.1, 0.9), ("star", 1.5, 1.8, 0.7))
plank = level.give("bar", "One end on the ledge, the other on the far floe.").at(2.25, 1.0)
level.goal("The penguin is at his door", when.state(door, "saved"))
level.fails("The penguin has come to grief", when.state(penguin, "dead"))
level.par(parts=1, seconds=11.0)
level.save()
