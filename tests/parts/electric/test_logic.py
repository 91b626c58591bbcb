from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def with_buttons(kind: str, *ports: str, **props: object) -> tuple[Rig, int, list[int]]:
    """A part, and a toggle at each of some ports."""
    rig = Rig()
    part = rig.add(kind, 2.0, 1.0, **props)
    buttons = [rig.add("button", 0.5 + 0.5 * k, 0.5) for k in range(len(ports))]
    for button, port in zip(buttons, ports, strict=True):
        rig.link("wire", button, "signal", part, port)
    return rig, part, buttons


def push(rig: Rig, button: int) -> None:
    rig.machine.press(button)
    rig.run(0.3)


# -- the counter


def shown(rig: Rig, counter: int) -> str:
    """The segments that are lit."""
    digits = [
        "".join(segment for segment in "abcdefg" if rig.state(counter, f"{place} {segment}"))
        for place in ("tens", "ones")
    ]
    return " ".join(digits)


def test_it_is_on_from_its_number_until_it_is_reset() -> None:
    rig, counter, (pulse, reset) = with_buttons("counter", "signal", "reset", number=2)
    seen = []
    for _ in range(3):
        push(rig, pulse)  # on: counts
        seen.append((rig.state(counter, "count"), rig.state(counter, "on")))
        push(rig, pulse)  # off: does not
    assert seen == [(1.0, 0.0), (2.0, 1.0), (3.0, 1.0)]
    push(rig, reset)
    assert (rig.state(counter, "count"), rig.state(counter, "on")) == (0.0, 0.0)
    told = [event.what for event in rig.machine.events if event.part == counter]
    assert told == ["counted", "reached", "counted", "reset"]


def test_it_shows_its_digits() -> None:
    rig, counter, _ = with_buttons("counter")
    machine = rig.machine
    run = machine.parts[counter]
    assert shown(rig, counter) == " abcdef"
    for number, segments in ((1, " bc"), (8, " abcdefg"), (42, "bcfg abdeg"), (107, "abcdfg abcdfg")):
        while run["count"] < number:
            run.kind.signal_at(run, "signal", True, machine)
        assert shown(rig, counter) == segments, "beyond 99 it shows 99"


def test_three_balls_let_a_catapult_go() -> None:
    """Balls that fall on a button one by one are counted, and the third lets the catapult throw."""
    rig = Rig()
    rig.floor()
    button = rig.add("button", 1.0, 0.036, mode="hold", hold=0.15)
    counter = rig.add("counter", 1.5, 1.5, number=3)
    catapult = rig.add("catapult", 3.0, 0.1)
    load = rig.add("tennis_ball", 2.82, 0.2)
    for k in range(3):
        rig.add("baseball", 1.0 + 0.02 * (k - 1), 0.6 + 2.2 * k)
    rig.link("wire", button, "signal", counter, "signal")
    rig.link("wire", counter, "out", catapult, "signal")
    highest = {0.0: 0.0, 1.0: 0.0, 2.0: 0.0, 3.0: 0.0}  # m: that the load gets, by the count

    def watch() -> None:
        count = rig.state(counter, "count")
        highest[count] = max(highest[count], rig.motion(load)[1])

    rig.run(3.0, watch)
    assert rig.state(catapult, "fired") == 1.0
    assert max(highest[0.0], highest[1.0], highest[2.0]) < 0.3 < 0.6 < highest[3.0]


# -- the gate

TABLES = {"and": "0001", "or": "0111", "xor": "0110", "not": "1010"}  # for b a = 00, 01, 10, 11


@pytest.mark.parametrize("rule", TABLES)
def test_a_gate_keeps_its_table(rule: str) -> None:
    rig, gate, (a, b) = with_buttons("gate", "a", "b", rule=rule)
    rig.run(0.1)
    out = {}
    for button in (a, b, a, b):
        out[int(2 * rig.state(b, "on") + rig.state(a, "on"))] = rig.state(gate, "on")
        push(rig, button)
    assert "".join(str(int(out[case])) for case in range(4)) == TABLES[rule]


def test_a_latch_is_set_by_a_and_reset_by_b() -> None:
    rig, gate, (a, b) = with_buttons("gate", "a", "b", rule="latch")
    seen = []
    for button in (a, a, b, b, a, b, b):  # on and off again
        push(rig, button)
        seen.append(int(rig.state(gate, "on")))
    assert seen == [1, 1, 0, 0, 1, 0, 1], "b is stronger, and a that is still on sets it again"


def test_a_gate_says_not_from_the_start_on_whoever_comes_first() -> None:
    """The belt has a higher id than the gate, so it starts after it; it is switched all the same."""
    rig = Rig()
    first = rig.add("conveyor", 1.0, 0.5, width=0.5, running=False)
    gate = rig.add("gate", 2.0, 1.0, rule="not")
    last = rig.add("conveyor", 3.0, 0.5, width=0.5, running=False)
    for belt in (first, last):
        rig.link("wire", gate, "out", belt, "signal")
    rig.run(0.1)
    assert [rig.state(item, "on") for item in (gate, first, last)] == [1.0] * 3


def test_a_port_takes_several_wires_and_is_on_while_one_of_them_is() -> None:
    rig, gate, (first, second) = with_buttons("gate", "a", "a", rule="or")
    push(rig, first)
    push(rig, second)
    push(rig, first)
    assert rig.state(gate, "on") == 1.0
    push(rig, second)
    assert rig.state(gate, "on") == 0.0


def test_a_wire_that_is_gone_is_off() -> None:
    """A guard: what it watches is blown up, and it says so."""
    rig, gate, (watched,) = with_buttons("gate", "a", rule="not")
    push(rig, watched)
    assert rig.state(gate, "on") == 0.0
    rig.machine.remove(watched)
    rig.run(0.1)
    assert rig.state(gate, "on") == 1.0


@pytest.mark.parametrize("both", [True, False])
def test_dynamite_goes_off_only_if_both_ways_have_come_to_their_end(both: bool) -> None:
    """Two balls fall on two buttons, one of them late; the gate lights the dynamite when both are down."""
    rig = Rig()
    rig.floor()
    first, second = (rig.add("button", x, 0.036) for x in (0.5, 1.0))
    rig.add("soccer_ball", 0.5, 0.6)
    if both:
        rig.add("soccer_ball", 1.0, 2.2)
    gate = rig.add("gate", 0.75, 1.5)
    dynamite = rig.add("dynamite", 3.5, 0.09, fuse=0.2)
    crate = rig.add("crate", 3.9, 0.2)
    for button, port in ((first, "a"), (second, "b")):
        rig.link("wire", button, "signal", gate, port)
    rig.link("wire", gate, "out", dynamite, "signal")
    rig.run(0.5)
    assert rig.state(gate, "a") == 1.0 and rig.state(gate, "on") == 0.0
    rig.run(1.0)
    assert (dynamite not in rig.machine.parts) is both
    assert (rig.motion(crate)[0] > 4.0) is both
