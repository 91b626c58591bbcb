"""The rooms that the sample machines consist of: each is set going by a signal, and sends one when it is done.

A room stands with its left end at `x` on a floor whose top is at `y` (m). A function puts its parts there and returns
the port that a signal goes into, and the one that it comes out of and stays on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandbox.authoring import Level

WIDE, HIGH = 1.5, 1.2  # m: of a room with its floor
THICK = 0.06  # m: of a floor
ROOF = 0.75  # m above the uppermost room, at least
LEAST_HIGH = 0.45  # of the width: a lower world would fill too little of its view


class Ports(NamedTuple):
    """The two ends of a room, as ends of wires."""

    into: object
    out: object


Room = Callable[[Level, float, float], Ports]


def gate(level: Level, x: float, y: float, width: float, upright: bool = True) -> object:
    """Put up a light gate with a counter beside it, whose signal stays on; return that signal."""
    posts = level.put("light_gate", width=width, mode="pulse").at(x, y)
    if upright:
        posts.turned(90)
    count = level.put("counter", number=1).at(x + 0.16, y + width / 2 + 0.22) if upright else (
        level.put("counter", number=1).at(x + width / 2 + 0.18, y)
    )  # fmt: skip
    level.join("wire", posts, count.signal)
    return count.out


def stop(level: Level, x: float, y: float, height: float = 0.3) -> None:
    level.put("fixed_block", width=0.06, height=height).at(x, y + height / 2)


def dominoes(level: Level, x: float, y: float) -> Ports:
    glove = level.put("boxing_glove", reach=0.2, speed=1.5).at(x + 0.18, y + 0.26)
    for index, colour in enumerate(("red", "blue", "green", "plain", "red")):
        level.put("domino", colour=colour).at(x + 0.52 + 0.13 * index, y + 0.15)
    button = level.put("button").at(x + 1.26, y + 0.036)
    return Ports(glove.signal, button.signal)


def cannon(level: Level, x: float, y: float) -> Ports:
    gun = level.put("cannon", aim=0.0, speed=3.0).at(x + 0.3, y + 0.155)
    stop(level, x + 1.42, y, 0.5)
    return Ports(gun.signal, gate(level, x + 0.85, y + 0.17, 0.4))


def trap(level: Level, x: float, y: float) -> Ports:
    door = level.put("trap_door", mass=9.0, width=0.4).at(x + 0.34, y + 0.8)
    level.put("bowling_ball").at(x + 0.34, y + 0.8 + 0.015 + 0.109)
    level.put("inclined_plane", width=0.7, height=0.3).at(x + 0.45, y + 0.15)
    plate = level.put("pressure_plate", width=0.4, mass=3.0).at(x + 1.15, y + 0.01)
    stop(level, x + 1.4, y)
    return Ports(door.signal, plate.signal)


def belt(level: Level, x: float, y: float) -> Ports:
    carrier = level.put("conveyor", width=0.9, speed=0.15, running=False).at(x + 0.5, y + 0.35)
    level.put("crate", width=0.2, height=0.2).at(x + 0.2, y + 0.51)
    plate = level.put("pressure_plate", width=0.4, mass=0.5).at(x + 1.2, y + 0.01)
    stop(level, x + 1.44, y, 0.4)
    return Ports(carrier.signal, plate.signal)


def gears(level: Level, x: float, y: float) -> Ports:
    motor = level.put("motor", speed=40.0, running=False).at(x + 0.25, y + 0.45)
    one = level.put("gear").in_mesh(motor, towards=20.0)
    two = level.put("gear", size="large").in_mesh(one, towards=-20.0)
    three = level.put("gear", size="small").in_mesh(two, towards=40.0)
    tacho = level.put("tacho", speed=8.0).at(x + 1.3, y + 0.2)
    level.join("belt", three, tacho)
    return Ports(motor.signal, tacho.signal)


def light(level: Level, x: float, y: float) -> Ports:
    torch = level.put("flashlight").at(x + 0.25, y + 0.2)
    level.put("mirror").at(x + 1.2, y + 0.2).turned(45)
    level.put("mirror").at(x + 1.2, y + 0.85).turned(135)
    cell = level.put("photocell").at(x + 0.4, y + 0.85)
    return Ports(torch.signal, cell.signal)


def fire(level: Level, x: float, y: float) -> Ports:
    ray = level.put("laser", running=False).at(x + 0.25, y + 0.2)
    candle = level.put("candle").at(x + 0.75, y + 0.103)
    stop(level, x + 1.1, y, 0.4)
    level.put("floor", width=1.3, height=THICK).at(x + 0.8, y + 0.53)
    gun = level.put("cannon", aim=0.0, speed=2.5).at(x + 0.45, y + 0.715)
    stop(level, x + 1.42, y + 0.56, 0.3)
    level.join("fuse", candle, gun.fuse, speed=0.08)
    return Ports(ray.signal, gate(level, x + 0.95, y + 0.69, 0.3))


def mouse(level: Level, x: float, y: float) -> Ports:
    door = level.put("trap_door", width=0.3).at(x + 1.15, y + 0.6)
    level.put("cheese").at(x + 1.15, y + 0.66)
    level.put("mouse").at(x + 0.2, y + 0.045)
    return Ports(door.signal, gate(level, x + 0.65, y + 0.12, 0.3))


def dog(level: Level, x: float, y: float) -> Ports:
    bell = level.put("bell").at(x + 1.2, y + 0.9)
    level.put("dog").at(x + 0.3, y + 0.18)
    plate = level.put("pressure_plate", width=0.4, mass=3.0).at(x + 1.1, y + 0.01)
    return Ports(bell.signal, plate.signal)


def hamster(level: Level, x: float, y: float) -> Ports:
    bell = level.put("bell").at(x + 0.25, y + 0.9)
    wheel = level.put("hamster_wheel", time=20.0).at(x + 0.5, y + 0.3)
    tacho = level.put("tacho", speed=20.0).at(x + 1.2, y + 0.3)
    level.join("belt", wheel, tacho)
    return Ports(bell.signal, tacho.signal)


def sand(level: Level, x: float, y: float) -> Ports:
    hopper = level.put("sand_hopper", number=60).at(x + 0.75, y + 0.85)
    plate = level.put("pressure_plate", width=0.5, mass=1.6).at(x + 0.75, y + 0.01)
    level.put("basket").at(x + 0.75, y + 0.17)
    return Ports(hopper.signal, plate.signal)


def wind(level: Level, x: float, y: float) -> Ports:
    fan = level.put("fan", running=False).at(x + 0.22, y + 0.4)
    mill = level.put("windmill").at(x + 0.75, y + 0.4)
    tacho = level.put("tacho", speed=20.0).at(x + 1.28, y + 0.3)
    level.join("belt", mill, tacho)
    return Ports(fan.signal, tacho.signal)


def power(level: Level, x: float, y: float) -> Ports:
    fan = level.put("fan", running=False).at(x + 0.22, y + 0.4)
    mill = level.put("windmill").at(x + 0.7, y + 0.4)
    source = level.put("generator", watts=60.0).at(x + 1.25, y + 0.2)
    level.join("belt", mill, source)
    lamp = level.put("lamp").at(x + 1.2, y + 0.95)
    level.join("cable", source, lamp)
    cell = level.put("photocell").at(x + 0.72, y + 0.92)
    return Ports(fan.signal, cell.signal)


def weight(level: Level, x: float, y: float) -> Ports:
    hook = level.put("release_hook").at(x + 0.6, y + 1.0)
    load = level.put("weight").at(x + 0.59, y + 0.62)
    level.tie(hook, load)
    plunger = level.put("detonator", delay=0.5).at(x + 0.59, y + 0.118)
    return Ports(hook.signal, plunger.signal)


def balloon(level: Level, x: float, y: float) -> Ports:
    anchor = level.put("anchor").at(x + 0.7, y + 0.1)
    air = level.put("balloon", lift=1.5).at(x + 0.7, y + 0.6)
    level.tie(anchor, air)
    blades = level.put("scissors").at(x + 0.62, y + 0.28)
    return Ports(blades.signal, gate(level, x + 0.7, y + 0.92, 0.5, upright=False))


def ride(level: Level, x: float, y: float) -> Ports:
    letter = "ABCDEFGH"[round(x / WIDE + 3 * y / HIGH) % 8]  # each ride has a pair of its own
    box = level.put("dispenser", number=3).at(x + 0.16, y + 0.95)
    level.put("track", line=(((-0.35, 0.2), (-0.2, -0.05), (0.05, -0.14), (0.35, -0.15)),)).at(x + 0.45, y + 0.4)
    level.put("accelerator", bore=0.2, speed=3.0).at(x + 0.8, y + 0.32)
    level.put("teleporter", letter=letter).at(x + 1.3, y + 0.35)
    level.put("teleporter", letter=letter).at(x + 0.45, y + 0.85)
    level.put("track", line=(((-0.3, 0.0), (0.0, -0.02), (0.3, -0.05)),)).at(x + 0.85, y + 0.66)
    return Ports(box.signal, gate(level, x + 1.05, y + 0.8, 0.25))


def hammers(level: Level, x: float, y: float) -> Ports:
    glove = level.put("boxing_glove", speed=3.0).at(x + 0.16, y + 0.42)
    for index in range(2):
        level.put("hammer").at(x + 0.53 + 0.3 * index, y + 0.252)
    button = level.put("button").at(x + 1.26, y + 0.036)
    return Ports(glove.signal, button.signal)


def bang(level: Level, x: float, y: float) -> Ports:
    stop(level, x + 0.06, y, 0.6)
    charge = level.put("dynamite", strength=12.0, reach=0.8).at(x + 0.25, y + 0.093)
    level.put("soccer_ball").at(x + 0.62, y + 0.11)
    stop(level, x + 1.42, y, 0.6)
    return Ports(charge.signal, gate(level, x + 1.05, y + 0.17, 0.4))


def toast(level: Level, x: float, y: float) -> Ports:
    outlet = level.put("outlet").at(x + 0.3, y + 0.5)
    toaster = level.put("toaster", time=3.0, speed=4.0).at(x + 0.8, y + 0.095)
    level.join("cable", outlet.left, toaster)
    level.put("tennis_ball").at(x + 0.79, y + 0.31)
    return Ports(toaster.signal, gate(level, x + 0.82, y + 0.6, 0.5, upright=False))


def coaster(level: Level, x: float, y: float) -> Ports:
    door = level.put("trap_door", width=0.24, mass=1.0).at(x + 0.18, y + 1.02)
    level.put("petanque_boule").at(x + 0.2, y + 1.075)
    line = ((-0.62, 0.4), (-0.45, 0.1), (-0.25, -0.2), (-0.05, -0.3), (0.15, -0.16), (0.35, -0.36), (0.65, -0.42))
    level.put("track", line=(line,)).at(x + 0.78, y + 0.5)
    return Ports(door.signal, gate(level, x + 1.02, y + 0.33, 0.6))


def penguin(level: Level, x: float, y: float) -> Ports:
    door = level.put("trap_door", width=0.4, mass=3.0).at(x + 0.3, y + 0.8)
    level.put("walker").at(x + 0.3, y + 0.815 + 0.152)
    for side in (0.05, 0.55):
        stop(level, x + side, y + 0.82, 0.16)
    level.put("door").at(x + 1.3, y + 0.22)
    return Ports(door.signal, gate(level, x + 0.9, y + 0.2, 0.6))


def clock(level: Level, x: float, y: float) -> Ports:
    timer = level.put("timer", mode="delay", time=6.0).at(x + 0.5, y + 0.103)
    level.put("display", text="WAIT").at(x + 0.5, y + 0.5)
    lamp = level.put("flashlight").at(x + 0.85, y + 0.3)
    cell = level.put("photocell").at(x + 1.3, y + 0.3).flipped()
    level.join("wire", timer.out, lamp.signal)
    return Ports(timer.signal, cell.signal)


def count(level: Level, x: float, y: float) -> Ports:
    beat = level.put("timer", mode="clock", time=1.5).at(x + 0.95, y + 0.9)
    box = level.put("dispenser", ball="pool ball", number=8).at(x + 0.2, y + 0.9)
    both = level.put("gate", rule="and").at(x + 0.6, y + 0.95)
    level.join("wire", beat.out, both.b)
    level.join("wire", both.out, box.signal)
    line = ((-0.55, 0.3), (-0.4, 0.05), (-0.05, -0.12), (0.35, -0.2), (0.5, -0.28))
    level.put("track", line=(line,), look="candy").at(x + 0.67, y + 0.42)
    posts = level.put("light_gate", width=0.3, mode="pulse").at(x + 1.25, y + 0.2).turned(90)
    counter = level.put("counter", number=6).at(x + 1.3, y + 0.6)
    stop(level, x + 1.46, y)
    level.join("wire", posts, counter.signal)
    return Ports(both.a, counter.out)


def kettle(level: Level, x: float, y: float) -> Ports:
    flame = level.put("burner").at(x + 0.25, y + 0.104)
    level.put("kettle").at(x + 0.25, y + 0.33)
    mill = level.put("windmill", radius=0.2).at(x + 0.85, y + 0.45)
    tacho = level.put("tacho", speed=15.0).at(x + 1.28, y + 0.25)
    level.join("belt", mill, tacho)
    return Ports(flame.signal, tacho.signal)


def sample(title: str, text: str, scene: str, columns: int, rooms: Sequence[Room]) -> Level:
    """Return a machine of rooms. It has no goals, so everything in it can be taken apart."""
    rows = -(-len(rooms) // columns)
    width = columns * WIDE
    level = Level(title, text=text, width=width, height=max(rows * HIGH + ROOF, LEAST_HIGH * width), scene=scene)
    build(level, rooms, columns)
    return level


def build(level: Level, rooms: Sequence[Room], columns: int) -> None:
    """Put rooms on floors, from the top left to and fro, each wired to the next. On the roof a ball falls on the button
    of the first one, and a display tells that the last one is done."""
    rows = -(-len(rooms) // columns)
    wide, high = columns * WIDE, rows * HIGH
    for row in range(rows + 1):
        level.put("floor", width=wide + 2 * THICK, height=THICK).at(wide / 2, row * HIGH + THICK / 2)
    for side in (-THICK / 2, wide + THICK / 2):
        level.put("wall", width=THICK, height=high - THICK).at(side, high / 2 + THICK / 2)
    roof = high + THICK
    button = level.put("button").at(0.4, roof + 0.036)
    level.put("tennis_ball").at(0.41, roof + 0.45)
    before: object = button.signal
    for number, room in enumerate(rooms):
        row, column = divmod(number, columns)
        x = WIDE * (column if row % 2 == 0 else columns - 1 - column)
        ports = room(level, x, HIGH * (rows - 1 - row) + THICK)
        level.join("wire", before, ports.into)
        before = ports.out
    board = level.put("display", text="THE END", colour="green").at(wide - 0.4, roof + 0.25)
    level.join("wire", before, board)
