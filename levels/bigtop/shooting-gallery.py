"""Write the open puzzle 'The shooting gallery': clay balls in the air, a prize on a flap, and a jack in his box."""

from _ring import SQUARE, dress

from sandbox.authoring import Level, when

AIM = 2.3  # m: of the barrel; what hits a clay ball a little above its middle sends it down

level = Level(
    "The shooting gallery",
    text=(
        "Three clay balls hang over the net. Once they are down, the prize is due to the winner, not to the showman, "
        "and the jack wants to see it."
    ),
    insight="Nothing has to be hit by one big blow: three small ones will do, or one that takes its time.",
    width=6.6,
    height=3.5,
    scene="circus",
    open=True,
)
ground = level.room()
perch = level.put("floor", width=0.8, height=0.1).at(0.4, 2.55)
slope = level.put("inclined_plane", width=0.7, height=0.16).on(perch, x=0.38)
level.put("custom_ball", radius=0.09, mass=0.5, restitution=0.1, colour="red").on(slope, x=0.12).named("the red ball")
level.put("wall", width=0.08, height=1.5).on(ground, x=1.9)


def cloth(x: float, y: float, width: float, height: float, turn: float = 0.0) -> None:
    """Hang up a cloth by its middle. Nothing bounces off it."""
    part = level.put(
        "polygon", outline=SQUARE, stuff="foam", colour="blue", width=width, height=height,
        surface="own", friction=0.1, restitution=0.0,
    )  # fmt: skip
    part.at(x, y).turned(turn)


# The stall: what is hit falls into the net, and is counted. The balls are off the millimetres on which a gun stands: a
# dart whose axis is just 1 mm above the middle of a ball flies through it.
for x in (2.8, 3.1, 3.4):
    level.put("pool_ball").at(x, AIM - 0.0053)
cloth(2.98, 1.7, 1.1, 0.05, -27.0)
cloth(4.12, 1.7, 1.1, 0.05, 27.0)
cloth(2.46, 2.05, 0.05, 0.24)
cloth(3.45, 1.33, 0.05, 0.3)
cloth(3.66, 1.33, 0.05, 0.3)
cloth(4.64, 2.6, 0.08, 1.4)
shelf = level.put("floor", width=0.6, height=0.06).at(3.55, 1.0)
net = level.put("pocket", width=0.3).on(shelf, x=3.55)
counter = level.put("counter", number=3).at(4.0, 1.2)
level.join("wire", net, counter.signal)

# The prize.
flap = level.put("trap_door", width=0.4, mass=5.0).at(5.2, 2.9)
prize = (
    level.put("custom_ball", radius=0.12, mass=0.3, restitution=0.1, colour="red").on(flap, x=5.2).named("the prize")
)
level.put("basket", width=0.5, height=0.35).on(ground, x=5.2)
winner = level.put("basket", width=0.6, height=0.35).on(ground, x=6.2)
jack = level.put("jack_in_the_box").on(ground, x=2.3)

level.goal("All three clay balls are down", when.state(counter, "on"))
level.goal("The prize is in the winner's basket", when.contained(prize, winner))
level.goal("The jack looks out of his box", when.state(jack, "open"))

dress(
    level,
    ("bunting", 1.0, 3.3, 1.5), ("bunting", 3.6, 3.3, 1.5), ("bunting", 5.8, 3.3, 1.3), ("poster", 0.5, 1.75, 1.1),
    ("star", 1.3, 2.1, 0.8), ("star", 5.75, 2.2, 0.8), ("drum", 0.4, 0.31, 1.4), ("balloons", 4.4, 0.6, 1.1),
    ("teddy", 1.2, 0.3, 1.1), ("lamp", 4.9, 0.32, 0.9),
)  # fmt: skip

# One way: a gun with a clock.
gun = level.give("ray_gun").at(1.7, AIM)
clock = level.give("timer", mode="clock", time=1.5, title="Clock, 1.5 s").at(1.9, 3.0)
level.join("wire", clock.out, gun)
level.join("wire", counter.out, flap, given=True)
level.give("ramp", width=0.8, height=0.3).at(5.4, 1.5)
motor = level.give("motor", running=False).at(3.0, 0.6)
level.join("wire", counter.out, motor)
level.join("belt", motor, jack)

# Other ways, and what is of no use.
level.spare("slider", width=1.6, begin=0.0, motor="one way", speed=0.3)
level.spare("hinge", width=0.9, motor=True, speed=-60.0)
level.spare("trampoline")
level.spare("hamster_wheel")
level.spare("bell")
level.spare("flipper")
level.spare("button")
level.spare("ramp", width=0.8, height=0.3)
level.spare("wire")
level.clues(
    goal="The clay balls first: they fall at the slightest touch, and what has counted them can tell the others.",
    family="Look under Light for what strikes from afar, and under Joints for what goes along or round by itself.",
    piece=gun,
)
level.aim("Without a shot", without="ray_gun")
level.aim("Without a motor", without="motor")
level.par(parts=8, seconds=8.0)
level.save()
