"""The gesture that places a new part: dragged out of the palette, or clicked there and then on the canvas."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.commands.commands import Place, SingleEdit
from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Box, Point
from sandbox.editing import snapping
from sandbox.editing.arranging import mirrored, shifted, turned
from sandbox.editing.gestures.gesture import GHOST, Gesture, GestureContext, KeyOf, Outcome, Preview, refusal
from sandbox.editing.gestures.gestures import drawable, meshed, rim_of
from sandbox.editing.keys import Modifiers
from sandbox.editing.picking import box_of
from sandbox.parts import KINDS


def out_of_stock(design: Design, item: str) -> PartSpec:
    """A part as it comes out of the palette: of a kind, or of a stock item."""
    stocked = design.stock_items.get(item)
    if stocked is None or stocked.kind not in KINDS:
        return PartSpec(GHOST, item, 0.0, 0.0)
    name = "" if item == stocked.kind else item
    return PartSpec(GHOST, stocked.kind, 0.0, 0.0, stocked.angle, props=stocked.props, item=name)


def refusal_anywhere(design: Design, new: PartSpec) -> str:
    """Return why a new part can be placed nowhere in a level; empty if some place may do."""
    anywhere = replace(design, no_build=())  # the areas without building refuse places, not parts
    return refusal(anywhere, (Place(new.kind, 0.0, 0.0, new.angle, item=new.item),))


class PlacePart(Gesture):
    """A new part that follows the pointer, whether the button is held (dragged in) or not (clicked, then clicked)."""

    carries = True

    def __init__(self, kind: str, held_down: bool, item: str = "", made: PartSpec | None = None) -> None:
        self.kind = kind
        self.item = item
        self.held_down = held_down
        self.spec: PartSpec | None = None  # None until the pointer has been over the canvas
        self._new = PartSpec(GHOST, kind, 0.0, 0.0) if made is None else made
        self._to: Point | None = None
        self._held = Modifiers()

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        self._to, self._held = to, held
        on = scene.snaps(held)
        hinted = scene.hinted(self.kind, to, held)
        if hinted is not None:
            self.spec = replace(self._new, x=hinted.x, y=hinted.y, angle=hinted.angle, flip=hinted.flip)
            self.guides = ()
            return
        snap = meshed(self._new, to, [rim for spec in scene.design.parts if (rim := rim_of(spec))], scene.reach)
        if snap is None or not on.edges:
            snap = snapping.shift((0.0, 0.0), box_of(self._new), to, scene.neighbours(), scene.reach, on)
        self.spec = shifted(self._new, snap.dx, snap.dy)
        self.guides = snap.guides

    def leave(self) -> None:
        self.spec = self._to = None  # nothing would be placed there

    def press(self, at: Point, held: Modifiers, scene: GestureContext) -> Outcome:
        return self._placed(scene.design, again=held.shift and not self.held_down)

    def release(self, at: Point | None, held: Modifiers, scene: GestureContext) -> Outcome:
        return self._placed(scene.design) if self.held_down else self.stay()

    def _placed(self, design: Design, again: bool = False) -> Outcome:
        """Place the part, and `again` another of its kind; outside the level it stays in hand, unless dropped."""
        why = self.outside(design)
        if why:
            return Outcome(None if self.held_down else self, why_not=why)
        return Outcome(self if again else None, ends=True)

    def put_back(self) -> tuple[SingleEdit, ...] | None:
        return () if self.held_down else None

    def _again(self, scene: GestureContext) -> bool:
        if self._to is not None:
            self.follow(self._to, self._held, scene)
        return True

    def turn(self, degrees: float, scene: GestureContext) -> bool:
        self._new = drawable(turned((self._new,), degrees, (0.0, 0.0))[0], self._new)
        return self._again(scene)

    def flip(self, scene: GestureContext) -> bool:
        self._new = drawable(mirrored((self._new,), 0.0)[0], self._new)
        return self._again(scene)

    def edits(self) -> tuple[SingleEdit, ...]:
        if self.spec is None:
            return ()
        return (Place(self.kind, self.spec.x, self.spec.y, self.spec.angle, self.spec.flip, item=self.item),)

    def selects(self, design: Design) -> tuple[int, ...] | None:
        return (design.next_id,) if self.spec is not None else None

    def preview(self, design: Design) -> Preview:
        if self.spec is None:
            return Preview(why_not=refusal_anywhere(design, replace(self._new, item=self.item)))
        return Preview((self.spec,), self.outside(design) or refusal(design, self.edits()), self.guides)

    def outside(self, design: Design) -> str:
        """Return why the part can't be placed here: it would be wholly outside of the level. Empty if it can."""
        if self.spec is None or box_of(self.spec).overlaps(Box(0.0, 0.0, design.world.width, design.world.height)):
            return ""
        return "that is outside of the level; place it within the border"

    @property
    def armed(self) -> str:
        return self.item or self.kind

    def advice(self, key_of: KeyOf) -> str:
        title = KINDS[self.kind].title.lower()
        how = "Let go" if self.held_down else "Click"
        again = "" if self.held_down else "; Shift+click places several"
        turns = f"{key_of('turn_left')} and {key_of('turn_right')}"
        return f"{how} to place the {title}{again}. Wheel, {turns} turn it; Esc puts it back."
