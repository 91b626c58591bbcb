"""Measures the cost of the program around the engine: long sessions, memory, a slow disk, the start, and `drawing`.

These figures stand beside the ratios of `bench`, in one table with them. A whole process is measured in a child, by its
processor time: on a quiet machine the wall clock shows no more.
"""

from __future__ import annotations

import functools
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.bench.calls import call_in_child
from sandbox.bench.drawing import FRAME_NS, MANY, frames, others
from sandbox.bench.figures import Effort, Figure, figure_of
from sandbox.bench.scenes import pile
from sandbox.bench.timing import (
    RERUN,
    Stopwatch,
    children_seconds,
    record_run,
    rerun_ratios,
    verify_once,
)
from sandbox.commands.commands import Configure, Move, Place, Start, Stop
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.recording.recorder import Recorder
from sandbox.tasks import child

if TYPE_CHECKING:
    from sandbox.workspace.workspace import Workspace

HOURS, COMMANDS = 10, 500  # of the editing session
LONG_S, SHORT_S = 3600, 60  # of the runs whose memory is compared
QUICK_LONG_S = 300
FSYNC_S = 0.2  # what the slow disk takes
FEW = 50  # bodies


def measure(effort: Effort) -> list[Figure]:
    """Measure all figures: some minutes at full effort, mostly for one hour of a machine.

    `progress` is called with the name of each group of figures.
    """
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="sandbox-bench-") as folder:
        for measured in (reruns, idle_session, memory, slow_disk, frames, others, starts):
            figures += measured(effort, Path(folder))
    return figures


# -- re-runs


def reruns(effort: Effort, folder: Path) -> list[Figure]:
    """Measure `replay_ratio` for few and for many bodies."""
    figures = []
    for bodies, seconds, target in ((FEW, RERUN * effort.seconds, 1.15), (MANY, effort.seconds, 1.05)):
        design, path = pile(bodies), folder / f"{bodies}.replay"
        record_run(design, path, seconds)
        ratios, _ = rerun_ratios(design, path, seconds, effort.pairs)
        meaning = f"as Re-run, with {bodies:,} bodies and {seconds} s"
        figures.append(figure_of(f"replay_ratio_{bodies}", f"Re-run, {bodies:,} bodies", ratios, target, "x", meaning))
    return figures


# -- long sessions


def idle_session(effort: Effort, folder: Path) -> list[Figure]:
    """Measure hours of editing with long pauses in between, and a short run at the end."""
    seconds: dict[float, list[float]] = {HOURS: [], HOURS / 600: []}
    for hours in seconds:
        _record_editing(folder / f"{hours}.replay", hours)
    for _ in range(effort.pairs):
        for hours, times in seconds.items():
            with Stopwatch() as watch:
                verify_once(folder / f"{hours}.replay")
            times.append(watch.ns / 1e9)
    ratios = [long / short for long, short in zip(*seconds.values(), strict=True)]
    return [
        figure_of(
            "idle_session_seconds", "Ten hours of editing", seconds[HOURS], 2.0, "s",
            f"processor time to run a session of {HOURS} hours with {COMMANDS} commands again",
        ),
        figure_of(
            "idle_session_ratio", "Ten hours, one minute", ratios, 1.1, "x",
            "the same commands in ten hours, against in one minute: idle time costs nothing",
        ),
    ]  # fmt: skip


def _record_editing(path: Path, hours: float) -> None:
    from sandbox.recording import fingerprint

    design = Design(title="Editing")
    recorder = Recorder(path, design, 0, fingerprint.current())
    session = Session(design, log=recorder)
    gap = int(hours * 3600 * session.tick_rate) // COMMANDS
    for number in range(COMMANDS - 2):
        x, y = 0.3 + 0.05 * (number % 60), 0.3 + 0.04 * (number // 60)
        part = number // 3 + 1
        step = (Place("crate", x, y), Move(part, x + 0.01, y, 0.1, False), Configure(part, "width", 0.21))
        session.do(step[number % 3])
        session.advance(gap)
    session.do(Start())
    session.advance(2 * session.tick_rate)
    session.do(Stop())
    recorder.close(session, "end of the benchmark")


# -- memory


def memory(effort: Effort, folder: Path) -> list[Figure]:
    """Measure the peak memory of a process that records, and of one that verifies: a long run against a short one."""
    long_s = LONG_S if effort.seconds > 1 else QUICK_LONG_S
    most = {}
    for seconds in (SHORT_S, long_s):
        path = folder / f"run-{seconds}.replay"
        for task, measured in (("record", record_memory), ("verify", verify_memory)):
            most[task, seconds] = call_in_child(measured, str(path), seconds)["kilobytes"]
    return [
        figure_of(
            f"{task}_memory_ratio", title, [most[task, long_s] / most[task, SHORT_S]], target, "x",
            f"the most memory of a process that {does} {long_s // 60} minutes of a run, against one minute "
            f"({most[task, long_s] / 1024:.0f} MB)",
        )
        for task, title, does, target in (
            ("record", "Memory, recording", "records", 1.05), ("verify", "Memory, verifying", "verifies", 1.05),
        )
    ]  # fmt: skip


def record_memory(path: str, seconds: int) -> dict[str, Any]:
    """Run in a child: record a run of `seconds`, and return the peak memory."""
    record_run(pile(10, sleep=False), Path(path), seconds)
    return {"kilobytes": _peak_kilobytes()}


def verify_memory(path: str, seconds: int) -> dict[str, Any]:
    """Run in a child: verify that recording, and return the peak memory."""
    verify_once(Path(path))
    return {"kilobytes": _peak_kilobytes()}


def _peak_kilobytes() -> float:
    """Peak memory of this process. (On Linux `getrusage` reports at least the size of the parent when it forked.)"""
    try:
        lines = Path("/proc/self/status").read_text("utf-8").splitlines()
        return float(next(line for line in lines if line.startswith("VmHWM:")).split()[1])
    except (OSError, StopIteration):
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / 1024 if sys.platform == "darwin" else float(peak)


# -- a slow disk


def slow_disk(effort: Effort, folder: Path) -> list[Figure]:
    """Measure the wait of frames while 100 bodies are recorded to a disk that takes 0.2 s for each sync, and to one
    that takes none.

    The result is the difference: both contain the time that other processes of a shared machine take.
    """
    from sandbox.levels import levels
    from sandbox.workspace.workspace import Workspace

    level = folder / "pile.toml"
    levels.write(level, pile(100))
    now = [0]
    workspace = Workspace(folder / "data", lambda: now[0])
    fsync = os.fsync
    waits = []
    try:
        workspace.files.open(level)
        workspace.control.run()
        for _ in range(2 * effort.pairs):
            longest = []
            for takes in (FSYNC_S, 0.0):
                os.fsync = functools.partial(_sync, takes)
                longest.append(max(_waited_ms(workspace, now) for _ in range(60)))
            waits.append(longest[0] - longest[1])
    finally:
        os.fsync = fsync
        workspace.close()
    return [
        figure_of(
            "write_block_ms", "Waiting for the disk", waits, 1.0, "ms",
            f"in each second the longest that a frame waits with a disk that takes {FSYNC_S:g} s to sync, beyond what "
            "it waits with one that takes none",
        )
    ]  # fmt: skip


def _sync(takes: float, _file: int) -> None:
    time.sleep(takes)


def _waited_ms(workspace: Workspace, now: list[int]) -> float:
    """Milliseconds in which this thread did not run, during one frame's share of ticks and housekeeping."""
    now[0] += FRAME_NS
    wall, running = time.perf_counter_ns(), time.thread_time_ns()
    workspace.gate.catch_up()
    if workspace.recording.sync_due_ns(now[0]) == 0:
        workspace.recording.sync(now[0])
    return ((time.perf_counter_ns() - wall) - (time.thread_time_ns() - running)) / 1e6


# -- starting


def starts(effort: Effort, folder: Path) -> list[Figure]:
    """Measure the start of the command line and of the window."""
    figures = []
    data = {"SANDBOX_DATA": str(folder / "start"), "PYGLET_HEADLESS": "true", "LIBGL_ALWAYS_SOFTWARE": "1"}
    picture_code = "from sandbox.bench.drawing import first_picture; first_picture()"
    small = str(folder / "small.replay")
    record_run(pile(1), Path(small), 3)
    for key, title, command, target, meaning in (
        ("help_seconds", "sandbox --help", ["-m", "sandbox", "--help"], 0.15, "processor time of `sandbox --help`"),
        ("verify_seconds", "Verify one small file", ["-m", "sandbox", "verify", small], 0.5,
         "processor time of `sandbox verify` on a recording of three seconds, both processes of it"),
        ("start_seconds", "First picture", ["-c", picture_code], 1.5,
         "processor time from the start of the program to the first picture of its window, drawn by software"),
    ):  # fmt: skip
        spent = []
        for _ in range(effort.pairs):
            before = children_seconds()
            ran = child.run(*command, env=child.environment() | data)
            if ran.returncode:
                break
            spent.append(children_seconds() - before)
        if spent:
            figures.append(figure_of(key, title, spent, target, "s", meaning))
    return figures
