"""Figures of the bundled levels that take long to measure, kept beside their files: how exact one must build, and
hunts.

Margins are known by the digests of the level and of the machine that its solution builds; hunts, which need no
solution, by that of the level alone. So neither is shown for a level that has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.levels import levels
from sandbox.levels.kept_table import KeptTable
from sandbox.trials.checks.check import CheckAnswer
from sandbox.trials.checks.hunt import HuntPlan

COMMAND = "sandbox overview --keep"  # measures what is missing in that file


class HuntFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a hunt: its runs, the shortcuts that it found, the seconds of its fastest win that is none, and
    the pieces of its smallest win; None: it won nothing, or was made before that was kept."""

    runs: int
    shortcuts: int = 0
    fastest_s: float | None = None
    smallest: int | None = None


class Measured(Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of one level; its hunts by their seeds."""

    digest: str  # of the level, see `levels.digest`
    machine: str = ""  # of the machine whose margin was measured
    margin_mm: float | None = None
    hunts: dict[int, HuntFigures] = {}

    @property
    def runs(self) -> int:
        """The runs of all hunts."""
        return sum(hunt.runs for hunt in self.hunts.values())

    @property
    def shortcuts(self) -> int:
        """The shortcuts of all hunts; one that two of them found counts twice."""
        return sum(hunt.shortcuts for hunt in self.hunts.values())

    @property
    def fastest_s(self) -> float | None:
        """The seconds of the fastest win that a hunt has found, with no more parts and links than the solution."""
        times = [hunt.fastest_s for hunt in self.hunts.values() if hunt.fastest_s is not None]
        return min(times, default=None)

    @property
    def smallest(self) -> int | None:
        """The pieces of the smallest win of all hunts; None if it is not known."""
        return min((hunt.smallest for hunt in self.hunts.values() if hunt.smallest is not None), default=None)

    def margin_of(self, machine: Design | None) -> float | None:
        """Return the margin, in mm, if it was measured of this machine."""
        return self.margin_mm if machine is not None and levels.digest(machine) == self.machine else None

    def is_hunted(self, plan: HuntPlan) -> bool:
        """Return whether a hunt with this seed and at least as many runs is kept."""
        return plan.seed in self.hunts and self.hunts[plan.seed].runs >= plan.runs


TABLE = KeptTable("measured.json", Measured, "a file of measured levels", COMMAND)


def of_level(entries: Mapping[str, Measured], name: str, level: Design) -> Measured:
    """Return what is kept of a level; of one that has changed since, or was never measured, that is nothing."""
    digest = levels.digest(level)
    entry = entries.get(name)
    return entry if entry is not None and entry.digest == digest else Measured(digest)


def joined(kept: Measured, answers: Sequence[CheckAnswer], hunts: Sequence[HuntPlan]) -> Measured:
    """Return the figures of a level after more checks, which differ in nothing but the hunt.

    Args:
        answers: of the checks; those of the hunts come in the order of `hunts`.
    """
    first = answers[0]
    margins = [row.mm for row in first.tolerances]
    if margins and first.machine is not None:
        kept = replace(kept, machine=levels.digest(first.machine), margin_mm=min(margins))
    for plan, answer in zip(hunts, answers, strict=False):
        shortcuts = [finding for finding in answer.findings if finding.bar == "shortcut" and finding.grade != "note"]
        if shortcuts and not kept.is_hunted(plan):
            bad = sum(finding.grade == "bad" for finding in shortcuts)
            fastest = next((finding.figures.get("fastest_s") for finding in shortcuts if finding.figures), None)
            sizes = [finding.figures.get("smallest", finding.figures.get("parts")) for finding in shortcuts]
            smallest = min((size for size in sizes if size is not None), default=None)
            kept = replace(kept, hunts={**kept.hunts, plan.seed: HuntFigures(plan.runs, bad, fastest, smallest)})
    return kept
