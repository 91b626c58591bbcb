"""Funnel: three balls from three places go through one funnel into one narrow basket."""

from sandbox.authoring import Level, when

level = Level(
    "Funnel",
    text="Red, yellow and blue never agree on where to fall. There is one small basket for all three, so they must.",
    width=3.2,
    height=2.5,
    scene="playroom",
    insight="A funnel forgives: wherever things fall into it, they leave it at one place.",
    rules=2,
)
ground = level.room()
balls = [
    level.put("custom_ball", radius=0.07, mass=0.3, colour=colour).at(x, y).named(f"the {colour} ball")
    for colour, x, y in (("red", 1.05, 1.9), ("yellow", 1.3, 2.3), ("blue", 2.1, 2.1))
]
table = level.put("floor", width=1.0, height=0.3).on(ground, x=1.6)
basket = level.put("basket", width=0.4, height=0.35).on(table, x=1.6)

shelf = level.put("floor", width=0.6, height=0.05).at(0.33, 1.0)
level.put("scenery", look="teddy", size=0.9).on(shelf, x=0.25)
level.put("scenery", look="drum", size=0.5).on(shelf, x=0.5)
level.put("scenery", look="books", size=0.8).on(ground, x=0.25)
level.put("scenery", look="train", size=1.0).on(ground, x=0.78)
level.put("scenery", look="star", size=0.5).at(1.25, 0.25)
level.put("scenery", look="star", size=0.5).at(1.6, 0.25)
level.put("scenery", look="star", size=0.5).at(1.95, 0.25)
level.put("scenery", look="plant", size=0.8).on(ground, x=2.35)
level.put("scenery", look="blocks", size=1.1).on(ground, x=2.8)
level.put("scenery", look="drawing", size=0.9).at(0.38, 1.85)
level.put("scenery", look="balloons", size=1.1).at(2.85, 1.4)
level.put("scenery", look="clock", size=0.7).at(2.75, 2.05)

level.give("funnel", "Below all three, its spout above the basket.", width=1.4, height=0.4, bore=0.22, turns=False).at(
    1.6, 1.2
)

for ball, colour in zip(balls, ("red", "yellow", "blue"), strict=True):
    level.goal(f"The {colour} ball lies in the basket", when.held(0.5, when.contained(ball, basket)))
level.par(parts=1, seconds=1.7)
level.save()
