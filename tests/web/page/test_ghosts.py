"""Another recording's run is drawn through a page's, and the tick is named at which the two part."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.errors import Refused
from sandbox.levels import library
from sandbox.recording import reader
from sandbox.render.pictures import film_plan
from sandbox.tasks.progress import unseen
from sandbox.web.page import ghosts, make
from sandbox.web.page.chapters import Cut
from sandbox.web.page.ghosts import OtherRun
from sandbox.web.page.make import PageOptions
from tests.web.page.test_make import head_of

GEARS = Path(__file__).parents[3] / "replays" / "gears.replay"
BRIEF = PageOptions(cut=Cut(end=0.2))


def test_a_run_beside_itself_never_parts() -> None:
    page = make.page(film_plan.read(GEARS), BRIEF, unseen, ghost=ghosts.read(GEARS, GEARS))
    (chapter,) = head_of(page)["chapters"]
    assert chapter["ghost"]["partsAt"] is None and chapter["ghost"]["frames"] == chapter["frames"] == 13
    assert "parted" not in [what for _, what, _, _ in chapter["happened"]]


def test_the_tick_at_which_two_runs_part_is_marked() -> None:
    recording = reader.read(GEARS)
    first, digests = next(iter(recording.hashes.items()))
    flipped = digests[: 8 * 9] + bytes(8) + digests[8 * 10 :]
    other = recording._replace(hashes={**recording.hashes, first: flipped})
    ghost = OtherRun(film_plan.read(GEARS), "other.replay", (recording, other))
    (chapter,) = head_of(make.page(film_plan.read(GEARS), BRIEF, unseen, ghost=ghost))["chapters"]
    assert chapter["ghost"]["partsAt"] == first + 9
    assert chapter["happened"][-1][:2] == [first + 9, "parted"]


def test_only_recordings_are_compared() -> None:
    with pytest.raises(Refused, match="takes two recordings"):
        ghosts.read(library.find("drop"), GEARS)
