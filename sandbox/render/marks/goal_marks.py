"""Goals and fail conditions drawn in the scene: regions, lines and reaches under the parts, badges over them.

Open goals are dashed and hatched, met ones solid with a check mark, fail conditions crossed out and never hatched, as
areas without building are; so colour is never the only sign.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.conditions.condition import (
    Area,
    Badge,
    Boundary,
    Condition,
    DashedLine,
    Hollow,
    LinkBadge,
    Region,
)
from sandbox.design.design import Design, Goal, conditions
from sandbox.design.geometry import Box, Circle, Point, Points, Pose, place
from sandbox.editing import picking
from sandbox.parts import LINKS, blueprint, hollow_at, port_of, pose_of
from sandbox.parts.kind import loose_sag
from sandbox.parts.world import main_body
from sandbox.render.mark_list import GOAL, INK, PAPER, MarkList
from sandbox.render.marks import goal_figures
from sandbox.render.marks.goal_figures import DONE, FORBIDDEN, OPEN, Tone

if TYPE_CHECKING:
    from sandbox.workspace.past.past_machine import Stage

PIXEL = 1 / 170  # m, of a picture of a usual level
_BADGE = 24.0  # px from one badge to the next
_RADIUS = 13.0  # px, of a badge with its border and a little air
_SMALL = 14.0  # px: parts with a smaller half width have smaller badges ...
_LEAST = 0.7  # ... but none is smaller than this share of a usual one
ROOM = 14.0  # px from a badge in the edge of the view to its middle
_NO_BUILD, _NO_BUILD_FILL = (*INK[:3], 112), (46, 56, 74, 22)  # so faint that what stands there is seen first
LEAST_SEEN = 16.0  # px: what a goal is about is as large on the screen, or has a ring
RING = 13.0  # px
_RING_FILL = (*GOAL[:3], 36)
_MOST_RINGS = 12
_TRAVELLER = 48.0  # px: what has to get somewhere has a ring, unless it is larger than this and seen anyway
_MOST_TRAVELLERS = 4
_AROUND = 6.0  # px between such a part and its ring


class Rule(NamedTuple):
    """A goal or fail condition, with the tone it is drawn in."""

    goal: Goal
    tone: Tone


def rules_of(design: Design, met: Iterable[bool] = (), chosen: tuple[bool, int] | None = None) -> list[Rule]:
    """All goals and fail conditions of a design with their tones.

    `met` says for each goal whether it is met; `chosen` is the highlighted one: (is it a fail condition, its index).
    """
    met_by_index = [*met]
    rules = []
    for fails, goals in ((False, design.goals), (True, design.fails)):
        for index, goal in enumerate(goals):
            done = not fails and index < len(met_by_index) and met_by_index[index]
            tone = FORBIDDEN if fails else DONE if done else OPEN
            rules.append(Rule(goal, tone._replace(bold=chosen == (fails, index))))
    return rules


def where(design: Design, machine: Stage | None, part: int) -> Point:
    """Origin of a part: as placed, or as it runs."""
    spec = design.part_by_id[part]
    return machine.origin(part) if machine is not None else (spec.x, spec.y)


class _Positions(NamedTuple):
    """The positions of parts as placed or, with a machine or a past moment, as they run."""

    design: Design
    machine: Stage | None

    def origin(self, part: int) -> Point:
        return where(self.design, self.machine, part)

    def hollow(self, part: int) -> Points:
        spec = self.design.part_by_id[part]
        if self.machine is None:
            return hollow_at(spec)
        if part not in self.machine.parts:
            return ()
        row = self.machine.row_of[part, main_body(blueprint(spec))]
        return hollow_at(spec, Pose(*self.machine.rows[row, :3].tolist()))


def show_no_build(overlay: MarkList, design: Design) -> None:
    """Draw the areas in which the player may put nothing: hatched, with a solid border and a cross."""
    for area in design.no_build:
        overlay.rect(*area.box, _NO_BUILD, 1.6, _NO_BUILD_FILL, hatch=15.0)
        overlay.figure("cross", (area.x0 + area.x1) / 2, (area.y0 + area.y1) / 2, 7.0, INK, 2.4)


def show_under(
    overlay: MarkList, design: Design, rules: Sequence[Rule], machine: Stage | None = None, flags: bool = True
) -> None:
    """Draw the marks that lie in the plane: areas, regions, lines, circles; and their signs, unless `show_over` will.

    The areas without building are not drawn while a machine runs: nothing is built then, and they would hide the run.
    """
    if machine is None:
        show_no_build(overlay, design)
    if flags:
        show_flags(overlay, design, rules, machine)
    for area, tone in _toned(design, rules, machine):
        if isinstance(area, Region):
            goal_figures.region(overlay, Box(*area), tone)
        elif isinstance(area, Hollow):
            goal_figures.hollow(overlay, area.points, tone)
        elif isinstance(area, Boundary):
            goal_figures.line(
                overlay, area, (0.0, design.world.height if area.axis == "x" else design.world.width), tone
            )
        elif area.of is not None:
            goal_figures.distance(overlay, area, area.of, tone)
        else:
            goal_figures.moved(overlay, area, tone)


def show_flags(
    overlay: MarkList, design: Design, rules: Iterable[Rule], machine: Stage | None = None, within: Box | None = None
) -> None:
    """Draw the sign of each area that goals are about; `within` is the box (m) that it does not leave."""
    for area, tone in _toned(design, rules, machine):
        goal_figures.flag(overlay, *_clamped(_flag_spot(design, area), within), tone)


def _toned(design: Design, rules: Iterable[Rule], machine: Stage | None) -> list[tuple[Area, Tone]]:
    """List the areas of goals and how each is drawn.

    An area that a goal asks for is never crossed out: a fail condition that names it as well, as in "before it is in
    there", means what is not in it, and would be read as an area where nothing may be built.
    """
    drawn = [(area, tone) for goal, tone in rules for area in areas(design, (goal,), machine)]
    asked = {area for area, tone in drawn if tone.sign != "forbidden"}
    return [(area, tone) for area, tone in drawn if tone.sign != "forbidden" or area not in asked]


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


def show_subjects(overlay: MarkList, design: Design, goal: Goal, machine: Stage | None = None) -> None:
    """Draw a frame around each part that a goal is about."""
    for box in subjects(design, goal, machine):
        overlay.rect(*box, GOAL, 3.0, (238, 140, 30, 40), rounding=6.0)


def subjects(design: Design, goal: Goal, machine: Stage | None = None) -> Iterator[Box]:
    """Yield the boxes of the parts that a goal is about, as placed or, as far as they are still there, as they run."""
    for part in sorted({part for condition in conditions(goal.when) for part in _subjects(design, condition)}):
        if machine is None or part in machine.parts:
            spec, (x, y) = design.part_by_id[part], where(design, machine, part)
            box, dx, dy = picking.box_of(spec), x - spec.x, y - spec.y
            yield Box(box.x0 + dx, box.y0 + dy, box.x1 + dx, box.y1 + dy)


def small_subjects(
    design: Design, goals: Iterable[Goal], machine: Stage | None, pixel: float, least: float = LEAST_SEEN
) -> list[Point]:
    """Return the middles of the parts that goals are about and that are shown smaller than `least` pixels.

    `pixel` is in metres. Where there are many, each is easily found, and rings around all would hide them.
    """
    boxes = dict.fromkeys(box for goal in goals for box in subjects(design, goal, machine))
    small = [box for box in boxes if max(box.x1 - box.x0, box.y1 - box.y0) < least * pixel]
    return [((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2) for box in small] if len(small) <= _MOST_RINGS else []


def travellers(design: Design, goals: Iterable[Goal], machine: Stage | None, pixel: float) -> list[Circle]:
    """Return the rings (m) around the loose parts that goals want to get somewhere: the sign of such a goal stands
    there, and of two balls either may be meant. None where there are many, or for a part that nobody has to look for.
    """
    places = _Positions(design, machine)
    ids = {
        part
        for goal in goals
        for condition in conditions(goal.when)
        if isinstance(part := getattr(condition, "part", None), int) and condition.area(design, places) is not None
    }
    specs = [design.part_by_id[id_] for id_ in sorted(ids) if machine is None or id_ in machine.parts]
    rings = []
    for spec in filter(picking.loose, specs):
        box, (x, y) = picking.box_of(spec), where(design, machine, spec.id)
        size = max(box.x1 - box.x0, box.y1 - box.y0)
        if LEAST_SEEN * pixel <= size <= _TRAVELLER * pixel:
            middle = (box.x0 + box.x1) / 2 + x - spec.x, (box.y0 + box.y1) / 2 + y - spec.y
            rings.append(Circle(size / 2 + _AROUND * pixel, *middle))
    return rings if len(rings) <= _MOST_TRAVELLERS else []


def ring_subjects(
    overlay: MarkList, design: Design, goals: Sequence[Goal], machine: Stage | None, pixel: float
) -> None:
    """Draw a ring around each part that a goal is about and that would hardly be seen, or not known as the one."""
    for x, y in small_subjects(design, goals, machine, pixel):
        overlay.ring(x, y, RING, PAPER, 4.2)
        overlay.ring(x, y, RING, GOAL, 2.2, _RING_FILL)
    for ring in travellers(design, goals, machine, pixel):
        overlay.ring(ring.x, ring.y, ring.r / pixel, PAPER, 3.4)
        overlay.ring(ring.x, ring.y, ring.r / pixel, GOAL, 1.8)


def _subjects(design: Design, condition: Condition) -> tuple[int, ...]:
    """List the parts that a condition is about, and those of the kind that it names."""
    kind = getattr(condition, "kind", None)
    return (*condition.subjects(design), *(spec.id for spec in design.parts if spec.kind == kind))


def show_over(
    overlay: MarkList, design: Design, rules: Iterable[Rule], machine: Stage | None = None, pixel: float = PIXEL,
    within: Box | None = None,
) -> None:  # fmt: skip
    """Draw the marks of parts and links themselves: a badge, or a stroke to another part.

    A part or link with the badge of a goal is not crossed out by a fail condition, as in "before it is lit": two badges
    would be read as two goals. `pixel` is in metres; `within` is the box (m) that no badge leaves.
    """
    slots: dict[int, int] = {}
    for mark, tone in _toned_marks(design, rules):
        if isinstance(mark, LinkBadge):
            x, y = link_middle(design, machine, mark.link)
            slots[mark.link] = slots.get(mark.link, -1) + 1
            spot = x, y + (_RADIUS + slots[mark.link] * _BADGE) * pixel
            goal_figures.badge(overlay, _clamped(spot, within), mark.figure, tone, 1.0)
        elif isinstance(mark, DashedLine):
            a, b = (where(design, machine, part) for part in mark)
            overlay.dashed(*a, *b, tone.colour, tone.width, 7.0)
        elif machine is None or mark.part in machine.parts or mark.stays:
            slots[mark.part] = slots.get(mark.part, -1) + 1
            up = slots[mark.part] * _BADGE * pixel
            half = _half(design, mark.part) / pixel
            size = min(1.0, max(_LEAST, half / _SMALL))
            spot = _badge_spot(design, machine, mark.part, up, _aside(half, size) * pixel)
            goal_figures.badge(overlay, _clamped(spot, within), mark.figure, tone, size)


def _toned_marks(design: Design, rules: Iterable[Rule]) -> Iterator[tuple[Badge | LinkBadge | DashedLine, Tone]]:
    """Yield the marks that `show_over` draws, those of goals first."""
    asked: set[int] = set()
    for goal, tone in rules:
        for condition in conditions(goal.when):
            for mark in condition.marks(design):
                id_ = mark.link if isinstance(mark, LinkBadge) else 0 if isinstance(mark, DashedLine) else mark.part
                if tone.sign != "forbidden":
                    asked.add(id_)
                if tone.sign != "forbidden" or tone.bold or not id_ or id_ not in asked:
                    yield mark, tone


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


def areas(design: Design, goals: Iterable[Goal], machine: Stage | None = None) -> tuple[Area, ...]:
    """List what `show_under` draws of goals."""
    drawn = (condition.area(design, _Positions(design, machine))
             for goal in goals for condition in conditions(goal.when))  # fmt: skip
    return tuple(area for area in drawn if area is not None)


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
