"""Down the stairs: a hole to fill, an edge to lead back from, a wall to jump over."""

from sandbox.authoring import Level, when

level = Level(
    "Down the stairs",
    text="Bedtime! The ball sleeps in the chest below the cupboard. It knows the way down, just not how to stay on it.",
    width=3.6,
    height=2.8,
    scene="playroom",
    insight="A long way is a row of short ones: see where it ends, and help it on from there.",
    rules=2,
)
ground = level.room()
cupboard = level.put("floor", width=1.8, height=0.7).at(0.9, 1.45)
left = level.put("floor", width=0.9, height=0.3).on(cupboard, x=0.45)
right = level.put("floor", width=0.5, height=0.3).on(cupboard, x=1.55)
slope = level.put("ramp", width=0.7, height=0.35).on(left, x=0.36)
ball = level.put("custom_ball", radius=0.11, mass=0.5, colour="red").on(slope, x=0.14).named("the ball")
wall = level.put("wall", height=0.5).on(ground, x=1.0)
chest = level.put("toy_chest", width=0.8, height=0.3).on(ground, x=0.41)

level.put("scenery", look="star", size=0.9).at(0.4, 1.45)
level.put("scenery", look="star", size=0.9).at(0.9, 1.45)
level.put("scenery", look="star", size=0.9).at(1.4, 1.45)
level.put("scenery", look="blocks", size=0.8).on(ground, x=1.95)
level.put("scenery", look="clock", size=0.8).at(2.4, 2.35)
level.put("scenery", look="balloons", size=1.1).at(3.25, 2.1)
level.put("scenery", look="drawing", size=0.9).at(3.2, 1.35)
level.put("scenery", look="teddy", size=1.2).on(ground, x=3.27)
level.put("scenery", look="train", size=0.9).on(ground, x=2.72)
level.put("scenery", look="books", size=0.9).on(ground, x=2.35)

level.give("crate", "Into the hole on the cupboard.", turns=False).at(1.1, 1.95)
level.give("ramp", "Where the ball drops off, leading back.", turns=False).at(2.45, 1.05).flipped()
level.give("trampoline", "Where the ball comes down again, before the wall.", width=0.7, turns=False).on(ground, x=1.4)

level.goal("The ball lies in the toy chest", when.held(0.5, when.contained(ball, chest)))
level.no_build(0.75, 2.12, 1.85, 2.8)
level.no_build(0.0, 0.55, 1.85, 1.1)
level.par(parts=3, seconds=4.2)
level.save()
