"""When turns are due, on clocks that a test turns by hand."""

from __future__ import annotations

import itertools

from sandbox.together.pacing import MOST_AT_ONCE, Playout, TickClock

TURN = 1 / 60


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


def play(playout: Playout, arrivals: list[float], end: float) -> list[float]:
    """When each turn is played that arrives at some times."""
    played: list[float] = []
    now = 0.0
    while now < end:
        arrived = sum(at <= now for at in arrivals)
        played += [now] * playout.due(now, arrived - len(played))
        now += TURN / 4
    return played


def test_turns_that_come_evenly_are_played_evenly_without_a_stall() -> None:
    playout = Playout(TURN)
    played = play(playout, [at * TURN for at in range(200)], 3.0)
    gaps = [later - earlier for earlier, later in itertools.pairwise(played)]
    assert playout.stalls == 0 and max(gaps) < 1.6 * TURN


def lateness(arrivals: list[float], end: float) -> tuple[Playout, list[float]]:
    """How late each turn is played, in seconds, which should best be as little as it can."""
    playout = Playout(TURN)
    return playout, [when - at * TURN for at, when in enumerate(play(playout, sorted(arrivals), end))]


def test_a_packet_that_is_lost_now_and_then_does_not_make_all_turns_wait() -> None:
    arrivals = [(66 if 60 <= at < 66 else at) * TURN for at in range(200)]  # it comes again, and with it what waited
    playout, late = lateness(arrivals, 3.3)
    assert playout.stalls == 1 and 0.05 < playout.stalled < 0.12
    assert max(late[:55] + late[75:]) < 0.04


def test_the_wait_follows_the_delay_of_the_network_and_comes_back() -> None:
    arrivals = [at * TURN + (0.1 if 60 <= at < 900 else 0.0) for at in range(3000)]
    playout, late = lateness(arrivals, 51.0)
    assert playout.stalls < 20 and playout.stalled < 0.4
    assert 0.09 < late[500] < 0.15
    assert late[-1] < 0.06


def test_who_is_far_behind_plays_as_fast_as_he_can() -> None:
    playout = Playout(TURN)
    assert playout.due(1.0, 500) == MOST_AT_ONCE
    assert playout.due(1.0, 470) == MOST_AT_ONCE
