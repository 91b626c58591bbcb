"""Check a level: does it make sense, can it not be won by an empty run, is it solved, how exactly must parts be placed?

A solution is a recording. To see whether it still wins, its commands are given to the level as it is now. To see how
exactly parts must be placed, those that the player placed are moved by growing distances in each of eight directions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.levels import levels
from sandbox.levels.checks.margins import LEAST, Progress, Reach, distance_words, reaches
from sandbox.levels.level_rules import Finding, sense
from sandbox.levels.solution_files import Attempt
from sandbox.levels.solutions import PATIENCE, SLICE, Solution, by_hand, solve, used_of_stock


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
            Finding("bad", f"{row.title} must be placed to {distance_words(row.mm)}; players need {least:g} mm")
            for row in rows
            if row.mm < least
        ]
    more = " or more" if tight.fails is None else ""
    return [Finding("good", f"parts may be {tight.mm:g} mm{more} off, in each of eight directions")]
