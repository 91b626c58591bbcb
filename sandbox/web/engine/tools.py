"""The programs that make and run WebAssembly, none of them Python's: clang, its linker, npm and node."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.tasks import programs

_SHOWN = 400  # characters of what a program says when it fails


class Tool(NamedTuple):
    """A program under the names that it may have, and the Debian package that brings it."""

    names: tuple[str, ...]
    package: str

    @property
    def path(self) -> str | None:
        """Where it is; None if it is not installed."""
        return next((path for name in self.names if (path := programs.find(name)) is not None), None)


CLANG = Tool(("clang-22", "clang"), "clang-22")
LINKER = Tool(("wasm-ld-22", "wasm-ld"), "lld-22")
NPM = Tool(("npm",), "npm")
NODE = Tool(("node",), "nodejs")
APT_GET, DPKG_DEB = Tool(("apt-get",), "apt"), Tool(("dpkg-deb",), "dpkg")


def check(tools: Sequence[Tool], what_for: str) -> None:
    """Check that tools are installed.

    Raises:
        Refused: some are not; the sentence says how to get them.
    """
    missing = [tool for tool in tools if tool.path is None]
    if missing:
        names = ", ".join(tool.names[0] for tool in missing)
        packages = " ".join(tool.package for tool in missing)
        raise Refused(f"{what_for} needs {names}: run  sudo apt-get install {packages}  (Debian, Ubuntu)")


def lines(tool: Tool, *arguments: str) -> Iterator[str]:
    """Run a program without input, and yield what it prints, line by line, as it comes.

    Raises:
        Refused: it is not installed, or it fails in the end; the sentence has its last words.
    """
    check([tool], "this")
    assert tool.path is not None
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [tool.path, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True
        )
        try:
            assert process.stdout is not None
            yield from process.stdout
            if process.wait():
                errors.seek(0)
                raise Refused(f"{tool.names[0]} failed: {_why(errors.read().decode(errors='replace'))}")
        finally:
            process.kill()
            process.wait()


def run(tool: Tool, *arguments: str, folder: Path | None = None, more: Mapping[str, str] | None = None) -> str:
    """Run a program without input, and return what it prints.

    Args:
        folder: where it works, if that matters.
        more: variables for its environment.

    Raises:
        Refused: it is not installed, or it fails; the sentence ends with its last words.
    """
    check([tool], "this")
    assert tool.path is not None
    path = programs.absolute_only(os.environ.get("PATH", os.defpath))
    done = subprocess.run(
        [tool.path, *arguments],
        cwd=folder,
        env={**os.environ, "PATH": path, **(more or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        raise Refused(f"{tool.names[0]} failed: {_why(done.stderr.strip() or done.stdout)}")
    return done.stdout


def _why(said: str) -> str:
    """Pick the line out of what a program says that tells why it failed."""
    lines = said.strip().splitlines() or ["it said nothing"]
    errors = [line for line in lines if "error" in line.lower()] or lines
    return errors[-1].strip()[:_SHOWN]
