"""Write the level 'Piece by piece': a crank pushes one box out of the stack at each turn."""

from _mill import block, bracket, hang, post, stand

from sandbox.authoring import Level, when

level = Level(
    "Piece by piece",
    text="Three boxes, one hamster, no hands. The stack is not for tipping over.",
    insight="A crank makes a push of each turn, as long as its stroke: a short stroke moves nothing over the edge.",
    width=5.2,
    height=2.7,
    scene="mill",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=0.7, height=0.35).at(0.37, 2.2)
ball = level.put("soccer_ball").on(slide, x=0.13)
bracket(level, 0.75, 1.6, 0.7)
hamster = level.put("hamster_wheel", speed=30.0, torque=20.0, time=30.0).at(0.7, 1.78)
post(level, 1.12, 2.1, y0=1.55, width=0.06)
post(level, 0.38, 1.85, y0=1.55, width=0.06)
ledge = block(level, 2.4, 2.68, 1.44, colour="blue")
boxes = []
below = ledge
for _ in range(3):
    below = level.put("crate", width=0.2, height=0.24).on(below, x=2.635)
    boxes.append(below)
post(level, 2.505, 2.3, y0=1.73, width=0.05)
post(level, 2.765, 2.3, y0=1.72, width=0.05)
belt = level.put("conveyor", width=1.6, speed=0.5).at(3.55, 0.95)
post(level, 3.6, 0.89)
chest = level.put("toy_chest", width=0.78, height=1.2).on(ground, x=4.73)
crank = level.give("crank_rod", "In front of the stack, level with its lowest box.", size="large").at(2.1, 1.6)
level.spare("crank_rod", size="small")
level.join("belt", hamster, crank, hint="From the hamster's wheel to the crank.")
level.goal("All three boxes lie in the chest", when.all(*(when.contained(box, chest) for box in boxes)))
level.par(parts=2, seconds=10.0)
hang(
    level,
    ("window", 1.85, 2.25, 1.1),
    ("poster", 4.35, 2.1, 1.4),
    ("clock", 3.55, 2.2, 1.1),
    ("drawing", 0.55, 1.25, 0.9),
)
sacks = block(level, 0.2, 1.2, 0.38, colour="green")
block(level, 0.75, 1.15, 0.7, y0=0.38, colour="yellow")
stand(level, sacks, ("teddy", 0.45, 0.9))
stand(level, ground, ("books", 1.55, 1.2), ("lamp", 2.05, 1.3), ("drum", 3.15, 1.1), ("plant", 3.95, 0.9))
level.save()
