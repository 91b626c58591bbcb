"""A history of the program in a repository of its own, in which one commit changes what a recording ends in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


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

    def begin(self) -> None:
        """Make the repository, with the package as its first commit."""
        (self.folder / ".gitignore").write_text("__pycache__\n")
        self.git("init", "-q")
        self.commit("Begin")

    def commit(self, subject: str) -> None:
        self.git("add", ".")
        self.git("commit", "-q", "-m", subject)

    def remark(self, number: int, module: str = "machine/goals.py") -> None:
        """Change a file of the core in a commit, but nothing that it does."""
        with (self.package / module).open("a") as file:
            file.write(f"# {number}\n")
        self.commit(f"Remark {number}")

    def sandbox(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the program as the working tree has it."""
        env = {**os.environ, "PYTHONPATH": str(self.folder), "XDG_CACHE_HOME": str(self.folder.parent / "cache")}
        command = [sys.executable, "-P", "-m", "sandbox", *arguments]
        return subprocess.run(command, env=env, cwd=self.folder.parent, capture_output=True, text=True)
