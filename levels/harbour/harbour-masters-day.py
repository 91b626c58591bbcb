"""Write the grand open level 'The harbour master's day': a sluice to open, a lantern to send up, a lamp to light."""

from _quay import SQUARE, container, jib, mast, stand

from sandbox.authoring import Level, when

WIDE, HIGH = 7.0, 3.8  # m

level = Level(
    "The harbour master's day",
    text=(
        "At dawn the iron ball passes the sluice into the pit. Only then may the lantern go up and the lamp shine. "
        "The master sleeps, and so does his hamster."
    ),
    insight="A day's work is a row of small knocks, each passed on to the next.",
    width=WIDE,
    height=HIGH,
    scene="harbour",
    open=True,
)
ground = level.room(roof=True)

# Morning: a buoy rolls off its shelf by itself, and the hamster sleeps above the yard.
shelf = level.put("floor", width=0.7, height=0.08).at(0.35, 3.1)
slope = level.put("inclined_plane", width=0.6, height=0.1).on(shelf, x=0.32)
buoy = (
    level.put("custom_ball", radius=0.1, mass=1.0, restitution=0.1, friction=0.4, colour="red")
    .on(slope, x=0.18)
    .named("the buoy")
)
container(level, 1.5, 2.7, 2.1, "blue")
loft = level.put("floor", width=1.2, height=0.06).at(2.1, 2.13)
hamster = level.put("hamster_wheel", speed=30.0, torque=8.0, time=90.0).on(loft, x=1.85)

# Noon: an iron ball leans on a sluice.
channel = container(level, 2.7, 4.0, 1.5, "orange")
bed = level.put("inclined_plane", width=1.3, height=0.1).on(channel, x=3.35)
ball = level.put("bowling_ball").on(bed, x=3.2)
sluice = level.put("polygon", outline=SQUARE, width=0.08, height=0.75, body="upright", stuff="wood", mass=6.0)
sluice.named("the sluice").on(bed, x=3.42)
for side in (-0.1, 0.1):
    level.put("wall", width=0.07, height=0.9).at(3.42 + side, 2.3)
pit = container(level, 4.0, 5.0, 0.5, "green")
east = container(level, 5.0, WIDE, 0.9, "blue")

# Evening and night: a moored lantern, and a lamp.
lantern = level.put("hot_air_balloon", colour="red").on(east, x=6.2)
ring = level.put("anchor").at(6.75, 1.05)
level.tie(ring, lantern.basket)
gallery = level.put("floor", width=0.9, height=0.08).at(5.2, 2.6)
lamp = level.put("lamp").under(gallery, x=5.2)

mast(level, 5.85, 0.9, 3.7, 0.16)
jib(level, 3.72, 4.9, 6.6)
jib(level, 3.5, 2.5, 4.6, 0.14)
mast(level, 2.58, 2.16, 3.43, 0.14)
level.put("scenery", look="clock", size=0.8).at(4.5, 2.0).layered(-1)
level.put("scenery", look="bunting", size=1.5).at(1.6, 3.5).layered(-1)
level.put("scenery", look="window", size=0.9).at(6.55, 2.1).layered(-1)
level.put("scenery", look="poster", size=0.8).at(0.45, 1.9).layered(-1)
stand(level, "plant", ground, 0.3, 0.9).layered(-1)
stand(level, "drum", ground, 0.75, 0.8).layered(-1)
stand(level, "books", loft, 1.55, 0.6).layered(-1)
stand(level, "teddy", gallery, 5.5, 0.7).layered(-1)
stand(level, "plant", gallery, 4.9, 0.7).layered(-1)

level.goal("The bowling ball is in the pit", when.inside(ball, 4.0, 0.5, 5.0, 0.9))
level.goal("The hot-air balloon is up", when.beyond(lantern, "y", "more", 3.0))
level.goal("The lamp shines", when.state(lamp, "on"))
morning = when.not_(when.inside(ball, 4.0, 0.5, 5.0, 0.9))
level.fails(
    "The lantern has gone up before the ball is in the pit", when.all(when.beyond(lantern, "y", "more", 2.4), morning)
)
level.fails("The lamp shines before the ball is in the pit", when.all(when.state(lamp, "on"), morning))

# One way: the buoy rings for the hamster, and each thing that arrives sets off the next.
mat = level.give("pressure_plate", width=0.5, mass=0.5).on(ground, x=1.2)
bell = level.give("bell").at(1.1, 1.9)
level.join("wire", mat, bell)
winch = level.give("winch", radius=0.03).at(2.4, 2.45)
level.join("belt", hamster, winch)
wheel = level.give("pulley").at(3.42, 3.3)
level.tie(winch.rope, sluice, via=[wheel])
flint = level.give("flint").on(pit, x=4.35)
level.join("fuse", flint, lantern)
scissors = level.give("scissors").at(6.5, 1.0)
level.join("wire", mat, scissors)
gate = level.give("light_gate", width=0.9).at(6.2, 3.1)
level.join("wire", gate, lamp)

# Other ways, and what is of no use.
level.spare("ramp", width=0.9, height=0.5)
level.spare("tacho", speed=20.0)
level.spare("belt")
level.spare("weight", mass=9.0)
level.spare("pulley")
level.spare("spring_match")
level.clues(
    goal="The sluice first: it is heavy, and someone asleep above it is strong.",
    family="Turning: what runs on the loft has a shaft, and a bump or a noise nearby wakes it.",
    piece=winch,
)
level.aim("Let the hamster sleep", without="winch")
level.aim("No beam is broken", without="light_gate")
level.aim("A chain of eight", chain=8)
level.par(parts=13, seconds=23.0)
level.save()
