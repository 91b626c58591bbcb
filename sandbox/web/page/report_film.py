"""The films of a report of `verify`: a run again, with the recorded one drawn through it, in the player of the pages.

All films of a report share one player, so a film is only the numbers of a page.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from sandbox.commands.driver import count_before, runs
from sandbox.parts import KINDS
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_plan import Shot
from sandbox.render.scenes.scenery import FULL
from sandbox.tasks.progress import unseen
from sandbox.verify.page import PLACE, PagePlayer, RunPair
from sandbox.web.page import ghosts
from sandbox.web.page.chapters import PageChapter
from sandbox.web.page.filling import document, hash_of, script_of, text_of
from sandbox.web.page.make import SCRIPTS, PageMaker, PageOptions
from sandbox.web.page.pack import Pack

_RECORDED = "the recorded run"


def player() -> PagePlayer:
    """Return the player of all films of a report, with the sources that the report's rule of content has to name."""
    style, script = text_of("page.css"), script_of(SCRIPTS)
    sources = f"'{hash_of(script)}'", f"'{hash_of(style)}'"
    policy = f"default-src 'none'; script-src {sources[0]}; style-src {sources[1]}; base-uri 'none'; form-action 'none'"
    parts = {"KIND": "film", "HOME": "", "SCRIPT": script, "DATA": PLACE, "VERIFIER": "", "BLOCKS": ""}
    return PagePlayer(
        document("page.html", "Both runs", policy, style, parts), script=sources[0], style=sources[1], film=film
    )


def film(pair: RunPair) -> str:
    """Return the numbers of a film: the re-run, and through it the recorded run as far as that is known.

    Raises:
        BadFile: the recording can't be read.
    """
    script = film_plan.read(Path(pair.file))
    begins = [span.begin.tick for span in runs(script.commands, script.ticks)]
    number = bisect.bisect_right(begins, pair.ticks[0])
    # A moment is shown before the commands on its tick, as `old_run` takes it.
    shots = [Shot(tick, count_before(script.commands, tick)) for tick in pair.ticks]
    chapter = PageChapter(number, shots, f"Run {number}", begins[number - 1])
    pack = Pack()
    maker = PageMaker(script, PageOptions(theme="", sound=False), pack, lambda *_: None)
    head = maker.whole([chapter], unseen)
    (taken,) = head["chapters"]
    known = [bool(np.isfinite(frame).all()) for frame in pair.then]
    taken["ghost"] = {
        "name": _RECORDED,
        **ghosts.take(script, chapter, pack, maker.tables, taken, FULL, _held(pair, known)),
        "partsAt": pair.bad,
        "part": pair.first_part,
        "apart": [float(f"{1000 * shift:.3g}") for shift in pair.shifts],
        "known": None if all(known) else [tick for tick, is_known in zip(pair.ticks, known, strict=True) if is_known],
    }
    design = script.design
    spec = design.part_by_id.get(pair.first_part)
    where = f": {spec.name or KINDS[spec.kind].title}" if spec is not None else ""
    taken["happened"].append((pair.bad, "parted", f"from here on it is not as recorded{where}", pair.first_part))
    head["tables"] = maker.tables.described()
    return pack.text(head)


def _held(pair: RunPair, known: Sequence[bool]) -> ghosts.Poses:
    """Return the poses of the recorded run; where they are unknown, the last known ones or the first of the re-run."""
    poses = pair.then.copy()
    for frame, is_known in enumerate(known):
        if not is_known:
            poses[frame] = poses[frame - 1] if frame else pair.now[0]
    return poses
