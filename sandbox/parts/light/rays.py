"""Rays of light: their start at a part, their way on by mirrors and glass, and the light that falls on a part.

A ray is a path of up to six straight legs. Its source keeps the path in its own running states, and works it out anew
60 times a second while anything moves in the box around it; at rest it costs nothing. Colours are bits.

An author of a part has these to go by:

- A part that sends out rays is a `sources.RaySource`: it names its `rays` and the states of each.
- A part that bends rays overrides `Kind.on_ray`, and returns the way on which they go.
- A part that does something when light falls on it overrides `Kind.lit_by`, and asks `falling_on` whenever it wants to.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from sandbox.design.geometry import Point
from sandbox.parts.kind import Kind
from sandbox.parts.world import SHAPES, Ray

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

RED, GREEN, BLUE = 1, 2, 4
WHITE = RED | GREEN | BLUE
COLOURS = {
    "red": RED, "green": GREEN, "blue": BLUE, "yellow": RED | GREEN, "magenta": RED | BLUE, "cyan": GREEN | BLUE,
    "white": WHITE,
}  # fmt: skip
COLD, BURNING, FOCUSED = 0, 1, 2  # light that warms nothing; a laser's, all along; light that burns where it ends
LEGS = 6
FAR = 8.0  # m: the reach of rays of kinds without a property `reach`

GLOW = tuple(f"lights {k}" for k in range(4))  # states of what shines all round: the keys of what that lights
ALL_ROUND = ""  # what stands for the name of a ray there

_HEAD = ("legs", "colours", "heat", "x", "y")
_PLACE = 3  # where the place begins in it
_EACH = ("x", "y", "met")  # where a leg ends (m), and the key of what it meets there, or 0
_FIRST_MET = len(_HEAD) + 2  # where the key of what the first leg meets is
_SIZE = len(_HEAD) + LEGS * len(_EACH)
_DARK = [0.0] * _SIZE
_new = tuple.__new__  # makes a named tuple in a third of the time that its class takes
_OFF = 1e-7  # m from a mirror's face, on which a ray would else meet it again


class RayPath(NamedTuple):
    """The path of a ray to look at: its corners (m), its light, and the key of what it ends at, 0 if in the air."""

    points: tuple[Point, ...]
    colours: int
    heat: int
    met: int


class Illumination(NamedTuple):
    """The light that falls on a part: all its colours, and whether a lamp's white light, a laser, or a focused ray is
    among it.
    """

    colours: int = 0
    white: bool = False
    hot: bool = False
    focused: bool = False


def ray_states(*names: str) -> tuple[str, ...]:
    """Return the names of the states in which the rays of these names are kept."""
    each = tuple(f"{number}_{leg}" for leg in range(1, LEGS + 1) for number in _EACH)
    return tuple(f"{name}_{state}" for name in names for state in (*_HEAD, *each))


def reach_of(p: SimpleNamespace) -> float:
    """Return how far the rays go (m) of a part with property values `p`."""
    return float(getattr(p, "reach", FAR))


def path_in(numbers: list[float]) -> RayPath | None:
    """Return the path that a ray's states hold, in their order; None: it is dark."""
    legs = int(numbers[0])
    if not legs:
        return None
    first = len(_HEAD) - 2
    ends = [first, *(len(_HEAD) + leg * len(_EACH) for leg in range(legs))]
    corners = tuple((numbers[at], numbers[at + 1]) for at in ends)
    return RayPath(corners, int(numbers[1]), int(numbers[2]), int(numbers[ends[-1] + 2]))


def path_of(run: Running, name: str) -> RayPath | None:
    """Return the path of one of a part's rays; None: it is dark."""
    return path_in([*_track(run, name)])


def keys_of(run: Running, name: str) -> list[int]:
    """Return the keys of all that one of a part's rays meets, in order; 0 where it ends in the air."""
    return _keys([*_track(run, name)])


def send(run: Running, name: str, ray: Ray | None, machine: RunningMachine) -> bool:
    """Follow a ray of a part as it goes now, and tell those on which its light begins or ends to fall; None: darken it.
    Return whether its path has changed.

    What is told may send signals, but never follows a ray at once: it is done at its next look.
    """
    track: Any = _track(run, name)
    before: list[float] = track.tolist()
    path = _DARK if ray is None else _followed(run, ray, before, machine)
    if path == before:
        return False
    if path[:_PLACE] == before[:_PLACE] and path[_FIRST_MET :: len(_EACH)] == before[_FIRST_MET :: len(_EACH)]:
        track[:] = array("d", path)  # the same light on the same things, which has only moved
    else:
        change(run, name, path, (*_keys(before), *_keys(path)), machine)
    return True


def change(run: Running, name: str, numbers: list[float], keys: Iterable[int], machine: RunningMachine) -> None:
    """Write the running numbers that say what a light falls on, and tell the parts with these keys what changes. The
    light is the ray of a part that has this name, or all that it sheds round about: `ALL_ROUND`.
    """
    feeling = [
        part
        for id_ in sorted({key // SHAPES for key in keys})
        if (part := machine.parts.get(id_)) is not None and type(part.kind).lit_by is not Kind.lit_by
    ]
    lights = [falling_on(part, machine) for part in feeling]
    machine.listed(_lights).write(run, name, numbers)
    for part, light in zip(feeling, lights, strict=True):
        now = falling_on(part, machine)
        if now != light:
            part.kind.lit_by(part, now.colours, now.white, machine)


def falling_on(run: Running, machine: RunningMachine) -> Illumination:
    """Return the light that falls on a part now, and on those of its shapes that `lit_shape` names."""
    light, feeling, id_ = Illumination(), run.kind.lit_shape, run.id
    for (_, name), slots in machine.listed(_lights).on(id_):
        numbers = [*slots]
        colours, heat = (WHITE, COLD) if name == ALL_ROUND else (int(numbers[1]), int(numbers[2]))
        for key in _keys_of(name, numbers):
            if key // SHAPES == id_ and (not feeling or run.plan.shapes[key % SHAPES].name == feeling):
                light = added(light, colours, heat)
    return light


def added(light: Illumination, colours: int, heat: int) -> Illumination:
    """Return some light together with a ray of these colours, which warms so."""
    return Illumination(
        light.colours | colours,
        light.white or (colours == WHITE and heat != BURNING),
        light.hot or heat == BURNING,
        light.focused or heat == FOCUSED,
    )


_Light = tuple[int, str]  # the part that it comes from, and the name of its ray, or `ALL_ROUND`


class _Lights:
    """The states of all light that parts may send out, and which of it falls on each part."""

    def __init__(self, states: dict[_Light, memoryview[float]]) -> None:
        self._states = states
        self._on: dict[int, dict[_Light, memoryview[float]]] = {}  # by the part that it falls on
        for light, slots in states.items():
            for id_ in _lit(light[1], [*slots]):
                self._on.setdefault(id_, {})[light] = slots

    def on(self, part: int) -> list[tuple[_Light, memoryview[float]]]:
        """Return the light that falls on a part now, with its states."""
        return [*self._on.get(part, {}).items()]

    def write(self, run: Running, name: str, numbers: list[float]) -> None:
        """Write the states of a light; of a part that is leaving the machine, no light falls on others any more."""
        light, slots = (run.id, name), _states_of(run, name)
        lit = _lit(name, [*slots]) if light in self._states else {}
        for index, number in enumerate(numbers):
            slots[index] = number
        lit_now = _lit(name, numbers) if light in self._states else {}
        if lit_now != lit:
            for id_ in lit:
                self._on[id_].pop(light, None)
            for id_ in lit_now:
                self._on.setdefault(id_, {})[light] = slots


def _lights(machine: RunningMachine) -> _Lights:
    """List all light that the parts which are there may send out."""
    return _Lights(
        {
            (run.id, name): _states_of(run, name)
            for run in machine.parts.values()
            for name in (*run.kind.rays, *((ALL_ROUND,) if GLOW[0] in run else ()))
        }
    )


def _states_of(run: Running, name: str) -> memoryview[float]:
    return run.numbers_from(GLOW[0], len(GLOW)) if name == ALL_ROUND else _track(run, name)


def _lit(name: str, numbers: list[float]) -> dict[int, None]:
    """Return the ids of the parts that a light falls on, by the numbers in its states."""
    return dict.fromkeys(key // SHAPES for key in _keys_of(name, numbers) if key)


def _keys_of(name: str, numbers: list[float]) -> list[int]:
    """Return the keys of what a light falls on, by the numbers in its states; 0 for nothing."""
    return [int(number) for number in numbers] if name == ALL_ROUND else _keys(numbers)


def _track(run: Running, name: str) -> memoryview[float]:
    return run.numbers_from(f"{name}_legs", _SIZE)


def _keys(numbers: list[float]) -> list[int]:
    """Return the keys of all that a ray meets, in order."""
    return [int(numbers[len(_HEAD) + leg * len(_EACH) + 2]) for leg in range(int(numbers[0]))]


def _followed(run: Running, ray: Ray, before: list[float], machine: RunningMachine) -> list[float]:
    """Return the states of a ray that starts at a part."""
    legs: list[float] = []
    heat, seer, colours = ray.heat, run, ray.colours
    start = ray.x, ray.y
    at = _FIRST_MET  # the key of what this leg met the last time
    off, first_met = 0.0, machine.sight.first_met
    for _ in range(LEGS):
        x, y, dx, dy, reach, _, _ = ray
        end = x + dx * reach, y + dy * reach
        met = first_met((x + off * dx, y + off * dy), end, seer, int(before[at]))
        at += len(_EACH)
        if met is None:
            legs += (*end, 0.0)
            break
        x, y, kind = met.x, met.y, met.run.kind
        legs += (x, y, float(met.key))
        if type(kind).on_ray is Kind.on_ray:
            break
        arriving = _new(Ray, (x, y, dx, dy, ray.reach * (1.0 - met.share), colours, heat))
        onward = kind.on_ray(met.run, arriving, met, machine)
        if onward is None:
            break
        ray, seer, heat, off = onward, met.run, onward.heat, _OFF
    count = len(legs) // len(_EACH)
    return [float(count), float(colours), float(heat), *start, *legs, *_DARK[: _SIZE - len(_HEAD) - len(legs)]]


def reflected(ray: Ray, nx: float, ny: float) -> Ray:
    """Return a ray as a mirror with this normal (of length 1) throws it back."""
    twice = 2.0 * (ray.dx * nx + ray.dy * ny)
    dx, dy = ray.dx - twice * nx, ray.dy - twice * ny
    length = math.sqrt(dx * dx + dy * dy)  # 1, but for rounding
    return ray.onward(dx / length, dy / length)
