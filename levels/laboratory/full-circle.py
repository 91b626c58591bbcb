"""Write the level 'Full circle': turning makes power, power light, light a signal, and that the other half."""

from _bench import dress, rack, sign

from sandbox.authoring import Level, when

level = Level(
    "Full circle",
    text="The great machine, first public run: a hamster shall light three fireworks, by way of nearly everything.",
    insight="A machine can make what its other half needs: turning, power, light and signals are one chain.",
    width=6.4,
    height=3.4,
    scene="laboratory",
    rules=2,
)
ground = level.room()
feed = level.put("conveyor", width=1.1, speed=0.6).at(0.65, 2.7)
tap = level.put("soccer_ball").on(feed, x=0.35)
shelf = level.put("floor", width=2.0, height=0.08).at(1.75, 1.78)
hamster = level.put("hamster_wheel", time=20.0).at(1.35, 2.0)
generator = level.put("generator").on(shelf, x=2.3)
level.put("wall", width=0.06, height=0.95).on(shelf, x=2.72)  # or the ball hops over it by a mirror
laser = level.put("laser", colour="blue").at(0.4, 0.6)
level.join("cable", generator.socket, laser.plug)
wall = level.put("fixed_block", width=0.3, height=1.2).on(ground, x=2.6)
eye = level.put("photocell", colour="blue").flipped().at(5.95, 1.5)
flap = level.put("trap_door", width=0.5, mass=20.0, stays=True).at(5.45, 2.5)
heavy = level.put("bowling_ball").on(flap, x=5.42)
level.put("ramp", width=1.1, height=0.25).flipped().at(5.2, 1.05)
table = level.put("fixed_block", width=1.6, height=0.72).on(ground, x=3.84)
for number in range(6):
    level.put("domino", colour=("red", "blue", "green")[number % 3]).on(table, x=4.25 - 0.16 * number)
button = level.put("button").on(table, x=3.24)
high = level.put("floor", width=1.3, height=0.08).at(4.0, 2.1)
rockets = [
    level.put("firework", show=show, rise=rise).on(high, x=x)
    for x, show, rise in ((3.5, "star", 0.14), (4.0, "ring", 0.2), (4.5, "willow", 0.14))
]
level.put("wall", width=0.06, height=0.7).on(high, x=3.38)  # or a ray from the far left would light them
for rocket in rockets:
    level.join("wire", button, rocket)

level.join("belt", hamster, generator, given=True, hint="A belt from the hamster to the generator.")
low = level.give("mirror", "One mirror where the ray runs, before the wall.").turned(45).at(1.9, 0.6)
above = level.give("mirror", "One above it, to send the ray on to the eye.").turned(-135).at(1.9, 1.55)
level.join("wire", eye, flap, given=True, hint="A wire from the photocell to the flap.")
level.spare("flashlight", on=True)
level.goal("All three fireworks burst", when.all(*(when.state(rocket, "exploded") for rocket in rockets)))
level.par(parts=4, seconds=8.1)

rack(level, 5.6, 3.0, 1.2, 0.5)
sign(level, "DANGER: SCIENCE", 2.3, 3.1, "red")
sign(level, "RUN NO. 1", 2.1, 2.6, "green")
dress(
    level,
    ("plant", 0.35, ground, 0.6), ("books", 1.15, ground, 0.8), ("plant", 2.6, wall, 0.6), ("teddy", 5.0, ground, 0.9),
    ("books", 5.45, ground, 0.9), ("plant", 6.0, ground, 1.0), ("clock", 3.3, 1.75, 0.7), ("poster", 0.35, 1.5, 0.9),
    ("drawing", 0.7, 3.15, 0.7), ("lamp", 1.55, ground, 0.7), ("bunting", 4.0, 3.25, 1.4),
)  # fmt: skip
level.save()
