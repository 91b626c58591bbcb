"""Light or heavy: the catapult throws by itself; of two balls of a size, only the light one flies into the chest."""

from sandbox.authoring import Level, when

level = Level(
    "Light or heavy",
    text="The chest wants a ball, and the catapult is about to throw. Two of a size ask to fly; one of them boasts.",
    width=3.8,
    height=2.4,
    scene="playroom",
    insight="The same push throws a light thing high and a heavy one hardly at all.",
    rules=2,
)
ground = level.room()
table = level.put("floor", width=1.5, height=0.06).at(0.75, 0.5)
catapult = level.put("catapult", energy=9.0, aim=50.0).on(table, x=1.1)
slope = level.put("ramp", width=0.6, height=0.15).on(table, x=0.35)
level.put("custom_ball", radius=0.08, colour="blue").on(slope, x=0.13).named("the blue ball")
wardrobe = level.put("floor", width=0.9, height=0.8).on(ground, x=3.35)
shelf = level.put("floor", width=0.96, height=0.04).on(wardrobe, x=3.32)
chest = level.put("toy_chest", width=0.9, height=0.4).on(shelf, x=3.33)

level.put("scenery", look="books", size=0.9).on(ground, x=0.35)
level.put("scenery", look="train", size=0.7).on(ground, x=0.85)
level.put("scenery", look="teddy", size=1.3).on(ground, x=2.45)
level.put("scenery", look="blocks", size=0.8).on(ground, x=2.05)
level.put("scenery", look="lamp", size=1.6).on(ground, x=1.62)
level.put("scenery", look="drawing", size=1.0).at(1.75, 1.75)
level.put("scenery", look="plant", size=0.7).on(ground, x=1.25)
level.put("scenery", look="clock", size=0.8).at(3.3, 2.0)
level.put("scenery", look="star", size=0.6).at(3.2, 0.5)
level.put("scenery", look="star", size=0.6).at(3.5, 0.5)

level.give("baseball", "Into the cup of the catapult, before it throws.").at(0.9, 0.85)
level.spare("petanque_boule")

baseball, steel = (when.count_contained(kind, chest) for kind in ("baseball", "petanque_boule"))
level.goal("A ball lies in the toy chest", when.held(0.5, when.any_(baseball, steel)))
level.no_build(1.45, 0.1, 3.8, 2.4)
level.no_build(0.0, 1.6, 1.45, 2.4)
level.par(parts=1, seconds=2.4)
level.save()
