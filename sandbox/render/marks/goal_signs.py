"""The signs of goals and fail conditions: badges over parts and links, and flags at areas; and which one is pointed at.

A part, link or area that a goal is about is not crossed out by a fail condition, as in "before it is lit": two signs
would be read as two goals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.conditions.condition import Area, Badge, Boundary, DashedLine, Hollow, LinkBadge, Region
from sandbox.design.design import Design, conditions
from sandbox.design.geometry import Box, Point, Pose, place
from sandbox.editing import picking
from sandbox.parts import LINKS, blueprint, port_of, pose_of
from sandbox.parts.kind import loose_sag
from sandbox.render.mark_list import MarkList
from sandbox.render.marks import goal_figures
from sandbox.render.marks.goal_marks import Rule, drawn_areas, where

if TYPE_CHECKING:
    from sandbox.workspace.past.past_machine import Stage

PIXEL = 1 / 170  # m, of a picture of a usual level
_BADGE = 24.0  # px from one badge to the next
_RADIUS = 13.0  # px, of a badge with its border and a little air
_SMALL = 14.0  # px: parts with a smaller half width have smaller badges ...
_LEAST = 0.7  # ... but none is smaller than this share of a usual one
ROOM = 14.0  # px from a badge in the edge of the view to its middle


class GoalSign(NamedTuple):
    """A sign of a rule at a point of the world; `figure` is that of a badge, and empty for the flag of an area."""

    rule: Rule
    at: Point  # m
    figure: str
    size: float  # 1: a usual one


def flags(
    design: Design, rules: Iterable[Rule], machine: Stage | None = None, within: Box | None = None
) -> Iterator[GoalSign]:
    """Yield the sign of each area that goals are about; `within` is the box (m) that it does not leave."""
    for area, rule in drawn_areas(design, rules, machine):
        yield GoalSign(rule, _clamped(_flag_spot(design, area), within), "", 1.0)


def badges(
    design: Design, rules: Iterable[Rule], machine: Stage | None = None, pixel: float = PIXEL, within: Box | None = None
) -> Iterator[GoalSign]:
    """Yield the sign of each part and link that goals are about; `pixel` is in metres, `within` as above."""
    slots: dict[int, int] = {}
    for mark, rule in _marks(design, rules):
        if isinstance(mark, LinkBadge):
            x, y = link_middle(design, machine, mark.link)
            slots[mark.link] = slots.get(mark.link, -1) + 1
            spot, size = (x, y + (_RADIUS + slots[mark.link] * _BADGE) * pixel), 1.0
        elif isinstance(mark, Badge) and (machine is None or mark.part in machine.parts or mark.stays):
            slots[mark.part] = slots.get(mark.part, -1) + 1
            up = slots[mark.part] * _BADGE * pixel
            half = _half(design, mark.part) / pixel
            size = min(1.0, max(_LEAST, half / _SMALL))
            spot = _badge_spot(design, machine, mark.part, up, _aside(half, size) * pixel)
        else:
            continue
        yield GoalSign(rule, _clamped(spot, within), mark.figure, size)


def show_flags(
    overlay: MarkList, design: Design, rules: Iterable[Rule], machine: Stage | None = None, within: Box | None = None
) -> None:
    """Draw the signs of areas."""
    for sign in flags(design, rules, machine, within):
        goal_figures.flag(overlay, *sign.at, sign.rule.tone)


def show_over(
    overlay: MarkList, design: Design, rules: Sequence[Rule], machine: Stage | None = None, pixel: float = PIXEL,
    within: Box | None = None,
) -> None:  # fmt: skip
    """Draw the marks of parts and links themselves: strokes to other parts, and badges over them."""
    for mark, rule in _marks(design, rules):
        if isinstance(mark, DashedLine):
            a, b = (where(design, machine, part) for part in mark)
            overlay.dashed(*a, *b, rule.tone.colour, rule.tone.width, 7.0)
    for sign in badges(design, rules, machine, pixel, within):
        goal_figures.badge(overlay, sign.at, sign.figure, sign.rule.tone, sign.size)


def rule_at(
    at: Point, design: Design, rules: Sequence[Rule], machine: Stage | None, pixel: float, within: Box
) -> Rule | None:
    """Return the rule whose sign is at a point (m), the nearest of several; None if there is none."""
    signs = (*flags(design, rules, machine, within), *badges(design, rules, machine, pixel, within))
    near = ((math.dist(sign.at, at), number, sign.rule) for number, sign in enumerate(signs))
    far, _, rule = min(near, key=lambda entry: entry[:2], default=(math.inf, 0, None))
    return rule if far <= _RADIUS * pixel else None


def _marks(design: Design, rules: Iterable[Rule]) -> Iterator[tuple[Badge | LinkBadge | DashedLine, Rule]]:
    """Yield the marks of parts and links, those of goals first."""
    asked: set[int] = set()
    for rule in rules:
        for condition in conditions(rule.goal.when):
            for mark in condition.marks(design):
                id_ = mark.link if isinstance(mark, LinkBadge) else 0 if isinstance(mark, DashedLine) else mark.part
                if not rule.forbids:
                    asked.add(id_)
                if not rule.forbids or rule.tone.bold or not id_ or id_ not in asked:
                    yield mark, rule


def link_middle(design: Design, machine: Stage | None, link: int) -> Point:
    """Return the middle of a link as it hangs between its ends, as they were placed or, if it runs, as they are."""
    named = design.link_by_id[link]
    ends = []
    for end in (named.a, named.b):
        spec = design.part_by_id[end.part]
        port = port_of(spec, end)
        assert port is not None  # checked with the design
        pose, x, y = pose_of(spec), port.x, port.y
        if machine is not None:
            body = blueprint(spec).bodies[port.body]
            pose = Pose(*machine.rows[machine.row_of[end.part, port.body], :3].tolist())
            x, y = x - body.x, y - body.y
        ends.append(place(pose, (x, y)))
    (ax, ay), (bx, by) = ends
    sag = loose_sag(math.hypot(bx - ax, by - ay)) if LINKS[named.kind].loose else 0.0
    gx, gy = design.world.gravity_x, design.world.gravity_y
    pull = math.hypot(gx, gy)
    down = (gx / pull, gy / pull) if pull else (0.0, -1.0)
    return (ax + bx) / 2 + sag * down[0], (ay + by) / 2 + sag * down[1]


def _flag_spot(design: Design, area: Area) -> Point:
    """Return where the sign of an area stands: at the end of its outline."""
    if isinstance(area, Region):
        return area.x1, area.y1
    if isinstance(area, Hollow):
        return max(area.points, key=lambda point: point[0] + point[1])
    if isinstance(area, Boundary):
        return (area.value, design.world.height) if area.axis == "x" else (design.world.width, area.value)
    return (area.x, area.y + area.size) if area.of is None and area.axis == "y" else (area.x + area.size, area.y)


def _clamped(at: Point, within: Box | None) -> Point:
    """Return the nearest point in a box."""
    if within is None:
        return at
    return min(max(at[0], within.x0), within.x1), min(max(at[1], within.y0), within.y1)


def _half(design: Design, part: int) -> float:
    """Return half of the shorter side of a part, in metres."""
    box = picking.box_of(design.part_by_id[part])
    return min(box.x1 - box.x0, box.y1 - box.y0) / 2


def _aside(half: float, size: float) -> float:
    """Return how far outside the corner of a part's box its badge stands (px): so far that it hides nothing of a ball
    of that half width. That of a large one stands in the corner."""
    return max(0.0, (half + size * _RADIUS) * math.sqrt(0.5) - half)


def _badge_spot(design: Design, machine: Stage | None, part: int, up: float, aside: float) -> Point:
    """Return the upper right of a part; several badges of one part stand above each other."""
    x, y = where(design, machine, part)
    spec = design.part_by_id[part]
    box = picking.box_of(spec)
    return x + (box.x1 - spec.x) + aside, y + (box.y1 - spec.y) + aside + up
