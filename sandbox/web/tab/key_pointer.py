"""A pointer that keys move, for those who play a level in a browser without a mouse.

As in the window: arrow keys move it, Enter clicks, Ctrl+Enter holds the button down and lets it go.
"""

from __future__ import annotations

from sandbox.design.geometry import Point
from sandbox.editing.editor import Editor
from sandbox.editing.keys import Modifiers
from sandbox.editing.snapping import GRID, to_grid
from sandbox.web.tab.play_picture import PlayView

STEP, FINER, FINEST = GRID, 0.01, 0.001  # m for each arrow key; with Shift; with Alt
_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
_PRECISE = Modifiers(alt=True)  # a fine step goes where it goes: nothing pulls it back
ADVICE = "Arrow keys: 5 cm, with Shift 1 cm, with Alt 1 mm; Enter clicks, Ctrl+Enter holds; Esc: no pointer."


class KeyPointer:
    """The pointer; `at` is None while there is none."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self.at: Point | None = None
        self._holds = self._precise = False

    def start(self, view: PlayView) -> None:
        """Show it on the selection, or in the middle of the view."""
        if self.at is None:
            box = self._editor.selection.box or view.bounds
            x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
            self._precise = self._editor.selection.box is not None
            self.at = (x, y) if self._precise else (to_grid(x), to_grid(y))
        self._point(view)

    def stop(self, view: PlayView) -> bool:
        """Hide it, and let go of what it holds; False: there was none."""
        if self.at is None:
            return False
        if self._holds:
            self._holds = False
            self._editor.release(None, Modifiers(), view.reach)
        self.at = None
        self._editor.leave()
        return True

    def takes(self, name: str, held: Modifiers, view: PlayView) -> bool:
        """Handle a key; False: it is none of the pointer's."""
        if self.at is None:
            return False
        if name in _ARROWS and not held.ctrl:
            step = FINEST if held.alt else FINER if held.shift else STEP
            self._precise = step < STEP
            across, up = _ARROWS[name]
            self.at = _stepped(self.at[0], across * step, step), _stepped(self.at[1], up * step, step)
            self._point(view)
            return True
        if name != "enter":
            return False
        if self._holds:
            self._holds = False
            self._editor.release(self.at, self._held(), view.reach)
        elif held.ctrl:
            self._holds = True
            self._editor.press(self.at, Modifiers(held.shift), view.reach, view.stand_off)
        elif self._editor.gesture is not None and self._editor.gesture.at_rest:
            self._editor.key(name, held)
        else:
            as_held = Modifiers(shift=held.shift, alt=self._precise)
            self._editor.press(self.at, as_held, view.reach, view.stand_off)
            self._editor.release(self.at, as_held, view.reach, held.alt)
        self._point(view)
        return True

    def _held(self) -> Modifiers:
        return _PRECISE if self._precise else Modifiers()

    def _point(self, view: PlayView) -> None:
        if self.at is not None:
            self._editor.point(self.at, self._held(), view.reach, view.stand_off)


def _stepped(value: float, by: float, step: float) -> float:
    """Move a coordinate one step, onto multiples of the step."""
    return round(round(value / step) * step + by, 9) if by else value
