"""`sandbox ways` as people call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox import cli
from sandbox.commands import commands as c
from sandbox.design.design import Count, Goal
from sandbox.levels import levels, solutions
from tests.levels.test_ways import LEVEL

ANY = Goal("The ball is down", Count("bowling_ball", 0.0, 0.0, 4.0, 0.5))  # which it is, whatever is built


@pytest.fixture
def level(tmp_path: Path) -> Path:
    """A level with three solutions beside it, two of which are one way."""
    path = tmp_path / "down.toml"
    design = replace(LEVEL, goals=(ANY,))
    levels.write(path, design)
    for name, kinds in (("one", ("crate",)), ("two", ("crate", "domino")), ("three", ("balloon",))):
        places = [(0, c.Place(kind, 2.0 + n, 0.2)) for n, kind in enumerate(kinds)]
        solutions.record_solution(tmp_path / f"{name}.replay", design, (*places, (0, c.Start())))
    return path


def said(*arguments: object, capsys: pytest.CaptureFixture[str], code: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.main(["ways", *map(str, arguments)])
    assert ended.value.code == code
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    return printed.out if code == 0 else printed.err


def test_recordings_are_grouped_by_their_ways(level: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [level.with_name(f"{name}.replay") for name in ("one", "three", "two")]
    *rows, last = said(level, *files, capsys=capsys).splitlines()
    assert [row.split(": ")[0] for row in rows] == ["way 1", "way 1", "way 2"]
    assert "two.replay: 2 pieces (crate, domino)" in rows[1] and "three.replay: 1 piece (balloon)" in rows[2]
    assert last == f"{level}: 2 different ways in 3 recordings"
    plain = [json.loads(line) for line in said(level, *files, "--json", capsys=capsys).splitlines()]
    assert [(row["way"], row["pieces"], row["kinds"]) for row in plain] == [
        (1, 1, ["crate"]), (1, 2, ["crate", "domino"]), (2, 1, ["balloon"]),
    ]  # fmt: skip


def test_without_recordings_the_known_ways_are_compared(
    level: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDBOX_DATA", str(tmp_path / "data"))
    assert said(level, capsys=capsys) == f"{level}: no way is known: nobody has solved it\n"
    level.with_name("one.replay").rename(level.with_suffix(".replay"))
    assert said(level, capsys=capsys).splitlines()[-1] == f"{level}: 1 way in 1 recording"


def test_a_recording_that_wins_nothing_is_refused_by_name(level: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = replace(LEVEL, title="Another", goals=(Goal("Never", Count("bowling_ball", 3.0, 2.0, 4.0, 3.0)),))
    levels.write(level, other)
    one = level.with_name("one.replay")
    sentence = " ".join(said(level, one, capsys=capsys, code=2).split())
    assert f"{one}: it does not solve {level}: no run in it wins the level" in sentence
