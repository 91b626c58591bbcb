"""The editor: it passes presses, moves and keys to the current gesture, and its result to the workspace as commands.

It holds what the document does not: the selection, the current gesture, the hand on the running machine. It takes
world coordinates. A drag is one step for undo, whatever number of parts it moved.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from sandbox.commands.commands import SingleEdit, Together
from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Point
from sandbox.editing import handles, picking, snapping
from sandbox.editing.document import EditorHost, Notice, Tell, sentence, why_closed
from sandbox.editing.gestures import link_starts
from sandbox.editing.gestures.drags import Extras, drag_of
from sandbox.editing.gestures.gesture import NO_PREVIEW, Gesture, GestureContext, Outcome, Preview
from sandbox.editing.gestures.gestures import Adjust, Nudge
from sandbox.editing.gestures.hand import Hand
from sandbox.editing.handles import Handle
from sandbox.editing.jumps import Jumps
from sandbox.editing.keys import Modifiers
from sandbox.editing.overlap_watch import OverlapWatch
from sandbox.editing.picking import NOTHING, Pick, may_change
from sandbox.editing.selection import Selection
from sandbox.machine.machine import Machine

NUDGE = 0.001  # m; with Shift ten times as much
TURN_KEY = 15.0  # degrees; with Shift 1
TAP = 0.55  # of the handle's stand-off: how far outside a part its ports are tapped
DRAG_AFTER = 0.6  # of reach: a press that moves less is a click


class Editor:
    """The selection and the gesture in hand. `tell` is given every note for the user."""

    def __init__(self, host: EditorHost, tell: Tell) -> None:
        self.host = host
        self.tell = tell
        self.extras: Extras | None = None
        self.snap = snapping.Snaps()
        self.selection = Selection(lambda: self.design, self._id_of)
        self.jumps = Jumps(host)
        self.reset()

    def reset(self) -> None:
        """Clear the selection and the hand, because another document has been opened."""
        self.selection.ids = ()
        self.hover: Pick = NOTHING
        self.places: tuple[PartSpec, ...] = ()  # that hints show
        self.gesture: Gesture | None = None
        self.pointer: Point | None = None  # the last world point of the pointer over the canvas
        self.hand = Hand(self.host, self.tell)
        self.overlap_watch = OverlapWatch(self.host)
        self.jumps.cancel()
        self._pressed: tuple[Point, Pick] | None = None  # a press that may yet become a drag
        self._built_with: tuple[int, ...] | None = None  # the selection with which the machine was started

    # -- looking

    @property
    def design(self) -> Design:
        """The design that is edited: for a guest, with all that he has asked his host for."""
        return self.host.gate.design(self._in_hand)

    @property
    def _in_hand(self) -> tuple[int, ...]:
        """What a drag has begun with: it goes on with these ids, though a host may tell others meanwhile."""
        return self.selection.chosen if self.gesture is not None or self._pressed is not None else ()

    def _id_of(self, id_: int) -> int:
        return id_ if id_ in self._in_hand else self.host.gate.id_of(id_)

    @property
    def machine(self) -> Machine | None:
        return self.host.document.session.machine

    @property
    def running(self) -> bool:
        return self.machine is not None

    @property
    def preview(self) -> Preview:
        """The effect that the current gesture would have, and what a guest's host has not answered yet."""
        gate = self.host.gate
        preview = self.gesture.preview(self.design) if self.gesture is not None else NO_PREVIEW
        if not gate.follows or self.running:
            return preview
        there = self.host.document.session.design.part_by_id
        ahead = {spec.id: spec for spec in gate.design().parts if there.get(spec.id) != spec}
        ahead.update((gate.id_of(spec.id), replace(spec, id=gate.id_of(spec.id))) for spec in preview.parts)
        return preview._replace(parts=tuple(ahead.values()))

    @property
    def marked(self) -> tuple[int, ...]:
        """The selected ids to mark in the scene: not, in a run, those of the building before, which hide the show."""
        return () if self.selection.ids == self._built_with else self.selection.ids

    @property
    def dragging(self) -> bool:
        """True while parts follow the pointer: then the wheel and the keys turn and mirror those."""
        return self.gesture is not None and self.gesture.carries

    @property
    def dragged_in(self) -> bool:
        """True while a part is dragged out of the palette with the button held."""
        return self.gesture is not None and self.gesture.held_down

    @property
    def kind_in_question(self) -> str | None:
        """The kind that a question about "this part" means: of the armed, the selected or the hovered one."""
        if self.armed is not None:
            item = self.design.stock_items.get(self.armed)
            return item.kind if item is not None else self.armed
        for chosen in (self.selection.link, *self.selection.parts):
            if chosen is not None:
                return chosen.kind
        hovered = self.design.part_by_id.get(self.hover.id)
        return hovered.kind if hovered is not None else None

    @property
    def armed(self) -> str | None:
        """The kind or stock item that was taken from the palette."""
        return self.gesture.armed if self.gesture is not None else None

    @property
    def turned_by(self) -> float:
        """The angle by which the dragged handle has turned a group, in radians."""
        return math.radians((self.gesture.turned_by or 0.0) if self.gesture is not None else 0.0)

    def handles(self, stand_off: float) -> list[Handle]:
        """The handles to show now: none while running, while something is dragged, or for what belongs to a level."""
        parts = self.selection.parts
        if self.running or self.dragging or not parts or not all(may_change(self.design, spec) for spec in parts):
            return []
        preview = self.preview.parts
        if len(parts) == 1:
            return handles.allowed(self.design, parts[0], preview[0] if preview else parts[0], stand_off)
        turns = self.gesture is not None and self.gesture.turned_by is not None  # then the box turns as it was
        previewed = {} if turns else {spec.id: spec for spec in preview}
        return [handles.of_group((previewed.get(spec.id, spec) for spec in parts), self.turned_by, stand_off)]

    def scene(self, reach: float) -> GestureContext:
        return GestureContext(self.design, self.snap, reach, self.places)

    # -- carrying out

    def carry_out(self, *edits: SingleEdit) -> bool:
        """Carry out edits as one step for undo: all of them, or (with a note) none. True if the design has changed."""
        if not edits:
            self.locked()
            return False
        return self.host.gate.do(edits[0] if len(edits) == 1 else Together(edits), self.tell)

    def refuse(self, why: str) -> None:
        """Say why something can't be done."""
        self.tell(Notice(sentence(why), "refused"))

    def locked(self) -> bool:
        """True (and a note with a way out) while nothing can be edited."""
        why = why_closed(self.host.document)
        if why is not None:
            self.tell(why)
        return why is not None

    def jump(self, steps: int) -> None:
        """Take back a number of steps (if negative), or do that number again."""
        self.cancel()
        if not self.locked():
            self.jumps.begin(steps)
            self.go_on()

    def go_on(self) -> None:
        """The next steps of a jump, once for each frame."""
        if self.jumps.go_on():
            self.prune()

    def prune(self) -> None:
        """Forget things that are no longer in the design."""
        self.selection.prune()
        if self.hover.id not in self.design.part_by_id and self.hover.id not in self.design.link_by_id:
            self.hover = NOTHING

    def run_changed(self) -> None:
        """The machine has been started or stopped: hands off, and nothing half done."""
        self.cancel()
        self.hand.machine_changed()
        self.hover = NOTHING
        if not self.running:
            self._built_with = None
        elif self._built_with is None:
            self._built_with = self.selection.ids

    # -- the pointer

    def point(self, at: Point, held: Modifiers, reach: float, stand_off: float = 0.0) -> None:
        """The pointer is over the canvas at a world point; `stand_off` is where the turning handle is shown."""
        self.pointer = at
        self.hand.follow(at, reach * DRAG_AFTER)
        if self.hand.holding:
            return
        if self._pressed is not None and self.gesture is None:
            self._maybe_drag(at, held, reach)
        if self.gesture is not None:
            self.gesture.follow(at, held, self.scene(reach))
        else:
            self.hover = self.target_at(at, reach, stand_off)

    def leave(self) -> None:
        """The pointer is over something else than the canvas."""
        self.pointer = None
        if self.gesture is None:
            self.hover = NOTHING
        else:
            self.gesture.leave()

    def target_at(self, at: Point, reach: float, stand_off: float) -> Pick:
        """Return the thing that a press at a world point would pick."""
        if self.host.document.in_past:
            id_ = self.host.document.part_in_past(at, reach)
            return Pick("part", id_) if id_ is not None else NOTHING
        if self.machine is not None:
            id_ = picking.running_part_at(self.machine, at, reach)
            return Pick("part", id_) if id_ is not None else NOTHING
        extra = self.extras.handles() if self.extras is not None else []
        handle = handles.at([*self.handles(stand_off), *extra], at, reach)
        if handle:
            return handle
        near = [spec for spec in self.design.parts if spec.id == self.hover.id or spec.id in self.selection.ids]
        return picking.target_at(self.design, at, reach, self.selection.ids, near, stand_off * TAP)

    def press(self, at: Point, held: Modifiers, reach: float, stand_off: float = 0.0) -> None:
        """The left button goes down on the canvas."""
        self.settle()
        self.point(at, held, reach, stand_off)
        if self.gesture is not None:
            self._proceed(self.gesture.press(at, held, self.scene(reach)), held)
            return
        target = self.target_at(at, reach, stand_off)
        self.hover = target
        if self.host.document.in_past or self.running:
            self.selection.ids = (target.id,) if target else ()
            self._built_with = None if self._built_with is None else ()
            if not self.host.document.in_past and not self.host.document.watching:
                self.hand.touch(target.id if target else None, at)
            elif target:  # the past and a recording are to be looked at, and no more
                self.locked()
            return
        self._pressed = (at, target)
        adds = held.shift or held.ctrl
        if target.what in ("part", "link"):
            self.selection.choose(target.id, adds)
        elif not target and not adds:
            self.selection.ids = ()

    def _maybe_drag(self, at: Point, held: Modifiers, reach: float) -> None:
        assert self._pressed is not None
        start, target = self._pressed
        if max(abs(at[0] - start[0]), abs(at[1] - start[1])) <= reach * DRAG_AFTER:
            return
        self.gesture = drag_of(self.design, self.selection, start, target, held, self.extras)
        if self.gesture is None:
            self._pressed = None

    def release(self, at: Point | None, held: Modifiers, reach: float, alone: bool = False) -> None:
        """The left button comes up: over the canvas at a world point, or elsewhere (None). `alone`: a click selects a
        part without its group."""
        if self.hand.holding:
            self.hand.let_go(at)
            return
        self.hand.forget_refusal()
        pressed, self._pressed = self._pressed, None
        if self.gesture is not None:
            self._proceed(self.gesture.release(at, held, self.scene(reach)), held)
        elif pressed is not None:
            self._click(pressed[1], held, alone)

    def _click(self, target: Pick, held: Modifiers, alone: bool) -> None:
        """A press and release in one place. `alone`: without the group of the part that is clicked."""
        if target.what == "port":
            self.selection.choose(target.id, False)
            self.gesture = link_starts.out_of_port(self.design, target, dragged=False)
        elif target.what == "part" and target.id in self.selection.ids and not (held.shift or held.ctrl):
            self.selection.choose_within(target.id, alone)
        elif self.extras is not None:
            self.extras.select(target)

    # -- the gesture in hand

    def key(self, name: str, held: Modifiers, first: bool = False) -> bool:
        """Offer a key to the current gesture; True if it was used. `first`: only to gestures with `keys_first`."""
        if self.gesture is None or self.gesture.keys_first != first:
            return False
        outcome = self.gesture.key(name, held, self.scene(0.0))
        if outcome is not None:
            self._proceed(outcome, held)
        return outcome is not None

    def _proceed(self, outcome: Outcome, held: Modifiers) -> None:
        """Apply the outcome of a press, a release or a key."""
        design = self.design
        gesture, self.gesture = self.gesture, None if outcome.ends else outcome.next
        if outcome.why_not:
            self.refuse(outcome.why_not)
        if gesture is None or not outcome.ends:
            return
        edits, chosen, note = gesture.edits(), gesture.selects(design), gesture.note(design)
        if edits and not self.carry_out(*edits):
            self.gesture = gesture if gesture.kept_when_refused else None
            return
        if note:
            self.tell(Notice(sentence(note)))
        if chosen is not None:
            self.selection.ids = chosen
            self.prune()  # what became a hint is not there
        if edits and outcome.next is not None:
            self.gesture = outcome.next
            if self.pointer is not None:
                self.gesture.follow(self.pointer, held, self.scene(0.0))

    def cancel(self) -> bool:
        """Drop the gesture in hand, changing nothing. False if there was none."""
        had = self.gesture is not None or self._pressed is not None or self.jumps.under_way
        self.gesture = self._pressed = None
        self.jumps.cancel()
        return had

    def settle(self) -> None:
        """End a run of nudges, or a panel's unfinished change, as one step for undo."""
        if self.gesture is not None and self.gesture.settles:
            self._proceed(self.gesture.release(None, Modifiers(), self.scene(0.0)), Modifiers())

    def put_back(self) -> bool:
        """Handle a drop on the palette: take the dragged parts out of the level, or put them back into the stock."""
        edits = self.gesture.put_back() if self.gesture is not None else None
        if edits is None:
            return False
        self.cancel()
        if edits:
            self.carry_out(*edits)
            self.prune()
        return True

    def nudge(self, dx: float, dy: float) -> None:
        """A step of an arrow key that is down; `settle` ends it."""
        self._begin_nudge()
        if self.gesture is not None:
            self.gesture.nudge(dx, dy)

    def wheel(self, degrees: float) -> None:
        """A notch of the wheel that turns; `settle` ends it. What is being dragged turns at once."""
        self._begin_nudge()
        if self.gesture is not None:
            self.gesture.turn(degrees, self.scene(0.0))

    def _begin_nudge(self) -> None:
        if self.gesture is None and self.selection.parts and not self.locked():
            self.gesture = Nudge(self.selection.parts)

    # -- values typed or slid in a panel

    def adjust(self, *edits: SingleEdit) -> None:
        """Preview edits while a slider moves."""
        if not self.running and (self.gesture is None or isinstance(self.gesture, Adjust)):
            self.gesture = Adjust(edits)

    def set(self, *edits: SingleEdit) -> bool:
        """Carry out a panel's edits, once its widget is released."""
        if isinstance(self.gesture, Adjust):
            self.gesture = None
        return self.carry_out(*edits)
