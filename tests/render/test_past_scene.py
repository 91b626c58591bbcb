"""A past moment is drawn as it was when it was the present: what popped, what was cut, blades, belts, lamps and all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.geometry import Box
from sandbox.recording import reader
from sandbox.recording.recording import Recording
from sandbox.render.camera import Camera
from sandbox.render.past_scene import Echo, PastDrawer
from sandbox.workspace.past.history import History
from tests.contraptions import Builder, everything

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
SIZE = (480, 270)
LOOKS = 6  # at each run


def drawn(canvas: Any, target: Any, session: Session) -> np.ndarray:
    camera = Camera(*SIZE)
    world = session.design.world
    camera.fit(Box(0.0, 0.0, world.width, world.height), 0.02)
    with target:
        canvas.draw(0.0, camera)
        return target.read().copy()


def begun(name: str) -> tuple[Recording, Session, History]:
    """A recording whose commands have all been carried out: what is left is the run."""
    found = reader.read(REPLAYS / f"{name}.replay")
    session, chronicle = Session(found.head.design, found.head.seed), History(found.head.design)
    for tick, command in found.commands:
        session.advance(tick - session.tick)
        session.do(command)
        chronicle.command(session, command)
    return found, session, chronicle


@pytest.fixture
def target(gl_window: Any) -> Any:
    from sandbox.render.pictures import offscreen

    gl_window.switch_to()
    return offscreen.Target(*SIZE)


@pytest.mark.parametrize("name", ["snip", "demolition", "nightshift", "draught", "lift", "gears"])
def test_runs_of_all_kinds_of_parts_look_as_they_did(target: Any, name: str) -> None:
    from sandbox.render.canvas import Canvas

    found, session, chronicle = begun(name)
    live, pictures, casts = Canvas(), [], set()
    live.show_machine(session.machine)
    every = found.hashed // LOOKS
    for ticks in range(1, found.hashed + 1):
        session.advance()
        chronicle.happened(session.take_events())
        chronicle.note(session)
        if ticks % every == 0:
            # The past keeps poses as float32: by that alone a belt's marks, or a rope's end, may be a shade off.
            rows = session.machine.read_rows().astype(np.float32).astype(float)
            live.tick(rows, session.machine.states)
            pictures.append((chronicle.last, drawn(live, target, session)))
            casts.add(chronicle.run.cast(session.tick))
    past = Canvas()
    past_drawer = PastDrawer(past)
    for place, picture in reversed(pictures):
        past_drawer.show(chronicle.at(place))
        assert np.array_equal(drawn(past, target, session), picture)
    assert len({picture.tobytes() for _, picture in pictures}) > 2  # there was something to see
    if name in ("snip", "demolition"):
        assert len(casts) > 1  # something was gone in the end


# -- another run, drawn through this one


@pytest.mark.parametrize("name", ["snip", "demolition", "nightshift", "draught", "lift", "portcullis", "gears"])
def test_a_run_that_is_the_same_is_not_seen_through_this_one(target: Any, name: str) -> None:
    """Bodies, ropes over pulleys, belts, lamps; also where the picture is on its way from the tick before (late)."""
    from sandbox.render.canvas import Canvas
    from sandbox.render.run_scene import from_before

    found, session, chronicle = begun(name)
    machine = session.machine
    canvas, differing = Canvas(), set()
    past_drawer = PastDrawer(canvas)
    canvas.show_machine(machine)
    for ticks in range(1, found.hashed + 1):
        before = machine.read_rows().copy()
        session.advance()
        chronicle.happened(session.take_events())
        chronicle.note(session)
        if ticks % (found.hashed // LOOKS) == 0:
            rows = machine.read_rows()
            for late in (False, True):
                canvas.tick(from_before(before, rows, machine.dt) if late else rows, machine.states)
                past_drawer.show_echo(None)
                alone = drawn(canvas, target, session)
                past_drawer.show_echo(Echo(chronicle.run, session.tick, session.tick - late))
                assert np.array_equal(drawn(canvas, target, session), alone), late
                if late not in differing:
                    past_drawer.show_echo(Echo(chronicle.run, session.tick - 60, session.tick - 60 - late))
                    differing |= {late} if not np.array_equal(drawn(canvas, target, session), alone) else set()
    assert differing == {False, True}, "another moment of it is seen"


def test_of_a_run_that_differs_only_that_is_seen(target: Any) -> None:
    """One ball of two is elsewhere: around the other no pixel changes. From farther away, neither is seen."""
    from sandbox.render.canvas import Canvas

    def ran(x: float) -> tuple[Session, History]:
        b = Builder()
        b.part("floor", 2.0, 0.05, width=4.0)
        b.part("bowling_ball", 1.0, 1.0)
        b.part("bowling_ball", x, 1.0)
        design = b.design()
        session, chronicle = Session(design), History(design)
        session.do(Start())
        chronicle.command(session, Start())
        for _ in range(40):
            session.advance()
            chronicle.note(session)
        return session, chronicle

    (session, _), (_, other) = ran(3.0), ran(3.004)
    canvas = Canvas()
    past_drawer = PastDrawer(canvas)
    canvas.show_machine(session.machine)
    alone = drawn(canvas, target, session)
    past_drawer.show_echo(Echo(other.run, 40, 40))
    changed = np.flatnonzero((drawn(canvas, target, session) != alone).any(axis=(0, 2)))
    assert len(changed) > 0
    assert changed.min() > SIZE[0] / 2, "to the left all is as it was"
    camera = Camera(*SIZE)
    camera.fit(Box(-400.0, -400.0, 400.0, 400.0), 0.0)
    with target:
        canvas.draw(0.0, camera)
        far = target.read().copy()
        past_drawer.show_echo(None)
        canvas.draw(0.0, camera)
        assert np.array_equal(target.read(), far)


def test_control_another_tick_looks_different(target: Any) -> None:
    from sandbox.render.canvas import Canvas

    session, chronicle = Session(everything()), History(everything())
    session.do(Start())
    chronicle.command(session, Start())
    for _ in range(60):
        session.advance()
        chronicle.note(session)
    canvas = Canvas()
    past_drawer = PastDrawer(canvas)
    past_drawer.show(chronicle.at(chronicle.last - 1))
    one = drawn(canvas, target, session)
    past_drawer.show(chronicle.at(chronicle.last))
    assert not np.array_equal(one, drawn(canvas, target, session))
