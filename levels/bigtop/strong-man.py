"""Write the open puzzle 'The strong man': one wire for a drum roll, and an iron that must wait for it."""

from _ring import SQUARE, dress

from sandbox.authoring import Level, when

level = Level(
    "The strong man",
    text="A drum roll first. Then the iron strikes the bell by itself, and his great ball goes into the basket. The "
    "hamster who wakes at the bell favours the clowns.",
    insight="Where no wire leads, a fall can be the signal: what drops may knock, burden or beat something on its way.",
    width=6.4,
    height=3.6,
    scene="circus",
    open=True,
)
ground = level.room()

# The start: a ball that drops between two boards.
level.put("wall", width=0.08, height=1.35).on(ground, x=0.82)
perch = level.put("floor", width=0.86, height=0.1).at(0.43, 1.5)
slope = level.put("inclined_plane", width=0.7, height=0.16).on(perch, x=0.38)
level.put("custom_ball", radius=0.09, mass=4.0, restitution=0.0, colour="red").on(slope, x=0.12).named("the red ball")
cloth = level.put(
    "polygon", outline=SQUARE, stuff="foam", colour="blue", width=0.08, height=2.1,
    surface="own", friction=0.1, restitution=0.0,
)  # fmt: skip
cloth.on(ground, x=1.58)
drums = level.put("display", text="DRUM ROLL").at(1.05, 2.5)

# The striker board.
level.put("wall", width=0.44, height=0.6).on(ground, x=2.6)
foot = level.put("floor", width=0.44, height=0.06).at(2.6, 0.73)
iron = level.put("weight", mass=2.0).on(foot, x=2.6)
level.put("wall", width=0.08, height=1.4).at(2.42, 1.46)
level.put("wall", width=0.08, height=1.4).at(2.78, 1.46)
bell = level.put("bell").at(2.6, 2.55)
near = level.put("pulley").at(2.6, 3.25)

# The stage, a belt that stands still, with the basket on its right and the clowns' tub on its left. The hamster hears
# the bell of the striker, and turns the wrong way for a plain belt.
level.put("wall", width=0.12, height=1.1).on(ground, x=4.35)
level.put("wall", width=0.12, height=1.1).on(ground, x=5.15)
stage = level.put("driven_conveyor", width=1.3).at(4.75, 1.27)
great = level.put("custom_ball", radius=0.17, mass=5.0, restitution=0.0, colour="red").on(stage, x=4.75)
great.named("the great ball")
basket = level.put("basket", width=0.8, height=0.4).on(ground, x=5.85)
level.put("bucket", width=0.6, loose=False).on(ground, x=3.8)
shelf = level.put("floor", width=0.6, height=0.06).at(4.4, 2.15)
hamster = level.put("hamster_wheel", speed=80.0, torque=3.0, time=30.0).on(shelf, x=4.4)

level.goal("The display calls the drum roll", when.state(drums, "shown"))
struck = when.all(when.state(bell, "rung"), when.beyond(iron, "y", "more", 1.6))
level.goal("The iron is above the line, and has struck the bell", struck)
level.goal("The great ball is in the basket", when.contained(great, basket))
early = when.all(when.state(bell, "rung"), when.not_(when.state(drums, "shown")))
level.fails("The bell has rung without a drum roll", early)

dress(
    level,
    ("bunting", 0.9, 3.35, 1.5), ("bunting", 4.5, 3.35, 1.5), ("bunting", 5.8, 3.35, 1.1), ("poster", 0.42, 2.35, 1.0),
    ("poster", 4.95, 2.45, 1.1), ("star", 1.95, 2.3, 0.9), ("star", 5.9, 2.3, 0.9), ("drum", 0.4, 0.31, 1.4),
    ("drum", 4.7, 0.31, 1.4), ("balloons", 2.05, 0.6, 1.0), ("teddy", 1.88, 0.3, 1.0),
)  # fmt: skip

# One way: the weight pulls at the iron, which a hook in the ball's way holds down until the ball knocks at it.
plate = level.give("pressure_plate", width=0.6).on(ground, x=1.2)
level.join("wire", plate, drums)
hook = level.give("release_hook").turned(90).at(1.42, 1.1)
level.tie(hook, iron)
load = level.give("weight").at(3.2, 2.6)
level.tie(load, iron, via=[near])
level.join("belt", hamster, stage, given=True, crossed=True)

# Other ways, and what is of no use.
level.spare("trap_door", mass=11.0, width=0.6, title="Trap door for 11 kg")
level.spare("winch")
level.spare("belt")
level.spare("balloon")
level.spare("pulley", 2)
level.spare("boxing_glove")
level.spare("seesaw")
level.clues(
    goal="The drum roll takes the wire. Then find something that keeps the iron waiting until the ball has come.",
    family="Ropes for the iron: what holds it back may be knocked free. Turning for the stage, which need not turn as "
    "the wheel does.",
    piece=hook,
)
level.aim("Without a hook", without="release_hook")
level.aim("Quick about it: within 6 seconds", seconds=6.0)
level.par(parts=7, seconds=12.0)
level.save()
