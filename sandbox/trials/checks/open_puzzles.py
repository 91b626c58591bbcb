"""Is an open puzzle one to invent a machine for: enough pieces, decoys, clues that don't tell all, and several ways?"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sandbox import parts as catalogue
from sandbox.causes.cause_tree import families
from sandbox.design.design import Design, StockItem
from sandbox.design.geometry import total
from sandbox.errors import BadFile, Refused
from sandbox.levels.level_rules import Finding
from sandbox.levels.prices import price_of
from sandbox.levels.run_facts import Solution
from sandbox.levels.ways import DIFFERENT_KINDS, Way, numbers, traced_win, way_along
from sandbox.recording import reader
from sandbox.trials.checks.margins import Tolerance

STOCK = (6, 20)  # pieces in the stock, links among them
LEAST_DECOYS = 2  # pieces of the stock that the author's own way leaves over
GOALS = (1, 3)
MOST_AREAS = 1  # without building
LEAST_WAYS = 3
_SAME_TIME = 0.9  # of the par's seconds: an aim that asks for no fewer asks for the same
LEAST_WIN = 4  # pieces of the smallest machine that may win, and at least half of those of the author's own way


def smallest(used: int) -> int:
    """Return how many pieces a win must have that is no cheap way, if the author's own way has so many."""
    return max(LEAST_WIN, math.ceil(used / 2))


def findings(level: Design) -> Iterator[Finding]:
    """Judge an open puzzle by its file; nothing is run."""
    offered = round(total(item.count for item in level.stock_items.values()))
    spare = offered - len(level.hints)
    yield _counted("its stock holds {}", offered, "piece", STOCK)
    yield _counted("its author's own way leaves over {}", spare, "piece", (LEAST_DECOYS, offered))
    yield _counted("it has {}", len(level.goals), "goal", GOALS)
    yield _counted("it has {}", len(level.no_build), "no-build area", (0, MOST_AREAS))
    clues = level.clues
    missing = [name for name in ("goal", "family", "piece") if clues is None or not getattr(clues, name)]
    if missing:
        yield Finding("doubt", f"its clues lack {' and '.join(missing)}: with each layer a player is helped", "open")
    if not level.aims:
        yield Finding("doubt", "it has no aims: nothing is left to try after the win", "open")
    yield from _stars_twice(level)
    yield _of_words(level)


def _stars_twice(level: Design) -> Iterator[Finding]:
    """Find fault with each aim that asks for what the par asks for as well."""
    if level.par is None:
        return
    pieces, seconds = level.par.parts, level.par.seconds
    if pieces and any(aim.pieces == pieces for aim in level.aims):
        yield Finding("doubt", f"an aim and its par both ask for {pieces} pieces: that is one star twice", "open")
    if seconds and any(aim.seconds >= _SAME_TIME * seconds for aim in level.aims if not aim.without):
        yield Finding("doubt", f"an aim and its par both ask for some {seconds:g} s: that is one star twice", "open")


def _counted(words: str, count: int, noun: str, span: tuple[int, int]) -> Finding:
    low, high = span
    sentence = words.format(f"{count} {noun}{'s' if count != 1 else ''}")
    if low <= count <= high:
        return Finding("good", sentence, "open", {"count": count})
    allowed = f"{low} to {high} make an open puzzle" if count > high or low else f"at most {high}"
    return Finding("doubt", f"{sentence}; {allowed}", "open", {"count": count})


def _of_words(level: Design) -> Finding:
    """Judge whether the texts tell how: they do if they name a piece that only the player can bring in."""
    there = {spec.kind for spec in level.parts} | {link.kind for link in level.links}
    brought = [item for item in level.stock_items.values() if item.kind not in there]
    texts = " ".join((level.text, *(goal.text for goal in level.goals)))
    named = sorted({title for item in brought for title in _titles(item) if _names(texts, title)})
    if named:
        sentence = f"its text or a goal names what only the stock has, which tells how: {', '.join(named)}"
        return Finding("doubt", sentence, "open", {"named": named})
    return Finding("good", "its text tells what shall happen, and no piece of the stock by which", "open")


def _titles(item: StockItem) -> Iterator[str]:
    kind = catalogue.KINDS.get(item.kind) or catalogue.LINKS.get(item.kind)
    yield from filter(None, (item.title, kind.title if kind is not None else ""))


def _names(text: str, title: str) -> bool:
    return re.search(rf"\b{re.escape(title.lower())}(s|es)?\b", text.lower()) is not None


class RecordedWay(NamedTuple):
    """A recorded way to solve an open puzzle."""

    recording: Path
    solved: Solution
    way: Way
    chain: int  # parts in the longest chain of causes up to the win
    families: int  # of these parts

    def as_json(self) -> dict[str, Any]:
        """Return its figures as plain values."""
        return {
            "file": str(self.recording), "pieces": self.solved.used, "kinds": len(self.way.pieces),
            "price": price_of(self.solved.design), "chain": self.chain, "families": self.families,
            "seconds": self.solved.ticks / self.solved.design.world.tick_rate,
        }  # fmt: skip


def ways_in(level: Design, recordings: Sequence[Path]) -> tuple[list[RecordedWay], list[str]]:
    """Run the last win of each recording again; return their ways, and a sentence for each that wins nothing."""
    ways, problems = [], []
    for path in recordings:
        try:
            (_, _, solved), chain = traced_win(reader.read(path), level)
        except (BadFile, Refused) as error:
            problems.append(f"{path.name} does not solve it: {error}")
            continue
        way = way_along(solved.design, chain)
        ways.append(RecordedWay(path, solved, way, len(chain), len(families(solved.design, chain))))
    return ways, problems


def of_ways(recorded: Sequence[RecordedWay], problems: Sequence[str]) -> Iterator[Finding]:
    """Judge the recorded ways of an open puzzle: each wins, and there are enough that differ."""
    yield from (Finding("bad", sentence, "ways") for sentence in problems)
    order = numbers([one.way for one in recorded])
    count = max(order, default=0)
    figures = {"ways": count, "recordings": [one.as_json() for one in recorded]}
    counted = f"{count} way{'s' if count != 1 else ''} in {len(order)} recording{'s' if len(order) != 1 else ''}"
    for place, number in enumerate(order):
        if number in order[:place]:
            names = f"{recorded[order.index(number)].recording.name} and {recorded[place].recording.name}"
            yield Finding("doubt", f"{names} show the same way; {_RULE}", "ways")
    if count < LEAST_WAYS:
        sentence = f"{counted}: record {LEAST_WAYS - count} more beside it, as NAME.way{len(order) + 1}.replay"
        yield Finding("doubt", sentence, "ways", figures)
    else:
        yield Finding("good", f"{counted} that differ", "ways", figures)


_RULE = f"others use {DIFFERENT_KINDS} other kinds of pieces, or have another chain of causes"


def of_margin(recorded: RecordedWay, tolerances: Sequence[Tolerance], least: float) -> Finding:
    """Judge how exactly another way than the author's own has to be built."""
    mm = min((row.mm for row in tolerances), default=math.inf)
    figures = {"file": str(recorded.recording), "mm": mm if tolerances else None}
    name = recorded.recording.name
    if mm < least:
        return Finding("doubt", f"{name}: a part may be only {mm:g} mm off; {least:g} mm is fair", "ways", figures)
    words = f"parts may be {mm:g} mm off" if tolerances else "it only ties links to what stands there"
    return Finding("good", f"{name}: {words}", "ways", figures)
