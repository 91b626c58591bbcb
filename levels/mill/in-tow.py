"""Write the level 'In tow': what rides on a conveyor pulls a rope off a winch, and so turns another conveyor."""

from _mill import hang, shelf, stand

from sandbox.authoring import Level, when

level = Level(
    "In tow",
    text="The lower belt has a motor, the upper one has none. What the one carries off must drive the other.",
    insight="A rope that is pulled off a winch turns it: what rides away can drive what stays.",
    width=5.2,
    height=2.8,
    scene="mill",
    rules=2,
)
ground = level.room()
lower = level.put("conveyor", width=2.7, speed=0.22).at(3.2, 0.7)
for x in (2.1, 4.2):
    level.put("backdrop", width=0.07, height=0.54).at(x, 0.37).layered(-1)
weight = level.put("weight", mass=12.0).on(lower, x=2.2)
upper = level.put("driven_conveyor", width=1.9).flipped().at(2.35, 1.7)
parcel = level.put("flat_crate").on(upper, x=2.8)
ledge = level.put("floor", width=0.5, height=0.06).at(1.13, 1.73)
ball = level.put("custom_ball", colour="red").on(ledge, x=1.2).named("the red ball")
level.put("ramp", width=1.0, height=0.4).at(0.52, 0.95)
goal = level.put("goal", width=0.5, height=0.6).on(ground, x=4.9)
winch = level.give("winch", "Behind the weight, where its rope comes straight off.").flipped().at(1.6, 1.2)
level.join("belt", winch, upper, hint="From the winch to the upper conveyor.")
level.tie(winch.rope, weight, hint="From the drum to the weight that rides away.")
level.spare("pulley")
level.no_build(1.75, 0.5, 4.65, 0.9)  # a drum that touches the belt would be turned by it
level.goal("The red ball is in the goal", when.state(goal, "scored"))
level.par(parts=3, seconds=10.5)
hang(level, ("window", 4.5, 2.1, 1.6), ("clock", 0.55, 2.3), ("poster", 3.75, 1.75, 1.1), ("drawing", 1.6, 2.4, 0.9))
stand(level, ground, ("books", 0.3, 1.0), ("lamp", 2.6, 1.1), ("drum", 3.2, 1.3), ("plant", 3.8, 0.9))
shelf(level, 4.55, 1.25, 0.9, ("books", 4.3, 0.8), ("plant", 4.75, 0.7))
level.save()
