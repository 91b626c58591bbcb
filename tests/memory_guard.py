"""The memory of the processes that run tests: told at the end of a run, which fails where one of them took too much.

A process that runs a few thousand tests shows what is not closed, and what is kept without a limit. What only waits
for Python's collector is given back between tests: the collector counts objects, and a few hundred of them hold the
20 MB that a canvas has on the graphics card, which is this process's memory where software draws.
"""

from __future__ import annotations

import ctypes
import gc
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

MOST_MB = 800  # 822 was seen on a busy machine before what is frozen was collected, too (30 November 2026)
STATUS, STATM = Path("/proc/self/status"), Path("/proc/self/statm")
MB = 1024 * 1024
COLLECTED_MB = 15  # by so much a process grows before it is looked for what it can give back
THAWED_MB = 60  # by so much it grows before that is looked for among all that was frozen, too, which takes longer
NAMED = 5  # tests that let a process grow most
Peak = tuple[float, list[tuple[float, str]]]  # MB of a process, and by how much which tests let it grow
_PEAKS = pytest.StashKey[list[Peak]]()
_GROWN = pytest.StashKey[list[tuple[float, str]]]()
_LOW = pytest.StashKey[list[float]]()  # MB after the last time that memory was given back, and after a thorough one
_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc


def peak_mb() -> float:
    """Return the most memory that this process has had so far."""
    try:
        status = STATUS.read_text()
    except OSError:  # no Linux
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    # Linux counts in getrusage what the process had that started this one, too.
    return int(status.partition("VmHWM:")[2].split(maxsplit=1)[0]) / 1024


def now_mb() -> float:
    """Return the memory that this process has now; 0 where that is not known."""
    try:
        pages = int(STATM.read_text().split()[1])
    except OSError:
        return 0.0
    return pages * resource.getpagesize() / MB


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_PEAKS], config.stash[_GROWN], config.stash[_LOW] = [], [], [now_mb(), now_mb()]


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Leave the collector out while there is more and more that stays: it would look at all of it again and again."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Spare the collector the tests and their modules, which stay until the end: it comes often."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    before = peak_mb()
    result = yield
    grown = item.config.stash[_GROWN]
    grown.append((peak_mb() - before, item.nodeid))
    grown.sort(reverse=True)
    del grown[NAMED:]
    _give_back(item.config.stash[_LOW])
    return result


def _give_back(low: list[float]) -> None:
    """Collect what circles hold, and return free memory to the system, once this process has grown by some MB."""
    now = now_mb()
    if now <= low[0] + COLLECTED_MB:
        return
    is_thorough = now > low[1] + THAWED_MB
    if is_thorough:
        gc.unfreeze()
    gc.collect()
    gc.freeze()  # what is left are modules and tables, for the most part, but also what the next tests leave behind
    if _trim is not None:
        _trim(0)
    low[0] = now_mb()
    if is_thorough:
        low[1] = low[0]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Note the peak of this process; of all of them the one that started them, which fails above the limit."""
    config = session.config
    peak = peak_mb(), config.stash[_GROWN]
    output: dict[str, Any] | None = getattr(config, "workeroutput", None)
    if output is not None:
        output["memory"] = peak
        return
    config.stash[_PEAKS].append(peak)
    if _most(config)[0] > MOST_MB and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker of pytest-xdist has noted; one that died has not."""
    peak = getattr(node, "workeroutput", {}).get("memory")
    if peak is not None:
        node.config.stash[_PEAKS].append(peak)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say how much memory was taken; above the limit also by which tests."""
    peaks = config.stash[_PEAKS]
    if not peaks:
        return
    most, grown = _most(config)
    each = ", ".join(f"{mb:.0f}" for mb, _ in sorted(peaks, reverse=True))
    terminalreporter.write_line(f"memory of the processes that ran tests, at most: {most:.0f} MB (of all: {each})")
    if most > MOST_MB:
        terminalreporter.write_line(
            f"FAILED: that is over {MOST_MB} MB; something is not closed, or is kept without a limit. It grew most in:",
            red=True,
        )
        for mb, name in grown:
            terminalreporter.write_line(f"{mb:8.0f} MB  {name}")


def _most(config: pytest.Config) -> Peak:
    return max(config.stash[_PEAKS], key=lambda peak: peak[0])
