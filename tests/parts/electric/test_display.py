"""A display shows its text while its signal is on."""

from __future__ import annotations

from types import SimpleNamespace

from sandbox.parts.electric.display import Display
from tests.parts.rig import Rig


def test_a_plate_under_a_weight_has_it_show_its_text_and_hides_it_when_the_weight_is_gone() -> None:
    """What it is for: whoever watches sees that a ball has come, and that it has left."""
    rig = Rig()
    plate, display = rig.add("pressure_plate", 1.0, 0.2, mass=0.3), rig.add("display", 1.0, 1.5, text="Here!")
    rig.link("wire", plate, "signal", display, "signal")
    balloon = rig.add("balloon", 0.4, 0.8)
    ball = rig.add("pool_ball", 1.0, 0.5)
    weight = rig.add("weight", 1.0, 0.7, mass=1.0)
    rig.run(0.1)
    lit = rig.machine.parts[display].bodies[1]
    assert rig.state(display, "shown") == 0.0 and lit.space is None
    rig.run(1.0)
    assert rig.state(display, "shown") == 1.0 and lit.space is not None
    assert lit.position == rig.machine.parts[display].bodies[0].position
    rig.machine.remove(weight)
    rig.machine.remove(ball)
    rig.run(1.0)
    assert rig.state(display, "shown") == 0.0 and lit.space is None
    assert balloon in rig.machine.parts


def test_two_wires_show_it_while_either_is_on() -> None:
    rig = Rig()
    a, b, display = rig.add("button", 0.3, 0.3), rig.add("button", 0.9, 0.3), rig.add("display", 1.0, 1.5)
    for button in (a, b):
        rig.link("wire", button, "signal", display, "signal")
    for button, shown in ((a, 1.0), (b, 1.0), (a, 1.0), (b, 0.0)):
        rig.machine.press(button)
        rig.run(0.5)
        assert rig.state(display, "shown") == shown


def test_every_character_of_a_text_is_drawn() -> None:
    display = Display()

    def lamps(text: str) -> int:
        plan = display.blueprint(SimpleNamespace(text=text, colour="amber"))
        return sum(1 for shape in plan.shapes if shape.body == 1)

    assert lamps("") == lamps("  ") == 0
    assert lamps("AB") == lamps("a") + lamps("B") and lamps("0") > 0
    assert lamps("\u00e9\u20ac") == 2 * lamps("?")
