"""Write the level 'Round the house': a weight that falls on one side draws a bolt on the other."""

from _quay import container, frame, jib, mast, stand

from sandbox.authoring import Level, when

level = Level(
    "Round the house",
    text="The weight goes overboard on this side of the harbour office. The plank that ought to move is on the other.",
    insight="Each wheel turns the pull round a corner: the last one says which way it goes.",
    width=4.6,
    height=2.9,
    scene="harbour",
)
ground = level.room()
quay = container(level, 0.0, 0.62, 1.5, "blue")
belt = level.put("conveyor", width=0.6, speed=0.25).on(quay, x=0.31)
weight = level.put("weight").on(belt, x=0.2)
house = level.put("wall", width=0.9, height=1.9).at(1.65, 1.05)
roof = [[[-0.5, -0.5], [0.5, -0.5], [0.28, 0.5], [-0.28, 0.5]]]
level.put("polygon", outline=roof, width=1.06, height=0.28, stuff="stone", colour="red").at(1.65, 2.14)
for x, y in [(1.42, 1.6), (1.88, 1.6), (1.42, 0.95), (1.88, 0.95)]:
    level.put("scenery", look="window", size=0.7).at(x, y)
frame(level, 1.65, 0.35, 0.24, 0.5)
shelf = level.put("floor", width=1.2, height=0.08).at(3.1, 1.2)
level.put("floor", width=1.05, height=0.06).at(3.06, 1.36)
level.put("wall", width=0.08, height=0.45).at(2.46, 1.56)
plank = level.put("bar", width=0.9).on(shelf, x=2.62)
ball = level.put("soccer_ball").on(plank, x=2.26)
level.put("inclined_plane", width=0.8, height=0.25).on(ground, x=2.5)
goal = level.put("goal", width=0.65, height=0.9).on(ground, x=4.2)
level.no_build(1.12, 1.33, 3.6, 5.0)
level.no_build(3.6, 1.8, 4.6, 5.0)
over = level.give("pulley", "One wheel high above the water where the weight falls,").at(0.9, 2.6)
beside = level.give("pulley", "one to the right of the plank, as high as it is.").at(4.0, 1.3)
level.tie(weight, plank.right, via=[over, beside], hint="From the weight over both to the plank.")
level.goal("The soccer ball is in the goal", when.contained(ball, goal))
mast(level, 4.35, 1.0, 2.55, 0.18)
jib(level, 2.6, 3.2, 4.55)
stand(level, "plant", ground, 3.35, 0.7)
level.put("scenery", look="clock", size=0.7).at(1.65, 2.13)
level.par(parts=3, seconds=5.0)
level.save()
