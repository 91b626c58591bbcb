"""Write the open puzzle 'Pumpkin of the year': a pumpkin to be drawn up onto the scales, a firework, and a gardener."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

HALF = ((0.26, -0.5), (0.45, -0.3), (0.5, 0.0), (0.45, 0.3), (0.26, 0.5))
PUMPKIN = ((*HALF, *((-x, y) for x, y in reversed(HALF))),)
RISE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5)),)
EDGE = 3.15  # m: where the bank ends and the table of the scales begins

level = Level(
    "Pumpkin of the year",
    text=(
        "Fourteen kilograms, and the scales are up the bank. Once it is weighed: the firework! The gardener sleeps "
        "through any bang. Don't wake him before it is up."
    ),
    insight="What is too heavy to pull is half as heavy in a loop of rope, and what arrives can knock.",
    width=6.6,
    height=3.6,
    scene="greenhouse",
    open=True,
)
ground = level.room()

# The loft with the ball, and the shaft that it falls into.
loft = bed(level, 0.0, 0.75, 3.0, 2.85)
slope = level.put("inclined_plane", width=0.65, height=0.22).on(loft, x=0.34)
ball = level.put("bowling_ball").on(slope, x=0.14)
level.put("wall", width=0.1, height=3.0).at(1.35, 1.6)

# The way of the pumpkin: a patch, a steep bank, and the scales with a stop behind them.
patch = bed(level, 1.4, 2.55, 0.4)
level.put("polygon", outline=RISE, width=0.6, height=0.6, stuff="wood", colour="green").at(EDGE - 0.3, 0.7)
bed(level, 2.55, EDGE, 0.4)
table = bed(level, EDGE, 4.4, 1.0)
level.put("wall", width=0.1, height=0.7).at(4.35, 1.35)
scales = level.put("pressure_plate", width=0.9, mass=5.0).on(table, x=3.7)
pumpkin = level.put(
    "polygon",
    outline=PUMPKIN,
    width=0.56,
    height=0.46,
    body="loose",
    stuff="wood",
    colour="orange",
    mass=14.0,
    surface="own",
    friction=0.2,
    restitution=0.0,
).on(patch, x=2.2)
shelf = level.put("floor", width=0.5, height=0.08).at(6.3, 2.1)
firework = level.put("firework", rise=0.3).on(shelf, x=6.3)

# The house of the gardener is open only to the left: nothing that falls by can wake it.
perch = level.put("floor", width=1.0, height=0.08).at(2.9, 2.3)
level.put("wall", width=0.08, height=0.73).at(3.44, 2.625)
level.put("floor", width=1.08, height=0.08).at(2.94, 3.03)
hamster = level.put("hamster_wheel", speed=60.0, torque=6.0, time=60.0).on(perch, x=2.9)

weighed = when.all(when.state(scales, "on"), when.inside(pumpkin, EDGE, 1.0, 4.3, 1.8))
level.goal("The pumpkin has lain on the plate until the jury saw it", when.held(4.6, weighed))
level.goal("The firework has burst", when.state(firework, "exploded"))
level.goal("The gardener, the hamster, is awake", when.state(hamster, "on"))
level.fails(
    "The gardener was woken with his pumpkin still on the way",
    when.all(when.state(hamster, "on"), when.not_(when.beyond(pumpkin, "x", "more", EDGE))),
)

pane(level, 5.2, 2.75, 1.0, 0.9)
hang(level, "window", 5.2, 2.75, 1.2)
hang(level, "bunting", 2.0, 3.3, 1.0)
hang(level, "poster", 1.9, 1.7, 0.8)
stand(level, "plant", patch, 1.55, 0.8)
stand(level, "plant", ground, 6.2, 1.2)
stand(level, "drum", ground, 0.5, 0.9)
stand(level, "lamp", ground, 4.7, 0.8)

# One way: a loop of rope halves the load, and the pumpkin itself knocks at the bell.
wheel = level.give("pulley").at(4.6, 3.0)
block = level.give("pulley_block").at(2.9, 1.5)
weight = level.give("weight", mass=8.0).at(4.7, 2.6)
level.tie(wheel, weight, via=[block, wheel])
level.tie(block.axle, pumpkin)
bell = level.give("bell").at(4.1, 1.45)
level.join("wire", scales, firework.signal, given=True)

# Other ways, and what is of no use.
level.spare("anchor")
level.spare("pulley", 3)
level.spare("rope", 2)
level.spare("ramp", width=1.2, height=0.4)
level.spare("balloon")
level.clues(
    goal="The pumpkin first: one thing alone is too light to draw it up, whatever it hangs from.",
    family="Ropes: a loop halves a load, and two that fall pull more than one.",
    piece=block,
)
level.aim("Nothing hangs in a loop", without="pulley_block")
level.aim("A chain of six", chain=6)
level.par(parts=7, seconds=6.1)
level.save()
