"""An author's gestures for the areas in which the player may put no part: drawing one, dragging one that is there."""

from __future__ import annotations

from sandbox.commands.commands import SetNoBuild, SingleEdit
from sandbox.design.conditions.condition import Form, Region
from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.design.no_build import LEAST_SIDE, NoBuildArea
from sandbox.editing.authoring.goal_areas import dragged_region, region_handles
from sandbox.editing.authoring.goal_gestures import PointOut, on_grid
from sandbox.editing.gestures.gesture import Gesture, GestureContext
from sandbox.editing.handles import Handle
from sandbox.editing.keys import Modifiers

_FORM = Form("no_build", "No-build area", "The player may put no part in it", "REGION", ("region",))


class DrawNoBuild(PointOut):
    """A new area, drawn from one corner to the opposite one, by mouse or by keys."""

    def __init__(self, design: Design) -> None:
        super().__init__(design, _FORM, lambda _: (SetNoBuild(design.no_build),))

    def edits(self) -> tuple[SingleEdit, ...]:
        box = self._pointed.get("box")
        return () if box is None else (SetNoBuild((*self._design.no_build, NoBuildArea(*box))),)


class ReshapeNoBuild(Gesture):
    """Dragging a corner of an area, or all of it by its middle."""

    shows_rules = True

    def __init__(self, areas: tuple[NoBuildArea, ...], index: int, name: str, start: Point) -> None:
        self._before = self._after = areas
        self._index, self._name, self._start = index, name, start

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        if self._name == "all":
            dx, dy = on_grid((to[0] - self._start[0], to[1] - self._start[1]), scene, held)
            to = (self._start[0] + dx, self._start[1] + dy)
        else:
            to = on_grid(to, scene, held)
        region = dragged_region(Region(*self._before[self._index].box), self._name, self._start, to)
        if min(region.x1 - region.x0, region.y1 - region.y0) >= LEAST_SIDE:
            changed = NoBuildArea(*region)
            self._after = (*self._before[: self._index], changed, *self._before[self._index + 1 :])

    def edits(self) -> tuple[SingleEdit, ...]:
        return (SetNoBuild(self._after),) if self._after != self._before else ()


def handles(design: Design, selected: int) -> list[Handle]:
    """List the spots to drag: the middle of each area, and the corners of the selected one (by its index)."""
    return [
        handle
        for index, area in enumerate(design.no_build)
        for handle in region_handles(Region(*area.box), "no_build", index + 1)
        if index == selected or handle.target.name == "all"
    ]
