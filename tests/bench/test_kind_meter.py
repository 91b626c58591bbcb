"""The meter reads each behaviour by itself, whoever calls it, and changes nothing of what it measures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandbox.authoring.demonstrations import demonstration
from sandbox.bench.kind_meter import CallCounter, Meter
from sandbox.machine.machine import Machine
from sandbox.parts import KINDS, LINKS

TICKS = 240


def digests(machine: Machine, between: Callable[[], object]) -> bytes:
    seen = b""
    for _ in range(TICKS):
        machine.tick()
        between()
        seen += machine.digest()
    return seen


@pytest.mark.parametrize("name", ["walker", "balloon", "pool_ball", "dynamite", "sandbag", "laser", "rope", "spring"])
def test_a_measured_machine_runs_to_the_same_bits(name: str) -> None:
    scene = demonstration.of_kind(KINDS.get(name) or LINKS[name])
    plain, measured = Machine(scene.design), Machine(scene.design)
    with CallCounter() as counter:
        meter = Meter(counter.read)
        meter.watch(measured)
        same = digests(measured, lambda: meter.take(scene.subject))
    assert same == digests(plain, lambda: None)


def test_it_counts_what_a_law_of_motion_does() -> None:
    """A balloon that flies does nothing else."""
    scene = demonstration.at_rest(KINDS["balloon"])
    machine = Machine(scene.design)
    with CallCounter() as counter:
        meter = Meter(counter.read)
        meter.watch(machine)
        machine.act()
        assert meter.take(scene.subject) == 0
        machine.step()
        assert meter.take(scene.subject) >= 2  # a root, and the engine's own law


@pytest.mark.parametrize("name", ["rope", "spring"])
def test_it_counts_what_a_link_does_before_a_step(name: str) -> None:
    """A rope has prepared a function for that when the meter comes; a spring has a method."""
    scene = demonstration.of_kind(LINKS[name])
    machine = Machine(scene.design)
    with CallCounter() as counter:
        meter = Meter(counter.read)
        meter.watch(machine)
        machine.act()
        assert meter.take(scene.subject) >= 1
        machine.step()
        assert meter.take(scene.subject) == 0


def test_what_another_part_does_meanwhile_is_its_own() -> None:
    """A button's signal starts a fan within the button's behaviour."""
    scene = demonstration.of_kind(LINKS["wire"])
    machine = Machine(scene.design)
    button, fan = (next(run for run in machine.parts.values() if run.kind.name == name) for name in ("button", "fan"))
    with CallCounter() as counter:
        meter = Meter(counter.read)
        meter.watch(machine)
        began = counter.read()
        machine.press(button.id)
        whole = counter.read() - began
    pressed, started = meter.take(button.id), meter.take(fan.id)
    assert fan["on"]
    assert 0 < started < whole - pressed
    assert meter.take(button.id) == 0, "it begins anew"
