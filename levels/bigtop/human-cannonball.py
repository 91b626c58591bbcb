"""Write the open puzzle 'The human cannonball': into the barrel, out of it, into the net, and a rocket."""

import math

from _ring import dress

from sandbox.authoring import Level, when
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
WIDE, HIGH = 6.0, 3.4  # m
BREECH, HALF = (2.03, 0.5), math.sqrt(0.5)  # of the cannon, whose barrel points up by 45 degrees
RAIL, BEFORE, BELOW = 0.85, 0.262, 0.098  # m: its length, how far before the breech it begins, how far below the axis

level = Level(
    "The human cannonball",
    text="He is small, brave and punctual. Cannons are not. See him into the net, and let the firework say so.",
    insight="A shot is three acts: get in, get out, get caught. Each has its own moment.",
    width=WIDE,
    height=HIGH,
    scene="circus",
    open=True,
)


def curtain(x: float, y0: float, y1: float, width: float, colour: str) -> Part:
    """Hang up a curtain between two heights (m). Nothing bounces off it: what hits it falls straight down."""
    cloth = level.put(
        "polygon", outline=SQUARE, stuff="foam", colour=colour, width=width, height=y1 - y0,
        surface="own", friction=0.3, restitution=0.0,
    )  # fmt: skip
    return cloth.at(x, (y0 + y1) / 2)


ground = level.room()
perch = level.put("floor", width=0.9, height=0.1).at(0.45, 2.55)
slope = level.put("inclined_plane", width=0.8, height=0.16).on(perch, x=0.42)
artist = (
    level.put("custom_ball", radius=0.055, mass=0.5, colour="red", restitution=0.1)
    .on(slope, x=0.12)
    .named("the artist")
)
level.put("wall", width=0.08, height=1.4).at(1.75, 0.8)
level.put("wall", width=0.08, height=1.35).at(1.75, 2.725)
gun = level.put("cannon", aim=45.0, loaded=False, speed=7.0).at(BREECH[0], BREECH[1] - 0.03)
level.put("floor", width=0.6, height=0.24).at(BREECH[0], 0.22)
along = (BEFORE + RAIL / 2) * HALF
rail = level.put("floor", width=RAIL, height=0.06).turned(45)
rail.at(BREECH[0] + along + BELOW * HALF, BREECH[1] + along - BELOW * HALF)
curtain(2.74, 1.45, HIGH, 0.08, "blue")
level.put("wall", width=0.08, height=1.75).at(4.2, 0.975)
curtain(WIDE - 0.06, 0.8, HIGH, 0.12, "red")
stand = level.put("floor", width=0.5, height=0.5).at(4.75, 0.35)
net = level.put("pocket", width=0.45).on(stand, x=4.75)
rocket = level.put("firework", show="star", rise=0.4).on(ground, x=3.6)
dress(
    level,
    ("bunting", 0.85, 3.23, 1.5), ("bunting", 3.65, 3.23, 1.6), ("bunting", 5.1, 3.23, 1.5), ("poster", 0.5, 1.7, 1.2),
    ("poster", 3.55, 1.75, 1.1), ("star", 1.2, 1.0), ("star", 4.85, 2.4, 1.1), ("drum", 0.75, 0.31, 1.4),
    ("drum", 0.75, 0.66, 1.0), ("plant", 0.25, 0.35), ("lamp", 3.1, 0.33), ("balloons", 5.5, 0.6, 1.1),
)  # fmt: skip

level.goal("The artist lies in the pocket net", when.state(net, "count"))
level.goal("The firework goes off", when.state(rocket, "exploded"))

# One way of several.
level.give("conveyor", "Below the perch, through the gap in the wall.", width=0.8, speed=1.5).at(1.3, 1.8)
match = level.give("spring_match", "Behind the wall, its catch on top.").turned(-90).at(2.04, 1.55)
level.join("fuse", match, gun.fuse, speed=0.5, hint="From the match to the cannon.")
level.give("quarter_arc_large", "Below the red curtain, leading back.").flipped().at(5.58, 1.3)
level.join("wire", net, rocket, given=True, hint="From the net to the rocket.")
level.spare("ramp", 2, width=0.8, height=0.3)
level.spare("trampoline")
level.spare("button")
level.spare("light_gate", width=0.3)
level.spare("timer", mode="delay", time=1.0, title="Delay, 1 s")
level.spare("bumper")
level.spare("wire", 2)
level.clues(
    goal="The artist in the net. Who is not in the barrel can't be fired, and an early shot is no harm.",
    family="Slopes and belts bring him in. Signals or fire let him out again.",
    piece=match,
)
level.aim("Without fire", without=("spring_match", "fuse"))
level.aim("Without a conveyor, in six and a half seconds", without="conveyor", seconds=6.5)
level.par(parts=5, seconds=7.8)
level.save()
