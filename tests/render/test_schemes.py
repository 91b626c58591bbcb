"""Every main loop and every smoothing in the window: what is drawn, how the wait is spent, and that nothing but the
variable step changes how a recording ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import PartSpec
from sandbox.loops import rig
from sandbox.recording import fingerprint, reader
from sandbox.recording.recorder import Recorder
from sandbox.verify.verify import Verdict, verify
from sandbox.workspace.clock import FLAT_OUT, NS, OURS, SCHEME_BY_NAME, SCHEMES, Smoothing
from sandbox.workspace.workspace import Workspace

# How long each scheme has the real window; ten seconds of each were run with SANDBOX_SCHEME_SECONDS=10.
SECONDS = float(os.environ.get("SANDBOX_SCHEME_SECONDS", "0.7"))
TICK = 1 / 240


class Time:
    def __init__(self) -> None:
        self.ns = 10 * NS

    def __call__(self) -> int:
        return self.ns


@pytest.fixture
def paced(tmp_path: Path) -> Iterator[Any]:
    """A loop on a workspace with a falling ball, a window that takes no time, and a counter."""
    from sandbox.window.shell.loop import PacedLoop

    now = Time()
    window = SimpleNamespace(
        visible=True,
        screen=SimpleNamespace(get_mode=lambda: None),
        dispatch_event=lambda *event: None,
        switch_to=lambda: None,
        flip=lambda: None,
    )
    workspace = Workspace(tmp_path, now)
    workspace.gate.do(c.Place("floor", 1.0, 0.1))
    workspace.gate.do(c.Place("soccer_ball", 1.0, 2.0))
    drawn: list[tuple[int, float]] = []
    loop = PacedLoop(window, workspace, lambda leftover: drawn.append((workspace.document.session.tick, leftover)))  # type: ignore[arg-type]
    yield SimpleNamespace(loop=loop, workspace=workspace, now=now, drawn=drawn)
    workspace.close()


def live(paced: Any, seconds: float, most: int = 5000) -> int:
    """Idle, wait as long as it says (at least 20 us: that much a turn of the loop takes), for so long; the turns."""
    end, turns = paced.now.ns + round(seconds * NS), 0
    while paced.now.ns < end:
        wait = paced.loop.idle()
        turns += 1
        assert turns < most, "the loop spins"
        paced.now.ns = min(end, paced.now.ns + max(20_000, round(wait * NS) if wait is not None else end))
        time.sleep(0)  # the thread that syncs wants its turn too
    return turns


def run(paced: Any, scheme: str, seconds: float = 1.0, most: int = 5000) -> int:
    workspace = paced.workspace
    assert workspace.pacing.use_scheme(SCHEME_BY_NAME[scheme])
    assert workspace.control.run()
    paced.drawn.clear()
    workspace.gate.catch_up()
    return live(paced, seconds, most)


# -- when frames are drawn


def test_frame_tied_draws_each_tick_and_sleeps_in_between(paced: Any) -> None:
    turns = run(paced, "tied")
    ticks = [tick for tick, _ in paced.drawn]
    assert ticks == list(range(ticks[0], ticks[0] + len(ticks)))
    assert len(ticks) == pytest.approx(240, abs=3)
    assert {leftover for _, leftover in paced.drawn} == {0.0}
    assert turns < 3 * 240


def test_a_stall_loop_spins_and_one_with_a_threshold_spins_for_its_last_two_milliseconds(paced: Any) -> None:
    all_of_it = run(paced, "stall", 0.5, 50_000)
    paced.workspace.control.stop()
    some_of_it = run(paced, "stall-sleep", 0.5, 50_000)
    assert all_of_it > 20_000  # a turn takes 20 us here
    assert some_of_it == pytest.approx(all_of_it * 2 / 4.17, rel=0.1)


def test_client_ticks_draw_sixty_times_a_second_whatever_the_screen(paced: Any) -> None:
    paced.loop._frame_ns = NS // 300
    run(paced, "client")
    assert len(paced.drawn) == pytest.approx(60, abs=2)
    paced.workspace.control.stop()
    run(paced, "canonical")
    assert len(paced.drawn) == pytest.approx(300, rel=0.05)


def test_a_slow_machine_drops_ticks_under_the_cap_and_not_under_ours(paced: Any) -> None:
    for scheme, least in (("capped", 1.8), ("canonical", 0.0)):
        paced.workspace.pacing.use_scheme(SCHEME_BY_NAME[scheme])
        paced.workspace.control.run()
        for _ in range(75):  # 15 frames a second for 5 s
            paced.now.ns += NS // 15
            paced.workspace.gate.catch_up()
        assert paced.workspace.pacing.lost_seconds == pytest.approx(least, abs=0.1)
        paced.workspace.control.stop()
        paced.workspace.files.new()
        paced.workspace.gate.do(c.Place("soccer_ball", 1.0, 2.0))


def test_flat_out_runs_as_fast_as_it_goes_and_draws_at_the_pace_of_the_screen(paced: Any) -> None:
    workspace = paced.workspace
    workspace.pacing.speed = FLAT_OUT
    workspace.control.run()
    start = workspace.document.session.tick
    turns = live(paced, 0.02)
    assert workspace.document.session.tick - start == pytest.approx(24 * turns, abs=48)
    assert turns > 100
    assert len(paced.drawn) <= 3
    workspace.pacing.speed = 1
    live(paced, 0.5, 200)


# -- what is drawn


def machine_rows(paced: Any) -> np.ndarray:
    return paced.workspace.document.session.machine.read_rows().copy()


def test_interpolation_has_the_tick_before_and_draws_between(paced: Any) -> None:
    workspace = paced.workspace
    workspace.pacing.smoothing = Smoothing.INTERPOLATE
    workspace.control.run()
    workspace.gate.catch_up()
    assert workspace.pacing.rows_before is None, "before the first tick there is none before it"
    assert workspace.pacing.leftover == 0.0
    for ms in (30, 17, 5):
        before = machine_rows(paced)
        paced.now.ns += ms * 1_000_000
        ticks = workspace.gate.catch_up()
        assert workspace.pacing.rows_before is not None
        if ticks == 1:
            assert np.array_equal(workspace.pacing.rows_before, before)
        assert workspace.pacing.rows_before[1, 1] > machine_rows(paced)[1, 1]
        assert 0 < workspace.pacing.leftover < TICK


def test_paused_single_stepped_unsmoothed_and_flat_out_draw_the_exact_state(paced: Any) -> None:
    workspace = paced.workspace
    for smoothing in Smoothing:
        workspace.pacing.smoothing = smoothing
        workspace.control.run()
        paced.now.ns += 30_000_000
        workspace.gate.catch_up()
        assert (workspace.pacing.leftover > 0) == (smoothing is not Smoothing.NONE)
        workspace.gate.pause()
        assert (workspace.pacing.leftover, workspace.pacing.rows_before) == (0.0, None)
        workspace.control.step()
        workspace.gate.catch_up()
        assert (workspace.pacing.leftover, workspace.pacing.rows_before) == (0.0, None)
    workspace.pacing.speed = FLAT_OUT
    workspace.control.run()
    workspace.gate.catch_up()
    assert (workspace.pacing.leftover, workspace.pacing.rows_before) == (0.0, None)


def test_the_picture_between_two_ticks_is_that_of_the_poses_between_them(gl_window: Any) -> None:
    """In the shader, so ropes and belts come along; the reference draws poses that were worked out here."""
    from sandbox.design.geometry import Box
    from sandbox.render.run_scene import from_before
    from tests.contraptions import everything
    from tests.render.test_canvas import Easel, differing

    easel = Easel(640, 360)
    easel.camera.fit(Box(0, 0, 4, 2.25), 0.0)
    session = Session(everything())
    session.do(c.Start())
    session.advance(100)
    machine = session.machine
    assert machine is not None
    easel.canvas.show_machine(machine)
    before = machine.read_rows().copy()
    session.advance(12)  # as far as a body goes in a twentieth of a second, so that a mistake shows
    after = machine.read_rows().copy()
    after[4, 2] -= 2 * np.pi  # the same pose, the other way round
    seconds = 12 * TICK
    easel.canvas.tick(from_before(before, after, seconds), machine.states)
    pictures = [easel.draw(share * seconds) for share in (0.0, 0.3, 1.0)]
    for share, picture in zip((0.0, 0.3, 1.0), pictures, strict=True):
        easel.canvas.tick(rig.between(before, after, share), machine.states)
        assert differing(picture, easel.draw(), 2) == 0
    assert differing(pictures[0], pictures[1], 16) > 50 and differing(pictures[1], pictures[2], 16) > 50
    easel.target.delete()


def test_the_view_draws_the_tick_itself_again_when_the_machine_is_paused(paced: Any, gl_window: Any) -> None:
    from sandbox.editing.editor import Editor
    from sandbox.render.pictures.offscreen import Target
    from sandbox.window.shell.view import View
    from tests.render.test_canvas import differing

    workspace, view, target = paced.workspace, View(1.0), Target(320, 180)
    view.place(0, 0, 320, 180)
    view.fit(workspace.document.design)
    editor = Editor(workspace, lambda note: None)

    def picture() -> Any:
        with target:
            target.clear()
            view.draw(editor, workspace.pacing.leftover, workspace.pacing.rows_before)
            return target.read().astype(np.int16)

    workspace.pacing.smoothing = Smoothing.INTERPOLATE
    workspace.control.run()
    paced.now.ns += 200_000_000
    workspace.gate.catch_up()
    paced.now.ns += 104_500_000  # fast enough to go a pixel in a tick
    workspace.gate.catch_up()
    moving = picture()
    workspace.gate.pause()
    paused = picture()
    workspace.pacing.smoothing = Smoothing.NONE
    assert differing(paused, picture()) == 0
    assert differing(paused, moving) > 0
    target.delete()


# -- choosing


def test_the_choice_outlives_the_program_and_a_damaged_file_does_no_harm(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, Time())
    assert (workspace.pacing.scheme, workspace.pacing.smoothing) == (OURS, Smoothing.EXTRAPOLATE)
    workspace.pacing.use_scheme(SCHEME_BY_NAME["client"])
    assert workspace.pacing.smoothing is Smoothing.INTERPOLATE
    workspace.pacing.smoothing = Smoothing.NONE
    workspace.close()
    again = Workspace(tmp_path, Time())
    assert (again.pacing.scheme.name, again.pacing.smoothing) == ("client", Smoothing.NONE)
    again.close()
    for damaged in (
        "{",
        "[",
        'loop = 3\nsmoothing = "much"',
        "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    ):
        (tmp_path / "settings.toml").write_text(damaged, "latin-1")
        third = Workspace(tmp_path, Time())
        assert (third.pacing.scheme, third.pacing.smoothing) == (OURS, Smoothing.EXTRAPOLATE)
        third.close()


def test_menus_have_every_smoothing_and_every_loop(tmp_path: Path) -> None:
    from sandbox.window.frame.features import MENUS

    assert list(MENUS["Advanced"])[-len(SCHEMES) :] == [f"loop_{scheme.name}" for scheme in SCHEMES]
    assert {f"smooth_{smoothing}" for smoothing in Smoothing} | {"next_smoothing"} <= set(MENUS["Advanced"])


# -- the variable step


def test_a_variable_run_is_not_recorded_and_the_session_around_it_is(paced: Any) -> None:
    workspace = paced.workspace
    before = workspace.document.session
    workspace.pacing.use_scheme(SCHEME_BY_NAME["variable"])
    workspace.control.run()
    assert "not recorded" in workspace.messages.latest.text
    live(paced, 0.5)
    assert workspace.document.session is not before and workspace.document.session.machine.dt != TICK
    assert workspace.document.run_seconds == pytest.approx(0.5, abs=0.03)
    ball = workspace.document.session.machine.motion(2)
    assert ball[1] == pytest.approx(2.0 - 9.81 * 0.5**2 / 2, abs=0.12)
    assert not workspace.pacing.use_scheme(OURS), "not in the middle of a run"
    workspace.gate.pause()
    ran = workspace.document.run_seconds
    workspace.control.step()
    workspace.gate.catch_up()
    assert workspace.document.run_seconds == pytest.approx(ran + TICK)
    workspace.control.stop()
    assert workspace.document.session is before
    assert workspace.gate.do(c.Place("crate", 0.5, 0.5)) and workspace.document.session.can_undo()
    assert workspace.pacing.use_scheme(OURS)
    workspace.control.run()
    live(paced, 0.3)
    path = workspace.document.recording_path
    workspace.close()
    report = verify(path)
    assert (report.verdict, report.compared > 60) == (Verdict.PASS, True)
    assert [type(command).__name__ for _, command in reader.read(path).commands] == [
        "Place", "Place", "Place", "Start",
    ]  # fmt: skip


def test_closing_in_the_middle_of_a_variable_run_leaves_a_whole_recording(paced: Any) -> None:
    workspace = paced.workspace
    workspace.pacing.use_scheme(SCHEME_BY_NAME["variable"])
    workspace.control.run()
    live(paced, 0.1)
    path = workspace.document.recording_path
    workspace.close()
    found = reader.read(path)
    assert found.end is not None and len(found.commands) == 2


def test_a_recording_is_watched_with_fixed_ticks_whatever_is_chosen(paced: Any, tmp_path: Path) -> None:
    path = session_file(tmp_path)
    workspace = paced.workspace
    workspace.pacing.use_scheme(SCHEME_BY_NAME["variable"])
    assert workspace.files.open_recording(path)
    assert workspace.pacing.current is OURS
    live(paced, 3.0)
    assert workspace.document.playback.finished and workspace.document.journal.session_log.parted is None


# -- the real window


def session_file(folder: Path) -> Path:
    """A recording with pulls and presses at known ticks."""
    from sandbox.design.design import Design

    specs = (
        PartSpec(1, "floor", 2.0, 0.05, props={"width": 4.2}),
        PartSpec(2, "conveyor", 1.0, 0.6, props={"width": 1.4}),
        PartSpec(3, "crate", 0.6, 0.85),
        PartSpec(4, "soccer_ball", 0.9, 1.2),
        PartSpec(5, "seesaw", 3.0, 0.2),
        PartSpec(6, "crate", 2.8, 1.4),
    )
    design = Design(parts=specs, next_id=7)
    path = folder / "driven.replay"
    recorder = Recorder(path, design, 0, fingerprint.current())
    session = Session(design, log=recorder)
    session.do(c.Start())
    for tick, command in (
        (10, c.Grab(6, 2.8, 1.4)),
        (20, c.Drag(2.4, 1.8)),
        (50, c.Release()),
        (90, c.Grab(4, 0.9, 0.9)),
    ):
        session.advance(tick - session.tick)
        session.do(command)
    session.advance(480 - session.tick)
    recorder.close(session, "test", fingerprint.current())
    return path


CHILD = textwrap.dedent(
    """
    import json, sys
    from pathlib import Path
    from sandbox.workspace.clock import SCHEMES
    from sandbox.window import desktop as program
    from sandbox.workspace.workspace import Workspace

    data, source, seconds = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    program.WIDTH, program.HEIGHT = program.SMALLEST
    workspace = Workspace(data)
    assert workspace.files.open(source)
    window = program._open_window()
    from sandbox.window.application import make
    from sandbox.window.shell.loop import PacedLoop
    app = make(window, workspace, source)
    app.loop = loop = PacedLoop(window, workspace, app.frame)
    window.set_visible(True)
    schemes, counts = list(SCHEMES), []

    def begin():
        scheme = schemes.pop(0)
        assert workspace.pacing.use_scheme(scheme)
        if scheme.fixed:
            assert workspace.files.open(source)
        else:
            workspace.files.open(source)
            workspace.travel.take_over()
            workspace.control.stop()
            workspace.control.run()
        counts[:] = [scheme, loop.frames, workspace.document.session.tick, workspace.now()]

    def end(_seconds=None):
        if counts:
            scheme, frames, tick, since = counts
            session = workspace.document.session
            told = {"scheme": scheme.name, "frames": loop.frames - frames, "ticks": session.tick - tick,
                    "seconds": (workspace.now() - since) / 1e9, "dt": session.machine.dt if session.machine else None}
            if scheme.fixed:
                workspace.gate.advance(10_000)
                workspace.travel.take_over()
                told["file"] = str(data / (scheme.name + ".replay"))
                assert workspace.files.save_recording_as(Path(told["file"]))
            workspace.control.stop()
            print(json.dumps(told), flush=True)
        if schemes:
            begin()
            loop.clock.schedule_once(end, seconds)
        else:
            window.close()

    loop.clock.schedule_once(end, 0.5)
    loop.run()
    workspace.close()
    """
)


def test_the_window_runs_under_each_scheme_and_all_fixed_ones_end_in_the_same_state(
    display: str, tmp_path: Path
) -> None:
    source = session_file(tmp_path)
    environment = {name: value for name, value in os.environ.items() if name != "PYGLET_HEADLESS"}
    environment |= {"DISPLAY": display, "PYGLET_DEBUG_GL": "false"}
    ran = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path / "data"), str(source), str(SECONDS)],
        env=environment, capture_output=True, text=True, timeout=120 + 10 * SECONDS,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-3000:]
    told = {line["scheme"]: line for line in map(json.loads, ran.stdout.splitlines())}
    assert list(told) == [scheme.name for scheme in SCHEMES]
    for line in told.values():
        print(line)
        assert line["frames"] > 1 and line["ticks"] > 1, line
    for name in ("tied", "stall", "stall-sleep"):
        assert told[name]["ticks"] <= told[name]["frames"] + 2
    ends = set()
    for scheme in SCHEMES:
        if scheme.fixed:
            report = verify(Path(told[scheme.name]["file"]))
            assert report.verdict is Verdict.PASS
            assert report.compared == 480
            ends.add(report.end_hash)
    assert ends == {verify(source).end_hash}
