"""Two windows of one user, and one that fills the screen, under real hands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandbox.levels import library
from sandbox.verify.verify import Verdict, verify
from tests.real_window import Window, window

__all__ = ["window"]  # a fixture


def test_two_windows_of_one_user_keep_apart_what_is_built_in_them(window: Callable[..., Window]) -> None:
    level = library.bundled_dir() / "workshop.toml"
    first = window(level)
    first.carry("part.crate", (1.0, 1.2), (1.5, 1.5), (1.5, 1.5))
    first.until(lambda state: state["parts"][-1][1] == "crate")
    second = window(level)  # lies over the first, and gets mouse and keys
    assert second.state["parts"][-1][1] != "crate", "what the first has built is not taken over while it is open"
    second.carry("part.bowling_ball", (1.0, 1.2), (1.5, 1.5), (1.5, 1.5))
    second.until(lambda state: state["parts"][-1][1] == "bowling_ball")
    second.key("space")
    second.until(lambda state: state["tick"] > 60 and state["running"])
    paths = [Path(one.fresh()["session_file"]) for one in (first, second)]
    assert paths[0] != paths[1]
    assert first.state["parts"][-1][1] == "crate" and not first.state["running"]
    second.process.kill()
    second.ends()
    first.move((1.5, 1.3))
    first.key("space")
    first.until(lambda state: state["tick"] > 60 and state["running"])
    first.process.kill()
    first.ends()
    for path in paths:
        report = verify(path, allow_cut=True)
        assert report.verdict in (Verdict.PASS, Verdict.CUT), report


def test_a_window_that_fills_the_screen_takes_clicks_up_to_its_edges(window: Callable[..., Window]) -> None:
    child = window(library.bundled_dir() / "workshop.toml")
    child.do("search", "--name", "Contraption sandbox", "windowmove", 0, 0, "windowsize", 1500, 900)
    child.until(lambda state: state["size"] == [1500, 900])
    for name, (x0, y0, x1, y1) in child.fresh()["rects"].items():
        if name.startswith(("menu.", "timeline.", "tab.")):
            assert 0 <= x0 <= x1 <= 1500 and 0 <= y0 <= y1 <= 900, name
    child.carry("part.crate", (1.0, 1.2), (1.5, 1.5), (1.5, 1.5))
    child.until(lambda state: state["parts"][-1][1] == "crate")
    x0, y0, x1, y1 = child.state["rects"]["timeline.track"]
    assert y1 > 860, "it lies at the lower edge"
    child.key("space")
    child.until(lambda state: state["tick"] > 240 and state["running"])
    child.do("mousemove", round(x0 + 3), round((y0 + y1) / 2), "sleep", 0.1, "mousedown", 1, "sleep", 0.1, "mouseup", 1)
    child.until(lambda state: state["paused"])  # at what was there in the beginning
