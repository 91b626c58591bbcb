"""A feature of the window: one row that says where the feature takes part in what the window does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sandbox.render.past_scene import PastScene
from sandbox.window.shell.setting import Setting
from sandbox.window.ui.action import Action
from sandbox.window.ui.widgets import Rect


def _nothing() -> None:
    pass


def _no_scene() -> PastScene | None:
    return None


def _no_panel(_canvas: Rect) -> None:
    pass


def _no_card(_x: float, _y: float) -> None:
    pass


@dataclass(frozen=True)
class Feature:
    """All that one feature gives to the window. What a feature leaves out, it has no use for."""

    actions: tuple[Action, ...] = ()  # rows of the table; the menus name them in their own order
    settings: tuple[Setting, ...] = ()  # rows of the sheet of settings, in the order of the features
    document_changed: Callable[[], object] = _nothing  # called once, before a frame, for each document that is opened
    before_frame: Callable[[], object] = _nothing  # called before each frame
    before_scene: Callable[[], object] = _nothing  # called before the scene is drawn: gives the view things to draw
    over_scene: Callable[[Rect], object] = _no_panel  # draws over the canvas, a rectangle (px, y down), above cards
    card: Callable[[float, float], object] = _no_card  # draws over the scene: below the point x, y (px, y down)
    scene: Callable[[], PastScene | None] = _no_scene  # a scene in place of the document's moment, if any
    forget: Callable[[], object] = _nothing  # called when another document has taken the place of this one
    level_text: Callable[[], object] = _nothing  # draws in the panel at the right, below what a level tells its player
    status: Callable[[], str] = str  # words among the figures of the status line; empty for none
    escape: Callable[[], bool] = bool  # goes back a step for the key Esc; False if there is none
    came_back: Callable[[], object] = _nothing  # called when the window has the keyboard again
    # What opens a dropped file, by its suffix.
    opens: Mapping[str, Callable[[Path], object]] = field(default_factory=dict)
    close: Callable[[], object] = _nothing  # called when the window closes
    state: Callable[[], dict[str, Any]] = dict  # plain values for those who drive a window from outside
