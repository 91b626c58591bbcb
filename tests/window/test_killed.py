"""The program is killed, with no warning: while one builds, while a machine runs, while something is saved.

Nothing that was done more than a second before is lost, and every file is the old one or the new one.
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
import tomllib
from collections.abc import Callable
from pathlib import Path

from sandbox.design.design import Design, PartSpec
from sandbox.levels import levels, library
from sandbox.recording import reader
from sandbox.verify.verify import Verdict, verify
from sandbox.workspace.settings import Store
from sandbox.workspace.workspace import Workspace
from tests.real_window import State, Window, window  # noqa: F401  (a fixture)

TICKS = 240  # a second

WRITER = """
import sys
from pathlib import Path
from msgspec.structs import replace
from sandbox.levels import levels, library
from sandbox.commands.commands import Start
from sandbox.workspace.settings import Store
from sandbox.workspace.workspace import Workspace
folder = Path(sys.argv[1])
workspace = Workspace(folder / "data", config=folder / "config")
workspace.files.open(folder / "level.toml")
design = workspace.document.design
workspace.control.run()
print("READY", flush=True)
number = 0
while True:
    number += 1
    levels.write(folder / "level.toml", replace(design, title=f"Number {number}"))
    workspace.settings.remember(scale=80 + number % 100, favourites=tuple("abcdefgh"[: number % 8]) * 50)
    library.remember_solved(folder / "data", f"level {number}")
    workspace.gate.advance(3)
    workspace.files.save_recording_as(folder / "copy.replay")
"""
CARELESS = """
import sys
from pathlib import Path
text = Path(sys.argv[1], "level.toml").read_text()
print("READY", flush=True)
while True:
    with open(Path(sys.argv[1], "level.toml"), "w") as file:
        for line in text.splitlines(keepends=True):
            file.write(line)
            file.flush()
"""


def big() -> Design:
    """A level that takes a while to write."""
    return Design(parts=tuple(PartSpec(n, "crate", 0.01 * n, 1.0, props={"width": 0.2}) for n in range(1, 300)))


def killed(program: str, folder: Path, after: float) -> None:
    """A process that writes until it is killed, so many seconds after it has begun."""
    child = subprocess.Popen([sys.executable, "-c", program, str(folder)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "READY\n"
    time.sleep(after)
    child.kill()
    assert child.wait() == -signal.SIGKILL
    child.stdout.close()


def test_a_process_killed_twice_while_it_saves_leaves_only_whole_files(tmp_path: Path) -> None:
    levels.write(tmp_path / "level.toml", big())
    chance = random.Random(5)
    numbers = []
    for _ in range(2):
        killed(WRITER, tmp_path, chance.uniform(0.3, 0.8))
        design = levels.read(tmp_path / "level.toml")
        assert len(design.parts) == len(big().parts)
        numbers.append(int(design.title.split()[-1]))
        assert Store(tmp_path / "config").problems == ()
        assert library.solved(tmp_path / "data") >= {f"level {n}" for n in range(1, numbers[-1])}
        if (tmp_path / "copy.replay").exists():
            assert verify(tmp_path / "copy.replay").verdict is Verdict.PASS
        for path in tmp_path.rglob("*"):
            if path.suffix == ".toml":
                assert tomllib.loads(path.read_text("utf-8"))
            if path.suffix == ".json":
                assert json.loads(path.read_text("utf-8"))
    assert all(numbers), "it had written something each time"


def test_a_writer_that_takes_no_care_would_be_caught(tmp_path: Path) -> None:
    broken = 0
    for _ in range(3):
        levels.write(tmp_path / "level.toml", big())
        killed(CARELESS, tmp_path, 0.05)
        try:
            broken += levels.read(tmp_path / "level.toml") != big()
        except Exception:
            broken += 1
    assert broken


def test_a_process_killed_while_its_machine_runs_has_lost_less_than_a_second(tmp_path: Path) -> None:
    program = """
import sys, time
from pathlib import Path
from sandbox.commands.commands import Place
from sandbox.workspace.workspace import Workspace
workspace = Workspace(Path(sys.argv[1]))
workspace.gate.do(Place("crate", 1.0, 1.0))
workspace.control.run()
print("READY", flush=True)
while True:
    workspace.gate.catch_up()
    workspace.recording.sync(workspace.now())
    print(workspace.document.session.tick, flush=True)
    time.sleep(0.02)
"""
    child = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    shown: list[int] = []
    while not shown or shown[-1] < shown[0] + 2 * TICKS:
        line = child.stdout.readline().strip()
        shown += [int(line)] if line.isdigit() else []
    child.kill()
    child.wait()
    child.stdout.close()
    after = Workspace(tmp_path)
    (offered,) = after.recovery.unfinished()
    assert reader.read(offered.path).ticks > shown[-1] - TICKS
    assert after.recovery.resume(offered.path)
    after.jobs.finish()
    assert after.document.session.running
    assert after.pacing.paused
    assert after.document.session.tick > shown[-1] - TICKS
    after.close()


def place(child: Window, x: float) -> State:
    """A crate, by two clicks, each of which is waited for; it stays selected."""
    count = len(child.state["parts"])
    # Among those used last it is near the top; then its own place may be out of sight.
    child.click("recent.crate" if "recent.crate" in child.state["rects"] else "part.crate")
    child.until(lambda state: state["armed"] == "crate")
    child.click((x, 1.5))
    return child.until(lambda state: len(state["parts"]) > count)


def test_a_window_killed_while_it_saves_keeps_the_file_and_goes_on_with_it(
    window: Callable[..., Window],  # noqa: F811
    tmp_path: Path,
) -> None:
    level = tmp_path / "mine.toml"
    levels.write(level, levels.read(library.bundled_dir() / "workshop.toml"))
    chance = random.Random(1)
    before: list[list[object]] = []
    for kill in range(2):
        child = window(level)
        if kill:  # it asks at once, and Enter goes on
            child.until(lambda state: state["dialog"] == "question")
            child.key("Return")
            state = child.until(lambda state: state["dialog"] is None and not state["working"])
            assert [part[:2] for part in state["parts"]] == [part[:2] for part in before]
        before = place(child, 1.2 + 0.4 * kill)["parts"]
        child.key("ctrl+s")
        child.until(lambda state: not state["dirty"])
        saved = levels.read(level)
        assert len(saved.parts) == len(before)
        timer = threading.Timer(chance.uniform(0.1, 0.6), os.kill, [child.process.pid, signal.SIGKILL])
        timer.start()
        while child.process.poll() is None:
            try:
                child.key("Right")
                child.key("ctrl+s")
            except subprocess.CalledProcessError:
                break
        assert child.process.wait(30) == -signal.SIGKILL
        timer.join()
        now = levels.read(level)
        assert [part.id for part in now.parts] == [part.id for part in saved.parts], "the old one or a new one, whole"


def test_a_window_killed_has_lost_nothing_that_it_had_shown_a_second_before(
    window: Callable[..., Window],  # noqa: F811
) -> None:
    child = window(library.bundled_dir() / "workshop.toml")
    x = place(child, 1.5)["parts"][-1][2]
    child.key("Right")
    child.key("shift+Right")
    built = child.until(lambda state: state["parts"][-1][2] > x + 0.0105)["parts"]
    child.key("space")
    begun = child.until(lambda state: state["running"])["tick"]
    state = child.until(lambda state: state["tick"] > begun + TICKS)
    child.process.send_signal(signal.SIGKILL)
    child.ends()
    again = window(None)
    again.click(f"resume.{Path(state['session_file']).stem}")
    now = again.until(lambda state: state["screen"] == "editor" and not state["working"])
    assert now["parts"] == state["parts"] == built
    assert now["running"]
    assert now["tick"] > state["tick"] - TICKS
    again.key("space")
    again.until(lambda state: state["tick"] > now["tick"] + 10)
    again.key("r")
    again.until(lambda state: not state["running"])
    again.key("ctrl+z")
    again.until(lambda state: state["parts"][-1][2] < built[-1][2])
