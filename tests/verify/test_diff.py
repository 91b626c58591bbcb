"""Two recordings side by side: what is the same says so, and each way to differ is named with its tick and bodies."""

from pathlib import Path
from typing import Any

import pytest

from sandbox.recording.reader import parse, read
from sandbox.recording.recording import Recording
from sandbox.tasks.child import ROOT
from sandbox.verify import diff as module
from sandbox.verify.diff import diff
from tests import frames


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("small") / "a.replay"
    frames.small_session(path)
    return path.read_bytes()


def changed(data: bytes, change: Any) -> Recording:
    told = frames.split(data)
    change(told)
    return parse(frames.seal(told))


def test_two_programs_are_told_apart_by_the_code_that_both_recordings_use(small: bytes) -> None:
    def other_program(told: list[Any]) -> None:
        told[0][4][0] = told[-1][8][0] = "0" * 32

    def other_crate(told: list[Any]) -> None:
        other_program(told)
        told[-1][8][4]["part:crate"] = bytes(8)

    assert diff(parse(small), changed(small, other_program)).lines[-1] == "code: the same in all that both use"
    assert diff(parse(small), changed(small, other_crate)).lines[-1] == "code: another in Crate"


def test_a_recording_equals_itself(small: bytes) -> None:
    found = diff(parse(small), parse(small))
    assert found.equal and found.first_tick is None and found.first_command is None
    assert found.lines == ("the same level, the same 10 commands, the same 220 ticks and the same end",)


class Hashing(module._Rerun):
    """A recording that is run again, with the hash of each tick."""

    def __init__(self, recording: Recording) -> None:
        self.digests: dict[int, bytes] = {}
        super().__init__(recording)

    def hashes(self, first: int, digests: bytes) -> None:
        for index in range(len(digests) // 8):
            self.digests[first + index] = digests[8 * index : 8 * index + 8]


def hashes_of(recording: Recording) -> dict[int, bytes]:
    """The hash of each tick of a recording when it is run here."""
    player = Hashing(recording)
    player.to(recording.ticks)
    player.session.flush()
    return player.digests


def test_the_first_command_the_first_tick_and_the_bodies_are_named(small: bytes) -> None:
    """The crate in the hand is dragged elsewhere; the file still has the hashes of the first drag."""

    def elsewhere(told: list[Any]) -> None:
        drag = next(frame for frame in told if frame[0] == "do" and frame[2][0][0] == "drag")
        drag[2][0][1] += 0.1

    digests = hashes_of(changed(small, elsewhere))

    def rehash(told: list[Any]) -> None:
        elsewhere(told)
        for hashes in (frame for frame in told if frame[0] == "hash"):
            ticks = range(hashes[1], hashes[1] + len(hashes[2]) // 8)
            hashes[2] = b"".join(digests[tick] for tick in ticks)

    found = diff(parse(small), changed(small, rehash))
    told = "\n".join(found.lines)
    assert not found.equal and found.first_command == 5 and found.first_tick == 96
    assert "first command that differs (number 6): one drag 0.6 0.5 at tick 95" in told
    assert "first tick that differs: 96 (0.400 s): its hashes differ; 55 ticks before it are equal" in told
    assert "does not run here as recorded" not in told
    assert "what differs on tick 96, one against other:" in told and "part 2 (Crate): position" in told
    micrometre, visible, greatest = found.growth
    assert micrometre is not None and visible is not None and greatest is not None
    assert 96 <= micrometre[0] <= visible[0] <= greatest[0] and visible[1] > 1e-3 and greatest[2] == 2
    assert f"visible (over 1 mm) from tick {visible[0]}" in told


def moved(recording: Recording, shift: float, since: int) -> Recording:
    """A recording as another program would have made it: from a tick on all bodies stand elsewhere (m)."""
    states: Any = [
        (tick, state._replace(rows=state.rows + shift) if tick >= since else state) for tick, state in recording.states
    ]
    (first, digests), *rest = recording.hashes.items()
    spoiled = bytes(digests[: 8 * (since - first)]) + bytes(len(digests) - 8 * (since - first))
    hashes: Any = {first: spoiled, **dict(rest)}
    return recording._replace(states=states, hashes=hashes)


def test_the_same_command_of_another_player_is_another_command(small: bytes) -> None:
    def by_ann(told: list[Any]) -> None:
        do = next(frame for frame in told if frame[0] == "do" and frame[2][0][0] == "grab")
        do[2][0] = ["by", 1, do[2][0]]

    found = diff(parse(small), changed(small, by_ann))
    assert found.first_command == 4
    assert any("one grab 2 0.5 0.3 at tick 90" in line for line in found.lines)
    assert any("other grab 2 0.5 0.3 by player 1 at tick 90" in line for line in found.lines)


def test_what_was_recorded_is_compared_where_a_run_here_is_not_that(small: bytes) -> None:
    """As around a blessing: the old file does not run any more as it did, so a run of it here shows nothing."""
    recording = parse(small)
    tick = recording.states.ticks[1]
    found = diff(moved(recording, 0.005, tick), recording)
    assert [line for line in found.lines if "does not run here as recorded" in line] == [
        "one does not run here as recorded (`sandbox verify` tells why): the states in the files are compared"
    ]
    assert f"what differs in the state at tick {tick}" in "\n".join(found.lines)
    assert found.first_tick == tick and found.growth.visible is not None
    assert found.growth.visible[0] == tick and found.growth.visible[1] == pytest.approx(0.005 * 2**0.5)
    assert diff(recording, moved(recording, 0.005, tick)).growth == found.growth


def test_equal_states_and_states_of_no_common_tick_are_told(small: bytes) -> None:
    recording = parse(small)
    spoiled = moved(recording, 0.0, recording.states.ticks[1])
    assert any("states that both files hold from there on are equal" in line for line in diff(recording, spoiled).lines)
    nothing: Any = []
    lines = diff(recording, spoiled._replace(states=nothing)).lines
    assert "the files hold no state of the same tick from there on" in lines


def test_other_levels_are_told_in_one_line() -> None:
    one, other = (read(ROOT / "replays" / f"{name}.replay") for name in ("gears", "drop"))
    found = diff(one, other)
    assert found.lines == ("other levels: one is a recording of 'Gear up', other of 'Drop'",) and not found.equal
    assert found.growth == module.Growth(None, None, None)


def test_levels_seeds_ends_and_fingerprints(small: bytes) -> None:
    def spoil(told: list[Any]) -> None:
        head = told[0]
        head[2]["title"] = "Other"
        head[2]["parts"][1]["x"] += 0.25
        head[2]["parts"].append({"id": 9, "kind": "crate", "x": 1.0, "y": 2.0})
        head[2]["next_id"] = 10
        head[3] = 8
        head[4][1] = f"pymunk 1.0 {'e' * 32}"
        told[-1][6] = bytes(8)

    found = diff(parse(small), changed(small, spoil))
    told = "\n".join(found.lines)
    assert not found.equal and "seed: one 7, other 8" in told and "title: one 'Small', other 'Other'" in told
    assert "part 2 (Crate): x 0.5 and 0.75" in told and "part 9 (Crate): only in other" in told
    assert "end: one at tick 370, hash " in told and "engine: one pymunk 7" in told


def test_a_shorter_one_and_a_cut_one(small: bytes) -> None:
    pieces = frames.raw(small)
    cut = parse(frames.MAGIC + b"".join(pieces[: frames.last(frames.split(small), "hash")]))
    found = diff(parse(small), cut)
    assert found.first_tick == cut.hashed + frames_start(cut)
    assert any("it ran in one only" in line for line in found.lines)
    assert any("other cut at tick" in line for line in found.lines)


def frames_start(recording: Recording) -> int:
    """How many ticks before the last hashed one did not run."""
    first, digests = list(recording.hashes.items())[-1]
    return first + len(digests) // 8 - recording.hashed


def test_idle_time_is_jumped_over(tmp_path: Path, small: bytes) -> None:
    def later(told: list[Any]) -> None:
        for frame in told[1:]:
            frame[1] += 2**50

    found = diff(parse(small), changed(small, later))
    assert found.first_command == 0 and found.first_tick == 41
    frames.small_session(tmp_path / "b.replay")
    assert diff(parse(small), read(tmp_path / "b.replay")).equal
