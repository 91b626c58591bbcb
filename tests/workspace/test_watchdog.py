"""Steps that do not come back, crash or fail in a real window: the next start offers what came before."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.commands.commands import Start, pack
from sandbox.design.design import Design, PartSpec
from sandbox.levels import levels
from sandbox.recording import fingerprint, reader
from sandbox.recording.recorder import Recorder
from sandbox.workspace.watchdog import EXIT_CODE
from tests.plants import plant
from tests.real_window import Window, window  # noqa: F401  (a fixture)

Open = Callable[..., Window]
DESIGN = Design(
    parts=(PartSpec(1, "floor", 2.0, 0.05, props={"width": 4.0}), PartSpec(2, "crate", 1.0, 0.25)), title="Yard"
)
STEP = """
import sys, threading, time
from sandbox.design.design import Design
from sandbox.parts import KINDS
from sandbox.design.design import PartSpec
from sandbox.commands.commands import Start
from sandbox.workspace.watchdog import Watchdog, WatchedSession
def act(self, run, machine):
    if machine.ticks < int(sys.argv[3]):
        print("INSIDE", flush=True)
        eval(sys.argv[1])
        print("BACK", flush=True)
def work(seconds):
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        pass
type(KINDS["crate"]).act = act
Watchdog(float(sys.argv[2])).mind(None)
session = WatchedSession(Design(parts=(PartSpec(2, "crate", 1.0, 0.25),)))
session.do(Start())
session.advance(8)
"""


def step(what: str, limit_s: float, ticks: int = 1) -> subprocess.Popen[str]:
    """A process in which a step does something that the watchdog may bark at."""
    command = [sys.executable, "-c", STEP, what, str(limit_s), str(ticks)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "INSIDE\n"
    return child


def test_a_step_that_does_not_come_back_ends_the_process_with_a_sentence() -> None:
    child = step("work(60)", 0.4)
    _, said = child.communicate(timeout=30)
    assert child.returncode == EXIT_CODE
    assert said.startswith("sandbox: Crate (2) did not come back for 0.")
    assert said.count("\n") == 1


@pytest.mark.parametrize("what", ["work(0.3)", "time.sleep(2.5)"])
def test_what_comes_back_is_no_alarm(what: str) -> None:
    child = step(what, 1.5)
    _, said = child.communicate(timeout=30)
    assert (child.returncode, said) == (0, "")


def test_many_steps_that_take_long_together_are_no_alarm() -> None:
    child = step("work(0.2)", 0.4, ticks=4)
    _, said = child.communicate(timeout=30)
    assert (child.returncode, said) == (0, "")


def test_a_process_that_is_stopped_within_a_step_is_no_alarm() -> None:
    child = step("work(0.5)", 1.5)
    child.send_signal(signal.SIGSTOP)
    time.sleep(2.5)
    child.send_signal(signal.SIGCONT)
    said, complaints = child.communicate(timeout=30)
    assert (child.returncode, said, complaints) == (0, "BACK\n", "")


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "yard.toml"
    levels.write(path, DESIGN)
    return path


def build_and_start(child: Window) -> list[object]:
    """Turn the crate by a key, so that there is something to lose, and start; returns the parts."""
    child.click((1.0, 0.25))
    child.until(lambda state: state["selection"] == [2])
    before = child.state["parts"]
    child.key("Right")
    parts = child.until(lambda state: state["parts"] != before)["parts"]
    child.key("space")
    return parts


@pytest.mark.parametrize(("fault", "status"), [("hang", EXIT_CODE), ("crash", -signal.SIGSEGV)])
def test_the_next_start_offers_the_session_up_to_the_start_and_again_after_another_crash(
    window: Open,  # noqa: F811
    level: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: str,
    status: int,
) -> None:
    plant(monkeypatch, level.parent / "plant", fault)
    child = window(level)
    parts = build_and_start(child)
    assert child.ends() == status
    sessions = level.parent / "data" / "sessions"
    for target in (None, level):
        (left,) = sessions.glob("*.replay")
        kept = left.read_bytes()
        child = window(target)
        state = child.until(lambda state: state["dialog"] == "recovery" and "recovery.go_on" in state["rects"])
        assert (state["screen"], state["steps"]) == ("chooser" if target is None else "editor", 0), "nothing was run"
        child.key("Return")
        state = child.until(lambda state: state["steps"])
        assert (state["parts"], state["running"], state["steps"]) == (parts, False, 1)
        assert (sessions / "set-aside" / left.name).read_bytes() == kept
        child.key("space")
        assert child.ends() == status


def test_a_recording_that_ends_the_program_is_not_played_again_before_another_process_has_tried_it(
    window: Open,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "yard.replay"
    recorder = Recorder(path, DESIGN, 0, fingerprint.current())
    recorder.command(0, pack(Start()))
    recorder.hashes(1, bytes(8 * 240))
    recorder.abandon()
    plant(monkeypatch, tmp_path / "plant", "crash")
    with pytest.raises(AssertionError):  # it may end before it has shown anything
        window(path).until(lambda state: False)
    for _ in range(2):
        child = window(path)
        child.until(lambda state: "recovery.go_on" in state["rects"])
        assert not child.state["watching"]
        child.key("Return")
        assert not child.until(lambda state: state["watching"])["running"]
        child.key("ctrl+q")
        assert child.ends() == 0
    plant(monkeypatch, tmp_path / "plant", "none")
    child = window(path)
    child.until(lambda state: "recovery.go_on" in state["rects"])
    child.key("Return")
    assert child.until(lambda state: state["watching"] and state["running"])
    child.key("ctrl+q")
    assert child.ends() == 0
    assert list((tmp_path / "data" / "sessions").iterdir()) == []


def test_an_error_in_a_step_ends_the_run_and_the_window_stays(
    window: Open,  # noqa: F811
    level: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch, level.parent / "plant", "error")
    child = window(level)
    parts = build_and_start(child)
    state = child.until(lambda state: "bug" in state["message"] and not state["working"])
    assert state["message"].startswith("Crate (2) failed 0.250 s after the start (ZeroDivisionError: division by zero)")
    assert (state["parts"], state["running"], state["steps"]) == (parts, False, 1)
    (report,) = (level.parent / "data" / "reports").glob("*.txt")
    assert "1 / 0" in report.read_text()
    child.key("ctrl+z")
    child.until(lambda state: state["parts"] != parts)
    child.key("ctrl+q")
    assert child.ends() == 0
    (kept,) = (level.parent / "data" / "sessions").glob("*.replay")
    assert reader.read(kept).end is not None
