"""Write the level 'Not yet': a detonator box is a clock, too, where a button would be too quick."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

level = Level(
    "Not yet",
    text="The night mail leaves by catapult. It leaves once, and always a moment before the mail is on it.",
    insight="A detonator box is also a clock: what it sets off comes later.",
    width=5.2,
    height=2.7,
    scene="signalbox",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=0.9, height=0.1).at(0.75, 2.2)
heavy = level.put("bowling_ball").on(slide, x=0.45)
level.put("wall", width=0.08, height=1.1).at(1.06, 0.65)
level.put("wall", width=0.08, height=2.4).at(1.52, 1.3)
belt = level.put("conveyor", width=1.4, speed=0.75).at(2.6, 1.5)
mail = level.put("petanque_boule").on(belt, x=2.05)
catapult = level.put("catapult", energy=8.0).at(3.76, 0.2)
basket = level.put("basket", width=0.5, height=0.4).on(ground, x=4.78)

box = level.give("detonator", "Under the bowling ball: something that takes its time.", delay=6.0)
box.at(1.3, 0.21)
level.join("wire", box, catapult, hint="From the box to the catapult.")
level.spare("button")
level.goal("The steel ball lies in the basket", when.held(0.5, when.contained(mail, basket)))
level.par(parts=2, seconds=10.0)

plan(level, 2.55, 2.2, 1.3, 0.5)
sign(level, "MAIL 22:40", 4.3, 2.2)
dress(
    level,
    ("clock", 3.5, 2.2, 0.9), ("books", 0.3, ground, 0.9), ("lamp", 0.72, ground, 0.9), ("poster", 0.5, 1.3, 1.1),
    ("train", 2.55, ground, 1.3), ("poster", 4.75, 1.35, 1.1), ("arrow", 4.3, 1.6, 0.7), ("plant", 1.85, ground, 0.9),
)  # fmt: skip
level.save()
