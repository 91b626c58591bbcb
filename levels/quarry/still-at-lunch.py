"""Write the open level 'Still at lunch': a crane or a punch for the iron ball, a bang for the wall, fire for tea."""

from _pit import hang, rock, scaffold, slab, stand

from sandbox.authoring import Level, when

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)

level = Level(
    "Still at lunch",
    text="The iron ball is due in the wagon, the walled-in miner at his door; only then may the whistle blow. "
    "The crane driver knows how. He is at lunch.",
    insight="A crane needs no driver if its load, its wall and its whistle each wait for the one before.",
    width=6.8,
    height=4.2,
    scene="quarry",
    rules=2,
    open=True,
)
ground = level.room()
cliff = rock(level, 0.0, 1.5, 2.7, 1.6)
slide = level.put("inclined_plane", width=0.6, height=0.25).on(cliff, x=0.3)
stone = level.put("bowling_ball").on(slide, x=0.15)
rock(level, 1.35, 1.5, 0.45)
rim = rock(level, 2.45, 2.6, 0.6)
ledge = level.put("floor", width=0.6, height=0.1).at(2.9, 1.7)
iron = level.put("cannon_ball").on(ledge, x=2.9)
rail = level.put("slider", width=4.0, begin=25.0, motor="one way", speed=0.25, running=False).at(3.95, 3.95)
magnet = level.put("electromagnet", loose=True).at(2.9, 2.03)
level.tie(rail.bottom, magnet)
socket = level.put("outlet").at(2.0, 3.4)
rock(level, 4.95, 5.3, 1.7, 1.0)
rock(level, 6.0, 6.8, 1.7, 1.0)
rock(level, 5.3, 6.0, 1.35, 1.0)
wagon = level.put("basket", width=0.6, height=0.3).at(5.65, 1.51)
rock(level, 4.95, 5.1, 1.0, 0.6)
level.put("wall", width=0.06, height=0.8).at(4.78, 1.0)
gate = level.put("polygon", outline=SQUARE, width=0.08, height=0.85, body="upright", stuff="wood", mass=1.5)
gate.named("the gate").on(ground, x=4.88)
post = rock(level, 6.0, 6.1, 2.9, 1.7)
rock(level, 6.1, 6.8, 2.15, 1.7)
bricks = slab(level, 6.1, 6.8, 2.9)
weight = level.put("weight", mass=5.0).on(bricks, x=6.6)
over = level.put("pulley").at(4.88, 3.55)
level.tie(gate.middle, weight.ring, via=[over, level.put("pulley").at(6.6, 3.55)])
miner = level.put("walker").flipped().on(ground, x=6.4)
door = level.put("door").on(ground, x=2.95)
hob = rock(level, 0.35, 0.65, 0.6)
candle = level.put("candle").on(hob, x=0.5)
kettle = level.put("kettle").at(0.5, 0.94)

level.goal("The iron ball lies in the wagon", when.contained(iron, wagon))
level.goal("The miner is at his door", when.state(door, "saved"))
level.goal("The kettle whistles", when.state(kettle, "boiling"))
level.fails("The miner has come to grief", when.state(miner, "dead"))
early = when.all(when.state(kettle, "boiling"), when.inside(miner, 4.95, 0.1, 6.8, 1.0))
level.fails("The whistle has blown with the miner still walled in", early)

scaffold(level, 2.65, 3.15, 1.85, 2.75)
scaffold(level, 3.75, 4.65, 0.1, 1.0)
stand(level, ("drum", cliff, 0.85, 0.8), ("lamp", ground, 2.75, 0.8), ("books", ground, 3.9, 0.8))
stand(level, ("train", ground, 4.4, 0.9), ("lamp", ground, 6.6, 0.8), ("plant", ground, 1.0, 0.8))
hang(level, ("poster", 0.75, 2.15, 0.9), ("clock", 5.65, 2.6, 0.9), ("drawing", 0.2, 1.3, 0.7))
hang(level, ("arrow", 4.05, 2.3, 0.9), ("bunting", 0.8, 3.9, 1.4))

# The author's own way: the crane, a charge at the wall, a mat for the miner, and his torch through a lens.
button = level.give("button", mode="hold", hold=20.0).on(cliff, x=1.1)
level.join("wire", button, rail.signal)
level.join("cable", socket.left, magnet.plug, given=True)
pull = level.give("rope_switch").turned(180).at(4.27, 3.0)
level.tie(pull.ring, rail.carriage)
level.join("wire", pull, magnet.signal)
dynamite = level.give("dynamite", strength=300.0, reach=1.0).on(bricks, x=6.32)
level.join("wire", pull, dynamite.signal)
mat = level.give("pressure_plate").at(3.6, 0.104)
torch = level.give("flashlight").flipped().at(2.85, 0.72)
level.join("wire", mat, torch.signal)
level.give("magnifier").at(0.912, 0.72)
level.spare("rope")
level.spare("pulley")
level.spare("boxing_glove")
level.spare("straight_tube", width=1.8, resizes=("width",))
level.spare("flint")
level.spare("fuse", speed=0.12)
level.spare("detonator")
level.spare("trampoline")
level.clues(
    goal="The iron ball first: what carries it over there can tell all the others that it has arrived.",
    family="Electric: one thing on the crane's way should notice how far it has come.",
    piece=pull,
)
level.aim("Without a bang", without="dynamite")
level.aim("The magnet stays cold", without="cable")
level.aim("A chain of twelve", chain=12)
level.par(parts=12, seconds=27.5)
level.save()
