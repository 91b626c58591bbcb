"""Light all round, of lamps and candles, which falls on parts that feel light, within reach and in free sight.

A part that shines so lists `rays.GLOW` among its states, calls `glow` whenever what it lights may have changed (see
`machine.stirs`), and `go_dark` when it goes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.geometry import Point
from sandbox.parts.kind import Kind
from sandbox.parts.light.rays import GLOW, change
from sandbox.parts.world import SHAPES

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


def glow(run: Running, at: Point, reach: float, machine: RunningMachine) -> None:
    """Light what feels light within `reach` of a point of the world (m), the first few by id, and nothing else."""
    before = [int(number) for number in run.numbers_from(GLOW[0], len(GLOW))]
    keys: list[int] = []
    for feeling in _near(run, at, reach, machine):
        if len(keys) < len(GLOW):
            key = _seen(run, at, feeling, reach, before, machine)
            if key:
                keys.append(key)
    if keys != [key for key in before if key]:
        _light(run, keys, before, machine)


def go_dark(run: Running, machine: RunningMachine) -> None:
    """Light nothing any more."""
    _light(run, [], [int(run[name]) for name in GLOW], machine)


def _light(run: Running, keys: list[int], before: list[int], machine: RunningMachine) -> None:
    numbers = [float(key) for key in keys] + [0.0] * (len(GLOW) - len(keys))
    change(run.numbers_from(GLOW[0], len(GLOW)), numbers, [*before, *keys], machine)


class _Feeling(NamedTuple):
    """A part that feels light, with its shapes that do: their indices, bodies and middles, in the part's frame."""

    part: Running
    shapes: tuple[tuple[int, int, float, float], ...]


class _Surroundings:
    """The parts that feel the light of a lamp, in id order, and the parts that may be near its light."""

    __slots__ = ("all", "at", "near")

    def __init__(self, parts: list[_Feeling]) -> None:
        self.all = self.near = parts
        self.at: Point | None = None  # where its light was at the last look; `near` is good for that place


def _near(run: Running, at: Point, reach: float, machine: RunningMachine) -> list[_Feeling]:
    """Return the parts that may feel the light of a part; of one that stands where it was at the last look, without
    those fixed ones that are out of its reach. They are listed once, until a part leaves.
    """
    listed: _Surroundings | None = machine.fixed_cache.get(run.id)
    if listed is None:
        parts = [
            _Feeling(part, tuple(_feeling_shapes(part)))
            for part in machine.parts.values()
            if type(part.kind).lit_by is not Kind.lit_by and not part.kind.by_rays_only and part is not run
        ]
        listed = machine.fixed_cache[run.id] = _Surroundings(parts)
    if at != listed.at:
        listed.at, listed.near = at, listed.all
    elif listed.near is listed.all:
        listed.near = [feeling for feeling in listed.all if _may_be_near(feeling, at, reach)]
    return listed.near


def _may_be_near(feeling: _Feeling, at: Point, reach: float) -> bool:
    """Tell whether a part that feels light may be within reach of a place: if it moves, or if it stands there."""
    bodies = feeling.part.plan.bodies
    return any(
        bodies[body].kind != "static" or _is_within(at, feeling.part.world(x, y, body), reach)
        for _, body, x, y in feeling.shapes
    )


def _is_within(at: Point, place: Point, reach: float) -> bool:
    dx, dy = place[0] - at[0], place[1] - at[1]
    return dx * dx + dy * dy <= reach * reach


def _feeling_shapes(part: Running) -> Iterator[tuple[int, int, float, float]]:
    for index, plan in enumerate(part.plan.shapes):
        if plan.collides and part.kind.lit_shape in ("", plan.name):
            _, x, y, _ = plan.outline.mass_properties()
            yield index, plan.body, x, y


def _seen(run: Running, at: Point, target: _Feeling, reach: float, before: list[int], machine: RunningMachine) -> int:
    """Return the key of the shape of a part that feels light, if it is near enough and nothing stands before it."""
    part = target.part
    for index, body, x, y in target.shapes:
        place = part.world(x, y, body)
        if _is_within(at, place, reach):
            key = part.id * SHAPES + index
            met = machine.sight.first_met(at, place, run, key if key in before else 0)
            if met is not None and met.key == key:
                return key
    return 0
