"""Where the recordings that solve a level lie, those of other ways among them."""

from __future__ import annotations

from pathlib import Path

from sandbox.levels.solution_places import recordings_beside


def test_recordings_of_other_ways_follow_the_solution_by_their_numbers(tmp_path: Path) -> None:
    level = tmp_path / "levels" / "crane.toml"
    replays = tmp_path / "replays"
    for folder in (level.parent, replays):
        folder.mkdir()
    assert recordings_beside(level) == ()
    names = ("crane.replay", "crane.way10.replay", "crane.way2.replay", "crane.ways.replay", "cranes.way2.replay")
    for name in names:
        (replays / name).touch()
    found = [path.name for path in recordings_beside(level)]
    assert found == ["crane.replay", "crane.way2.replay", "crane.way10.replay"]
    (replays / "crane.replay").unlink()
    assert recordings_beside(level) == (), "the others are of no use without the first"
