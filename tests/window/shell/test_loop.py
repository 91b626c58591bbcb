"""The loop: exact ticks of wall time in a real window, no work when there is none, and survival of stops and jumps."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from sandbox.commands import commands as c
from sandbox.window.shell.loop import FrameRate
from sandbox.workspace.clock import NS
from sandbox.workspace.workspace import Workspace

BALL = c.Place("soccer_ball", 1.0, 1.0)


# -- without a window: a counter that goes when told to


class Time:
    def __init__(self) -> None:
        self.ns = 10 * NS

    def __call__(self) -> int:
        return self.ns


class Window:
    """What the loop needs of a window."""

    visible = True
    screen = SimpleNamespace(get_mode=lambda: None)

    def __init__(self) -> None:
        self.dispatched: list[str] = []
        self.flips = 0

    def dispatch_event(self, event_type: str, *args: object) -> None:
        self.dispatched.append(event_type)

    def switch_to(self) -> None:
        pass

    def flip(self) -> None:
        self.flips += 1


@pytest.fixture
def paced(tmp_path: Path):
    """A loop on a workspace, a window and a counter."""
    from sandbox.window.shell.loop import PacedLoop

    now, window = Time(), Window()
    workspace = Workspace(tmp_path, now)
    drawn: list[float] = []
    loop = PacedLoop(window, workspace, drawn.append)
    yield SimpleNamespace(loop=loop, window=window, workspace=workspace, now=now, drawn=drawn)
    workspace.close()


def live(paced, seconds: float, most: int = 10_000) -> int:
    """Idle, wait as long as it says, idle again, for so long; returns how often it woke up."""
    end, wakes = paced.now.ns + round(seconds * NS), 0
    while paced.now.ns < end:
        wait = paced.loop.idle()
        wakes += 1
        assert wakes < most, "the loop spins"
        paced.now.ns = min(end, paced.now.ns + (round(wait * NS) if wait is not None else end))
        time.sleep(0)  # the thread that syncs wants its turn too
    paced.loop.idle()
    return wakes


def at_rest(paced) -> bool:
    """Whether it waits for nothing but input any more, once the thread that syncs has had its (real) time."""
    end = time.monotonic() + 10
    while paced.loop.idle() is not None and time.monotonic() < end:
        time.sleep(0.01)
    return paced.loop.idle() is None


def test_when_nothing_happens_it_waits_for_ever_and_draws_nothing(paced):
    assert paced.loop.idle() is None
    assert live(paced, 600) == 1
    assert paced.drawn == []


def test_input_draws_for_a_while_and_then_no_more(paced):
    paced.window.dispatch_event("on_mouse_motion", 1, 2, 0, 0)
    assert paced.window.dispatched == ["on_mouse_motion"]
    live(paced, 2.0)
    assert 0.7 * 60 <= len(paced.drawn) <= 0.7 * 72 + 1
    assert paced.loop.idle() is None
    assert set(paced.drawn) == {0.0}


def test_input_that_somebody_swallows_is_seen_all_the_same(paced):
    seen = []
    inner = paced.window.dispatch_event
    paced.window.dispatch_event = lambda *event: seen.append(event[0]) or inner(*event)
    paced.window.dispatch_event("on_key_press", 1, 0)
    paced.loop.idle()
    assert len(paced.drawn) == 1


def test_its_own_drawing_is_not_input(paced):
    paced.window.dispatch_event("on_draw")
    assert paced.loop.idle() is None


def test_a_message_is_drawn(paced):
    paced.workspace.messages.say("look at this")
    live(paced, 1.0)
    assert paced.drawn


def test_others_in_the_session_are_heard_sixty_times_a_second_and_drawn_when_they_do_something(paced):
    assert paced.workspace.together.open_to_guests("Bo")
    live(paced, 2.0)
    drawn, tick = len(paced.drawn), paced.workspace.document.session.tick
    assert live(paced, 1.0, most=300) >= 60 and len(paced.drawn) == drawn, "nothing is to be seen"
    assert paced.workspace.document.session.tick - tick in range(236, 245), "the time of all goes on"
    paced.workspace.together.version += 1
    live(paced, 1.0)
    assert len(paced.drawn) > drawn
    paced.workspace.together.leave()
    live(paced, 2.0)
    assert at_rest(paced)


def test_a_message_in_answer_to_a_key_is_drawn_though_time_goes_on_meanwhile(paced):
    """Each look at the counter finds it a little later, as it is."""
    now = paced.now

    def later() -> int:
        now.ns += 1000
        return now.ns

    paced.loop.workspace.now = later
    paced.window.dispatch_event("on_key_press", 1, 0)
    paced.workspace.messages.say("something")
    paced.loop.idle()
    assert len(paced.drawn) == 1


def test_a_click_gets_its_frames_on_a_machine_that_needs_a_second_for_each(paced):
    """The interface takes in a move, a press and a release one after the other."""
    from sandbox.window.shell.loop import FRAMES_OWED

    drawn = paced.loop._draw

    def slowly(leftover: float) -> None:
        paced.now.ns += NS
        drawn(leftover)

    paced.loop._draw = slowly
    paced.window.dispatch_event("on_mouse_press", 1, 2, 1, 0)
    live(paced, 60.0)
    assert len(paced.drawn) == FRAMES_OWED


def test_a_command_after_ten_minutes_of_blocking_gets_the_tick_of_its_moment(paced):
    ticks = []
    paced.loop.idle()
    paced.now.ns += 600 * NS
    paced.workspace.gate.do(BALL)  # the event is handled before the loop idles again
    ticks.append(paced.workspace.document.session.tick)
    paced.loop.idle()
    assert [*ticks, paced.workspace.document.session.tick] == [144_000, 144_000]


def test_running_draws_at_the_pace_of_the_screen_with_the_leftover(paced):
    paced.workspace.gate.do(BALL)
    paced.workspace.control.run()
    wakes = live(paced, 1.0)
    assert paced.workspace.document.session.tick == 240
    assert 60 <= len(paced.drawn) <= 73
    assert wakes <= 200
    assert all(0 <= leftover < 1 / 240 for leftover in paced.drawn)
    assert len(set(paced.drawn)) > 5


def test_a_pause_draws_once_more_and_then_blocks(paced):
    paced.workspace.gate.do(BALL)
    paced.workspace.control.run()
    live(paced, 0.5)
    paced.window.dispatch_event("on_key_press", 1, 0)
    paced.workspace.gate.pause()
    live(paced, 3.0)
    assert at_rest(paced)
    assert paced.drawn[-1] == 0.0
    assert paced.workspace.document.session.tick == 120


def test_a_single_step_is_drawn(paced):
    paced.workspace.gate.do(BALL)
    paced.workspace.control.step()
    live(paced, 3.0)
    before = len(paced.drawn)
    paced.workspace.control.step()
    paced.loop.idle()
    assert (paced.workspace.document.session.tick, len(paced.drawn)) == (2, before + 1)


def test_a_hidden_window_runs_and_draws_nothing(paced):
    paced.workspace.gate.do(BALL)
    paced.workspace.control.run()
    paced.window.dispatch_event("on_hide")
    assert live(paced, 1.0) < 60
    assert (paced.workspace.document.session.tick, paced.drawn) == (240, [])
    paced.window.dispatch_event("on_show")
    live(paced, 0.1)
    assert paced.drawn


def test_a_counter_set_back_stops_neither_ticks_nor_frames(paced):
    paced.workspace.gate.do(BALL)
    paced.workspace.control.run()
    live(paced, 0.5)
    paced.now.ns -= 5 * NS
    drawn, tick = len(paced.drawn), paced.workspace.document.session.tick
    live(paced, 0.5)
    assert paced.workspace.document.session.tick - tick == pytest.approx(120, abs=4)
    assert len(paced.drawn) - drawn >= 30
    paced.workspace.control.stop()
    live(paced, 3.0)
    assert at_rest(paced), "it does not draw for the five seconds that come twice"


def test_what_was_written_is_on_disk_within_two_seconds_and_then_it_blocks(paced):
    paced.workspace.gate.do(BALL)
    assert paced.workspace.recording.sync_due_ns(paced.now.ns) is not None
    for _ in range(20):
        live(paced, 0.1)
        time.sleep(0.01)
    assert at_rest(paced)
    assert paced.workspace.recording.sync_due_ns(paced.now.ns) is None


# -- a real window

CHILD = textwrap.dedent(
    """
    import json, sys, threading, time
    from pathlib import Path
    import pyglet
    from pyglet import gl
    from sandbox.commands import commands as c
    from sandbox.workspace.workspace import Workspace
    from sandbox.window.shell.loop import PacedLoop

    back = 0

    def now():
        return time.perf_counter_ns() - back

    class Orders(pyglet.event.EventDispatcher):
        def on_order(self, order):
            global back
            if order == "back":
                back += 5_000_000_000
            elif order == "report":
                ns, due = 0, 1
                while due or time.perf_counter_ns() - ns > 1_000_000:  # until all is caught up and nobody interrupts
                    ns = time.perf_counter_ns()
                    due = workspace.gate.catch_up()
                print(json.dumps({
                    "ns": ns, "tick": workspace.document.session.tick, "frames": loop.frames,
                    "lost": workspace.pacing.clock.lost_ns, "moving": workspace.pacing.moving,
                    "cpu": time.process_time_ns(),
                }), flush=True)
            elif order == "exit":
                window.close()
            else:
                getattr(workspace.control, order)()

    class Window(pyglet.window.Window):
        def on_mouse_press(self, x, y, button, modifiers):
            workspace.gate.do(c.Place("soccer_ball", 1.0, 1.0))
            receiver.on_order("report")

    Orders.register_event_type("on_order")
    receiver = Orders()
    window = Window(96, 64, config=gl.Config(double_buffer=True))
    workspace = Workspace(Path(sys.argv[1]), now)
    workspace.gate.do(c.Place("soccer_ball", 1.0, 1.0))
    workspace.gate.do(c.Place("floor", 1.0, 0.2))

    def draw(leftover):
        gl.glClearColor(0.2, leftover, 0.2, 1)
        window.clear()

    def orders():
        for line in sys.stdin:
            pyglet.app.platform_event_loop.post_event(receiver, "on_order", line.strip())

    loop = PacedLoop(window, workspace, draw)
    threading.Thread(target=orders, daemon=True).start()
    loop.run()
    workspace.close()
    print(json.dumps("closed"), flush=True)
    """
)


class Child:
    """A process with a tiny window and the real loop, ordered about by lines."""

    def __init__(self, data: Path, environment: dict[str, str]) -> None:
        self.environment = {**os.environ, "PYGLET_AUDIO": "silent", "LIBGL_ALWAYS_SOFTWARE": "1", **environment}
        if "PYGLET_HEADLESS" not in environment:
            self.environment.pop("PYGLET_HEADLESS", None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(data)],
            env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def order(self, order: str) -> None:
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()

    def answer(self) -> SimpleNamespace | str:
        line = self.process.stdout.readline()
        assert line, "the window is gone"
        return json.loads(line, object_hook=lambda plain: SimpleNamespace(**plain))

    def report(self) -> SimpleNamespace:
        self.order("report")
        return self.answer()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


@pytest.fixture
def window(tmp_path, display):
    child = Child(tmp_path, {"DISPLAY": display})
    yield child
    child.close()


def ticks_are_wall_time(before, after, within: float = 1.0) -> None:
    due = (after.ns - before.ns - (after.lost - before.lost)) * 240 / NS
    assert after.tick - before.tick == pytest.approx(due, abs=within)


def test_a_running_window_keeps_exact_time_through_a_stop_and_a_clock_set_back(window):
    window.report()
    window.order("run")
    start = window.report()
    assert start.moving
    time.sleep(4.0)
    ran = window.report()
    ticks_are_wall_time(start, ran)
    assert ran.lost - start.lost < NS / 2, "the machine was not so busy that the figure means nothing"
    assert 4 * 20 < ran.frames - start.frames < 4 * 80

    window.process.send_signal(signal.SIGSTOP)
    time.sleep(2.0)
    window.process.send_signal(signal.SIGCONT)
    time.sleep(0.5)
    stopped = window.report()
    ticks_are_wall_time(ran, stopped)
    assert 1.6 * NS < stopped.lost - ran.lost < 2.2 * NS

    window.order("back")
    time.sleep(0.5)
    back = window.report()
    ticks_are_wall_time(stopped, back, within=240 * 0.06)  # one frame's time is not known
    assert back.frames > stopped.frames + 10

    window.order("exit")
    assert window.answer() == "closed"
    assert window.process.wait(10) == 0


def test_an_idle_window_uses_no_processor_and_its_ticks_are_wall_time(window):
    start = window.report()
    time.sleep(1.5)  # the first frames, and the sync of what was written
    before = window.report()
    time.sleep(3.0)
    after = window.report()
    assert after.frames == before.frames
    assert after.cpu - before.cpu < 0.01 * (after.ns - before.ns)
    ticks_are_wall_time(start, after)
    assert after.lost == 0

    window.order("run")  # control: the measure does show work
    running = window.report()
    time.sleep(1.0)
    ran = window.report()
    assert ran.cpu - running.cpu > 0.01 * (ran.ns - running.ns)


def test_a_click_wakes_a_blocked_window_at_the_tick_of_its_moment(window):
    start = window.report()
    time.sleep(1.5)
    subprocess.run(["xdotool", "mousemove", "20", "20", "click", "1"], env=window.environment, check=True, timeout=10)
    clicked = window.answer()
    ticks_are_wall_time(start, clicked)
    assert window.report().frames > start.frames


def test_the_loop_runs_without_a_display_too(tmp_path):
    child = Child(tmp_path, {"PYGLET_HEADLESS": "true"})
    try:
        child.order("run")
        start = child.report()
        time.sleep(1.0)
        ran = child.report()
        ticks_are_wall_time(start, ran)
        assert 20 < ran.frames - start.frames < 80
        child.order("exit")
        assert child.answer() == "closed"
    finally:
        child.close()


# -- frames a second, counted over the last second of a counter that is told how to go


def test_it_is_counted_over_the_last_second() -> None:
    rate = FrameRate()
    for n in range(120):
        rate.count(n * NS // 60)
    assert rate.a_second == pytest.approx(60.0)
    for n in range(1, 31):
        rate.count(2 * NS + n * NS // 30)
    assert rate.a_second == pytest.approx(30.0)


def test_one_frame_says_nothing_and_nor_do_two_at_once() -> None:
    rate = FrameRate()
    assert rate.a_second is None
    rate.count(5)
    assert rate.a_second is None
    rate.count(5)
    assert rate.a_second is None


def test_a_counter_that_is_set_back_begins_anew() -> None:
    rate = FrameRate()
    rate.count(NS)
    rate.count(NS + NS // 10)
    rate.count(0)
    assert rate.a_second is None
    rate.count(NS // 4)
    assert rate.a_second == pytest.approx(4.0)
