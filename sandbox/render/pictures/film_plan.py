"""Plan a picture or film: which run of a recording or level, from when to when, how fast, seen from where.

Nothing is drawn here. A film steps the session exactly and asks no clock: the same file and the same options give the
same moments.
"""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from sandbox.commands.commands import Live, Start, Stop
from sandbox.commands.driver import Driver, Position, RunSpan, Timed, count_until
from sandbox.commands.driver import runs as runs_of
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.levels import levels
from sandbox.recording import reader
from sandbox.render.pictures.film_options import CameraAim, check_length

_LEVEL_SECONDS = 10.0  # of a level that nobody solves
_AFTERMATH = 1.5  # s that a film goes on after it is decided


class Shot(NamedTuple):
    """A state of a session: the tick, how many of its commands have been carried out, and a part of the next tick."""

    tick: int
    commands: int
    leftover: float = 0.0  # ticks, below 1


class Script(NamedTuple):
    """The commands of a session with their ticks, and the design that it starts from."""

    design: Design
    seed: int
    commands: list[Timed]
    ticks: int  # the last tick there is; a level may run on for ever
    endless: bool
    name: str

    @property
    def rate(self) -> int:
        return self.design.world.tick_rate

    @property
    def whole(self) -> Shot:
        """The moment at its very end."""
        return Shot(self.ticks, len(self.commands))


class FilmView(NamedTuple):
    """The view of a camera: its middle, and how much of the width of the world it shows (m)."""

    x: float
    y: float
    width: float


class TitleCard(NamedTuple):
    """A title over the first frames of a film."""

    title: str
    text: str
    frames: int


class Film(NamedTuple):
    """Moments to show, `fps` of them for each second; with a view for each, where it has its own camera."""

    script: Script
    moments: list[Shot]
    fps: int
    views: tuple[FilmView, ...] = ()
    card: TitleCard | None = None


def read(source: Path) -> Script:
    """Read the session of a recording, or of a level, which consists of a Start.

    Raises:
        BadFile: it is neither, or can't be read.
    """
    if reader.is_recording(source):
        recorded = reader.read(source)
        return Script(
            recorded.head.design,
            recorded.head.seed,
            list(recorded.commands),
            recorded.ticks,
            False,
            str(source),
        )
    return of_level(levels.read(source), str(source))


def of_level(level: Design, name: str) -> Script:
    """Return the session of a level that is started and left alone."""
    return Script(level, 0, [(0, Start())], 0, True, name)


# -- which moment, which run


def still(script: Script, at: float | None = None, number: int | None = None, tick: int | None = None) -> Shot:
    """Choose the moment `at` seconds of a run (the last run); or a tick of the session.

    Without either, it is the last moment of the run, or a level at rest.

    Raises:
        Refused: there is no such moment or run.
    """
    if tick is not None:
        return moment_at(script, tick)
    if script.endless and at is None:
        return Shot(0, 0)  # at rest, before its Start
    if script.endless:
        return Shot(round((at or 0.0) * script.rate), 1)
    spans = runs(script)
    if not spans and number is None and at is None:
        return script.whole
    run = _pick(script, spans, number)
    return Shot(*run.end) if at is None else _moment_of_run(script, run, _tick_of(script, run, at))


def moment_at(script: Script, tick: int) -> Shot:
    """Return the moment of the session that a tick ends on."""
    if not script.endless and tick > script.ticks:
        raise Refused(f"{script.name} ends on tick {script.ticks}; there is no tick {tick}")
    return Shot(tick, count_until(script.commands, tick))


def _tick_of(script: Script, run: RunSpan, at: float) -> int:
    """Return the tick of the session that is `at` seconds of a run.

    Raises:
        Refused: the run ends before.
    """
    length = run.ticks / script.rate
    if at > length + 1.0 / script.rate:
        raise Refused(f"that run of {script.name} is {length:.3f} s long; there is nothing at {at:g} s of it")
    return min(run.begin.tick + round(at * script.rate), run.end.tick)


def _moment_of_run(script: Script, run: RunSpan, tick: int, leftover: float = 0.0) -> Shot:
    count = min(run.end.commands, count_until(script.commands, tick))
    return Shot(tick, max(run.begin.commands, count), leftover)


def runs(script: Script) -> list[RunSpan]:
    """List the runs of a session, in their order."""
    return runs_of(script.commands, script.ticks)


def _pick(script: Script, spans: list[RunSpan], number: int | None) -> RunSpan:
    """Choose the run of this number, from 1; without it, the last one."""
    if not spans:
        raise Refused(f"nothing runs in {script.name}: ask for a .png, of its end or of a --tick")
    if number is None:
        return spans[-1]
    if not 1 <= number <= len(spans):
        count = "1 run" if len(spans) == 1 else f"{len(spans)} runs"
        raise Refused(f"{script.name} has {count}; there is no run {number}")
    return spans[number - 1]


# -- films


def film(
    script: Script,
    fps: int,
    number: int | None = None,
    speed: Fraction = Fraction(1),
    begin: float | None = None,
    end: float | None = None,
) -> Film:
    """Plan the moments of a run at this speed: of run `number`, or of the last; `begin` and `end` in seconds of it.

    Raises:
        Refused: there is no such run or time, or the film would be too long.
    """
    run = run_of(script, number, end)
    first, last = _cut(script, run, begin, end)
    seconds = Fraction(last - first, script.rate) / speed
    check_length(seconds)
    step = Fraction(script.rate) * speed / fps  # ticks of a frame
    moments = []
    for frame in range(int(seconds * fps) + 1):
        ticks = frame * step
        tick = first + int(ticks)
        # Where a frame is shorter than a tick, bodies are drawn on their way to the next one, as in the window.
        leftover = float(ticks - int(ticks)) if step < 1 and tick < last else 0.0
        moments.append(_moment_of_run(script, run, tick, leftover))
    return Film(script, moments, fps)


def run_of(script: Script, number: int | None = None, end: float | None = None) -> RunSpan:
    """Return the run of this number, or the last one; that of a level ends at `end`, or a moment after it is decided.

    Raises:
        Refused: there is no such run.
    """
    if not script.endless:
        return _pick(script, runs(script), number)
    if number not in (None, 1):
        raise Refused(f"{script.name} is a level, which has one run; there is no run {number}")
    last = round(end * script.rate) if end is not None and math.isfinite(end) else _decided(script)
    return RunSpan(Position(0, 1), Position(last, 1))


def _cut(script: Script, run: RunSpan, begin: float | None, end: float | None) -> tuple[int, int]:
    """Return the first and the last tick of a film."""
    first, last = begin or 0.0, run.ticks / script.rate if end is None else end
    if not 0.0 <= first <= last or not math.isfinite(last):
        raise Refused(f"a film from {first:g} s to {last:g} s: --from comes before --to, both in seconds of the run")
    return _tick_of(script, run, first), _tick_of(script, run, last)


def _decided(script: Script) -> int:
    """Find the tick on which a film of a level ends: a moment after it is decided."""
    session = Session(script.design, script.seed)
    session.do(Start())
    last = round(_LEVEL_SECONDS * script.rate)
    while session.tick < last:
        session.advance()
        if session.outcome != "open":
            return min(last, session.tick + round(_AFTERMATH * script.rate))
    return last


def followed(script: Script, wanted: CameraAim) -> int:
    """Find the part that an aim follows; 0 if none. It may be placed only in the course of the recording.

    Raises:
        Refused: there is no such part at any time.
    """
    if not (wanted.part or wanted.kind):
        return 0
    session = Session(script.design, script.seed)
    kinds = {spec.id: spec.kind for spec in session.design.parts}
    edits = [(tick, command) for tick, command in script.commands if not isinstance(command, Start | Stop | Live)]
    try:
        for _ in Driver(session, edits).steps(script.ticks):
            kinds |= {spec.id: spec.kind for spec in session.design.parts}
    except Refused:
        pass  # the player reports it
    if wanted.kind:
        part = next((id_ for id_, kind in sorted(kinds.items()) if kind == wanted.kind), 0)
        if not part:
            raise Refused(f"there is no {wanted.kind} in {script.name} to follow")
        return part
    if wanted.part not in kinds:
        names = ", ".join(f"{id_} {kind}" for id_, kind in sorted(kinds.items())[:40])
        raise Refused(f"there is no part {wanted.part} in {script.name} to follow; its parts are: {names or 'none'}")
    return wanted.part
