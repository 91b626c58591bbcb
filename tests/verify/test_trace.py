"""The exported trace of a session: every body on every tick, bit by bit, and whose each command was."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox import cli
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.verify import trace
from tests.support import pile

CRATE, BALL = 4, 5  # of a pile
BEGUN, TICKS = 10, 40


class Played:
    """A session of two, its recording, and what was seen in it while it went on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        design = pile(3)
        recorder = Recorder(path, design, 0, fingerprint.current())
        session = self.session = Session(design, 0, recorder)
        session.do(c.Join("Bo"))
        session.do(c.Join("=1+1", player=1))
        session.do(c.Place("crate", 1.0, 3.0, player=1, number=1))
        session.advance(BEGUN)
        session.do(c.Start())
        self.rows = {BEGUN: session.snapshot().rows}
        for tick in range(BEGUN + 1, BEGUN + TICKS + 1):
            if tick == BEGUN + 6:
                session.do(c.Grab(CRATE, 0.3, 0.5, player=1))
                session.do(c.Grab(BALL, 0.7, 0.5))
            session.advance(1)
            self.rows[tick] = session.snapshot().rows
        session.do(c.Stop())
        session.advance(5)
        recorder.close(session, "done", fingerprint.current())


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("trace") / "two.replay")


def exported(played: Played, name: str, *options: object, code: int = 0) -> list[dict[str, Any]]:
    out = played.path.with_name(name)
    out.unlink(missing_ok=True)
    with pytest.raises(SystemExit) as left:
        cli.main(["export", str(played.path), "-o", str(out), *map(str, options)])
    assert left.value.code == code
    with out.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)] if name.endswith(".csv") else [json.loads(line) for line in file]


@pytest.mark.parametrize(("name", "as_hex"), [("one.csv", False), ("one.jsonl", True)])
def test_every_body_of_every_tick_reads_back_to_the_same_bits(played: Played, name: str, as_hex: bool) -> None:
    lines = exported(played, name, *(["--hex"] if as_hex else []))
    read = float.fromhex if as_hex else float
    for tick, rows in played.rows.items():
        here = [line for line in lines if line["line"] == "body" and int(line["tick"]) == tick]
        numbers = [[read(line[name]) for name in trace.NUMBERS] for line in here]
        assert np.array(numbers).tobytes() == rows.tobytes(), tick
    assert len(lines) == sum(map(len, played.rows.values())) + 7


@pytest.mark.parametrize("name", ["two.csv", "two.jsonl"])
def test_every_command_says_whose_it_was(played: Played, name: str) -> None:
    commands = [line for line in exported(played, name, "--what", "events") if line["line"] == "command"]
    guard = "'" if name.endswith(".csv") else ""  # a spreadsheet would take the name for a formula
    ann = ("1", f"{guard}=1+1")
    said = [(line["do"], str(line["player"]), line["by"]) for line in commands]
    assert said == [
        ("join", "0", "Bo"), ("join", *ann), ("place", *ann), ("start", "0", "Bo"), ("grab", *ann), ("grab", "0", "Bo"),
        ("stop", "0", "Bo"),
    ]  # fmt: skip
    place = commands[2] if name.endswith(".jsonl") else json.loads(commands[2]["what"])
    assert (place["kind"], place["x"], place["number"]) == ("crate", 1.0, 1)


def test_lines_come_in_the_order_of_time(played: Played) -> None:
    lines = exported(played, "order.jsonl")
    assert [line["tick"] for line in lines] == sorted(line["tick"] for line in lines)
    start = next(at for at, line in enumerate(lines) if line.get("do") == "start")
    assert lines[start + 1]["line"] == "body" and lines[start + 1]["tick"] == BEGUN
    grab = next(at for at, line in enumerate(lines) if line.get("do") == "grab")
    assert lines[grab - 1]["line"] == "body" and lines[grab - 1]["tick"] == lines[grab]["tick"]


def test_what_is_chosen_is_written_and_nothing_else(played: Played) -> None:
    options = ("--every", 8, "--parts", f"{CRATE},{BALL}", "--from-tick", 12, "--to-tick", 40, "--what", "bodies")
    lines = exported(played, "some.jsonl", *options)
    assert {line["part"] for line in lines} == {CRATE, BALL}
    assert sorted({line["tick"] for line in lines}) == [16, 24, 32, 40]


def test_a_session_that_runs_otherwise_here_is_written_and_told(
    played: Played, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    inner = Session.advance

    def faulty(session: Session, ticks: int = 1, seconds: float | None = None) -> None:
        if session.tick == BEGUN + 20 and session.machine is not None:
            body = session.machine.parts[BALL].bodies[0]
            body.velocity = (body.velocity.x + 1e-12, body.velocity.y)
        inner(session, ticks, seconds)

    monkeypatch.setattr(Session, "advance", faulty)
    assert exported(played, "faulty.jsonl", code=1)
    assert f"does not run here as it was recorded: tick {BEGUN + 21}" in capsys.readouterr().err


REFUSED = {
    ("-o", "x.txt"): "has to end with .csv or .jsonl",
    ("-o", "x.csv", "--parts", "4,ball"): "no numbers of parts",
    ("-o", "x.csv", "--parts", "99"): "--parts 99: no machine has had a body",
    ("-o", "x.csv", "--from-tick", "9", "--to-tick", "3"): "--to-tick 3: that is before --from-tick 9",
    ("-o", "nowhere/x.csv"): "there is no folder",
}


def test_what_cannot_be_written_is_said_in_a_sentence(
    played: Played, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(played.path.parent)
    before = set(played.path.parent.iterdir())
    for options, sentence in REFUSED.items():
        with pytest.raises(SystemExit) as left:
            cli.main(["export", str(played.path), *options])
        said = capsys.readouterr().err
        assert left.value.code == 2 and sentence in said and said.count("\n") == 1, said
    assert set(played.path.parent.iterdir()) == before
