"""The protocol of gestures: press, follow, release, keys, advice and preview.

A gesture is a value that can be looked at (a preview) and ended (editing commands). It is begun with the design as it
was and never touches the session: it returns the commands that ending it now amounts to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import NamedTuple

from sandbox.commands import commands
from sandbox.commands.command import refuse_stretched
from sandbox.commands.commands import SingleEdit
from sandbox.design.design import Design, End, PartSpec
from sandbox.design.geometry import Box, Point, Polygon, area
from sandbox.editing.keys import Modifiers
from sandbox.editing.picking import Round, Socket, box_of
from sandbox.editing.snapping import NO_SNAPS, GuideLine, Neighbour, Snaps
from sandbox.errors import Refused
from sandbox.parts import blueprint
from sandbox.parts.titles import mention

KeyOf = Callable[[str], str]  # what to press for an action, in a sentence
_FULL = 0.9  # of its box: what is so full of a part has no hollow, and lies straight
_TO_HINT = 3.0  # times the reach: so near to the place that a hint shows, a part snaps to it
GHOST = 2**31 - 1  # the id of a part that is not there yet, in a preview: no design's next id reaches it


class DrawnLink(NamedTuple):
    """A link being drawn: from a port to the pointer, or to the port it would end at, over the pulleys between."""

    kind: str
    a: Point
    b: Point
    over: tuple[Round, ...] = ()


class Plug(NamedTuple):
    """A port where a link being drawn may end, or the sentence why it may not."""

    socket: Socket
    why_not: str
    angle: float = 0.0  # of its part
    of_type: bool = True  # a port of the type that the link would end at, though something else may be against it
    start: End | None = None  # the port that the link would come from, if one is chosen


class Preview(NamedTuple):
    """The effect that a gesture would have: parts as they would be (in place of those with the same ids)."""

    parts: tuple[PartSpec, ...] = ()
    why_not: str = ""  # the sentence, if it would be refused
    guides: tuple[GuideLine, ...] = ()
    wire: DrawnLink | None = None
    plugs: tuple[Plug, ...] = ()
    band: Box | None = None
    corners: tuple[Point, ...] = ()  # of an outline being drawn, the last one at the pointer
    stroke: tuple[Point, ...] = ()  # of a line being drawn
    chosen: Point | None = None  # the port that would be taken
    wheels: tuple[Round, ...] = ()  # the pulleys that a link can be led over
    wheel: Round | None = None  # the one that it would be led over
    says: str = ""  # a few words at the pointer: what a click would do


NO_PREVIEW = Preview()


class GestureContext(NamedTuple):
    """The context of each step of a gesture. `snap`: the snaps that are on; Alt suspends them. `reach` in metres."""

    design: Design
    snap: Snaps = Snaps()
    reach: float = 0.02
    places: tuple[PartSpec, ...] = ()  # of parts that hints show: what is placed near one snaps to it

    def snaps(self, held: Modifiers) -> Snaps:
        """Return the snaps in effect: none while Alt is held."""
        return NO_SNAPS if held.alt else self.snap

    def hinted(self, kind: str, at: Point, held: Modifiers) -> PartSpec | None:
        """Return the place of a hint about this kind of part that a part at a point snaps to; none while Alt is
        held."""
        places = [spec for spec in self.places if spec.kind == kind and not held.alt]
        near = min(places, key=lambda spec: math.dist((spec.x, spec.y), at), default=None)
        return near if near is not None and math.dist((near.x, near.y), at) <= _TO_HINT * self.reach else None

    def neighbours(self, but: Collection[int] = ()) -> list[Neighbour]:
        """The parts whose edges pull, without some. For the player of a puzzle these are not things that are only
        drawn: scenery is in the way of nothing, so nothing that is to be built has its place by it.
        """
        for_player = not self.design.free
        return [
            Neighbour(box_of(spec), mention(spec), _fills_its_box(spec))
            for spec in self.design.parts
            if spec.id not in but and not (for_player and _is_only_drawn(spec))
        ]


def _is_only_drawn(spec: PartSpec) -> bool:
    """Tell whether nothing of a part collides, and no link ends at it."""
    plan = blueprint(spec)
    return not (plan.ports or any(shape.collides for shape in plan.shapes))


def _fills_its_box(spec: PartSpec) -> bool:
    """Tell whether a part is solid all over its box, as a floor is, and a wall that stands straight."""
    solid = [shape.outline for shape in blueprint(spec).shapes if shape.collides]
    if len(solid) != 1 or not isinstance(solid[0], Polygon):
        return False
    box = box_of(spec)
    return area(solid[0].points) > _FULL * (box.x1 - box.x0) * (box.y1 - box.y0)


class Gesture:
    """Something in hand: a drag in progress, or a part, link or outline that waits for the next click.

    The editor hands it every press, move, release and key, asks what to show and what to say meanwhile, and carries
    its commands out at the end. The attributes say what else depends on it; few gestures change them.
    """

    guides: tuple[GuideLine, ...] = ()  # that it snaps to now
    held_down = False  # it came out of the palette with the button held: letting go ends it wherever that is
    carries = False  # parts that follow the pointer: keys and wheel turn and mirror them, not the selection
    settles = False  # nobody holds it: whatever is done next ends it first
    keys_first = False  # its keys come before those of the keyboard's pointer
    advice_first = False  # its advice comes before what is said of the keyboard
    kept_when_refused = False  # else it is dropped when its commands are refused
    shows_rules = False  # the goals and hints that its commands set are shown at once
    turned_by: float | None = None  # degrees, of a group that it turns

    @property
    def armed(self) -> str | None:
        """The kind or stock item that was taken from the palette."""
        return None

    @property
    def asks(self) -> str:
        """A few words at the pointer about the next thing to point at; empty if that needs no words."""
        return ""

    @property
    def port(self) -> Point | None:
        """The place of the port that it would take."""
        return None

    @property
    def at_rest(self) -> bool:
        """True if a click at the pointer would change nothing: then Enter ends the gesture instead."""
        return False

    # -- the pointer

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        """Take note that the pointer is at a point now."""

    def leave(self) -> None:
        """The pointer is over a panel."""

    def press(self, at: Point, held: Modifiers, scene: GestureContext) -> Outcome:
        """The button goes down at a point to which it was just told to follow."""
        return END

    def release(self, at: Point | None, held: Modifiers, scene: GestureContext) -> Outcome:
        """The button comes up at a point, or elsewhere than on the canvas (None)."""
        if at is not None:
            self.follow(at, held, scene)
        return END

    def put_back(self) -> tuple[SingleEdit, ...] | None:
        """The commands that dropping the gesture on the palette amounts to; None if it can't be dropped there."""
        return None

    # -- keys and wheel

    def key(self, name: str, held: Modifiers, scene: GestureContext) -> Outcome | None:
        """A key goes down; None if it means nothing to this gesture."""
        return None

    def nudge(self, dx: float, dy: float) -> None:
        """Move by a step (m), for an arrow key."""

    def turn(self, degrees: float, scene: GestureContext) -> bool:
        """Turn the thing that is being dragged; False if this gesture has nothing to turn."""
        return False

    def flip(self, scene: GestureContext) -> bool:
        """Mirror the thing that is being dragged; False if this gesture has nothing to mirror."""
        return False

    # -- what comes of it

    def stay(self, why_not: str = "") -> Outcome:
        """Return the outcome that the gesture stays in hand."""
        return Outcome(self, why_not=why_not)

    def edits(self) -> tuple[SingleEdit, ...]:
        """The commands that ending the gesture now amounts to."""
        return ()

    def note(self, design: Design) -> str:
        """Say which side effects the gesture's commands have, given the design before them; empty if none."""
        return ""

    def selects(self, design: Design) -> tuple[int, ...] | None:
        """Return the ids to select afterwards, given the design before its commands; None keeps the selection."""
        return None

    def preview(self, design: Design) -> Preview:
        """Return the things to draw while the gesture lasts."""
        return NO_PREVIEW

    def advice(self, key_of: KeyOf) -> str:
        """Return advice for the status line; empty if none is needed."""
        return ""


class Outcome(NamedTuple):
    """The result of a press, a release or a key."""

    next: Gesture | None = None  # what is in hand from now on
    ends: bool = False  # the gesture's commands are carried out
    why_not: str = ""  # what could not be done, as a sentence for the user


END = Outcome(ends=True)
DROP = Outcome()


def refusal(design: Design, edits: tuple[SingleEdit, ...]) -> str:
    """The sentence with which edits, one after the other, would be refused; empty if they can be carried out."""
    try:
        for edit in edits:
            design = commands.edit(design, edit)
        refuse_stretched(design)
    except Refused as refused:
        return str(refused)
    return ""
