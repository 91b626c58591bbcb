"""Write the open puzzle 'Pumpkin of the year': a pumpkin to be drawn up onto the scales, a firework, and a gardener."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

HALF = ((0.26, -0.5), (0.45, -0.3), (0.5, 0.0), (0.45, 0.3), (0.26, 0.5))
PUMPKIN = ((*HALF, *((-x, y) for x, y in reversed(HALF))),)
RISE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5)),)

level = Level(
    "Pumpkin of the year",
    text=(
        "Fourteen kilograms, and the scales are up there. Get the pumpkin weighed, and only then let off the firework. "
        "The gardener, a hamster who sleeps through any bang, shall be up as well."
    ),
    insight="What is too heavy to lift can be drawn up a slope, and arriving is as good a signal as any.",
    width=6.6,
    height=3.6,
    scene="greenhouse",
    open=True,
)
ground = level.room()

# The loft with the ball, and the pen in which it ends.
loft = bed(level, 0.0, 0.75, 3.0, 2.85)
slope = level.put("inclined_plane", width=0.65, height=0.22).on(loft, x=0.34)
level.put("bowling_ball").on(slope, x=0.14)
pen = bed(level, 0.0, 1.2, 1.3, 1.15)
level.put("inclined_plane", width=0.5, height=0.16).flipped().on(pen, x=0.95)

level.put("wall", width=0.1, height=1.6).at(1.25, 1.95)

# The way of the pumpkin: a patch, a slope, and the scales with a stop behind them.
patch = bed(level, 1.3, 2.2, 0.4)
level.put("polygon", outline=RISE, width=1.6, height=0.4, stuff="wood", colour="green").at(3.0, 0.6)
bed(level, 2.2, 3.8, 0.4)
table = bed(level, 3.8, 5.0, 0.8)
level.put("wall", width=0.1, height=0.9).at(5.0, 1.25)
scales = level.put("pressure_plate", width=0.9).on(table, x=4.4)
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
).on(patch, x=1.75)
shelf = level.put("floor", width=0.5, height=0.08).at(6.3, 2.1)
firework = level.put("firework", rise=0.2).on(shelf, x=6.3)

# The house of the gardener is open only to the left: nothing that falls by can wake it.
perch = level.put("floor", width=1.0, height=0.08).at(3.5, 2.35)
level.put("wall", width=0.08, height=0.73).at(4.04, 2.675)
level.put("floor", width=1.08, height=0.08).at(3.54, 3.08)
hamster = level.put("hamster_wheel", speed=60.0, torque=6.0, time=60.0).on(perch, x=3.5)

weighed = when.all(when.state(scales, "on"), when.inside(pumpkin, 3.9, 0.8, 4.95, 1.6))
level.goal("The pumpkin lies on the plate of the scales", when.held(0.5, weighed))
level.goal("The firework has burst", when.state(firework, "exploded"))
level.goal("The hamster is awake", when.state(hamster, "on"))
level.fails(
    "The firework was let off with the pumpkin still below",
    when.all(when.state(firework, "exploded"), when.not_(when.beyond(pumpkin, "x", "more", 3.3))),
)

pane(level, 4.8, 2.75, 1.0, 0.9)
hang(level, "window", 4.8, 2.75, 1.2)
hang(level, "bunting", 2.0, 3.3, 1.5)
hang(level, "poster", 2.75, 1.6, 0.8)
stand(level, "plant", patch, 1.45, 0.8)
stand(level, "plant", ground, 6.2, 1.2)
stand(level, "drum", ground, 0.5, 0.9)
stand(level, "lamp", ground, 5.25, 0.8)

# One way: the ball rings for the hamster, and its wheel winds the pumpkin up to the scales, which light the firework.
button = level.give("button", mode="hold", hold=30.0).on(pen, x=0.4)
bell = level.give("bell").at(2.7, 2.8)
level.join("wire", button, bell.signal)
winch = level.give("winch").at(5.6, 1.6)
level.join("belt", hamster, winch)
level.tie(winch.rope, pumpkin)
level.join("wire", scales, firework.signal, given=True)

# Other ways, and what is of no use.
level.spare("weight")
level.spare("bucket", width=0.6)
level.spare("wire")
level.spare("pulley", 2)
level.spare("ramp", width=2.4, height=0.5)
level.spare("balloon")
level.spare("candle")
level.clues(
    goal="The pumpkin first: it can't be lifted, but the slope is there to draw it up.",
    family="Ropes: whatever winds, or goes down by itself, can be at the other end of one.",
    piece=winch,
)
level.aim("Nothing is wound up", without="winch")
level.aim("Five pieces at most, links counted", pieces=5)
level.aim("In less than five seconds", seconds=5.0)
level.par(parts=7, seconds=11.3)
level.save()
