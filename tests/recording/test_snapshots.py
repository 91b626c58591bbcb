"""States in frames: only what changed is written, and every number comes back."""

from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.commands.session import Snapshot
from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.recording import framing, reader, snapshots
from sandbox.recording.reader import read
from sandbox.recording.recorder import Recorder
from sandbox.tasks import child
from tests import frames
from tests.support import HERE, same_states

numbers = st.sampled_from([0.0, -0.0, 1.0, 1e-300, float("nan"), float("inf"), 3.7])


@st.composite
def runs(draw: st.DrawFn) -> list[Snapshot]:
    """States of runs that follow each other: rows change a little, now and then the machine is another one."""
    told: list[Snapshot] = []
    for _ in range(draw(st.integers(1, 6))):
        if told and draw(st.booleans()):
            rows = told[-1].rows.copy()
            for row in draw(st.lists(st.integers(0, max(0, len(rows) - 1)), max_size=3)):
                if len(rows):
                    rows[row, draw(st.integers(0, 5))] = draw(numbers)
            ids = told[-1].ids
        else:
            count = draw(st.integers(0, 40))
            ids = np.arange(count, dtype=np.int32)
            rows = np.full((count, 6), draw(numbers))
        extra = [np.array(draw(st.lists(numbers, max_size=5)), dtype=np.float64) for _ in range(2)]
        told.append(Snapshot(ids, rows, extra[0], extra[1]))
    return told


@settings(max_examples=60, deadline=None)
@given(told=runs(), share=st.integers(1, 9))
def test_states_come_back_whole(tmp_path_factory: pytest.TempPathFactory, told: list[Snapshot], share: int) -> None:
    """Only rows that changed are written, in frames of a limited size; what is read is every number of every state."""
    path = tmp_path_factory.mktemp("states") / "a.replay"
    with pytest.MonkeyPatch.context() as patch:
        for name in ("ROWS", "STATES", "GOALS"):
            patch.setattr(snapshots, name, share)
        recorder = Recorder(path, Design(), 0, HERE)
        for tick, snapshot in enumerate(told):
            recorder.state(tick, snapshot)
        recorder.abandon()
        found = read(path)
        assert same_states(list(found.states), list(enumerate(told)))
        assert found.states.ticks == list(range(len(told)))


def test_a_state_of_the_largest_machine_is_split(tmp_path: Path) -> None:
    rows = np.frombuffer(np.random.default_rng(1).bytes(20_000 * 48)).reshape(20_000, 6)
    now = Snapshot(np.arange(20_000, dtype=np.int32), rows, rows[:, 0].copy(), rows[:100, 1].copy())
    recorder = Recorder(tmp_path / "a.replay", Design(), 0, HERE)
    recorder.state(1, now)
    recorder.state(2, now)
    recorder.abandon()
    sizes = [len(piece) for piece in frames.raw((tmp_path / "a.replay").read_bytes())]
    assert max(sizes) < framing.MAX_FRAME and sum(sizes) < 20_000 * 52 + 2 * 20_100 * 8 + 2000
    assert same_states(list(read(tmp_path / "a.replay").states), [(1, now), (2, now)])


def test_states_of_files_written_before_are_read(tmp_path: Path) -> None:
    """A frame of `FORMER_STATE_FIELDS` gives the numbers that are in it, and the next one may build on it."""
    rows = np.arange(18.0).reshape(3, 6) / 7
    first = Snapshot(np.arange(3, dtype=np.int32), rows, np.array([0.5]), np.zeros(0))
    second = first._replace(rows=rows.copy(), goals=np.array([1.0]))
    second.rows[1, 4] = -0.0
    recorder = Recorder(tmp_path / "new.replay", Design(), 0, HERE)
    recorder.abandon()
    told = frames.split((tmp_path / "new.replay").read_bytes())
    for tick, whole, keys, snapshot in ((1, True, first.ids, first), (2, False, np.array([1], np.int32), second)):
        numbers = snapshot.rows[keys].T.tobytes() + snapshot.states.tobytes() + snapshot.goals.tobytes()
        counts = [3, len(keys), 1, len(snapshot.goals)]
        told.append(["state", tick, 0, whole, *counts, zlib.compress(keys.tobytes() + numbers)])
    (packed,) = snapshots.frames_of(3, first, second)
    (tmp_path / "old.replay").write_bytes(frames.seal([*told, packed]))
    found = list(read(tmp_path / "old.replay").states)
    assert same_states(found, [(1, first), (2, second), (3, first)])


def test_what_moves_is_written_as_a_difference() -> None:
    """The upper bytes of numbers that change a little are nearly always the same: they take next to no room."""
    rows = 1.0 + np.random.default_rng(1).random((100, 6)) / 2
    before = Snapshot(np.arange(100, dtype=np.int32), rows, np.zeros(0), np.zeros(0))
    after = before._replace(rows=rows + 1e-6)
    (frame,) = snapshots.frames_of(1, after, before)
    assert len(frame) < 0.85 * rows.nbytes
    (frame,) = snapshots.frames_of(1, after, None)  # the control: without a state before all of it is written
    assert len(frame) > 0.9 * rows.nbytes


@pytest.mark.parametrize("name", ["drop", "quarry/grand-machine"])
def test_a_recording_without_its_states_is_one_that_goes_on_with_the_same_commands_and_hashes(name: str) -> None:
    whole = (child.ROOT / "replays" / f"{name}.replay").read_bytes()
    before, after = reader.parse(whole), reader.parse(b"".join(snapshots.without_states(whole, 1000)))
    assert len(before.states) and before.others and before.end is not None
    assert not len(after.states) and not after.others and after.end is None
    assert (after.commands, after.marks, after.blessings) == (before.commands, before.marks, before.blessings)
    assert {first: bytes(digests) for first, digests in after.hashes.items()} == {
        first: bytes(digests) for first, digests in before.hashes.items()
    }
    with pytest.raises(BadFile, match="fails its check"):
        list(snapshots.without_states(whole[:500] + b"?" + whole[501:], 1000))
