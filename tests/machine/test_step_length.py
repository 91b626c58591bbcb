"""Ticks of another length than the world's: whatever depends on the length follows it, and no recording is made."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pymunk
import pytest

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Beyond, Design, Goal, Held, PartSpec, World
from sandbox.machine.guard import SweepGuard
from sandbox.machine.machine import Machine
from sandbox.parts.kind import Kind, LinkKind
from tests.parts.rig import Rig
from tests.support import Tape

FRAME = 1 / 60  # s; a tick of the worlds in here is a quarter of it, unless they say more
UNEVEN = (1 / 60, 1 / 240, 0.05, 0.011, 0.1, 0.25)


# -- the sweep guard


def flies_through(phase: int, steps: tuple[float, ...]) -> bool:
    """Whether a ball at 30 m/s gets behind a wall of 0.1 m, begun in one of 20 phases of a frame."""
    wall = PartSpec(1, "wall", 5.0, 5.0, props={"width": 0.1})
    ball = PartSpec(2, "tennis_ball", 2.0 + 30.0 * FRAME * phase / 20, 5.0)
    world = World(gravity_y=0.0, width=10.0, height=10.0)
    session = Session(parts.check(Design(parts=(wall, ball), world=world, next_id=3)))
    session.do(c.Start())
    assert session.machine is not None
    body = session.machine.parts[2].bodies[0]
    body.velocity = (30.0, 0.0)
    for seconds in itertools.islice(itertools.cycle(steps), 20):
        session.advance(1, seconds)
    return bool(body.position.x > 5.0)


@pytest.mark.parametrize("steps", [(FRAME,), UNEVEN, (0.25,), (0.001, 0.2)])
def test_a_fast_ball_stops_at_a_thin_wall_however_long_the_steps_are(steps: tuple[float, ...]) -> None:
    assert sum(flies_through(phase, steps) for phase in range(20)) == 0


@pytest.mark.parametrize("steps", [(FRAME,), UNEVEN])
def test_it_flies_through_if_the_guard_is_not_told(steps: tuple[float, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SweepGuard, "retime", lambda self, dt: None)
    assert sum(flies_through(phase, steps) for phase in range(20)) > 10


# -- frames of 1/60 s in a world of 240 ticks a second are the ticks of one of 60


def balls(rig: Rig) -> None:
    rig.floor()
    for k in range(6):
        rig.add("tennis_ball", 1.0 + 0.1 * k, 1.0 + 0.5 * k)


def balloon(rig: Rig) -> None:
    rig.add("balloon", 1.0, 1.0)


def butterfly(rig: Rig) -> None:
    rig.add("classic_butterfly", 1.0, 1.0)


def conveyor(rig: Rig) -> None:
    rig.add("conveyor", 2.0, 0.3)
    rig.add("crate", 2.0, 0.8)


def spring(rig: Rig) -> None:
    rig.link("spring", rig.add("anchor", 2.0, 3.0), (0.0, 0.0), rig.add("crate", 2.1, 2.2), (0.0, 0.0), stiffness=2e4)


def spring_board(rig: Rig) -> None:
    rig.floor()
    rig.add("spring_board", 2.0, 0.3)
    rig.add("bowling_ball", 2.2, 1.5)


def classic_spring(rig: Rig) -> None:
    rig.floor()
    rig.add("classic_spring", 2.0, 0.3)
    rig.add("bowling_ball", 2.2, 1.5)


def course(build: Callable[[Rig], None], rate: int, seconds: float | None) -> npt.NDArray[np.float64]:
    """Where everything is after each of 180 steps, and all states."""
    rig = Rig(tick_rate=rate, sleep=False)
    build(rig)
    machine = rig.machine
    for run in machine.parts.values():
        for joint in run.joints:
            if isinstance(joint, pymunk.GrooveJoint | pymunk.GearJoint):
                joint.error_bias = 0.01  # what it keeps of an error is set by the second, from the world's tick
    seen = []
    for _ in range(180):
        machine.act(seconds)
        machine.step()
        machine.react()
        machine.tidy()
        seen.append(np.concatenate([machine.read_rows().ravel(), machine.states]))
    return np.array(seen)


@pytest.mark.parametrize("build", [balls, balloon, butterfly, conveyor, spring, spring_board, classic_spring])
def test_what_follows_the_step_is_where_it_would_be_by_ticks_of_that_length(build: Callable[[Rig], None]) -> None:
    framed, ticked = course(build, 240, FRAME), course(build, 60, None)
    np.testing.assert_allclose(framed, ticked, rtol=0, atol=1e-9)
    assert not np.allclose(framed, course(build, 240, None), atol=1e-3), "as if nothing had been told of it"


@pytest.mark.parametrize("build", [balloon, spring, spring_board, classic_spring])
def test_they_are_elsewhere_if_they_are_not_told(build: Callable[[Rig], None], monkeypatch: pytest.MonkeyPatch) -> None:
    ticked = course(build, 60, None)
    for kind in {type(kind) for kind in (*parts.KINDS.values(), *parts.LINKS.values())}:
        monkeypatch.setattr(kind, "retimed", Kind.retimed if issubclass(kind, Kind) else LinkKind.retimed)
    assert not np.allclose(course(build, 240, FRAME), ticked, atol=1e-3)


# -- what is counted in seconds


def test_a_goal_that_is_held_is_held_for_its_seconds() -> None:
    rests = Held(of=Beyond(1, "y", "more", 0.0), seconds=0.5)
    design = parts.check(Design(parts=(PartSpec(1, "anchor", 1.0, 1.0),), goals=(Goal("rests", rests),), next_id=2))
    for steps in ((FRAME,), (0.05, 0.011)):
        session = Session(design)
        session.do(c.Start())
        for seconds in itertools.cycle(steps):
            session.advance(1, seconds)
            assert session.machine is not None
            if session.outcome == "won":
                break
        assert 0.5 - 1e-9 <= session.machine.seconds < 0.5 + max(steps)


def test_what_acts_now_and_then_acts_before_each_of_them_and_by_turns_again_after_them() -> None:
    rig = Rig()
    fan = rig.add("fan", 1.0, 1.0)
    run, machine = rig.machine.parts[fan], rig.machine
    by_turns = run.lapse
    assert by_turns == 16 / 240
    machine.act(FRAME)
    assert run.lapse == machine.dt == FRAME
    machine.step()
    machine.act()
    assert (run.lapse, machine.dt, machine.dt_before) == (by_turns, 1 / 240, FRAME)
    assert machine.seconds == pytest.approx(FRAME)


@pytest.mark.parametrize("pinned", [True, False])
def test_a_slow_ball_does_not_fall_asleep_on_its_way_because_the_steps_are_long(pinned: bool) -> None:
    """The engine's own measure of rest is the speed that a fall gains within a step: it must stay that of a tick."""
    rig = Rig()
    rig.floor()
    ball = rig.add("bowling_ball", 1.0, 0.108)
    body = rig.machine.parts[ball].bodies[0]
    body.velocity = (0.2, 0.0)
    for _ in range(20):
        rig.machine.act(0.05)
        if not pinned:
            rig.machine.space.idle_speed_threshold = 0.0
        rig.machine.step()
    assert body.is_sleeping is not pinned


# -- the door


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.inf, math.nan])
def test_a_step_takes_time(seconds: float) -> None:
    with pytest.raises(ValueError, match="longer than 0"):
        Session(Design()).advance(1, seconds)


def test_a_session_that_is_recorded_takes_none() -> None:
    with pytest.raises(ValueError, match="without a log"):
        Session(Design(), log=Tape()).advance(1, FRAME)


def test_nobody_sets_the_length_behind_the_back_of_what_depends_on_it() -> None:
    with pytest.raises(AttributeError):
        Machine(Design()).dt = FRAME  # type: ignore[misc]
