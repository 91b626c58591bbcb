"""What is read past pymunk's properties is what they say, whatever has come and gone since."""

from __future__ import annotations

import math

import pymunk
import pytest
from pymunk import batch

from sandbox.engine import readout
from sandbox.engine.engine import EngineSpace, set_motion
from sandbox.engine.readout import (
    FRAME,
    INERTIA,
    MOTION,
    MOVING,
    TURNED,
    AwakeBodies,
    Impulses,
    Readout,
    address_of,
    asleep,
    contacts_of,
    mover_of,
    numbers_of,
)
from sandbox.machine.machine import Machine
from tests.support import pile

FIELDS = batch.BodyFields.POSITION | batch.BodyFields.VELOCITY


def as_the_engine_says(space: pymunk.Space) -> bytes:
    buffer = batch.Buffer()
    batch.get_space_bodies(space, FIELDS, buffer)
    return bytes(buffer.float_buf())


@pytest.fixture(params=["gathered", "asked for"])
def _either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert readout._LISTED, "this engine's spaces are laid out as the module says"
    monkeypatch.setattr(readout, "_LISTED", request.param == "gathered")


@pytest.mark.usefixtures("_either")
def test_it_reads_what_the_batch_interface_reads() -> None:
    machine = Machine(pile(10))
    readout = Readout(machine.space, FIELDS)
    for _ in range(50):
        machine.step()
        assert bytes(readout.read()) == bytes(readout.again()) == as_the_engine_says(machine.space)


@pytest.mark.usefixtures("_either")
def test_it_follows_when_bodies_fall_asleep_and_wake() -> None:
    space = pymunk.Space()
    space.sleep_time_threshold = 0.1
    bodies = [pymunk.Body(1.0, 1.0) for _ in range(6)]
    for n, body in enumerate(bodies):
        body.position = n, 0.5
    space.add(*bodies)
    space.step(0.01)
    readout = Readout(space, FIELDS)
    for body in bodies[1::2]:
        body.sleep()
        assert bytes(readout.again()) == as_the_engine_says(space)
        assert readout.order is None
    for body in bodies[1::2]:
        body.activate()
        assert bytes(readout.again()) == as_the_engine_says(space)
    assert (readout.order is None) == (readout._lists is None)


@pytest.mark.usefixtures("_either")
def test_one_that_goes_as_another_comes_is_not_read_any_more() -> None:
    space = pymunk.Space()
    bodies = [pymunk.Body(1.0, 1.0) for _ in range(40)]
    readout = Readout(space, FIELDS)
    for n, body in enumerate(bodies):
        body.position = n, 0.5
        space.add(body)
        if n >= 8:  # from here on there are always as many
            space.remove(bodies[n - 8])
        assert bytes(readout.read()) == as_the_engine_says(space)


@pytest.mark.usefixtures("_either")
def test_it_follows_when_bodies_are_added_and_removed() -> None:
    space = pymunk.Space()
    readout = Readout(space, FIELDS)
    empty = len(readout.read())
    bodies = [pymunk.Body(1.0, 1.0) for _ in range(300)]
    for n, body in enumerate(bodies, 1):  # many more than the engine's array has room for at first
        body.position = (n, 0.5)
        space.add(body)
        assert bytes(readout.read()) == as_the_engine_says(space)
        assert len(readout.read()) == empty + n * 4 * 8
    for body in bodies[::2]:
        space.remove(body)
        assert bytes(readout.read()) == as_the_engine_says(space)


@pytest.fixture(params=["where the engine keeps them", "asked of pymunk"])
def _whichever(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert readout._LAID_OUT, "this engine's structs are laid out as the module says"
    monkeypatch.setattr(readout, "_LAID_OUT", request.param != "asked of pymunk")


@pytest.mark.usefixtures("_whichever")
def test_the_numbers_of_a_body_are_those_of_its_properties_after_every_step() -> None:
    space = pymunk.Space()
    space.gravity = (0.0, -9.81)
    body = pymunk.Body(3.0, 5.0)
    body.position, body.angle, body.velocity, body.angular_velocity = (7.0, 11.0), 0.3, (17.0, -19.0), 23.0
    space.add(body)
    numbers = numbers_of(body)
    for _ in range(5):
        space.step(1 / 240)
        x, y, vx, vy, _, _, angle, spin, _, cosine, sine = numbers[MOTION]
        assert (x, y) == body.position
        assert (vx, vy) == body.velocity
        assert (angle, spin) == (body.angle, body.angular_velocity)
        assert (cosine, sine) == body.rotation_vector
        assert [*numbers[MOVING], *numbers[TURNED]] == [x, y, vx, vy, angle, spin]
        assert list(numbers[INERTIA]) == [3.0, 1 / 3.0, 5.0, 1 / 5.0]
        a, b, c, d, tx, ty = numbers[FRAME]
        assert (a * 0.5 + c * 0.25 + tx, b * 0.5 + d * 0.25 + ty) == body.local_to_world((0.5, 0.25))


@pytest.mark.usefixtures("_whichever")
def test_what_is_fixed_can_not_be_moved_and_what_sleeps_is_asleep() -> None:
    space = pymunk.Space()
    space.sleep_time_threshold = 0.1
    body, fixed = pymunk.Body(1.0, 1.0), pymunk.Body(body_type=pymunk.Body.STATIC)
    space.add(body, fixed)
    assert list(numbers_of(fixed)[INERTIA]) == [math.inf, 0.0, math.inf, 0.0]
    assert not asleep(numbers_of(body))
    body.sleep()
    assert asleep(numbers_of(body))
    body.activate()
    assert not asleep(numbers_of(body))


def test_another_layout_of_the_structs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert readout._laid_out()
    seen = readout._seen
    monkeypatch.setattr(readout, "_seen", lambda body: seen(body)[1:])
    assert not readout._laid_out()


def as_pymunk_says(arbiter: pymunk.Arbiter, told: list[object]) -> None:
    point = arbiter.contact_point_set.points[0]
    one, other = point.point_a, point.point_b
    told.append((arbiter.shapes, arbiter.total_impulse, ((*one,), (*other,))))


@pytest.mark.parametrize("laid_out", [True, False])
def test_a_mover_does_what_set_motion_does_and_wakes_the_body(laid_out: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readout, "_LAID_OUT", laid_out)
    motions = []
    for moves in (mover_of, lambda body: lambda *motion: set_motion(body, *motion)):
        space = EngineSpace()
        space.sleep_time_threshold = 1.0
        body = pymunk.Body(1.0, 1.0)
        space.add(body)
        body.sleep()
        moves(body)(0.1, -2.0, 0.3)
        assert not body.is_sleeping
        space.step(0.01)
        motions.append((body.position, body.velocity, body.angle, body.angular_velocity))
    assert motions[0] == motions[1]
    assert motions[0][1:] == ((0.1, -2.0), 0.3 * 0.01, 0.3)


def test_contacts_are_those_of_the_arbiters() -> None:
    machine = Machine(pile(10))
    for _ in range(200):
        machine.step()
    met = 0
    for body in machine.space.bodies:
        told: list[tuple[object, object, tuple[tuple[float, float], ...]]] = []
        body.each_arbiter(as_pymunk_says, told)
        for contact, (shapes, impulse, points) in zip(contacts_of(body), told, strict=True):
            assert (contact.mine, contact.other) == shapes
            assert (contact.jx, contact.jy) == impulse
            assert min(math.dist((contact.x, contact.y), point) for point in points) < 1e-12
        met += len(told)
    assert met > 10


def test_impulses_are_those_that_the_batch_interface_reads_from_the_first_contact_on() -> None:
    machine = Machine(pile(10))
    impulses, buffer = Impulses(machine.space), batch.Buffer()
    bodies = batch.ArbiterFields.BODY_A_ID | batch.ArbiterFields.BODY_B_ID
    counts = []
    for _ in range(200):
        buffer.clear()
        batch.get_space_arbiters(machine.space, batch.ArbiterFields.TOTAL_IMPULSE | bodies, buffer)
        read = impulses.read()
        assert read.tobytes() == bytes(buffer.float_buf())
        assert impulses.touching() == bytes(buffer.int_buf())
        counts.append(len(read))
        machine.step()
    assert counts[0] == 0
    assert max(counts) > 10


@pytest.mark.usefixtures("_either")
def test_awake_bodies_are_those_that_do_not_sleep_whichever_way_they_are_read() -> None:
    machine = Machine(pile(12))
    bodies = [body for body in machine.space.bodies if body.body_type == body.DYNAMIC]
    awake, counts = AwakeBodies(machine.space), set()
    for _ in range(20):
        for _ in range(120):
            machine.step()
        addresses = sorted(memoryview(awake.read()).cast("Q"))
        assert addresses == sorted(address_of(body) for body in bodies if not body.is_sleeping)
        counts.add(len(addresses))
    assert {0, len(bodies)} <= counts, "all were awake at first, and asleep in the end"
