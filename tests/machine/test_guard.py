"""Fast things don't tunnel, what is slow is left alone, and what is fast loses nothing by being guarded.

The whole table, every ball against every solid part, is made by ``python -m tests.tools.tunnelling``.
"""

from __future__ import annotations

import itertools
import math
import random  # noqa: TID251  (generates input; nothing random reaches a session)
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pymunk
import pytest

from sandbox import parts
from sandbox.authoring.demonstrations import demonstration
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design, PartSpec, World
from sandbox.engine.readout import Readout
from sandbox.machine import guard as guards
from sandbox.machine.guard import FAST, LEAST_REACH, TOO_FAST, SweepGuard, Swept, is_hollow, reach_of
from sandbox.machine.machine import Machine
from sandbox.machine.obstacles import Obstacles
from sandbox.machine.rows import MOTION
from tests.parts.rig import Rig
from tests.support import OtherProcess, Tape, pile, replay
from tests.tools import tunnelling
from tests.tools.tunnelling import (
    BALLS,
    EACH,
    LETS_IN,
    PHASES,
    WAYS,
    Shot,
    enters,
    fixed_kinds,
    gets_through,
    shots,
    solid_kinds,
)


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The share of its path that was left to each body which the guard held back."""
    found: list[float] = []
    share = Obstacles.share

    def noted(self: Obstacles, *path: object) -> float | None:
        cut = share(self, *path)  # type: ignore[arg-type]
        if cut is not None:
            found.append(cut)
        return cut

    monkeypatch.setattr(Obstacles, "share", noted)
    return found


@pytest.fixture
def unguarded(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Call it, and the guard is off until the end of the test."""
    return lambda: monkeypatch.setattr(SweepGuard, "hold_back", lambda self: None)


def sample(rate: int) -> list[Shot]:
    """One shot for each ball and part, another speed, phase and direction each time."""
    pairs = [(ball, part) for ball in BALLS for part in fixed_kinds()]
    return [
        next(itertools.islice(shots([ball], [part], rate=rate), n * 37 % EACH, None))
        for n, (ball, part) in enumerate(pairs)
    ]


# -- none gets through


@pytest.mark.parametrize("rate", [60, 240])
def test_no_ball_gets_through_any_fixed_part(rate: int) -> None:
    chosen = sample(rate)
    assert {shot.phase for shot in chosen} == set(range(PHASES))
    assert [shot for shot in chosen if gets_through(shot)] == []


def test_no_usual_ball_gets_into_what_is_loose_unless_it_spins_away() -> None:
    """One shot for each ball but that of 100 kg, and each part with something loose, as for fixed ones."""
    names = [name for name in solid_kinds() if name not in LETS_IN]
    pairs = [(ball, part) for ball in BALLS if ball != "custom_ball" for part in names]
    chosen = [next(itertools.islice(shots([b], [p]), n * 37 % EACH, None)) for n, (b, p) in enumerate(pairs)]
    assert [shot for shot in chosen if any(enters(shot))] == []


def test_a_ball_of_a_hundred_kilos_pushes_through_a_hinge() -> None:
    """The control: what is in the list gives way, and the eyes see it."""
    assert any(enters(Shot("custom_ball", "diverter", WAYS[1], 5.0, phase)).loose for phase in range(PHASES))


def test_without_the_guard_many_do(unguarded: Callable[[], None]) -> None:
    """The control: the same shots, and the same eyes."""
    unguarded()
    chosen = sample(240)[::7]
    assert sum(map(gets_through, chosen)) > len(chosen) / 10


def test_sixty_slow_ticks_a_second_are_guarded_too(unguarded: Callable[[], None]) -> None:
    slow = [Shot("tennis_ball", "floor", WAYS[0], speed, phase, 60) for speed in (3.0, 10.0) for phase in range(17)]
    assert not any(map(gets_through, slow))
    unguarded()
    assert any(map(gets_through, slow))


def test_a_path_beside_a_polygon_is_not_taken_for_one_through_it() -> None:
    """What judges the shots: plain geometry, with hits and misses that one can see."""
    box = parts.blueprint(PartSpec(1, "fixed_block", 0.0, 0.0)).shapes[0].outline
    for start, end, hit in (
        ((0.0, 1.0), (0.0, -1.0), True), ((-0.1, 1.0), (-0.1, 0.1), True), ((0.0, 0.0), (0.0, 0.01), True),
        ((0.2, 1.0), (0.2, -1.0), False), ((0.0, 1.0), (0.0, 0.2), False), ((-0.3, 0.1), (0.1, 0.4), False),
    ):  # fmt: skip
        assert tunnelling.crosses(box, start, end) is hit


def closed_box(rate: int, balls: int = 15) -> tuple[Machine, Callable[[], bool]]:
    """Balls of all kinds at 5 to 30 m/s within four thin walls; and whether all are still in there."""
    specs = [
        PartSpec(1, "floor", 3.0, 1.98, props={"width": 2.08, "height": 0.04}),
        PartSpec(2, "floor", 3.0, 4.02, props={"width": 2.08, "height": 0.04}),
        PartSpec(3, "wall", 1.98, 3.0, props={"width": 0.04, "height": 2.0}),
        PartSpec(4, "wall", 4.02, 3.0, props={"width": 0.04, "height": 2.0}),
    ]
    kinds = [ball for ball in BALLS if ball not in ("cannon_ball", "custom_ball")]  # those squeeze others flat
    for n in range(balls):
        row, column = divmod(n, 5)
        specs.append(PartSpec(5 + n, kinds[n % len(kinds)], 2.3 + 0.35 * column, 2.4 + 0.5 * row))
    world = World(width=6.0, height=6.0, gravity_y=0.0, tick_rate=rate)
    machine = Machine(parts.check(Design(parts=tuple(specs), world=world, next_id=5 + balls)))
    for n in range(balls):
        speed, angle = 5.0 + 25.0 * n / balls, 2.4 * n
        machine.parts[5 + n].bodies[0].velocity = (speed * math.cos(angle), speed * math.sin(angle))
    return machine, lambda: all(2 < machine.motion(5 + n)[k] < 4 for n in range(balls) for k in (0, 1))


@pytest.mark.parametrize("rate", [60, 240, 1000])
def test_what_bounces_about_in_a_closed_box_stays_inside(rate: int) -> None:
    machine, inside = closed_box(rate)
    for _ in range(rate):
        step(machine)
        assert inside()


@pytest.mark.parametrize("rate", [60, 240])
def test_without_the_guard_it_does_not(rate: int, unguarded: Callable[[], None]) -> None:
    unguarded()
    machine, inside = closed_box(rate)
    for _ in range(rate):
        step(machine)
    assert not inside()


@pytest.mark.parametrize("target", ["domino", "crate", "bar", "balloon"])
def test_it_does_not_pass_through_loose_things_either(target: str, cuts: list[float]) -> None:
    for phase in range(17):
        rig = Rig(gravity_y=0.0)
        aim, ball = rig.add(target, 2.0, 1.0), rig.add("tennis_ball", 1.2 - 0.125 * phase / 17, 1.0)
        rig.machine.parts[ball].bodies[0].velocity = (30.0, 0.0)
        rig.run(0.08)
        assert aim not in rig.machine.parts or rig.motion(aim)[0] > 2.0
    assert cuts


# -- what is slow is left alone


def step(machine: Machine) -> None:
    machine.tick()


def digests(design: Design, ticks: int) -> Iterator[bytes]:
    machine = Machine(design)
    for _ in range(ticks):
        step(machine)
        yield machine.digest()


def test_at_rest_and_at_low_speed_nothing_is_asked_or_changed(
    unguarded: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pile that falls by a hand's breadth, rolls about and comes to rest: the first look is the only one."""
    monkeypatch.setattr(SweepGuard, "_fast", lambda self: pytest.fail("looked twice"))
    design = low_pile()
    guarded = list(digests(design, 600))
    unguarded()
    assert guarded == list(digests(design, 600))


def low_pile() -> Design:
    half = {"soccer_ball": 0.11, "crate": 0.15, "tennis_ball": 0.034, "domino": 0.15, "bowling_ball": 0.11}  # m, high
    loose = [
        PartSpec(n + 2, kind, 1.0 + 0.31 * n, 0.15 + half[kind], angle=0.1 * (n % 3))
        for n, kind in enumerate(list(half) * 3)
    ]
    floor = PartSpec(1, "floor", 3.0, 0.0, props={"width": 8.0})
    return parts.check(Design(parts=(floor, *loose), world=World(width=6.0), next_id=20))


def test_what_is_not_too_fast_for_its_size_is_not_changed(
    unguarded: Callable[[], None], cuts: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Piles that fall from 1.3 m: they get fast enough for a closer look, and no more."""
    piles, looks = (pile(12), pile(12, 2.2)), 0
    guarded = []
    for design in piles:
        machine = Machine(design)
        fast, guard = machine._guard._fast, machine._guard

        def counted(*told: Any, fast: Callable[..., list[tuple[Swept, float, float]]] = fast) -> Any:
            nonlocal looks
            looks += 1
            return fast(*told)

        monkeypatch.setattr(guard, "_fast", counted)
        for _ in range(400):
            step(machine)
            guarded.append(machine.digest())
    assert looks > 50
    assert not cuts
    unguarded()
    assert guarded == [digest for design in piles for digest in digests(design, 400)]


@pytest.mark.parametrize("rate", [60, 120, 240, 1000])
@pytest.mark.parametrize("axis", [(1.0, 0.0), (0.0, -1.0), (0.7071, 0.7071), (-0.6, 0.8)])
def test_who_is_fast_is_found_and_who_is_not_is_left_out(rate: int, axis: tuple[float, float]) -> None:
    """The bound is a way of three quarters of the reach in a tick."""
    specs = [PartSpec(n + 1, kind, 1.0 + n, 1.0) for n, kind in enumerate(("table_tennis_ball", "bowling_ball", "bar"))]
    machine = Machine(parts.check(Design(parts=tuple(specs), world=World(tick_rate=rate), next_id=9)))
    guard = machine._guard
    for run in machine.parts.values():
        bound = guard._swept[run.bodies[0].id].speed
        for speed, fast in ((1.001 * bound, True), (30.0 * bound, True), (0.99 * bound, False), (0.0, False)):
            run.bodies[0].velocity = (speed * axis[0], speed * axis[1])
            found = guard._fast(None, None) if guard.may_be_fast(None) else []
            assert (run.bodies[0] in [one.body for one, _, _ in found]) is fast
            passed = not guard._sieves or bool(guard._velocities.read()[:][7::8].translate(None, bytes(range(64))))
            assert passed or not fast


def test_what_the_reach_of_a_body_is() -> None:
    def reach(kind: str) -> float:
        plan = parts.blueprint(PartSpec(1, kind, 0.0, 0.0))
        return reach_of(plan, next(n for n, body in enumerate(plan.bodies) if body.kind == "dynamic"))

    assert reach("tennis_ball") == pytest.approx(0.0335)
    assert reach("crate") == pytest.approx(0.15)
    assert reach("domino") == pytest.approx(0.03)
    assert reach("basket") == LEAST_REACH  # its middle is air


def test_bodies_that_are_gone_are_no_longer_watched() -> None:
    machine = Machine(pile(6))
    before = len(machine._guard._swept)
    machine.remove(5)
    step(machine)
    assert len(machine._guard._swept) == before - 1
    machine.parts[4].bodies[0].velocity = (0.0, -30.0)
    step(machine)


@pytest.mark.parametrize("speed", [1e7, 1e300, math.inf, math.nan])
def test_what_has_blown_up_leaves_before_the_step_and_harms_nothing(speed: float) -> None:
    machine, undisturbed = Machine(pile(3)), Machine(pile(3))
    machine.parts[4].bodies[0].velocity = (speed, -speed)
    undisturbed.remove(4)
    undisturbed.tidy()
    for _ in range(60):
        step(machine), step(undisturbed)
    assert machine.digest() == undisturbed.digest() and list(machine.parts) == [1, 2, 3, 5, 6]
    assert np.isfinite(machine.read_rows()).all()
    assert [event.part for event in machine.events if event.what == "left"] == [4]


def test_a_fixed_body_whose_velocity_is_no_number_is_stilled_and_stays() -> None:
    machine, undisturbed = Machine(pile(3)), Machine(pile(3))
    machine.parts[1].bodies[0].velocity = (math.nan, 0.0)
    for _ in range(240):
        step(machine), step(undisturbed)
    assert list(machine.parts) == list(undisturbed.parts)
    assert np.isfinite(machine.read_rows()).all()
    assert machine.digest() == undisturbed.digest()


@pytest.mark.parametrize("kind", ["pulley", "winch"])
def test_no_running_number_keeps_what_was_worked_out_from_what_blew_up(kind: str) -> None:
    """Parts act once more between the step in which a body blows up and the look that takes it out."""
    design = demonstration.of_kind(parts.KINDS[kind]).design
    count = len([body for part in Machine(design).parts.values() for body in part.bodies])
    for index in range(count):
        machine = Machine(design)
        step(machine)
        body = [body for part in machine.parts.values() for body in part.bodies][index]
        if body.body_type != pymunk.Body.DYNAMIC or body.space is None:
            continue
        body.velocity, body.angular_velocity = (math.nan, math.nan), math.nan
        step(machine)
        assert np.isfinite(machine.states).all(), (index, machine.states)


def test_a_rope_over_a_pulley_that_a_far_pin_tears_away_leaves_only_finite_numbers() -> None:
    """The lever of 500 km is too long for a wheel of 0.00005 kg m²: the solver's impulses grow beyond all measure."""
    rig = Rig(iterations=78)
    candle = rig.add("candle", 3.0, 1.0, -3.0)
    far = rig.add("pulley", 1e6, 0.56, radius=0.03)
    over, end, begin = (rig.add("pulley", x, 1.0) for x in (4.0, 3.0, 30.0))
    rig.link("pin", candle, (0.0, 0.0), far, (-0.004450388979385654, 0.02505675550873387))
    rig.link("rope", begin, (0.0, 0.0), end, "hook", via=(over, far))
    rig.run(6 / 240)
    assert rig.events("left"), "nothing blew up"
    assert np.isfinite(rig.machine.states).all()


def test_one_session_and_many_ticks_at_once_see_the_same_leave() -> None:
    """What is astray ends a row of quiet ticks, and other fast bodies are held back once all the same."""

    def ended(slices: int) -> bytes:
        session = Session(pile(3))
        session.do(c.Start())
        session.advance(60)
        assert session.machine is not None
        session.machine.parts[4].bodies[0].velocity = (1e7, 0.0)
        session.machine.parts[5].bodies[0].velocity = (0.0, -40.0)
        for _ in range(slices):
            session.advance(120 // slices)
        assert 4 not in session.machine.parts
        return session.end_hash()

    assert ended(1) == ended(120) == ended(40)


# -- what is fast loses nothing


def test_a_fast_ball_rolls_over_boards_laid_end_to_end_as_without(unguarded: Callable[[], None]) -> None:
    boards = [PartSpec(n, "floor", float(n), 0.0) for n in range(1, 16)]
    machines = []
    for off in (False, True):
        if off:
            unguarded()
        ball = PartSpec(16, "tennis_ball", 0.6, 0.0835)
        world = World(width=16.0)
        machine = Machine(parts.check(Design(parts=(*boards, ball), world=world, next_id=20)))
        machine.parts[16].bodies[0].velocity = (15.0, 0.0)
        for _ in range(180):
            step(machine)
        machines.append(machine)
    guarded, bare = machines
    assert guarded.digest() == bare.digest()
    assert guarded.motion(16)[3] > 10.0  # from sliding to rolling takes a third of a disc's speed


@pytest.mark.parametrize("ball", ["tennis_ball", "table_tennis_ball", "bowling_ball", "super_ball"])
@pytest.mark.parametrize("rate", [60, 240])
def test_it_bounces_off_a_wall_with_the_speed_of_a_short_tick(
    ball: str, rate: int, cuts: list[float], unguarded: Callable[[], None]
) -> None:
    def after(rate: int) -> float:
        rig = Rig(gravity_y=0.0, tick_rate=rate)
        rig.add("wall", 3.0, 1.0)
        shot = rig.add(ball, 2.0, 1.0)
        rig.machine.parts[shot].bodies[0].velocity = (24.0, 0.0)
        rig.run(0.1)
        return rig.motion(shot)[3]

    guarded = after(rate)
    assert cuts
    assert guarded < 0
    unguarded()
    assert guarded == pytest.approx(after(1000), rel=0.01)


@pytest.mark.parametrize("ball", ["table_tennis_ball", "tennis_ball", "super_ball"])
def test_it_runs_through_a_bend_at_ten_metres_a_second(ball: str, unguarded: Callable[[], None]) -> None:
    """Down into a curved tube and out of it to the right, as soon and as fast as with short ticks."""

    def leaves(rate: int) -> tuple[float, float]:
        rig = Rig(gravity_y=0.0, tick_rate=rate, width=8.0, height=4.0)
        tube = rig.add("curved_tube", 2.0, 2.0)
        box = parts.blueprint(rig.design.part_by_id[tube]).bounds(parts.pose_of(rig.design.part_by_id[tube]))
        bore = 0.26 / 2 + 0.025  # m from its outer side to its middle line
        shot = rig.add(ball, box.x0 + bore, box.y1 + 0.3)
        rig.machine.parts[shot].bodies[0].velocity = (0.0, -10.0)
        while rig.motion(shot)[0] < box.x1 + 0.05 and rig.machine.ticks < rate:
            rig.run(1 / rate)
        return rig.machine.ticks / rate, rig.motion(shot)[3]

    when, speed = leaves(240)
    unguarded()
    sooner, short = leaves(1000)
    assert when < 0.15
    assert when == pytest.approx(sooner, rel=0.05)
    assert speed == pytest.approx(short, rel=0.05)


def test_two_that_fly_together_do_not_hold_each_other_back(cuts: list[float]) -> None:
    rig = Rig(gravity_y=0.0)
    first, second = rig.add("tennis_ball", 1.0, 1.0), rig.add("tennis_ball", 1.1, 1.0)
    for ball in (first, second):
        rig.machine.parts[ball].bodies[0].velocity = (30.0, 0.0)
    rig.run(0.1)
    assert not cuts
    assert rig.motion(second)[0] - rig.motion(first)[0] == pytest.approx(0.1)


def test_what_is_glued_on_does_not_stand_in_the_way(cuts: list[float]) -> None:
    """Joined parts that do not push each other may overlap: here a ball within a crate, thrown and spinning."""
    rig = Rig(gravity_y=0.0)
    crate, ball = rig.add("crate", 1.0, 1.0), rig.add("bowling_ball", 1.12, 1.0)
    rig.link("glue", crate, "middle", ball, "middle")
    for part in (crate, ball):
        rig.machine.parts[part].bodies[0].velocity = (30.0, 0.0)
    rig.machine.parts[ball].bodies[0].velocity = (34.0, 3.0)
    rig.run(0.1)
    assert not cuts


def test_a_sensor_and_a_filtered_shape_are_no_obstacles() -> None:
    space = pymunk.Space()
    guard = SweepGuard(space, 1 / 240)
    ball, wall = pymunk.Body(1.0, 1.0), space.static_body
    own, sheet = pymunk.Circle(ball, 0.03), pymunk.Poly(wall, [(1.0, -1.0), (1.02, -1.0), (1.02, 1.0), (1.0, 1.0)])
    space.add(ball, own, sheet)
    guard.watch(ball, 0.03)
    ball.position, ball.velocity = (0.95, 0.0), (30.0, 0.0)
    for change, stopped in (({}, True), ({"sensor": True}, False), ({"filter": pymunk.ShapeFilter(group=7)}, False)):
        sheet.sensor, sheet.filter = False, pymunk.ShapeFilter()
        own.filter = pymunk.ShapeFilter(group=7)
        for name, value in change.items():
            setattr(sheet, name, value)
        ball.position = (0.95, 0.0)
        guard.hold_back()
        assert (ball.position.x < 0.95) is stopped


# -- which bodies are fast, whoever has read their velocities

WATCHED, LOOSE = 14, 3  # bodies that are guarded, and dynamic ones that are not
AWKWARD = (0.0, -0.0, 1.9999, 2.0, -2.0, 5.8, 6e5, 8e5, -2e6, 1e300, math.inf, -math.inf, math.nan)  # m/s


def of_any_speed(chance: random.Random) -> float:
    if chance.random() < 0.06:
        return chance.choice(AWKWARD)
    return chance.choice((1.0, 4.0, 30.0)) * chance.uniform(-1.0, 1.0)


def fast_ones(bodies: list[pymunk.Body], reaches: dict[pymunk.Body, float]) -> tuple[object, ...]:
    """The guarded bodies that are fast, those that are astray, and whether others are, by looking at one after the
    other."""
    fast, astray, others = [], [], False
    for body in bodies:
        vx, vy = body.velocity
        if body not in reaches:
            others = others or not math.isfinite(vx + vy)
        elif not vx * vx + vy * vy <= TOO_FAST * TOO_FAST:
            astray.append(body)
        elif (FAST * reaches[body] * 240) ** 2 <= vx * vx + vy * vy:
            fast.append((body, vx, vy))
    return fast, astray, others


@pytest.mark.parametrize("sleeps", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_the_same_bodies_are_fast_whoever_reads_their_velocities(
    seed: int, sleeps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From numbers that were copied or not, and where few are copied or all are looked at where they are."""
    if seed % 2:
        monkeypatch.setattr(guards, "_MANY", 0)
    chance, space = random.Random(seed), pymunk.Space()
    space.sleep_time_threshold = 0.5
    bodies = [pymunk.Body(1.0, 1.0) for _ in range(WATCHED + LOOSE)]
    space.add(*bodies)
    sleeper = pymunk.Body(1.0, 1.0)
    if sleeps:
        space.add(sleeper)
        sleeper.sleep()
    guard, motion = SweepGuard(space, 1 / 240), Readout(space, MOTION)
    reaches = {body: chance.choice((0.016, 0.033, 0.1, 0.4)) for body in bodies[:WATCHED]}
    for body, reach in reaches.items():
        guard.watch(body, reach)
    for _ in range(50):
        for body in bodies:
            body.velocity = of_any_speed(chance), of_any_speed(chance)
            if chance.random() < 0.5:
                body.velocity = (0.0, 0.0)
        live = motion.read()
        moved = bytes(live)
        assert (motion.order is None) is sleeps
        for given in ((moved, motion.order), (moved, None), (live, motion.order), (None, None)):
            guard.astray.clear()
            guard.fixed_astray = False
            found = guard._fast(*given) if guard.may_be_fast(given[0]) else []
            seen = [(swept.body, vx, vy) for swept, vx, vy in found]
            assert (seen, guard.astray, guard.fixed_astray) == fast_ones(bodies, reaches)


@pytest.mark.parametrize("most", [0, guards._MANY])
def test_each_look_is_at_the_present_velocities(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "_MANY", most)
    space, body = pymunk.Space(), pymunk.Body(1.0, 1.0)
    space.add(body)
    guard, motion = SweepGuard(space, 1 / 240), Readout(space, MOTION)
    guard.watch(body, 0.033)
    for speed in (0.0, 30.0, 0.1, 20.0):
        body.velocity = 0.0, speed
        live = motion.read()
        for read in (bytes(live), live, None):
            assert guard.may_be_fast(read) is (speed > 1.0)


# -- and all of it is repeatable


def dropped_from_high() -> Design:
    """Balls of all kinds that fall from 5 to 45 m on thin boards: their first bounces are all guarded."""
    boards = [PartSpec(n, "floor", 0.7 * n, 0.5, props={"width": 0.6, "height": 0.04}) for n in range(1, 13)]
    balls = [
        PartSpec(13 + n, ball, 0.7 * (n + 1), 5.0 + 3.6 * n, props=BALLS[ball]) for n, ball in enumerate(sorted(BALLS))
    ]
    world = World(width=9.0, height=50.0)
    return parts.check(Design(parts=(*boards, *balls), world=world, next_id=40))


def test_guarded_falls_replay_bit_for_bit_in_other_processes(cuts: list[float]) -> None:
    tape = Tape()
    tape.command(0, c.pack(c.Start()))
    design = dropped_from_high()
    here, _ = replay(design, tape.commands, 900)
    assert len(cuts) >= 8
    for seed in ("0", "1", "random"):
        other = OtherProcess(seed)
        assert other.replay(design, tape.commands, 900)[0] == here.digests.hex()
        other.close()


def test_looking_and_hashing_change_nothing(cuts: list[float]) -> None:
    """Guarded or not, nobody can tell from the end of a run who has looked at it."""
    seen, alone = Machine(dropped_from_high()), Machine(dropped_from_high())
    for _ in range(700):
        step(seen)
        seen.digest()
        seen.read_rows()
        step(alone)
    assert cuts
    assert seen.digest() == alone.digest()


def test_what_lies_in_a_basket_does_not_hold_it_back() -> None:
    """The disc about its centre of mass is in the air that it holds: a ball there is not in its way, a floor is."""

    def hollow(kind: str) -> list[bool]:
        plan = parts.blueprint(PartSpec(1, kind, 0.0, 0.0))
        return [is_hollow(plan, n) for n, body in enumerate(plan.bodies) if body.kind == "dynamic"]

    assert (hollow("basket"), hollow("cardboard_box")) == ([True], [True])
    assert (hollow("tennis_ball"), hollow("crate"), hollow("domino")) == ([False], [False], [False])
    shares = []
    for above in ("soccer_ball", "floor"):
        specs = PartSpec(1, "basket", 1.0, 1.0), PartSpec(2, above, 1.0, 1.2)
        machine = Machine(parts.check(Design(parts=specs, world=World(tick_rate=60), next_id=3)))
        basket = machine._guard._swept[machine.parts[1].bodies[0].id]
        obstacles = Obstacles(machine.space, 1 / 60)
        shares.append(obstacles.share(basket.body, basket.reach, basket.hollow, 0.0, 0.4))
    assert shares[0] is None
    assert shares[1] is not None and shares[1] < 0.6
