"""Wrong way: the ramp from the stock leads away from the basket until it is flipped."""

from sandbox.authoring import Level, when

level = Level(
    "Wrong way",
    text="The beach ball lives on the left. Nobody has told the ramp yet; it only listens to F.",
    width=4.0,
    height=2.3,
    scene="playroom",
    insight="A ramp leads to its low end: flip it, and it leads the other way.",
    rules=2,
)
ground = level.room()
ball = level.put("custom_ball", radius=0.12, mass=0.5, colour="red").at(2.0, 2.0).named("the beach ball")
left = level.put("floor", width=0.7, height=0.06).at(1.1, 0.85)
right = level.put("floor", width=0.7, height=0.06).at(2.9, 0.85)
basket = level.put("basket", width=0.65, height=0.4).on(ground, x=0.4)
level.put("pillow", colour="blue", width=0.7).on(ground, x=2.0)
level.put("toy_chest", width=0.8, height=0.45).on(ground, x=3.5)

level.put("scenery", look="clock", size=0.7).at(0.3, 1.75)
level.put("scenery", look="drawing", size=0.9).at(1.05, 1.85)
level.put("scenery", look="teddy", size=0.9).on(right, x=2.75)
level.put("scenery", look="plant", size=0.8).on(right, x=3.08)
level.put("scenery", look="balloons", size=1.1).at(3.7, 1.35)
level.put("scenery", look="blocks", size=0.9).on(ground, x=0.98)
level.put("scenery", look="arrow", size=0.9).flipped().on(ground, x=1.42)
level.put("scenery", look="lamp", size=1.4).on(ground, x=2.58)
level.put("scenery", look="train", size=0.6).on(ground, x=2.9)
level.put("scenery", look="poster", size=0.7).at(3.35, 1.95)

level.give("ramp", "Under the ball, with its low end to the left.", turns=False).at(1.8, 1.2).flipped()

level.goal("The ball lies in the basket", when.held(0.5, when.contained(ball, basket)))
level.par(parts=1, seconds=2.2)
level.save()
