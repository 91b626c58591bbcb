"""The program as people start it: a real window on an X server, real mouse and keys (xdotool), a real event loop."""

from __future__ import annotations

import os
import random  # noqa: TID251  (moments to kill at)
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.commands.commands import to_plain
from sandbox.commands.session import Session
from sandbox.levels import levels, library
from sandbox.recording import reader
from sandbox.verify.verify import Verdict, verify
from tests.real_window import LEFT, PATIENCE, Window, window

__all__ = ["window"]  # a fixture


def commands_of(path: Path) -> list[str]:
    return [to_plain(command)[0] for _, command in reader.read(path).commands]


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
    for step in (1, 2, 3):
        child.click("hint")
        child.until(lambda state, step=step: state["hints_shown"] == step)
    child.carry("part.bowling_ball", (hint.x, hint.y + 0.2), (hint.x, hint.y), (hint.x, hint.y))
    child.until(lambda state: state["parts"][-1][1] == "bowling_ball")
    child.click("part.bowling_ball")
    child.until(lambda state: "is left in the stock" in state["message"])
    child.carry((hint.x, hint.y), (hint.x - 0.2, hint.y), "search")  # put back, and taken once more
    child.until(lambda state: state["parts"][-1][1] != "bowling_ball")
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
    assert [mark.what for mark in reader.read(saved).marks] == ["won"]
    assert "drop" in library.solved(tmp_path / "data")


def test_a_level_is_made_tried_out_and_checked_with_real_mouse_and_keys(
    window: Callable[..., Window], tmp_path: Path
) -> None:
    """By its author: parts, a goal by pointing, a stock, a hint by showing; then solved, checked and saved."""
    child = window(None)
    child.key("Right")  # on the first level to solve
    child.key("Return")
    child.until(lambda state: state["screen"] == "editor" and state["goals"])
    child.key("ctrl+n")
    child.until(lambda state: state["screen"] == "editor" and [part[1] for part in state["parts"]] == ["floor"])
    child.key("F5")
    child.until(lambda state: state["author"])
    child.turn_to("tab.stock", "stock.begin")
    child.click("stock.begin")
    child.click("search")
    child.type("crate")
    child.until(lambda state: state["search"] == "crate")
    child.do("keydown", "shift")
    child.click("part.crate")
    child.do("keyup", "shift")
    child.until(lambda state: state["stock"] == {"crate": 1})
    child.click("part.crate")
    child.until(lambda state: state["armed"] == "crate")
    child.click((2.4, 0.4))
    child.until(lambda state: len(state["parts"]) == 2)
    child.turn_to("tab.goals", "author.new_goal")
    child.click("author.new_goal")
    child.until(lambda state: state["dialog"] == "new_goal")
    child.click("form.count")
    child.until(lambda state: state["dialog"] is None)
    child.click((2.4, 0.35))
    child.carry((1.4, 0.15), (1.6, 0.3), (2.0, 0.6), (2.0, 0.6))
    child.until(lambda state: len(state["goals"]) == 1)
    child.turn_to("tab.hints", "hint.show.crate")
    child.click("hint.show.crate")
    child.until(lambda state: state["armed"] == "crate")
    child.click((1.7, 0.5))
    child.until(lambda state: state["hints"] == 1)
    child.turn_to("tab.level", "level.title")
    child.click("level.title")
    child.until(lambda state: state["typing"])
    child.type(" and made")
    child.key("Return")
    child.until(lambda state: state["title"].endswith(" and made"))
    child.click("world.gravity_y")
    child.until(lambda state: state["typing"])
    child.type("-9")
    child.key("Return")
    child.until(lambda state: state["gravity"] == -9.0)
    child.key("F5")
    child.until(lambda state: state["trying_out"])
    child.click("part.crate")
    child.until(lambda state: state["armed"] == "crate")
    child.click((1.7, 0.5))
    child.until(lambda state: len(state["parts"]) == 3)
    child.key("space")
    child.until(lambda state: state["outcome"] == "won")
    child.key("F5")
    child.until(lambda state: state["author"] and len(state["parts"]) == 2)
    child.click("menu.Level")
    child.click("menu.check")
    child.until(lambda state: state["dialog"] == "check")
    child.until(lambda state: "check.progress" not in state["rects"])
    child.key("Return")
    child.until(lambda state: state["dialog"] is None)
    child.key("ctrl+shift+s")
    child.until(lambda state: "files.name" in state["rects"])
    child.key("ctrl+a")
    child.type(str(tmp_path / "made.toml"))
    child.key("Return")
    child.until(lambda state: state["message"].startswith("Saved as"))
    path = Path(child.state["session_file"])
    child.key("ctrl+q")
    assert child.ends() == 0

    told = commands_of(path)
    authors = [
        "author",
        "set_stock",
        "set_stock",
        "place",
        "together",  # the first goal, and no pulling by hand
        "set_hints",
        "set_texts",
        "set_world",
        "try_out",
    ]
    assert told == [
        *authors,
        "place",
        "start",
        "stop",
        "author",
        "set_texts",
    ]  # the title, by the name of the file
    report = verify(path)
    assert report.verdict is Verdict.PASS, report
    assert report.compared > 50
    made = levels.read(tmp_path / "made.toml")
    assert made.stock == {"crate": 1} and len(made.goals) == len(made.hints) == 1 and not made.author
    assert all(part.fixed for part in made.parts)


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
    state = child.until(lambda state: state["screen"] == "editor" and not state["working"])
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
    recorded = reader.read(path)
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
    for display, words in (
        ({}, "there is no display"), ({"DISPLAY": ":4711"}, "no screen answers as :4711"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "this desktop shows no windows of X11 programs"),
    ):  # fmt: skip
        child = subprocess.run(
            [sys.executable, "-m", "sandbox", "play", "drop"],
            env=environment | display, capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip
        assert child.returncode == 2
        assert words in child.stderr
        assert child.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("driver", "words"),
    [
        ({"MESA_GL_VERSION_OVERRIDE": "2.1"}, "OpenGL 2.1 was found here, and 3.3 is needed; the variable MESA_GL_VER"),
        ({"LIBGL_DRIVERS_PATH": "/nowhere"}, "no OpenGL can be used here (Could not create GL context)"),
    ],
    ids=["too old", "no driver"],
)
def test_graphics_that_can_not_draw_are_told_with_what_helps(
    display: str, driver: dict[str, str], words: str, tmp_path: Path
) -> None:
    places = {f"SANDBOX_{name}": str(tmp_path) for name in ("DATA", "CONFIG")}
    child = subprocess.run(
        [sys.executable, "-m", "sandbox", "play", "drop"],
        env={**os.environ, "PYGLET_HEADLESS": "", "DISPLAY": display, **places, **driver},
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    said = child.stderr.splitlines()[-1]  # the driver may say something before
    assert child.returncode == 2 and said.startswith(f"sandbox: {words}"), child.stderr


def test_time_is_gone_through_with_real_mouse_and_keys_and_all_of_it_verifies(window: Callable[..., Window]) -> None:
    child = window(library.bundled_dir() / "workshop.toml")
    child.carry("part.bowling_ball", (1.0, 1.2), (1.5, 1.5), (1.5, 1.5))
    state = child.until(lambda state: state["parts"][-1][1] == "bowling_ball")
    first = Path(state["session_file"])
    child.key("n")  # run to the next event: the ball hits the floor
    state = child.until(lambda state: state["running"] and state["paused"])
    struck = state["tick"]
    child.key("space")
    child.until(lambda state: state["tick"] > struck + 120)
    child.key("comma")  # one tick back, which pauses
    state = child.until(lambda state: state["shown_tick"] == state["tick"] - 1)
    assert state["paused"]
    end = state["tick"]

    x0, y0, x1, y1 = child.state["rects"]["timeline.track"]
    low, high = child.state["span"]
    at = lambda place: round(x0 + (x1 - x0) * (place - low) / (high - low))  # noqa: E731
    begin = child.state["run_place"]
    hand = round((y0 + y1) / 2)
    child.do("mousemove", at(begin + 100), hand, "sleep", 0.1, "mousedown", LEFT, "sleep", 0.1)
    for place in (begin + 60, begin + 30, begin + 50):
        child.do("mousemove", at(place), hand, "sleep", 0.1)
    child.do("mouseup", LEFT)
    state = child.until(lambda state: abs(state["shown_place"] - begin - 50) < 6)
    child.click((1.5, 1.3))  # a hand on what was: refused, with a way out
    child.until(lambda state: "the past" in state["message"])
    child.key("space")
    child.until(lambda state: state["shown_tick"] == end and state["tick"] == end)  # it has played up to now
    child.key("Prior")
    child.until(lambda state: state["shown_tick"] < end)
    child.key("shift+Prior")
    state = child.until(lambda state: state["shown_tick"] == struck or state["shown_tick"] < struck)
    child.key("k")
    child.until(lambda state: state["bookmarks"] == 1)

    child.key("alt+i")
    child.key("Next")
    child.key("alt+o")
    child.until(lambda state: state["loop"])
    child.key("alt+l")
    child.until(lambda state: not state["loop"])
    child.key("shift+Prior")
    child.until(lambda state: state["shown_tick"] <= struck)
    child.key("bracketleft")
    child.until(lambda state: state["speed"] == "1/2")
    child.key("bracketright")
    child.until(lambda state: state["speed"] == "1")

    child.key("shift+space")  # resume here
    state = child.until(lambda state: state["branch"] is not None)
    second = Path(state["session_file"])
    assert second != first
    assert state["tick"] == state["shown_tick"] <= struck
    child.key("space")
    child.until(lambda state: state["tick"] > struck + 60)
    child.key("space")
    child.until(lambda state: state["paused"])
    child.key("alt+h")  # the ghost of another recording: the line that was left
    child.until(lambda state: "files.name" in state["rects"])
    child.key("ctrl+a")
    child.type(str(first))
    child.key("Return")
    child.until(lambda state: state["ghost"])
    ball = child.state["parts"][-1][0]
    child.key("shift+Tab")
    child.until(lambda state: state["selection"] == [ball])
    for key, name in (("shift+t", "trails"), ("v", "velocities"), ("p", "plotted")):
        child.key(key)
        child.until(lambda state, name=name: state[name])
    child.key("alt+b")
    before = child._settled("branches.close")
    child.click("branch.0.compare")
    child.until(lambda state: state["rects"].get("branches.close", before) != before)  # there is something to read
    child.click("branch.0.enter")
    child.until(lambda state: state["branch"] == "First line" and state["tick"] == end)
    child.key("ctrl+q")
    child.until(lambda state: state["dialog"] == "question")
    third = Path(child.state["session_file"])
    child.click("question.discard")
    assert child.ends() == 0
    for path in (first, second, third):
        report = verify(path)
        assert report.verdict is Verdict.PASS, report
        assert report.compared > 50


@pytest.mark.parametrize("seed", range(2))
def test_killed_anywhere_in_time_nothing_older_than_a_second_is_lost(window: Callable[..., Window], seed: int) -> None:
    """A machine runs, is scrubbed through and gone on with from its past, until the process is killed."""
    chance = random.Random(seed)
    child = window(library.bundled_dir() / "workshop.toml")
    child.carry("part.crate", (1.5, 1.5), (1.2, 1.6), (1.5, 1.5))
    child.until(lambda state: state["parts"][-1][1] == "crate")
    child.key("space")
    child.until(lambda state: state["tick"] > 400 and state["running"])
    killer = threading.Timer(chance.uniform(0.2, 3.0), child.process.send_signal, [signal.SIGKILL])
    killer.start()
    while child.process.poll() is None:
        try:
            for name in ("comma", "Prior", "shift+space", "space", "comma", "Prior", "space"):
                child.key(name)
        except (AssertionError, subprocess.CalledProcessError):
            break
    assert child.process.wait(PATIENCE) == -signal.SIGKILL
    killer.join()
    folder = Path(child.state["session_file"]).parent
    rate = 240
    longest = 0
    for path in folder.glob("*.replay"):
        if reader.read(path).hashed:  # else it was gone back to where nothing ran yet
            report = verify(path, allow_cut=True)
            assert report.verdict in (Verdict.PASS, Verdict.CUT), report
        longest = max(longest, reader.read(path).ticks)
    assert longest >= child.state["tick"] - rate
