"""The proof of a win: a recording, verified like any other, of a run that wins the level. Before it, no win counts."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solutions
from sandbox.recording import reader
from sandbox.recording.plain_text import SUFFIX
from sandbox.trials.candidate import Candidate, commands_of
from sandbox.trials.search.search import Found, SearchResult
from sandbox.verify.pool import Verifier
from sandbox.verify.verdicts import Verdict


class ProvenWin(NamedTuple):
    """A win of a search, the file name of its recording, and why it does not count: an empty text if it does."""

    win: Found
    name: str
    why_not: str


def proven(level: Design, stem: str, result: SearchResult, folder: Path) -> list[ProvenWin]:
    """Record each win of a search in a folder, and verify the recording; `stem` begins the names of the files.

    Raises:
        OSError: it can't be written.
    """
    verifier, wins = Verifier(), []
    try:
        for number, win in enumerate(result.wins, 1):
            name = f"{stem}.solve{number}{SUFFIX}"
            wins.append(ProvenWin(win, name, recorded(level, win.candidate, folder / name, verifier)))
    finally:
        verifier.close()
    return wins


def recorded(level: Design, candidate: Candidate, path: Path, verifier: Verifier) -> str:
    """Record a win, and prove the recording; return why it does not count, or an empty text.

    Raises:
        OSError: it can't be written.
    """
    try:
        solutions.record_solution(path, level, commands_of(level, candidate))
    except (Refused, BadFile) as error:
        return str(error)
    return disproof(level, path, verifier)


def disproof(level: Design, path: Path, verifier: Verifier) -> str:
    """Say why a recording does not prove that a level can be won; an empty text if it does."""
    report = verifier.verify(path)
    if report.verdict is not Verdict.PASS:
        return f"its recording does not verify: {report.reason}"
    try:
        read = reader.read(path)
        if levels.digest(read.head.design) != levels.digest(level):
            return "its recording is of another level"
        solutions.solve(level, read.commands, solutions.end_of(level, read.commands, read.ticks))
    except (Refused, BadFile) as error:
        return str(error)
    return ""
