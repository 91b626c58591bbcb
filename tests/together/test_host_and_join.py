"""`sandbox host` and `sandbox join`: processes with hash seeds of their own, on a network that is not good."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandbox import cli
from sandbox.cli.together.sides import CommandSource, SendAway, give
from sandbox.levels import levels
from sandbox.recording import reader
from sandbox.together import certificate
from sandbox.together.invitation import Invitation, parse
from tests.support import pile
from tests.together.bad_network import Way, bad_network
from tests.together.network import Network
from tests.together.race.test_race import LEVEL, Race
from tests.together.test_host_and_guests import essence, verified

START = {"tick": 2, "do": "start"}


def started(*arguments: object, seed: int) -> subprocess.Popen[str]:
    """A process of the program that reads nothing."""
    return subprocess.Popen(
        [sys.executable, "-m", "sandbox", *map(str, arguments)],
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def moves(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def dragging(tick: int, part: int, until: int) -> list[dict[str, Any]]:
    """A hand that swings a part about."""
    swings = [{"tick": at, "do": "drag", "x": 0.5 + (at % 120) / 150, "y": 0.9} for at in range(tick + 8, until - 8, 8)]
    return [{"tick": tick, "do": "grab", "part": part, "x": 0.5, "y": 0.4}, *swings, {"tick": until, "do": "release"}]


def test_two_processes_have_the_same_session_through_a_bad_network(tmp_path: Path) -> None:
    level = tmp_path / "pile.toml"
    levels.write(level, pile(12))
    hosts = moves(tmp_path / "host.jsonl", {"tick": 2, "do": "start"}, *dragging(20, 4, 400))
    guests = moves(tmp_path / "guest.jsonl", *dragging(40, 5, 500))
    mine, theirs = tmp_path / "host.replay", tmp_path / "guest.replay"
    host = started("host", level, "--wait", 1, "--commands", hosts, "--seconds", 4, "--record", mine, seed=1)
    try:
        assert host.stdout is not None
        line = host.stdout.readline().strip()
        with bad_network(parse(line).port, Way(0.03, 0.015, 0.01)) as proxy:
            through = parse(line)._replace(port=proxy.port).line
            join = started("join", through, "--name", "Ann\x1b[31m", "--commands", guests, "--record", theirs, seed=2)
            try:
                assert join.stderr is not None
                while "joins" not in (said := join.stderr.readline()):
                    assert said, "the guest has ended"
                proxy.cut()
                answers = [process.communicate(timeout=60) for process in (host, join)]
            finally:
                join.kill()
            assert max(proxy.bytes) / 4 < 12_000, "bytes a second"
    finally:
        host.kill()
    assert (host.returncode, join.returncode) == (0, 0), answers
    assert "you are back" in answers[1][1]
    assert "\x1b" not in answers[0][1]
    recording = verified(mine)
    assert essence(recording) == essence(verified(theirs))
    players = [command.player for _, command in recording.commands if command.verb == "drag"]
    assert min(players.count(0), players.count(1)) > 30
    assert answers[0][0] == answers[1][0] and "end hash" in answers[0][0]


def test_a_race_of_two_processes_is_won_by_who_wins_first_and_each_keeps_his_recording(tmp_path: Path) -> None:
    level = tmp_path / "down.toml"
    levels.write(level, LEVEL)
    hosts = moves(tmp_path / "host.jsonl", {"tick": 0, "do": "place", "kind": "crate", "x": 0.5, "y": 0.5}, START)
    guests = moves(tmp_path / "guest.jsonl", {"tick": 0, "do": "place", "kind": "tennis_ball", "x": 1, "y": 1}, START)
    mine, theirs = tmp_path / "host.replay", tmp_path / "guest.replay"
    host = started("host", level, "--race", "--wait", 1, "--commands", hosts, "--record", mine, seed=1)
    try:
        assert host.stdout is not None
        line = host.stdout.readline().strip()
        join = started("join", line, "--name", "Ann", "--commands", guests, "--record", theirs, "--json", seed=2)
        try:
            answers = [process.communicate(timeout=60) for process in (host, join)]
        finally:
            join.kill()
    finally:
        host.kill()
    assert (host.returncode, join.returncode) == (0, 0), answers
    result = answers[0][0].splitlines()[0]
    assert result.startswith("Ann has won the race: a run of 0.") and "1 piece," in result
    assert json.loads(answers[1][0].splitlines()[0]) == {"result": result}
    assert verified(theirs).marks[0].what == "won" and verified(mine).marks == []
    winning = reader.read(tmp_path / "host-winner.replay")
    assert winning.commands == verified(theirs).commands


@pytest.fixture
def nothing(tmp_path: Path) -> Path:
    """A file of no commands."""
    return moves(tmp_path / "nothing.jsonl")


_WRONG_MACHINE = """
import sys
from sandbox import cli
from sandbox.cli.together.sides import CommandSource, SendAway, give
from sandbox.commands.session import Session

advance = Session.advance

def wrong(session, ticks=1, seconds=None):
    if session.running and session.tick == 200:
        body = session.machine.parts[5].bodies[0]
        body.velocity = (body.velocity.x + 1e-12, body.velocity.y)
    advance(session, ticks, seconds)

Session.advance = wrong
cli.main(sys.argv[1:])
"""


def test_a_machine_that_computes_otherwise_is_named_and_its_recording_is_kept(tmp_path: Path) -> None:
    level = tmp_path / "pile.toml"
    levels.write(level, pile(12))
    hosts = moves(tmp_path / "host.jsonl", {"tick": 0, "do": "start"})
    host = started("host", level, "--wait", 1, "--commands", hosts, "--seconds", 60, "--json", seed=1)
    try:
        assert host.stdout is not None
        line = host.stdout.readline().strip()
        join = subprocess.run(
            [sys.executable, "-c", _WRONG_MACHINE, "join", line, "--commands", moves(tmp_path / "none.jsonl")],
            env={**os.environ, "SANDBOX_DATA": str(tmp_path / "data")},
            capture_output=True,
            text=True,
            timeout=60,
        )
        _, told = host.communicate(timeout=60)
    finally:
        host.kill()
    assert (host.returncode, join.returncode) == (1, 1), (told, join.stderr)
    for err in (told, join.stderr):
        assert "differ from tick 201" in err and "part 5 (Soccer ball)" in err
        assert "differs from a re-run of its own recording: the fault is on that machine" in err
    (kept,) = (tmp_path / "data" / "together").glob("*-guest.replay")
    with pytest.raises(AssertionError, match="201"):
        verified(kept)


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[object, str]:
    with pytest.raises(SystemExit) as left:
        cli.main([*map(str, arguments)])
    return left.value.code, capsys.readouterr().err


@pytest.mark.parametrize("kind", ["session", "race"])
def test_the_lines_of_a_host_send_a_guest_away_and_let_him_in_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    net = Race(tmp_path) if kind == "race" else Network()
    host: Any = net.host if kind == "race" else net.open(pile(2), tmp_path / "host.replay")
    ann = net.join(tmp_path / "ann.replay")
    net.until(lambda: host.guests)
    lines = ['{"remove": "Eve"}', '{"allow": "Ann"}', '{"remove": "Ann"}', '{"remove": "Ann"}', '{"allow": "Ann"}']
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*lines, '{"remove": 3}']) + "\n"))
    source = CommandSource("-")
    net.until(lambda: source._lines.qsize() == len(lines) + 1)
    for entry in source.due(0):
        give(host, entry)
    said = capsys.readouterr()
    assert said.out.split() == [host.door.invitation.line] and host.door.lines == 2
    for text in (
        "not done: no guest is called 'Eve'; here is: Ann", "not done: 'Ann' was not asked to leave; who was: nobody",
        "not done: no guest is called 'Ann'; here is: nobody", "a command line looks like",
    ):  # fmt: skip
        assert text in said.err
    assert not host.admission.barred
    give(ann, SendAway("Bo"))
    assert "not done: only the host asks somebody to leave" in capsys.readouterr().err
    net.close()


def test_half_a_line_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    code, sentence = said(capsys, "join", "sandbox://127.0.0.1:7777/#short")
    assert code == 2 and "copy the whole line" in sentence and sentence.count("\n") == 1


def test_a_session_that_is_not_there_is_refused(nothing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, sentence = said(capsys, "join", Invitation("127.0.0.1", 1, b"s" * 16).line, "--commands", nothing)
    assert code == 2 and "can't join" in sentence


def test_other_computers_need_encryption(
    nothing: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    code, sentence = said(capsys, "host", "drop", "--listen", "192.0.2.7", "--commands", nothing)
    assert code == 2 and certificate.EXTRA in sentence and "ssh -L" in sentence


def test_nobody_waits_for_more_guests_than_there_may_be(nothing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, sentence = said(capsys, "host", "drop", "--wait", 3, "--most", 2, "--commands", nothing)
    assert code == 2 and "raise --most" in sentence


def test_a_race_needs_a_goal_and_gives_everybody_the_whole_stock(
    nothing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, sentence = said(capsys, "host", "workshop", "--race", "--commands", nothing)
    assert code == 2 and "workshop has no goals" in sentence
    code, sentence = said(capsys, "host", "drop", "--race", "--deal", "--commands", nothing)
    assert code == 2 and "leave out --deal" in sentence


def test_guests_have_to_be_able_to_call_the_address(nothing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, sentence = said(capsys, "host", "drop", "--listen", "0.0.0.0", "--commands", nothing)
    assert code == 2 and "guests can't call 0.0.0.0" in sentence


def test_what_is_no_address_is_named(nothing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("cryptography")
    code, sentence = said(capsys, "host", "drop", "--listen", "a..b", "--commands", nothing)
    assert code == 2 and "'a..b' is no address of a computer" in sentence


def test_an_address_that_is_not_ours_is_named(nothing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, sentence = said(capsys, "host", "drop", "--listen", "192.0.2.7", "--commands", nothing)
    assert code == 2 and "can't listen on 192.0.2.7" in sentence
