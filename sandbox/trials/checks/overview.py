"""A row for each level of a collection: what it is about, how large, exact and hard it is, and its shortcuts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.design.design import Design
from sandbox.design.geometry import total
from sandbox.levels import library
from sandbox.levels.decisions import Decisions
from sandbox.levels.difficulty import RandomShare
from sandbox.parts import notes
from sandbox.reading import files
from sandbox.trials.checks.check import CheckAnswer
from sandbox.trials.checks.measured import Measured

_DECOR = frozenset(kind.name for kind in notes.KINDS)


class OpenFigures(NamedTuple):
    """The figures of an open puzzle besides those of every level; of its own way are those from `pieces` on."""

    stock: int  # pieces, links among them
    ways: int  # that recordings show, and that differ
    margin_mm: float | None  # that the most exact part of any way may be off
    smallest: int | None  # pieces of the smallest win of the hunts
    pieces: int | None = None
    kinds: int | None = None
    price: int | None = None
    chain: int | None = None
    families: int | None = None


class LevelRow(NamedTuple):
    """The figures of a level. None stands for what is not known: it is not solved, was not hunted or not measured."""

    file: str
    chapter: str
    title: str
    insight: str
    sound: bool
    doubts: int
    placed: int | None  # parts of the player in the solution
    parts: int  # of the machine that wins, without decoration
    kinds: int  # different ones among these, and among its links
    seconds: float | None  # from the start to the win
    margin_mm: float | None  # that the most exact part may be off
    tries: int | None  # at random
    wins: int | None  # among these
    marks: int | None  # of the level's difficulty, 1 to 5, by the decisions that it asks for
    hunted: int | None  # runs of the search for shortcuts
    shortcuts: int | None
    fastest_s: float | None  # the fastest win of the hunts, with no more parts and links than the solution
    par_parts: int | None
    par_seconds: float | None
    open: OpenFigures | None = None  # of an open puzzle

    def as_json(self) -> dict[str, Any]:
        """Return the row as plain values."""
        return self._asdict() | {"open": self.open._asdict() if self.open is not None else None}


def row(
    path: Path,
    chapter: str,
    level: Design,
    answers: Sequence[CheckAnswer],
    share: RandomShare | None,
    measured: Measured,
    counted: Decisions | None = None,
) -> LevelRow:
    """Return the row of a level.

    Args:
        answers: of its checks, which differ in nothing but the seed of the hunt.
        share: of the random tries that win, if it is known.
        measured: its margin and its hunts, as far as they are known.
        counted: what has to be decided in it, if there is anything to solve.
    """
    answer, machine, par = answers[0], answers[0].machine or level, level.par
    kinds = [part.kind for part in machine.parts if part.kind not in _DECOR]
    return LevelRow(
        str(path), chapter, level.title, level.insight,
        sound=all(one.sound for one in answers) and not measured.shortcuts,
        doubts=answer.doubts,
        placed=answer.placed,
        parts=len(kinds),
        kinds=len({*kinds, *(link.kind for link in machine.links)}),
        seconds=answer.seconds,
        margin_mm=measured.margin_of(answer.machine),
        tries=share.tries if share else None,
        wins=share.wins if share else None,
        marks=counted.marks if counted else None,
        hunted=measured.runs or None,
        shortcuts=measured.shortcuts if measured.runs else None,
        fastest_s=measured.fastest_s,
        par_parts=par.parts if par else None,
        par_seconds=par.seconds if par else None,
        open=_open_figures(level, answer, measured) if level.open else None,
    )  # fmt: skip


def _open_figures(level: Design, answer: CheckAnswer, measured: Measured) -> OpenFigures:
    """Return the figures of an open puzzle: what its check has found of the recorded ways."""
    figures = [finding.figures for finding in answer.findings if finding.bar == "ways"]
    nothing: dict[str, Any] = {"ways": 0, "recordings": []}
    counted = next((of for of in figures if "ways" in of), nothing)
    margins = [measured.margin_of(answer.machine), *(of.get("mm") for of in figures)]
    own = counted["recordings"][0] if counted["recordings"] else {}
    return OpenFigures(
        round(total(item.count for item in level.stock_items.values())),
        counted["ways"],
        min((mm for mm in margins if mm is not None), default=None),
        measured.smallest,
        **{name: own.get(name) for name in ("pieces", "kinds", "price", "chain", "families")},
    )


def chapters_of(paths: Sequence[Path]) -> list[library.Chapter]:
    """Arrange levels by the chapters of the campaign, in its order; those of no chapter come last, under no title."""
    unseen = {files.resolved(path) for path in paths}
    result = []
    for chapter in library.bundled_chapters():
        inside = tuple(path for path in chapter.all if files.resolved(path) in unseen)
        unseen -= {files.resolved(path) for path in inside}
        if inside:
            result.append(chapter._replace(levels=inside, open=()))
    others = tuple(path for path in paths if files.resolved(path) in unseen)
    return [*result, library.Chapter("", others, named=False)] if others else result
