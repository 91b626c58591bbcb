"""Write the level 'Points': the first train sets the points for the second one."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

level = Level(
    "Points",
    text="The express goes straight on, the goods train has to turn off. The man who throws the points has gone home.",
    insight="Who has passed can set the way for the one behind.",
    width=5.6,
    height=2.8,
    scene="signalbox",
    rules=2,
)
ground = level.room()
belt = level.put("conveyor", width=1.5, speed=0.8).at(0.85, 2.2)
express = level.put("soccer_ball").on(belt, x=1.2)
goods = level.put("bowling_ball").on(belt, x=0.4)
level.put("ramp", width=0.9, height=0.2).at(2.05, 1.97)
flap = level.put("trap_door", width=0.6, mass=30.0, stays=True).at(2.8, 1.86)
level.put("floor", width=0.8, height=0.08).at(3.52, 1.825)
low = level.put("fixed_block", width=0.5, height=0.7).on(ground, x=2.2)
high = level.put("fixed_block", width=0.4, height=1.1).on(ground, x=3.7)
siding = level.put("basket", width=0.78, height=0.4).on(ground, x=2.98)
station = level.put("basket", width=0.9, height=0.4).on(ground, x=4.75)

beam = level.give("light_gate", "Where only the express comes by.", mode="pulse").at(4.35, 1.2)
level.join("wire", beam, flap, hint="From the light gate to the flap.")
level.goal("The soccer ball lies in the right basket", when.contained(express, station))
level.goal("The bowling ball lies in the left basket", when.contained(goods, siding))
level.par(parts=2, seconds=6.4)

plan(level, 3.5, 2.45, 1.7, 0.42, 2)
sign(level, "EXPRESS", 4.95, 2.05, "green")
sign(level, "GOODS", 2.2, 1.05)
dress(
    level,
    ("lamp", 0.35, ground, 1.1), ("train", 1.15, ground, 1.6), ("plant", 1.75, ground, 0.9), ("window", 0.8, 1.4, 1.2),
    ("lamp", 3.7, high, 0.8), ("clock", 4.95, 2.4, 0.7), ("poster", 5.25, 1.2, 0.9), ("plant", 5.4, ground, 0.8),
    ("books", 4.1, ground, 0.7),
)  # fmt: skip
level.save()
