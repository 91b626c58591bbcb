"""The driver gives each command on its tick, at whatever pace it is asked to, and knows where the runs are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.commands import commands as c
from sandbox.commands import driver as module
from sandbox.commands.commands import AnyCommand
from sandbox.commands.driver import Driver, Position, RunSpan, Timed, count_before, count_until, ignore_refusal, runs
from sandbox.commands.session import HASHES_EVERY, Session
from sandbox.design.design import Design
from sandbox.errors import Refused

CRATE = c.Place("crate", 1.0, 1.0)


class Heard(Session):
    """A session that notes on which tick it got which command, and how long each stretch of ticks was."""

    def __init__(self) -> None:
        super().__init__(Design())
        self.got: list[tuple[int, str]] = []
        self.stretches: list[int] = []

    def do(self, command: AnyCommand) -> bool:
        self.got.append((self.tick, str(c.to_plain(command)[0])))
        return super().do(command)

    def advance(self, ticks: int = 1, seconds: float | None = None) -> None:
        self.stretches.append(ticks)
        super().advance(ticks, seconds)


RUN: list[Timed] = [(10, CRATE), (20, c.Start()), (50, c.Stop()), (50, c.Undo())]


@pytest.mark.parametrize(
    ("tick", "count", "given", "reached"),
    [
        (9, None, 0, 9),
        (10, None, 1, 10),  # what is given on the last tick belongs to it,
        (10, 0, 0, 10),  # unless it is not asked for
        (50, None, 4, 50),
        (50, 2, 2, 50),
        (50, 3, 3, 50),  # one of two on the same tick
        (90, None, 4, 90),  # beyond the end it only waits
        (90, 2, 2, 90),
        (0, 4, 4, 50),  # commands that are asked for are given, however late
        (90, 99, 4, 90),
    ],
)
def test_it_goes_to_a_tick_and_a_number_of_commands(tick: int, count: int | None, given: int, reached: int) -> None:
    session = Heard()
    driver = Driver(session, RUN)
    driver.to(tick, count)
    assert (driver.given, session.tick) == (given, reached)
    assert session.got == [(when, str(c.to_plain(command)[0])) for when, command in RUN[:given]]
    driver.to(tick, count)
    assert (driver.given, session.tick) == (given, reached), "it is there already"


def test_it_goes_on_from_where_it_stopped_and_never_back() -> None:
    session = Heard()
    driver = Driver(session, RUN)
    for tick in (15, 35, 50, 60, 40):
        driver.to(tick)
    assert session.got == [(10, "place"), (20, "start"), (50, "stop"), (50, "undo")]
    assert session.tick == 60 and session.running_ticks == 30 and driver.due is None


def test_it_can_stop_before_the_commands_of_a_tick() -> None:
    session = Heard()
    driver = Driver(session, RUN)
    driver.to(50, count_before(RUN, 50))
    assert (session.tick, driver.given, session.running, driver.due) == (50, 2, True, 50)


def test_a_step_is_a_command_or_a_stretch_of_ticks() -> None:
    session = Heard()
    assert list(Driver(session, RUN).steps(60, most=12)) == [10, 0, 10, 0, 12, 12, 6, 0, 0, 10], "waiting is one step"
    session = Heard()
    assert list(Driver(session, RUN).steps(60)) == [10, 0, 10, 0, 30, 0, 0, 10]
    assert session.stretches == [10, 10, 30, 10]


def test_the_caller_may_stop_after_any_step_and_go_on() -> None:
    session = Heard()
    driver = Driver(session, RUN)
    for _ in driver.steps(60, most=5):
        if session.running_ticks == 10:
            break
    assert (session.tick, driver.given) == (30, 2)
    driver.to(60)
    assert session.got[2:] == [(50, "stop"), (50, "undo")]


@given(st.lists(st.integers(1, 40), min_size=1), st.integers(1, 9))
def test_the_pace_changes_nothing(paces: list[int], most: int) -> None:
    whole, session = Session(Design()), Session(Design())
    Driver(whole, RUN[:2]).to(70)
    driver = Driver(session, RUN[:2])
    for pace in paces:
        for _ in driver.steps(min(70, session.tick + pace), most=most):
            pass
    driver.to(70)
    assert session.end_hash() == whole.end_hash() and session.tick == whole.tick


# -- commands that are not carried out

BROKEN: list[Timed] = [(5, c.Stop()), (6, c.Move(7, 1.0, 1.0)), (7, CRATE), (8, c.Move(1, 1.0, 1.0)), (9, CRATE)]


def test_it_stops_at_the_first_refusal_unless_told_otherwise() -> None:
    session = Heard()
    with pytest.raises(Refused, match="not running"):
        Driver(session, BROKEN).to(20)
    assert session.tick == 5 and not session.design.parts


def test_refusals_can_be_passed_over() -> None:
    session = Heard()
    driver = Driver(session, BROKEN, ignore_refusal)
    driver.to(20)
    assert session.tick == 20 and driver.given == 5 and len(session.design.parts) == 2


def test_a_policy_hears_of_refusals_and_of_what_changes_nothing() -> None:
    heard: list[tuple[int, AnyCommand, bool]] = []

    def policy(tick: int, command: AnyCommand, refusal: Refused | None) -> None:
        heard.append((tick, command, refusal is None))

    Driver(Heard(), BROKEN, policy).to(20)
    assert heard == [(*BROKEN[0], False), (*BROKEN[1], False), (*BROKEN[3], True)]


def test_after_a_refusal_that_ends_it_it_can_be_asked_to_go_on() -> None:
    driver = Driver(Heard(), BROKEN)
    refused = 0
    for _ in range(3):
        try:
            driver.to(20)
        except Refused:
            refused += 1
    assert refused == 2 and driver.given == 5, "what changes nothing is no refusal"


# -- other clocks, other gates


def test_commands_can_be_given_by_another_clock_than_the_session() -> None:
    session = Heard()
    driver = Driver(session, RUN)
    driver.give_until(9)
    assert not session.got
    driver.give_until(20)
    assert session.got == [(0, "place"), (0, "start")] and session.tick == 0


def test_late_commands_are_given_at_once() -> None:
    session = Heard()
    session.advance(30)
    Driver(session, [(10, CRATE), (40, c.Undo())]).to(40)
    assert session.got == [(30, "place"), (40, "undo")]


def test_a_run_that_ends_by_itself_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.commands.session.MAX_RUNNING_TICKS", 2 * HASHES_EVERY)
    monkeypatch.setattr(module, "MAX_RUNNING_TICKS", 2 * HASHES_EVERY)
    session = Heard()
    given: list[Timed] = [(0, CRATE), (10, c.Start()), (1000, c.Undo())]
    steps = list(Driver(session, given).steps(1000, most=100))
    assert not session.running and session.running_ticks == 2 * HASHES_EVERY
    assert sum(steps) == session.tick == 1000 and not session.design.parts
    assert runs(given, 1000) == [RunSpan(Position(10, 2), Position(10 + 2 * HASHES_EVERY, 3))]


# -- where the runs are


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], []),
        ([(3, CRATE)], []),
        (RUN, [((20, 2), (50, 2))]),
        (RUN[:2], [((20, 2), (80, 2))]),  # it goes on to the end
        ([(0, c.Start()), (9, c.Press(1)), (9, c.Stop()), (9, c.Start())], [((0, 1), (9, 2)), ((9, 4), (80, 4))]),
        ([(0, c.Start()), (0, c.Stop()), (5, c.Start())], [((0, 1), (0, 1)), ((5, 3), (80, 3))]),
        # What a session refuses neither ends nor begins a run.
        ([(0, c.Stop()), (2, c.Start()), (4, c.Start()), (8, c.Stop()), (9, c.Stop())], [((2, 2), (8, 3))]),
    ],
)  # fmt: skip
def test_runs_go_from_start_to_stop_or_to_the_end(given: list[Timed], expected: list[object]) -> None:
    assert runs(given, 80) == expected
    session = Session(Design())
    Driver(session, given, ignore_refusal).to(80)
    assert sum(run.ticks for run in runs(given, 80)) == session.running_ticks, "as the session itself has it"


def test_commands_are_counted_before_a_tick_or_with_those_on_it() -> None:
    assert [count_before(RUN, tick) for tick in (0, 10, 11, 50, 51)] == [0, 0, 1, 2, 4]
    assert [count_until(RUN, tick) for tick in (0, 10, 11, 50, 51)] == [0, 1, 1, 4, 4]
