"""The fenced blocks of documents: which there are, which of them are files, and what running the others prints.

`<!-- file: NAME -->` before a block makes it a file for the blocks after it. `<!-- run -->` before a block means that
its lines after `$ ` are carried out and that the lines below each are what it prints on standard output. There a line
of three dots stands for any lines, and three dots at the end of a line for the rest of it. A block of `pycon` is a
session of Python; all sessions of a document are one, which runs in this process.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

_BLOCK = re.compile(
    r"(?:^[ ]*<!-- (?P<mark>run|file): ?(?P<name>\S*) -->\n|^[ ]*<!-- (?P<run>run) -->\n)?"
    r"^(?P<indent>[ ]*)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
Sandbox = Callable[[list[str]], tuple[int, str]]  # carries out `sandbox ...`: the exit code and what it prints


class Block(NamedTuple):
    """A fenced block of a document."""

    language: str
    text: str
    file: str  # its name, if it is a file; otherwise empty
    runs: bool


class Step(NamedTuple):
    """A command of a block, and what it is to print."""

    line: str
    printed: str


def blocks(markdown: str) -> list[Block]:
    """Return all fenced blocks of a document."""
    found = []
    for match in _BLOCK.finditer(markdown):
        text = re.sub(rf"^{match['indent']}", "", match["text"], flags=re.MULTILINE)
        found.append(Block(match["language"], text, match["name"] or "", match["run"] is not None))
    return found


def steps(block: Block) -> list[Step]:
    """Return the commands of a block that runs."""
    found = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        found.append(Step(line, printed))
    return found


def differs(printed: str, expected: str) -> bool:
    """Whether a command has printed something else than a document says."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else re.escape(line.removesuffix("...")) + (".*" if line.endswith("...") else "")
        + r"\n"
        for line in expected.splitlines()
    )  # fmt: skip
    return re.fullmatch(pattern, printed) is None


def faults(markdown: str, folder: Path, sandbox: Sandbox) -> Iterator[str]:
    """Write the files of a document to a folder and carry its commands out there; yield what is not as it says."""
    names: dict[str, Any] = {}
    for block in blocks(markdown):
        if block.language == "pycon":
            yield from _faults_of_session(block.text, names)
        if block.file:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
        for step in steps(block) if block.runs else ():
            code, printed = _carried_out(step.line, folder, sandbox)
            if code or differs(printed, step.printed):
                yield f"$ {step.line}\nexit code {code}; it printed\n{printed}and the document says\n{step.printed}"


def _faults_of_session(text: str, names: dict[str, Any]) -> Iterator[str]:
    """Run a session of Python, with the names of those before it; yield what is not as it says."""
    test = doctest.DocTestParser().get_doctest(text, names, "session", None, 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    if runner.run(test, out=said.append, clear_globs=False).failed:
        yield "".join(said)
    names.update(test.globs)


def scripts(markdown: str) -> Iterator[str]:
    """Yield the Python of a document as scripts: each file of it, and all its sessions as one."""
    found = blocks(markdown)
    yield from (block.text for block in found if block.file.endswith(".py"))
    yield doctest.script_from_examples("\n".join(block.text for block in found if block.language == "pycon"))


def _carried_out(line: str, folder: Path, sandbox: Sandbox) -> tuple[int, str]:
    program, *arguments = shlex.split(line)
    if program == "sandbox":
        return sandbox(arguments)
    start = [sys.executable] if program == "python" else [program]
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # git starts `sandbox` by its name
    ran = subprocess.run(
        [*start, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, "PATH": scripts},
    )
    return ran.returncode, ran.stdout
