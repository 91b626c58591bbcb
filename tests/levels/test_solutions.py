"""What commands prove of a level: as its file is, by a player, on this machine; whatever else a recording says."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.cli import main
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Beyond, Design, Goal, PartSpec
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, sharing, solution_files, solutions
from sandbox.levels.run_facts import Solution
from sandbox.parts import check as fit
from sandbox.recording import assembling, fingerprint, reader
from sandbox.recording.reader import load
from sandbox.recording.recorder import Recorder
from sandbox.recording.recording import Blessing
from sandbox.trials import solved_run, win_store
from sandbox.trials.checks import check
from sandbox.verify.verifier import Verifier
from sandbox.verify.verify import Verdict, verify
from tests import frames

LEVEL = fit(
    Design(
        title="Trick",
        parts=(PartSpec(1, "tennis_ball", 1.0, 0.2, fixed=True),),
        goals=(Goal("The ball is on the right", Beyond(1, "x", "more", 2.0)),),
        stock={"crate": 1},
        next_id=2,
    )
)


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    """A level that can't be won; and the recording beside it, whose head says that its author is at work on it."""
    place = tmp_path / "levels" / "trick.toml"
    place.parent.mkdir()
    levels.write(place, LEVEL)
    design = replace(LEVEL, author=True)
    recorder = Recorder(place.with_suffix(".replay"), design, 0, fingerprint.current())
    session = Session(design, 0, recorder)
    for command in (c.Move(1, 3.0, 0.2), c.Start()):
        session.do(command)
    session.advance(240)
    assert session.won
    recorder.close(session, "end", fingerprint.current())
    return place


def test_an_author_s_recording_is_no_player_s_solution(forged: Path, tmp_path: Path) -> None:
    recording = forged.with_suffix(".replay")
    read = reader.read(recording)
    assert verify(recording).verdict is Verdict.PASS, "as a recording there is nothing wrong with it"
    attempt, name = solution_files.read_solution(forged, None)
    assert attempt is not None
    with pytest.raises(Refused, match=r"not won; move at tick 0 is refused: part 1 \(Tennis ball\) belongs to the"):
        attempt.solve(levels.read(forged))
    with pytest.raises(Refused, match="belongs to the level"):
        solutions.solution(recording)
    with pytest.raises(Refused, match="no run in it wins the level"):
        solutions.winning_run(read, LEVEL)
    with pytest.raises(Refused, match="no run in it wins the level"):
        solved_run.prove(recording, LEVEL, tmp_path / "out.replay")
    with pytest.raises(Refused, match="belongs to the level"):
        sharing.share(LEVEL, tuple(read.commands))
    verifier = Verifier()
    assert "belongs to the level" in win_store.disproof(LEVEL, recording, verifier)
    verifier.close()
    answer = check.check(LEVEL, attempt, name, check.CheckPlan(margins=False))
    assert not answer.sound and answer.seconds is None
    with pytest.raises(Refused, match="belongs to the level"):
        solutions.built(read)
    assert win_store.meant_parts(LEVEL, recording) == 1, "as many as there are in the stock"


def test_no_command_line_takes_it_for_a_solution(forged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for what in (forged, forged.with_suffix(".replay")):
        with pytest.raises(SystemExit, match="2"):
            main(["share", str(what), "-o", str(forged.with_suffix(".share"))])
        assert "no run in it wins the level: it ends open" in capsys.readouterr().err
        assert not forged.with_suffix(".share").exists()


def test_a_session_that_begins_as_an_author_s_counts_as_one() -> None:
    assert Session(replace(LEVEL, author=True)).by_author and not Session(LEVEL).by_author


def test_a_solution_that_comes_later_than_it_was_recorded_still_wins() -> None:
    """Other physics may take a little longer; a recording ends a second after its win."""
    level = replace(
        LEVEL, parts=(PartSpec(1, "tennis_ball", 1.0, 2.0),), goals=(Goal("Down", Beyond(1, "y", "less", 1.0)),)
    )
    commands = ((0, c.Start()),)
    won = solutions.solve(level, commands).ticks
    with pytest.raises(Refused, match="open and not won"):
        solutions.solve(level, commands, won - 1)
    assert solutions.end_of(level, commands, won - 1) > won
    assert solutions.end_of(level, commands, 10**6) == 10**6


# -- a recording that is there already


def knowing_more(path: Path) -> bytes:
    """Let a recording know of an approved change, and what it ends in in a class that no machine here has."""
    now = fingerprint.current()
    blessing = Blessing("2026-11-24T00:00:00+00:00", "lighter balls", bytes(8), bytes(range(8)), now, now)
    known = assembling.take_apart(load(path))
    elsewhere = now._replace(arithmetic="e" * 32)
    section = assembling.section_of(known, "2026-11-23T00:00:00+00:00", elsewhere, 0)
    assembling.write(path, known.with_class(elsewhere.arithmetic, section).with_blessing(blessing))
    return path.read_bytes()


DOWN = fit(
    replace(
        LEVEL,
        parts=(PartSpec(1, "tennis_ball", 1.0, 2.0), PartSpec(2, "floor", 2.0, 0.0, fixed=True)),
        goals=(Goal("Down", Beyond(1, "y", "less", 1.0)),),
        next_id=3,
    )
)
RUN = ((0, c.Start()),)


def recorded_for(path: Path, seconds: float) -> Solution:
    """Record the solution of `DOWN` by hand: it goes on for some time after the win."""
    solved = solutions.solve(DOWN, RUN)
    recorder = Recorder(path, DOWN, 0, fingerprint.current())
    session = Session(DOWN, 0, recorder)
    session.do(c.Start())
    session.advance(solved.ticks + round(seconds * 240))
    recorder.close(session, "solved", fingerprint.current())
    return solved


@pytest.mark.parametrize("seconds", [0.0, 0.9, 1.0, 1.1, 3.0])
def test_a_recording_with_the_same_commands_stays_however_long_it_goes_on(tmp_path: Path, seconds: float) -> None:
    """A blessing that moves the win by some ticks keeps the old end, so lengths differ where nothing has changed."""
    path = tmp_path / "a.replay"
    recorded_for(path, seconds)
    before = knowing_more(path)
    for level in (DOWN, replace(DOWN, title="Downwards", text="Let it fall.", insight="It falls.")):
        recorded = solutions.record_solution(path, level, RUN)
        assert path.read_bytes() == before and recorded.remark == ""


def test_a_recording_that_runs_otherwise_now_is_left_to_bless(tmp_path: Path) -> None:
    path = tmp_path / "a.replay"
    recorded_for(path, 1.0)
    told = frames.split(path.read_bytes())
    at = frames.first(told, "hash")
    told[at][2] = told[at][2][:80] + bytes(8) + told[at][2][88:]
    path.write_bytes(frames.seal(told))
    before = path.read_bytes()
    recorded = solutions.record_solution(path, DOWN, RUN)
    assert path.read_bytes() == before
    assert "out of date: sandbox verify shows the difference, and sandbox bless approves it" in recorded.remark


@pytest.mark.parametrize("change", ["level", "commands", "no win"])
def test_a_new_recording_keeps_the_history_and_says_what_is_lost(tmp_path: Path, change: str) -> None:
    path = tmp_path / "a.replay"
    solved = recorded_for(path, -0.1 if change == "no win" else 1.0)
    before = knowing_more(path)
    level = replace(DOWN, rules=2) if change == "level" else DOWN
    recorded = solutions.record_solution(path, level, ((3, c.Start()),) if change == "commands" else RUN)
    assert path.read_bytes() != before and verify(path).verdict is Verdict.PASS
    read = reader.read(path)
    assert [blessing.reason for blessing in read.blessings] == ["lighter balls"] and not read.others
    assert "its recording was replaced, and holds no longer what it ends in elsewhere (unnamed class" in recorded.remark
    assert recorded.solved.ticks == solved.ticks


def test_a_recording_that_can_not_be_written_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="File name too long"):
        solutions.record_solution(tmp_path / "new" / "replays" / f"{'x' * 250}.replay", DOWN, RUN)
    assert list(tmp_path.iterdir()) == []


def test_what_is_unpacked_twice_is_recorded_once(tmp_path: Path) -> None:
    shared = sharing.share(DOWN, RUN)
    places = {sharing.unpack(shared, tmp_path, tmp_path / "data").solution for _ in range(3)}
    assert places == {str(tmp_path / "replays" / "trick.replay")}
    other = sharing.share(DOWN, ((5, c.Start()),))
    assert sharing.unpack(other, tmp_path, tmp_path / "data").solution == str(tmp_path / "replays" / "trick-2.replay")


@pytest.mark.parametrize("known", [True, False])
def test_show_says_whose_marks_it_prints(tmp_path: Path, known: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """A mark is what the file says. One of another class of arithmetic says nothing about this machine."""
    path = tmp_path / "a.replay"
    level = replace(LEVEL, parts=(PartSpec(1, "tennis_ball", 2.5, 0.2),))
    here = fingerprint.current()
    of = here if known else here._replace(arithmetic="f" * 32)
    recorder = Recorder(path, level, 0, of)
    session = Session(level, 0, recorder)
    session.do(c.Start())
    session.advance(60)
    recorder.close(session, "end", of)
    with pytest.raises(SystemExit, match="0"):
        main(["show", str(path)])
    said = capsys.readouterr().out
    assert "* won: Trick" in said and "sandbox verify proves it" in said
    assert ("for machines of the class unnamed class ffffffff and not this one" in said) == (not known)
    (mark,) = reader.read(path).marks
    assert (reader.read(path).marks_of(here.arithmetic) == [mark]) == known
