"""A win in a browser: the solution that was played, what it earns, and what is shared of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandbox.commands.commands import Start
from sandbox.commands.driver import Driver, Timed, live_commands
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.levels import shared_text
from sandbox.levels.run_facts import Solution, Stars, facts_of, missing, stars
from sandbox.levels.shared_text import SharedSolution

_PATIENCE_S, _SLICE = 30, 24  # s, and ticks: for a run again, as of `levels.solutions`


class Won(NamedTuple):
    """The run that won: as a solution of its level, and as it is shared."""

    solution: Solution
    shared: SharedSolution


def solution_of(session: Session, commands: Sequence[Timed]) -> Won:
    """Return the run of a session that has won, out of all commands that were carried out in it."""
    begin = max(index for index, (_, command) in enumerate(commands) if isinstance(command, Start))
    end = session.decided_tick or 0
    touches = [timed for timed in commands[begin + 1 :] if timed[0] < end]
    live = tuple(live_commands(touches, session.start_tick))
    solution = Solution(session.design, live, end - session.start_tick)
    return Won(solution, shared_text.solution_of(solution, tuple(timed for timed in commands if timed[0] < end)))


def described(session: Session, commands: Sequence[Timed], level: Design) -> dict[str, Any]:
    """Describe a win: its time, the stars that it earns, how to earn the others, and the idea of the level."""
    solution = solution_of(session, commands).solution
    facts = facts_of(solution, level, _wins)
    earned = stars(level, [facts])
    return {
        "seconds": solution.ticks / session.tick_rate, "parts": facts.parts, "touches": facts.touches,
        "stars": earned.earned, "possible": earned.possible, "missing": list(missing(level, earned)),
        "insight": session.design.insight,
    }  # fmt: skip


def aims(level: Design) -> list[str]:
    """Return what earns the stars of a level besides the one for solving it, as sentences."""
    of_par = (f"{aim[:1].upper()}{aim[1:]}" for aim in missing(level, Stars(True)))
    return [*(aim.text for aim in level.aims), *of_par]


def _wins(solved: Solution) -> bool:
    """Run the machine of a solution again; tell whether it wins."""
    session = Session(solved.design)
    session.do(Start())
    for _ in Driver(session, solved.live).steps(solved.ticks + _PATIENCE_S * session.tick_rate, most=_SLICE):
        if session.won:
            return True
    return session.won
