"""Another recording's run, drawn through the one of a page; and the first tick at which the two part."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.commands.driver import runs
from sandbox.errors import Refused
from sandbox.recording import reader
from sandbox.recording.recording import Recording
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_plan import Script
from sandbox.render.pictures.film_player import FilmPlayer
from sandbox.verify import diff
from sandbox.web.page.chapters import PageChapter
from sandbox.web.page.pack import Pack
from sandbox.web.page.page_canvas import PageCanvas
from sandbox.web.page.tables import Tables
from sandbox.web.page.takes import RunTake

Poses = npt.NDArray[np.float32]


class OtherRun(NamedTuple):
    """A recording to draw through another one."""

    script: Script
    name: str
    recordings: tuple[Recording, Recording]  # that of the page, and this one

    def parts_at(self, number: int, chapter: PageChapter) -> int | None:
        """Return the tick of the page's session on which run `number` parts from this one's; None: it never does."""
        mine, theirs = self.recordings
        run = runs(mine.commands, mine.ticks)[number - 1]
        other = runs(theirs.commands, theirs.ticks)[chapter.number - 1]
        begins = run.begin.tick, other.begin.tick
        tick = diff.first_tick_of_runs(mine, theirs, begins, min(run.ticks, other.ticks))
        return None if tick is None else run.begin.tick + tick


def read(source: Path, other: Path) -> OtherRun:
    """Read the recording to draw through that of a page.

    Raises:
        BadFile: one of them can't be read.
        Refused: one of them is no recording, or nothing runs in the other.
    """
    for path in (source, other):
        if not reader.is_recording(path):
            raise Refused(f"{path}: a level has no ticks to compare; --beside takes two recordings")
    script = film_plan.read(other)
    if not film_plan.runs(script):
        raise Refused(f"{other}: nothing runs in it")
    return OtherRun(script, other.name, (reader.read(source), reader.read(other)))


def take(
    script: Script, chapter: PageChapter, pack: Pack, tables: Tables, beside: dict[str, Any], mode: str,
    poses: Poses | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Take the pictures of a run, without marks, as finely as those of the run `beside` which they are shown.

    Args:
        poses: where the bodies were (x, y and angle of each in every picture) in a run that went otherwise; commands
            that are refused here are left out then.

    Raises:
        BadFile: a command of the recording is refused here.
    """
    canvas, taken = PageCanvas(mode), None
    player = FilmPlayer(script, complaint=None if poses is None else lambda *_: None)
    for frame, (session, _) in enumerate(player.play(chapter.shots, lambda session, events: None)):
        machine = session.machine
        if machine is None:
            continue
        machine.read_rows()
        rows = machine.rows if poses is None else _resting(poses[frame])
        if taken is None:
            canvas.show_machine(machine)
            taken = RunTake(canvas, beside["pixel"])
        canvas.tick(rows, machine.states)
        taken.add(canvas, session)
    if taken is None:
        raise Refused(f"{script.name}: nothing runs in that piece of it")
    ticks = [shot.tick - chapter.shots[0].tick for shot in chapter.shots]
    return {
        "ticks": pack.array(np.array(ticks, np.uint32)),
        "tick": chapter.shots[0].tick,
        **taken.described(pack, tables),
        "marks": {},
        "pixel": beside["pixel"],
    }


def _resting(poses: Poses) -> npt.NDArray[np.float64]:
    """Return the rows of bodies at rest."""
    rows = np.zeros((len(poses), 6))
    rows[:, :3] = poses
    return rows
