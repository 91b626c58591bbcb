"""For every test: the user's own folders are never touched, and generated input is the same on each run in CI."""

from __future__ import annotations

import contextlib
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.forked_starts import CAN_FORK, ForkingPopen

TESTS = Path(__file__).resolve().parent
_WAITING = ("test_real_", "test_killed", "test_by_mouse")

pytest_plugins = ["tests.displays", "tests.memory_guard"]

# A shared machine is slow now and then: a deadline would fail on the neighbours' load, not on ours.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# Hypothesis works out which characters there are once in a checkout. That takes 200 MB, which each process that runs
# tests would otherwise take of its own.
_CHARACTERS = "from hypothesis.strategies import characters; characters(codec='utf-8').validate()"


def pytest_configure(config: pytest.Config) -> None:
    """Keep what Python compiles, also where the environment forbids it, and the table of all characters."""
    if hasattr(config, "workerinput"):
        return  # a worker of xdist, which has this from the process that started it
    # Tests are rewritten before they are compiled, which takes twice as long as all the rest of collecting them.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a thread for each core takes longer to start than numpy itself
    subprocess.run([sys.executable, "-c", _CHARACTERS], cwd=config.rootpath, check=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each worker of a whole run begin with other modules, so that one compiles what the others then read."""
    worker: dict[str, Any] | None = getattr(session.config, "workerinput", None)
    if worker is None or [Path(argument).resolve() for argument in session.config.args] != [TESTS]:
        return
    first = int(worker["workerid"].removeprefix("gw"))
    for path in sorted(TESTS.rglob("test_*.py"))[first :: worker["workercount"]]:
        # What can't be imported, pytest will report.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that wait for real windows: last, they would keep one process busy for minutes alone.

    Those of one level follow each other within a file, so that one process has them, which runs its solution once.
    """
    first = {path: place for place, path in reversed([*enumerate(item.path for item in items)])}
    items.sort(key=lambda item: (not item.path.name.startswith(_WAITING), first[item.path], _level_of(item)))


def _level_of(item: pytest.Item) -> str:
    """Return the name of the level that a test of all levels is about; empty for any other test."""
    callspec = getattr(item, "callspec", None)
    path = callspec.params.get("path") if callspec is not None and item.path.name == "test_replays.py" else None
    return path.name.partition(".")[0] if path is not None else ""


@pytest.fixture
def forked_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start this program by forks as long as a test runs, where that makes no difference but time."""
    if CAN_FORK:
        monkeypatch.setattr(subprocess, "Popen", ForkingPopen)


@pytest.fixture(autouse=True, scope="session")
def no_signs_of_life() -> None:
    """Let no command say that it goes on only because the machine is busy: tests look at all that is written."""
    from tests import signs_of_life

    signs_of_life.put_off()


@pytest.fixture(autouse=True, scope="session")
def users_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for sessions and progress that is thrown away, for this process and those that it starts."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SANDBOX_DATA", str(folder))
        patch.setenv("SANDBOX_CONFIG", str(folder))
        patch.setenv("SANDBOX_CHECKS", str(folder / "checks"))
        patch.setenv("SANDBOX_PICTURES", str(folder / "pictures"))
        patch.setenv("SANDBOX_DIGESTS", str(folder / "digests"))
        yield folder
