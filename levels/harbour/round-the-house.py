"""Write the level 'Round the house': a weight on one side draws a bolt on the other, and a catapult shoots a goal."""

from _quay import container, frame, jib, mast, stand

from sandbox.authoring import Level, when

level = Level(
    "Round the house",
    text="The weight goes overboard on this side of the harbour office. The plank that ought to move is on the other.",
    insight="Each wheel turns the pull round a corner: the last one says which way it goes.",
    width=5.9,
    height=2.9,
    scene="harbour",
    rules=2,
)
ground = level.room()
quay = container(level, 0.0, 0.62, 1.5, "blue")
belt = level.put("conveyor", width=0.6, speed=0.16).on(quay, x=0.31)
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
level.put("conveyor", width=0.44, speed=0.6).at(2.34, 0.5)
level.put("inclined_plane", width=0.6, height=0.36).on(ground, x=2.88)
for number in range(6):
    level.put("domino").on(ground, x=3.24 + 0.16 * number)
button = level.put("button").on(ground, x=4.3)
sling = level.put("catapult", energy=6.5, aim=60.0).on(ground, x=4.8)
level.join("wire", button, sling.signal)
apple = level.put("tennis_ball").on(sling, x=4.55)
bank = container(level, 5.3, 5.9, 0.7, "green")
goal = level.put("goal", width=0.55, height=1.0).on(bank, x=5.6)
level.no_build(1.12, 1.33, 3.6, 5.0)
level.no_build(3.6, 1.8, 5.9, 5.0)
level.no_build(4.1, 0.0, 5.1, 0.7)  # or what stands there would press the button
over = level.give("pulley", "One wheel high up, between the weight and the roof.").at(0.9, 2.6)
beside = level.give("pulley", "One to the right of the plank, as high as it is.").at(4.0, 1.3)
level.spare("pulley")
level.tie(weight, plank.right, via=[over, beside], hint="From the weight over both to the plank.")
level.goal("The tennis ball is in the goal", when.contained(apple, goal))
mast(level, 5.4, 1.7, 2.55, 0.18)
jib(level, 2.6, 3.2, 5.7)
stand(level, "plant", quay, 0.1, 0.5)
level.put("scenery", look="clock", size=0.7).at(1.65, 2.13)
level.par(parts=3, seconds=6.8)
level.save()
