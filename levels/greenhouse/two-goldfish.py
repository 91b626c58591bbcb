"""Write the open puzzle 'Goldfish move house': two bowls to be tipped into tubs, and a lamp to be lit."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

ROCK = (((-0.5, -0.5), (0.5, -0.5), (0.08, 0.5), (-0.08, 0.5)),)

level = Level(
    "Goldfish move house",
    text=(
        "Two goldfish have outgrown their bowls, and a tub is ready for each. They want a light on when both have "
        "moved in, but not before: nobody likes to be looked at while falling."
    ),
    insight="Moving house is a queue: whoever has arrived calls the next, and the last one puts the light on.",
    width=7.2,
    height=3.8,
    scene="greenhouse",
    open=True,
)
ground = level.room()

# The loft with the ball, and the pen in which it ends.
loft = bed(level, 0.0, 0.65, 3.0, 2.85)
slope = level.put("inclined_plane", width=0.6, height=0.22).on(loft, x=0.31)
level.put("bowling_ball").on(slope, x=0.14)
pen = bed(level, 0.0, 1.2, 1.3, 1.15)
level.put("inclined_plane", width=0.5, height=0.16).flipped().on(pen, x=0.95)

# A tub below each of the bowls, with a pillar between them.
for x in (2.96, 4.24):
    stool = level.put("fixed_block", width=0.5, height=0.3).on(ground, x=x)
    level.put("bucket", width=0.8, loose=False).on(stool, x=x)
pillar = bed(level, 3.38, 3.82, 2.4)
hamster = level.put("hamster_wheel", speed=45.0, torque=2.0, time=30.0).on(pillar, x=3.6)
lamp = level.put("lamp", reach=2.4).at(3.6, 3.4)

# The shelf of the one fish, and the belt of the other.
shelf = bed(level, 1.2, 2.55, 2.2, 1.15)
level.put("wall", width=0.06, height=0.45).at(1.23, 2.425)
left = level.put("fish_bowl", strength=5.0).on(shelf, x=2.25)
belt = level.put("driven_conveyor", width=1.7).at(5.5, 2.1)
right = level.put("fish_bowl", strength=5.0).on(belt, x=6.1)

level.goal("The left fish is in its tub", when.state(left, "saved"))
level.goal("The right fish is in its tub", when.state(right, "saved"))
level.goal("The lamp is on, once both are in", when.state(lamp, "on"))
level.fails("A fish has come to grief", when.any(when.state(left, "dead"), when.state(right, "dead")))
falling = when.any(when.beyond(left, "y", "more", 1.5), when.beyond(right, "y", "more", 1.5))
level.fails("The lamp was on, and a fish still up", when.all(when.state(lamp, "on"), falling))

pane(level, 5.9, 3.05, 1.0, 0.9)
hang(level, "window", 5.9, 3.05, 1.2)
hang(level, "bunting", 2.2, 3.6, 1.5)
hang(level, "clock", 4.8, 3.2, 0.9)
stand(level, "plant", ground, 0.5, 1.3)
stand(level, "plant", ground, 5.7, 1.2)
stand(level, "drum", ground, 6.5, 0.9)
stand(level, "lamp", ground, 1.0, 1.0)

# One way: a fist pushes the one bowl, which knocks at a bell as it falls; the hamster hears that and moves the other,
# and that one lies on a plate in its tub.
button = level.give("button", mode="hold", hold=30.0).on(pen, x=0.4)
fist = level.give("boxing_glove", speed=2.0).on(shelf, x=1.8)
level.join("wire", button, fist.signal)
bell = level.give("bell").at(2.75, 2.42)
level.join("belt", hamster, belt, given=True)
plate = level.give("pressure_plate", width=0.4, mass=0.05).at(4.24, 0.45)
level.join("wire", plate, lamp.signal)

# Other ways, and what is of no use.
level.spare("pool_cue", speed=2.0)
level.spare("light_gate", width=0.5)
level.spare("ramp", width=0.8, height=0.1)
level.spare("rope")
level.spare("pillow")
level.spare("tacho", speed=15.0)
level.spare("seesaw")
level.clues(
    goal="The left fish first: give its bowl a push. Its fall can call for the other, and the other's fall for the "
    "light.",
    family="Launchers push. Electric: what the hamster likes to hear also sounds when somebody bumps into it.",
    piece=bell,
)
level.aim("Without a blow or a thrust", without=("boxing_glove", "pool_cue"))
level.aim("A chain of 9 or more", chain=9)
level.par(parts=7, seconds=12.0)
level.save()
