"""Write the open level 'Last man up': a miner to be lifted out of his shaft, and a wall to be broken after that."""

from _pit import hang, rock, scaffold, stand

from sandbox.authoring import Level, when

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "Last man up",
    text="The miner takes the lift and walks home. When he is past the red line, the brick wall may go, and not "
    "before. Lifts wait for nobody, and neither does this one.",
    insight="Who waits needs somebody who notices, or something that takes its time.",
    width=6.4,
    height=3.8,
    scene="quarry",
    open=True,
)
ground = level.room()
rock(level, 0.0, 0.5, 0.85)
# A pillar ends his way over the lift. What stands in its niche can be bumped into, and is beside the lift's way.
rock(level, 0.5, 0.65, 0.38)
rock(level, 0.5, 0.67, 3.1, 0.68)
rock(level, 0.65, 0.78, 0.32)
rock(level, 0.78, 0.94, 0.24)
rock(level, 1.6, 1.75, 0.24)
platform = level.put("polygon", outline=SQUARE, width=0.94, height=0.08, body="upright", stuff="wood", mass=2.0)
platform.at(1.25, 0.28).named("the lift")
level.join("guide", platform.middle, ground.point(-1.95, 0.0), angle=90.0, high=1.6)
tunnel = rock(level, 1.75, 4.6, 0.38)
miner = level.put("walker", speed=0.5).on(tunnel, x=2.1).named("the miner")
wall = level.put("brittle_wall", height=0.8).on(tunnel, x=3.1)
rock(level, 1.75, 4.6, 1.7, 1.182)
yard = rock(level, 4.6, 6.4, 1.7)
door = level.put("door").on(yard, x=5.9)
near = level.put("pulley").at(1.25, 3.4)
far = level.put("pulley").at(0.33, 3.4)

level.goal("The miner is at his door", when.state(door, "saved"))
level.goal("The wall in the tunnel is broken", when.state(wall, "broken"))
level.fails("The miner has come to grief", when.state(miner, "dead"))
early = when.all(when.state(wall, "broken"), when.not_(when.state(door, "saved")), when.beyond(miner, "x", "less", 4.6))
level.fails("The miner has walked into the empty shaft", when.inside(miner, 0.78, 0.1, 1.75, 0.32))
level.fails("The wall has gone, and the miner is not past it", early)

scaffold(level, 0.65, 1.85, 1.75, 3.55)
scaffold(level, 3.25, 4.6, 0.38, 1.18)
stand(level, ("star", tunnel, 3.6, 0.9), ("star", tunnel, 4.3, 0.9))
stand(level, ("lamp", yard, 6.2, 0.9), ("plant", yard, 4.9, 0.9), ("train", yard, 5.45, 0.8))
hang(level, ("poster", 5.5, 1.0, 0.9), ("clock", 5.9, 2.8, 0.9), ("bunting", 4.4, 3.55, 1.6), ("window", 4.9, 2.9, 1.0))
hang(level, ("drawing", 0.25, 0.5, 0.5), ("arrow", 3.2, 2.05, 0.9), ("balloons", 2.5, 2.7, 0.9))

# The author's own way: he bumps into a button, which lets the weight go that lifts him. At the bottom it strikes a
# flint, and a fuse that goes a long way round leaves him the time to walk home.
button = level.give("button").turned(-90).at(0.66, 0.5)
hook = level.give("release_hook").at(0.27, 3.1)
level.join("wire", button, hook.signal)
weight = level.give("weight", mass=4.5).at(0.27, 2.6)
level.tie(platform.middle, weight, via=[near, far])
level.tie(hook, weight)
flint = level.give("flint").at(0.27, 0.93)
candle = level.give("candle").at(4.0, 2.5)
dynamite = level.give("dynamite", reach=1.2).on(tunnel, x=3.5)
level.join("fuse", flint, candle, speed=0.9)
level.join("fuse", candle, dynamite, speed=0.9)
level.spare("winch", radius=0.1)
level.spare("motor", speed=60.0, torque=5.0, running=False, title="Motor, off")
level.spare("belt")
level.spare("spring_match")
level.spare("pressure_plate", width=0.4, mass=0.5)
level.spare("sandbag", mass=5.0)
level.spare("anchor")
level.spare("rope")
level.clues(
    goal="The lift first. It must not start before he is on it: something has to hold it, or to wake what draws it.",
    family="Fire: a fuse takes its time, the longer its way the more. Wire is at once, and there is but one.",
    piece=hook,
)
level.aim("Without the iron weight", without="weight")
level.aim("Without the hook", without="release_hook")
level.par(parts=11, seconds=16.5)
level.save()
