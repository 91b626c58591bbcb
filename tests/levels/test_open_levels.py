"""The open puzzles that come with the program: each may be won in several ways, and each way is recorded.

`tests/test_replays.py` holds that nothing wins without a player, that the author's own way does, and that every
recording still ends in the same state.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.levels import levels, library, solutions
from sandbox.levels.open_figures import reached_by
from sandbox.levels.solution_places import recordings_beside
from sandbox.levels.ways import numbers, traced_win, way_of
from sandbox.recording import reader
from sandbox.trials.checks import open_puzzles
from sandbox.trials.solved_run import facts_and_way

OPEN = [path for chapter in library.bundled_chapters() for path in chapter.open]
REPLAYS = Path(__file__).parents[2] / "replays"


def of_other_ways() -> list[Path]:
    """The recordings of other ways than the author's own."""
    return [path for path in REPLAYS.rglob("*.replay") if re.search(r"\.way\d+$", path.stem)]


def test_what_a_chapter_opens_is_open_and_nothing_else_is() -> None:
    assert {path for path in library.bundled_levels() if levels.read(path).open} == set(OPEN)


def test_each_recording_of_another_way_belongs_to_an_open_puzzle() -> None:
    beside = {recording.resolve() for path in OPEN for recording in recordings_beside(path)}
    assert [path for path in of_other_ways() if path.resolve() not in beside] == []


@pytest.mark.parametrize("path", OPEN, ids=lambda path: path.stem)
def test_it_is_one_to_invent_a_machine_for(path: Path) -> None:
    assert [finding.text for finding in open_puzzles.findings(levels.read(path)) if finding.grade != "good"] == []


@pytest.mark.parametrize("path", OPEN, ids=lambda path: path.stem)
def test_at_least_three_recorded_ways_win_it_and_differ_and_its_aims_can_be_reached(path: Path) -> None:
    level, recordings, found = levels.read(path), recordings_beside(path), []
    assert len(recordings) >= open_puzzles.LEAST_WAYS
    for recording in recordings:
        read = reader.read(recording)
        assert levels.as_run(read.head.design) == levels.as_run(level), f"{recording.name} is of another state of it"
        win = traced_win(read, level)
        found.append(facts_and_way(win.run.solved, level, win.chain))
    assert numbers([way for _, way in found]) == list(range(1, len(found) + 1))
    assert all(reached_by(level, [facts for facts, _ in found])), "each aim is reached by a recorded way"


def test_what_is_one_way_twice_and_what_wins_nothing_is_noticed(tmp_path: Path) -> None:
    path = library.find("drop")
    level, recording = replace(levels.read(path), open=True), recordings_beside(path)[0]
    other = REPLAYS / "roll.replay"
    ways, problems = open_puzzles.ways_in(level, (recording, recording, other))
    assert [one.way for one in ways] == [way_of(solutions.solution(recording))] * 2
    grades = [(finding.grade, finding.text) for finding in open_puzzles.of_ways(ways, problems)]
    assert [grade for grade, _ in grades] == ["bad", "doubt", "doubt"]
    assert grades[0][1].startswith("roll.replay does not solve it: ")
    assert grades[1][1].startswith("drop.replay and drop.replay show the same way")
    assert grades[2][1] == "1 way in 2 recordings: record 2 more beside it, as NAME.way3.replay"
