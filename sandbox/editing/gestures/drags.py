"""The gesture that a drag begins: it depends on the thing that was pressed, and on the parts that are selected."""

from __future__ import annotations

from typing import Protocol

from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.editing.gestures import link_starts
from sandbox.editing.gestures.gesture import Gesture
from sandbox.editing.gestures.gestures import Band, MoveParts, ResizePart, TurnParts
from sandbox.editing.gestures.track_gestures import BendTrack
from sandbox.editing.handles import Handle
from sandbox.editing.keys import Modifiers
from sandbox.editing.picking import Pick
from sandbox.editing.selection import Selection


class Extras(Protocol):
    """Further things to drag in the scene: an author's goals, hints and no-build areas."""

    def handles(self) -> list[Handle]: ...
    def select(self, target: Pick) -> None: ...
    def drag(self, target: Pick, start: Point) -> Gesture | None: ...


def drag_of(
    design: Design, selection: Selection, start: Point, target: Pick, held: Modifiers, extras: Extras | None
) -> Gesture | None:
    """Return the gesture that a drag begins; None if its target can't be dragged.

    Args:
        start: the world point (m) at which the button went down.
        target: the thing that lay there.
        held: the keys that are held.
        extras: what an author may drag as well.
    """
    if target.what == "part" and target.id in selection.ids:
        spec = design.part_by_id[target.id]
        if len(selection.parts) == 1 and spec.fixed and not design.free:
            link = link_starts.out_of_body(design, spec, start)
            if link is not None:  # a part that can't be moved has nothing else to be dragged for
                return link
        return MoveParts(selection.parts, target.id, start)
    if target.what == "turn":
        return TurnParts(selection.parts, start)
    if target.what == "size":
        return ResizePart(design.part_by_id[target.id], target, start)
    if target.what in ("bend", "split"):
        return BendTrack(design.part_by_id[target.id], target)
    if target.what == "port":
        return link_starts.out_of_port(design, target, dragged=True)
    if target.what in ("rule", "hint", "no_build") and extras is not None:
        return extras.drag(target, start)
    if not target:
        return Band(start, selection.ids if held.shift or held.ctrl else ())
    return None
