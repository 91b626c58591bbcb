"""The program in a real window, for tests: on an X server, with real mouse and keys (xdotool), in its own event loop.

The child process prints its state thirty times a second, so that a test waits for what it needs instead of for a time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox.render.camera import Camera
from tests import forked_starts, opened_window

CHILD = opened_window.CODE
LEFT = 1
PATIENCE = 90.0  # s: a very busy machine takes half a minute to open a window
Spot = str | tuple[float, float]  # a widget's name, or a point of the world
State = dict[str, Any]


class Window:
    """A child with a window, a hand on its mouse, another on its keys, and an eye on what it says."""

    def __init__(
        self,
        display: str,
        data: Path,
        target: Path | None = None,
        drawn: bool = False,
        managed: bool = False,
        newcomer: bool = False,
        shown: bool = True,
        more: dict[str, str] | None = None,
        place: tuple[int, int, int, int] | None = None,
    ) -> None:
        """`drawn`: its pictures are wanted; `managed`: there is a window manager, which puts it where it likes;
        `newcomer`: a level is opened by somebody to whom the lesson is offered; not `shown`: there is a window manager
        that does not show it yet. `more` goes into its environment; `place` is where it is to stand on a screen without
        a window manager, and how large: its corner, width and height in px."""
        if target is not None and not newcomer and not (data / "settings.toml").exists():
            data.mkdir(parents=True, exist_ok=True)
            (data / "settings.toml").write_text("lesson_over = true\n")
        environment = {**os.environ, **opened_window.WITH_DISPLAY, "DISPLAY": display, **(more or {})}
        self.environment = {name: value for name, value in environment.items() if value is not None}
        if not drawn:  # to draw in software what nobody looks at would take most of the tests' time
            self.environment["GALLIUM_NOOP"] = "1"
        command = [sys.executable, "-c", CHILD, str(data), *([str(target)] if target is not None else [])]
        self._id = ""  # of a managed window: the mouse is moved to its pixels, not to those of the screen
        start = forked_starts.ForkingPopen if forked_starts.CAN_FORK else subprocess.Popen
        self.process = start(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.state: State = {}
        self.closed = self.ended = False
        self._news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        if not shown:
            return
        self.until(lambda state: "menu.File" in state["rects"])
        if managed or place is not None:
            search = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "Contraption sandbox"]
            ids = subprocess.run(search, env=self.environment, check=True, capture_output=True, text=True).stdout
            self._id = ids.split()[-1]
        if place is not None:
            self.do("windowmove", self._id, *place[:2], "windowsize", self._id, *place[2:])
            self.until(lambda state: state["size"] == list(place[2:]))
        self.do("mousemove", 700, 12, "sleep", 0.05)  # without a window manager the keys go to where the mouse is

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._news:
                if line.startswith("{"):
                    self.state = json.loads(line)
                else:
                    self.closed = line.strip() == "CLOSED"
                self._news.notify_all()
        with self._news:
            self.ended = True
            self._news.notify_all()

    def until(self, wanted: Callable[[State], object], patience: float = PATIENCE) -> State:
        """Wait for a state, for so many seconds at most; returns it."""
        end = time.monotonic() + patience
        with self._news:
            while not (self.state and wanted(self.state)):
                if self.ended or not self._news.wait(end - time.monotonic()):
                    assert self.process.stderr is not None
                    died = self.process.stderr.read() if self.ended else ""
                    shown = {key: value for key, value in self.state.items() if key != "rects"}
                    raise AssertionError(f"it did not come to that: {shown} {died}")
            return self.state

    def fresh(self) -> State:
        """A state told from now on."""
        old = self.state
        return self.until(lambda state: state is not old)

    # -- hands

    def at(self, spot: Spot) -> tuple[int, int]:
        """Pixels of the window; without a window manager its corner is the screen's."""
        if isinstance(spot, str):
            x0, y0, x1, y1 = self._settled(spot)
            return round((x0 + x1) / 2), round((y0 + y1) / 2)
        left, bottom, width, height, x, y, zoom = self.state["camera"]
        px, py = Camera(width, height, x, y, zoom, left, bottom).to_screen(*spot)
        return round(px), round(self.state["size"][1] - py)

    def _settled(self, widget: str) -> list[float]:
        """Where a widget is, once it stays there: what has just opened takes some frames to find its size."""
        before = None
        while True:
            state = self.fresh()
            now = state["rects"].get(widget)
            if now is not None and now == before:
                return now
            before = now

    def do(self, *words: object) -> None:
        """One xdotool command line; the mouse moves to pixels of the window."""
        line: list[str] = []
        for word in map(str, words):
            line += [word, "--window", self._id] if word == "mousemove" and self._id else [word]
        subprocess.run(["xdotool", *line], env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def move(self, spot: Spot) -> None:
        self.do("mousemove", *self.at(spot), "sleep", 0.05)

    def click(self, spot: Spot) -> None:
        press = ("mousedown", LEFT, "sleep", 0.08, "mouseup", LEFT)
        self.do("mousemove", *self.at(spot), "sleep", 0.1, *press, "sleep", 0.08)

    def turn_to(self, tab: str, widget: str) -> None:
        """Click a tab until what is in it shows: one that was not pointed at a frame before takes no click."""
        while widget not in self.fresh()["rects"]:
            self.move(tab)
            self.fresh()
            self.click(tab)
            self.fresh()

    def carry(self, *way: Spot) -> None:
        """Press at the first spot, go over the others, let go at the last."""
        self.do("mousemove", *self.at(way[0]), "sleep", 0.1, "mousedown", LEFT)
        for spot in way[1:]:
            self.fresh()  # on a busy machine a press, a way and a release in one frame are no drag
            self.do("sleep", 0.08, "mousemove", *self.at(spot))
        self.fresh()
        self.do("sleep", 0.1, "mouseup", LEFT, "sleep", 0.05)

    def key(self, name: str) -> None:
        self.do("key", name, "sleep", 0.05)

    def type(self, text: str) -> None:
        self.do("type", "--delay", 40, "--", text)

    def ends(self) -> int:
        """Wait until the process has ended; its exit status."""
        return self.process.wait(PATIENCE)


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """Opens windows that share a user's folder."""
    opened: list[Window] = []

    def open_(target: Path | None = None, newcomer: bool = False) -> Window:
        opened.append(Window(display, tmp_path / "data", target, newcomer=newcomer))
        return opened[-1]

    yield open_
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()
