"""The forecast in a real window: the path follows a part under a real mouse, and the window never waits for it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.levels import levels
from tests.contraptions import Builder
from tests.real_window import LEFT, State, Window, window

__all__ = ["window"]  # a fixture
BALL = "3"


def end_of(state: State) -> float:
    """Where the path of the ball ends, x in m; far away while it has none."""
    return float(state["forecast"].get(BALL, [1e3])[0])


def yard(folder: Path) -> Path:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("crate", 0.6, 0.25)  # 2
    b.part("bowling_ball", 2.0, 1.0)  # 3
    path = folder / "yard.toml"
    levels.write(path, b.design())
    return path


def test_the_path_follows_a_part_that_is_dragged(window: Callable[..., Window], tmp_path: Path) -> None:
    child = window(yard(tmp_path))
    child.until(lambda state: abs(end_of(state) - 2.0) < 1e-6)
    child.do("mousemove", *child.at((2.0, 1.0)), "sleep", 0.1, "mousedown", LEFT, "sleep", 0.1)
    for x in (2.2, 2.5, 3.0):
        child.move((x, 1.2))
        state = child.until(lambda state, x=x: abs(end_of(state) - x) < 0.06)
        assert state["parts"][-1][2] == 2.0, "it is still in the hand"
    child.do("mouseup", LEFT)
    state = child.until(lambda state: state["steps"] == 1)
    assert abs(state["parts"][-1][2] - 3.0) < 0.06
    child.until(lambda state: end_of(state) == state["parts"][-1][2])
    child.key("space")
    child.until(lambda state: state["running"] and not state["forecast"])
    child.key("r")
    child.until(lambda state: not state["running"] and state["forecast"])
    child.key("w")
    child.until(lambda state: not state["forecast"])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="children are found under /proc")
def test_frames_go_on_while_the_process_is_stopped_and_after_it_was_killed(
    window: Callable[..., Window], tmp_path: Path
) -> None:
    child = window(yard(tmp_path))
    child.until(lambda state: abs(end_of(state) - 2.0) < 1e-6)
    pid = forecasting_child(child.process.pid)
    os.kill(pid, signal.SIGSTOP)
    child.carry((2.0, 1.0), (2.2, 1.2), (2.5, 1.2))
    child.until(lambda state: state["steps"] == 1)
    assert end_of(child.fresh()) == 2.0, "there is no newer path, and nothing waits for it"
    os.kill(pid, signal.SIGKILL)
    child.carry((2.5, 1.2), (2.2, 1.2), (1.5, 1.2))
    child.until(lambda state: abs(end_of(state) - 1.5) < 0.06)
    assert forecasting_child(child.process.pid) != pid


def forecasting_child(parent: int) -> int:
    """The process that computes a window's forecasts."""
    for task in Path(f"/proc/{parent}/task").iterdir():
        for pid in (task / "children").read_text().split():
            # The second has the name of a process that was started by a fork.
            if any(b"forecast" in Path(f"/proc/{pid}/{name}").read_bytes() for name in ("cmdline", "comm")):
                return int(pid)
    raise AssertionError("there is none")
