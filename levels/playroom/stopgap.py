"""Stopgap: a crate fills the hole in the shelf, and the ball rolls over it."""

from sandbox.authoring import Level, when

level = Level(
    "Stopgap",
    text="The ball always ends in the same hole, and somebody always has to fetch it. A crate is going spare.",
    width=4.0,
    height=2.0,
    scene="playroom",
    insight="A part may simply be in the way: what fills a hole is a floor.",
    rules=2,
)
ground = level.room()
pit = level.put("floor", width=0.4, height=0.3).on(ground, x=1.8)
left = level.put("floor", width=1.6, height=0.6).on(ground, x=0.8)
right = level.put("floor", width=1.0, height=0.6).on(ground, x=2.5)
slope = level.put("ramp", width=0.8, height=0.4).on(left, x=0.42)
ball = level.put("soccer_ball").on(slope, x=0.14)
basket = level.put("basket", width=0.6).on(ground, x=3.6)

shelf = level.put("floor", width=1.1, height=0.05).at(2.3, 1.25)
level.put("scenery", look="train", size=0.8).on(shelf, x=2.0)
level.put("scenery", look="blocks", size=0.7).on(shelf, x=2.38)
level.put("scenery", look="books", size=0.7).on(shelf, x=2.7)
level.put("scenery", look="star", size=0.7).at(0.4, 0.4)
level.put("scenery", look="star", size=0.7).at(0.8, 0.4)
level.put("scenery", look="star", size=0.7).at(1.2, 0.4)
level.put("scenery", look="star", size=0.7).at(2.3, 0.4)
level.put("scenery", look="star", size=0.7).at(2.7, 0.4)
level.put("scenery", look="balloons", size=1.1).at(3.6, 1.25)
level.put("scenery", look="drawing", size=0.8).at(1.35, 1.4)
level.put("scenery", look="clock", size=0.7).at(3.1, 1.6)

level.give("crate", "Into the hole in the shelf.").at(1.8, 0.6)

level.goal("The soccer ball lies in the basket", when.held(0.5, when.contained(ball, basket)))
level.par(parts=1, seconds=2.8)
level.save()
