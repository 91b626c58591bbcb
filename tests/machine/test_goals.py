"""Goals and fail conditions, each on a machine small enough to see the answer."""

import pytest

from sandbox import parts
from sandbox.design.design import (
    All,
    AnyCondition,
    AnyOf,
    Beyond,
    Count,
    Design,
    Distance,
    Faster,
    Goal,
    Gone,
    Held,
    Inside,
    Latched,
    Moved,
    Not,
    PartSpec,
    State,
    Tally,
    Touches,
    Turned,
    from_plain,
    to_plain,
)
from sandbox.errors import BadFile
from sandbox.machine.goals import Judge
from sandbox.machine.machine import Machine

FLOOR, BALL, HIGH = (
    PartSpec(1, "floor", 1.0, 0.0, props={"width": 4.0}),
    PartSpec(2, "bowling_ball", 1.0, 1.0),
    PartSpec(3, "crate", 2.0, 2.0),
)
LOW = Beyond(2, "y", "less", 0.5)


def watch(
    *goals: AnyCondition, fails: tuple[AnyCondition, ...] = (), ticks: int = 240
) -> tuple[Judge, list[int | None]]:
    """Run, and tell on which tick each goal was first met."""
    design = parts.check(
        Design(
            parts=(FLOOR, BALL, HIGH),
            goals=tuple(Goal(f"goal {i}", when) for i, when in enumerate(goals)),
            fails=tuple(Goal(f"fail {i}", when) for i, when in enumerate(fails)),
            next_id=9,
        )
    )
    machine = Machine(design)
    judge = Judge(design, machine)
    met: list[int | None] = [None] * len(goals)
    for tick in range(1, ticks + 1):
        machine.tick()
        judge.update()
        for index, progress in enumerate(judge.progress()):
            if progress.met and met[index] is None:
                met[index] = tick
    return judge, met


@pytest.mark.parametrize(
    ("condition", "tick"),
    [
        (LOW, 77),  # half a metre of free fall: sqrt(1 / 9.81) s
        (Inside(2, 0.0, 0.0, 2.0, 0.5), 77),
        (Inside(2, 0.0, 1.5, 2.0, 2.5), None),
        (Beyond(2, "x", "more", 0.5), 1),
        (Beyond(2, "x", "more", 1.5), None),
        (Touches(2, 1), 100),
        (Touches(2, 3), None),
        (Faster(2, 2.0), 49),
        (Faster(2, 50.0), None),
        (Turned(2, 0.5), None),
        (Turned(2, -0.5), None),
        (Count("crate", 0.0, 0.0, 4.0, 3.0), 1),
        (Count("crate", 0.0, 0.0, 4.0, 3.0, at_least=2), None),
        (Not(LOW), 1),
        (All((LOW, Touches(2, 1))), 100),
        (AnyOf((LOW, Touches(2, 1))), 77),
        (Held(0.25, LOW), 136),
        (Latched(Faster(2, 2.0)), 49),
        (Held(0.01, Not(LOW)), 2),
    ],
    ids=repr,
)
def test_each_condition(condition: AnyCondition, tick: int | None) -> None:
    _, met = watch(condition)
    assert met[0] == (pytest.approx(tick, abs=2) if tick else None)


def test_held_starts_again_after_a_gap() -> None:
    _, met = watch(Held(0.5, Not(Touches(2, 1))), ticks=90)
    assert met == [None]


def test_latched_stays_and_plain_does_not() -> None:
    judge, _ = watch(Latched(Beyond(2, "y", "more", 0.8)), Beyond(2, "y", "more", 0.8))
    assert [progress.met for progress in judge.progress()] == [True, False]


def test_progress_of_a_held_goal_grows() -> None:
    judge, _ = watch(Held(1.0, LOW), ticks=77 + 120)
    assert judge.progress()[0].share == pytest.approx(0.5, abs=0.02)


def test_won_when_all_goals_hold_on_one_tick() -> None:
    judge, _ = watch(LOW, Beyond(2, "y", "more", 0.8))
    assert judge.outcome == "open"
    judge, _ = watch(LOW, Latched(Beyond(2, "y", "more", 0.8)))
    assert judge.outcome == "won"


def test_lost_when_any_fail_condition_holds_and_it_stays_lost() -> None:
    judge, _ = watch(Touches(2, 1), fails=(LOW,))
    assert judge.outcome == "lost"
    judge, _ = watch(Touches(2, 1), fails=(Beyond(2, "y", "less", -1.0),))
    assert judge.outcome == "won" and judge.broken is None


def test_the_fail_condition_that_decided_it_is_known() -> None:
    judge, _ = watch(Touches(2, 1), fails=(Beyond(2, "y", "less", -1.0), LOW, Touches(2, 1)))
    assert judge.broken is not None and judge.broken.when == LOW


def test_a_level_without_goals_is_never_won() -> None:
    judge, _ = watch()
    assert judge.outcome == "open"


def test_memory_is_there_to_be_hashed() -> None:
    judge, _ = watch(Held(0.5, LOW), ticks=70)
    before = judge.memory.copy()
    judge2, _ = watch(Held(0.5, LOW), ticks=90)
    assert (before != judge2.memory).any()


@pytest.mark.parametrize("beside", [(), (PartSpec(4, "fan", 4.0, 1.0),)], ids=["nothing acts", "a fan acts"])
def test_ticks_of_one_call_are_those_of_single_calls_and_end_with_the_one_that_decides(
    beside: tuple[PartSpec, ...],
) -> None:
    goals = (Goal("low", LOW),)
    design = parts.check(Design(parts=(FLOOR, BALL, HIGH, *beside), goals=goals, next_id=9))
    runs = []
    for most in (1, 1000):
        machine, digests, calls = Machine(design), bytearray(), 0
        judge = Judge(design, machine)
        while judge.outcome == "open":
            judge.advance(most, digests)
            calls += 1
        assert len(digests) == 8 * machine.ticks
        runs.append((machine.ticks, bytes(digests)))
        assert calls == (machine.ticks if most == 1 else 1)
    assert runs[0] == runs[1]


def test_states_that_a_kind_does_not_have_are_refused() -> None:
    with pytest.raises(BadFile, match="has no state 'popped'"):
        watch(State(2, "popped"))


def test_held_counts_from_the_end_of_a_gap() -> None:
    design = parts.check(Design(parts=(BALL,), goals=(Goal("up", Held(0.1, Beyond(2, "y", "more", 0.8))),), next_id=9))
    machine = Machine(design)
    judge = Judge(design, machine)
    seen = []
    for height in (1.0,) * 20 + (0.5,) + (1.0,) * 24:  # a tenth of a second is 24 ticks
        machine.parts[2].bodies[0].position = (1.0, height)
        judge.update()
        seen.append(judge.progress()[0].met)
    assert seen == [False] * 44 + [True]


def test_what_is_gone_is_inside_nothing() -> None:
    inside = Inside(2, 0.0, 0.0, 2.0, 2.0)
    design = parts.check(Design(parts=(BALL,), goals=(Goal("in", inside), Goal("out", Not(inside))), next_id=9))
    machine = Machine(design)
    judge = Judge(design, machine)
    judge.update()
    assert [progress.met for progress in judge.progress()] == [True, False]
    machine.remove(2)
    machine.tidy()
    judge.update()
    assert [progress.met for progress in judge.progress()] == [False, True]


# -- origins, and what is gone

# Its centre of mass is 0.1 m to the right of and 0.2 m above its origin.
OFF_CENTRE = {"outline": ((((-0.5), -0.5), (1.0, -0.5), (1.0, 1.5), (-0.5, 1.5)),), "width": 0.4, "height": 0.4}


def origins(*goals: AnyCondition) -> tuple[Machine, Judge]:
    loose = PartSpec(1, "polygon", 1.0, 1.0, props={**OFF_CENTRE, "body": "loose"})
    balls = (PartSpec(2, "custom_ball", 2.0, 1.0), PartSpec(3, "custom_ball", 2.5, 1.0))
    marks = tuple(Goal(f"goal {i}", when) for i, when in enumerate(goals))
    design = parts.check(Design(parts=(loose, *balls), goals=marks, next_id=4))
    machine = Machine(design)
    return machine, Judge(design, machine)


def holds(*goals: AnyCondition, after: tuple[float, float] | None = None) -> list[bool]:
    """Which goals hold at the start, or once ball 2 has been put somewhere."""
    machine, judge = origins(*goals)
    if after is not None:
        machine.parts[2].bodies[0].position = after
    judge.update()
    return [progress.met for progress in judge.progress()]


def test_a_line_may_be_for_the_origin_or_for_the_centre_of_mass() -> None:
    assert holds(Beyond(1, "x", "more", 1.05), Beyond(1, "x", "more", 1.05, origin=True)) == [True, False]
    assert holds(Beyond(1, "y", "less", 1.1), Beyond(1, "y", "less", 1.1, origin=True)) == [False, True]


def test_the_distance_of_two_origins() -> None:
    near, far = Distance(1, 2, "less", 1.01), Distance(1, 2, "more", 1.01)
    assert holds(near, far) == [True, False]
    assert holds(near, far, after=(2.0, 1.2)) == [False, True]


def test_what_has_moved_has_moved_along_its_axis() -> None:
    moved = Moved(2, 0.01), Moved(2, 0.01, "x"), Moved(2, 0.01, "y")
    assert holds(*moved) == [False, False, False]
    assert holds(*moved, after=(2.0, 1.02)) == [True, False, True]
    assert holds(*moved, after=(1.98, 1.0)) == [True, True, False]
    assert holds(*moved, after=(2.005, 1.005)) == [False, False, False]


def test_what_is_gone_counts_as_where_it_stood_at_the_start() -> None:
    goals = Beyond(2, "x", "more", 2.5, True), Moved(2, 0.1), Distance(2, 3, "less", 0.6), Gone(2)
    machine, judge = origins(*goals)
    machine.parts[2].bodies[0].position = (3.0, 1.0)
    machine.remove(2)
    machine.tidy()
    judge.update()
    assert [progress.met for progress in judge.progress()] == [False, False, True, True]


def test_what_has_left_the_world_counts_as_where_it_was_seen_last() -> None:
    machine, judge = origins(Beyond(2, "x", "more", 2.5, True), Moved(2, 0.1), Gone(2), Gone(3))
    machine.parts[2].bodies[0].position = (20.0, 1.0)
    for _ in range(60):
        machine.tick()
    judge.update()
    assert 2 not in machine.parts
    assert [progress.met for progress in judge.progress()] == [True, True, True, False]


def test_states_are_counted_over_all_parts_of_a_kind() -> None:
    popped = [Tally("balloon", "popped", at_least=n) for n in (1, 2)]
    whole = [Tally("balloon", "popped", on=False, at_least=n) for n in (1, 2)]
    balloons = tuple(PartSpec(id_, "balloon", id_ * 1.0, 1.0) for id_ in (1, 2))
    marks = tuple(Goal("", when) for when in (*popped, *whole))
    design = parts.check(Design(parts=balloons, goals=marks, next_id=3))
    machine = Machine(design)
    judge = Judge(design, machine)
    machine.states[machine.slot_of[1, "popped"]] = 1.0
    machine.remove(1)
    machine.tidy()
    judge.update()
    assert [progress.met for progress in judge.progress()] == [True, False, True, False]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (Distance(1, 2, "near", 1.0), "distance needs side"),
        (Moved(1, 1.0, "z"), "moved needs axis"),
        (Tally("teapot", "popped"), "counts the unknown kind"),
        (Tally("balloon", "full"), "has no state 'full'"),
        (Gone(9), "part 9, which does not exist"),
    ],
)
def test_conditions_that_make_no_sense_are_refused(condition: AnyCondition, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        parts.check(from_plain(to_plain(Design(parts=(FLOOR, BALL), goals=(Goal("", condition),)))))
