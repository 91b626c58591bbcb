"""Write the open puzzle 'Low bridge': a ship whose mast is a hand too tall, loads to lay into her, and a salute."""

from _quay import container, frame, jib, mast, stand

from sandbox.authoring import Level, when

WIDE, HIGH = 6.4, 3.6  # m
BRIDGE = 1.86  # m: its underside; the mast is clear of it with 9 kg aboard, and the ball alone has 6
HULL = (
    ((-0.5, -0.34), (0.5, -0.34), (0.5, 0.0), (-0.5, 0.0)),
    ((-0.5, 0.0), (-0.45, 0.0), (-0.45, 0.32), (-0.5, 0.32)),
    ((0.45, 0.0), (0.5, 0.0), (0.5, 0.8), (0.45, 0.8)),
)

level = Level(
    "Low bridge",
    text=(
        "The tow rope pulls, but the mast is a hand too tall for the bridge. See the ship through, and greet her with "
        "the cannon, not a moment too soon."
    ),
    insight="What stands too high need not lose its head: it can sink.",
    width=WIDE,
    height=HIGH,
    scene="harbour",
    open=True,
)
ground = level.room()
quay = container(level, 0.0, 1.55, 1.0, "blue")
level.put("water_tank", width=3.5, height=0.9).at(3.35, 0.55)
east = container(level, 5.15, WIDE, 1.0, "green")
ship = level.put(
    "polygon", outline=HULL, width=1.0, height=1.14, body="upright", stuff="wood", colour="orange", mass=12.0,
    surface="own", friction=0.3, restitution=0.0,
).named("the ship").at(2.75, 1.2)  # fmt: skip
bridge = level.put("floor", width=2.35, height=0.1).at(4.425, BRIDGE + 0.05)
container(level, 5.44, 5.6, BRIDGE, "orange", y0=1.0)
low = level.put("pulley").at(5.3, 1.3)
high = level.put("pulley").at(6.05, 3.3)
tow = level.put("weight", mass=2.0).at(6.11, 2.6)
level.tie(ship.point(0.5, 0.0), tow, via=[low, high])
cannon = level.put("cannon", speed=4.0, aim=60.0).flipped().on(bridge, x=4.9)

# What she can take aboard: a ball that rolls by itself, and three more on a hatch.
roof = level.put("floor", width=0.7, height=0.08).at(0.35, 2.6)
slope = level.put("inclined_plane", width=0.6, height=0.1).on(roof, x=0.32)
ball = level.put("bowling_ball").on(slope, x=0.18)
hatch = level.put("trap_door", width=0.6, mass=20.0, stays=True).at(1.35, 3.05)
for side in (-0.34, 0.34):
    level.put("wall", width=0.06, height=0.3).at(1.35 + side, 3.18)
for x in (1.16, 1.35, 1.54):
    level.put("custom_ball", radius=0.09, mass=2.0, friction=0.3, restitution=0.1, colour="red").on(hatch, x=x)

jib(level, 3.4, 0.1, 1.7, 0.14)
mast(level, 0.15, 2.65, 3.33, 0.16)
mast(level, 0.15, 1.0, 2.56, 0.16)
mast(level, 5.8, 1.0, 3.45, 0.14)
jib(level, 3.45, 5.7, 6.3)
frame(level, 3.6, 2.3, 0.6, 0.66)
level.put("scenery", look="window", size=0.8).at(3.6, 2.3).layered(-1)
level.put("scenery", look="bunting", size=1.4).at(4.4, 2.75).layered(-1)
level.put("scenery", look="clock", size=0.8).at(2.6, 3.1).layered(-1)
stand(level, "plant", quay, 0.5, 0.9).layered(-1)
stand(level, "drum", quay, 1.0, 0.8).layered(-1)
stand(level, "lamp", bridge, 4.3, 0.9).layered(-1)
stand(level, "teddy", bridge, 5.4, 0.6).layered(-1)
stand(level, "plant", east, 5.75, 0.7).layered(-1)

level.goal("The ship on the tow rope is through", when.beyond(ship, "x", "more", 4.0))
level.goal("The cannon has greeted her", when.state(cannon, "fired"))
level.fails(
    "The shot came too soon: the ship was not through",
    when.all(when.state(cannon, "fired"), when.beyond(ship, "x", "less", 4.0)),
)

# One way: the ball opens the hatch for the rest, and the weight of the tow rope reports the arrival.
upper = level.give("ramp", width=1.0, height=0.35).at(1.15, 2.25)
level.give("ramp", width=1.0, height=0.3).at(2.05, 1.95)
gate = level.give("light_gate", width=0.7).turned(90).at(0.85, 2.6)
level.join("wire", gate, hatch)
plate = level.give("pressure_plate", width=0.5).on(east, x=6.1)
level.join("wire", plate, cannon)

# Other ways, and what is of no use.
level.spare("timer", mode="clock", time=2.0)
level.spare("button")
level.spare("rope_switch")
level.spare("conveyor", width=0.8, speed=0.8)
level.spare("trampoline")
level.spare("balloon", 2, lift=12.0)
level.spare("rope", 2)
level.clues(
    goal="The ship first: look at what she could carry, and how deep she lies then.",
    family="Slopes: what falls or rolls on the left has to come aboard, over the gap.",
    piece=upper,
)
level.aim("No beam is broken", without=("light_gate",))
level.aim("Five pieces at most, links counted", pieces=5)
level.par(parts=6, seconds=13.5)
level.save()
