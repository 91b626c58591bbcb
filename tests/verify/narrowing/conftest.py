"""A history of the program in which one commit changes what a recording ends in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import frames
from tests.support import copy_of_package, livelier_ball

CULPRIT = "Let the ball bounce less"


class PlantedHistory(NamedTuple):
    """A repository with the package, and a recording from its first commit."""

    folder: Path
    recording: Path

    @property
    def package(self) -> Path:
        return self.folder / "sandbox"

    def git(self, *arguments: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "core.autocrlf=false"]
        command = ["git", *who, *arguments]
        return subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, subject: str) -> None:
        self.git("add", ".")
        self.git("commit", "-q", "-m", subject)

    def sandbox(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the program as the working tree has it."""
        env = {**os.environ, "PYTHONPATH": str(self.folder), "XDG_CACHE_HOME": str(self.folder.parent / "cache")}
        command = [sys.executable, "-P", "-m", "sandbox", *arguments]
        return subprocess.run(command, env=env, cwd=self.folder.parent, capture_output=True, text=True)


def remark(history: PlantedHistory, number: int) -> None:
    """Change a file of the core in a commit, but nothing that it does."""
    with (history.package / "machine" / "goals.py").open("a") as file:
        file.write(f"# {number}\n")
    history.commit(f"Remark {number}")


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> PlantedHistory:
    """Five commits; the fourth lets the ball of the recording bounce otherwise."""
    if shutil.which("git") is None:
        pytest.skip("there is no git here")
    folder = tmp_path_factory.mktemp("history")
    history = PlantedHistory(copy_of_package(folder).parent, folder / "small.replay")
    (history.folder / ".gitignore").write_text("__pycache__\n")
    history.git("init", "-q")
    history.commit("Begin")
    frames.small_session(history.recording)
    remark(history, 1)
    remark(history, 2)
    livelier_ball(history.package)
    history.commit(CULPRIT)
    remark(history, 3)
    return history
