"""Write the level 'Three floors': the mill's longest chain, from one motor down to the fireworks on the balcony."""

from _mill import block, bracket, hang, post, shelf, stand

from sandbox.authoring import Level, when

level = Level(
    "Three floors",
    text="Harvest home! The weight goes down floor by floor, and fireworks wait at the end. Four things are missing.",
    insight="Follow the turning from shaft to shaft: at each step ask which way, and how fast.",
    width=6.0,
    height=3.8,
    scene="mill",
    rules=2,
)
ground = level.room()

bracket(level, 0.37, 3.0, 0.44)
motor = level.put("motor", speed=-60.0, torque=8.0).at(0.5, 3.115)
cog = level.put("gear", size="small").at(0.86, 3.115)
top = level.put("driven_conveyor", width=2.3).at(2.5, 3.0)
level.join("belt", cog, top)
weight = level.put("weight", mass=6.0).on(top, x=1.8)
post(level, 4.2, 3.4, y0=2.0)

middle = level.put("driven_conveyor", width=2.05).at(3.05, 2.2)
bucket = level.put("bucket", width=0.46).at(1.84, 1.9)
bracket(level, 1.87, 1.25, 0.5)
near = level.put("pulley").at(1.8, 2.72)
far = level.put("pulley").at(0.64, 2.72)
tower = block(level, 0.0, 0.72, 0.9, colour="red")
slope = level.put("inclined_plane", width=0.55, height=0.07).on(tower, x=0.28)
ball = level.put("soccer_ball").on(slope, x=0.36)
gate = level.put("bar", width=0.6, height=0.09).turned(90).on(tower, x=0.6)
for x in (0.48, 0.72):
    level.put("wall", height=0.9).at(x, 1.65)
level.tie(bucket, gate.right, via=[near, far])

hamster = level.put("hamster_wheel", speed=100.0, torque=3.0, time=20.0).on(ground, x=1.75)
lowest = level.put("driven_conveyor", width=1.8).at(3.3, 0.9)
post(level, 3.3, 0.84)
crate = level.put("crate", width=0.2, height=0.2).on(lowest, x=2.8)
hall = block(level, 4.55, 6.0, 0.4, colour="red")
for number in range(4):
    level.put("domino").on(hall, x=4.86 + 0.16 * number)
button = level.put("button").on(hall, x=5.6)
balcony = level.put("floor", width=1.3, height=0.08).at(5.35, 1.7)
rockets = [
    level.put("firework", show=show, rise=rise).on(balcony, x=x)
    for x, show, rise in ((4.95, "ring", 0.45), (5.35, "star", 0.6), (5.75, "willow", 0.45))
]
for rocket in rockets:
    level.join("wire", button, rocket)

cogwheel = level.give("gear", "One gear between the motor and the small gear on its right.").in_mesh(motor)
level.join(
    "belt", top, middle, given=True, crossed=True, hint="The middle floor runs against the top one: cross its belt."
)
fast = level.give("gear", "A small gear on the hamster's wheel is fast.", size="small").in_mesh(hamster, 45.0)
level.join("belt", fast, lowest, hint="From there to the lowest floor.")
level.spare("gear", size="large")
level.no_build(4.15, 0.1, 6.0, 1.1)  # a gear there would press the button, or bridge the gap for a slow crate
level.goal("The fireworks go off, all three", when.all(*(when.state(rocket, "exploded") for rocket in rockets)))
level.par(parts=4, seconds=17.0)
hang(level, ("window", 5.3, 3.0, 1.5), ("clock", 3.3, 2.62, 0.8), ("poster", 0.3, 2.2), ("bunting", 2.9, 3.6, 1.8))
hang(level, ("bunting", 5.2, 3.6, 1.5), ("drawing", 1.1, 3.5, 0.8))
shelf(level, 3.3, 1.45, 1.0, ("books", 3.0, 0.9), ("teddy", 3.35, 0.9), ("plant", 3.65, 0.8))
stand(level, ground, ("lamp", 2.75, 1.4), ("drum", 3.75, 1.2), ("plant", 4.25, 0.9), ("books", 1.2, 0.9))
level.save()
