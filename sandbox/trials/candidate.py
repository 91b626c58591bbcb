"""Candidates: the parts and links of a level's stock that a try places, as plain values, and the commands that build
them.

A candidate is built by the commands that the window gives, so all rules of the game hold for it without being known
here: the stock, what may be turned or resized, where nothing may be built. What the window refuses to start, as
overlapping parts, is refused here, too.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sandbox.commands.command import Edit, edit
from sandbox.commands.commands import AnyCommand, Connect, Place, Start
from sandbox.design.design import Design, Value
from sandbox.errors import Refused
from sandbox.machine import overlaps

# A part: its id if it is the level's, else -1 for the first of a candidate's placements, -2 for the next, and so on.
Reference: TypeAlias = int


def reference(level: Design, part: int) -> Reference:
    """Return the reference of a part of a machine that a candidate builds in its level, by its id there."""
    return part if part < level.next_id else level.next_id - 1 - part


class Placement(Struct, frozen=True, array_like=True):
    """A part out of the stock, and where it is placed (m, rad); `props` are those that the player may choose."""

    item: str
    x: float
    y: float
    angle: float = 0.0
    flip: bool = False
    props: dict[str, Value] = {}


class TieEnd(Struct, frozen=True, array_like=True):
    """An end of a link: a port of a part."""

    part: Reference
    port: str


class Tie(Struct, frozen=True, array_like=True):
    """A link out of the stock, with the pulleys that it runs over."""

    item: str
    a: TieEnd
    b: TieEnd
    via: tuple[Reference, ...] = ()
    props: dict[str, Value] = {}

    @property
    def references(self) -> tuple[Reference, ...]:
        """The parts that it needs."""
        return (self.a.part, self.b.part, *self.via)


class Candidate(Struct, frozen=True, array_like=True):
    """The thing that is tried: parts of the stock at their places, and links of the stock that tie them."""

    placements: tuple[Placement, ...] = ()
    ties: tuple[Tie, ...] = ()

    @property
    def size(self) -> int:
        """The number of parts and links."""
        return len(self.placements) + len(self.ties)

    @property
    def used(self) -> dict[str, int]:
        """The number that it takes of each item of the stock."""
        items = [placement.item for placement in self.placements] + [tie.item for tie in self.ties]
        return dict(sorted(Counter(items).items()))

    def without_placement(self, index: int) -> Candidate:
        """Return the candidate without a part and the links that end at it; ropes over that part run straight on."""
        gone = -1 - index

        def moved(part: Reference) -> Reference:
            return part + 1 if part < gone else part

        ties = []
        for tie in self.ties:
            if gone not in (tie.a.part, tie.b.part):
                a, b = replace(tie.a, part=moved(tie.a.part)), replace(tie.b, part=moved(tie.b.part))
                ties.append(replace(tie, a=a, b=b, via=tuple(moved(part) for part in tie.via if part != gone)))
        return Candidate(self.placements[:index] + self.placements[index + 1 :], tuple(ties))

    def without_tie(self, index: int) -> Candidate:
        """Return the candidate without a link."""
        return Candidate(self.placements, self.ties[:index] + self.ties[index + 1 :])

    def with_placement(self, index: int, placement: Placement) -> Candidate:
        """Return the candidate with one placement replaced."""
        return Candidate((*self.placements[:index], placement, *self.placements[index + 1 :]), self.ties)


def edits_of(level: Design, candidate: Candidate) -> list[Edit]:
    """Return the commands that build a candidate in its level."""

    def id_of(part: Reference) -> int:
        return part if part > 0 else level.next_id - 1 - part

    edits: list[Edit] = []
    items = level.stock_items
    for placement in candidate.placements:
        kind = items[placement.item].kind
        item = "" if placement.item == kind else placement.item
        edits.append(
            Place(
                kind,
                placement.x,
                placement.y,
                placement.angle,
                placement.flip,
                {**items[placement.item].props, **placement.props},
                item,
            )
        )
    for tie in candidate.ties:
        via = tuple(map(id_of, tie.via))
        edits.append(Connect(tie.item, id_of(tie.a.part), tie.a.port, id_of(tie.b.part), tie.b.port, tie.props, via))
    return edits


def commands_of(level: Design, candidate: Candidate) -> list[tuple[int, AnyCommand]]:
    """Return the commands that build a candidate and start it, each with its tick."""
    return [(0, command) for command in (*edits_of(level, candidate), Start())]


def built(level: Design, candidate: Candidate) -> Design:
    """Return the level with a candidate in it.

    Raises:
        Refused: a command that builds it is refused.
    """
    design = level
    for command in edits_of(level, candidate):
        design = edit(design, command)
    return design


def fitting(level: Design, candidate: Candidate) -> Design:
    """Return the level with a candidate in it that the window would start.

    Raises:
        Refused: a command is refused, or parts overlap too deeply.
    """
    design = built(level, candidate)
    placed = range(level.next_id, level.next_id + len(candidate.placements))
    if placed and overlaps.found(design, placed):
        raise Refused("parts overlap")
    return design
