"""Experiments on the stage: each finds one figure of a part by running it, the same way for every kind.

A kind is chosen for an experiment by what it declares (ports, states, presses, wind, bodies), never by its name.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from sandbox import parts as catalogue
from sandbox.authoring.stage import (
    BALL,
    GRAVITY,
    LIGHT,
    RATE,
    SETTLE,
    Frame,
    SetOff,
    Thrown,
    box_of,
    default_part,
    run,
    set_offs,
)
from sandbox.machine.machine import Machine, Running
from sandbox.parts.kind import Jet, Kind
from sandbox.parts.world import main_body

_CLEAR = 0.005  # m between a ball and the part beside it
_DROP = 1.0  # m that a ball falls before it bounces
_FAINT = 0.05  # m/s or m: less than that is no effect
_STEPS = 12  # of a search by halves


class Throw(NamedTuple):
    """The longest throw of the standard ball by a part, and the way in which the part was set off."""

    height: float  # m above where the ball lay
    distance: float  # m to the side before it is as low as it lay
    words: str


class GreatestPush(NamedTuple):
    """The speed (m/s) that a part gives to the standard ball, and the way in which the part was set off."""

    speed: float
    words: str


class Drive(NamedTuple):
    """The turning of a part that turns by itself."""

    free_rpm: float
    stall_torque: float  # N m
    words: str


def moves(kind: Kind) -> str:
    """Return "loose" (falls, flies or rises), "in place" (held, with something that moves) or "fixed"."""
    plan = catalogue.blueprint(default_part(kind))
    present = {body.kind for index, body in enumerate(plan.bodies) if index not in plan.spare}
    if "dynamic" not in present:
        return "fixed"
    if present == {"dynamic"}:
        return "loose"
    box = box_of(kind)
    x, y, *_ = run(kind, 2 * RATE).pose
    return "loose" if math.hypot(x, y) > max(box.x1 - box.x0, box.y1 - box.y0) else "in place"


def is_active(kind: Kind) -> bool:
    """Tell whether a part can do anything to others but lie in their way."""
    doings = ("act", "struck", "signal", "press", "jet")
    if any(getattr(type(kind), name) is not getattr(Kind, name) for name in doings):
        return True
    return {body.kind for body in catalogue.blueprint(default_part(kind)).bodies} > {"dynamic"}


def ways_of(kind: Kind) -> list[SetOff]:
    """Return the ways of setting a part off that lead to different states or poses."""
    ways: dict[tuple[object, ...], SetOff] = {}
    for way in set_offs(kind):
        ran = run(kind, SETTLE + RATE // 4, way=way)
        ways.setdefault((ran.states[: len(catalogue.states_of(default_part(kind)))], ran.pose), way)
    return list(ways.values())


# -- balls


def rebound(kind: Kind) -> float | None:
    """Return the share of its height that the standard ball regains on top of a part; None if it misses it."""
    box, r = box_of(kind), _radius(BALL)
    ball = Thrown(BALL, (box.x0 + box.x1) / 2, box.y1 + r + _DROP)
    (frames,) = run(kind, RATE * 3 // 2, (ball,)).frames
    return _regained(frames, ball.y)


def own_rebound(kind: Kind) -> float | None:
    """Return the share of a metre that a loose part regains when it falls on a floor."""
    heights: list[Frame] = []

    def note(machine: Machine, subject: Running) -> None:
        x, y, _, vx, vy, _ = machine.motion(subject.id)
        heights.append((x, y, vx, vy))

    run(kind, RATE * 3 // 2, floor=_DROP - box_of(kind).y0, before=note)
    return _regained(heights, heights[0][1])


def _regained(frames: list[Frame], start: float) -> float | None:
    """Return the share of the fall that is regained after the first blow."""
    speeds = [frame[3] for frame in frames]
    blows = (n for n in range(1, len(speeds)) if speeds[n - 1] < -1.0 and speeds[n] > speeds[n - 1] + 1.0)
    turn = next(blows, 0)
    if not turn:
        return None
    lowest = min(frame[1] for frame in frames[: turn + 1])
    highest = max(frame[1] for frame in frames[turn:])
    return (highest - lowest) / (start - lowest)


def push(kind: Kind, ways: list[SetOff]) -> GreatestPush | None:
    """Return the greatest speed that a part gives to a ball beside, above or below it, without gravity."""
    box, gap = box_of(kind), _radius(BALL) + _CLEAR
    sides = (
        Thrown(BALL, box.x0 - gap, 0.0),
        Thrown(BALL, box.x1 + gap, 0.0),
        Thrown(BALL, (box.x0 + box.x1) / 2, box.y1 + gap),
        Thrown(BALL, (box.x0 + box.x1) / 2, box.y0 - gap),
    )
    best = GreatestPush(0.0, "")
    for way in ways:
        if way.blow is not None and not way.blow.vx:
            continue  # nothing falls without gravity
        balls = tuple(ball for ball in sides if way.blow is None or ball.x * way.blow.x <= 0.0)
        ran = run(kind, 2 * RATE, balls, way, gravity=0.0)
        speed = max((math.hypot(vx, vy) for frames in (*ran.frames, ran.blow) for _, _, vx, vy in frames), default=0.0)
        if way.blow is not None and speed < abs(way.blow.vx) + _FAINT:
            continue  # it only hands on what the ball that struck it has brought
        best = max(best, GreatestPush(speed, way.words), key=lambda entry: entry.speed)
    return best if best.speed > _FAINT else None


def throw(kind: Kind, ways: list[SetOff], loose: bool) -> Throw | None:
    """Return the highest throw of a ball that lies on a part, at one of five places."""
    box, r = box_of(kind), _radius(BALL)
    best = Throw(0.0, 0.0, "")
    for way in ways:
        for share in (0.1, 0.25, 0.5, 0.75, 0.9):
            x = box.x0 + share * (box.x1 - box.x0)
            if way.blow is not None and (way.blow.vx or abs(x - way.blow.x) < 0.25 * (box.x1 - box.x0)):
                continue
            ball = Thrown(BALL, x, box.y1 + r + _CLEAR)
            ran = run(kind, 2 * RATE, (ball,), way, floor=-box.y0 if loose else None)
            best = max(best, _thrown(ran.frames[0][SETTLE - 1 :], way.words), key=lambda entry: entry.height)
    return best if best.height > _FAINT else None


def _thrown(frames: list[Frame], words: str) -> Throw:
    """Measure the flight of a ball from where it lay."""
    low = min(range(len(frames)), key=lambda n: frames[n][1] if n < RATE // 2 else math.inf)
    x0, y0, *_ = frames[low]
    height = max(frame[1] for frame in frames[low:]) - y0
    flight = [abs(frame[0] - x0) for frame in frames[low:] if frame[1] >= y0]
    return Throw(height, max(flight, default=0.0), words)


def _radius(kind: str) -> float:
    return box_of(catalogue.KINDS[kind]).x1


# -- what lifts, turns and blows


def lifts(kind: Kind, ways: list[SetOff]) -> float:
    """Return the payload (kg) with which a loose part still rises; 0 if it does not rise at all."""
    loads = [_limit(partial(_rises, kind, way), 0.001, 50.0) for way in ways if way.blow is None]
    return max(loads, default=0.0)


def _rises(kind: Kind, way: SetOff, load: float) -> bool:
    heights: list[float] = []

    def pull(machine: Machine, subject: Running) -> None:
        body = subject.bodies[subject.main]
        body.apply_force_at_world_point((0.0, -load * GRAVITY), body.position)
        heights.append(machine.motion(subject.id)[1])

    run(kind, SETTLE + RATE, way=way, before=pull)
    return heights[-1] - min(heights) > 0.1


def drive(kind: Kind, ways: list[SetOff]) -> Drive | None:
    """Return how fast and how strongly the shaft of a part turns, without gravity; None if nothing drives it."""
    plan = catalogue.blueprint(default_part(kind))
    if not any(port.type == "shaft" for port in plan.ports):
        return None
    index = main_body(plan)
    for way in ways:
        if way.blow is not None and not way.blow.vx:
            continue  # nothing falls without gravity
        free = max(_spin(kind, way, index, 0.0), -_spin(kind, way, index, 0.0, -1.0), key=abs)
        if abs(free) > 0.1:
            torque = _limit(partial(_turns, kind, way, index, free), 0.001, 100.0)
            return Drive(abs(free) * 30.0 / math.pi, torque, way.words)
    return None


def _turns(kind: Kind, way: SetOff, index: int, free: float, load: float) -> bool:
    """Tell whether a shaft still turns at half its free speed (rad/s) against a torque (N m)."""
    return _spin(kind, way, index, load, math.copysign(1.0, free)) > 0.5 * abs(free)


def _spin(kind: Kind, way: SetOff, index: int, load: float, sense: float = 1.0) -> float:
    """Return the greatest speed (rad/s) of a part's shaft in one sense, against a torque (N m) from the start on."""
    speeds: list[float] = []

    def hold(machine: Machine, subject: Running) -> None:
        body = subject.bodies[index]
        speeds.append(sense * body.angular_velocity)
        if load:
            body.torque -= sense * load
            body.activate()

    run(kind, SETTLE + RATE, way=way, gravity=0.0, before=hold)
    return max(speeds[SETTLE:], default=0.0)


def wind_reach(kind: Kind, ways: list[SetOff]) -> float | None:
    """Return the distance from a part's mouth (m) at which its wind still moves a table tennis ball; None if it moves
    none."""
    jet = kind.jet(kind.values({}), 1.0)
    if jet is None:
        return None
    reaches = [_limit(partial(_blown, kind, jet, way), 0.05, 8.0) for way in ways if way.blow is None]
    return max(reaches, default=0.0) or None


def _blown(kind: Kind, jet: Jet, way: SetOff, far: float) -> bool:
    """Tell whether the wind moves a ball at the distance `far` (m) from the mouth."""
    (mx, my), (ax, ay) = jet.mouth, jet.axis
    apart = far + _radius(LIGHT)
    ball = Thrown(LIGHT, mx + ax * apart, my + ay * apart)
    frames = run(kind, SETTLE + RATE // 2, (ball,), way, gravity=0.0).frames[0]
    return max(vx * ax + vy * ay for _, _, vx, vy in frames) > _FAINT


def _limit(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return the greatest number between two for which something holds, by halving ratios; 0 if for none."""
    if not holds(low):
        return 0.0
    if holds(high):
        return high
    for _ in range(_STEPS):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
