"""The burning by rays: a laser burns the thing that its ray ends at and all ropes that cross it, other light the thing
in its focus, and a wick close to that."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from sandbox.parts.fire.heat import STATES, Wicked, burnable, crossing, let_go, warm
from sandbox.parts.joints.blades import cords_near, crossed_at, middle_of
from sandbox.parts.kind import Point
from sandbox.parts.light.rays import FOCUSED, RayPath
from sandbox.parts.world import SHAPES

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

FOCUS = 0.015  # m: how near to a rope a focus burns it, and to a wick lights it


def burn(run: Running, paths: Iterable[RayPath], lapse: float, machine: RunningMachine) -> None:
    """Heat what the hot rays of a part burn, for `lapse` seconds more, and let go of all else."""
    targets: list[Running] = []
    links: list[RunningLink] = []
    spot: Point | None = None
    for path in paths:
        target = machine.parts.get(path.met // SHAPES)
        if target is not None:
            targets.append(target)
        if path.heat == FOCUSED:
            targets += _at_wick(path.points[-1], machine)
        for link, at in _links(path, machine):
            links.append(link)
            spot = spot or at
    if targets or links:
        warm(run, targets, links, lapse, machine, spot)
    else:
        let_go(run, machine)


def burns(run: Running) -> bool:
    """Tell whether the rays of a part burn anything now."""
    return any(run[name] for name in STATES[::2])


def _at_wick(focus: Point, machine: RunningMachine) -> list[Running]:
    """Return the parts whose wick is at a focus, in id order: a wick is too thin for rays to end at."""
    return [run for run, kind in machine.listed(_with_wicks) if _is_near(kind.place_of_wick(run), focus)]


def _is_near(a: Point, b: Point) -> bool:
    dx, dy = a[0] - b[0], a[1] - b[1]
    return dx * dx + dy * dy <= FOCUS * FOCUS


def _with_wicks(machine: RunningMachine) -> list[tuple[Running, Wicked]]:
    """List the parts that have a wick, with their kinds."""
    return [(run, run.kind) for run in machine.parts.values() if isinstance(run.kind, Wicked)]


def _links(path: RayPath, machine: RunningMachine) -> list[tuple[RunningLink, Point]]:
    """Return the links that a hot ray burns, each with the place where it does (m)."""
    if path.heat == FOCUSED:
        end = path.points[-1]
        return [(link, end) for link in crossing(*end, FOCUS, machine)]
    legs, cords = list(pairwise(path.points)), machine.listed(burnable)
    near: dict[int, RunningLink] = {}
    for start, end in legs:
        x, y, far = middle_of(start, end)
        near.update((link.id, link) for link in cords_near(cords.around(x, y, far, machine), x, y, far))
    crossed = []
    for link in (near[id_] for id_ in sorted(near)):
        places = (crossed_at(link, start, end, machine) for start, end in legs)
        first = next((place for place in places if place is not None), None)
        if first is not None:
            crossed.append((link, first))
    return crossed
