"""Write the open puzzle 'Bath day': an elephant behind a gate, a duck on a shelf, one tub, and a spotlight."""

from _ring import SQUARE, dress

from sandbox.authoring import Level, when

level = Level(
    "Bath day",
    text=(
        "The elephant, big, white and round, is due in the tub. It never bathes without its yellow duck in the water "
        "first, and never out of the limelight."
    ),
    insight="What passes by is told of for a moment only: who counts remembers it, and what has let go stays open.",
    width=6.0,
    height=3.4,
    scene="circus",
    open=True,
)
ground = level.room()

# The elephant leans on a gate, at the foot of a slope.
stand = level.put("wall", width=1.5, height=1.1).at(0.75, 0.65)
slope = level.put("inclined_plane", width=1.13, height=0.43).on(stand, x=0.565)
elephant = (
    level.put("custom_ball", radius=0.2, mass=4.0, restitution=0.0, colour="white").at(0.95, 1.49).named("the elephant")
)
gate = level.put("polygon", outline=SQUARE, width=0.07, height=0.75, body="upright", stuff="wood", mass=1.5)
gate.named("the gate").on(stand, x=1.2)
for side in (-0.09, 0.09):
    level.put("wall", width=0.07, height=0.9).at(1.2 + side, 2.2)
level.put("water_tank", width=1.5, height=0.7).at(2.35, 0.45)

# The duck's shelf and chute, and the gate of light on its way.
chute = level.put("inclined_plane", width=0.8, height=0.35).flipped().at(3.5, 1.025)
level.put("wall", width=0.8, height=0.75).at(3.5, 0.475)
shelf = level.put("floor", width=1.2, height=0.1).at(4.5, 1.15)
duck = (
    level.put("custom_ball", radius=0.09, mass=0.3, restitution=0.1, colour="yellow").on(shelf, x=4.8).named("the duck")
)
beam = level.put("light_gate", width=0.5).turned(90).at(3.4, 1.2)

# The one who has been told to help rolls off his perch.
perch = level.put("floor", width=0.85, height=0.1).at(5.05, 2.35)
plank = level.put("inclined_plane", width=0.7, height=0.14).on(perch, x=5.03)
level.put("custom_ball", radius=0.09, mass=0.6, restitution=0.0, colour="red").on(plank, x=4.85).named("the red ball")
level.put(
    "polygon", outline=SQUARE, stuff="foam", colour="blue", width=0.1, height=1.7,
    surface="own", friction=0.1, restitution=0.0,
).at(5.95, 2.1)  # fmt: skip

eye = level.put("photocell").flipped().at(4.4, 2.0)

bath = (1.6, 0.1, 3.1, 1.0)  # the water, and what floats in it
bathes, first = when.inside(elephant, *bath), when.inside(duck, *bath)
level.goal("The white elephant is in the water", bathes)
level.goal("The yellow duck is in the water", first)
level.goal("Light falls on the photocell", when.state(eye, "lit"))
level.fails("The elephant has got in before its duck", when.all(bathes, when.not_(first)))
dress(
    level,
    ("bunting", 0.7, 3.23, 1.2), ("bunting", 3.6, 3.23, 1.5), ("bunting", 5.2, 3.23, 1.4), ("poster", 2.9, 2.5, 1.0),
    ("star", 0.5, 2.5, 1.0), ("star", 2.1, 1.7, 0.8), ("drum", 4.7, 0.31, 1.3), ("balloons", 5.15, 0.6, 1.1),
    ("teddy", 4.25, 0.3, 1.0),
)  # fmt: skip

# One way: a motor winds up the gate, as the counter remembers that the duck went by.
level.give("ramp", width=0.8, height=0.3).flipped().at(5.5, 1.4)
counter = level.give("counter", number=1).at(3.2, 1.8)
level.join("wire", beam, counter.signal)
over = level.give("pulley").at(1.2, 3.1)
motor = level.give("motor", running=False).at(2.8, 2.2)
level.join("wire", counter.out, motor)
winch = level.give("winch", radius=0.025).at(2.3, 2.2)
level.join("belt", motor, winch)
level.tie(winch.rope, gate.middle, via=[over])
torch = level.give("flashlight").at(3.6, 2.0)
level.join("wire", counter.out, torch)

# Other ways, and what is of no use.
level.spare("boxing_glove", speed=1.0)
level.spare("button")
level.spare("release_hook")
level.spare("weight", mass=10.0)
level.spare("hinge", width=0.9, motor=True, speed=60.0, torque=60.0, running=False)
level.spare("rope")
level.spare("pulley")
level.spare("trampoline")
level.spare("mirror")
level.clues(
    goal="The duck first: a push is enough. But of what passes by, the beam tells for a moment only.",
    family="Some Electric things remember a moment, and some other things happen once and for all.",
    piece=counter,
)
level.aim("Without a winch", without="winch")
level.aim("Nobody counts", without="counter")
level.aim("Ten pieces at most, links counted", pieces=10)
level.par(parts=11, seconds=8.0)
level.save()
