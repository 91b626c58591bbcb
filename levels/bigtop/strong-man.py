"""Write the open puzzle 'The strong man': a drum roll, an iron that strikes a bell, and a great ball off its stage."""

from _ring import SQUARE, dress

from sandbox.authoring import Level, when

level = Level(
    "The strong man",
    text="A drum roll first. Then the iron strikes the bell without him, and his great ball goes into the basket. The "
    "hamster who wakes at the bell favours the clowns.",
    insight="One signal can pay for one act only; the next act has to be called by the one before.",
    width=6.4,
    height=3.6,
    scene="circus",
    open=True,
)
ground = level.room()

# The start: a ball that drops between two boards.
level.put("wall", width=0.08, height=1.1).on(ground, x=0.82)
perch = level.put("floor", width=0.86, height=0.1).at(0.43, 1.25)
slope = level.put("inclined_plane", width=0.7, height=0.16).on(perch, x=0.38)
level.put("custom_ball", radius=0.09, mass=1.5, restitution=0.0, colour="red").on(slope, x=0.12)
cloth = level.put(
    "polygon", outline=SQUARE, stuff="foam", colour="blue", width=0.08, height=1.9,
    surface="own", friction=0.1, restitution=0.0,
)  # fmt: skip
cloth.on(ground, x=1.36)
drums = level.put("display", text="DRUM ROLL").at(1.05, 2.5)

# The striker board.
level.put("wall", width=0.44, height=0.6).on(ground, x=2.6)
foot = level.put("floor", width=0.44, height=0.06).at(2.6, 0.73)
iron = level.put("weight", mass=3.0).on(foot, x=2.6)
level.put("wall", width=0.08, height=1.4).at(2.42, 1.46)
level.put("wall", width=0.08, height=1.4).at(2.78, 1.46)
bell = level.put("bell").at(2.6, 2.6)
near = level.put("pulley").at(2.6, 3.25)

# The stage, a belt that stands still, with the basket on its right and the clowns' tub on its left. The hamster hears
# the bell of the striker, and turns the wrong way for a plain belt.
level.put("wall", width=0.12, height=1.1).on(ground, x=4.35)
level.put("wall", width=0.12, height=1.1).on(ground, x=5.15)
stage = level.put("driven_conveyor", width=1.3).at(4.75, 1.27)
great = level.put("custom_ball", radius=0.17, mass=5.0, restitution=0.0, colour="red").on(stage, x=4.75)
basket = level.put("basket", width=0.8, height=0.4).on(ground, x=5.85)
level.put("bucket", width=0.6, loose=False).on(ground, x=3.8)
shelf = level.put("floor", width=0.6, height=0.06).at(4.4, 2.15)
hamster = level.put("hamster_wheel", speed=90.0, torque=3.0, time=30.0).on(shelf, x=4.4)

level.goal("The drum roll is on", when.state(drums, "shown"))
struck = when.all(when.state(bell, "rung"), when.beyond(iron, "y", "more", 2.0))
level.goal("The iron strikes the bell", struck)
level.goal("The great ball is in the basket", when.contained(great, basket))
early = when.all(when.state(bell, "rung"), when.not_(when.state(drums, "shown")))
level.fails("The bell has rung without a drum roll", early)

dress(
    level,
    ("bunting", 0.9, 3.35, 1.5), ("bunting", 4.5, 3.35, 1.5), ("bunting", 5.8, 3.35, 1.1), ("poster", 0.42, 1.95, 1.0),
    ("poster", 4.95, 2.45, 1.1), ("star", 1.95, 2.3, 0.9), ("star", 5.9, 2.3, 0.9), ("drum", 0.4, 0.31, 1.4),
    ("drum", 4.7, 0.31, 1.4), ("balloons", 1.9, 0.6, 1.1), ("teddy", 1.7, 0.3, 1.0),
)  # fmt: skip

# One way: a motor for the iron; the bell wakes the hamster, who turns the stage by a crossed belt.
plate = level.give("pressure_plate", width=0.4).on(ground, x=1.09)
level.join("wire", plate, drums)
motor = level.give("motor", running=False).at(3.2, 0.4)
level.join("wire", plate, motor)
winch = level.give("winch").at(3.2, 0.85)
level.join("belt", motor, winch)
level.tie(winch.rope, iron, via=[near])
level.join("belt", hamster, stage, given=True, crossed=True)

# Other ways, and what is of no use.
level.spare("slider", width=2.0, begin=0.0, motor="one way", speed=0.4, force=80.0, running=False)
level.spare("weight")
level.spare("release_hook")
level.spare("trap_door", mass=30.0)
level.spare("boxing_glove")
level.spare("rope")
level.spare("pulley", 2)
level.spare("seesaw")
level.spare("balloon")
level.clues(
    goal="The drum roll and the iron first. The ball comes last: who hears the bell may take care of that.",
    family="Electric for the drum roll; Ropes for the iron; Turning for the stage, which need not turn as the wheel "
    "does.",
    piece=plate,
)
level.aim("Without a motor", without="motor")
level.aim("Without the heavy weight", without="weight")
level.aim("Eight pieces, and quick about it: within 7 seconds", pieces=8, seconds=7.0)
level.par(parts=8, seconds=12.0)
level.save()
