"""For every test: the user's own folders are never touched, and generated input is the same on each run in CI."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["tests.displays", "tests.memory_guard"]

# A shared machine is slow now and then: a deadline would fail on the neighbours' load, not on ours.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# Hypothesis works out which characters there are once in a checkout. That takes 200 MB, which each process that runs
# tests would otherwise take of its own.
_CHARACTERS = "from hypothesis.strategies import characters; characters(codec='utf-8').validate()"


def pytest_configure(config: pytest.Config) -> None:
    """Let the many processes of a run share what Python compiles, also where nothing is kept of it otherwise, and the
    table of all characters.
    """
    if hasattr(config, "workerinput"):
        return  # a worker of xdist, which has this from the process that started it
    # A child that is still about to end may write there: no run fails by that.
    folder = tempfile.TemporaryDirectory(prefix="sandbox-bytecode-", ignore_cleanup_errors=True)
    config.add_cleanup(folder.cleanup)
    os.environ["PYTHONPYCACHEPREFIX"] = folder.name
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run([sys.executable, "-c", _CHARACTERS], cwd=config.rootpath, check=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that wait for real windows: last, they would keep one process busy for minutes alone."""
    items.sort(key=lambda item: not item.path.name.startswith(("test_real_", "test_killed", "test_by_mouse")))


@pytest.fixture(autouse=True, scope="session")
def users_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for sessions and progress that is thrown away, for this process and those that it starts."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SANDBOX_DATA", str(folder))
        patch.setenv("SANDBOX_CONFIG", str(folder))
        patch.setenv("SANDBOX_CHECKS", str(folder / "checks"))
        patch.setenv("SANDBOX_PICTURES", str(folder / "pictures"))
        yield folder
