"""Plan of a film that makes itself: the camera follows what leads to the goal, slow at bangs and at the goal.

Pure: the same recording gives the same film. Nothing is drawn here.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from sandbox.commands.driver import RunSpan
from sandbox.design.geometry import Box, Point
from sandbox.errors import Refused
from sandbox.machine.removals import WORLD_MARGIN
from sandbox.parts import blueprint
from sandbox.parts.kind import pose_of
from sandbox.render.pictures.causes import Beat, RunRecord, chain, record
from sandbox.render.pictures.film_plan import Film, FilmView, Script, Shot, TitleCard, run_of
from sandbox.workspace.past.runs import PastRun

CARD_S = 2.0  # that the title card is shown
_AFTER_S = 2.5  # after the win
_BEFORE_S = 1.0  # before the first cause
_AHEAD_S = 0.7  # the camera turns to a part so long before it moves
_SLOW = 0.25  # times real time at bangs and at the goal
_BANG_S = (0.1, 0.35)  # s of the run before and after a bang that are slow
_GOAL_S = (0.5, 0.25)
_RAMP_S = 0.15  # s of the run over which the pace changes
_LONGEST_S = 90.0  # of a film; a longer run is shown faster
_CLOSE = 0.45  # share of the level's width that is seen around a part
_ROOM = 3.0  # times the size of a part that is seen around it at least
_TURN_S = 0.3  # time constant of the camera


class WatchPlan(NamedTuple):
    """A film with the facts that its plan is based on."""

    film: Film
    beats: list[Beat]
    run: PastRun
    won: int  # tick of the session


def plan(script: Script, fps: int, number: int | None = None, aspect: float = 16 / 9) -> WatchPlan:
    """Plan the film of a run that was won (number `number`, or the last one); `aspect` is width over height.

    Raises:
        BadFile: a command of the recording is refused here.
        Refused: there is no such run, or it was not won.
    """
    if not 1 <= fps <= 240:
        raise Refused(f"{fps} frames a second: a film has 1 to 240")
    span = run_of(script, number)
    recorded = record(script, Shot(*span.end))
    won = recorded.run.won
    if won is None:
        raise Refused(
            f"{script.name}: that run does not solve the level, so there is no way to the goal to follow; leave out "
            "--follow"
        )
    beats = chain(recorded, won)
    film = _film(script, span, recorded, won, beats, fps, aspect)
    return WatchPlan(film, beats, recorded.run, won)


def _film(
    script: Script, span: RunSpan, recorded: RunRecord, won: int, beats: list[Beat], fps: int, aspect: float
) -> Film:  # fmt: skip
    rate = script.rate
    first = max(span.begin.tick, (beats[0].tick if beats else span.begin.tick) - round(_BEFORE_S * rate))
    last = min(span.end.tick, won + round(_AFTER_S * rate))
    zones = [_SlowStretch(bang.tick, *_BANG_S) for bang in recorded.bangs] + [_SlowStretch(won, *_GOAL_S)]
    base = max(1.0, (last - first) / rate / _LONGEST_S)
    card = round(CARD_S * fps)
    places = [float(first)] * card
    place = float(first)
    while place < last:
        places.append(place)
        place += _pace(place, zones, rate, base) * rate / fps
    places += [float(last)] * fps  # the last picture stays for a second
    moments = [Shot(int(at), span.begin.commands, at - int(at)) for at in places]
    moments = [shot._replace(commands=_commands(script, span, shot.tick)) for shot in moments]
    views = _Operator(recorded.run, beats, won, aspect).follow(places, card, fps)
    title = recorded.run.design.title
    seconds = (won - span.begin.tick) / rate
    return Film(script, moments, fps, tuple(views), TitleCard(title, f"solved in {seconds:.3f} s", card))


def _commands(script: Script, span: RunSpan, tick: int) -> int:
    """Number of commands that have been given by a tick of a run."""
    count = span.begin.commands
    while count < span.end.commands and script.commands[count][0] <= tick:
        count += 1
    return count


class _SlowStretch(NamedTuple):
    """A stretch of the run that is shown slowly: so many seconds before and after a tick."""

    tick: int
    before: float
    after: float

    def nearness(self, place: float, rate: int) -> float:
        """1 within the zone, 0 outside, and between them near its ends."""
        since = (place - self.tick) / rate
        outside = max(-self.before - since, since - self.after, 0.0)
        return max(0.0, 1.0 - outside / _RAMP_S)


def _pace(place: float, zones: list[_SlowStretch], rate: int, base: float) -> float:
    """Times real time at a place of the run."""
    slow = max((zone.nearness(place, rate) for zone in zones), default=0.0)
    return base + (_SLOW - base) * slow


class _Operator:
    """Moves the camera: all of the level at first and at last, close to the part that leads to the goal in between."""

    def __init__(self, run: PastRun, beats: list[Beat], won: int, aspect: float) -> None:
        self._run, self._beats, self._won, self._aspect = run, beats, won, aspect
        self._world = run.design.world
        self._whole = max(self._world.width, self._world.height * aspect) * 1.04

    def follow(self, places: list[float], still: int, fps: int) -> list[FilmView]:
        """Return the view of each frame. The first `still` frames show the whole level."""
        x, y, width = self._all()
        share = 1.0 - math.exp(-1.0 / fps / _TURN_S)
        views = []
        for index, place in enumerate(places):
            to = self._all() if index < still else self._aim(place)
            x, y = x + (to.x - x) * share, y + (to.y - y) * share
            width *= (to.width / width) ** share
            views.append(self._inside(x, y, width, to.y))
        return views

    def _all(self) -> FilmView:
        return FilmView(self._world.width / 2, self._world.height / 2, self._whole)

    def _aim(self, place: float) -> FilmView:
        """Return the view to turn to at a place of the run."""
        rate = 1.0 / self._run.dt
        if not self._beats or place > self._won + _GOAL_S[1] * rate:
            return self._all()
        ahead = place + _AHEAD_S * rate
        beat = next((beat for beat in reversed(self._beats) if beat.tick <= ahead), self._beats[0])
        # As the camera is late by its time constant, it aims at where the part will be by then.
        x, y = self._position(beat.part, min(self._run.last, int(place + _TURN_S * rate)))
        return FilmView(x, y, min(self._whole, max(_CLOSE * self._world.width, _ROOM * self._size(beat.part))))

    def _position(self, part: int, tick: int) -> Point:
        spec = self._run.design.part_by_id[part]
        plan = blueprint(spec)
        index = next((index for index, body in enumerate(plan.bodies) if body.kind == "dynamic"), 0)
        row = self._run.row_of.get((part, index))
        x, y = self._run.pose(row, tick) if row is not None else (spec.x, spec.y)
        sky = self._world.height + WORLD_MARGIN
        inside = -1.0 < x < self._world.width + 1.0 and -1.0 < y < sky
        return (x, y) if inside else (spec.x, spec.y)  # parts that are gone wait far below

    def _size(self, part: int) -> float:
        spec = self._run.design.part_by_id[part]
        box: Box = blueprint(spec).bounds(pose_of(spec))
        return max(box.x1 - box.x0, box.y1 - box.y0)

    def _inside(self, x: float, y: float, width: float, aimed: float) -> FilmView:
        """Keep a view within the level, and what is aimed at (m) in its middle where that goes up into the sky."""
        height = width / self._aspect
        top = self._world.height if aimed <= self._world.height else aimed + height / 2
        return FilmView(_kept(x, width / 2, self._world.width), _kept(y, height / 2, top), width)


def _kept(middle: float, half: float, length: float) -> float:
    """Middle of a view that shows nothing beyond the edges, if it can."""
    return min(max(middle, half), length - half) if 2.0 * half < length else length / 2
