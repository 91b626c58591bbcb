"""The clock's promises: exact rate, nothing rounded away, and what stalls, jumps and slow machines do to it."""

from __future__ import annotations

from fractions import Fraction
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.workspace.clock import (
    FLAT_OUT,
    FREE,
    NS,
    OURS,
    RUNNING,
    SCHEME_BY_NAME,
    SCHEMES,
    Clock,
    Frames,
    Policy,
    Smoothing,
)

HOUR = 3600 * NS
MS = 1_000_000


def started(policy: Policy = RUNNING, tick_rate: int = 240, at: int = 0) -> Clock:
    clock = Clock(tick_rate, policy)
    clock.start(at)
    return clock


def frames(seed: int, shortest: int = MS, longest: int = 30 * MS):
    """Frame lengths as uneven as they come, without a random number generator (Weyl's sequence)."""
    for n in count(1):
        yield shortest + (n * 0x9E3779B97F4A7C15 + seed) % (longest - shortest + 1)


# -- the rate


@pytest.mark.parametrize("seed", [0, 1, 10**9])
def test_an_hour_of_uneven_frames_is_exactly_864000_ticks(seed):
    clock, now, ticks = started(), 0, 0
    for length in frames(seed):
        now = min(now + length, HOUR)
        ticks += clock.advance(now)
        if now == HOUR:
            break
    assert ticks == 864_000
    assert (clock.lost_ns, clock.leftover_ns) == (0, 0)


def test_every_minute_of_that_hour_has_240_00_ticks_a_second():
    clock, now, ticks, minutes = started(), 0, 0, [0]
    for length in frames(7):
        now += length
        if now >= len(minutes) * 60 * NS:
            ticks += clock.advance(len(minutes) * 60 * NS)
            minutes.append(ticks)
        ticks += clock.advance(now)
        if now > HOUR:
            break
    assert {later - earlier for earlier, later in pairwise(minutes)} == {14_400}


def test_control_a_clock_that_rounds_each_frame_to_whole_nanoseconds_a_tick_drifts():
    """The promise has teeth: the usual way (1/240 s as 4,166,667 ns) is a tick short in the same hour."""
    owed = ticks = now = 0
    for length in frames(0):
        length = min(length, HOUR - now)
        now += length
        due, owed = divmod(owed + length, 4_166_667)
        ticks += due
        if now == HOUR:
            break
    assert ticks < 864_000


@pytest.mark.parametrize("tick_rate", [60, 144, 240, 999, 1000])
def test_every_tick_rate_is_exact(tick_rate):
    clock = started(tick_rate=tick_rate)
    assert sum(clock.advance(n * 7_777_777) for n in range(1, 9000)) == 8999 * 7_777_777 * tick_rate // NS


# -- nothing is lost without being counted

gaps = st.lists(st.integers(-5 * NS, 5 * NS), max_size=40)
policies = st.builds(
    Policy,
    longest_gap_ns=st.none() | st.integers(0, NS),
    most_ticks=st.none() | st.integers(1, 100),
    keep=st.booleans(),
)
speeds = st.builds(Fraction, st.integers(1, 16), st.integers(1, 16))


@given(gaps, policies, st.integers(1, 1000), speeds)
def test_time_passed_is_ticks_and_lost_and_owed(gaps, policy, tick_rate, speed):
    clock, now, passed, ticks = started(policy, tick_rate), 0, 0, 0
    clock.speed = speed
    for gap in gaps:
        now += gap
        passed += max(0, gap)
        due = clock.advance(now)
        assert due >= 0
        assert policy.most_ticks is None or due <= max(policy.most_ticks, policy.most_ticks * speed)
        assert 0 <= clock.leftover_ns < NS / tick_rate
        ticks += due
    assert passed * speed * tick_rate * 720_720 == ticks * NS * 720_720 + clock._lost + clock._owed


@given(st.lists(st.integers(0, 250 * MS), max_size=30), speeds)
def test_without_stalls_ticks_are_the_whole_part_of_time_whatever_the_frames(gaps, speed):
    clock = started(FREE)
    clock.speed = speed
    now = ticks = 0
    for gap in gaps:
        now += gap
        ticks += clock.advance(now)
        assert ticks == now * speed * 240 // NS
        assert clock.leftover_ns == int(now * speed - Fraction(ticks * NS, 240))


@given(st.lists(st.tuples(st.integers(0, 10**8), speeds), max_size=20))
def test_a_change_of_speed_rounds_nothing_away(legs):
    clock, now, due, ticks = started(FREE), 0, Fraction(0), 0
    for length, speed in legs:
        clock.speed = speed
        now += length
        due += length * speed
        ticks += clock.advance(now)
    assert ticks == due * 240 // NS


@given(st.integers(0, 10**9), speeds)
def test_the_next_tick_is_due_exactly_when_it_says(now, speed):
    clock = started(FREE)
    clock.speed = speed
    clock.advance(now)
    wait = clock.ns_to_next()
    assert wait > 0
    assert [clock.advance(now + wait - 1), clock.advance(now + wait)] == [0, 1]


# Any time at all: a counter of 64 bits that wraps, a machine that slept for a year, two calls in the same nanosecond.
anywhen = st.integers(0, 2**64) | st.integers(0, 10 * NS) | st.integers(0, 10)
doings = st.lists(
    st.tuples(st.just("advance"), anywhen)
    | st.tuples(st.just("take"), anywhen)
    | st.tuples(st.just("policy"), policies | st.sampled_from([scheme.policy for scheme in SCHEMES]))
    | st.tuples(st.just("speed"), speeds | st.just(FLAT_OUT))
    | st.tuples(st.just("step"), st.integers(1, 5))
    | st.tuples(st.sampled_from(["start", "pause"]), anywhen),
    max_size=40,
)


@given(doings, st.integers(1, 1000))
def test_whatever_happens_ticks_are_never_early_and_never_lost_uncounted(doings, tick_rate):
    """The account is kept twice: here in fractions of a second, call by call."""
    clock = Clock(tick_rate)
    tick = Fraction(1, tick_rate)
    passed = handed = taken = Fraction(0)
    last = None
    for what, value in doings:
        lost_before = clock.lost_ns
        if what in ("advance", "take"):
            if last is not None:
                flat_out = clock.speed is FLAT_OUT
                passed += 0 if flat_out else Fraction(max(0, value - last), NS) * clock.speed
                last = value
            steps = clock._steps
            if what == "take":
                took = clock.take(value)
                assert took >= 0
                taken += took
            else:
                due = clock.advance(value)
                by_time = due - steps
                assert by_time >= 0
                most = clock.policy.most_ticks
                if last is None:
                    assert by_time == 0
                elif clock.speed is FLAT_OUT:
                    assert by_time == (most or 1)
                else:
                    handed += by_time * tick
                    assert most is None or by_time <= most * max(1, clock.speed)
        elif what == "policy":
            clock.policy = value
        elif what == "speed":
            clock.speed = value
        elif what == "step":
            clock.step(value)
        elif what == "start":
            clock.start(value)
            last = value if last is None else last
        else:
            clock.pause()
            last = None
        assert handed + taken <= passed  # never early
        assert clock.lost_ns >= lost_before
        unlost = passed - handed - taken - Fraction(clock.lost_ns, NS) - Fraction(clock.owed_ns, NS)
        assert 0 <= unlost < Fraction(2, NS)  # both are rounded down to a nanosecond, and nothing else is
        assert 0 <= clock.leftover_ns < NS * tick
        if clock.policy.longest_gap_ns is None and clock.policy.keep:
            assert clock.lost_ns == lost_before  # a policy that drops nothing loses nothing


@given(st.lists(st.integers(0, NS), max_size=30), st.sampled_from(SCHEMES))
def test_a_scheme_that_keeps_its_ticks_loses_none_and_one_that_drops_them_counts_them(gaps, scheme):
    clock, now, ticks = started(scheme.policy), 0, 0
    for gap in gaps:
        now += gap
        ticks += clock.advance(now)
    assert ticks + clock.lost_ns * 240 // NS <= now * 240 // NS
    if scheme.policy.keep and all(gap <= (scheme.policy.longest_gap_ns or NS) for gap in gaps):
        kept = clock.owed_ns * 240 // NS
        assert ticks + kept + clock.lost_ns * 240 / NS == pytest.approx(now * 240 / NS, abs=1)


# -- the figures of the write-ups


def per_frame(frame_ms, frames_, tick_rate=20):
    clock = started(FREE, tick_rate)
    return [clock.advance(round(n * frame_ms * MS)) for n in range(1, frames_ + 1)]


def test_ticks_of_50_ms_under_frames_of_100_50_and_a_third_of_100_ms():
    assert per_frame(Fraction(100), 4) == [2, 2, 2, 2]
    assert per_frame(Fraction(50), 4) == [1, 1, 1, 1]
    assert per_frame(Fraction(100, 3), 6) == [0, 1, 1, 0, 1, 1]


def test_at_10_3_ticks_a_car_at_500_with_speed_100_is_drawn_at_530():
    clock = started(tick_rate=25, policy=SCHEME_BY_NAME["predicted"].policy)
    assert clock.advance(412 * MS) == 10
    leftover = clock.leftover * 25  # ticks
    assert leftover == pytest.approx(0.3, abs=1e-6)
    assert 500 + 100 * leftover == pytest.approx(530, abs=1e-4)


def far(frame_ms: int) -> float:
    """How far something is after ten seconds at 0.001 units a millisecond, each step as long as its frame."""
    clock, at = started(SCHEME_BY_NAME["variable"].policy), 0.0
    for n in range(1, 10_000 // frame_ms + 1):
        at += 0.001 * float(clock.take(n * frame_ms * MS) * 1000)
    return at


def test_ten_seconds_of_a_variable_step_depend_on_the_frames():
    assert far(25) == 10.000000000000075
    assert far(10) == 9.9999999999998312


@pytest.mark.parametrize("frame_ms", [10, 25])
def test_control_ten_seconds_of_a_fixed_step_do_not(frame_ms):
    clock, at = started(FREE, tick_rate=1000), 0.0
    for n in range(1, 10_000 // frame_ms + 1):
        for _ in range(clock.advance(n * frame_ms * MS)):
            at += 0.001
    assert at == 9.999999999999897  # these are the same 10,000 sums either way


# -- schemes


def test_schemes_are_eight_values_and_ours_is_one_of_them():
    assert [scheme.name for scheme in SCHEMES] == list(SCHEME_BY_NAME) and len(SCHEMES) == 8
    assert OURS in SCHEMES and (OURS.policy, OURS.smoothing) == (RUNNING, Smoothing.EXTRAPOLATE)
    assert [scheme.name for scheme in SCHEMES if not scheme.fixed] == ["variable"]
    assert all((scheme.client_rate > 0) == (scheme.frames is Frames.CLIENT) for scheme in SCHEMES)


def test_kept_ticks_hold_the_drawn_fraction_just_short_of_a_tick():
    clock = started(Policy(longest_gap_ns=None, most_ticks=1, keep=True))
    assert clock.advance(10 * MS) == 1
    assert clock.owed_ns == 10 * MS - NS // 240 - 1
    assert clock.leftover_ns == NS // 240  # 1/240 s rounded down, and less than it
    assert clock.advance(10 * MS) == 1
    assert clock.leftover_ns == clock.owed_ns < NS // 240


# -- stalls, jumps, slow machines


def test_a_counter_of_32_bits_that_wraps_gives_no_tick_and_goes_on():
    clock = started(at=2**32 - 5 * MS)
    assert clock.advance(2**32 - 1) == 1
    assert clock.advance(5 * MS) == 0
    assert sum(clock.advance(5 * MS + n * 10 * MS) for n in range(1, 101)) == 240
    assert clock.lost_ns == 0


def test_a_stop_of_two_seconds_counts_as_a_quarter_and_is_said_to_be_lost():
    clock = started()
    assert clock.advance(100 * MS) == 24
    ticks = [clock.advance(2100 * MS + n * 16 * MS) for n in range(5)]
    assert ticks[:3] == [24, 24, 19]  # 60 that the stop still owes and what each frame adds, no frame overfull
    assert clock.lost_ns == 1750 * MS


def test_while_nothing_runs_ten_minutes_of_waiting_are_ten_minutes_of_ticks():
    clock = started(FREE)
    assert clock.advance(600 * NS + 1) == 144_000
    assert clock.lost_ns == 0


def test_a_clock_set_back_gives_no_ticks_and_no_harm():
    clock = started(at=10 * NS)
    assert clock.advance(10 * NS + 10 * MS) == 2
    leftover = clock.leftover_ns
    assert clock.advance(5 * NS) == 0
    assert clock.leftover_ns == leftover
    assert sum(clock.advance(5 * NS + n * 10 * MS) for n in range(1, 101)) == 240
    assert clock.lost_ns == 0


def test_a_machine_too_slow_for_its_ticks_shows_slow_motion_and_no_spiral():
    clock, now, ticks, longest = started(), 0, 0, 0
    while now < 60 * NS:
        due = clock.advance(now)
        ticks += due
        frame = due * 10 * MS + 8 * MS  # 100 ticks a second at best
        longest = max(longest, frame)
        now += frame
    assert longest == 248 * MS
    assert ticks == pytest.approx(60 * 100, rel=0.05)
    assert clock.lost_ns == pytest.approx(60 * NS * (1 - 100 / 240), rel=0.05)


def test_control_without_bounds_the_same_machine_spirals():
    clock, now, frame = started(FREE), 0, 0
    for _ in range(20):
        frame = clock.advance(now) * 10 * MS + 8 * MS
        now += frame
    assert frame > 60 * NS


def test_a_hiccup_is_made_good_over_the_next_frames():
    clock = started()
    assert [clock.advance(t * MS) for t in (200, 216, 232, 248)] == [24, 24, 7, 4]
    assert clock.lost_ns == 0


def test_a_policy_can_drop_what_one_frame_can_not_take():
    clock = started(Policy(longest_gap_ns=None, most_ticks=5, keep=False))
    assert [clock.advance(t * 100 * MS) for t in (1, 2)] == [5, 5]
    assert clock.lost_ns == 2 * 19 * NS // 240


# -- pause, step, speed


def test_a_pause_passes_no_ticks_and_keeps_the_leftover():
    clock = started()
    assert clock.advance(6 * MS) == 1
    leftover = clock.leftover_ns
    clock.pause()
    assert (clock.going, clock.leftover_ns, clock.ns_to_next()) == (False, 0, None)
    assert clock.advance(NS) == 0
    clock.start(2 * NS)
    assert clock.leftover_ns == leftover == 6 * MS - NS // 240 - 1
    assert clock.advance(2 * NS + 3 * MS) == 1
    assert clock.lost_ns == 0


def test_a_single_step_is_one_tick_and_draws_it_as_it_is():
    clock = started()
    clock.pause()
    clock.step()
    assert clock.ns_to_next() == 0
    assert [clock.advance(NS), clock.advance(2 * NS)] == [1, 0]
    assert clock.leftover == 0.0


def test_starting_a_clock_that_goes_changes_nothing():
    clock = started()
    clock.start(50 * MS)
    assert clock.advance(100 * MS) == 24


@pytest.mark.parametrize("speed, ticks", [(Fraction(1, 16), 15), (Fraction(2, 3), 160), (1, 240), (16, 3840)])
def test_a_second_at_a_speed(speed, ticks):
    clock = started()
    clock.speed = speed
    assert sum(clock.advance(n * 20 * MS) for n in range(1, 51)) == ticks
    assert clock.lost_ns == 0


def test_flat_out_is_as_many_ticks_as_one_frame_may_take_whatever_the_time():
    clock = started()
    assert clock.advance(6 * MS) == 1
    clock.speed = FLAT_OUT
    assert [clock.advance(t * MS) for t in (7, 7, 5000, 1)] == [24, 24, 24, 24]
    assert (clock.leftover_ns, clock.ns_to_next(), clock.lost_ns) == (0, 0, 0)
    clock.speed = 1
    assert clock.leftover_ns == 6 * MS - NS // 240 - 1  # as before
    clock.speed = FLAT_OUT
    clock.pause()
    assert (clock.advance(NS), clock.ns_to_next()) == (0, None)


def test_flat_out_without_a_bound_is_a_tick_at_a_time():
    clock = started(FREE)
    clock.speed = FLAT_OUT
    assert clock.advance(NS) == 1


@pytest.mark.parametrize("speed", [0, Fraction(1, 17), 17, -1, Fraction(16, 17)])
def test_speeds_that_the_account_can_not_hold_are_refused(speed):
    with pytest.raises(ValueError, match="1/16 to 16"):
        Clock(240).speed = speed


@pytest.mark.parametrize("bad", [{"longest_gap_ns": -1}, {"most_ticks": 0}])
def test_policies_that_make_no_sense_are_refused(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        Policy(**{"longest_gap_ns": None, "most_ticks": None, "keep": True, **bad})
    with pytest.raises(ValueError, match="tick_rate"):
        Clock(0)
