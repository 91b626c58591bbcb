"""Check a level: does it make sense, can it not be won by an empty run, is it solved, how exactly must parts be placed?

A solution is a recording. To see whether it still wins, its commands are given to the level as it is now. To see how
exactly parts must be placed, those that the player placed are moved by growing distances in each of eight directions.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.commands.commands import AnyCommand, Start, from_json
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.levels.level_rules import Finding, sense, title_of
from sandbox.levels.solutions import PATIENCE, SLICE, Solution, by_hand, outcome, solve, used_of_stock
from sandbox.recording import reader
from sandbox.recording.recording import SUFFIX

REPLAYS = "replays"  # the folder of solutions, beside the level or beside its folder
DISTANCES = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0)  # mm
LEAST = 3.0  # mm: a hand on a mouse is no better
DIRECTIONS = ("right", "up right", "up", "up left", "left", "down left", "down", "down right")
EIGHT = tuple((math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8))
Progress = Callable[[float, str], object]  # 0 to 1, and what is being done


class Attempt(NamedTuple):
    """Commands that are to win a level, up to an end tick; `level` is the one they were recorded for, if known."""

    commands: tuple[tuple[int, AnyCommand], ...]
    end: int
    level: Design | None = None


class Reach(NamedTuple):
    """The tolerance for placing parts. `mm`: the greatest distance at which the solution wins in all eight directions.

    `fails`: the next distance, a direction in which it does not win then, and the outcome there; None if it has won
    everywhere.
    """

    title: str
    parts: tuple[int, ...]
    mm: float
    fails: tuple[float, str, str] | None


class Answer(NamedTuple):
    """All results of a check."""

    title: str
    findings: tuple[Finding, ...]
    seconds: float | None = None  # from start to win, if it is solved
    placed: int | None = None  # parts of the player in the solution
    reaches: tuple[Reach, ...] = ()
    by_hand: bool = False  # the level is about building, and the solution wins it by hand

    @property
    def sound(self) -> bool:
        return all(finding.grade != "bad" for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        """Return the answer as plain values."""
        return {
            "title": self.title,
            "sound": self.sound,
            "findings": [finding._asdict() for finding in self.findings],
            "solved": {"seconds": self.seconds, "placed": self.placed, "by_hand": self.by_hand}
            if self.seconds is not None
            else None,
            "placing": [
                {
                    "title": reach.title,
                    "parts": list(reach.parts),
                    "mm": reach.mm,
                    "fails": dict(zip(("mm", "direction", "outcome"), reach.fails, strict=True))
                    if reach.fails
                    else None,
                }
                for reach in self.reaches
            ],
        }

    @staticmethod
    def from_json(plain: dict[str, Any]) -> Answer:
        """Read an answer back from the result of `as_json`."""
        solved = plain["solved"] or {"seconds": None, "placed": None, "by_hand": False}
        reaches = tuple(
            Reach(row["title"], tuple(row["parts"]), row["mm"], tuple(row["fails"].values()) if row["fails"] else None)
            for row in plain["placing"]
        )
        findings = tuple(Finding(**finding) for finding in plain["findings"])
        return Answer(plain["title"], findings, solved["seconds"], solved["placed"], reaches, solved["by_hand"])


# -- solutions


def places_of_solution(level: Path) -> tuple[Path, ...]:
    """List the places of the recording that solves a level, the most usual one first."""
    name = f"{level.stem}{SUFFIX}"
    return level.parent.parent / REPLAYS / name, level.parent / REPLAYS / name, level.with_suffix(SUFFIX)


def solution_beside(level: Path) -> Path | None:
    """Find the recording that solves a level in the usual places; None if there is none."""
    return next((path for path in places_of_solution(level) if path.is_file()), None)


# -- how exactly


def outcomes(solved: Solution, parts: Iterable[int], off: float) -> list[str]:
    """Return the outcomes with these parts moved (m) in eight directions, from the right counter-clockwise."""
    parts = tuple(parts)
    return [outcome(solved, parts, off * x, off * y) for x, y in EIGHT]


def reach(solved: Solution, title: str, parts: tuple[int, ...], progress: Callable[[float], object]) -> Reach:
    """Find the tolerance for placing these parts; `progress` is called with the share that is done, 0 to 1."""
    held = 0.0
    for index, distance in enumerate(DISTANCES):
        for turn, (x, y) in enumerate(EIGHT):
            progress((index + turn / 8) / len(DISTANCES))
            result = outcome(solved, parts, 0.001 * distance * x, 0.001 * distance * y)
            if result != "won":
                return Reach(title, parts, held, (distance, DIRECTIONS[turn], result))
        held = distance
    return Reach(title, parts, held, None)


def reaches(solved: Solution, progress: Progress) -> tuple[Reach, ...]:
    """Find the tolerance for each part that the player placed, and for all of them together if there are several."""
    part_by_id = solved.design.part_by_id
    rows: list[tuple[str, tuple[int, ...]]] = [(title_of(part_by_id[part]), (part,)) for part in solved.placed]
    if len(rows) > 1:
        rows.append(("all of them together", solved.placed))
    rows_done = []
    for number, (title, parts) in enumerate(rows):

        def share(of_row: float, number: int = number, title: str = title) -> None:
            progress((number + of_row) / len(rows), title)

        rows_done.append(reach(solved, title, parts, share))
    return tuple(rows_done)


def check(
    level: Design,
    solving: Attempt | None,
    name: str = "",
    least: float = LEAST,
    progress: Progress = lambda *_: None,
    margins: bool = True,
) -> Answer:
    """Check everything about a level. `solving` is its supposed solution, `name` the words for that.

    Without `margins` it is not found out how exactly one must build, which takes most of the time.
    """
    level = levels.as_player(level)
    findings = sense(level)
    if not level.goals:
        if level.stock is None:
            findings.append(Finding("good", "it has no goals: free building, nothing to solve"))
        return Answer(level.title, tuple(findings))
    progress(0.0, "the empty run")
    findings += _empty_run(level, lambda share: progress(0.15 * share, "the empty run"))
    if solving is None:
        findings.append(Finding("bad", "nothing proves that it can be solved: there is no recording of a solution"))
        return Answer(level.title, tuple(findings))
    progress(0.15, "the solution")
    try:
        solved = solve(level, solving.commands, solving.end)
    except Refused as refused:
        same = solving.level is None or levels.as_run(solving.level) == levels.as_run(level)
        changed = "" if same else " (it was recorded for another state of the level)"
        findings.append(Finding("bad", f"{name} does not solve it: {refused}{changed}"))
        return Answer(level.title, tuple(findings))
    seconds, placed = solved.ticks / level.world.tick_rate, len(solved.placed)
    parts = f"{placed} part{'s' if placed != 1 else ''}"
    hand = by_hand(solved)
    findings.append(Finding("good", f"{name} solves it after {seconds:.2f} s, with {parts}"))
    findings += [_of_hand(solved)] if hand else []
    findings += _of_par(level, solved)
    if not margins:
        return Answer(level.title, tuple(findings), seconds, placed, (), hand)
    rows = reaches(solved, lambda share, what: progress(0.2 + 0.8 * share, f"placing: {what}"))
    findings += _of_reaches(rows, least)
    progress(1.0, "done")
    return Answer(level.title, tuple(findings), seconds, placed, rows, hand)


def _of_hand(solved: Solution) -> Finding:
    """Report a win by hand, with the parts of the stock that had a share in it."""
    used = [f"{count} \N{MULTIPLICATION SIGN} {name}" for name, count in used_of_stock(solved.design).items()]
    stock = f"of the stock it uses {', '.join(used)}" if used else "of the stock it uses nothing"
    return Finding("bad", f"solved by hand: the level is about building, and its machine does not win alone; {stock}")


def _of_par(level: Design, solved: Solution) -> list[Finding]:
    """Report a par that the solution does not reach: nothing proves that anybody can."""
    findings, par, seconds = [], level.par, solved.ticks / level.world.tick_rate
    if par is not None and 0 < par.parts < solved.used:
        findings.append(Finding("note", f"par is {par.parts} parts and links; the solution uses {solved.used}"))
    if par is not None and 0.0 < par.seconds < seconds:
        findings.append(Finding("note", f"par is {par.seconds:g} s; the solution takes {seconds:.2f} s"))
    return findings


def _empty_run(level: Design, progress: Callable[[float], object]) -> list[Finding]:
    session = Session(level)
    try:
        session.do(Start())
    except Refused as refused:
        return [Finding("bad", f"its machine can't be started as it is: {refused}")]
    session.advance(1)
    findings = [
        Finding("note", f"goal {number} ('{goal.text}') is met from the start")
        for number, goal in enumerate(session.goals, 1)
        if goal.met
    ]
    end = round(PATIENCE * session.tick_rate)
    while session.outcome == "open" and session.tick < end:
        session.advance(min(10 * SLICE, end - session.tick))
        progress(session.tick / end)
    seconds = session.tick / session.tick_rate
    if session.outcome == "won":
        won = (session.won_tick or 0) / session.tick_rate
        findings.append(Finding("bad", f"it wins itself after {won:.2f} s, without anything being done"))
    elif session.outcome == "lost":
        findings.append(Finding("good", f"left alone it is lost within {seconds:.0f} s"))
    else:
        findings.append(Finding("good", f"left alone for {PATIENCE:.0f} s it is not won"))
    return findings


def _of_reaches(rows: tuple[Reach, ...], least: float) -> list[Finding]:
    if not rows:
        return [Finding("note", "its solution places nothing, so nothing can be placed wrongly")]
    tight = min(rows, key=lambda row: row.mm)
    if tight.mm < least:
        return [
            Finding("bad", f"{row.title} must be placed to {_mm(row.mm)}; players need {least:g} mm")
            for row in rows
            if row.mm < least
        ]
    more = " or more" if tight.fails is None else ""
    return [Finding("good", f"parts may be {tight.mm:g} mm{more} off, in each of eight directions")]


def _mm(mm: float) -> str:
    return f"{mm:g} mm" if mm else f"less than {DISTANCES[0]:g} mm"


def reach_line(row: Reach) -> str:
    """Write a tolerance as a line for people."""
    if row.fails is None:
        return f"{row.title}: {row.mm:g} mm or more"
    mm, direction, result = row.fails
    description = {"open": "not won", "refused": "it can't be started", "lost": "lost"}.get(result, result)
    return f"{row.title}: {_mm(row.mm)} (at {mm:g} mm {direction}: {description})"


def _moves(path: Path) -> Iterator[tuple[int, AnyCommand]]:
    """Read the commands of a file of JSON lines."""
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path}: can't be read: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    for at, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            plain = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadFile(f"{path}: line {at}: not JSON ({error})") from None
        yield from_json(plain, f"{path}: line {at}")


def read_solution(level: Path, given: Path | None) -> tuple[Attempt | None, str]:
    """Read the supposed solution of a level, and name it: the recording that is given, else the one beside the level.

    A file of commands, as JSON lines, may be given as well.

    Raises:
        BadFile: it can't be read.
    """
    path = given if given is not None else solution_beside(level)
    if path is None:
        return None, ""
    if path.suffix == ".jsonl":
        moves = tuple(_moves(path))
        rate = levels.read(level).world.tick_rate
        return Attempt(moves, (moves[-1][0] if moves else 0) + round(PATIENCE * rate)), str(path)
    read = reader.read(path)
    return Attempt(tuple(read.commands), read.ticks, read.head.design), str(path)
