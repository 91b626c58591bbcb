"""The ends of a rope that hangs alone, as a swing's does: nothing but it pulls what moves there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.engine.readout import Numbers
from sandbox.parts.ropes.reeving import pulled
from sandbox.parts.ropes.rope_lines import hangs_on_pivot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sandbox.parts.world import RunningLink


class LoneEnds(NamedTuple):
    """The two bodies that a rope that hangs alone is tied to, and the points in their own frames (m)."""

    a: pymunk.Body
    seen_a: Numbers
    ax: float
    ay: float
    b: pymunk.Body
    seen_b: Numbers
    bx: float
    by: float


def lone_ends(run: RunningLink, tied: Mapping[tuple[int, int], Sequence[int]]) -> LoneEnds | None:
    """Return the ends of a rope if nothing but it pulls what moves there; `tied`: the ropes that pull each body."""
    (a, index_a), (b, index_b) = ends = pulled(run)[0], pulled(run)[-1]
    if run.data.span is None or (a.id, index_a) == (b.id, index_b):
        return None
    for part, index in ends:
        if hangs_on_pivot(part, index):
            return None
        if part.bodies[index].body_type == pymunk.Body.DYNAMIC and list(tied[part.id, index]) != [run.id]:
            return None
    at_a = run.a.local(run.port_a.x, run.port_a.y, index_a)
    at_b = run.b.local(run.port_b.x, run.port_b.y, index_b)
    return LoneEnds(a.bodies[index_a], a.numbers[index_a], *at_a, b.bodies[index_b], b.numbers[index_b], *at_b)
