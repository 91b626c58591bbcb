"""What `sandbox show --json` prints of a recording is what `sandbox run --commands` takes, for every recording."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandbox import cli
from sandbox.cli.run import read_script
from sandbox.recording import reader, recording
from sandbox.tasks.child import ROOT

RECORDINGS = sorted((ROOT / "replays").rglob("*.replay"))


@pytest.mark.parametrize("path", RECORDINGS, ids=[path.stem for path in RECORDINGS])
def test_each_recording_is_taken_as_it_is_shown(path: Path, tmp_path: Path) -> None:
    read = reader.read(path)
    moves = tmp_path / "moves.jsonl"
    moves.write_text("".join(json.dumps(line) + "\n" for line in recording.describe(read)))
    script = read_script(str(moves))
    assert [(tick, command) for tick, command, _ in script.steps] == read.commands
    assert script.end == read.ticks


def test_the_recordings_hold_every_kind_of_line() -> None:
    """Otherwise the test above would not see all there is to be skipped."""
    kinds = {line.get("line") for path in RECORDINGS for line in recording.describe(reader.read(path))}
    assert kinds == {None, "head", "bless", "class", "mark", "end"}


@pytest.mark.parametrize("name", ["drop", "topple", "gears"])
def test_a_run_of_the_moves_ends_as_the_recording(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = ROOT / "replays" / f"{name}.replay"
    with pytest.raises(SystemExit):
        cli.main(["show", str(path), "--json"])
    moves = tmp_path / "moves.jsonl"
    moves.write_text(capsys.readouterr().out)
    with pytest.raises(SystemExit) as left:
        cli.main(["run", name, "--commands", str(moves), "--expect", "won", "--json"])
    answer = json.loads(capsys.readouterr().out)
    read = reader.read(path)
    assert left.value.code == 0 and answer["tick"] == read.ticks
    from sandbox.recording import fingerprint

    if fingerprint.arithmetic() == read.head.fingerprint.arithmetic:
        assert read.end is not None and answer["end_hash"] == read.end.hash.hex()


MOVES_OF_TWO = """\
{"tick": 0, "do": "join", "name": "Bo"}
{"tick": 0, "do": "join", "name": "Ann", "player": 1}
{"tick": 0, "do": "place", "kind": "crate", "x": 0.6, "y": 0.25, "player": 1, "number": 1}
{"tick": 0, "do": "move", "part": -1, "x": 0.7, "y": 0.25, "player": 1}
{"tick": 0, "do": "place", "kind": "crate", "x": 1.2, "y": 0.25}
{"tick": 1, "do": "start"}
{"tick": 9, "do": "grab", "part": 2, "x": 0.7, "y": 0.3, "player": 1}
{"tick": 9, "do": "grab", "part": 3, "x": 1.2, "y": 0.3}
{"tick": 20, "do": "drag", "x": 0.7, "y": 0.9, "player": 1}
"""


def test_two_at_one_machine_are_told_apart_all_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level, moves, one, two = (tmp_path / name for name in ("hot.toml", "moves.jsonl", "one.replay", "two.replay"))
    level.write_text(
        'format = 1\nrules = 3\nparts = [{ id = 1, kind = "floor", x = 2.0, y = 0.05, props = { width = 4.0 } }]\n'
    )
    moves.write_text(MOVES_OF_TWO)

    def run(out: Path) -> None:
        with pytest.raises(SystemExit):
            cli.main(["run", str(level), "--commands", str(moves), "--seconds", "0.5", "--record", str(out)])
        capsys.readouterr()

    run(one)
    with pytest.raises(SystemExit):
        cli.main(["show", str(one)])
    shown = capsys.readouterr().out
    assert "move part=2 x=0.7 y=0.25 angle=0.0 flip=false by Ann\n" in shown and "y=0.3 by Bo\n" in shown
    with pytest.raises(SystemExit):
        cli.main(["show", str(one), "--json"])
    moves.write_text(capsys.readouterr().out)
    run(two)
    first, again = reader.read(one), reader.read(two)
    assert first.commands == again.commands and first.end is not None and again.end is not None
    assert first.end.hash == again.end.hash
    assert [command.player for _, command in first.commands] == [0, 1, 1, 1, 0, 0, 1, 0, 1]


def test_a_line_of_a_kind_that_comes_later_is_skipped_and_other_lines_are_not(tmp_path: Path) -> None:
    moves = tmp_path / "moves.jsonl"
    moves.write_text('{"line": "of tomorrow", "tick": 1}\n{"tick": 2, "do": "start"}\n')
    assert [tick for tick, _, _ in read_script(str(moves)).steps] == [2]
    moves.write_text('{"lines": "head"}\n')
    with pytest.raises(ValueError, match="line 1"):
        read_script(str(moves))
