"""Sessions of several people over a network in memory, where nothing sleeps and each delay is known."""

from __future__ import annotations

import random  # noqa: TID251  (generates input; nothing random reaches a session)
import statistics
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.machine.goals import Judge
from sandbox.recording import reader
from sandbox.recording.arithmetic_classes import PORTABLE
from sandbox.recording.recording import MAX_COMMAND_BYTES, Recording
from sandbox.together.messages import Budgets, Ordered, TextLine, Turn, TurnReport, Wish
from sandbox.together.seats import GuestRights
from sandbox.together.wire import Heard
from sandbox.verify.compare import Comparison
from tests.support import pile
from tests.together.network import Network, disturb

CRATE, BALL = 4, 5  # of a pile


def verified(path: Path) -> Recording:
    """A recording that its re-run agrees with, tick by tick."""
    recording = reader.read(path)
    assert recording.end is not None
    comparison = Comparison(recording)
    comparison.run(None)
    assert comparison.bad_tick is None, (comparison.bad_tick, comparison.what)
    return recording


def essence(recording: Recording) -> Any:
    """What is the same in the recordings of all who were in a session to its end."""
    assert recording.end is not None
    hashes = {first: bytes(digests) for first, digests in recording.hashes.items()}
    marks = [mark for mark in recording.marks if mark.what != "note"]
    return recording.commands, hashes, marks, recording.end.tick, recording.end.hash


@pytest.fixture
def net() -> Network:
    return Network()


def test_everybody_has_the_same_session_and_each_recording_verifies(net: Network, tmp_path: Path) -> None:
    net.delay = 0.05
    host = net.open(pile(8), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())
    net.step(0.3)
    ann.do(c.Grab(CRATE, 0.3, 0.5))
    host.do(c.Grab(BALL, 0.7, 0.5))
    for at in range(20):
        ann.do(c.Drag(0.3 + at / 50, 0.8))
        host.do(c.Drag(0.7, 0.5 + at / 30))
        net.step(1 / 60)
    net.step(0.2)
    machine = host.joint.session.machine
    assert [machine.held_by(player) for player in (0, 1)] == [BALL, CRATE]
    ann.do(c.Release())
    net.step(0.5)
    net.close()
    mine, theirs = verified(tmp_path / "host.replay"), verified(tmp_path / "ann.replay")
    assert essence(mine) == essence(theirs)
    assert sum(1 for _, command in mine.commands if command.player == 1) > 20
    assert ann.joint.session.tick == host.joint.session.tick


def test_a_guest_never_runs_beyond_the_turns_that_are_there(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(3), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())
    net.step(0.5)
    net.delay = 0.4  # the turns of the next 0.4 s come late
    seen = []
    for _ in range(100):
        net.step()
        seen.append(host.joint.session.tick - ann.joint.session.tick)
    assert min(seen) >= 0
    assert max(seen) >= 0.3 * 240
    assert ann.stalls[0] >= 1
    net.delay = 0.0
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


def test_where_nothing_is_lost_nothing_stops_and_own_commands_are_seen_soon(net: Network, tmp_path: Path) -> None:
    net.delay, net.jitter = 0.05, 0.02
    host = net.open(pile(3), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())
    net.step(0.5)
    ann.do(c.Grab(CRATE, 0.3, 0.5))
    asked: dict[int, float] = {}
    seen = []
    for at in range(240):
        asked[ann.do(c.Drag(0.3 + at % 60 / 100, 0.8))] = net.now
        net.step(1 / 60)
        unanswered = {wish.number for wish in ann.unanswered}
        seen += [net.now - asked.pop(number) for number in [*asked] if number not in unanswered]
    assert ann.stalls == (0, 0.0) and len(seen) > 200
    assert statistics.median(seen[60:]) < 0.2, "there and back, half a turn, and as much as the delays vary"
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


def test_a_turn_is_on_its_way_before_its_ticks_run_at_the_host(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    net.joined(tmp_path / "ann.replay")
    run, sent_before = host.joint.run, []

    def running(ticks: int) -> None:
        sent_before.append(any(isinstance(sent, Turn) and sent.number == host.joint.turn for sent in host.door.sent))
        run(ticks)

    host.joint.run = running
    net.step(0.2)
    assert len(sent_before) >= 10 and all(sent_before)
    net.close()


def test_what_the_host_refuses_nobody_gets_and_the_guest_is_told(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    for command in (c.Move(99, 1.0, 1.0), c.Start(), c.Press(CRATE), c.Join("Somebody else")):
        ann.do(command)
    ann.do(c.Place("crate", 1.0, 2.0))
    net.step(0.2)
    told = [line for line in ann.news if line.startswith("not done")]
    assert len(told) == 4 and "only the host can start" in told[1]
    assert "Ann asks to start the machine" in host.news
    assert len(ann.joint.session.design.parts) == len(host.joint.session.design.parts) == 6
    assert not ann.unanswered
    net.close()
    names = [(command.player, command.verb) for _, command in verified(tmp_path / "host.replay").commands]
    assert names == [(0, "join"), (1, "join"), (1, "place")]


def test_guests_may_start_the_machine_where_the_host_lets_them(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay", rights=GuestRights(start=True))
    ann = net.joined(tmp_path / "ann.replay")
    ann.do(c.Start())
    net.step(0.2)
    assert host.joint.session.running and ann.joint.session.running
    net.close()


def test_edits_reach_everybody_while_the_host_pauses(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    net.step(0.3)
    host.paused = True
    net.step(0.1)
    assert ann.paused
    tick = host.joint.session.tick
    host.do(c.Place("crate", 1.0, 2.0))
    ann.do(c.Place("crate", 1.5, 2.0))
    net.step(0.2)
    assert host.joint.session.design == ann.joint.session.design
    assert len(host.joint.session.design.parts) == 7
    assert host.joint.session.tick == tick
    net.close()


# -- coming and going


def test_who_joins_late_does_not_run_again_what_is_over(
    net: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = net.open(pile(6), tmp_path / "host.replay")
    for command in (c.Start(), c.Stop(), c.Place("crate", 1.0, 2.5), c.Start()):
        host.do(command)
        net.step(0.5)
    host.do(c.Stop())
    host.do(c.Start())  # on the same tick
    host.do(c.Grab(CRATE, 0.3, 0.5))
    net.step(0.3)
    ran = []
    inner = Judge.advance
    monkeypatch.setattr(Judge, "advance", lambda self, most, *more: ran.append(most) or inner(self, most, *more))
    begun = host.joint.session.start_tick
    bob = net.join(tmp_path / "bob.replay", "Bob")
    net.until(lambda: bob.joint is not None)
    monkeypatch.undo()
    since = host.joint.session.tick - begun
    assert sum(ran) < 2 * since + 40, "the runs before are not run again"
    net.step(0.5)
    assert bob.joint.session.running_ticks > since
    assert bob.joint.session.machine.held_by(0) == CRATE
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "bob.replay"))


def test_who_ends_elsewhere_than_the_host_is_not_let_in(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(3), tmp_path / "host.replay")
    host.do(c.Start())
    net.step(0.3)
    host.joint.session.end_hash = lambda: b"another."
    bob = net.join(tmp_path / "bob.replay", "Bob")
    net.until(lambda: bob.over)
    assert bob.refused and "computes another state than the host's" in bob.over
    assert reader.read(tmp_path / "bob.replay").end is not None
    del host.joint.session.end_hash
    net.close()


def test_a_lost_connection_is_taken_up_again_without_losing_a_command(net: Network, tmp_path: Path) -> None:
    net.delay = 0.03
    host = net.open(pile(4), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    net.step(0.2)
    for at in range(30):
        if at in (6, 15):
            ann.call.cut()
            ann.call.reachable = False
        if at == 20:
            ann.call.reachable = True
        ann.do(c.Place("crate", 0.3 + at / 20, 3.0 + at / 2, number=at + 1))
        host.do(c.Place("tennis_ball", 0.3 + at / 20, 30.0))
        net.step(0.1)
    net.until(lambda: not ann.unanswered)
    assert any("back" in line for line in ann.news)
    net.close()
    recording = verified(tmp_path / "host.replay")
    assert essence(recording) == essence(verified(tmp_path / "ann.replay"))
    mine = [command.number for _, command in recording.commands if command.player == 1 and command.verb == "place"]
    assert mine == list(range(1, 31)), "each once, in order"


def test_a_wish_that_comes_twice_is_carried_out_once(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    net.step(0.1)
    wishes = [Wish(number, c.pack(c.Place("crate", 1.0 + number / 10, 3.0))) for number in (1, 2)]
    for some in (wishes[:1], wishes, wishes):
        ann.call.send(0, TurnReport(host.joint.turn, (), tuple(some)))
        net.step(0.02)
    assert len(host.joint.session.design.parts) == 5 + 2
    net.close()


def test_the_hand_of_somebody_who_is_away_lets_go(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(4), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())
    net.step(0.1)
    ann.do(c.Grab(CRATE, 0.3, 0.5))
    net.step(0.2)
    assert host.joint.session.machine.held_by(1) == CRATE
    ann.call.reachable = False
    ann.call.cut()
    net.step(0.1)
    assert host.joint.session.machine.held_by(1) is None
    ann.leave()
    host.close()
    verified(tmp_path / "host.replay")


def test_who_leaves_has_a_recording_that_verifies(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(4), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())
    net.step(0.4)
    ann.leave()
    net.step(0.2)
    assert host.guests == []
    net.close()
    assert verified(tmp_path / "ann.replay").ticks < verified(tmp_path / "host.replay").ticks


def test_who_comes_back_without_a_ticket_gets_what_was_left_under_his_name(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    first = net.joined(tmp_path / "first.replay")
    first.do(c.Place("crate", 1.0, 2.0))
    net.step(0.1)
    first.leave()
    bob = net.joined(tmp_path / "bob.replay", "Bob")
    second = net.joined(tmp_path / "second.replay")
    third = net.joined(tmp_path / "third.replay")
    assert (second.player, bob.player, third.player) == (1, 2, 3)
    second.do(c.Undo())
    net.step(0.2)
    assert len(host.joint.session.design.parts) == 5
    assert host.joint.session.players == {0: "Bo", 1: "Ann", 2: "Bob", 3: "Ann 2"}
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "third.replay"))


def test_a_line_of_text_reaches_everybody(net: Network, tmp_path: Path) -> None:
    net.delay = 0.04
    host = net.open(pile(2), tmp_path / "host.replay")
    ann, bob = net.joined(tmp_path / "ann.replay"), net.joined(tmp_path / "bob.replay", "Bob")
    ann.say("Now!")
    ann.call.send(0, TextLine("Clear!\x1b[2J"))  # by another program
    host.say("Wait")
    net.step(0.2)
    for side in (host, ann, bob):
        assert {"Ann: Now!", "Ann: Clear!?[2J", "Bo: Wait"} <= set(side.news)
    assert "Bob is there, 80 ms away and back" in ann.news
    net.close()


def test_a_guest_whose_window_takes_long_to_show_the_session_still_catches_up(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    net.guests.remove(ann)  # his machine is busy, and hears nothing
    net.step(2.5)
    net.guests.append(ann)
    net.until(lambda: "Ann is there" in host.news, 5.0)
    net.step(8)
    assert ann.joint is not None and host.joint.turn - ann.joint.turn < 12
    net.close()


def test_everybody_waits_for_who_is_slow_and_then_he_is_asked_to_leave(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    net.step(0.5)
    net.guests.remove(ann)  # his machine does nothing any more
    net.step(3)
    tick = host.joint.session.tick
    assert "Ann is behind: everybody waits" in host.news
    net.step(1)
    assert host.joint.session.tick == tick
    net.step(6)
    assert host.guests == [] and host.joint.session.tick > tick
    ann.advance(net.now)
    ann.advance(net.now)
    net.guests.append(ann)
    net.until(lambda: ann.over)
    assert "everybody had to wait" in ann.over
    net.close()


def test_who_joins_a_long_run_has_longer_to_catch_up(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(1), tmp_path / "host.replay")
    host.do(c.Start())
    net.step(30.0)
    net.join(tmp_path / "ann.replay")
    net.guests.clear()  # she hears nothing any more
    net.step(62.0)
    assert [seat.name for seat in host.guests] == ["Ann"], "a minute, and a fifth of half a minute"
    net.step(6.0)
    assert not host.guests and "your machine has not caught up within 66 s" in str(host.news)
    net.close()


def test_who_is_far_away_has_caught_up_as_well(tmp_path: Path) -> None:
    """On a bad way turns wait for up to half a second, and their digests take as long to come back."""
    net = Network(0.25)
    net.jitter = 0.2
    host = net.open(pile(1), tmp_path / "host.replay")
    host.do(c.Start())
    net.joined(tmp_path / "ann.replay")
    net.until(lambda: host.guests[0].ready, 10.0)
    (seat,) = host.guests
    assert host.joint.turn - seat.agreed > 30, "he is so far behind, and nobody waits for him"
    net.close()


def test_guests_hear_of_the_end_also_when_the_hosts_disk_is_full(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())
    net.step(0.3)

    def full(frame: bytes, reserve: int = 0) -> None:
        raise BadFile("can't write the recording: no space left")

    host.joint.recorder._write = full
    with pytest.raises(BadFile, match="no space left"):
        host.close()
    assert host.door.calls == {}
    net.until(lambda: ann.over)
    assert ann.over == "the host has ended the session"
    verified(tmp_path / "ann.replay")


def test_the_session_is_full(net: Network, tmp_path: Path) -> None:
    net.open(pile(2), tmp_path / "host.replay", most=1)
    net.joined(tmp_path / "ann.replay")
    bob = net.join(tmp_path / "bob.replay", "Bob")
    net.until(lambda: bob.over)
    assert bob.refused and "full" in bob.over
    net.close()


def test_a_recording_that_cannot_be_read_ends_nothing_for_who_is_there(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(1), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())
    (tmp_path / "host.replay").unlink()
    bob = net.join(tmp_path / "bob.replay", "Bob")
    net.until(lambda: bob.over)
    assert "can't be sent" in bob.over and bob.refused
    tick = ann.joint.session.tick
    net.step(0.7)
    assert ann.joint.session.tick > tick + 100 and [seat.name for seat in host.guests] == ["Ann"]
    net.close()
    verified(tmp_path / "ann.replay")


@pytest.mark.parametrize(
    ("program_", "said"),
    [
        ({"code": "0" * 32}, "same version"),
        ({"engine": "pymunk 7.3.1 other"}, "engine"),
        ({"arithmetic": PORTABLE.digest}, "'portable'"),
    ],
)
def test_another_program_is_refused_by_name(program_: dict[str, str], said: str, tmp_path: Path) -> None:
    net = Network()
    net.open(pile(2), tmp_path / "host.replay")
    other = net.join(tmp_path / "other.replay", **program_)
    net.until(lambda: other.over)
    assert other.refused and said in other.over
    assert ("sandbox engine build" in other.over) == ("code" not in program_)
    assert not (tmp_path / "other.replay").exists()


# -- desync


def disturbed(design: Design, tmp_path: Path, side: str) -> tuple[Network, Any, Any]:
    """A session in which a body of one machine gets 1e-12 m/s more on tick 100 of the run."""
    net = Network(0.02)
    host = net.open(design, tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())
    net.step(0.3)
    joint = (host if side == "Bo" else ann).joint
    while joint.session.machine.ticks < 98:
        net.step()
    disturb(joint.session, joint.session.tick + 4, BALL)  # with the first tick of a turn
    return net, host, ann


def test_a_guest_who_looks_at_nothing_is_not_waited_for(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(3), tmp_path / "host.replay")
    ann, bob = net.joined(tmp_path / "ann.replay"), net.joined(tmp_path / "bob.replay", "Bob")
    host.do(c.Start())
    net.step(0.2)
    disturb(ann.joint.session, ann.joint.session.tick + 8, BALL)
    net.guests.remove(bob)
    net.until(lambda: host.over and ann.over, 40)
    assert host.parted and "the machine of Ann differs from a re-run" in "\n".join(host.news)
    bob.leave()


@pytest.mark.parametrize("side", ["Bo", "Ann"])
def test_a_changed_bit_is_named_by_tick_part_and_side(side: str, tmp_path: Path) -> None:
    net, host, ann = disturbed(pile(10), tmp_path, side)
    session = (host if side == "Bo" else ann).joint.session
    began = net.now
    net.until(lambda: host.over and ann.over)
    assert net.now - began < 1.0
    tick = session.disturbed + 1
    for one in (host, ann):
        assert one.parted
        said = "\n".join(one.news)
        assert f"the machines of Bo and Ann differ from tick {tick} " in said
        assert "\n1 of 14 bodies\n" in said, "those that differ on that tick, not at the end of the turn"
        assert f"part {BALL} (Soccer ball)" in said and "velocity +1" in said.replace("velocity -1", "velocity +1")
        assert f"the machine of {side} differs from a re-run of its own recording" in said
        other = "Ann" if side == "Bo" else "Bo"
        assert f"the machine of {other} differs" not in said
    wrong = "host" if side == "Bo" else "ann"
    with pytest.raises(AssertionError, match=str(tick)):
        verified(tmp_path / f"{wrong}.replay")
    verified(tmp_path / f"{'ann' if side == 'Bo' else 'host'}.replay")


def test_a_digest_that_is_changed_on_the_way_is_the_networks_fault(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(4), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())
    net.step(0.3)

    def flip(message: Any) -> Any:
        if not isinstance(message, TurnReport) or not message.digests:
            return message
        net.tamper = lambda same: same
        first, *rest = message.digests
        return replace(message, digests=(bytes([first[0] ^ 1]) + first[1:], *rest))

    net.tamper = flip
    tick = host.joint.session.tick
    net.step(0.5)
    assert any("the network's fault, not that of the physics" in line for line in host.news)
    assert any("the network's fault, not that of the physics" in line for line in ann.news)
    assert not host.over and host.joint.session.tick > tick + 60
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


def test_who_lets_everybody_stop_again_and_again_is_asked_to_leave(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(4), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())

    def lie(message: Any) -> Any:
        return (
            replace(message, digests=tuple(b"x" * 8 for _ in message.digests))
            if hasattr(message, "digests")
            else message
        )

    net.tamper = lie
    net.until(lambda: ann.over)
    assert "again and again" in ann.over and not host.over
    tick = host.joint.session.tick
    net.step(1.0)
    assert host.joint.session.tick >= tick + 236
    net.close()
    verified(tmp_path / "host.replay")


# -- budgets


def test_a_guest_has_so_many_parts_and_is_told_before(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay", budgets=Budgets(parts=10))
    ann = net.joined(tmp_path / "ann.replay")
    for at in range(12):
        ann.do(c.Place("tennis_ball", 0.3 + at / 10, 3.0))
        net.step(0.05)
    assert len(host.joint.session.design.parts) == 5 + 10
    told = [line for line in ann.news if "parts" in line]
    assert told[0].startswith("8 of the 10 parts")
    assert "up to 10 parts" in told[1]
    first = host.joint.session.design.next_id - 10
    ann.do(c.Delete(first))
    ann.do(c.Place("tennis_ball", 1.9, 3.0))
    net.step(0.1)
    assert len(host.joint.session.design.parts) == 5 + 10
    net.close()


def test_a_guest_has_so_many_links_also_if_one_command_makes_several(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(1), tmp_path / "host.replay", budgets=Budgets(links=5, parts=8))
    ann = net.joined(tmp_path / "ann.replay")
    for at in range(5):
        ann.do(c.Place("crate", 0.2 + 0.4 * at, 4.0, player=1, number=at + 1))
    net.step(0.2)
    crates = [part.id for part in host.joint.session.design.parts[-5:]]
    springs = [c.Connect("spring", one, "middle", other, "middle") for one in crates for other in crates if one < other]
    ann.do(c.Together(tuple(springs[:4])))
    ann.do(c.Together(tuple(springs[4:8])))
    net.step(0.2)
    assert len(host.joint.session.design.links) == 4
    assert any(line.startswith("4 of the 5 links") for line in ann.news)
    assert "up to 5 links" in ann.news[-1]
    ann.do(c.Together((springs[4], *(c.Place("tennis_ball", 0.3 + 0.3 * at, 6.0) for at in range(3)))))
    net.step(0.2)
    assert len(host.joint.session.design.links) == 5 and len(host.joint.session.design.parts) == 4 + 8
    net.close()


def test_a_flood_of_commands_is_turned_away_above_the_budget(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.do(c.Start())
    net.step(0.2)
    ann.do(c.Grab(CRATE, 0.3, 0.5))
    turn = host.joint.turn
    asked = 0
    for _ in range(240):
        for _ in range(20):
            try:
                ann.do(c.Drag(0.3 + asked % 100 / 200, 0.8))
                asked += 1
            except Refused:
                break
        net.step()
    turns = host.joint.turn - turn
    assert turns >= 118, "the host keeps its ticks"
    net.close()
    done = sum(1 for _, command in verified(tmp_path / "host.replay").commands if command.verb == "drag")
    assert done <= 240 + 2 * turns < asked


def long_edit(step: float) -> c.Together:
    """One command of nearly the largest size that there is."""
    edit = c.Together(tuple(c.Move(CRATE, 0.3 + step * at, 5.0) for at in range(6500)))
    assert 0.8 * c.MAX_PACKED < len(c.pack(edit)) < c.MAX_PACKED
    return edit


def test_large_commands_on_one_tick_come_in_messages_that_can_be_sent(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    net.joined(tmp_path / "bob.replay", "Bob")
    host.do(long_edit(1e-4))
    host.do(long_edit(1.1e-4))
    ann.do(long_edit(1.2e-4))
    ann.do(long_edit(1.3e-4))
    net.until(lambda: not ann.unanswered)
    net.close()
    recording = verified(tmp_path / "host.replay")
    assert sum(1 for _, command in recording.commands if command.verb == "together") == 4
    assert essence(recording) == essence(verified(tmp_path / "bob.replay"))


def test_a_host_who_sends_without_end_does_not_fill_the_memory_of_a_guest(net: Network, tmp_path: Path) -> None:
    net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    packed = c.pack(long_edit(1e-4))
    most = MAX_COMMAND_BYTES // len(packed) + 1
    first = ann.joint.turn
    turns = [Heard(0, Turn(first + at, 4, (Ordered(packed),), 0)) for at in range(most)]
    ann.hear(turns[:-1], net.now)
    assert not ann.over
    ann.hear(turns[-1:], net.now)
    assert "more commands than a recording can hold" in ann.over
    verified(tmp_path / "ann.replay")
    net.close()


def test_a_command_that_is_too_large_to_be_sent_is_refused_at_once(net: Network, tmp_path: Path) -> None:
    net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    with pytest.raises(Refused, match="too much for one command"):
        ann.do(c.Together(long_edit(1e-4).edits * 2))
    net.close()


# -- many who edit at once


def test_edits_in_any_order_lead_to_equal_designs_and_never_to_a_wrong_part(tmp_path: Path) -> None:
    chance = random.Random(5)
    for round_ in range(6):
        net = Network(chance.choice((0.0, 0.02, 0.1)))
        host = net.open(pile(2), tmp_path / f"host{round_}.replay")
        guests = [net.joined(tmp_path / f"{name}{round_}.replay", name) for name in ("Ann", "Bob")]
        numbers = [0, 0]
        for at in range(40):
            who = chance.randrange(3)
            x = round(chance.uniform(0.3, 1.7), 3)
            if who == 2:
                host.do(c.Place("crate", x, 5.0 + at))
            else:
                numbers[who] += 1
                colour = ("soccer_ball", "tennis_ball")[who]
                guests[who].do(c.Place(colour, x, 5.0 + at, number=numbers[who]))
                guests[who].do(c.Move(-numbers[who], x, 50.0 + at))  # before its id is known
            net.step(chance.choice((0.01, 0.03)))
        net.until(lambda: not any(guest.unanswered for guest in guests))  # noqa: B023
        net.close()
        designs = [side.joint.session.design for side in (host, *guests)]
        assert designs[0] == designs[1] == designs[2]
        moved = {part.kind for part in designs[0].parts if part.y >= 50}
        assert moved <= {"soccer_ball", "tennis_ball"}
        assert sum(part.y >= 50 for part in designs[0].parts) == sum(numbers)
        assert not any(line.startswith("not done") for guest in guests for line in guest.news)
