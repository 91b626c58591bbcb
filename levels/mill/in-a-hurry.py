"""Write the level 'In a hurry': only the small gear makes the belt fast enough to throw the crate over the gap."""

from _mill import block, bracket, hang, post, stand

from sandbox.authoring import Level, when

level = Level(
    "In a hurry",
    text="The crate has to jump. The hamster gives his best, but a walking pace is no run-up.",
    insight="The fewer teeth, the faster it turns: a small gear on a big one gives a run-up.",
    width=5.6,
    height=2.6,
    scene="mill",
    rules=2,
)
ground = level.room()
slope = level.put("inclined_plane", width=1.3, height=0.05).at(0.68, 1.9)
ball = level.put("soccer_ball").on(slope, x=0.15)
bracket(level, 1.5, 1.22, 0.64)
post(level, 1.15, 1.6, y0=1.17, width=0.06)
hamster = level.put("hamster_wheel", speed=100.0, torque=3.0, time=20.0).at(1.62, 1.4)
belt = level.put("driven_conveyor", width=1.2).at(2.65, 1.3)
post(level, 2.65, 1.24)
crate = level.put("crate", width=0.2, height=0.2).on(belt, x=2.35)
hall = block(level, 3.55, 4.85, 0.8, colour="orange")
row = [level.put("domino").on(hall, x=3.84 + 0.17 * number) for number in range(5)]
prize = level.put("soccer_ball").on(hall, x=4.73)
chest = level.put("toy_chest", width=0.65, height=0.5).on(ground, x=5.2)
level.no_build(3.1, 0.0, 5.6, 2.6)
gear = level.give("gear", "On the hamster's wheel: what is small turns fast.", size="small").in_mesh(hamster, 30.0)
level.spare("gear", size="large")
level.join("belt", gear, belt, hint="From there to the conveyor.")
level.goal("The far ball lies in the chest", when.held(0.5, when.contained(prize, chest)))
level.par(parts=2, seconds=6.6)
hang(level, ("clock", 2.75, 2.1, 1.3), ("window", 4.1, 1.85, 1.4), ("drawing", 5.15, 1.7, 1.1), ("drawing", 0.45, 1.3))
sacks = block(level, 0.1, 0.75, 0.4, colour="blue")
stand(level, sacks, ("teddy", 0.42, 1.2))
stand(level, ground, ("lamp", 1.15, 1.8), ("plant", 1.8, 1.3), ("drum", 2.3, 0.9))
level.save()
