"""Warning signs at what is on and can't turn, while a machine runs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.render.marks.strain_marks import StrainMarks
from tests.contraptions import Builder


def geared(*gears: tuple[float, float], **motor: Any) -> Design:
    """A motor (1) whose pinion of a radius of 6 cm is at (2, 2), and gears of 12 cm."""
    b = Builder()
    b.part("motor", 2.0, 2.0, **motor)
    for x, y in gears:
        b.part("gear", x, y)
    return b.design()


def stuck_after(design: Design, seconds: float) -> tuple[int, ...]:
    return tuple(looked_at(Session(design), seconds).stuck)


def looked_at(session: Session, seconds: float) -> StrainMarks:
    """The marks after a run of so long with a look on each fourth tick, as in the window."""
    marks = StrainMarks()
    session.do(Start())
    for _ in range(round(seconds * 60)):
        session.advance(4)
        assert session.machine is not None
        session.machine.read_rows()
        marks.look(session.machine, session.tick)
    return marks


# Beside the pinion, and the third one in the gap of both: any two of three wheels in a ring turn the same way.
FREE, JAMMED = ((2.18, 2.0),), ((2.18, 2.0), (2.02, 2.17889))


@pytest.mark.parametrize(
    ("design", "stuck"),
    [
        (geared(*FREE), ()),
        (geared(*JAMMED), (1,)),
        (geared(*JAMMED, running=False), ()),
        (geared(*JAMMED, speed=0.0), ()),
    ],
    ids=["free", "jammed", "jammed but off", "set to stand"],
)
def test_a_motor_that_is_on_and_can_not_turn_has_one(design: Design, stuck: tuple[int, ...]) -> None:
    assert stuck_after(design, 1.0) == stuck


def test_what_has_turned_and_is_stopped_has_done_its_work_until_it_is_on_again() -> None:
    rows, states = np.zeros((2, 6)), np.ones(1)
    stage: Any = SimpleNamespace(
        design=geared(), parts={1}, rows=rows, row_of={(1, 1): 1}, slot_of={(1, "on"): 0}, states=states
    )
    marks, tick = StrainMarks(), 0

    def stuck_for(seconds: float, speed: float, on: bool) -> tuple[int, ...]:
        nonlocal tick
        rows[1, 5], states[0] = speed, on
        for _ in range(round(seconds * 60)):
            tick += 4
            marks.look(stage, tick)
        return tuple(marks.stuck)

    assert stuck_for(1.0, 6.0, True) == stuck_for(2.0, 0.1, True) == (), "as a motor that has drawn up a bridge"
    assert stuck_for(0.1, 0.0, False) == ()
    assert stuck_for(0.5, 0.0, True) == () and stuck_for(0.5, 0.0, True) == (1,)
    assert stuck_for(0.1, 6.0, True) == ()


def test_it_comes_after_a_while_and_goes_with_the_run() -> None:
    assert stuck_after(geared(*JAMMED), 0.4) == ()
    signs, session = [], Session(geared(*JAMMED))
    marks = looked_at(session, 1.0)

    class _Overlay:
        def warning(self, x: float, y: float) -> None:
            signs.append((x, y))

    overlay: Any = _Overlay()
    marks.show(overlay)
    ((x, y),) = signs
    assert x == 2.0 and 2.1 < y < 2.3, "over it"
    marks.look(None, session.tick)
    marks.show(overlay)
    assert not marks.stuck and len(signs) == 1
