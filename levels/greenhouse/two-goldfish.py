"""Write the open puzzle 'Goldfish move house': two bowls to be tipped into tubs, and a lamp to be lit."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

ROCK = (((-0.5, -0.5), (0.5, -0.5), (0.08, 0.5), (-0.08, 0.5)),)

level = Level(
    "Goldfish move house",
    text=(
        "Two goldfish have outgrown their bowls, and a tub is ready for each. They are to move in today, and to have a "
        "light on for their first night."
    ),
    insight="Moving house is two pushes and a light: whoever arrives first can be the one who calls the others.",
    width=7.2,
    height=3.8,
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

# A tub below each of the bowls, with a pillar between them.
for x in (2.96, 4.24):
    stool = level.put("fixed_block", width=0.5, height=0.3).on(ground, x=x)
    level.put("bucket", width=0.8, loose=False).on(stool, x=x)
bed(level, 3.38, 3.82, 2.5)
lamp = level.put("lamp", reach=1.8).at(3.6, 3.0)

# The shelf of the one fish, and the belt of the other.
shelf = bed(level, 1.2, 2.55, 2.2, 1.15)
level.put("wall", width=0.06, height=0.7).at(1.23, 2.55)
left = level.put("fish_bowl", strength=4.0).on(shelf, x=2.25)
belt = level.put("driven_conveyor", width=1.7).at(5.5, 2.1)
right = level.put("fish_bowl", strength=4.0).on(belt, x=5.4)
perch = level.put("floor", width=0.7, height=0.08).at(6.85, 1.2)
hamster = level.put("hamster_wheel", speed=30.0, torque=2.0, time=30.0).on(perch, x=6.85)

level.goal("The left fish is in its tub", when.state(left, "saved"))
level.goal("The right fish is in its tub", when.state(right, "saved"))
level.goal("The lamp between the tubs is on", when.state(lamp, "on"))
level.fails("A fish has come to grief", when.any(when.state(left, "dead"), when.state(right, "dead")))

pane(level, 5.9, 3.05, 1.0, 0.9)
hang(level, "window", 5.9, 3.05, 1.2)
hang(level, "bunting", 2.2, 3.6, 1.5)
hang(level, "clock", 4.8, 3.2, 0.9)
stand(level, "plant", ground, 0.5, 1.3)
stand(level, "plant", ground, 5.7, 1.2)
stand(level, "drum", ground, 6.5, 0.9)
stand(level, "lamp", ground, 1.0, 1.0)

# The button lets go soon, so that its own wire does not keep the lamp on.
# One way: a fist pushes the one bowl, which rings for the hamster as it falls, and the hamster's turning is seen.
button = level.give("button", mode="hold", hold=0.5).on(pen, x=0.4)
fist = level.give("boxing_glove", speed=2.0).on(shelf, x=1.8)
level.join("wire", button, fist.signal)
gate = level.give("light_gate", width=0.6, mode="pulse").at(2.95, 1.7)
bell = level.give("bell").at(6.2, 1.6)
level.join("wire", gate, bell.signal)
level.join("belt", hamster, belt, given=True)
tacho = level.give("tacho", speed=15.0).at(6.0, 1.3)
level.join("belt", hamster, tacho)
level.join("wire", tacho, lamp.signal)

# Other ways, and what is of no use.
level.spare("pool_cue", speed=2.0)
level.spare("ramp", width=0.8, height=0.3)
level.spare("pillow")
level.spare("rope")
level.spare("pulley")
level.clues(
    goal="The left fish first: give its bowl a push. Whatever pushes it, or sees it fall, can call for the rest.",
    family="Launchers push, and what the hamster likes to hear is found under Electric.",
    piece=fist,
)
level.aim("Let the hamster sleep", without="bell")
level.aim("Seven pieces at most, links counted", pieces=7)
level.aim("A chain of 9 or more", chain=9)
level.par(parts=10, seconds=9.0)
level.save()
