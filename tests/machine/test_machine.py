"""The running machine: built in id order, notes acted on after the step, parts removed whole."""

import ctypes
import math
import os
import subprocess
import sys

import numpy as np
import pytest

from sandbox import parts
from sandbox.commands.commands import Drag, Grab, Release, Start
from sandbox.commands.session import Session
from sandbox.design.design import Design, End, Link, PartSpec, Values, World
from sandbox.machine import assembly
from sandbox.machine.machine import WORLD_MARGIN, Machine
from tests.support import pile

FLOOR = PartSpec(1, "floor", 1.0, 0.0, props={"width": 4.0})


def run(machine: Machine, ticks: int) -> None:
    for _ in range(ticks):
        machine.tick()


def design(*specs: PartSpec, **more: object) -> Design:
    return parts.check(Design(parts=specs, next_id=100, **more))  # type: ignore[arg-type]


def test_rows_are_in_id_order_whatever_sleeps() -> None:
    machine = Machine(pile(12))
    run(machine, 2400)
    rows = machine.read_rows()
    for (part, index), row in machine.row_of.items():
        body = machine.parts[part].bodies[index]
        assert tuple(rows[row, :2]) == tuple(body.position)
        assert rows[row, 2] == body.angle
    assert any(body.is_sleeping for r in machine.parts.values() for body in r.bodies if body.body_type == body.DYNAMIC)


def test_free_fall_is_newtons() -> None:
    machine = Machine(design(PartSpec(1, "bowling_ball", 1.0, 2.0)))
    run(machine, 120)
    assert machine.motion(1)[1] == pytest.approx(2.0 - 9.81 * 0.25 / 2, abs=0.011)
    assert machine.motion(1)[4] == pytest.approx(-9.81 / 2)


def test_gravity_air_and_tick_rate_are_the_worlds() -> None:
    moon = World(gravity_y=-1.62, air=0.5, tick_rate=60)
    machine = Machine(design(PartSpec(1, "crate", 1.0, 2.0), world=moon))
    run(machine, 60)
    # v' = g + v ln(1 - air): terminal speed times (1 - the share kept after one second)
    assert machine.motion(1)[4] == pytest.approx(1.62 / math.log(0.5) * 0.5, rel=0.02)


def test_a_placed_and_turned_part_stands_where_the_design_says() -> None:
    spec = PartSpec(1, "weight", 1.0, 2.0, angle=0.7)
    machine = Machine(design(spec))
    body = machine.parts[1].bodies[0]
    plan = parts.blueprint(spec).bodies[0]
    back = body.local_to_world((-plan.x, -plan.y))
    assert (back.x, back.y) == pytest.approx((1.0, 2.0), abs=1e-12)
    assert body.angle == 0.7


def test_a_flipped_part_is_a_mirror_image() -> None:
    spec = PartSpec(1, "ramp", 0.0, 0.0)
    straight, flipped = parts.blueprint(spec), parts.blueprint(PartSpec(1, "ramp", 0.0, 0.0, flip=True))
    box, mirrored = straight.bounds(parts.pose_of(spec)), flipped.bounds(parts.pose_of(spec))
    assert (mirrored.x0, mirrored.x1) == (-box.x1, -box.x0)
    assert (mirrored.y0, mirrored.y1) == (box.y0, box.y1)


def test_what_leaves_the_world_is_removed_and_told() -> None:
    machine = Machine(design(PartSpec(1, "crate", 1.0, 0.5)))
    run(machine, 480)
    assert machine.parts == {}
    assert [event.what for event in machine.events] == ["left"]
    assert machine.motion(1)[1] < -WORLD_MARGIN
    assert machine.version == 1
    run(machine, 10)
    assert len(machine.rows) == 2  # the row of a removed body keeps its place


def test_a_body_that_is_not_a_number_leaves_too() -> None:
    machine = Machine(design(FLOOR, PartSpec(2, "crate", 1.0, 0.5)))
    machine.parts[2].bodies[0].velocity = (1e300, 1e300)
    run(machine, 61)
    assert list(machine.parts) == [1]


def test_removing_a_part_takes_joints_shapes_and_links_along() -> None:
    specs = (PartSpec(1, "anchor", 1.0, 2.0), PartSpec(2, "basket", 1.0, 1.0), PartSpec(3, "seesaw", 2.0, 0.5))
    basket = parts.blueprint(specs[1]).ports[0].name
    anchor = parts.blueprint(specs[0]).ports[0].name
    machine = Machine(design(*specs, links=(Link(9, "rope", End(1, anchor), End(2, basket)),)))
    joints = len(machine.space.constraints)
    machine.remove(2)
    machine.remove(3)
    run(machine, 1)
    assert list(machine.parts) == [1]
    assert machine.links == {}
    assert joints >= 2
    assert len(machine.space.constraints) == 0
    assert len(machine.space.bodies) == len(machine.parts[1].bodies)
    run(machine, 10)


def test_the_hand_pulls_softly_and_lets_go() -> None:
    machine = Machine(design(FLOOR, PartSpec(2, "crate", 1.0, 0.5)))
    run(machine, 240)
    x, y = machine.motion(2)[:2]
    assert machine.grabbable(2)
    assert not machine.grabbable(1)
    machine.grab(2, x, y)
    machine.drag(1.0, 1.5)
    run(machine, 240)
    assert machine.motion(2)[1] == pytest.approx(1.5, abs=0.05)
    machine.release()
    assert machine.hand_of() is None
    run(machine, 480)
    assert machine.motion(2)[1] == pytest.approx(y, abs=0.02)


def test_the_hand_lets_go_of_a_part_that_is_removed() -> None:
    machine = Machine(design(PartSpec(2, "crate", 1.0, 0.5)))
    machine.grab(2, 1.0, 0.5)
    machine.remove(2)
    run(machine, 2)
    assert machine.held_by() is None
    assert len(machine.space.bodies) == 0


def test_the_digest_sees_one_unit_in_the_last_place() -> None:
    machine = Machine(design(FLOOR, PartSpec(2, "crate", 1.0, 0.5)))
    before = machine.digest()
    assert machine.digest() == before
    body = machine.parts[2].bodies[0]
    body.velocity = (math.ulp(0.0), 0.0)
    assert machine.digest() != before


def test_the_digest_sees_running_states() -> None:
    machine = Machine(design(PartSpec(1, "conveyor", 1.0, 0.5)))
    before = machine.digest()
    machine.states[-1] = math.nextafter(machine.states[-1], math.inf)
    assert machine.digest() != before


def test_a_ring_of_signals_ends() -> None:
    """Parts that switch each other for ever would hang the tick; the depth is bounded."""

    class Ring(parts.KINDS["button"].__class__):  # type: ignore[misc]
        def signal(self, run: object, on: bool, machine: Machine) -> None:
            machine.send(run, not on)  # type: ignore[arg-type]

    specs = (PartSpec(1, "button", 1.0, 0.5), PartSpec(2, "conveyor", 2.0, 0.5))
    out = next(port.name for port in parts.blueprint(specs[0]).ports if port.type == "signal out")
    into = next(port.name for port in parts.blueprint(specs[1]).ports if port.type == "signal in")
    machine = Machine(design(*specs, links=(Link(9, "wire", End(1, out), End(2, into)),)))
    machine.links[9].b = machine.parts[1]
    machine.parts[1].kind = Ring()
    machine.send(machine.parts[1], True)


@pytest.mark.parametrize(("apart", "touch"), [(0.17, False), (0.15, True)])
def test_touching_is_asked_of_the_outlines_not_of_the_boxes_around_them(apart: float, touch: bool) -> None:
    """Two balls side by side on a slant: their boxes overlap, and they touch at 0.154 m along each axis."""
    machine = Machine(
        design(PartSpec(1, "bowling_ball", 1.0, 1.0), PartSpec(2, "bowling_ball", 1.0 + apart, 1.0 + apart))
    )
    one, two = machine.parts[1].shapes[0], machine.parts[2].shapes[0]
    assert one is not None and two is not None and one.bb.intersects(two.bb)
    assert machine.touching(1, 2) is touch
    assert machine.touching(2, 1) is touch


def test_touching_a_fixed_part_is_seen_from_both_sides() -> None:
    machine = Machine(design(FLOOR, PartSpec(2, "crate", 1.0, 0.4), PartSpec(3, "crate", 2.0, 0.9)))
    run(machine, 120)
    pairs = [(1, 2), (2, 1), (2, 3), (3, 1), (1, 9)]
    assert [machine.touching(*pair) for pair in pairs] == [True, True, False, True, False]


def test_notes_are_handed_out_and_removals_done_in_id_order(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(design(*(PartSpec(i, "button", 0.5 * i, 0.5) for i in range(1, 5))))
    seen: list[tuple[str, int]] = []
    monkeypatch.setattr(
        type(machine.parts[1].kind), "struck", lambda self, run, hit, machine: seen.append(("struck", run.id))
    )
    monkeypatch.setattr(machine._removals, "_take_out", lambda id_: seen.append(("removed", id_)))
    for part in (3, 2, 4, 1):  # as the engine might tell them
        machine._contacts.notes[part, 0, 9, 0] = [1.0] * 8
    machine.remove(4)
    machine.remove(2)
    machine.react()
    machine.tidy()
    # A part that is about to be removed is told nothing any more.
    assert seen == [("struck", 1), ("struck", 3), ("removed", 2), ("removed", 4)]


def test_the_row_of_the_hand_stays_where_it_let_go_whoever_looked() -> None:
    machine = Machine(design(FLOOR, PartSpec(2, "crate", 1.0, 0.5)))
    machine.grab(2, 1.0, 0.5)
    machine.read_rows()
    machine.drag(1.5, 0.75)
    machine.release()
    assert machine.rows[-1, :2].tolist() == [1.5, 0.75]
    assert machine.read_rows()[-1, :2].tolist() == [1.5, 0.75]


def test_the_digest_sees_what_it_is_given_beside_the_machine() -> None:
    machine = Machine(design(FLOOR))
    assert len({machine.digest(), machine.digest(b"a"), machine.digest(b"b")}) == 3


@pytest.mark.parametrize("bounded", [True, False])
def test_a_jammed_lever_does_not_shoot_off(bounded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stuck in something that can't give way either, its pivot and the contact would push ever harder, until it slips.

    The control: joints without a bound throw this arm, whose spring has 40 J, at 89 m/s.
    """
    if not bounded:
        monkeypatch.setattr("sandbox.machine.assembly.MENDS", math.inf)
        monkeypatch.setattr("sandbox.machine.assembly.HOLDS", math.inf)
    props: Values = {"energy": 40.0, "width": 0.3, "aim": 80.0}
    specs = (PartSpec(1, "catapult", 1.2, 0.3, props=props), PartSpec(2, "goal", 1.1, 0.45))
    machine = Machine(design(*specs, world=World(tick_rate=1000)))
    run(machine, 100)
    machine.press(1)
    fastest = 0.0
    for _ in range(600):
        run(machine, 1)
        fastest = max(fastest, math.hypot(*machine.motion(1)[3:5]))
    assert fastest < 15.0 if bounded else fastest > 50.0


# -- quiet ticks


def test_few_belts_run_on_as_many_do_to_the_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    specs = [
        PartSpec(k, "conveyor", 1.0, 0.4 * k, 0.0, k % 3 == 0, props={"speed": 0.17 * k - 0.6, "width": 0.8})
        for k in range(1, 9)
    ]
    ends = []
    for few in (0, 99):
        monkeypatch.setattr(assembly, "_FEW_FLOWS", few)
        machine = Machine(design(*specs))
        travelled = []
        for _ in range(300):
            run(machine, 1)
            travelled.append(machine.states.tobytes())
        assert len(machine.flowing_slots) == 8
        ends.append(travelled)
    assert ends[0] == ends[1]
    assert len(set(ends[0])) == 300


@pytest.mark.parametrize("sleep", [True, False])
def test_a_tick_on_which_nobody_acts_is_the_same_all_at_once(sleep: bool) -> None:
    """A pile with a shot through it, a hand that pulls, and parts that leave: with and without the short way."""
    shot = PartSpec(90, "tennis_ball", 0.6, 1.5)
    falls = PartSpec(91, "tennis_ball", 3.5, -8.5)  # beside the box, out of the world
    crowd = design(*pile(12).parts, shot, falls, world=World(sleep=sleep))
    digests, left = [], []
    for short in (True, False):
        session = Session(crowd)
        session.do(Start())
        machine = session.machine
        assert machine is not None and machine._quiet
        machine._quiet = short
        machine.parts[90].bodies[0].velocity = (90.0, -40.0)  # by far fast enough for the guard
        told = b""
        for tick in range(300):
            if tick == 40:
                session.do(Grab(90, *machine.origin(90)))
            if 40 < tick < 90:
                session.do(Drag(0.5, 1.0 + tick / 60))
            if tick == 90:
                session.do(Release())
            session.advance()
            told += machine.digest()
        digests.append(told)
        left.append([event.tick for event in session.take_events() if event.what == "left"])
    assert digests[0] == digests[1]
    assert left[0] == left[1] != []


@pytest.mark.parametrize("kind", ["fan", "balloon", "walker", "seesaw"])
def test_what_acts_or_listens_is_not_fast_forwarded(kind: str) -> None:
    machine = Machine(design(PartSpec(1, kind, 2.0, 2.0)))
    digests = bytearray()
    passed = machine.fast_forward(5, digests, np.zeros(0), None)
    assert passed == machine.ticks == len(digests) // 8 == (5 if kind == "seesaw" else 0)


def test_a_row_of_quiet_ticks_ends_with_the_one_that_decides() -> None:
    machine = Machine(pile(3))
    digests = bytearray()
    assert machine.fast_forward(20, digests, np.zeros(1), lambda: machine.ticks == 7) == 7
    assert digests[-8:] == machine.digest(np.zeros(1).data)


MANY = """
import ctypes
import gc
from sandbox.machine.machine import Machine
from tests.support import pile

class Taken(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena a b c mapped d e used f g".split()]

asked = ctypes.CDLL(None).mallinfo2
asked.restype = Taken

def build(count, design=pile(100)):
    for _ in range(count):
        machine = Machine(design)
        machine.step()
        machine.react()
        machine.digest()
        machine.read_rows()
    del machine
    gc.collect()
    taken = asked()
    return taken.used + taken.mapped

taken = [build(50) for _ in range(4)]
print(min(after - before for before, after in zip(taken, taken[1:], strict=False)))
"""


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or not hasattr(ctypes.CDLL(None), "mallinfo2"),
    reason="asks glibc what is taken",
)
def test_a_machine_leaves_no_memory_behind() -> None:
    """A machine left 6 kB: pymunk does not give back the memory of its buffers.

    A leak grows in every round of 50 machines; the caches of the interpreter and of the allocator fill in the first.
    """
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    grown = subprocess.run([sys.executable, "-c", MANY], env=env, capture_output=True, text=True, check=True).stdout
    assert int(grown) < 50 * 500
