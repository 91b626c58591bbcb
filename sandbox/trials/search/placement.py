"""Placements: a machine that is built already, run once more with some of its parts put elsewhere.

The parts are moved by the command that the window gives, so all rules of the game hold for them.
"""

from __future__ import annotations

from msgspec import Struct

from sandbox.commands.base import edit, refuse_stretched
from sandbox.commands.commands import Move
from sandbox.design.design import Design, Id, PartSpec
from sandbox.errors import Refused
from sandbox.machine import overlaps
from sandbox.trials.search import trial

WON, LOST, OPEN, REFUSED = OUTCOMES = ("won", "lost", "open", "refused")
SECONDS = 12.0  # that a run may take if nothing is known about the level
_SPARE_S = 5.0


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


def moved(design: Design, poses: tuple[PartPose, ...]) -> Design:
    """Return a machine with parts put elsewhere, if the window would build and start it.

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
    """Run a machine with parts put elsewhere, without commands; return one of `OUTCOMES`."""
    try:
        return trial.outcome(moved(design, poses), ticks)
    except Refused:
        return REFUSED


def run_ticks(design: Design, seconds: float | None = None) -> int:
    """Return how many ticks each run of a search gets: a machine that needs longer would never be seen to win.

    `seconds`: the time of a run; without it, a little more than the level's par, and at least `SECONDS`.
    """
    if seconds is None:
        par = design.par.seconds if design.par is not None else 0.0
        seconds = max(SECONDS, par + _SPARE_S)
    return max(1, round(seconds * design.world.tick_rate))


def patience(design: Design) -> int:
    """Return how many ticks a run of a level gets to win: more than twice its par, if it has one."""
    par = design.par.seconds if design.par is not None else 0.0
    return round(max(SECONDS, 2.0 * par + _SPARE_S) * design.world.tick_rate)
