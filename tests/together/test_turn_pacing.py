"""When turns are due, at a host and over networks of all kinds, on clocks that a test turns by hand."""

from __future__ import annotations

import itertools
import random  # noqa: TID251  (of the network)
import statistics
from collections.abc import Iterable

from sandbox.together.pacing import Playout, TickClock
from tests.for_each import for_each

TURN = 1 / 60
STEP = TURN / 4
HALF = 1800  # turns, half a minute


def test_a_host_leaves_no_tick_out() -> None:
    clock, ticks = TickClock(240), 0
    for now in (5.0, 5.01, 5.5, 5.5, 7.0):
        due = clock.due(now)
        clock.take(due)
        ticks += due
    assert ticks == 2 * 240 + 1


def test_a_host_who_holds_makes_up_for_nothing() -> None:
    clock = TickClock(240)
    clock.take(clock.due(1.0))
    clock.hold()
    assert clock.due(9.0) == 1
    clock.take(1)
    assert clock.due(9.0) == 0
    assert clock.wait(9.0, 4) > 0.01


def test_a_turn_says_when_its_ticks_were_due_and_not_when_they_were_made() -> None:
    clock = TickClock(240)
    clock.take(clock.due(1.0))
    assert clock.due(1.21) >= 48
    assert [round(clock.when(ticks), 4) for ticks in (4, 48)] == [1.0167, 1.2]


# -- a guest


def in_order(arrivals: Iterable[float]) -> list[float]:
    """Arrivals over one connection, where nothing overtakes what was sent before."""
    return [*itertools.accumulate(arrivals, max)]


def play(arrivals: list[float], due: list[float]) -> tuple[Playout, list[float]]:
    """How long after it was due on the host's machine each turn is played."""
    playout = Playout(TURN)
    late: list[float] = []
    came, now = 0, 0.0
    while len(late) < len(due):
        while came < len(arrivals) and arrivals[came] <= now:
            playout.arrived(arrivals[came], due[came])
            came += 1
        while len(late) < came and not playout.wait(now, due[len(late)]):
            late.append(now - due[len(late)])
            playout.played()
        now += STEP
    return playout, late


def evenly(count: int) -> list[float]:
    return [at * TURN for at in range(count)]


def over(delay: float, jitter: float, loss: float, count: int, again: float = 0.14) -> list[float]:
    """When turns arrive over a network with delays that vary; what is lost comes so much later, and all after it."""
    chance = random.Random(4)
    ways = [delay + chance.uniform(-jitter, jitter) + again * (chance.random() < loss) for _ in range(count)]
    return in_order(at + way for at, way in zip(evenly(count), ways))


def test_turns_that_come_evenly_are_played_evenly_and_soon_at_once() -> None:
    due = evenly(1200)
    playout, late = play(due, due)
    gaps = [later + TURN - earlier for earlier, later in itertools.pairwise(late)]
    assert playout.stalls == 0 and max(gaps) < 1.6 * TURN
    assert 0.09 < late[0] < 0.11 and late[-1] < 0.025


@for_each([(0.0,), (0.005,), (0.02,), (0.04,)])
def test_nothing_ever_stops_where_nothing_is_lost(jitter: float) -> None:
    playout, late = play(over(0.05, jitter, 0.0, HALF), evenly(HALF))
    assert playout.stalls == 0
    assert max(late[300:]) < 0.05 + 1.2 * jitter + 2 * TURN


def test_so_much_of_what_is_lost_is_waited_for_that_the_machine_seldom_stands() -> None:
    playout, late = play(over(0.05, 0.02, 0.01, 4 * HALF), evenly(4 * HALF))
    assert 0.01 < playout.stalled / (4 * HALF * TURN) < 0.03
    assert statistics.median(late) < 0.19


def test_a_packet_that_is_lost_now_and_then_does_not_make_all_turns_wait() -> None:
    due = evenly(600)
    arrivals = in_order(at + (0.1 + 6 * TURN) * (number == 300) for number, at in enumerate(due))
    playout, late = play(arrivals, due)
    assert playout.stalls == 1 and 0.15 < playout.stalled < 0.2
    assert max(late[150:300] + late[320:]) < 0.04


def test_the_wait_follows_the_delay_of_the_network_and_comes_back() -> None:
    due = evenly(4 * HALF)
    playout, late = play([at + 0.1 * (600 <= number < 1500) for number, at in enumerate(due)], due)
    assert playout.stalled < 0.8
    assert 0.09 < late[1400] < 0.15
    assert late[-1] < 0.025


def test_a_host_who_pauses_or_slows_down_is_not_taken_for_a_bad_network() -> None:
    due = evenly(300)
    due += [due[-1] + 7.0 + at * 2.5 * TURN for at in range(300)]
    playout, late = play([at + 0.05 for at in due], due)
    assert playout.stalls == 0
    assert max(late[150:]) < 0.1


def test_what_has_come_while_the_connection_was_lost_is_played_at_once_and_not_waited_for_again() -> None:
    due = evenly(900)
    playout, late = play(in_order(at + 4.0 * (number == 600) for number, at in enumerate(due)), due)
    assert 3.5 < playout.stalled < 4.1
    assert max(late[845:]) < 0.05


def test_a_guest_who_did_not_listen_at_first_soon_plays_turns_as_they_come() -> None:
    due = evenly(600)
    _, late = play([max(2.3, at) for at in due], due)
    assert late[0] > 2.3  # the first one says that the network takes so long
    assert max(late[200:]) < 0.6 and late[-1] < 0.2
