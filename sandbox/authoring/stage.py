"""A stage for experiments: one part, a few balls around it, something that sets the part off, and a running machine.

Nothing here knows a kind of part by name, but for the balls that are thrown at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import Design, PartSpec, Values, World
from sandbox.design.geometry import Box, Pose
from sandbox.machine.machine import Machine, Running
from sandbox.parts.kind import Kind

RATE = 240  # ticks a second
GRAVITY = 9.81  # m/s^2
BALL = "tennis_ball"  # the standard ball
HEAVY = "bowling_ball"  # falls on what needs a hard blow
LIGHT = "table_tennis_ball"  # feels any wind
WIND = 6.0  # m/s: of a fan at half its reach
MIDDLE = 50.0  # m: the part stands in the middle of a world so wide that nothing leaves it
SETTLE = RATE // 4  # ticks until the part is set off
SUBJECT = 1  # the id of the part
_LOST = 2.0  # m below the part: a ball there does not come back
_WORLD = World(width=2 * MIDDLE, height=2 * MIDDLE)

Frame = tuple[float, float, float, float]  # x, y in m, vx, vy in m/s
Before = Callable[[Machine, Running], None]  # called before each tick, with the part if it is still there


class Thrown(NamedTuple):
    """A ball on the stage: its kind, its place from the part's middle (m), and its speed (m/s) when it starts."""

    kind: str
    x: float
    y: float
    vx: float = 0.0


class SetOff(NamedTuple):
    """A way to set a part off: words for people, the act once the part has settled, and the ball for it.

    `lasts`: it is done on every tick from then on.
    """

    words: str
    do: Callable[[Machine, Running], None] | None = None
    blow: Thrown | None = None
    lasts: bool = False


class StageRun(NamedTuple):
    """The record of a run: the motion of each ball after each tick, and whether the part ended as it began."""

    frames: list[list[Frame]]
    blow: list[Frame]
    states: tuple[float, ...]
    pose: tuple[float, ...]


def default_part(kind: Kind) -> PartSpec:
    """Return a part of a kind, with its default properties, in the middle of the stage."""
    return catalogue.fit_part(PartSpec(SUBJECT, kind.name, MIDDLE, MIDDLE))


def box_of(kind: Kind) -> Box:
    """Return the box around a part's solid shapes, from its middle (m); around all that is drawn if nothing is."""
    plan = catalogue.blueprint(default_part(kind))
    present = [shape for shape in plan.shapes if shape.body not in plan.spare]
    shapes = [shape for shape in present if shape.collides] or [shape for shape in present if shape.look] or present
    origin = Pose(0.0, 0.0, 0.0)
    box = shapes[0].outline.bounds(origin)
    for shape in shapes[1:]:
        box = box.union(shape.outline.bounds(origin))
    return box


def set_offs(kind: Kind) -> list[SetOff]:
    """List the ways in which a part of a kind may be set off, from those that a player reaches most easily."""
    box, ways = box_of(kind), [SetOff("by itself")]
    if kind.pressable:
        ways.append(SetOff("when pressed", lambda machine, run: machine.press(run.id)))
    inlet = next((port for port in catalogue.blueprint(default_part(kind)).ports if port.type == "signal in"), None)
    if inlet is not None:
        into = inlet.name
        ways.append(SetOff("by a signal", lambda machine, run: run.kind.signal_at(run, into, True, machine)))
    if kind.catches_wind:
        ways.append(SetOff(f"in a wind of {WIND:g} m/s", _blow, lasts=True))
    if type(kind).struck is not Kind.struck:
        for words, x, speed in (("from the left", box.x0 - 0.3, 3.0), ("from the right", box.x1 + 0.3, -3.0)):
            ways.append(SetOff(f"struck {words}", blow=Thrown(BALL, x, 0.0, speed)))
    if _gives_way(kind):
        for side, share in (("left", 0.08), ("right", 0.92)):
            heavy = Thrown(HEAVY, box.x0 + share * (box.x1 - box.x0), box.y1 + 1.0)
            ways.append(SetOff(f"when a bowling ball falls 1 m on its {side} end", blow=heavy))
    return ways


def _blow(machine: Machine, run: Running) -> None:
    run.kind.on_wind(run, WIND, 1.0, machine.dt, machine)


def _gives_way(kind: Kind) -> bool:
    """Tell whether a part has a body that moves beside one that stays."""
    kinds = {body.kind for body in catalogue.blueprint(default_part(kind)).bodies}
    return "dynamic" in kinds and len(kinds) > 1


def run(
    kind: Kind,
    ticks: int,
    balls: tuple[Thrown, ...] = (),
    way: SetOff | None = None,
    gravity: float = GRAVITY,
    floor: float | None = None,
    before: Before | None = None,
) -> StageRun:
    """Run a part with balls for a number of ticks; `floor` is the height of a floor below the part's middle (m)."""
    thrown = (*balls, way.blow) if way is not None and way.blow is not None else balls
    machine = Machine(_design(kind, thrown, gravity, floor))
    ids = range(SUBJECT + 1, SUBJECT + 1 + len(thrown))
    for id_, ball in zip(ids, thrown, strict=True):
        machine.parts[id_].bodies[0].velocity = (ball.vx, 0.0)
    frames: list[list[Frame]] = [[] for _ in thrown]
    for tick in range(ticks):
        subject = machine.parts.get(SUBJECT)
        due = way is not None and (tick == SETTLE or (way.lasts and tick > SETTLE))
        if due and way is not None and way.do is not None and subject is not None:
            way.do(machine, subject)
        if before is not None and subject is not None:
            before(machine, subject)
        machine.tick()
        for record, id_ in zip(frames, ids, strict=True):
            x, y, _, vx, vy, _ = machine.motion(id_)
            record.append((x - MIDDLE, y - MIDDLE, vx, vy))
        if thrown and all(record[-1][1] < -_LOST for record in frames):
            break
    count = len(balls)
    x, y, *rest = machine.motion(SUBJECT)
    states = tuple(machine.states.tolist())
    return StageRun(
        frames[:count], frames[count] if len(thrown) > count else [], states, (x - MIDDLE, y - MIDDLE, *rest)
    )


def _design(kind: Kind, thrown: tuple[Thrown, ...], gravity: float, floor: float | None) -> Design:
    placed = [default_part(kind)]
    for ball in thrown:
        placed.append(PartSpec(len(placed) + 1, ball.kind, MIDDLE + ball.x, MIDDLE + ball.y))
    if floor is not None:
        props: Values = {"width": 10.0, "height": 1.0}
        ground = PartSpec(len(placed) + 1, "floor", MIDDLE, MIDDLE - floor - 0.5, props=props)
        placed.append(catalogue.fit_part(ground))
    return Design(world=replace(_WORLD, gravity_y=-gravity, tick_rate=RATE), parts=tuple(placed))
