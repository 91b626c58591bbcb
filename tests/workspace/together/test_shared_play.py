"""Two workspaces in one session over the loopback: the ticks of both come in the host's turns."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.recording import reader
from sandbox.recording.arithmetic_classes import PORTABLE
from sandbox.together import program
from sandbox.workspace.workspace import Workspace
from tests.timed import BALL, Time, replayed
from tests.together.network import disturb

FRAME = 1 / 60
HERE = program.here()
PATIENCE = 30.0  # s of a loaded machine


class Pair:
    """A host and a guest, each with a workspace of their own, who look at the same clock."""

    def __init__(self, folder: Path) -> None:
        self.time = Time()
        self.bo, self.ann = (Workspace(folder / name, self.time) for name in ("bo", "ann"))

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.time.sleep(FRAME)
            clock.sleep(0.002)  # what is under way arrives
            for workspace in (self.bo, self.ann):
                workspace.gate.catch_up()
                workspace.jobs.work(10**9)

    def until(self, happened: Callable[[], object]) -> None:
        end = clock.monotonic() + PATIENCE
        while not happened():
            assert clock.monotonic() < end, (list(self.bo.together.lines), list(self.ann.together.lines))
            self.frames(1)

    def meet(self) -> None:
        """Let Bo open his session, and Ann join it."""
        self.meet_as("Ann")

    def meet_as(self, name: str) -> None:
        assert self.bo.together.open_to_guests("Bo")
        assert self.ann.together.join(self.bo.together.line, name)
        self.until(lambda: self.ann.together.in_turns and self.bo.together.host.guests[0].ready)  # type: ignore[union-attr]

    def agree(self) -> None:
        """Wait until both show the same."""
        self.until(lambda: self.bo.document.design == self.ann.document.design)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    pair = Pair(tmp_path)
    yield pair
    pair.ann.close()
    pair.bo.close()


def people(workspace: Workspace) -> list[tuple[str, bool, bool]]:
    return [(person.name, person.is_here, person.is_self) for person in workspace.together.people]


def test_a_guest_gets_what_the_host_has_built_and_each_sees_the_edits_of_the_other(pair: Pair) -> None:
    pair.bo.gate.do(c.Place("floor", 1.0, 0.2))
    pair.meet()
    assert people(pair.bo) == [("Bo", True, True), ("Ann", True, False)]
    assert people(pair.ann) == [("Bo", True, False), ("Ann", True, True)]
    assert pair.ann.document.design == pair.bo.document.design
    assert pair.bo.gate.do(BALL)
    assert pair.ann.gate.do(c.Place("crate", 2.0, 0.5))
    assert len(pair.ann.document.design.parts) == 1, "it is carried out when the host has ordered it"
    pair.until(lambda: len(pair.bo.document.design.parts) == 3)
    pair.agree()
    crate = pair.ann.document.design.parts[-1]
    assert pair.ann.gate.do(c.Move(crate.id, crate.x, crate.y, crate.angle)), "the host finds that it changes nothing"
    assert pair.ann.gate.do(c.Undo())
    pair.until(lambda: len(pair.bo.document.design.parts) == 2)
    assert [part.kind for part in pair.bo.document.design.parts] == ["floor", "soccer_ball"]
    assert not [line for line in pair.ann.together.lines if "not done" in line]


def test_both_recordings_are_the_same_session(pair: Pair, tmp_path: Path) -> None:
    pair.bo.gate.do(c.Place("floor", 1.0, 0.2))
    pair.bo.gate.do(BALL)
    pair.meet()
    pair.bo.control.run()
    pair.until(lambda: pair.ann.document.session.running)
    ball = pair.ann.document.design.parts[-1].id
    assert pair.ann.gate.do(c.Grab(ball, 1.0, 1.0))
    assert pair.ann.gate.do(c.Drag(1.5, 1.6)), "the hand is not there yet, and will be"
    pair.until(lambda: pair.bo.document.session.machine.held_by(1) == ball)  # type: ignore[union-attr]
    pair.frames(20)
    pair.ann.gate.do(c.Release())
    pair.frames(30)
    pair.bo.control.stop()
    pair.until(lambda: not pair.ann.document.session.running)
    files = [workspace.recording.copy(tmp_path / f"{n}.replay") for n, workspace in enumerate((pair.bo, pair.ann))]
    hosts, guests = (reader.read(path) for path in files if path is not None)
    assert hosts.commands == guests.commands
    assert b"".join(map(bytes, hosts.hashes.values())) == b"".join(map(bytes, guests.hashes.values()))
    for path in files:
        assert path is not None
        _, _, session_log = replayed(path)
        assert session_log.parted is None


def test_the_host_pauses_steps_and_chooses_the_speed_for_all(pair: Pair) -> None:
    pair.bo.gate.do(BALL)
    pair.meet()
    bo, ann = pair.bo, pair.ann
    bo.control.run()
    pair.until(lambda: ann.document.session.running)
    bo.control.pause()
    pair.until(lambda: ann.pacing.paused and ann.document.session.tick == bo.document.session.tick)
    still = bo.document.session.tick
    pair.frames(20)
    assert (bo.document.session.tick, ann.document.session.tick) == (still, still)
    bo.control.step()
    pair.until(lambda: ann.document.session.tick == still + 1)
    assert bo.document.session.tick == still + 1
    bo.pacing.speed = Fraction(4)
    bo.control.run()
    pair.frames(60)
    assert 3.5 * 240 < bo.document.session.tick - still < 4.5 * 240, "about four seconds of the machine in one"


def test_what_a_guest_can_not_do_is_told_in_a_sentence(pair: Pair) -> None:
    pair.bo.gate.do(BALL)
    pair.meet()
    ann = pair.ann
    said = []
    for act in (ann.control.step, ann.control.seek, ann.control.watch_again, lambda: ann.control.use_tick_rate(120)):
        assert not act()
        said.append(ann.messages.latest.text)  # type: ignore[union-attr]
    assert set(said) == {"Only the host of this session can do that"}
    assert not ann.gate.do(c.Delete(99)), "what is known here to be impossible is not sent"
    assert ann.messages.latest.text == "Part 99 does not exist."  # type: ignore[union-attr]
    ann.control.run()
    pair.until(lambda: any("you have asked for it" in line for line in ann.together.lines))
    assert [asked.text for asked in pair.bo.together.controls.take_requests()] == ["Ann asks to start the machine"]
    pair.bo.control.run()
    pair.until(lambda: ann.document.session.running)
    ann.control.pause()
    pair.until(lambda: pair.bo.together.host.requests)  # type: ignore[union-attr]
    assert [asked.text for asked in pair.bo.together.controls.take_requests()] == ["Ann asks to pause"]


def test_a_guest_goes_on_alone_and_the_host_as_before(pair: Pair) -> None:
    pair.bo.gate.do(c.Place("floor", 1.0, 0.2))
    pair.meet()
    pair.ann.gate.do(c.Place("crate", 2.0, 0.5))
    pair.until(lambda: len(pair.ann.document.design.parts) == 2)
    kept = pair.ann.document.recording_path
    pair.bo.together.leave()
    assert pair.bo.gate.do(BALL) and not pair.bo.gate.in_turns
    pair.until(lambda: not pair.ann.together.is_open and not pair.ann.document.working)
    assert [part.kind for part in pair.ann.document.design.parts] == ["floor", "crate"]
    assert pair.ann.document.recording_path not in (None, kept), "it is recorded anew, from the beginning"
    assert pair.ann.gate.do(BALL) and len(pair.ann.document.design.parts) == 3
    assert kept is not None and replayed(kept)[2].parted is None


def test_opening_something_else_leaves_the_session(pair: Pair) -> None:
    pair.meet()
    assert pair.ann.files.new()
    assert not pair.ann.together.is_open and not pair.ann.gate.in_turns and not pair.ann.document.working
    pair.until(lambda: [person.is_here for person in pair.bo.together.people] == [True, False])
    assert pair.ann.gate.do(BALL)
    assert pair.bo.files.new()
    assert not pair.bo.together.is_open and pair.bo.gate.do(BALL)


def test_an_old_line_and_a_session_that_can_not_be_shared_are_told(pair: Pair, watched: Path) -> None:
    pair.bo.together.open_to_guests("Bo")
    assert not pair.bo.together.open_to_guests("Bo"), "once is enough"
    line = pair.bo.together.line
    pair.bo.together.leave()
    assert pair.ann.together.join(line, "Ann")
    pair.until(lambda: not pair.ann.together.is_open)
    assert pair.ann.together.lines[-1].startswith("can't join: 127.0.0.1 port")
    assert pair.ann.gate.do(BALL), "the open document is what it was"
    pair.bo.files.open(watched)
    assert not pair.bo.together.open_to_guests("Bo")
    assert "take over" in pair.bo.messages.latest.text.lower()  # type: ignore[union-attr]


def test_a_guest_looks_at_the_past_and_does_not_go_back_to_it(pair: Pair) -> None:
    pair.bo.gate.do(BALL)
    pair.meet()
    pair.bo.control.run()
    pair.until(lambda: pair.ann.document.session.running)
    pair.frames(30)
    pair.ann.travel.look_by(-20)
    assert pair.ann.document.in_past and not pair.ann.travel.resume_here()
    assert "leave the session" in pair.ann.messages.latest.text  # type: ignore[union-attr]
    pair.ann.document.past.leave()


def test_a_host_goes_back_with_everybody_and_all_go_on_from_there(pair: Pair, tmp_path: Path) -> None:
    pair.bo.gate.do(c.Place("floor", 1.0, 0.2))
    pair.bo.gate.do(BALL)
    pair.meet()
    pair.bo.control.run()
    pair.until(lambda: pair.ann.document.session.running)
    pair.frames(30)
    now = pair.bo.document.session.tick
    pair.bo.travel.look_by(-20)
    assert pair.bo.travel.resume_here()
    pair.until(lambda: pair.bo.document.session.tick == now - 20 == pair.ann.document.session.tick)
    pair.until(lambda: pair.bo.together.host.guests[0].ready)  # type: ignore[union-attr]
    assert not pair.bo.document.in_past and pair.ann.document.session.running
    for workspace in (pair.bo, pair.ann):
        names = [branch.note.name for branch in workspace.document.tree.branches()]
        assert len(names) == 2 and f"From tick {now - 20}" in names
    assert people(pair.ann) == [("Bo", True, False), ("Ann", True, True)]
    assert pair.bo.pacing.paused and pair.bo.control.run()
    ball = pair.ann.document.design.parts[-1].id
    pair.frames(5)
    assert pair.ann.gate.do(c.Grab(ball, 1.0, 1.0))
    pair.until(lambda: pair.bo.document.session.machine.held_by(1) == ball)  # type: ignore[union-attr]
    pair.frames(20)
    pair.bo.control.stop()
    pair.until(lambda: not pair.ann.document.session.running)
    assert pair.ann.gate.do(c.Place("crate", 2.0, 0.5))
    pair.until(lambda: len(pair.bo.document.design.parts) == 3)
    pair.agree()
    files = [workspace.recording.copy(tmp_path / f"{n}.replay") for n, workspace in enumerate((pair.bo, pair.ann))]
    hosts, guests = (reader.read(path) for path in files if path is not None)
    assert hosts.commands == guests.commands
    lines = len(pair.bo.together.lines)
    while pair.bo.document.past.moment is None or len(pair.bo.document.past.moment.design.parts) > 2:
        assert pair.bo.travel.look_by(-1)
    assert pair.bo.travel.resume_here() and pair.bo.together.going_back is not None
    pair.until(lambda: len(pair.ann.document.design.parts) == 2 and pair.bo.together.going_back is None)
    assert "Bo has let the machine go on" not in [*pair.bo.together.lines][lines:], "it stands"
    assert pair.ann.gate.do(c.Place("crate", 2.0, 0.5))
    pair.until(lambda: len(pair.bo.document.design.parts) == 3)
    pair.agree()
    pair.bo.together.leave()
    pair.until(lambda: not pair.ann.together.is_open)
    assert len(pair.ann.document.design.parts) == 3 and pair.ann.gate.do(c.Undo()), "the guest goes on alone"


def test_a_guest_whose_machine_computes_other_bits_edits_and_does_not_run(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair.bo.gate.do(BALL)
    assert pair.bo.together.open_to_guests("Bo")
    pair.bo.together.controls.editors = True
    monkeypatch.setattr(program, "here", lambda: replace(HERE, arithmetic=PORTABLE.digest))
    assert pair.ann.together.join(pair.bo.together.line, "Ann")
    pair.until(lambda: pair.ann.together.in_turns)
    pair.bo.control.run()
    pair.until(lambda: "the others run; you see it when they stop" in pair.ann.together.lines)
    assert not pair.ann.document.session.running
    pair.frames(20)
    pair.bo.control.stop()
    pair.until(lambda: "the others have stopped" in pair.ann.together.lines)
    assert pair.ann.gate.do(c.Place("crate", 2.0, 0.5))
    pair.until(lambda: len(pair.bo.document.design.parts) == 2)
    pair.agree()
    assert pair.bo.together.host is not None and not pair.bo.together.host.parted
    pair.bo.together.controls.editors = False
    line = "guests whose machines compute other bits are let in no longer; who is here stays"
    pair.until(lambda: line in pair.bo.together.lines and line in pair.ann.together.lines)
    assert pair.ann.together.in_turns, "he does"
    pair.ann.together.leave()
    pair.until(lambda: not pair.bo.together.controls.guests)
    assert pair.ann.together.join(pair.bo.together.line, "Ann")
    pair.until(lambda: not pair.ann.together.is_open)
    assert "the host lets you in to edit only, with --editors" in str(pair.ann.together.lines)


def test_machines_that_do_not_agree_are_told_apart(pair: Pair) -> None:
    pair.bo.gate.do(BALL)
    pair.meet()
    pair.bo.control.run()
    pair.until(lambda: pair.ann.document.session.running and pair.ann.document.session.machine.ticks > 40)  # type: ignore[union-attr]
    disturb(pair.ann.document.session, pair.ann.document.session.tick + 4, pair.ann.document.design.parts[0].id)
    pair.until(lambda: not pair.ann.together.is_open and not pair.bo.together.is_open)
    for workspace in (pair.ann, pair.bo):
        told = " ".join(workspace.together.ending)
        assert "differ from tick" in told and "the machine of Ann differs from a re-run of its own recording" in told
    assert pair.bo.gate.do(c.Stop()), "the host goes on alone"


def test_pointers_reach_the_others_and_are_not_sent_for_every_move(pair: Pair) -> None:
    pair.meet()
    pair.bo.together.point((1.0, 2.0), (3,))
    pair.bo.together.point((1.1, 2.0), ())
    pair.until(lambda: pair.ann.together.pointers)
    assert [tuple(pointing) for pointing in pair.ann.together.pointers] == [(0, (1.0, 2.0), (3,))]
    pair.ann.together.point((0.5, 0.5), ())
    pair.until(lambda: pair.bo.together.pointers)
    pair.frames(10)
    assert [pointing.player for pointing in pair.ann.together.pointers] == [0], "nobody is shown his own"
    pair.time.sleep(6)
    assert pair.ann.together.pointers == [], "it may have gone away"


def test_guests_come_after_those_who_have_taken_turns_at_this_window(pair: Pair) -> None:
    pair.bo.gate.do(c.Join("Bo"))
    pair.bo.gate.do(c.Join("Ann", player=1))
    pair.bo.gate.player = 1
    pair.meet_as("Ann")
    assert pair.bo.document.session.players == {0: "Bo", 1: "Ann", 2: "Ann 2"}
    assert (pair.bo.gate.player, pair.ann.gate.player) == (0, 2)
    assert people(pair.ann) == [("Bo", True, False), ("Ann", False, False), ("Ann 2", True, True)]


def test_a_guest_is_told_once_that_nothing_comes_and_a_pause_is_no_stall(pair: Pair) -> None:
    pair.bo.gate.do(BALL)
    pair.meet()
    pair.bo.control.run()
    pair.until(lambda: pair.ann.document.session.running)
    pair.bo.control.pause()
    pair.until(lambda: pair.ann.pacing.paused)
    pair.frames(90)
    assert not stalls(pair.ann)
    pair.bo.control.run()
    pair.until(lambda: not pair.ann.pacing.paused)
    for _ in range(120):  # the host's program hangs
        pair.time.sleep(FRAME)
        pair.ann.gate.catch_up()
    assert stalls(pair.ann) == ["waiting for the host: nothing has come from there for a second"]


def stalls(workspace: Workspace) -> list[str]:
    return [line for line in workspace.together.lines if "waiting" in line]
