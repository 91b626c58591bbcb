"""The chain of causes that leads to a goal: who struck, pulled, lit or threw whom, followed backwards from the win.

It reads the history of a run and what was noted while it went: impacts, events, links. Nothing is drawn here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.commands.session import Session
from sandbox.design.design import Design, conditions
from sandbox.machine.machine import Event
from sandbox.parts import blueprint
from sandbox.render.pictures.film_plan import Script, Shot
from sandbox.render.pictures.film_player import FilmPlayer
from sandbox.sound.impact_detector import ImpactDetector
from sandbox.workspace.past.history import History
from sandbox.workspace.past.runs import PastRun

MOVES = 0.06  # m/s: slower parts are at rest
_PAUSE_S = 0.15  # a part that rests for a shorter time has gone on moving
_LATE_S, _EARLY_S = 0.08, 0.35  # an impact that begins a motion is seen so much later or earlier than the motion
_THROW_S = 0.12  # from an explosion until a part moves that it throws
_NEAR = 0.6  # m between the middles of two parts of which one may have pushed the other
_LONGEST = 16  # links of the chain
_SILENT = frozenset({"left"})  # events that are no act of a part


class Beat(NamedTuple):
    """A link of the chain: from this tick on, the part is what leads to the goal."""

    tick: int
    part: int


class _Hit(NamedTuple):
    tick: int
    part: int
    struck: int


class RunRecord(NamedTuple):
    """A run with everything that tells who caused what."""

    run: PastRun
    hits: list[_Hit]
    events: list[Event]  # with ticks of the session

    @property
    def bangs(self) -> list[Event]:
        return [event for event in self.events if event.what == "exploded"]


def record(script: Script, end: Shot) -> RunRecord:
    """Play a script up to a moment of a run, and keep that run.

    Raises:
        BadFile: a command of the recording is refused here.
    """
    history = History(script.design)
    detector = ImpactDetector()
    hits: list[_Hit] = []
    events: list[Event] = []

    def watch(session: Session, new: Sequence[Event]) -> None:
        machine = session.machine
        if machine is None:
            detector.look(None)
            hits.clear()
            events.clear()
            return
        machine.read_rows()
        hits.extend(_Hit(session.tick, impact.part, impact.other) for impact in detector.look(machine))
        events.extend(event for event in new if event.what not in _SILENT)

    for _ in FilmPlayer(script, history).play([end], watch, lead=math.inf):
        pass
    return RunRecord(history.runs[-1], hits, events)


def chain(record: RunRecord, won: int) -> list[Beat]:
    """Return the beats that lead to the goals which were met on a tick, the first cause first."""
    search = _Search(record)
    part = search.goal_part(won)
    beats: list[Beat] = []
    seen: set[int] = set()
    tick = won
    while part and part not in seen and len(beats) < _LONGEST:
        seen.add(part)
        begin = search.began(part, tick)
        beats.append(Beat(begin, part))
        part, tick = search.cause(part, begin, seen)
    return beats[::-1]


class _Search:
    """Finds when each part began to move, and which part set it in motion."""

    def __init__(self, record: RunRecord) -> None:
        self._record, self._run = record, record.run
        self._rate = 1.0 / record.run.dt
        self._start = record.run.start
        design = record.run.design
        self._moving = {spec.id: self._moves(design, spec.id) for spec in design.parts}
        self._neighbours: dict[int, set[int]] = {spec.id: set() for spec in design.parts}
        for link in design.links:
            self._neighbours[link.a.part].add(link.b.part)
            self._neighbours[link.b.part].add(link.a.part)

    def _moves(self, design: Design, part: int) -> npt.NDArray[np.bool_]:
        """Tell for each tick of the run whether a body of the part moves."""
        run = self._run
        moves = np.zeros(run.length + 1, bool)
        for index, body in enumerate(blueprint(design.part_by_id[part]).bodies):
            row = run.row_of.get((part, index))
            if row is None or body.kind == "static":
                continue
            ticks, x = run.column(row, 0)
            _, y = run.column(row, 1)
            if len(ticks) < 2:
                continue
            seconds = np.diff(ticks) * run.dt
            speeds = np.hypot(np.diff(x.astype(float)), np.diff(y.astype(float))) / seconds
            fast = np.append(speeds > MOVES, False)
            moves[ticks[fast] - self._start] = True
        return moves

    def goal_part(self, won: int) -> int:
        """Return the part that the goal met last is about; if it names none, the one that has moved last."""
        design = self._run.design
        before, after = self._run.goals_met(max(self._start, won - 1)), self._run.goals_met(won)
        fresh = [goal for goal, was, now in zip(design.goals, before, after, strict=False) if now and not was]
        for goal in fresh or design.goals:
            about = [*conditions(goal.when)]
            kinds = {getattr(condition, "kind", None) for condition in about}
            alike = [spec.id for spec in design.parts if spec.kind in kinds and self._moving[spec.id].any()]
            latest_first = sorted(alike, key=lambda part: -self._last_moving(part, won))
            parts = [*latest_first, *(part for condition in about for part in condition.subjects(design))]
            moved = [part for part in parts if part in self._moving and self._moving[part].any()]
            for part in (*moved, *parts):
                if part in self._moving:
                    return part
        latest = {part: self._last_moving(part, won) for part in self._moving}
        return max(latest, key=lambda part: (latest[part], -part), default=0)

    def _last_moving(self, part: int, tick: int) -> int:
        """Return the last tick on which a part moved; -1 if it has not."""
        ticks = np.flatnonzero(self._moving[part][: tick - self._start + 1])
        return self._start + int(ticks[-1]) if len(ticks) else -1

    def began(self, part: int, tick: int) -> int:
        """Return the tick on which a part began to act or to move, as it was doing on a later tick."""
        acts = [event.tick for event in self._record.events if event.part == part and event.tick <= tick]
        last = self._last_moving(part, tick)
        if last < 0:
            return min(acts, default=tick)
        ticks = np.flatnonzero(self._moving[part][: last - self._start + 1])
        gaps = np.flatnonzero(np.diff(ticks) > _PAUSE_S * self._rate)
        begin = self._start + int(ticks[gaps[-1] + 1] if len(gaps) else ticks[0])
        return min([begin, *acts])

    def cause(self, part: int, begin: int, seen: set[int]) -> tuple[int, int]:
        """Return the part that set another one going on a tick, and when it did; (0, tick) if nothing did."""
        if begin <= self._start:
            return 0, begin
        for find in (self._struck, self._thrown, self._linked, self._pushed):
            cause = find(part, begin, seen)
            if cause:
                return cause, begin
        return 0, begin

    def _struck(self, part: int, begin: int, seen: set[int]) -> int:
        first, last = begin - _EARLY_S * self._rate, begin + _LATE_S * self._rate
        others = [
            (abs(hit.tick - begin), hit.struck if hit.part == part else hit.part)
            for hit in self._record.hits
            if part in (hit.part, hit.struck) and first <= hit.tick <= last
        ]
        return next(
            (neighbour for _, neighbour in sorted(others) if neighbour not in seen and self._acts(neighbour, begin)), 0
        )

    def _thrown(self, part: int, begin: int, seen: set[int]) -> int:
        bangs = [
            bang.part
            for bang in self._record.bangs
            if begin - _THROW_S * self._rate <= bang.tick <= begin + _LATE_S * self._rate
        ]
        return next((bang for bang in bangs if bang not in seen), 0)

    def _linked(self, part: int, begin: int, seen: set[int]) -> int:
        active = {neighbour: self._last_act(neighbour, begin) for neighbour in sorted(self._neighbours[part] - seen)}
        neighbour = max(active, key=lambda id_: active[id_], default=0)
        return neighbour if neighbour and active[neighbour] >= 0 else 0

    def _pushed(self, part: int, begin: int, seen: set[int]) -> int:
        """Return the nearest part that moves: impacts too soft to be noted are found so."""
        x, y = self._position(part, begin)
        near = [
            (math.dist((x, y), self._position(neighbour, begin)), neighbour)
            for neighbour in self._moving
            if neighbour not in seen and self._acts(neighbour, begin)
        ]
        distance, neighbour = min(near, default=(math.inf, 0))
        return neighbour if distance <= _NEAR else 0

    def _position(self, part: int, tick: int) -> tuple[float, float]:
        row = self._run.row_of.get((part, 0))
        spec = self._run.design.part_by_id[part]
        return self._run.pose(row, tick) if row is not None else (spec.x, spec.y)

    def _acts(self, part: int, tick: int) -> bool:
        """Tell whether a part moved or did something shortly before a tick."""
        last = self._last_act(part, tick)
        return last >= 0 and last >= tick - _EARLY_S * self._rate

    def _last_act(self, part: int, tick: int) -> int:
        acts = [event.tick for event in self._record.events if event.part == part and event.tick <= tick]
        return max([self._last_moving(part, tick), *acts]) if part in self._moving else -1
