"""The chain of causes that leads to a goal: what set off what, followed backwards from the win. It draws nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from sandbox.causes.cause_tree import CauseTree, once
from sandbox.causes.traced_run import causes_until
from sandbox.commands.session import Session
from sandbox.design.design import conditions
from sandbox.machine.machine import Event
from sandbox.render.pictures.film_plan import Script, Shot
from sandbox.render.pictures.film_player import FilmPlayer
from sandbox.workspace.past.history import History
from sandbox.workspace.past.runs import PastRun


class Beat(NamedTuple):
    """A link of the chain: from this tick on, the part is what leads to the goal."""

    tick: int
    part: int


class RunRecord(NamedTuple):
    """A run with what set off what in it."""

    run: PastRun
    tree: CauseTree
    bangs: list[Event]  # explosions, with ticks of the session


def record(script: Script, end: Shot) -> RunRecord:
    """Play a script up to a moment of a run, and keep that run; then run it again for its causes.

    Raises:
        BadFile: a command of the recording is refused here.
    """
    history = History(script.design)
    bangs: list[Event] = []

    def watch(session: Session, new: Sequence[Event]) -> None:
        if session.machine is None:
            bangs.clear()
        bangs.extend(event for event in new if event.what == "exploded")

    for _ in FilmPlayer(script, history).play([end], watch, lead=math.inf):
        pass
    _, _, tree = causes_until(script.design, script.seed, script.commands, end.tick, end.commands)
    return RunRecord(history.runs[-1], tree, bangs)


def chain(record: RunRecord, won: int) -> list[Beat]:
    """Return the beats that lead to the goals which were met on a tick, the first cause first."""
    start = record.run.start
    part = _goal_part(record, won - start)
    way = once(record.tree.why(part, won - start))
    return [Beat(start + step.tick, step.part) for step in way]


def _goal_part(record: RunRecord, won: int) -> int:
    """Return the part that the goal met last is about; if none of its parts was set off, the one set off last.

    Args:
        won: the tick of the win since Start.
    """
    run, design = record.run, record.run.design
    latest = {step.part: number for number, step in enumerate(record.tree.steps) if step.tick <= won}
    before, after = run.goals_met(run.start + max(0, won - 1)), run.goals_met(run.start + won)
    fresh = [goal for goal, was, now in zip(design.goals, before, after, strict=False) if now and not was]
    for goal in fresh or design.goals:
        about = [*conditions(goal.when)]
        kinds = {getattr(condition, "kind", None) for condition in about}
        alike = [spec.id for spec in design.parts if spec.kind in kinds and spec.id in latest]
        subjects = [part for condition in about for part in condition.subjects(design) if part in latest]
        for part in (*sorted(alike, key=lambda part: -latest[part]), *subjects):
            return part
    return max(latest, key=lambda part: latest[part], default=0)
