"""Trails, arrows and plots say what the numbers say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sandbox import parts
from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design, PartSpec
from sandbox.engine import touch_log
from sandbox.render.marks import traces
from sandbox.workspace.past.history import History
from sandbox.workspace.past.runs import PastRun

BALL, CRATE = 2, 3


@pytest.fixture(scope="module")
def ran() -> tuple[Session, PastRun]:
    """A ball falls for half a second; a crate rests on a floor."""
    design = parts.check(
        Design(
            parts=(
                PartSpec(1, "floor", 2.0, 0.05, props={"width": 4.0}),
                PartSpec(BALL, "bowling_ball", 1.0, 2.4),
                PartSpec(CRATE, "crate", 3.0, 0.25),
            ),
            next_id=4,
        )
    )
    session, chronicle = Session(design), History(design)
    session.do(Start())
    chronicle.command(session, Start())
    for _ in range(120):
        session.advance()
        chronicle.note(session)
    return session, chronicle.run


def test_speed_and_height_are_those_of_a_fall(ran: tuple[Session, PastRun]) -> None:
    _, run = ran
    heights, speeds = traces.series(run, BALL, "y"), traces.series(run, BALL, "speed")
    assert heights.ticks.tolist() == list(range(121))
    assert heights.values[0] == pytest.approx(2.4)
    assert speeds.values[96] == pytest.approx(9.81 * 0.4, rel=0.02)
    assert traces.series(run, BALL, "x").values.tolist() == [1.0] * 121


def test_energy_stays_what_it_is_in_a_fall(ran: tuple[Session, PastRun]) -> None:
    _, run = ran
    energy = traces.series(run, BALL, "energy").values[:118]
    mass = parts.blueprint(run.design.part_by_id[BALL]).bodies[0].mass
    assert energy[0] == pytest.approx(mass * 9.81 * 2.4, rel=0.01)
    assert np.ptp(energy) < 0.02 * energy[0]


def test_what_is_not_there_has_no_series(ran: tuple[Session, PastRun]) -> None:
    assert not len(traces.series(ran[1], 77, "speed").ticks)
    assert traces.trail(ran[1], 77, 50) == []


def test_a_plot_keeps_the_least_and_the_most_of_what_it_thins(ran: tuple[Session, PastRun]) -> None:
    of = traces.Series(np.arange(1000), np.sin(np.arange(1000)))
    columns = traces.thinned(of, 0, 999, 50)
    assert len(columns) == 50
    assert min(low for _, low, _ in columns) == of.values.min()
    assert max(high for _, _, high in columns) == of.values.max()
    assert (columns[0][0], columns[-1][0]) == (0.0, 1.0)


def test_a_trail_leads_to_where_the_part_is(ran: tuple[Session, PastRun]) -> None:
    session, run = ran
    trail = traces.trail(run, BALL, run.last)
    x, y, *_ = session.machine.motion(BALL)
    assert trail[-1] == pytest.approx((x, y), abs=1e-6)
    assert [y for _, y in trail] == sorted((y for _, y in trail), reverse=True)


def test_the_forces_under_a_crate_at_rest_carry_its_weight(ran: tuple[Session, PastRun]) -> None:
    session, _ = ran
    machine = session.machine
    found = [touch for touch in touch_log.touches(machine.space) if abs(touch.x - 3.0) < 0.2]
    assert len(found) == 2  # its corners
    assert all(touch.y == pytest.approx(0.1, abs=0.01) for touch in found)
    up = abs(math.fsum(touch.impulse_y for touch in found)) / machine.dt
    assert up == pytest.approx(parts.blueprint(run_spec(session)).bodies[0].mass * 9.81, rel=0.02)


def run_spec(session: Session) -> PartSpec:
    return session.design.part_by_id[CRATE]


def test_forces_point_to_what_they_bear_whichever_way_the_engine_tells_them(gl_window: object) -> None:
    from sandbox.render.canvas import Canvas

    overlay = Canvas().overlay
    traces.paint_contacts(overlay, np.array([[1.0, 1.0, 3.0, -20.0], [2.0, 1.0, -3.0, 20.0], [3.0, 1.0, 0.1, 0.1]]))
    heads = [mark[0] for mark in overlay._marks if mark[1][0] == 5]  # triangles
    assert [head[1] for head in heads] == pytest.approx([1.2, 1.2])
    assert [head[0] for head in heads] == pytest.approx([0.97, 1.97])
    assert len(overlay._marks) == 3 + 2 * 2, "what hardly presses is a dot only"
