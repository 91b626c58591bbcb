"""Write the level 'Moving target': only when both are ready, the mail and the wagon, may the catapult throw."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

level = Level(
    "Moving target",
    text="The wagon goes to and fro, the mail comes when it comes, and the catapult throws but once. Both, please.",
    insight="Two things that must meet: a gate lets the signal through only while both are there.",
    width=5.6,
    height=2.8,
    scene="signalbox",
    rules=2,
)
ground = level.room()
feed = level.put("conveyor", width=1.3, speed=0.75).at(0.75, 1.0)
mail = level.put("petanque_boule").on(feed, x=0.35)
catapult = level.put("catapult", energy=18.0).at(1.8, 0.2)
track = level.put("conveyor", width=1.5, speed=0.75).at(0.9, 2.3)
heavy = level.put("bowling_ball").on(track, x=0.8)
shelf = level.put("floor", width=0.9, height=0.08).at(2.01, 1.9)
for x, height in ((1.59, 0.24), (2.43, 0.4)):
    level.put("wall", width=0.06, height=height).at(x, 1.94 + height / 2)
plate = level.put("pressure_plate", width=0.7, mass=3.0).on(shelf, x=2.01)
rail = level.put("slider", width=2.6, motor="to and fro", speed=0.4, begin=20.0).at(4.1, 0.32)
wagon = level.put("basket", width=0.6, height=0.35).on(rail, x=3.3)
level.join("glue", rail.carriage, wagon.left)
beam = level.put("light_gate", width=0.9, colour="green").turned(90).at(4.0, 0.58)
both = level.put("gate", rule="and").at(3.1, 1.95)
level.put("gate", rule="or").at(3.1, 1.7)
level.put("backdrop", width=0.4, height=0.6).at(3.1, 1.825).layered(-1)
level.join("wire", plate, both.a, given=True, hint="From the plate to one side of the round gate.")
level.join("wire", beam, both.b, given=True, hint="From the light gate to its other side.")
level.join("wire", both.out, catapult, given=True, hint="From its nose to the catapult.")
level.goal("The steel ball lies in the wagon", when.held(0.5, when.contained(mail, wagon)))
level.par(parts=3, seconds=8.8)

plan(level, 4.3, 2.2, 1.6, 0.6)
sign(level, "MAIL", 0.45, 0.62)
dress(
    level,
    ("lamp", 0.3, ground, 0.9), ("books", 0.85, ground, 0.9), ("poster", 0.35, 2.1, 0.7), ("clock", 3.2, 2.45, 0.8),
    ("bunting", 1.9, 2.64, 1.4), ("window", 3.1, 1.2, 0.9), ("plant", 2.45, ground, 0.9), ("arrow", 4.9, 1.45, 0.8),
    ("drawing", 1.25, 1.95, 0.9),
)  # fmt: skip
level.save()
