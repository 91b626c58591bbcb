"""The first picture of the window: before anything else is loaded, in the user's theme, with a word and a bar."""

from __future__ import annotations

import ctypes
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyglet
import pytest
from pyglet import gl

from sandbox.render.colours import PALETTES, Rgba
from sandbox.window import application
from sandbox.window import desktop as program
from sandbox.window.splash import Splash
from sandbox.workspace.workspace import Workspace


def pixels(window: Any) -> npt.NDArray[np.uint8]:
    width, height = window.get_framebuffer_size()
    shown = np.empty((height, width, 4), np.uint8)
    gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
    to = shown.ctypes.data_as(ctypes.c_void_p)
    gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, to)
    return shown[::-1, :, :3]


def amount(shown: npt.NDArray[np.uint8], ink: Rgba) -> int:
    """How many pixels have a colour."""
    wanted = np.array([round(255 * value) for value in ink[:3]])
    return int((np.abs(shown.astype(int) - wanted).max(axis=2) <= 1).sum())


@pytest.mark.parametrize("theme", sorted(PALETTES))
def test_it_shows_a_title_words_and_how_far_it_is(gl_window: Any, theme: str) -> None:
    palette = PALETTES[theme]
    splash = Splash(gl_window, palette)
    splash.draw(0.25, "Drawing the parts")
    first = pixels(gl_window)
    splash.draw(0.75, "Drawing the parts")
    then = pixels(gl_window)
    done = [amount(shown, palette.inks.ACCENT) for shown in (first, then)]
    assert 2.9 < done[1] / done[0] < 3.1
    assert amount(then, palette.inks.TEXT) > 200 and amount(then, palette.inks.FAINT) > 20
    assert amount(then, palette.inks.PAPER) > 0.95 * then.shape[0] * then.shape[1]
    Splash(gl_window, palette, 2.0).draw(0.75, "Drawing the parts")
    assert 3.9 < amount(pixels(gl_window), palette.inks.ACCENT) / done[1] < 4.1, "as large as the desktop has set"
    splash.draw(0.75, "")
    assert amount(pixels(gl_window), palette.inks.FAINT) == 0


class Stopped(Exception):
    """What the program was stopped with after its first picture."""


def test_the_window_is_seen_with_a_picture_before_the_interface_is_made(
    gl_window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    draw = Splash.draw
    monkeypatch.setattr(gl_window, "set_minimum_size", lambda *size: None)
    monkeypatch.setattr(gl_window, "set_handler", lambda *handler: None)

    def opened(*_: object, visible: bool = True, **options: object) -> Any:
        told.append("visible" if visible else "hidden")
        return gl_window

    monkeypatch.setattr(program, "_window_class", lambda: opened)
    screen = SimpleNamespace(width=1920, height=1080, get_scale=lambda: 1.0)
    monkeypatch.setattr(pyglet.display, "get_display", lambda: SimpleNamespace(get_default_screen=lambda: screen))
    monkeypatch.setattr(gl_window, "set_visible", lambda on: told.append("visible"))
    monkeypatch.setattr(Splash, "draw", lambda self, *what: told.append("drawn") or draw(self, *what))

    def make(*_: object) -> None:
        told.append("made")
        raise Stopped

    monkeypatch.setattr(application, "make", make)
    workspace = Workspace(tmp_path, lambda: 0)
    with pytest.raises(Stopped):
        program._start(workspace, None, None, 0.1)
    workspace.close()
    assert told == ["hidden", "drawn", "visible", "drawn", "drawn", "made"]
