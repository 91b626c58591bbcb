"""What runs from the start rests once a wire is joined to it: its first button switches it on, not off."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.commands.commands import Configure, Press, Start, Stop
from sandbox.design.design import Design, PartSpec
from sandbox.editing.gestures.switching import stays_off
from sandbox.machine.machine import Machine
from sandbox.parts import KINDS, blueprint
from tests.contraptions import Builder
from tests.hands import Hands, hands

__all__ = ["hands"]  # a fixture

WITH_A_MOTOR: dict[str, dict[str, bool | str]] = {"hinge": {"motor": True}, "slider": {"motor": "one way"}}


def ports_of(kind: str) -> dict[str, str]:
    """The type of each port of a kind, by name."""
    return {port.name: port.type for port in blueprint(PartSpec(1, kind, 0.0, 0.0)).ports}


SWITCHED = {
    name: prop
    for name, kind in KINDS.items()
    if any(port.type == "signal in" for port in blueprint(PartSpec(1, name, 0.0, 0.0)).ports)
    and (prop := kind.switched_over(kind.values(WITH_A_MOTOR.get(name, {}))))
}
AT_WORK = [name for name, prop in SWITCHED.items() if getattr(KINDS[name].values({}), prop) is True]


def bench(kind: str) -> Design:
    b = Builder()
    b.part("button", 1.0, 2.0, mode="toggle")
    b.part(kind, 3.0, 2.0, **WITH_A_MOTOR.get(kind, {}))
    return b.design()


def join(hands: Hands) -> None:
    assert hands.toolbox.draw_link("wire")
    hands.click(hands.port(1, "signal"))
    hands.click(hands.port(2, "signal"))
    assert [(link.a.part, link.b.part) for link in hands.design.links] == [(1, 2)]


def test_every_kind_that_is_on_or_off_at_start_and_is_switched_over_by_wires_says_by_which_property() -> None:
    by_title = {
        name
        for name, kind in KINDS.items()
        if any(isinstance(prop.default, bool) and prop.title.endswith("at start") for prop in kind.properties)
        and any(port.type == "signal in" for port in blueprint(PartSpec(1, name, 0.0, 0.0)).ports)
    }
    assert by_title == set(SWITCHED)
    for name, prop in SWITCHED.items():
        found = KINDS[name].property(prop)
        assert found is not None and found.title.endswith("at start"), name


@pytest.mark.parametrize("kind", AT_WORK)
def test_a_first_wire_lets_it_rest_until_it_is_switched_on_in_one_step(hands: Hands, kind: str) -> None:
    prop = SWITCHED[kind]
    hands.open(bench(kind))
    assert hands.toolbox.draw_link("wire")
    hands.click(hands.port(1, "signal"))
    hands.point(hands.port(2, "signal"))
    assert "rests until the wire switches it on" in hands.editor.preview.says
    hands.click(hands.port(2, "signal"))
    assert hands.part(2).props[prop] is False
    note = hands.notes[-1]
    assert "now rests until the wire switches it on" in note.text and "Undo takes both back" in note.text
    assert hands.commands_in_file() == ["together"], "it stands in the recording, for what it is"
    session = hands.workspace.document.session
    hands.workspace.gate.do(Start())
    assert session.machine is not None
    assert session.machine.parts[2]["on"] == 0.0
    hands.workspace.gate.do(Press(1))
    session.advance(3)
    assert session.machine.parts[2]["on"] == 1.0 or KINDS[kind].needs_power
    hands.workspace.gate.do(Stop())
    hands.operations.undo()
    assert (hands.design.links, hands.part(2).props.get(prop, True)) == ((), True)


def test_what_somebody_has_chosen_stays(hands: Hands) -> None:
    """A second wire, a part that was set, a hinge without a motor, and a puzzle, whose parts are as they are."""
    hands.open(bench("motor"))
    join(hands)
    assert hands.editor.set(Configure(2, "running", True))
    assert hands.workspace.document.session.design.part_by_id[2].props.get("running", True)
    b = Builder()
    for x in (1.0, 1.5):
        b.part("button", x, 2.0)
    motor = b.part("motor", 3.0, 2.0)
    b.link("wire", 1, "signal", motor, "signal")
    hands.open(b.design())
    assert hands.toolbox.draw_link("wire")
    hands.click(hands.port(2, "signal"))
    hands.click(hands.port(motor, "signal"))
    assert hands.part(motor).props.get("running", True), "the first wire was joined to what runs, on purpose"
    assert hands.commands_in_file() == ["connect"]
    for design in (
        replace(bench("motor"), stock={"wire": 1}),
        replace(bench("hinge"), parts=tuple(replace(spec, props={}) for spec in bench("hinge").parts)),
        bench("bell"),
    ):
        hands.open(design)
        join(hands)
        assert hands.commands_in_file() == ["connect"]


@pytest.mark.parametrize("kind", sorted(set(SWITCHED) - set(AT_WORK)))
def test_what_is_on_at_start_because_somebody_wished_it_stays_on(hands: Hands, kind: str) -> None:
    b = Builder()
    b.part("button", 1.0, 2.0, mode="toggle")
    b.part(kind, 3.0, 2.0, **WITH_A_MOTOR.get(kind, {}), **{SWITCHED[kind]: True})
    hands.open(b.design())
    join(hands)
    assert hands.part(2).props[SWITCHED[kind]] is True and hands.commands_in_file() == ["connect"]


def test_a_wire_that_is_dragged_out_of_the_palette_says_it_as_well(hands: Hands) -> None:
    hands.open(bench("fan"))
    assert hands.toolbox.draw_link("wire", held_down=True)
    hands.point(hands.port(1, "signal"))
    hands.point(hands.port(2, "signal"))
    hands.release(hands.port(2, "signal"))
    assert hands.part(2).props["running"] is False
    assert "now rests" in hands.notes[-1].text


@pytest.mark.parametrize(
    ("runs", "is_wired", "says"), [(False, False, "stays off"), (True, False, ""), (False, True, "")]
)
def test_a_cable_to_what_is_switched_off_says_that_power_alone_does_not_start_it(
    hands: Hands, runs: bool, is_wired: bool, says: str
) -> None:
    b = Builder()
    cell = b.part("battery", 1.0, 2.0)
    fan = b.part("fan", 3.0, 2.0, running=runs)
    if is_wired:
        b.link("wire", b.part("button", 2.0, 1.0), "signal", fan, "signal")
    hands.open(b.design())
    (source,) = (port.name for port in blueprint(hands.part(cell)).ports if port.type == "power out")
    assert hands.toolbox.draw_link("cable")
    hands.click(hands.port(cell, source))
    hands.point(hands.port(fan, "plug"))
    assert ("power alone does not start it" in hands.editor.preview.says) == bool(says)
    hands.click(hands.port(fan, "plug"))
    assert hands.design.links[-1].kind == "cable"
    assert any("fan 2 stays off: power" in note.text for note in hands.notes) == bool(says)


@pytest.mark.parametrize(("watts", "says"), [(60.0, True), (200.0, False)])
def test_a_cable_by_which_too_many_watts_are_asked_for_says_that_nothing_will_run(
    hands: Hands, watts: float, says: bool
) -> None:
    b = Builder()
    outlet = b.part("outlet", 1.0, 2.0, watts=watts)
    toaster, magnet = b.part("toaster", 2.0, 2.0), b.part("electromagnet", 3.0, 2.0)
    b.link("cable", outlet, "left", toaster, "plug")
    hands.open(b.design())
    assert hands.toolbox.draw_link("cable")
    hands.click(hands.port(outlet, "right"))
    hands.point(hands.port(magnet, "plug"))
    assert hands.editor.preview.says.endswith("nothing there will run") == says
    hands.click(hands.port(magnet, "plug"))
    assert len(hands.design.links) == 2
    assert any("of 60 W: nothing there will run" in note.text for note in hands.notes) == says


@pytest.mark.parametrize("kind", [name for name in SWITCHED if "plug" in ports_of(name)])
def test_what_is_said_to_stay_off_with_a_cable_does(kind: str) -> None:
    b = Builder()
    cell = b.part("battery", 1.0, 2.0)
    load = b.part(kind, 3.0, 2.0, **{**WITH_A_MOTOR.get(kind, {}), SWITCHED[kind]: False})
    b.link("cable", cell, "socket", load, "plug")
    machine = Machine(b.design())
    for _ in range(240):
        machine.tick()
    assert stays_off(b.design(), load) is (machine.parts[load]["on"] == 0.0)
