"""Slippery: of two crates only the smooth one slides down the slope, and pushes the ball off."""

from sandbox.authoring import Level, when

level = Level(
    "Slippery",
    text="Indoor tobogganing! Two crates want to be the sledge. Only one gets as far as the ball that needs a push.",
    width=4.0,
    height=2.3,
    scene="playroom",
    insight="A smooth thing slides where a rough one stays.",
)
ground = level.room()
stage = level.put("floor", width=2.6, height=0.5).on(ground, x=1.3)
slope = level.put("inclined_plane", width=2.0, height=0.8).on(stage, x=1.05)
ball = level.put("custom_ball", radius=0.12, mass=0.5, colour="yellow").at(2.3, 0.8)
lid = level.put("floor", width=0.85, height=0.05).at(2.3, 1.3)  # else a crate is simply dropped on the ball
basket = level.put("basket", width=0.8).on(ground, x=3.05)

level.put("scenery", look="teddy", size=0.9).on(lid, x=2.05)
level.put("scenery", look="books", size=0.7).on(lid, x=2.36)
level.put("scenery", look="star", size=0.8).at(0.5, 0.85)
level.put("scenery", look="star", size=0.6).at(0.95, 0.75)
level.put("scenery", look="star", size=0.5).at(1.3, 0.68)
level.put("scenery", look="train", size=0.6).at(0.5, 0.35)
level.put("scenery", look="train", size=0.6).at(1.3, 0.35)
level.put("scenery", look="train", size=0.6).at(2.1, 0.35)
level.put("scenery", look="plant", size=0.9).on(ground, x=3.8)
level.put("scenery", look="drawing", size=0.9).at(3.2, 1.35)
level.put("scenery", look="lamp", size=1.0).on(lid, x=2.62)

level.give("bottle_crate", "High on the slope.", title="Plastic crate", full=False, starts_at=-22, turns=False).at(
    0.55, 1.5
).turned(-22)
level.spare("crate", title="Wooden crate", starts_at=-22, turns=False)

level.goal("The yellow ball lies in the basket", when.held(0.5, when.contained(ball, basket)))
level.no_build(1.3, 0.6, 2.7, 1.3)
level.par(parts=1, seconds=3.5)
level.save()
