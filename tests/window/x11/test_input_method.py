"""An input method: what it composes is typed, what it does not take comes in order, and nothing waits for it.

The method is one of our own here, as none may be installed; with ibus all of this was tried by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox.levels import library
from sandbox.window.x11.input_method import MethodEvent, in_order, method_name
from tests import real_window
from tests.real_window import Window

# Composes "aa" to one character once another key comes, as that for Vietnamese does, and answers a moment later;
# "q" it does not answer at all.
METHOD = """
from pyglet.libs.x11 import xlib
import time
from sandbox.window.x11 import input_method
from sandbox.window.x11.input_method import MethodEvent

A, Q = 38, 24  # X keycodes

class Method(input_method.InputMethod):
    def _run(self):
        composing = ""
        self._tell(MethodEvent("ready"))
        while True:
            if not self._requests:
                time.sleep(0.005)
                continue
            request = self._requests.popleft()
            if isinstance(request, bool):
                continue
            if request.keycode == Q:
                time.sleep(30)
            if request.keycode == A and not request.state & xlib.ControlMask:
                composing += "a"
            else:
                time.sleep(0.03)
                if composing:
                    self._tell(MethodEvent("text", {"aa": "\\u00e2"}.get(composing, composing)))
                    composing = ""
                self._tell(MethodEvent("key", request))
            self._tell(MethodEvent("done"))

import sandbox.window.x11.window as x11_window
x11_window.InputMethod = Method
"""
PATIENCE = 20.0  # s


@pytest.fixture
def typing(display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Window]]:
    """Opens a window whose text field has the keys, with an input method of that name."""
    windows: list[Window] = []

    def open_(method: str) -> Window:
        if method == "ours":
            monkeypatch.setattr(real_window, "CHILD", METHOD + real_window.CHILD)
        level = library.bundled_dir() / "workshop.toml"
        windows.append(Window(display, tmp_path / "data", level, more={"XMODIFIERS": f"@im={method}"}))
        windows[0].key("ctrl+f")
        windows[0].until(lambda state: state["typing"], PATIENCE)
        return windows[0]

    yield open_
    for window in windows:
        window.process.kill()
        window.process.wait()


def says(window: Window, text: str) -> None:
    window.until(lambda state: state["search"] == text, PATIENCE)


def test_in_a_field_what_is_composed_is_typed_and_other_keys_come_in_order(typing: Callable[[str], Window]) -> None:
    window = typing("ours")
    window.type("aa bcabba ")
    says(window, "\u00e2 bcabba ")
    window.key("BackSpace")
    window.key("Left")
    window.type("xx")
    says(window, "\u00e2 bcabbxxa")
    window.key("ctrl+a")
    window.key("BackSpace")
    says(window, "")

    # only text fields ask the method: on the scene, keys are commands
    window.key("Escape")
    window.until(lambda state: not state["typing"], PATIENCE)
    window.carry("part.crate", (1.0, 1.2), (1.5, 1.5), (1.5, 1.5))
    window.until(lambda state: state["selection"], PATIENCE)
    window.key("ctrl+a")
    window.until(lambda state: len(state["selection"]) > 1, PATIENCE)
    window.key("space")
    window.until(lambda state: state["running"], PATIENCE)


def test_a_method_that_does_not_answer_is_given_up_and_no_key_is_lost(typing: Callable[[str], Window]) -> None:
    window = typing("ours")
    window.type("qcrate")
    says(window, "qcrate")
    assert "does not answer" in window.state["message"]
    window.type("aa")
    says(window, "qcrateaa")


def test_a_method_that_is_not_running_is_done_without(typing: Callable[[str], Window]) -> None:
    window = typing("nowhere")
    window.type("crate")
    says(window, "crate")


@pytest.mark.parametrize(
    ("setting", "name"),
    [("@im=ibus", "ibus"), ("@im=fcitx@x=y", "fcitx"), ("@im=none", ""), ("@im=local", ""), ("", ""), ("ibus", "")],
)
def test_the_desktop_names_the_method(setting: str, name: str) -> None:
    assert method_name({"XMODIFIERS": setting}) == name
    assert method_name({}) == ""


def test_a_text_is_typed_before_the_key_that_ended_it() -> None:
    def ordered(*came: Any) -> list[Any]:
        return in_order(list(came))

    text, space, other = MethodEvent("text", "\u00e2"), MethodEvent("key", "space"), MethodEvent("key", "b")
    assert ordered(space, text) == [text, space]
    assert ordered(text, space) == [text, space]
    assert ordered(other, space, text) == [other, text, space]
