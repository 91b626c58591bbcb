"""Variations of a machine: parts moved, turned, put elsewhere by the rules of the window, or left out."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.commands.command import edit, refuse_stretched
from sandbox.commands.commands import Move
from sandbox.design.design import Design, Id, PartSpec
from sandbox.errors import Refused
from sandbox.levels.run_facts import Solution
from sandbox.machine import overlaps
from sandbox.trials import judging
from sandbox.trials.judging import REFUSED, WON, time_for

TURN = 2.0  # degrees by which a part is turned that is placed inexactly


class Direction(NamedTuple):
    """A direction in which a part is moved: its unit vector, its name, and the words for the way there."""

    x: float
    y: float
    name: str
    way: str


_NAMES = (
    ("right", "to the right"), ("up right", "up and to the right"), ("up", "up"), ("up left", "up and to the left"),
    ("left", "to the left"), ("down left", "down and to the left"), ("down", "down"),
    ("down right", "down and to the right"),
)  # fmt: skip
# From the right, counter-clockwise.
DIRECTIONS = tuple(
    Direction(math.cos(k * math.pi / 4), math.sin(k * math.pi / 4), *names) for k, names in enumerate(_NAMES)
)


def ring(mm: float) -> tuple[tuple[float, float], ...]:
    """Return the eight shifts (m) by a distance, in the order of `DIRECTIONS`."""
    return tuple((0.001 * mm * direction.x, 0.001 * mm * direction.y) for direction in DIRECTIONS)


# -- wherever that is


def moved(design: Design, parts: Collection[Id], dx: float, dy: float, angle: float = 0.0) -> Design:
    """Return a design with some parts moved (m) and turned (rad), wherever that is."""
    specs = (
        replace(spec, x=spec.x + dx, y=spec.y + dy, angle=spec.angle + angle) if spec.id in parts else spec
        for spec in design.parts
    )
    return replace(design, parts=tuple(specs))


def without_part(design: Design, part: Id) -> Design:
    """Return a design without a part and the links that end at it; ropes over it run straight on if they can."""
    left = replace(design, parts=tuple(spec for spec in design.parts if spec.id != part), links=())
    links = []
    for link in design.links:
        if part not in (link.a.part, link.b.part):
            link = replace(link, via=tuple(pulley for pulley in link.via if pulley != part))
            if part not in design.link_by_id[link.id].via or catalogue.link_refusal(left, link) is None:
                links.append(link)
    return replace(left, links=tuple(links))


def without_link(design: Design, link: Id) -> Design:
    """Return a design without a link."""
    return replace(design, links=tuple(spec for spec in design.links if spec.id != link))


def outcome_of(solved: Solution, design: Design) -> str:
    """Run a variation of a solution with the same commands, in the time that `time_for` gives it.

    Return won, lost or open, or refused if the window would not start it.
    """
    if not solved.live and overlaps.pushes(design):
        return REFUSED
    return judging.outcome(design, time_for(design, solved.ticks), solved.live)


def wins(solved: Solution) -> bool:
    """Tell whether the machine of a solution wins, with its touches."""
    return outcome_of(solved, solved.design) == WON


# -- by the rules of the window


class PartPose(Struct, frozen=True, array_like=True):
    """A part of the machine, and where it is to stand (m, rad)."""

    part: Id
    x: float
    y: float
    angle: float
    flip: bool

    @staticmethod
    def shifted(spec: PartSpec, dx: float, dy: float, angle: float = 0.0) -> PartPose:
        """Return the pose of a part that is moved and turned from where it stands."""
        return PartPose(spec.id, spec.x + dx, spec.y + dy, spec.angle + angle, spec.flip)


def posed(design: Design, poses: tuple[PartPose, ...]) -> Design:
    """Return a machine with parts put elsewhere, if the window would build and start it.

    The parts are moved by the command that the window gives, so all rules of the game hold for them.

    Raises:
        Refused: a move is refused, or parts overlap too deeply.
    """
    for pose in poses:
        design = edit(design, Move(pose.part, pose.x, pose.y, pose.angle, pose.flip))
    refuse_stretched(design)
    if poses and overlaps.found(design, {pose.part for pose in poses}):
        raise Refused("parts overlap")
    return design


def outcome_at(design: Design, poses: tuple[PartPose, ...], ticks: int) -> str:
    """Run a machine with parts put elsewhere, without commands; return one of `outcomes.OUTCOMES`."""
    try:
        return judging.outcome(posed(design, poses), ticks)
    except Refused:
        return REFUSED
