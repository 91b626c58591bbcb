"""The program as people start it: a real window on an X server, real mouse and keys (xdotool), a real event loop.

The child process prints what it shows every tenth of a second; nothing here waits for a fixed time where it can wait
for that.
"""

from __future__ import annotations

import json
import os
import random  # noqa: TID251  (moments to kill at)
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox import levels, library, recording
from sandbox.commands import to_plain
from sandbox.session import Session
from sandbox.verify import Verdict, verify
from sandbox.window.camera import Camera

CHILD = """
import json, sys
from pathlib import Path
from sandbox.window import app
target = Path(sys.argv[2]) if len(sys.argv) > 2 else None
app.main(target, Path(sys.argv[1]), report=lambda state: print(json.dumps(state), flush=True))
print("CLOSED", flush=True)
"""
LEFT = 1
PATIENCE = 30.0  # s: a busy machine is slow to open a window
Spot = str | tuple[float, float]  # a widget's name, or a point of the world
State = dict[str, Any]


class Window:
    """A child with a window, a hand on its mouse, another on its keys, and an eye on what it says."""

    def __init__(self, display: str, data: Path, target: Path | None = None) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "PYGLET_HEADLESS"}
        self.environment = environment | {"DISPLAY": display, "PYGLET_DEBUG_GL": "false"}
        command = [sys.executable, "-c", CHILD, str(data), *([str(target)] if target is not None else [])]
        self.process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.state: State = {}
        self.closed = self.ended = False
        self._news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        self.until(lambda state: "menu.File" in state["rects"])

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

    def until(self, wanted: Callable[[State], object]) -> State:
        """Wait for a state; returns it."""
        end = time.monotonic() + PATIENCE
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
        """Screen pixels: without a window manager the window's corner is the screen's."""
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
        """One xdotool command line."""
        subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def move(self, spot: Spot) -> None:
        self.do("mousemove", *self.at(spot), "sleep", 0.05)

    def click(self, spot: Spot) -> None:
        press = ("mousedown", LEFT, "sleep", 0.08, "mouseup", LEFT)
        self.do("mousemove", *self.at(spot), "sleep", 0.1, *press, "sleep", 0.08)

    def carry(self, *way: Spot) -> None:
        """Press at the first spot, go over the others, let go at the last."""
        words: list[object] = ["mousemove", *self.at(way[0]), "sleep", 0.1, "mousedown", LEFT]
        for spot in way[1:]:
            words += ["sleep", 0.08, "mousemove", *self.at(spot)]
        self.do(*words, "sleep", 0.1, "mouseup", LEFT, "sleep", 0.05)

    def key(self, name: str) -> None:
        self.do("key", name, "sleep", 0.05)

    def type(self, text: str) -> None:
        self.do("type", "--delay", 40, text)

    def ends(self) -> int:
        """Wait until the process has ended; its exit status."""
        return self.process.wait(PATIENCE)


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Callable[[Path | None], Window]]:
    """Opens windows that share a user's folder."""
    opened: list[Window] = []

    def open_(target: Path | None = None) -> Window:
        opened.append(Window(display, tmp_path / "data", target))
        return opened[-1]

    yield open_
    for one in opened:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()


def commands_of(path: Path) -> list[str]:
    return [to_plain(command)[0] for _, command in recording.read(path).commands]


def test_a_session_with_real_mouse_and_keys_replays_to_the_same_state(window: Callable[..., Window]) -> None:
    child = window(library.bundled_dir() / "workshop.toml")
    child.carry("part.bowling_ball", (1.0, 1.2), (1.5, 1.5), (1.5, 1.5))
    child.until(lambda state: [part[1] for part in state["parts"]][-1] == "bowling_ball")
    child.click("search")
    child.type("button")
    child.until(lambda state: state["search"] == "button")
    child.click("part.button")
    child.until(lambda state: state["armed"] == "button")
    child.click((2.5, 0.14))
    state = child.until(lambda state: [part[1] for part in state["parts"]][-1] == "button")
    ball, button = (part[0] for part in state["parts"][-2:])
    assert state["parts"][-2][2:4] == [1.5, 1.5]

    child.key("space")
    child.until(lambda state: state["running"] and state["tick"] > 0)
    child.click((2.5, 0.13))
    child.until(lambda state: state["selection"] == [button])
    child.until(lambda state: state["now"][str(ball)][1] < 0.22)
    at_rest = child.fresh()["now"][str(ball)]
    child.do("mousemove", *child.at((at_rest[0], at_rest[1])), "sleep", 0.1, "mousedown", LEFT)
    child.until(lambda state: state["held"] == ball)
    for x in (1.6, 1.7, 1.8, 1.7, 1.6):
        child.move((x, 0.9))
    child.do("mouseup", LEFT)
    child.until(lambda state: state["held"] is None)
    child.key("period")
    child.until(lambda state: state["paused"])
    child.key("space")
    child.until(lambda state: not state["paused"])
    child.click("stop")
    child.until(lambda state: not state["running"])
    child.key("ctrl+z")
    child.until(lambda state: [part[0] for part in state["parts"]][-1] == ball)
    child.key("ctrl+q")
    state = child.until(lambda state: state["dialog"] == "question")
    path = Path(state["session_file"])
    child.click("question.discard")
    assert child.ends() == 0
    assert child.closed

    told = commands_of(path)
    assert told[:2] == ["place", "place"]
    assert [name for name in told[2:] if name != "drag"] == ["start", "press", "grab", "release", "stop", "undo"]
    assert "drag" in told
    report = verify(path)
    assert report.verdict is Verdict.PASS, report
    assert report.compared > 100


def test_a_level_is_solved_and_its_recording_saved_under_a_name(window: Callable[..., Window], tmp_path: Path) -> None:
    child = window(library.bundled_dir() / "drop.toml")
    hint = levels.read(library.bundled_dir() / "drop.toml").hints[0]
    child.carry("part.bowling_ball", (hint.x, hint.y + 0.2), (hint.x, hint.y), (hint.x, hint.y))
    child.until(lambda state: state["parts"][-1][1] == "bowling_ball")
    child.click("run")
    child.until(lambda state: state["outcome"] == "won")
    child.until(lambda state: "card.next" in state["rects"])
    child.key("ctrl+shift+r")
    child.until(lambda state: "files.name" in state["rects"])
    child.key("ctrl+a")
    child.type(str(tmp_path / "solved.replay"))
    child.key("Return")
    child.until(lambda state: state["message"].startswith("Recording saved"))
    child.click("card.next")
    child.until(lambda state: not state["running"])
    child.key("ctrl+q")
    assert child.ends() == 0
    saved = tmp_path / "solved.replay"
    assert verify(saved).verdict is Verdict.PASS
    assert [mark.what for mark in recording.read(saved).marks] == ["won"]
    assert "drop" in library.solved(tmp_path / "data")


def test_killing_the_program_loses_nothing_and_it_offers_to_go_on(window: Callable[..., Window]) -> None:
    child = window(library.bundled_dir() / "workshop.toml")
    child.carry("part.crate", (1.0, 1.2), (1.5, 1.5), (1.5, 1.5))
    child.until(lambda state: state["parts"][-1][1] == "crate")
    child.key("space")
    state = child.until(lambda state: state["running"])
    path = Path(state["session_file"])
    child.process.send_signal(signal.SIGKILL)
    child.ends()
    assert commands_of(path) == ["place", "start"]
    assert verify(path).verdict is Verdict.CUT

    child = window(None)
    assert child.state["screen"] == "chooser"
    child.click(f"resume.{path.stem}")
    state = child.until(lambda state: state["screen"] == "editor")
    assert state["parts"][-1][1] == "crate"
    assert state["running"]
    assert state["paused"]


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_moment_every_command_is_in_the_file(window: Callable[..., Window], seed: int) -> None:
    """Parts are placed, run and pulled about until the process is killed, somewhere in the middle of it."""
    chance = random.Random(seed)
    child = window(library.bundled_dir() / "workshop.toml")
    child.carry("part.crate", (1.5, 1.5), (chance.uniform(0.5, 3.5), 2.0), (1.5, 1.5))
    child.until(lambda state: state["parts"][-1][1] == "crate")
    killer = threading.Timer(chance.uniform(0.0, 2.0), child.process.send_signal, [signal.SIGKILL])
    killer.start()
    while child.process.poll() is None:
        try:
            child.carry("part.tennis_ball", (1.5, 1.5), (chance.uniform(0.5, 3.5), chance.uniform(0.5, 2.0)))
            child.key("space")
            child.carry((1.5, 1.3), (chance.uniform(0.5, 3.5), 1.8))
            child.key("r")
        except (AssertionError, subprocess.CalledProcessError):
            break  # it died in the middle of a gesture
    assert child.process.wait(PATIENCE) == -signal.SIGKILL
    killer.join()

    path = Path(child.state["session_file"])
    recorded = recording.read(path)
    assert recorded.end is None
    session = Session(recorded.head.design)
    placed = set()
    for tick, command in recorded.commands:
        session.advance(tick - session.tick)
        session.do(command)
        placed |= {part.id for part in session.design.parts}
    assert {part[0] for part in child.state["parts"]} <= placed  # all that it had shown
    report = verify(path, allow_cut=True)
    assert (report.verdict, report.exit) == (Verdict.CUT, 0), report


def test_a_window_needs_a_display_and_says_so(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "PYGLET_HEADLESS", "WAYLAND_DISPLAY")}
    for display, words in (({}, "there is no display"), ({"DISPLAY": ":4711"}, "display :4711 can't be used")):
        child = subprocess.run(
            [sys.executable, "-m", "sandbox", "play", "drop"],
            env=environment | display, capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip
        assert child.returncode == 2
        assert words in child.stderr
        assert child.stderr.count("\n") == 1
