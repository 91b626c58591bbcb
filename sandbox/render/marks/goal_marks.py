"""Goals and fail conditions drawn under the parts: regions, lines and reaches; for their signs see `goal_signs`.

Open goals are dashed and hatched, met ones solid with a check mark, fail conditions crossed out and never hatched, as
areas without building are; so colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.conditions.condition import (
    Area,
    Boundary,
    Condition,
    Hollow,
    Region,
)
from sandbox.design.design import Design, Goal, conditions
from sandbox.design.geometry import Box, Circle, Point, Points, Pose
from sandbox.editing import picking
from sandbox.parts import blueprint, hollow_at
from sandbox.parts.world import main_body
from sandbox.render.mark_list import GOAL, INK, PAPER, MarkList
from sandbox.render.marks import goal_figures
from sandbox.render.marks.goal_figures import DONE, FORBIDDEN, OPEN, Tone

if TYPE_CHECKING:
    from sandbox.workspace.past.past_machine import Stage

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

    @property
    def forbids(self) -> bool:
        """Tell whether it is a fail condition."""
        return self.tone.sign == "forbidden"


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


def show_under(overlay: MarkList, design: Design, rules: Sequence[Rule], machine: Stage | None = None) -> None:
    """Draw the marks that lie in the plane: areas, regions, lines and circles.

    The areas without building are not drawn while a machine runs: nothing is built then, and they would hide the run.
    """
    if machine is None:
        show_no_build(overlay, design)
    for area, (_, tone) in drawn_areas(design, rules, machine):
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


def drawn_areas(design: Design, rules: Iterable[Rule], machine: Stage | None) -> list[tuple[Area, Rule]]:
    """List the areas of goals that are drawn, each with its rule.

    An area that a goal asks for is never crossed out: a fail condition that names it as well, as in "before it is in
    there", means what is not in it, and would be read as an area where nothing may be built.
    """
    drawn = [(area, rule) for rule in rules for area in areas(design, (rule.goal,), machine)]
    asked = {area for area, rule in drawn if not rule.forbids}
    return [(area, rule) for area, rule in drawn if not rule.forbids or area not in asked]


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
    ids = {condition.traveller for goal in goals for condition in conditions(goal.when)} - {0}
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
    kind = condition.counted_kind
    return (*condition.subjects(design), *(spec.id for spec in design.parts if kind and spec.kind == kind))


def areas(design: Design, goals: Iterable[Goal], machine: Stage | None = None) -> tuple[Area, ...]:
    """List what `show_under` draws of goals."""
    drawn = (condition.area(design, _Positions(design, machine))
             for goal in goals for condition in conditions(goal.when))  # fmt: skip
    return tuple(area for area in drawn if area is not None)
