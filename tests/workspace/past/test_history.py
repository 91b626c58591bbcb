"""What has happened is kept pose by pose, within the memory that is allowed; and where the eye is in it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design, PartSpec
from sandbox.parts import KINDS, LINKS
from sandbox.workspace.clock import NS
from sandbox.workspace.past.history import EVENT_MARKS, History
from sandbox.workspace.past.playhead import Past
from tests.contraptions import Builder, pile


class Kept:
    """A session, its chronicle, and every tick's poses beside it."""

    def __init__(self, design: Design, **limits: int) -> None:
        self.session = Session(design)
        self.chronicle = History(design, **limits)
        self.truth: dict[int, np.ndarray] = {}

    def do(self, command: c.AnyCommand) -> None:
        self.session.do(command)
        self.chronicle.command(self.session, command)
        self._look()

    def advance(self, ticks: int) -> None:
        for _ in range(ticks):
            self.session.advance()
            self.chronicle.happened(self.session.take_events())
            self.chronicle.note(self.session)
            self._look()

    def _look(self) -> None:
        machine = self.session.machine
        if machine is not None:
            self.truth[self.session.tick] = machine.read_rows()[:, :3].astype(np.float32)


def test_every_tick_is_kept_to_the_bit_whether_or_not_it_moved() -> None:
    kept = Kept(pile(12))
    kept.do(c.Start())
    kept.advance(700)
    run = kept.chronicle.run
    assert (run.start, run.last) == (0, 700)
    for tick, poses in kept.truth.items():
        assert run.at(tick)[0] == tick
        np.testing.assert_array_equal(run.at(tick)[1], poses)
    ticks, heights = run.column(5, 1)
    np.testing.assert_array_equal(heights, [kept.truth[tick][5, 1] for tick in ticks.tolist()])
    assert run.pose(5, 333) == (float(kept.truth[333][5, 0]), float(kept.truth[333][5, 1]))


def test_velocities_lead_from_each_tick_to_the_next() -> None:
    kept = Kept(pile(4))
    kept.do(c.Start())
    kept.advance(40)
    run = kept.chronicle.run
    _, rows, _ = run.rows(20)
    np.testing.assert_allclose(rows[:, :3] + rows[:, 3:] * run.dt, kept.truth[21], atol=1e-6)


def test_what_stands_still_takes_next_to_no_memory() -> None:
    walls = Design(parts=tuple(PartSpec(i, "floor", float(i), 1.0) for i in range(1, 40)), next_id=40)
    moving, still = Kept(pile(36)), Kept(walls)
    for kept in (moving, still):
        kept.do(c.Start())
        kept.advance(1000)
        kept.do(c.Stop())
    assert still.chronicle.nbytes < 0.1 * moving.chronicle.nbytes


def test_beyond_the_memory_allowed_earlier_runs_go_and_then_every_other_tick() -> None:
    kept = Kept(pile(12), most_bytes=60_000)
    kept.do(c.Start())
    kept.advance(600)
    kept.do(c.Stop())
    kept.do(c.Start())
    start = kept.session.tick
    kept.advance(600)
    first, second = kept.chronicle.runs
    assert kept.chronicle.nbytes <= 100_000
    assert first.forgotten
    np.testing.assert_array_equal(first.at(300)[1], kept.truth[0])  # as it was built
    assert kept.chronicle.thinned
    coarse = 0
    for tick in range(start, start + 601, 7):
        shown, poses, _ = second.at(tick)
        assert tick - 8 < shown <= tick
        np.testing.assert_array_equal(poses, kept.truth[shown])  # never a place that was not
        coarse += shown != tick
    assert coarse


def test_the_strip_leaves_waiting_out_and_finds_every_moment_again() -> None:
    kept = Kept(pile(3))
    kept.session.advance(10_000)  # nobody does anything
    kept.do(c.Place("crate", 3.0, 1.0))
    kept.session.advance(5_000)
    kept.do(c.Start())
    kept.advance(100)
    kept.do(c.Stop())
    kept.do(c.Start())
    kept.advance(50)
    chronicle = kept.chronicle
    assert chronicle.last < 500
    seen = [(moment.tick, moment.commands) for moment in map(chronicle.at, range(chronicle.last + 1))]
    assert seen == sorted(seen)
    assert seen[0] == (0, 0)
    assert chronicle.at(chronicle.place_of(15_050)).tick == 15_050
    assert chronicle.at(chronicle.last).tick == kept.session.tick == 15_150
    placed = chronicle.at(chronicle.place_of(12_000))
    assert placed.run is None
    assert len(placed.design.parts) == 5
    # On the tick of a Stop and a Start: what was given up to either.
    assert {moment[1] for moment in seen if moment[0] == 15_100} == {2, 3, 4}


def test_who_is_there_is_known_for_every_tick() -> None:
    leaver = Design(parts=(PartSpec(1, "crate", 1.0, 1.0), PartSpec(2, "floor", 2.0, 0.1)), next_id=3)
    kept = Kept(leaver)
    kept.do(c.Start())
    kept.advance(500)  # it falls out of the world
    run = kept.chronicle.run
    assert 1 in run.cast(100).parts
    assert 1 not in run.cast(500).parts
    (gone,) = [mark for mark in kept.chronicle.marks if mark.what == "left"]
    assert 1 in run.cast(gone.tick - 1).parts
    assert 1 not in run.cast(gone.tick).parts


def test_marks_name_commands_as_files_do() -> None:
    kept = Kept(Design(next_id=7))
    for command in (c.Place("soccer_ball", 1.0, 1.0), c.Lock(7), c.SetWorld(0.5), c.Start(), c.Grab(7, 1.0, 1.0)):
        kept.do(command)
    assert [mark.text for mark in kept.chronicle.marks] == [
        "Place soccer ball", "Lock 7", "Set world", "Start", "Grab 7",
    ]  # fmt: skip


def test_a_bell_that_rings_and_what_a_signal_starts_leave_marks() -> None:
    b = Builder()
    timer = b.part("timer", 1.0, 1.0, mode="clock", time=0.5)
    bell, laser = b.part("bell", 2.0, 1.0), b.part("laser", 3.0, 1.0, running=False)
    for part in (bell, laser):
        b.link("wire", timer, "out", part, "signal")
    kept = Kept(b.design())
    kept.do(c.Start())
    kept.advance(200)
    assert {(mark.part, mark.what) for mark in kept.chronicle.marks[1:]} >= {(bell, "rang"), (laser, "switched")}


def test_a_bell_that_goes_on_ringing_has_a_mark_now_and_then() -> None:
    b = Builder()
    timer, bell = b.part("timer", 1.0, 1.0, mode="clock", time=0.5), b.part("bell", 2.0, 1.0)
    b.link("wire", timer, "out", bell, "signal")
    kept = Kept(b.design())
    for _ in range(2):
        kept.do(c.Start())
        kept.advance(8 * 240)
        kept.do(c.Stop())
    rings = [mark.tick / 240 for mark in kept.chronicle.marks if mark.what == "rang" and mark.part == bell]
    assert len(rings) == 6, rings
    assert rings[3] - rings[2] < 3.0, "the first of another run is marked at once"


def test_each_event_that_has_a_mark_is_one_that_a_kind_tells() -> None:
    cues = {cue for kind in (*KINDS.values(), *LINKS.values()) for cue in getattr(kind, "cues", {})}
    assert set(EVENT_MARKS) - cues <= {"died", "left", "exploded", "popped"}


def test_cutting_leaves_a_history_that_goes_on() -> None:
    kept = Kept(pile(6))
    kept.do(c.Start())
    kept.advance(600)
    again = Kept(pile(6))
    again.do(c.Start())
    again.advance(300)
    moment = kept.chronicle.at(kept.chronicle.place_of(300))
    kept.chronicle.cut(moment, again.session)
    assert kept.chronicle.last == moment.place
    kept.session = again.session
    kept.advance(200)
    for tick in (0, 299, 300, 301, 500):
        np.testing.assert_array_equal(kept.chronicle.run.at(tick)[1], kept.truth[tick])


# -- the eye


@pytest.fixture
def past() -> Past:
    kept = Kept(pile(3))
    kept.do(c.Start())
    kept.advance(480)
    return Past(kept.chronicle)


def test_the_end_is_the_present(past: Past) -> None:
    last = past.history.last
    past.scrub(last - 100)
    assert past.moment.place == last - 100
    past.scrub(last + 5)
    assert past.at is None
    assert past.place == last


def test_it_plays_by_the_clock_at_any_speed(past: Past) -> None:
    past.scrub(100)
    begin = past.at
    past.play(0, Fraction(1, 2))
    for frame in range(1, 65):
        past.advance(frame * NS // 64, Fraction(1, 2))
    assert past.at == begin + 120
    past.advance(2 * NS, Fraction(16))  # a stall is cut to a quarter of a second
    assert past.at is None or past.at > begin + 120


def test_a_loop_is_never_left(past: Past) -> None:
    past.scrub(100)
    past.begin_loop()
    past.scrub(130)
    assert past.end_loop()
    past.scrub(300)
    past.play(0, Fraction(1))
    seen = set()
    for frame in range(1, 200):
        past.advance(frame * NS // 64, Fraction(1))
        seen.add(past.at)
    assert seen <= set(range(100, 131))
    past.scrub(110)
    past.begin_loop()
    past.scrub(110)
    assert not past.end_loop() or past.loop[0] < past.loop[1]


def test_bookmarks_have_names_of_their_own(past: Past) -> None:
    for place in (50, 90, 70):
        past.scrub(place)
        past.set_bookmark()
    assert [bookmark.name for bookmark in past.bookmarks] == ["Bookmark 1", "Bookmark 3", "Bookmark 2"]
    past.rename(past.bookmarks[0], "  the fall ")
    assert past.bookmarks[0].name == "the fall"
    past.scrub(60)
    assert past.next_mark(1) == 70
    assert past.next_mark(-1) == max([50, *(mark.place for mark in past.history.marks if mark.place < 60)])
