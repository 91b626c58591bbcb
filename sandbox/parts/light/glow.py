"""Light all round, of lamps and candles, which falls on parts that feel light, within reach and in free sight.

A part that shines so lists `rays.GLOW` among its states, calls `glow` whenever what it lights may have changed (see
`machine.stirs`), and `go_dark` when it goes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.geometry import Point
from sandbox.parts.kind import Kind
from sandbox.parts.light.rays import ALL_ROUND, GLOW, change
from sandbox.parts.surroundings import EVERYWHERE, Box, PlaceGrid
from sandbox.parts.world import SHAPES

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_ROUNDING = 1e-6  # m: more than is lost in computing how far something is away


def glow(run: Running, at: Point, reach: float, machine: RunningMachine) -> None:
    """Light what feels light within `reach` of a point of the world (m), the first few by id, and nothing else."""
    numbers, near = run.numbers_from(GLOW[0], len(GLOW)).tolist(), _near(run, at, reach, machine)
    if not near and not any(numbers):
        return
    before = [int(number) for number in numbers]
    keys: list[int] = []
    for feeling in near:
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
    change(run, ALL_ROUND, numbers, [*before, *keys], machine)


class _Feeling(NamedTuple):
    """A part that feels light, with its shapes that do: their indices, bodies and middles, in the part's frame."""

    part: Running
    shapes: tuple[tuple[int, int, float, float], ...]


class _Feelings:
    """The parts that feel the light of lamps, by their place."""

    def __init__(self, feelings: list[_Feeling]) -> None:
        self._grid: PlaceGrid[_Feeling] = PlaceGrid()
        for feeling in feelings:
            self._grid.put(feeling, *_bounds(feeling))

    def near(self, at: Point, reach: float) -> list[_Feeling]:
        """Return at least those within reach of a place, in id order."""
        x, y = at
        return self._grid.near(x - reach, y - reach, x + reach, y + reach)


def _feelings(machine: RunningMachine) -> _Feelings:
    """List the parts that feel the light of lamps."""
    return _Feelings([_Feeling(part, tuple(_feeling_shapes(part))) for part in machine.parts_of(_feels)])


def _feels(kind: Kind) -> bool:
    return type(kind).lit_by is not Kind.lit_by and not kind.by_rays_only


def _bounds(feeling: _Feeling) -> Box:
    """Return a box (m) around the places at which a part feels light; without bounds if it may move."""
    part = feeling.part
    if any(part.plan.bodies[body].kind != "static" for _, body, _, _ in feeling.shapes):
        return EVERYWHERE
    places = [part.world(x, y, body) for _, body, x, y in feeling.shapes]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs) - _ROUNDING, min(ys) - _ROUNDING, max(xs) + _ROUNDING, max(ys) + _ROUNDING


class _Surroundings(NamedTuple):
    """The parts that may be near the light of a lamp while it is at a place, in id order."""

    at: Point
    reach: float
    near: list[_Feeling]


def _near(run: Running, at: Point, reach: float, machine: RunningMachine) -> list[_Feeling]:
    """Return the parts that may feel the light of a part. Of one that stands still they are listed once, until a part
    leaves.
    """
    listed: _Surroundings | None = machine.fixed_cache.get(run.id)
    if listed is None or listed.at != at or listed.reach != reach:
        near = [
            feeling
            for feeling in machine.listed(_feelings).near(at, reach)
            if feeling.part is not run and _comes_within(at, feeling, reach)
        ]
        listed = machine.fixed_cache[run.id] = _Surroundings(at, reach, near)
    return listed.near


def _is_within(at: Point, place: Point, reach: float) -> bool:
    dx, dy = place[0] - at[0], place[1] - at[1]
    return dx * dx + dy * dy <= reach * reach


def _comes_within(at: Point, feeling: _Feeling, reach: float) -> bool:
    """Tell whether a part feels light at a place within reach of a point now, or may do so later as that moves."""
    part = feeling.part
    return any(
        part.plan.bodies[body].kind != "static" or _is_within(at, part.world(x, y, body), reach)
        for _, body, x, y in feeling.shapes
    )


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
