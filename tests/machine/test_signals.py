"""Signals that set off signals: each wire ends with what its sender sent last, within the tick."""

from __future__ import annotations

from tests.parts.rig import Rig


def test_a_signal_that_comes_by_two_ways_makes_no_pulse() -> None:
    """A button goes to both ends of an xor gate, straight and through another gate: its two ends agree at once."""
    rig = Rig()
    button = rig.add("button", 1.0, 0.5)
    either, both = rig.add("gate", 2.0, 0.5, rule="or"), rig.add("gate", 3.0, 0.5, rule="xor")
    counter = rig.add("counter", 4.0, 0.5)
    rig.link("wire", button, "signal", both, "a")
    rig.link("wire", button, "signal", either, "a")
    rig.link("wire", button, "signal", both, "b")
    rig.link("wire", both, "out", counter, "signal")
    rig.machine.press(button)
    assert (rig.state(both, "a"), rig.state(both, "b"), rig.state(both, "on")) == (1.0, 1.0, 0.0)
    assert rig.state(either, "on") == 1.0 and rig.state(counter, "count") == 0.0


def test_gates_in_a_row_switch_within_the_tick() -> None:
    rig = Rig()
    button = rig.add("button", 1.0, 0.5)
    row = [rig.add("gate", 1.5 + 0.3 * k, 0.5, rule="or") for k in range(20)]
    for sender, receiver in zip([button, *row], row, strict=False):
        rig.link("wire", sender, "signal" if sender == button else "out", receiver, "a")
    rig.machine.press(button)
    assert [rig.state(gate, "on") for gate in row] == [1.0] * 20


def test_a_ring_of_gates_that_cannot_agree_ends() -> None:
    rig = Rig()
    ring = [rig.add("gate", 1.0 + 0.3 * k, 0.5, rule="not") for k in range(3)]
    wires = [
        rig.link("wire", sender, "out", receiver, "a")
        for sender, receiver in zip(ring, ring[1:] + ring[:1], strict=True)
    ]
    rig.run(0.5)
    assert all(rig.state(item, "on") in (0.0, 1.0) for item in (*ring, *wires))


def test_a_ring_that_can_agree_keeps_what_it_was_given() -> None:
    """Two or gates that hold each other on: a signal of a moment is kept for ever."""
    rig = Rig()
    button = rig.add("button", 1.0, 0.5, mode="hold", hold=0.1)
    first, second = (rig.add("gate", 2.0 + k, 0.5, rule="or") for k in range(2))
    rig.link("wire", button, "signal", first, "a")
    rig.link("wire", first, "out", second, "a")
    rig.link("wire", second, "out", first, "b")
    rig.run(0.2)
    assert rig.state(second, "on") == 0.0
    rig.machine.press(button)
    rig.run(0.5)
    assert (rig.state(button, "on"), rig.state(first, "on"), rig.state(second, "on")) == (0.0, 1.0, 1.0)
