"""Write the open level 'Last man up': a miner to be lifted out of his shaft, and a wall to be broken after that."""

from _pit import hang, rock, scaffold, stand

from sandbox.authoring import Level, when

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "Last man up",
    text="The wall down there is to be broken, but the miner still walks up and down before it. First he goes up and "
    "home; then the wall goes.",
    insight="Who is carried up can tell what waits below that he has gone.",
    width=6.4,
    height=3.8,
    scene="quarry",
    open=True,
)
ground = level.room()
rock(level, 0.0, 0.5, 1.0)
rock(level, 0.5, 0.65, 3.1)
rock(level, 0.65, 0.85, 0.3)
rock(level, 1.65, 1.85, 0.3)
platform = level.put("polygon", outline=SQUARE, width=1.0, height=0.08, body="upright", stuff="wood", mass=2.0)
platform.at(1.25, 0.34)
level.join("guide", platform.middle, ground.point(-1.95, 0.0), angle=90.0, high=1.5)
brake = level.put("release_hook").at(1.25, 0.2)
level.tie(brake, platform.middle)
miner = level.put("walker").on(platform, x=1.1)
tunnel = rock(level, 1.85, 4.6, 0.38)
wall = level.put("brittle_wall", height=0.8).on(tunnel, x=1.955)
rock(level, 1.85, 4.6, 1.7, 1.182)
yard = rock(level, 4.6, 6.4, 1.7)
door = level.put("door").on(yard, x=5.9)
near = level.put("pulley").at(1.25, 3.4)
far = level.put("pulley").at(0.27, 3.4)

level.goal("The miner is at his door", when.state(door, "saved"))
level.goal("The wall in the tunnel is broken", when.state(wall, "broken"))
level.fails("The miner has come to grief", when.state(miner, "dead"))
early = when.all(when.state(wall, "broken"), when.inside(miner, 0.65, 0.1, 1.85, 1.5))
level.fails("The wall has gone, and the miner is still down there", early)

scaffold(level, 0.65, 1.85, 1.75, 3.55)
scaffold(level, 2.6, 4.5, 0.38, 1.18)
stand(level, ("star", tunnel, 3.1, 0.9), ("star", tunnel, 3.7, 0.7), ("star", tunnel, 4.3, 0.9))
stand(level, ("lamp", yard, 6.2, 0.9), ("plant", yard, 4.9, 0.9), ("train", yard, 5.45, 0.8))
hang(level, ("poster", 5.5, 1.0, 0.9), ("clock", 5.9, 2.8, 0.9), ("bunting", 4.4, 3.55, 1.6), ("window", 4.9, 2.9, 1.0))
hang(level, ("drawing", 0.25, 0.55, 0.6), ("arrow", 3.2, 2.05, 0.9), ("balloons", 2.5, 2.7, 0.9))

# The author's own way: he breaks a beam, which lets the floor go; a weight lifts him, and his step at home fires.
sight = level.give("light_gate", width=1.1).at(1.25, 0.55)
level.join("wire", sight, brake.signal)
weight = level.give("weight", mass=4.5).at(0.27, 2.7)
level.tie(platform.middle, weight, via=[near, far])
mat = level.give("pressure_plate", width=0.4, mass=0.5).at(5.2, 1.704)
dynamite = level.give("dynamite", reach=1.2).on(tunnel, x=2.3)
level.join("wire", mat, dynamite.signal)
level.spare("winch", radius=0.06)
level.spare("motor", speed=30.0, torque=5.0)
level.spare("belt")
level.spare("button")
level.spare("cannon", speed=9.0, aim=0.0)
level.spare("sandbag", mass=5.0)
level.spare("bucket")
level.spare("anchor")
level.spare("rope")
level.spare("wire")
level.spare("trampoline")
level.clues(
    goal="The miner first. His floor is a lift: something has to let it go, and something has to draw it up.",
    family="Electric: he walks to and fro, and he walks home; both can be noticed.",
    piece=sight,
)
level.aim("Without a bang", without="dynamite")
level.aim("Home before the coffee is cold: within 13 seconds", seconds=13.0)
level.aim("Nothing made of iron hangs on the rope", without="weight")
level.par(parts=7, seconds=12.5)
level.save()
