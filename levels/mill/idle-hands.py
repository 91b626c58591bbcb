"""Write the level 'Idle hands': one gear closes the gap, but only two turn the belt the right way."""

from _mill import block, bracket, hang, stand

from sandbox.authoring import Level, when

level = Level(
    "Idle hands",
    text="The weight keeps leaving by the wrong door, whoever stands in the gap. Left, please: the bucket is waiting.",
    insight="Gears side by side turn opposite ways: with one more between, the last one turns about.",
    width=4.4,
    height=2.9,
    scene="mill",
    rules=2,
)
ground = level.room()
bracket(level, 2.3, 2.15, 0.34)
motor = level.put("motor", speed=-70.0).at(2.3, 2.265)
wheel = level.put("gear").at(2.7, 2.265)
belt = level.put("driven_conveyor", width=1.7).flipped().at(2.45, 1.75)
level.join("belt", wheel, belt)
weight = level.put("weight", mass=6.0).on(belt, x=2.5)
bucket = level.put("bucket", width=0.46).at(1.42, 1.4)
bracket(level, 1.45, 0.75, 0.5)
near = level.put("pulley").at(1.38, 2.6)
far = level.put("pulley").at(0.64, 2.6)
tower = block(level, 0.0, 0.72, 0.9)
slope = level.put("inclined_plane", width=0.55, height=0.07).on(tower, x=0.28)
ball = level.put("soccer_ball").on(slope, x=0.36)
gate = level.put("bar", width=0.6, height=0.09).turned(90).on(tower, x=0.6)
for x in (0.48, 0.72):
    level.put("wall", height=0.9).at(x, 1.65)
level.tie(bucket, gate.right, via=[near, far])
goal = level.put("goal", width=0.6, height=0.7).on(ground, x=4.0)
first = level.give("gear", "One on the motor's pinion, above the gap,").in_mesh(motor, 90.0)
second = level.give("gear", "one that touches the first and the big wheel.").at(2.54, 2.444)
level.spare("gear")
level.no_build(3.6, -0.5, 5.0, 1.0)  # a gear in the goal counts as the ball
level.goal("The soccer ball is in the goal", when.state(goal, "scored"))
level.par(parts=2, seconds=9.5)
hang(level, ("window", 3.75, 1.95, 1.5), ("poster", 0.22, 1.75, 0.9), ("clock", 3.3, 2.55, 0.8))
stand(level, ground, ("books", 2.3, 1.3), ("lamp", 2.8, 1.6), ("drum", 3.3, 1.1), ("plant", 1.8, 0.9))
level.save()
