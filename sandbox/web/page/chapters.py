"""The chapters of a page: each run of a recording, and the steps of building before it as still pictures."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandbox.commands.driver import RunSpan, count_until
from sandbox.errors import Refused
from sandbox.render.pictures.film_options import LATEST, MOST_FRAMES
from sandbox.render.pictures.film_plan import Script, Shot, run_of, runs

FPS = 60  # pictures a second, unless asked otherwise
MOST_PICTURES = 60_000
MOST_STILLS = 400
_ADVICE = "choose a piece of it with --run, --from and --to, or fewer pictures with --fps"


class PageChapter(NamedTuple):
    """A run (its number, from 1), or a step of building (0), with the moments to take of it."""

    number: int
    shots: list[Shot]
    text: str = ""
    begin: int = 0  # tick of the session on which the run begins


class Cut(NamedTuple):
    """The piece of a recording that a page shows. Without a run it is all of it."""

    run: int | None = None
    begin: float | None = None  # s of that run, or of the last
    end: float | None = None


def plan(script: Script, fps: int, cut: Cut) -> list[PageChapter]:
    """Plan the pictures of a page.

    Raises:
        Refused: there is no such run or time, or there would be too many pictures.
    """
    if not 1 <= fps <= MOST_FRAMES:
        raise Refused(f"{fps} pictures a second: a page has 1 to {MOST_FRAMES}")
    for moment in (cut.begin, cut.end):
        if moment is not None and not (math.isfinite(moment) and 0 <= moment <= LATEST):
            raise Refused(f"the time {moment:g} s does not fit: give seconds of the run, 0 or more")
    if script.endless or cut != Cut():
        number = cut.run or (1 if script.endless else len(runs(script)))
        chapters = [_run(script, number, run_of(script, cut.run, cut.end), fps, cut)]
    else:
        spans = runs(script)
        chapters = _whole(script, spans, fps)
    pictures = sum(len(chapter.shots) for chapter in chapters)
    if pictures > MOST_PICTURES:
        raise Refused(f"a page of {pictures} pictures: it holds up to {MOST_PICTURES}; {_ADVICE}")
    return chapters


def _whole(script: Script, spans: list[RunSpan], fps: int) -> list[PageChapter]:
    stills = _stills(script, spans)
    every = max(1, -(-len(stills) // MOST_STILLS))
    # The last step before each run is always there: it is what the run begins with.
    last = {max((still.shots[0].commands for still in stills if still.shots[0].commands < span.begin.commands),
                default=0) for span in spans}  # fmt: skip
    kept = [
        still for number, still in enumerate(stills) if number % every == 0 or still.shots[0].commands in last
    ]  # fmt: skip
    chapters = [*kept, *(_run(script, number, span, fps, Cut()) for number, span in enumerate(spans, 1))]
    return sorted(chapters, key=lambda chapter: (chapter.shots[0].commands, chapter.shots[0].tick))


def _stills(script: Script, spans: list[RunSpan]) -> list[PageChapter]:
    """Return the design at the beginning, and after each command that changed it while nothing ran."""
    stills = [PageChapter(0, [Shot(0, 0)], "At the beginning")]
    running = {index for span in spans for index in range(span.begin.commands, span.end.commands)}
    for index, (tick, command) in enumerate(script.commands):
        if command.changes_design and index not in running:
            text = command.phrase
            stills.append(PageChapter(0, [Shot(tick, index + 1)], text[:1].upper() + text[1:]))
    return stills


def _run(script: Script, number: int, span: RunSpan, fps: int, cut: Cut) -> PageChapter:
    """Return the pictures of a run: evenly from its first tick on, and its very last one."""
    rate = script.rate
    length = span.ticks
    first = round((cut.begin or 0.0) * rate)
    last = length if cut.end is None else min(length, round(cut.end * rate))
    if first > last:
        raise Refused(
            f"a page from {first / rate:g} s to {last / rate:g} s: --from comes before --to, both in seconds of the "
            f"run, which is {length / rate:.3f} s long"
        )
    fps = min(fps, rate)
    ticks = [first + frame * rate // fps for frame in range((last - first) * fps // rate + 1)]
    if ticks[-1] != last:
        ticks.append(last)
    if len(ticks) > MOST_PICTURES:
        raise Refused(f"a page of {len(ticks)} pictures: it holds up to {MOST_PICTURES}; {_ADVICE}")
    shots = [_shot(script, span, span.begin.tick + tick) for tick in ticks]
    return PageChapter(number, shots, f"Run {number}", span.begin.tick)


def _shot(script: Script, span: RunSpan, tick: int) -> Shot:
    count = min(span.end.commands, count_until(script.commands, tick))
    return Shot(tick, max(span.begin.commands, count))
