"""The recording file: what is written comes back, whatever happens in between."""

import errno
import itertools
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.commands import commands as c
from sandbox.commands.session import MAX_RUNNING_TICKS, Session
from sandbox.design.design import Design, PartSpec
from sandbox.errors import BadFile, Refused
from sandbox.recording import fingerprint, framing, run_reader
from sandbox.recording import reader as reader_module
from sandbox.recording import recorder as recorder_module
from sandbox.recording.reader import parse, read
from sandbox.recording.recorder import Recorder
from sandbox.recording.recording import describe, running
from tests import frames
from tests.support import HERE, Tape, pile, random_session, replay, same_states


class Both:
    """Hands what a session tells to a recorder and to a tape in memory."""

    def __init__(self, recorder: Recorder) -> None:
        self.tape, self.recorder = Tape(), recorder

    def __getattr__(self, name: str) -> Any:
        def tell(*told: Any) -> None:
            getattr(self.tape, name)(*told)
            getattr(self.recorder, name)(*told)

        return tell


@pytest.mark.parametrize("seed", range(3))
def test_everything_a_session_tells_comes_back(tmp_path: Path, seed: int) -> None:
    design, _, tape, _ = random_session(seed, 250)
    both = Both(Recorder(tmp_path / "a.replay", design, 3, HERE))
    session = Session(design, 3, both)
    for tick, packed in tape.commands:
        session.advance(tick - session.tick)
        session.do(c.unpack(packed))
    session.advance(77)
    both.recorder.close(session, "quit")  # flushes through `both`

    found = read(tmp_path / "a.replay")
    assert (found.head.design, found.head.seed, found.head.tick_rate) == (design, 3, 240)
    assert found.head.fingerprint == HERE
    assert [(tick, c.pack(command)) for tick, command in found.commands] == both.tape.commands
    assert b"".join(map(bytes, found.hashes.values())) == both.tape.digests
    assert same_states(list(found.states), both.tape.states)
    assert [(mark.tick, mark.what) for mark in found.marks] == both.tape.marks
    assert found.end is not None and found.cut is None
    assert (found.end.hash, found.end.reason, found.ticks) == (session.end_hash(), "quit", session.tick)


def test_a_file_is_a_plain_msgpack_stream(tmp_path: Path) -> None:
    session, _ = frames.small_session(tmp_path / "a.replay")
    items = frames.stream((tmp_path / "a.replay").read_bytes())
    assert items[0] == "sandbox-replay/3"
    assert {type(item) for item in items[1::2]} == {bytes} and {type(item) for item in items[2::2]} == {int}
    assert [frame[0] for frame in frames.split((tmp_path / "a.replay").read_bytes())][:3] == ["head", "do", "do"]
    assert frames.seal(frames.split((tmp_path / "a.replay").read_bytes())) == (tmp_path / "a.replay").read_bytes()
    assert session.tick == read(tmp_path / "a.replay").ticks


def test_a_command_is_in_the_file_before_it_is_applied(tmp_path: Path) -> None:
    path = tmp_path / "a.replay"
    design = frames.small_level()
    recorder = Recorder(path, design, 0, HERE)
    assert read(path).commands == []  # the whole header is there from the first moment

    class Watch(Recorder):
        def command(self, tick: int, packed: bytes) -> None:
            before = session.design
            super().command(tick, packed)
            assert c.pack(read(self.path).commands[-1][1]) == packed
            assert session.design is before

    recorder.abandon()
    session = Session(design, 0, Watch(path, design, 0, HERE))
    for x in (0.3, 0.4, 0.5):
        session.do(c.Place("crate", x, 1.0))
        session.advance(10)
    found = read(path)
    assert [tick for tick, _ in found.commands] == [0, 10, 20]
    assert found.end is None and found.cut is not None and "no end" in found.cut


def test_the_last_hashes_wait_no_longer_than_a_quarter_of_a_second(tmp_path: Path) -> None:
    design = frames.small_level()
    session = Session(design, 0, Recorder(tmp_path / "a.replay", design, 0, HERE))
    session.do(c.Start())
    for ticks in (59, 1, 59, 1, 59):
        session.advance(ticks)
        assert session.tick - 60 < read(tmp_path / "a.replay").hashed <= session.tick


def test_saving_a_copy_lets_the_recording_go_on(tmp_path: Path) -> None:
    session, recorder = frames.small_session(tmp_path / "live.replay", close=False)
    assert session.running
    recorder.save_copy(tmp_path / "copy.replay", session)
    copy = read(tmp_path / "copy.replay")
    assert copy.end is not None and copy.ticks == session.tick and copy.end.hash == session.end_hash()
    session.advance(33)
    session.do(c.Stop())
    recorder.save_copy(tmp_path / "copy.replay", session, "saved again")
    recorder.close(session, "closed")
    again, live = read(tmp_path / "copy.replay"), read(tmp_path / "live.replay")
    assert again.end is not None and again.end.reason == "saved again"
    assert live.end is not None and live.hashes == again.hashes and live.commands == again.commands
    assert live.hashed == copy.hashed + 33
    assert not list(tmp_path.glob(".*"))  # nothing is left beside


def test_a_copy_over_the_file_itself_is_refused(tmp_path: Path) -> None:
    session, recorder = frames.small_session(tmp_path / "live.replay", close=False)
    os.link(tmp_path / "live.replay", tmp_path / "other-name.replay")
    for name in ("live.replay", "other-name.replay"):
        with pytest.raises(Refused, match="being recorded to"):
            recorder.save_copy(tmp_path / name, session)
    recorder.close(session, "closed")
    assert read(tmp_path / "live.replay").end is not None


def test_a_copy_can_be_saved_after_the_live_file_was_deleted(tmp_path: Path) -> None:
    session, recorder = frames.small_session(tmp_path / "live.replay", close=False)
    (tmp_path / "live.replay").unlink()
    recorder.save_copy(tmp_path / "copy.replay", session)
    assert read(tmp_path / "copy.replay").end is not None
    recorder.abandon()


@pytest.mark.parametrize(("limit", "most"), [("MAX_FRAMES", 8), ("MAX_COMMANDS", 3), ("MAX_COMMAND_BYTES", 60)])
def test_no_more_is_written_than_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    """A session that goes beyond a limit of the reader ends as a cut recording that can be read."""
    for module in (recorder_module, reader_module):
        monkeypatch.setattr(module, limit, most)
    path, design = tmp_path / "long.replay", frames.small_level()
    recorder = Recorder(path, design, 0, fingerprint.current())
    session = Session(design, 0, recorder)
    with pytest.raises(BadFile, match="is full"):
        for tick in range(100):
            session.advance(1)
            session.do(c.Move(3, 1.0 + tick / 100, 1.0))
    recorder.abandon()
    commands = reader_module.read(path).commands
    assert 0 < len(commands) < 20


def test_a_full_disk_leaves_a_cut_recording_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, recorder = frames.small_session(tmp_path / "a.replay", close=False)
    before = read(tmp_path / "a.replay")
    real = os.write

    def full(fd: int, data: Any) -> int:
        real(fd, bytes(data[:7]))  # some of it still fitted
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    design = session.design
    with pytest.raises(BadFile, match="No space left on device"):
        session.do(c.Stop())
    assert session.running and session.design == design  # written ahead: what was not written was not done
    monkeypatch.undo()
    with pytest.raises(BadFile, match="No space left"):  # a gap in the file would be a lie: it stays shut
        session.do(c.Stop())
    assert read(tmp_path / "a.replay").commands == before.commands
    recorder.abandon()


def test_short_writes_are_carried_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, bytes(data[:3])))
    session, _ = frames.small_session(tmp_path / "a.replay")
    monkeypatch.undo()
    assert read(tmp_path / "a.replay").ticks == session.tick


def test_a_place_that_can_not_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"can't write the recording .*No such file or directory"):
        Recorder(tmp_path / "nowhere" / "a.replay", frames.small_level(), 0, HERE)


def test_after_close_nothing_can_be_written(tmp_path: Path) -> None:
    session, recorder = frames.small_session(tmp_path / "a.replay")
    recorder.close(session, "again")
    recorder.sync()
    with pytest.raises(BadFile, match="closed"):
        session.do(c.Stop())


def test_the_end_tells_the_fingerprint_of_the_end(tmp_path: Path) -> None:
    session, recorder = frames.small_session(tmp_path / "a.replay", close=False)
    recorder.close(session, "x" * 10_000, HERE)
    end = read(tmp_path / "a.replay").end
    assert end is not None and end.fingerprint == HERE and len(end.reason) == 4096


# -- size


def test_a_minute_of_a_hundred_bodies(tmp_path: Path) -> None:
    design = pile(100)
    recorder = Recorder(tmp_path / "a.replay", design, 0, HERE)
    session = Session(design, 0, recorder)
    session.do(c.Start())
    session.advance(60 * 240)
    recorder.close(session, "minute")
    assert recorder.size == (tmp_path / "a.replay").stat().st_size <= 70_000
    found = read(tmp_path / "a.replay")
    tape, _ = replay(design, [(0, c.pack(c.Start()))], 60 * 240)
    assert b"".join(map(bytes, found.hashes.values())) == tape.digests
    assert "rest" in [frame[0] for frame in frames.split((tmp_path / "a.replay").read_bytes())]


def test_the_largest_level_fits(tmp_path: Path) -> None:
    placed = tuple(PartSpec(i, "bowling_ball", i % 100 + 0.123, i / 1000, 0.1) for i in range(1, 20_001))
    recorder = Recorder(tmp_path / "a.replay", Design(parts=placed, next_id=20_001), 0, HERE)
    recorder.abandon()
    assert recorder.size > framing.MAX_FRAME
    assert read(tmp_path / "a.replay").head.design.parts == placed
    for cut in (recorder.size - 1, recorder.size // 2):
        with pytest.raises(BadFile, match="before its level is complete"):
            parse((tmp_path / "a.replay").read_bytes()[:cut])


# -- which ticks ran


@st.composite
def runs(draw: st.DrawFn) -> tuple[list[tuple[int, c.AnyCommand]], int, set[int]]:
    """Commands, a last tick, and the set of ticks that ran, counted one by one."""
    given: list[tuple[int, c.AnyCommand]] = []
    tick, on, ran = 0, False, set()
    for _ in range(draw(st.integers(0, 8))):
        gap = draw(st.sampled_from([0, 0, 1, 5, 60, 70]))
        ran |= set(range(tick + 1, tick + gap + 1)) if on else set()
        tick += gap
        command = draw(st.sampled_from([c.Undo(), c.Stop() if on else c.Start()]))
        on ^= not isinstance(command, c.Undo)
        given.append((tick, command))
    gap = draw(st.integers(0, 70))
    ran |= set(range(tick + 1, tick + gap + 1)) if on else set()
    return given, tick + gap, ran


def stretches(ticks: set[int]) -> dict[int, bytes]:
    found: dict[int, bytes] = {}
    for tick in sorted(ticks):
        if tick - 1 in ticks:
            begin = max(found)
            found[begin] += bytes(8)
        else:
            found[tick] = bytes(8)
    return found


@given(session=runs(), data=st.data())
def test_which_ticks_must_have_a_hash(session: tuple[list[tuple[int, c.AnyCommand]], int, set[int]], data: Any) -> None:
    given_, last, ran = session
    found = running(given_, last)
    assert {tick for first, end in found for tick in range(first, end + 1)} == ran
    assert all(end + 1 < first for (_, end), (first, _) in itertools.pairwise(found))
    assert run_reader.uncovered(found, stretches(ran), True) is None

    missing = data.draw(st.sets(st.sampled_from(sorted(ran)), max_size=3)) if ran else set()
    extra = data.draw(st.sets(st.integers(1, last + 5), max_size=2)) - ran
    hashed = (ran - missing) | extra
    wrong = run_reader.uncovered(found, stretches(hashed), True)
    assert (wrong is None) == (hashed == ran)
    if wrong:
        assert f"tick {min(missing | extra)} " in wrong

    lost = data.draw(st.integers(0, 130))  # a cut file: the last hashes are not there
    kept = set(sorted(ran)[: max(0, len(ran) - lost)])
    assert (run_reader.uncovered(found, stretches(kept), False) is None) == (len(ran) - len(kept) <= 60)


def test_the_longest_run_ends_by_itself() -> None:
    longest: list[tuple[int, c.AnyCommand]] = [(10, c.Start())]
    assert running(longest, 10 + MAX_RUNNING_TICKS + 5000) == [(11, 10 + MAX_RUNNING_TICKS + 20)]
    twice: list[tuple[int, c.AnyCommand]] = [(0, c.Start()), (MAX_RUNNING_TICKS - 5, c.Stop()), *longest]
    twice[2] = (MAX_RUNNING_TICKS + 100, c.Start())
    assert running(twice, 2 * MAX_RUNNING_TICKS)[-1] == (MAX_RUNNING_TICKS + 101, MAX_RUNNING_TICKS + 160)


# -- showing


def test_described_lines_are_the_language_of_run(tmp_path: Path) -> None:
    session, _ = frames.small_session(tmp_path / "a.replay")
    found = read(tmp_path / "a.replay")
    lines = [json.loads(json.dumps(line)) for line in describe(found)]
    assert lines[0]["line"] == "head" and lines[0]["level"]["title"] == "Small" and lines[0]["seed"] == 7
    assert list(lines[0]["fingerprint"]) == ["code", "engine", "arithmetic", "env"]
    assert lines[-1]["line"] == "end" and lines[-1]["end_hash"] == session.end_hash().hex()
    assert [c.from_json(line, "here") for line in lines if "do" in line] == found.commands
    marks = [line for line in lines if line.get("line") == "mark"]
    told = {
        "tick": found.marks[0].tick,
        "what": "won",
        "text": "Small",
        "arithmetic": found.head.fingerprint.arithmetic,
    }
    assert marks[0] == {"line": "mark", **told}
    ticks = [line["tick"] for line in lines[1:]]
    assert ticks == sorted(ticks)


def test_a_cut_recording_is_described_as_cut(tmp_path: Path) -> None:
    frames.small_session(tmp_path / "a.replay", close=False)
    last = list(describe(read(tmp_path / "a.replay")))[-1]
    assert last["line"] == "cut" and "no end" in last["cut"]
