"""Write the level 'Two at once': one button has room for two wires, and starts one belt as it stops the other."""

from _yard import dress, plan, sign

from sandbox.authoring import Level, when

level = Level(
    "Two at once",
    text="The upper parcel goes for a swim, the lower one goes nowhere. There is one button, and it has a free minute.",
    insight="One button may have many wires: the same push starts what stands and stops what runs.",
    width=4.4,
    height=2.8,
    scene="signalbox",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=3.3, height=0.45).flipped().at(2.5, 2.2)
ball = level.put("bowling_ball").on(slide, x=3.9)
upper = level.put("conveyor", width=1.9, speed=0.4).at(1.95, 1.35)
box = level.put("cardboard_box", open=False, width=0.26, height=0.22).on(upper, x=1.2)
lower = level.put("conveyor", width=1.4, speed=0.4, running=False).at(1.7, 0.7)
crate = level.put("crate", width=0.22, height=0.22).on(lower, x=1.2)
tank = level.put("water_tank", width=0.9, height=0.45).on(ground, x=3.4)
basket = level.put("basket", width=0.5, height=0.32).on(ground, x=2.6)
button = level.put("button").on(ground, x=0.16)
level.join("wire", button, upper, given=True, hint="One wire to the belt that is to stop.")
level.join("wire", button, lower, given=True, hint="The other one to the belt that is to start.")
level.goal("The wooden crate lies in the basket", when.contained(crate, basket))
level.goal("The cardboard box is still on its belt", when.inside(box, 1.0, 1.4, 2.9, 1.75))
level.par(parts=2, seconds=6.9)

plan(level, 2.2, 1.8, 1.2, 0.36, 2)
sign(level, "STOP", 0.5, 1.35, "red")
sign(level, "GO", 0.62, 0.72, "green")
dress(
    level,
    ("lamp", 4.1, ground, 1.0), ("window", 3.75, 1.5, 1.2), ("books", 1.05, ground, 0.8), ("teddy", 1.5, ground, 0.9),
    ("clock", 0.45, 2.5, 0.7), ("bunting", 2.0, 2.62, 1.5), ("plant", 1.95, ground, 0.8),
)  # fmt: skip
level.save()
