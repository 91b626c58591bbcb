"""Going up: a penguin in a lift is a load like any other."""

from _rink import SQUARE, floe, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "Going up",
    text="The lift of the grand stand needs no plug. It wants more weight at its other end than in its cabin.",
    insight="A walker is a load like any other: what outweighs him and his cabin lifts them both.",
    width=4.0,
    height=3.2,
    scene="rink",
    rules=2,
)
ground = level.room()
ice = floe(level, 0.0, 1.3, 0.5)
sump = floe(level, 1.3, 1.8, 0.28)
stage = floe(level, 1.8, 2.9, 1.9, 1.55)
level.put("wall", width=0.08, height=1.05).at(1.84, 1.025)
level.put("wall", width=0.08, height=1.85).at(1.26, 1.85)
cabin = level.put(
    "polygon", outline=SQUARE, width=0.46, height=0.06, body="upright", stuff="wood", colour="red", mass=0.4
)
cabin.named("the cabin").on(sump, x=1.55)
near = level.put("pulley").at(1.55, 2.95)
far = level.put("pulley").at(3.45, 2.95)
flap = level.put("trap_door", width=0.5, mass=20.0, stays=True).at(3.45, 1.65)
timer = level.put("timer", mode="delay", time=2.0).on(ice, x=0.25)
mat = level.put("pressure_plate", width=0.3, mass=1.0).on(ice, x=0.95)
level.join("wire", mat, timer.signal)
level.join("wire", timer.out, flap)
penguin = level.put("walker").on(ice, x=0.5)
door = level.put("door").on(stage, x=2.6)
stand(
    level,
    ("plant", stage, 2.1, 0.7),
    ("drum", ground, 2.35, 1.2),
    ("teddy", ground, 2.95, 0.9),
    ("lamp", stage, 2.83, 0.8),
)
hang(
    level,
    ("bunting", 0.6, 3.0, 1.3),
    ("bunting", 2.5, 3.05, 1.3),
    ("star", 0.35, 2.2, 0.8),
    ("poster", 0.8, 1.6, 0.9),
    ("clock", 2.35, 1.15, 0.8),
    ("balloons", 3.8, 0.6, 0.7),
)
weight = level.give("weight", "On the flap, to go down when it opens.", mass=2.2, title="Big weight").at(3.45, 1.8)
level.tie(cabin, weight, via=[near, far], hint="From the cabin over both wheels to the weight.")
level.spare("weight", mass=1.0, title="Small weight")
level.goal("The penguin is at his door", when.state(door, "saved"))
level.fails("The penguin has come to grief", when.state(penguin, "dead"))
level.par(parts=2, seconds=9.5)
level.save()
