"""Begin placing a part, or drawing an outline or a link: out of the palette, or by key from the selection."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.editing.editor import Editor
from sandbox.editing.gestures import link_starts
from sandbox.editing.gestures.gesture import Gesture
from sandbox.editing.gestures.link_drag import dragged_out_of_palette
from sandbox.editing.gestures.link_gestures import ChoosePort
from sandbox.editing.gestures.outline_gesture import DrawOutline
from sandbox.editing.gestures.placing import PlacePart, out_of_stock, refusal_anywhere
from sandbox.editing.gestures.track_gestures import DrawTrack
from sandbox.errors import Refused
from sandbox.parts import KINDS


class Toolbox:
    """Gestures that begin elsewhere than on the canvas."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor

    def arm(self, name: str, held_down: bool) -> bool:
        """Take a new part from the palette: dragged with the button down, or to be placed by the next click.

        `name` is a part kind's, or in a level with a stock a stock item's.
        """
        editor = self.editor
        editor.settle()
        if editor.locked():
            return False
        new = out_of_stock(editor.design, name)
        why = refusal_anywhere(editor.design, new)
        if why:
            editor.refuse(why)
            return False
        again = editor.armed == name and not held_down
        editor.cancel()
        if not again:  # a second click on the same part puts it back
            draws = KINDS[new.kind].drawn and editor.design.free and not held_down
            if KINDS[new.kind].bends and not held_down:
                editor.gesture = DrawTrack(new)
            else:
                editor.gesture = DrawOutline(new.kind) if draws else PlacePart(new.kind, held_down, new.item, new)
        return not again

    @property
    def track(self) -> str | None:
        """The name by which a track is placed: the kind's, or that of the first stock item; None: there is none."""
        design = self.editor.design
        if design.free:
            return next(name for name, kind in KINDS.items() if kind.bends)
        items = design.stock_items.items()
        return next((name for name, item in items if item.kind in KINDS and KINDS[item.kind].bends), None)

    def draw_track(self) -> bool:
        """Take in hand a track to be drawn with the mouse."""
        name = self.track
        if name is None:
            self.editor.refuse("There is no track in the stock of this level")
        return name is not None and self.arm(name, held_down=False)

    def draw_outline(self, part: int) -> None:
        """Draw the outline, or the line, of a part anew."""
        editor = self.editor
        editor.settle()
        spec = editor.design.part_by_id.get(part)
        if spec is not None and not editor.locked():
            editor.cancel()
            editor.gesture = DrawTrack(spec, spec) if KINDS[spec.kind].bends else DrawOutline(spec.kind, spec)

    def draw_link(self, kind: str, held_down: bool = False) -> bool:
        """Take a link from the palette: dragged to a port with the button down, or to be begun by the next click."""
        editor = self.editor
        editor.settle()
        if editor.locked():
            return False
        again = isinstance(editor.gesture, ChoosePort) and editor.gesture.kind == kind and not held_down
        editor.cancel()
        begin = dragged_out_of_palette if held_down else link_starts.out_of_palette
        return not again and self._take(lambda: begin(editor.design, kind))

    def begin_link_here(self) -> None:
        """Begin a link at a port of the selected part: at its only one, or at one to be chosen."""
        editor = self.editor
        editor.settle()
        parts = editor.selection.parts
        if len(parts) != 1 or editor.locked():
            return
        editor.cancel()
        self._take(lambda: link_starts.out_of_part(editor.design, parts[0]))

    def _take(self, begin: Callable[[], Gesture]) -> bool:
        """Take a link in hand; a note says why if there is none to be drawn."""
        try:
            self.editor.gesture = begin()
        except Refused as why:
            self.editor.refuse(str(why))
        return self.editor.gesture is not None
