"""What touched what is kept for looking back: exactly enough to be drawn, and within the memory that it may take."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.engine import touch_log
from sandbox.workspace.past import contact_history
from sandbox.workspace.past.contact_history import COARSEST, Floats
from sandbox.workspace.past.history import PRESSED_SHARE, History
from tests.contraptions import pile

TICKS = 330


class Kept:
    """A pile that collapses, its history, and what truly touched on each tick."""

    def __init__(self, most_bytes: int = 2**30, ticks: int = TICKS) -> None:
        design = pile(14)
        self.session, self.chronicle = Session(design), History(design, most_bytes)
        self.session.do(c.Start())
        self.chronicle.command(self.session, c.Start())
        self.truth: dict[int, Floats] = {}
        self.advance(ticks)

    def advance(self, ticks: int) -> None:
        for _ in range(ticks):
            self.session.advance()
            self.chronicle.note(self.session)
            self.truth[self.session.tick] = contact_history.now(self.session.machine)

    def same(self, tick: int) -> bool:
        """Whether what is kept of a tick is what was, to half a millimetre and three digits."""
        kept, points = self.chronicle.run.pressure.at(tick)
        truth = self.truth[kept]
        return (
            points.shape == truth.shape
            and np.allclose(points[:, :2], truth[:, :2], atol=5e-4)
            and np.allclose(points[:, 2:], truth[:, 2:], rtol=1e-3, atol=1e-3)
        )


@pytest.fixture(scope="module")
def kept() -> Kept:
    return Kept()


def test_each_tick_has_the_points_and_the_forces_that_it_had(kept: Kept) -> None:
    assert max(map(len, kept.truth.values())) > 20
    for tick in range(1, TICKS + 1):  # those that are packed, and the last ones, that are not yet
        assert kept.chronicle.run.pressure.at(tick)[0] == tick
        assert kept.same(tick), tick
    assert len(kept.chronicle.run.pressure.at(0)[1]) == 0, "as built, nothing has been pressed together yet"


def test_what_is_packed_in_several_goes_is_the_same(monkeypatch: pytest.MonkeyPatch, kept: Kept) -> None:
    monkeypatch.setattr(contact_history, "_MOST_WAITING", 50)
    other = Kept()
    for tick in range(1, TICKS + 1):
        assert other.same(tick) and other.chronicle.run.pressure.at(tick)[0] == tick
    assert other.chronicle.run.pressure.nbytes == kept.chronicle.run.pressure.nbytes


def test_looking_at_what_has_just_been_does_not_change_how_it_is_kept(kept: Kept) -> None:
    other = Kept(ticks=0)
    for tick in range(1, TICKS + 1):
        other.advance(1)
        if tick % 3 == 0:
            assert other.same(tick) and other.chronicle.run.pressure.at(tick)[0] == tick
    assert all(other.same(tick) for tick in range(1, TICKS + 1))
    assert other.chronicle.run.pressure.nbytes == kept.chronicle.run.pressure.nbytes


def test_what_has_parted_is_no_longer_told(kept: Kept) -> None:
    """The engine remembers it for some ticks, as a contact of no points: not as one in the corner of the level."""
    parted = 0
    for tick in range(1, TICKS + 1):
        for points in (kept.truth[tick], kept.chronicle.run.pressure.at(tick)[1]):
            assert (points[:, 1] > 0.05).all(), "all of it is on the floor, or higher"
    session = Kept(ticks=0).session
    for _ in range(TICKS):
        session.advance()
        log = touch_log.TouchLog()
        log.note(session.machine.space)
        parted += int((log.take().counts == 0).sum())
    assert parted > 0


def test_control_another_tick_is_told_apart(kept: Kept) -> None:
    kept.truth[60], before = kept.truth[61], kept.truth[60]
    assert not kept.same(60)
    kept.truth[60] = before


def test_a_point_takes_eight_bytes(kept: Kept) -> None:
    points = sum(map(len, kept.truth.values()))
    assert kept.chronicle.run.pressure.nbytes < 9 * points


def test_beyond_their_share_of_the_memory_old_ones_get_fewer_and_then_are_gone() -> None:
    full = Kept().chronicle.run.pressure.nbytes
    tight = Kept(most_bytes=int(0.1 * full / PRESSED_SHARE), ticks=900)
    held = tight.chronicle.run.pressure
    assert held.nbytes < 0.5 * full
    assert held.at(3) is None
    assert held.at(900)[0] == 900
    nearest = [held.at(tick) for tick in range(1, 901)]
    known = [(tick, found[0]) for tick, found in enumerate(nearest, 1) if found is not None]
    assert known[0][0] > 60
    assert {tick - at for tick, at in known} >= {0, 1, COARSEST - 1}
    assert all(0 <= tick - at < COARSEST for tick, at in known)
    assert all(tight.same(tick) for tick, _ in known), "never one that was not"


def test_an_earlier_run_that_is_forgotten_takes_nothing() -> None:
    kept = Kept(most_bytes=25_000, ticks=300)
    kept.session.do(c.Stop())
    kept.chronicle.command(kept.session, c.Stop())
    kept.session.do(c.Start())
    kept.chronicle.command(kept.session, c.Start())
    kept.advance(300)
    first = kept.chronicle.runs[0]
    assert first.forgotten
    assert first.pressure.nbytes == 0
    assert first.pressure.at(200) is None
    assert kept.same(kept.session.tick)


def test_what_was_cut_off_is_gone_and_what_comes_then_is_kept() -> None:
    kept, again = Kept(), Kept(ticks=150)
    kept.chronicle.cut(kept.chronicle.at(kept.chronicle.place_of(150)), again.session)
    assert kept.chronicle.run.pressure.at(TICKS)[0] == 150
    kept.session = again.session
    kept.advance(60)
    for tick in (1, 149, 150, 151, 210):
        assert kept.chronicle.run.pressure.at(tick)[0] == tick
        assert kept.same(tick)


def test_places_far_outside_and_forces_beyond_measure_stay_in_bounds() -> None:
    grid = contact_history.Grid(pile(1).world)
    rows = np.array([[1e6, -1e6, 1e9, -1e9], [2.0, 1.0, 0.5, 0.0]], np.float32)
    places, forces = grid.places(rows[:, :2].copy()), contact_history.halves(rows[:, 2:] * 240)
    points = np.hstack((grid.coordinates(places), forces))
    assert np.isfinite(points).all()
    assert points[0, 2] > 6e4
    assert points[1] == pytest.approx([2.0, 1.0, 120.0, 0.0], abs=5e-4)
