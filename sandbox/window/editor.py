"""The editor: gestures of mouse and keys become commands. Pure: world coordinates in, commands to a desk out.

It holds what the document does not: the selection, the gesture in progress, the hand on the running machine, what
was copied. A drag is one step for undo, whatever number of parts it moved.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from sandbox.commands import (
    Configure,
    Delete,
    Disconnect,
    Lock,
    Paste,
    Place,
    Press,
    SingleEdit,
    Together,
)
from sandbox.design import Design, Link, PartSpec
from sandbox.errors import Refused
from sandbox.geometry import Point
from sandbox.machine import Machine
from sandbox.overlaps import Overlap
from sandbox.parts import KINDS, LINKS
from sandbox.window import arranging, gestures, handles, joining, picking, snapping
from sandbox.window.clipboard import Clip, copied
from sandbox.window.crowding import Crowding
from sandbox.window.desk import Desk, why_closed
from sandbox.window.drawing import DrawOutline
from sandbox.window.gestures import (
    NO_PREVIEW,
    Adjust,
    Band,
    Gesture,
    MoveParts,
    Nudge,
    PlacePart,
    Plug,
    Preview,
    Rearrange,
    ResizePart,
    Scene,
    TurnParts,
)
from sandbox.window.hand import Hand
from sandbox.window.handles import Handle
from sandbox.window.joining import ChoosePort, ConnectPorts
from sandbox.window.jumps import Jumps
from sandbox.window.keys import Held
from sandbox.window.picking import NOTHING, Target
from sandbox.window.pointing import PointOut
from sandbox.window.selection import Selection
from sandbox.window.telling import Note, Tell, sentence

NUDGE = 0.001  # m; with Shift ten times as much
TURN_KEY = 15.0  # degrees; with Shift 1
TAP = 0.55  # of the handle's stand-off: how far outside a part its ports are tapped
DRAG_AFTER = 0.6  # of reach: a press that moves less is a click


class Extras(Protocol):
    """What else there is to drag in the scene: an author's goals and hints."""

    def handles(self) -> list[Handle]: ...
    def drag(self, target: Target, start: Point) -> Gesture | None: ...


class Editor:
    """What the hands do on one document. `tell` is given every note for the user."""

    def __init__(self, desk: Desk, tell: Tell) -> None:
        self.desk = desk
        self.tell = tell
        self.extras: Extras | None = None
        self.selection = Selection(lambda: self.design)
        self.hover: Target = NOTHING
        self.gesture: Gesture | None = None
        self.clip: Clip | None = None
        self.snap = snapping.Snaps()
        self.pointer: Point | None = None  # the last world point of the pointer over the canvas
        self.hand = Hand(desk, tell)
        self.jumps = Jumps(desk)
        self._crowding = Crowding()
        self._pressed: tuple[Point, Target] | None = None  # a press that may yet become a drag

    # -- looking

    @property
    def design(self) -> Design:
        return self.desk.session.design

    @property
    def machine(self) -> Machine | None:
        return self.desk.session.machine

    @property
    def running(self) -> bool:
        return self.machine is not None

    @property
    def preview(self) -> Preview:
        """What the gesture in progress would do."""
        return self.gesture.preview(self.design) if self.gesture is not None else NO_PREVIEW

    @property
    def dragging(self) -> bool:
        """Whether something follows the pointer: then the wheel and the keys turn and mirror that."""
        return isinstance(self.gesture, MoveParts | PlacePart)

    @property
    def dragged_in(self) -> bool:
        """Whether a part is on its way out of the palette with the button held."""
        return isinstance(self.gesture, PlacePart) and self.gesture.held_down

    @property
    def armed(self) -> str | None:
        """The kind or stock item that was taken from the palette."""
        if isinstance(self.gesture, PlacePart) and self.gesture.item:
            return self.gesture.item
        return self.gesture.kind if isinstance(self.gesture, PlacePart | ChoosePort | DrawOutline) else None

    @property
    def drawing(self) -> bool:
        """Whether an outline is being drawn."""
        return isinstance(self.gesture, DrawOutline)

    @property
    def overlaps(self) -> tuple[Overlap, ...]:
        """Where parts, also those in the hand, sink into each other too deeply to be run."""
        return self.overlapping(self.preview)

    def overlapping(self, preview: Preview) -> tuple[Overlap, ...]:
        """The same, with a preview that is known already."""
        return () if self.running else self._crowding.look(self.design, preview.parts)

    def why_not_run(self) -> str:
        """Why the machine can't be started as it is: the sentence; empty if it can."""
        for overlap in self._crowding.look(self.design, ()):
            if any(self.may_change(self.design.part_by_id[id_]) for id_ in (overlap.a, overlap.b)):
                return self.told(overlap)
        return ""

    def told(self, overlap: Overlap) -> str:
        """An overlap as a sentence."""
        names = f"{self.title_of(overlap.a)} and {self.title_of(overlap.b).lower()}"
        return f"{names} overlap by {1000 * overlap.depth:.0f} mm and would be torn apart. Move one of them away."

    def handles(self, stand_off: float) -> list[Handle]:
        """The handles to show now: none while running, while something is dragged, or for what belongs to a level."""
        parts = self.selection.parts
        if self.running or self.dragging or not parts or not all(self.may_change(spec) for spec in parts):
            return []
        if len(parts) == 1:
            preview = self.preview.parts
            return handles.allowed(self.design, parts[0], preview[0] if preview else parts[0], stand_off)
        shown = {} if isinstance(self.gesture, TurnParts) else {spec.id: spec for spec in self.preview.parts}
        return [handles.of_group((shown.get(spec.id, spec) for spec in parts), self.turned_by, stand_off)]

    @property
    def turned_by(self) -> float:
        """How far a group has been turned by the handle that is being dragged, in radians."""
        return math.radians(self.gesture.by) if isinstance(self.gesture, TurnParts) else 0.0

    def may_change(self, item: PartSpec | Link) -> bool:
        """Whether the player may move, change or delete a part or link at all."""
        locked = isinstance(item, PartSpec) and item.locked
        return not locked and (self.design.free or not item.fixed)

    def scene(self, reach: float) -> Scene:
        return Scene(self.design, self.snap, reach)

    # -- carrying out

    def carry_out(self, *edits: SingleEdit) -> bool:
        """Edits as one step for undo: all of them, or (with a note) none. True if the design has changed."""
        if not edits:
            self.locked()
            return False
        return self.desk.do(edits[0] if len(edits) == 1 else Together(edits), self.tell)

    def _refuse(self, why: str) -> None:
        self.tell(Note(sentence(why), "refused"))

    def locked(self) -> bool:
        """True (and a note with a way out) while nothing can be edited."""
        why = why_closed(self.desk)
        if why is not None:
            self.tell(why)
        return why is not None

    def undo(self) -> None:
        self.jump(-1)

    def redo(self) -> None:
        self.jump(1)

    def jump(self, steps: int) -> None:
        """Take back so many steps (if negative), or do so many again."""
        self.cancel()
        if not self.locked():
            self.jumps.begin(steps)
            self.go_on()

    def go_on(self) -> None:
        """The next steps of a jump, once for each frame."""
        if self.jumps.go_on():
            self.prune()

    def prune(self) -> None:
        """Forget what is no longer in the design."""
        self.selection.prune()
        if self.hover.id not in self.design.part_by_id and self.hover.id not in self.design.link_by_id:
            self.hover = NOTHING

    # -- the pointer

    def point(self, at: Point, held: Held, reach: float, stand_off: float = 0.0) -> None:
        """The pointer is over the canvas at a world point; `stand_off` is where the turning handle is shown."""
        self.pointer = at
        if self.hand.holding:
            self.hand.pull(at)
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
        elif isinstance(self.gesture, PlacePart | DrawOutline):
            self.gesture.leave()

    def target_at(self, at: Point, reach: float, stand_off: float) -> Target:
        """What a press at a world point would be about."""
        if self.desk.in_past:
            id_ = self.desk.part_in_past(at, reach)
            return Target("part", id_) if id_ is not None else NOTHING
        machine = self.machine
        if machine is not None:
            id_ = picking.running_part_at(machine, at, reach)
            return Target("part", id_) if id_ is not None else NOTHING
        extra = self.extras.handles() if self.extras is not None else []
        handle = handles.at([*self.handles(stand_off), *extra], at, reach)
        if handle:
            return handle
        near = [spec for spec in self.design.parts if spec.id == self.hover.id or spec.id in self.selection.ids]
        return picking.target_at(self.design, at, reach, self.selection.ids, near, stand_off * TAP)

    def press(self, at: Point, held: Held, reach: float, stand_off: float = 0.0) -> None:
        """The left button goes down on the canvas."""
        self.settle()
        self.point(at, held, reach, stand_off)
        if self.gesture is not None:  # something is armed: this click places it, or ends the link
            if isinstance(self.gesture, ChoosePort):
                self._begin_link(self.gesture)
            elif isinstance(self.gesture, ConnectPorts) and self._refuses(self.gesture.plug):
                pass  # it stays in hand, for another port
            elif isinstance(self.gesture, DrawOutline):
                if self.gesture.click():
                    self._finish(held, keep=False)
            elif isinstance(self.gesture, PointOut):
                if self.gesture.press(at, held, self.scene(reach)):
                    self._finish(held, keep=False)
            else:
                self._finish(held, keep=held.shift)
            return
        target = self.target_at(at, reach, stand_off)
        self.hover = target
        if self.desk.in_past:  # to look at, and no more
            self.selection.ids = (target.id,) if target else ()
            if target:
                self.locked()
            return
        if self.running:
            self._touch(target, at)
            return
        self._pressed = (at, target)
        adds = held.shift or held.ctrl
        if target.what in ("part", "link"):
            self.selection.choose(target.id, adds)
        elif not target and not adds:
            self.selection.ids = ()

    def _maybe_drag(self, at: Point, held: Held, reach: float) -> None:
        assert self._pressed is not None
        start, target = self._pressed
        if max(abs(at[0] - start[0]), abs(at[1] - start[1])) <= reach * DRAG_AFTER:
            return
        self.gesture = self._drag_of(start, target, held)
        if self.gesture is None:
            self._pressed = None

    def _drag_of(self, start: Point, target: Target, held: Held) -> Gesture | None:
        """The gesture that dragging from a target is."""
        if target.what == "part" and target.id in self.selection.ids:
            return MoveParts(self.selection.parts, target.id, start)
        if target.what == "turn":
            return TurnParts(self.selection.parts, start)
        if target.what == "size":
            return ResizePart(self.design.part_by_id[target.id], target, start)
        if target.what == "port":
            return self._link_from(target)
        if target.what in ("rule", "hint") and self.extras is not None:
            return self.extras.drag(target, start)
        if not target:
            return Band(start, self.selection.ids if held.shift or held.ctrl else ())
        return None

    def _link_from(self, target: Target) -> ConnectPorts | None:
        spec = self.design.part_by_id[target.id]
        socket = next((s for s in picking.sockets(spec) if s.end.port == target.name), None)
        return ConnectPorts(self.design, socket) if socket is not None else None

    def release(self, at: Point | None, held: Held, reach: float) -> None:
        """The left button comes up: over the canvas at a world point, or elsewhere (None)."""
        if self.hand.holding:
            self.hand.let_go(at)
            return
        pressed, self._pressed = self._pressed, None
        if isinstance(self.gesture, PlacePart):
            if self.gesture.held_down:
                self._finish(held, keep=False)
            return
        if isinstance(self.gesture, ChoosePort | DrawOutline):
            return
        if isinstance(self.gesture, PointOut):
            if self.gesture.release(at, held, self.scene(reach)):
                self._finish(held, keep=False)
            return
        if isinstance(self.gesture, ConnectPorts) and pressed is None:
            plug = self.gesture.plug
            if plug is None or plug.why_not:
                return  # armed by a click: the next click ends it
        if self.gesture is not None:
            if at is not None:
                self.gesture.follow(at, held, self.scene(reach))
            self._finish(held, keep=False)
        elif pressed is not None:
            self._click(pressed[1], held)

    def _click(self, target: Target, held: Held) -> None:
        """A press and release in one place."""
        if target.what == "port":
            self.selection.choose(target.id, False)
            self.gesture = self._link_from(target)
        elif target.what == "part" and target.id in self.selection.ids and not (held.shift or held.ctrl):
            self.selection.ids = (target.id,)  # of a group: the one that was clicked

    def _finish(self, held: Held, keep: bool) -> None:
        """End the gesture. `keep`: place another of the same kind next."""
        gesture, self.gesture = self.gesture, None
        if isinstance(gesture, Band):
            found = picking.parts_within(self.design, gesture.box)
            within = [id_ for id_ in found if not self.design.part_by_id[id_].locked]
            self.selection.ids = (*gesture.adds_to, *(id_ for id_ in within if id_ not in gesture.adds_to))
            return
        if gesture is None:
            return
        if isinstance(gesture, PlacePart) and (why := gesture.outside(self.design)):
            self._refuse(why)
            self.gesture = None if gesture.held_down else gesture  # still in hand, unless it was dropped
            return
        edits, next_id = gesture.edits(), self.design.next_id
        if not edits:
            return
        if not self.carry_out(*edits):
            if isinstance(gesture, DrawOutline):
                self.gesture = gesture  # with a note why: the corners are not lost, and can be taken back
            return
        if isinstance(gesture, PlacePart | ConnectPorts) or (isinstance(gesture, DrawOutline) and gesture.of is None):
            self.selection.ids = (next_id,)
            self.prune()  # what became a hint is not there
        if isinstance(gesture, PlacePart) and keep and not gesture.held_down:
            self.gesture = gesture
            if self.pointer is not None:
                gesture.follow(self.pointer, held, self.scene(0.0))

    def cancel(self) -> bool:
        """Drop the gesture in progress, changing nothing. False if there was none."""
        had = self.gesture is not None or self._pressed is not None or self.jumps.under_way
        self.gesture = self._pressed = None
        self.jumps.cancel()
        return had

    def settle(self) -> None:
        """End what a run of nudges came to, or what a panel was still changing: it becomes one step."""
        if isinstance(self.gesture, Nudge | Adjust):
            self._finish(Held(), keep=False)

    # -- out of the palette

    def arm(self, name: str, held_down: bool) -> bool:
        """Take a new part from the palette: dragged with the button down, or to be placed by the next click.

        `name` is a part kind's, or in a level with a stock a stock item's.
        """
        self.settle()
        if self.locked():
            return False
        made = gestures.out_of_stock(self.design, name)
        kind = made.kind
        why = gestures.refusal(self.design, (Place(kind, 0.0, 0.0, made.angle, item=made.item),))
        if why:
            self._refuse(why)
            return False
        again = self.armed == name and not held_down
        self.cancel()
        if not again:  # a second click on the same part puts it back
            draws = KINDS[kind].drawn and self.design.free and not held_down
            self.gesture = DrawOutline(kind) if draws else PlacePart(kind, held_down, made.item, made)
        return not again

    def draw_outline(self, part: int) -> None:
        """Draw the outline of a part anew."""
        self.settle()
        spec = self.design.part_by_id.get(part)
        if spec is not None and not self.locked():
            self.cancel()
            self.gesture = DrawOutline(spec.kind, spec)

    def point_key(self, name: str, held: Held) -> bool:
        """A key while something is pointed out; whether it was for that."""
        if not isinstance(self.gesture, PointOut):
            return False
        ended = self.gesture.key(name, held, self.scene(0.0))
        if ended:
            self._finish(held, keep=False)
        return ended is not None

    def end_outline(self) -> None:
        """Close the outline that is being drawn, without a click on its first corner."""
        if isinstance(self.gesture, DrawOutline) and self.gesture.closed:
            self._finish(Held(), keep=False)

    def drop_corner(self) -> None:
        """Take back the last corner of the outline that is being drawn; without one, the drawing."""
        if isinstance(self.gesture, DrawOutline):
            if self.gesture.corners:
                self.gesture.drop_corner()
            else:
                self.cancel()

    def draw_link(self, kind: str) -> bool:
        """Take a link from the palette: a click on a port begins it, another ends it."""
        self.settle()
        if self.locked():
            return False
        again = isinstance(self.gesture, ChoosePort) and self.gesture.kind == kind
        self.cancel()
        return not again and self._join(lambda: joining.out_of_palette(self.design, kind))

    def _begin_link(self, choose: ChoosePort) -> None:
        plug = choose.plug
        if not self._refuses(plug):
            self.gesture = choose.begun(plug.socket) if plug is not None else None

    def _refuses(self, plug: Plug | None) -> bool:
        """Whether a port does not take the link in hand; then a note says why."""
        if plug is not None and plug.why_not:
            self._refuse(plug.why_not)
            return True
        return False

    def _join(self, begun: Callable[[], ChoosePort | ConnectPorts]) -> bool:
        """Take a link in hand; a note says why if there is none to be drawn."""
        self.gesture = None
        try:
            self.gesture = begun()
        except Refused as why:
            self._refuse(str(why))
        return self.gesture is not None

    # -- links by key

    def begin_link_here(self) -> None:
        """Begin a link at a port of the selected part: at its only one, or at one to be chosen."""
        self.settle()
        parts = self.selection.parts
        if len(parts) != 1 or self.locked():
            return
        self.cancel()
        self._join(lambda: joining.out_of_part(self.design, parts[0]))

    def step_port(self, by: int) -> None:
        """On to the next port at which the link may begin or end."""
        if isinstance(self.gesture, ChoosePort | ConnectPorts):
            self.gesture.step(by)

    def step_pulley(self, on: bool) -> None:
        """Lay the rope that is being drawn over one more pulley, or over one less."""
        if isinstance(self.gesture, ConnectPorts):
            self.gesture.step_pulley(on)

    def take_port(self) -> None:
        """Begin, or end, the link at the port that is shown; or say why not, and keep it in hand."""
        gesture = self.gesture
        if not isinstance(gesture, ChoosePort | ConnectPorts) or gesture.plug is None or self._refuses(gesture.plug):
            return
        if isinstance(gesture, ChoosePort):
            begun = gesture.begun(gesture.plug.socket)
            self._join(lambda: joining.to_nearest(begun))
        else:
            self._finish(Held(), keep=False)

    @property
    def port_in_hand(self) -> Point | None:
        """Where the port is that would be taken."""
        return self.preview.chosen

    def put_back(self) -> bool:
        """What is being dragged was dropped on the palette: out of the level, or back where it was taken from."""
        if isinstance(self.gesture, MoveParts):
            self.cancel()
            self.delete()
            return True
        return self.dragged_in and self.cancel()

    # -- the running machine

    def _touch(self, target: Target, at: Point) -> None:
        """A press on the canvas while running."""
        self.selection.ids = (target.id,) if target else ()
        if not self.desk.watching:
            self.hand.touch(target.id if target else None, at)
        elif target:
            self.locked()

    def press_part(self, id_: int) -> None:
        """Press a button or switch of the running machine."""
        if self.desk.watching:
            self.locked()
        elif not self.running:
            self.tell(Note("Only a running machine can be pressed. Run it first.", "refused", "run"))
        else:
            self.desk.do(Press(id_))

    def run_changed(self) -> None:
        """The machine has been started or stopped: hands off, and nothing half done."""
        self.cancel()
        self.hand.machine_changed()
        self.hover = NOTHING

    # -- acting on the selection

    def select_next(self, step: int) -> None:
        """Walk through the parts in id order."""
        if self.design.parts:
            self.cancel()
            self.selection.step(step)

    def select_all(self) -> None:
        self.cancel()
        self.selection.choose_all()

    def select_none(self) -> None:
        self.cancel()
        self.selection.ids = ()

    def delete(self) -> bool:
        """The selected parts with their links, or the selected link."""
        self.settle()
        parts, link = self.selection.parts, self.selection.link
        if link is not None:
            done = self.carry_out(Disconnect(link.id))
        elif parts:
            done = self.carry_out(*(Delete(spec.id) for spec in parts))
        else:
            return False
        self.prune()
        return done

    def flip(self) -> None:
        """Mirror what is being dragged, or the selection, left to right."""
        if self.gesture is not None and self.gesture.flip(self.scene(0.0)):
            return
        self.settle()
        if parts := self.selection.parts:
            self._rearrange(gestures.mirrored(parts, gestures.middle(parts)[0]))

    def flip_over(self) -> None:
        """Mirror what is being dragged, or the selection, top to bottom."""
        if self.gesture is not None and self.gesture.flip(self.scene(0.0)):
            self.gesture.turn(180.0, self.scene(0.0))
            return
        self.settle()
        if parts := self.selection.parts:
            self._rearrange(arranging.upside_down(parts))

    def arrange(self, how: arranging.How, which: int) -> None:
        """Align, centre or distribute the selected parts, in one step."""
        self.settle()
        if parts := self.selection.parts:
            self._rearrange(how(parts, which))

    def raise_(self, to_front: bool) -> None:
        """Bring the selected parts in front of all others, or send them behind."""
        self.settle()
        self.carry_out(*arranging.raised(self.design, self.selection.parts, to_front))

    def lock(self) -> None:
        """Lock the selected parts against editing; or unlock them, if one of them is locked."""
        self.settle()
        lock = not self.selection.any_locked
        self.carry_out(*(Lock(spec.id, lock) for spec in self.selection.parts if spec.locked != lock))

    def turn(self, degrees: float) -> None:
        """Turn what is being dragged, or the selection, counter-clockwise."""
        if self.dragging and self.gesture is not None and self.gesture.turn(degrees, self.scene(0.0)):
            return
        self.settle()
        if parts := self.selection.parts:
            self._rearrange(gestures.turned(parts, degrees, gestures.middle(parts)))

    def _rearrange(self, after: tuple[PartSpec, ...]) -> None:
        change = Rearrange(self.selection.parts)
        change.after = after
        self.carry_out(*change.edits())

    def nudge(self, dx: float, dy: float) -> None:
        """A step of an arrow key that is down; `settle` ends it."""
        nudge = self._nudging()
        if nudge is not None:
            nudge.shift(dx, dy)

    def wheel(self, degrees: float) -> None:
        """A notch of the wheel that turns; `settle` ends it. What is being dragged turns at once."""
        if self.dragging:
            self.turn(degrees)
            return
        nudge = self._nudging()
        if nudge is not None:
            nudge.turn(degrees, self.scene(0.0))

    def _nudging(self) -> Nudge | None:
        if isinstance(self.gesture, Nudge):
            return self.gesture
        if self.gesture is not None or not self.selection.parts or self.locked():
            return None
        self.gesture = nudge = Nudge(self.selection.parts)
        return nudge

    # -- values typed or slid in a panel

    def adjust(self, *edits: SingleEdit) -> None:
        """Show what edits would do, while a slider moves."""
        if not self.running and (self.gesture is None or isinstance(self.gesture, Adjust)):
            self.gesture = Adjust(edits)

    def set(self, *edits: SingleEdit) -> bool:
        """Carry out what a panel says, once its widget is let go."""
        if isinstance(self.gesture, Adjust):
            self.gesture = None
        return self.carry_out(*edits)

    def configure(self, id_: int, name: str, value: bool | float | str) -> bool:
        """A property of a part or link to a value."""
        return self.set(Configure(id_, name, value))

    # -- clipboard

    def copy(self) -> bool:
        """The selected parts and the links among them; False if nothing is selected."""
        self.settle()
        parts = self.selection.parts
        if parts:
            self.clip = copied(self.design, parts)
        return bool(parts)

    def cut(self) -> None:
        if not self.locked() and self.copy():
            self.delete()

    def paste(self) -> None:
        """What was copied, at the pointer, or beside the original if the pointer is elsewhere."""
        if self.clip is None:
            self.tell(Note("Nothing has been copied yet.", "refused"))
        elif self.pointer is None:
            self._paste(self.clip.shifted())
        else:
            self._paste(self.clip.at(self.pointer, self.scene(0.0).neighbours(), self.snap))

    def duplicate(self) -> None:
        """The selection once more, beside itself. The clipboard stays as it was."""
        self.settle()
        if parts := self.selection.parts:
            self._paste(copied(self.design, parts).beside())

    def _paste(self, paste: Paste) -> None:
        self.settle()
        first = self.design.next_id
        if self.carry_out(paste):
            self.selection.ids = tuple(range(first, first + len(paste.parts)))

    # -- for sentences

    def title_of(self, id_: int) -> str:
        """A part or link as the user knows it: "Bowling ball 3"."""
        spec, link = self.design.part_by_id.get(id_), self.design.link_by_id.get(id_)
        kind = KINDS[spec.kind] if spec else LINKS[link.kind] if link else None
        return f"{kind.title} {id_}" if kind else f"{id_}"


__all__ = ["Editor", "Extras", "NUDGE", "TAP", "TURN_KEY"]
