"""The past on its way: only what is needed is sent, it is run while it comes, and a past that lies is refused."""

from __future__ import annotations

import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.errors import BadFile
from sandbox.recording import reader
from sandbox.recording.recording import MAX_FILE, Mark
from sandbox.recording.snapshots import without_states
from sandbox.together.guest import JointGuest
from sandbox.together.host import JointHost
from sandbox.together.messages import Budgets, PastCommands, PastSlice, Turn, Welcome
from sandbox.together.past import sent_past
from sandbox.together.past.catching_up import NOTE
from sandbox.together.past.sent_past import ComingPast, SentPast
from sandbox.together.wire import Heard
from tests import frames
from tests.support import pile
from tests.together.network import Network
from tests.together.test_host_and_guests import CRATE, essence, verified


@pytest.fixture
def net() -> Network:
    return Network(0.02)


def stirring(net: Network, tmp_path: Path, seconds: float = 1.0) -> JointHost:
    """A session of which a run is over, and another goes on, in which the host stirs."""
    host = net.open(pile(4), tmp_path / "host.replay")
    for command in (c.Start(), c.Stop(), c.Start(), c.Grab(CRATE, 0.3, 0.5)):
        host.do(command)
        net.step(0.2)
    for at in range(int(60 * seconds)):
        host.do(c.Drag(0.3 + at / 500, 0.8))
        net.step(1 / 60)
    return host


def welcome(sent: SentPast, until: int, **more: Any) -> Welcome:
    sizes = {"past": len(sent.recording), "given": sent.commands, "tick": until, **more}
    return Welcome(b"p" * 32, 1, b"", Budgets(), False, 0, 0, 0, **sizes)


# -- what is sent


def test_of_the_run_that_goes_on_only_the_commands_are_sent(net: Network, tmp_path: Path) -> None:
    host = stirring(net, tmp_path)
    whole, past = host.joint.recorded(), host.joint.past()
    sent = sum(len(letter.data) for letter in past.letters())
    assert past.commands == 62, "the start, the grab, and all drags"
    assert sent < len(whole) / 4
    before = reader.parse(past.recording)
    assert [command.verb for _, command in before.commands] == ["join", "start", "stop"]
    net.close()


def test_what_was_stopped_is_sent_as_it_was_recorded_but_for_its_states(net: Network, tmp_path: Path) -> None:
    host = stirring(net, tmp_path)
    host.do(c.Stop())
    past, whole = host.joint.past(), host.joint.recorded()
    assert past.recording == whole and not past.commands and not past.given
    sent = b"".join(without_states(whole, 1))
    kinds = [[frame for frame in frames.split(data) if frame[0] != "state"] for data in (sent, whole)]
    assert kinds[0] == kinds[1] and len(reader.parse(whole).states) >= 5, "and those where bodies were knocked"
    assert not len(reader.parse(sent).states) and len(sent) < len(whole)
    net.close()


def test_a_late_guest_records_what_was_sent_and_says_what_is_missing(net: Network, tmp_path: Path) -> None:
    """A run is stopped and the next one begun on one tick, which has two states; the guest has the second one only."""
    host = stirring(net, tmp_path)
    host.do(c.Stop())
    host.do(c.Start())
    net.step(0.2)
    begun = host.joint.session.start_tick
    net.joined(tmp_path / "ann.replay")
    net.step(0.2)
    net.close()
    own, late = verified(tmp_path / "host.replay"), verified(tmp_path / "ann.replay")
    assert essence(own) == essence(late) and late.hashed == own.hashed
    assert [tick for tick in own.states.ticks if tick >= begun] == [begun, *late.states.ticks]
    assert [mark for mark in late.marks if mark not in own.marks] == [Mark(begun, "note", NOTE)]


def test_who_comes_before_any_run_is_over_misses_nothing(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(4), tmp_path / "host.replay")
    host.do(c.Start())
    net.step(0.3)
    net.joined(tmp_path / "ann.replay")
    net.step(0.2)
    net.close()
    own, late = verified(tmp_path / "host.replay"), verified(tmp_path / "ann.replay")
    assert own.states.ticks == late.states.ticks and own.marks == late.marks


def test_who_has_come_late_goes_back_into_a_run_without_states(net: Network, tmp_path: Path) -> None:
    host = stirring(net, tmp_path)
    ann = net.joined(tmp_path / "ann.replay")
    net.step(0.2)
    host.go_back(20)
    net.until(lambda: host.going_back is None and ann.going_back is None and ann.joint.session.tick == 20)  # type: ignore[union-attr]
    host.paused = False
    net.step(0.3)
    net.close()
    assert not host.parted
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


def test_the_past_is_the_same_after_the_way(net: Network, tmp_path: Path) -> None:
    host = stirring(net, tmp_path)
    whole, past = reader.parse(host.joint.recorded()), host.joint.past()
    coming = ComingPast(welcome(past, host.joint.session.tick))
    for letter in past.letters():
        assert not coming.is_complete
        coming.take(letter)
    assert coming.is_complete and coming.commands == whole.commands
    net.close()


def held_back(guest: JointGuest, pieces: int) -> list[Any]:
    """Let so many pieces with commands come to a guest; return what comes then, and is held back."""
    came: list[Any] = []
    held: list[Any] = []
    inner = guest.call.poll

    def poll() -> list[Any]:
        events = inner()
        for at, event in enumerate(events):
            came.extend([event] if isinstance(getattr(event, "message", None), PastCommands) else [])
            if len(came) > pieces:
                held.extend(events[at:])
                return events[:at]
        return events

    guest.call.poll = poll  # type: ignore[method-assign]
    return held


def test_long_runs_come_in_pieces_that_are_run_while_the_rest_is_on_its_way(
    net: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent_past, "_MOST_IN_ONE", 10)
    host = stirring(net, tmp_path)
    ann = net.join(tmp_path / "ann.replay")
    inner, held = ann.call.poll, held_back(ann, 5)
    net.until(lambda: held)
    net.step(0.5)
    assert ann.joint is None and 0.5 < ann.share < 1, "as far as it has come"
    assert ann.wait(net.now) > 0, "and then it waits"
    ann.call.poll = inner  # type: ignore[method-assign]
    ann.hear(held, net.now)
    net.until(lambda: all(seat.ready for seat in host.guests))
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


def test_others_are_seldom_heard_while_the_past_is_run_ahead(net: Network, tmp_path: Path) -> None:
    """Each look at what has come takes as long as a tick of a small machine."""
    host = stirring(net, tmp_path)
    ann = net.join(tmp_path / "ann.replay")
    net.until(lambda: ann._arrival.runs)
    looks = 0
    while ann._arrival.runs:
        ann.advance(net.now)
        looks += 1
    ran, given = host.joint.session.tick, host.joint.past().commands
    assert looks <= ran / 240 + given / 32 + 3 < given / 4, (looks, ran, given)
    net.close()


def test_who_is_hosted_in_the_middle_of_a_run_sends_the_whole_recording(net: Network, tmp_path: Path) -> None:
    host = stirring(net, tmp_path)
    host.joint._log.run.end()  # as if it had begun before there was a host
    ann = net.joined(tmp_path / "ann.replay")
    net.step(0.3)
    net.close()
    assert ann.joint is not None
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


def test_a_past_that_was_cut_off_while_it_was_run_comes_again(
    net: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent_past, "_MOST_IN_ONE", 10)
    host = stirring(net, tmp_path)
    ann = net.join(tmp_path / "ann.replay")
    inner, held = ann.call.poll, held_back(ann, 5)
    net.until(lambda: held)
    assert ann._arrival.runs and ann.joint is None
    ann.call.poll = inner  # type: ignore[method-assign]
    ann.call.cut()
    net.until(lambda: all(seat.ready for seat in host.guests))
    assert any("trying to come back" in line for line in ann.news)
    net.step(0.2)
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


# -- a past that lies


def bomb(size: int) -> bytes:
    return zlib.compress(bytes(size), 9)


def given(*commands: tuple[int, c.AnyCommand]) -> PastCommands:
    return PastCommands(zlib.compress(msgspec.msgpack.encode([(tick, c.pack(command)) for tick, command in commands])))


@pytest.fixture
def promised(net: Network, tmp_path: Path) -> tuple[list[Any], Callable[..., Welcome]]:
    """The messages of an honest past, and what makes its welcome."""
    host = stirring(net, tmp_path, 0.2)
    past, tick = host.joint.past(), host.joint.session.tick
    net.close()
    return list(past.letters()), lambda **more: welcome(past, tick, **more)


def with_recording(promised: Any, **lies: Any) -> ComingPast:
    """What has come once the recording is there."""
    letters, make = promised
    coming = ComingPast(make(**lies))
    for letter in letters:
        if isinstance(letter, PastSlice):
            coming.take(letter)
    assert coming.recording is not None
    return coming


def memory_of(work: Callable[[], object]) -> int:
    """The most bytes that some work has held at a time."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (PastSlice, "unpacks to more than the 5000 bytes that were promised"),
        (PastCommands, "unpack to more than 262176 bytes"),
    ],
)
def test_a_bomb_is_refused_before_it_fills_the_memory(promised: Any, kind: Any, said: str) -> None:
    coming = ComingPast(promised[1](past=5000)) if kind is PastSlice else with_recording(promised)
    message = kind(bomb(20_000_000))

    def take() -> None:
        with pytest.raises(BadFile, match=said):
            coming.take(message)

    assert memory_of(take) < 2_000_000 < memory_of(lambda: zlib.decompress(message.data)), "bytes, also of a check"


def test_a_promise_beyond_every_recording_is_refused_at_once(promised: Any) -> None:
    for lie in ({"past": MAX_FILE + 1}, {"given": 1_000_001}):
        with pytest.raises(BadFile, match="larger than a recording can be"):
            ComingPast(promised[1](**lie))


def test_lengths_that_lie_are_refused(promised: Any) -> None:
    letters, make = promised
    honest = make()
    for lie, said in (
        ({"past": 300}, "unpacks to more than the 300 bytes"),
        ({"given": honest.given - 1}, f"more commands of the past come than the {honest.given - 1} that were promised"),
    ):
        with pytest.raises(BadFile, match=said):
            coming = ComingPast(make(**lie))
            for letter in letters:
                coming.take(letter)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (PastCommands(b"no deflate"), "commands of the past that are damaged"),
        (PastCommands(zlib.compress(b"\x93")), "too many values|ends early"),
        (PastCommands(zlib.compress(msgspec.msgpack.encode([[1, "text"]]))), "commands of the past that are damaged"),
        (PastCommands(zlib.compress(msgspec.msgpack.encode([]))[:-1]), "not as long as they say"),
        (given((0, c.Stop())), "for tick 0 comes after tick"),
        (given((2**50, c.Stop())), f"for tick {2**50} comes after tick"),
        (PastCommands(zlib.compress(msgspec.msgpack.encode([[10**4, b"\x91\xa3fly"]]))), "unknown command 'fly'"),
        (PastSlice(b"more"), "more of the host's recording comes after its end"),
    ],
)
def test_what_is_damaged_or_out_of_order_is_refused(promised: Any, message: Any, said: str) -> None:
    coming = with_recording(promised, tick=10**6)
    with pytest.raises(BadFile, match=said):
        coming.take(message)


def test_a_recording_that_is_damaged_on_its_way_is_refused(promised: Any) -> None:
    data = b"".join(letter.data for letter in promised[0] if isinstance(letter, PastSlice))
    with pytest.raises(BadFile, match="the host's recording is damaged on its way"):
        ComingPast(promised[1]()).take(PastSlice(data[:20] + bytes(20) + data[40:]))


def lying(net: Network, tmp_path: Path, lie: Callable[[Any], list[Any]]) -> Any:
    """A guest of a host who lies; he comes to nothing, and says why."""
    stirring(net, tmp_path, 0.3)
    ann = net.join(tmp_path / "ann.replay")
    inner = ann.call.poll

    def lied() -> list[Any]:
        return [
            Heard(0, message) if message is not None else event
            for event in inner()
            for message in (lie(event.message) if isinstance(event, Heard) else [None])
        ]

    ann.call.poll = lied
    net.until(lambda: ann.over)
    assert ann.refused and ann.joint is None
    return ann


def test_a_guest_says_what_is_wrong_with_the_past(net: Network, tmp_path: Path) -> None:
    ann = lying(net, tmp_path, lambda m: [PastCommands(bomb(10**7))] if isinstance(m, PastCommands) else [m])
    assert ann.over == "can't join: commands of the past that unpack to more than 262176 bytes"


def test_a_host_who_goes_on_without_all_of_the_past_is_left(net: Network, tmp_path: Path) -> None:
    """He has said goodbye to the rest of it in the middle: what was run so far is kept as a cut recording."""

    def shorter(message: Any) -> list[Any]:
        if isinstance(message, Welcome):
            return [replace(message, given=message.given + 7)]
        is_early = isinstance(message, Turn) and net.guests[0].share < 0.5
        return [] if is_early else [message]

    ann = lying(net, tmp_path, shorter)
    assert ann.over == "can't join: the host goes on though 7 of 28 commands of its past have not come"
    assert not ann._arrival.runs
    recording = reader.read(tmp_path / "ann.replay")
    assert recording.end is None and recording.commands[0][1].verb == "join"


def test_a_turn_is_no_part_of_the_past(net: Network, tmp_path: Path) -> None:
    ann = lying(net, tmp_path, lambda m: [Turn(0, 4, (), 0)] if isinstance(m, PastSlice) else [m])
    assert "bytes of its past have not come" in ann.over
