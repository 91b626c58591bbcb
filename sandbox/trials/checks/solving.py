"""The solution of a level: does it win, in good time, without hands, and with nothing in it that is not needed?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.commands.commands import from_json, to_json
from sandbox.commands.driver import live_commands
from sandbox.design import design as document
from sandbox.design.design import Design, Id
from sandbox.errors import Refused
from sandbox.levels import campaign, solutions
from sandbox.levels.level_rules import Finding
from sandbox.levels.run_facts import Solution, by_hand
from sandbox.levels.solution_files import Attempt
from sandbox.levels.solutions import used_of_stock
from sandbox.parts.titles import title_of
from sandbox.trials.judging import WON
from sandbox.trials.variations import outcome_of, wins, without_link, without_part

USUAL_S = (6.0, 40.0)  # from the start to the win
EARLY_S = (1.0, 10.0)  # in the first chapter of the campaign, where a level is one thing that happens


def span_of(level: Path) -> tuple[float, float]:
    """Return the time in s that the solution of a level should take, from the least to the most."""
    return EARLY_S if campaign.is_early(level) else USUAL_S


class SolutionFacts(Struct, frozen=True):
    """The result of a solution's commands: the winning run in its written form, or why they do not win."""

    refused: str = ""
    ticks: int = 0
    by_hand: bool = False
    design: Any = None
    live: tuple[Any, ...] = ()


def measure(level: Design, solving: Attempt) -> SolutionFacts:
    """Give the commands of a solution to a level."""
    try:
        solved = solutions.solve(level, solving.commands, solving.end)
    except Refused as refused:
        return SolutionFacts(str(refused))
    live = tuple(to_json(tick, command) for tick, command in solved.live)
    return SolutionFacts("", solved.ticks, by_hand(solved, wins), document.to_plain(solved.design), live)


def solution_of(level: Design, solved: SolutionFacts) -> Solution:
    """Return the winning run, with the words of the level as they are now."""
    built = catalogue.check(document.from_plain(solved.design))
    words = {name: getattr(level, name) for name in ("title", "text", "goals", "fails", "hints", "par", "scene")}
    timed = (from_json(plain, "a command of the solution") for plain in solved.live)
    return Solution(replace(built, **words), tuple(live_commands(timed)), solved.ticks)


def parameters(solving: Attempt) -> Any:
    """Return all that is given to the level, as plain values."""
    return [solving.end, *(msgspec.to_builtins(to_json(tick, command)) for tick, command in solving.commands)]


def findings(
    level: Design, solving: Attempt, name: str, solved: SolutionFacts, span: tuple[float, float]
) -> list[Finding]:
    """Judge a solution: it must win, alone if the level is about building, and should take a good time."""
    if solved.refused:
        sentence = f"{name} does not solve it: {solved.refused}{solving.remark(level)}"
        return [Finding("bad", sentence, "solution")]
    solution = solution_of(level, solved)
    seconds, placed = solved.ticks / level.world.tick_rate, len(solution.placed)
    sentence = f"{name} solves it after {seconds:.2f} s, with {placed} part{'s' if placed != 1 else ''}"
    result = [Finding("good", sentence, "solution", {"seconds": seconds, "parts": placed, "used": solution.used})]
    result += [_of_hand(solution)] if solved.by_hand else []
    return [*result, *_of_par(level, solution), _of_time(seconds, span)]


def _of_time(seconds: float, span: tuple[float, float]) -> Finding:
    low, high = span
    figures = {"seconds": seconds, "least": low, "most": high}
    if low <= seconds <= high:
        return Finding("good", f"its machine runs for {seconds:.2f} s, of {low:g} to {high:g} s", "time", figures)
    verdict = "too short to be watched" if seconds < low else "too long to wait for"
    sentence = f"its machine runs for {seconds:.2f} s: {verdict} ({low:g} to {high:g} s)"
    return Finding("doubt", sentence, "time", figures)


def _of_hand(solved: Solution) -> Finding:
    """Report a win by hand, with the parts of the stock that had a share in it."""
    used = [f"{count} \N{MULTIPLICATION SIGN} {name}" for name, count in used_of_stock(solved.design).items()]
    stock = f"of the stock it uses {', '.join(used)}" if used else "of the stock it uses nothing"
    sentence = f"solved by hand: the level is about building, and its machine does not win alone; {stock}"
    return Finding("bad", sentence, "solution")


def _of_par(level: Design, solved: Solution) -> list[Finding]:
    """Report a par that the solution does not reach: nothing proves that anybody can."""
    result, par, seconds = [], level.par, solved.ticks / level.world.tick_rate
    if par is not None and 0 < par.parts < solved.used:
        result.append(Finding("note", f"par is {par.parts} parts and links; the solution uses {solved.used}", "par"))
    if par is not None and 0.0 < par.seconds < seconds:
        result.append(Finding("note", f"par is {par.seconds:g} s; the solution takes {seconds:.2f} s", "par"))
    return result


# -- is everything needed


class Needless(Struct, frozen=True):
    """The parts and links of a solution without which it still wins, each left out alone."""

    parts: tuple[Id, ...] = ()
    links: tuple[Id, ...] = ()


def needless(solved: Solution) -> Needless:
    """Leave out each part and each link of a solution."""
    design = solved.design
    links = (link.id for link in design.links if not link.fixed)
    return Needless(
        tuple(part for part in solved.placed if outcome_of(solved, without_part(design, part)) == WON),
        tuple(link for link in links if outcome_of(solved, without_link(design, link)) == WON),
    )


def of_needless(solved: Solution, needless: Needless) -> Finding:
    """Judge the parts that the solution does not need."""
    figures = {"used": solved.used, "parts": list(needless.parts), "links": list(needless.links)}
    named = [title_of(solved.design.part_by_id[part]) for part in needless.parts]
    links = (solved.design.link_by_id[link] for link in needless.links)
    named += [title_of(link) for link in links]
    if not named:
        return Finding("good", "each part and each link of the solution is needed", "needed", figures)
    return Finding("bad", f"the solution wins without {' and also without '.join(named)}", "needed", figures)
