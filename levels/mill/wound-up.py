"""Write the level 'Wound up': a rope tied to the rim of a wheel is a winch for half a turn."""

from _mill import block, bracket, hang, post, stand

from sandbox.authoring import Level, when

level = Level(
    "Wound up",
    text="The hamster would open the gate if he could reach it. He can't: he is a hamster, and he is in a wheel.",
    insight="A rope tied to the rim of a wheel is a winch, for half a turn.",
    width=5.0,
    height=2.9,
    scene="mill",
    rules=2,
)
ground = level.room()
slide = level.put("ramp", width=0.8, height=0.4).at(0.42, 2.2)
ball = level.put("soccer_ball").on(slide, x=0.13)
bracket(level, 1.25, 1.5, 0.8)
post(level, 1.62, 2.15, y0=1.45, width=0.06)
post(level, 0.88, 1.75, y0=1.45, width=0.06)
hamster = level.put("hamster_wheel", speed=60.0, torque=5.0).at(1.2, 1.68)
hall = block(level, 2.75, 3.75, 1.0, colour="green")
slope = level.put("inclined_plane", width=0.65, height=0.08).on(hall, x=3.07)
prize = level.put("bowling_ball").on(slope, x=3.25)
gate = level.put("bar", width=0.6, height=0.08).turned(90).on(hall, x=3.44)
for x in (3.33, 3.55):
    level.put("wall", height=0.75, width=0.08).at(x, 1.66)
wheel_above = level.put("pulley").at(3.4, 2.55)
chest = level.put("toy_chest", width=0.75, height=0.5).on(ground, x=4.3)
wheel = level.give("wheel", "A big wheel, free to turn, on the hamster's side of the gate.", radius=0.32).at(2.2, 1.2)
level.join("belt", hamster, wheel, hint="A belt from the hamster's wheel to it.")
level.tie(wheel.rim, gate.right, via=[wheel_above], hint="From its rim over the pulley to the gate.")
level.spare("wheel", radius=0.1)
level.goal("The bowling ball lies in the chest", when.held(0.5, when.contained(prize, chest)))
level.par(parts=3, seconds=7.0)
hang(level, ("window", 4.35, 1.9, 1.4), ("clock", 2.4, 2.4, 0.9), ("poster", 0.4, 1.2, 1.2))
stand(level, ground, ("drum", 0.5, 1.3), ("books", 1.2, 1.4), ("lamp", 1.9, 1.4))
level.save()
