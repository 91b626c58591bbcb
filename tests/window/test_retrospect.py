"""A past moment is drawn as it was when it was the present: what popped, what was cut, blades, belts, lamps and all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from contraptions import everything
from sandbox import recording
from sandbox.commands import Start
from sandbox.geometry import Box
from sandbox.session import Session
from sandbox.window.camera import Camera
from sandbox.window.chronicle import Chronicle
from sandbox.window.retrospect import Retrospect

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
SIZE = (640, 360)
LOOKS = 6  # at each run


def drawn(canvas: Any, target: Any, session: Session) -> np.ndarray:
    camera = Camera(*SIZE)
    world = session.design.world
    camera.fit(Box(0.0, 0.0, world.width, world.height), 0.02)
    with target:
        canvas.draw(0.0, camera)
        return target.read().copy()


@pytest.fixture
def target(gl_window: Any) -> Any:
    from sandbox.window import offscreen

    gl_window.switch_to()
    return offscreen.Target(*SIZE)


@pytest.mark.parametrize("name", ["snip", "demolition", "nightshift", "draught", "lift", "gears"])
def test_runs_of_all_kinds_of_parts_look_as_they_did(target: Any, name: str) -> None:
    from sandbox.window.canvas import Canvas

    found = recording.read(REPLAYS / f"{name}.replay")
    session, chronicle = Session(found.head.design, found.head.seed), Chronicle(found.head.design)
    for tick, command in found.commands:
        session.advance(tick - session.tick)
        session.do(command)
        chronicle.command(session, command)
    live, pictures, casts = Canvas(), [], set()
    live.show_machine(session.machine)
    every = found.hashed // LOOKS
    for ticks in range(1, found.hashed + 1):
        session.advance()
        chronicle.happened(session.take_events())
        chronicle.note(session)
        if ticks % every == 0:
            live.tick(session.machine.read_rows(), session.machine.states)
            pictures.append((chronicle.last, drawn(live, target, session)))
            casts.add(chronicle.run.cast(session.tick))
    past = Canvas()
    retrospect = Retrospect(past)
    for place, picture in reversed(pictures):
        retrospect.show(chronicle.at(place))
        # How far a belt has run is worked out from its wheel's angle, which is kept as a float32: a pixel of its marks
        # may be a shade off.
        away = np.abs(drawn(past, target, session).astype(int) - picture)
        assert away.max() <= 1
        assert np.count_nonzero(away) <= 4
    assert len({picture.tobytes() for _, picture in pictures}) > 2  # there was something to see
    if name in ("snip", "demolition"):
        assert len(casts) > 1  # something was gone in the end


def test_control_another_tick_looks_different(target: Any) -> None:
    from sandbox.window.canvas import Canvas

    session, chronicle = Session(everything()), Chronicle(everything())
    session.do(Start())
    chronicle.command(session, Start())
    for _ in range(60):
        session.advance()
        chronicle.note(session)
    canvas = Canvas()
    retrospect = Retrospect(canvas)
    retrospect.show(chronicle.at(chronicle.last - 1))
    one = drawn(canvas, target, session)
    retrospect.show(chronicle.at(chronicle.last))
    assert not np.array_equal(one, drawn(canvas, target, session))
