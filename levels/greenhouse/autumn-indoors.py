"""Write the open puzzle 'Autumn indoors': leaves are to be swept up, and a butterfly wants light and her flower."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

LEAF = [[[-0.5, 0.0], [-0.2, -0.42], [0.25, -0.38], [0.5, 0.0], [0.25, 0.38], [-0.2, 0.42]]]

level = Level(
    "Autumn indoors",
    text=(
        "Three leaves have blown in and are to be swept up. The butterfly wants out of the cage, and light to fly by. "
        "There is no power tonight."
    ),
    insight="Who turns makes power, and power makes light, wind and signals: a house can start from one knock.",
    width=7.8,
    height=4.0,
    scene="greenhouse",
    open=True,
)
ground = level.room(roof=True)

# The loft with the iron ball.
loft = bed(level, 0.0, 0.9, 3.1, 2.95)
slide = level.put("inclined_plane", width=0.75, height=0.14).on(loft, x=0.42)
ball = level.put("bowling_ball").on(slide, x=0.25)
shelf = bed(level, 2.0, 2.8, 1.75, 1.6)
hamster = level.put("hamster_wheel", time=40.0, speed=40.0, torque=4.0).on(shelf, x=2.4)

# The bed with the leaves, and what sweeps them up.
lawn = bed(level, 2.3, 5.9, 0.5)
sweeper = level.put("vacuum", reach=1.2).on(lawn, x=2.6)
line = level.put("conveyor", width=1.7, speed=0.07, running=False).flipped().at(4.55, 0.565)
ledge = level.put("floor", width=0.8, height=0.06).at(4.3, 1.3)
stump = level.put("fixed_block", width=0.2, height=0.22).on(ledge, x=4.03)
leaves = [
    level.put("polygon", outline=LEAF, width=0.13, height=0.1, body="loose", stuff="foam", colour=colour, mass=0.03).on(
        place, x=x
    )
    for place, x, colour in ((lawn, 3.25, "red"), (stump, 4.01, "orange"), (line, 5.3, "yellow"))
]

# The table with the cage, and the weight that could lift it.
table = bed(level, 5.9, 7.8, 0.9)
cage = level.put("cage", width=0.5, height=0.5).on(table, x=6.5)
moth = level.put("butterfly", speed=0.12).at(6.5, 1.15)
flower = level.put("flower").on(table, x=7.4)
hook = level.put("release_hook").at(5.66, 3.0)
weight = level.put("weight", mass=6.0).at(5.66, 2.55)
level.tie(hook, weight)
lamp = level.put("lamp", reach=1.4).at(3.4, 3.0)

level.goal("The vacuum cleaner has swept up all three leaves", when.all(*(when.gone(leaf) for leaf in leaves)))
level.goal("The lamp is on", when.state(lamp, "on"))
level.goal("The butterfly sits on the flower", when.state(moth, "arrived"))
level.fails("The butterfly has come to grief", when.state(moth, "dead"))

pane(level, 1.2, 1.15, 0.9, 0.9)
hang(level, "window", 1.2, 1.15, 1.2)
hang(level, "bunting", 2.3, 3.85, 1.5)
hang(level, "bunting", 4.3, 3.85, 1.5)
hang(level, "clock", 7.3, 2.6, 0.9)
hang(level, "poster", 0.45, 2.1, 0.9)
stand(level, "plant", ground, 0.4, 1.1)
stand(level, "plant", table, 7.65, 0.6)
stand(level, "drum", ground, 1.9, 0.8)

# One way: a bell wakes the hamster, he makes power, the lamp is seen, and what is seen moves all the rest.
bell = level.give("bell").at(1.69, 1.95)
source = level.give("generator", watts=150.0).at(3.3, 1.9)
level.join("belt", hamster, source)
level.join("cable", source.socket, sweeper.plug)
level.join("cable", source.socket, lamp.plug)
eye = level.give("photocell").flipped().at(3.9, 2.9)
wind = level.give("fan", running=False, title="Fan, off till a signal comes").flipped().on(ledge, x=4.5)
for end in (hook, line, wind):
    level.join("wire", eye, end.signal)
level.tie(weight, cage, via=[level.give("pulley").at(5.9, 3.6)])

# Other ways, and what is of no use.
level.spare("ramp", width=1.0, height=0.4)
level.spare("pulley")
level.spare("tacho")
level.spare("belt")
level.spare("flashlight")
level.spare("solar_panel", watts=150.0)
level.spare("bellows")
level.clues(
    goal="The lamp first: where there is power for it, there is power for the sweeper, too.",
    family="Look under Power: a source is waiting to be turned, and somebody asleep could turn it.",
    piece=bell,
)
level.aim("The hamster sleeps on", without="generator")
level.aim("Nobody looks at the lamp", without="photocell")
level.aim("A chain of 9 or more", chain=9)
level.par(parts=12, seconds=21.5)
level.save()
