"""The event loop of the window: pyglet waits and dispatches, the workspace's clock tells which ticks are due.

pyglet's own scheduling is no clock for a simulation: `schedule_interval` sets late calls back (117 ticks a second for
120), `schedule` and an interval of 0 take a whole core where vsync does not block. `idle` is its documented hook:
called after each batch of events, it returns how long to wait for the next one; None means to wait without end, at no
cost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pyglet
from pyglet.app import EventLoop  # type: ignore[attr-defined]  # not app.base's: on some Macs pyglet swaps the class

from sandbox.workspace.clock import FLAT_OUT, NS, Clock, Frames, Policy
from sandbox.workspace.workspace import Workspace

if TYPE_CHECKING:
    from pyglet.window import BaseWindow

FRAMES_OWED = 5  # to each input, however slow they are: the interface takes in one event of a click a frame
STIR_NS = 700_000_000  # drawing goes on so long after input: tooltips appear, highlights fade
CLIENT = Policy(longest_gap_ns=None, most_ticks=1, keep=False)  # a frame that is late is not made up for
HIDDEN_NS = 50_000_000  # between two looks while something runs that nobody sees
_NO_INPUT = ("on_draw", "on_refresh")


class PacedLoop(EventLoop):
    """Runs a window: ticks when they are due, frames when something visible changes, sleep otherwise."""

    def __init__(
        self,
        window: BaseWindow,
        workspace: Workspace,
        draw: Callable[[float], None],
        refresh: float | None = None,
    ) -> None:
        """Take over the events of a window. `draw` gets the seconds since the last tick; `refresh` is in frames a
        second (None: ask the screen).

        `draw` calls `stir` when it shows something that changes by itself, such as a blinking caret.
        """
        super().__init__()
        self.window = window
        self.workspace = workspace
        self.frames = 0
        self.hidden = not (window.visible or pyglet.options.headless)
        self._draw = draw
        # Where flip waits for the screen it paces us, and this is a little too short to matter; where it does not
        # (hidden, Xvfb, vsync off) this keeps the loop from spinning.
        self._frame_ns = int(NS / (1.2 * (refresh or _refresh_rate(window))))
        self._next_frame = workspace.now()
        self._stirred_at, self._stirred_for = self._next_frame, 0
        self._owed = 0  # frames to what was last done, whatever the time
        self._client = Clock(1, CLIENT)  # counts the client ticks of a scheme that has them
        self._said = 0
        self._seen_version = 0  # of what is seen of others in the session
        self._dispatch = window.dispatch_event
        window.dispatch_event = self._before_event  # type: ignore[method-assign]

    def stir(self, ns: int = STIR_NS) -> None:
        """Draw frames for the next `ns` nanoseconds, even if nothing moves."""
        now = self.workspace.now()
        left = self._stirred_at + self._stirred_for - now if self._stirred(now) else 0
        self._stirred_at, self._stirred_for = now, max(ns, left)

    def run(self, interval: float | None = None) -> None:
        """Run until the window is closed or `exit` is called. (`interval` is pyglet's; frames are drawn by `idle`.)"""
        pyglet.app.event_loop = self  # a closing window tells the loop of this name
        self.stir()
        super().run(interval)

    def idle(self) -> float | None:
        """Do what is due; return the seconds to wait for input, None to wait without end."""
        self.clock.call_scheduled_functions(self.clock.update_time())
        workspace = self.workspace
        moved = workspace.pacing.moving
        ticks = 0
        if not self._steps_with_frames or self._frame_due(workspace.now(), 0):
            ticks = workspace.gate.catch_up()
            moved |= ticks > 0 and workspace.document.session.running  # a single step moves it too
        now = workspace.now()
        if workspace.recording.sync_due_ns(now) == 0:
            workspace.recording.sync(now)
        if workspace.together.version != self._seen_version:
            self._seen_version = workspace.together.version
            self.stir(STIR_NS // 4)
        message = workspace.messages.latest
        if message is not None and message.number != self._said:
            self._said = message.number
            self.stir()
        if moved and not workspace.pacing.moving:  # the pose that it stopped in is still to be drawn
            self.stir()
        now = workspace.now()  # not before what stirs: the counter would seem to have been set back
        if self._visible_change(now) and not self.hidden and self._frame_due(now, ticks):
            self._frame(now)
        return self._wait(workspace.now())

    @property
    def _paced_by(self) -> Frames:
        """The source of frames: the pacing scheme's choice while something moves, else the screen."""
        return self.workspace.pacing.current.frames if self.workspace.pacing.moving else Frames.SCREEN

    @property
    def _steps_with_frames(self) -> bool:
        """True while each frame is a step, as long as the frame before it was."""
        return self.workspace.pacing.moving and not self.workspace.pacing.current.fixed and not self.hidden

    def _before_event(self, event_type: str, *args: Any) -> Any:
        """Note every event of the window, whoever handles it, then dispatch it."""
        if event_type == "on_hide":
            self.hidden = True
        elif event_type == "on_show":
            self.hidden = False
        if event_type not in _NO_INPUT:
            self._owed = FRAMES_OWED
            self.stir()
        return self._dispatch(event_type, *args)

    def _stirred(self, now: int) -> bool:
        if not 0 <= now - self._stirred_at < self._stirred_for:  # below 0: the counter was set back
            self._stirred_for = 0
        return self._stirred_for > 0

    def _visible_change(self, now: int) -> bool:
        if getattr(self.window, "context", self) is None:  # closed, just now
            return False
        return self._stirred(now) or self._owed > 0 or self.workspace.pacing.moving

    def _frame_due(self, now: int, ticks: int) -> bool:
        """Tell whether to draw now, after this many ticks."""
        if self._paced_by is Frames.TICK:
            return ticks > 0
        if self._paced_by is Frames.CLIENT:
            return self._client_clock().advance(now) > 0
        return self._screen_due(now)

    def _client_clock(self) -> Clock:
        if self._client.tick_rate != self.workspace.pacing.current.client_rate:
            self._client = Clock(self.workspace.pacing.current.client_rate, CLIENT)
            self._client.start(self.workspace.now())
        return self._client

    def _screen_due(self, now: int) -> bool:
        return now >= self._next_frame or now < self._next_frame - 4 * self._frame_ns  # the counter was set back

    def _frame(self, now: int) -> None:
        self._next_frame = now + self._frame_ns
        self.frames += 1
        self._owed = max(0, self._owed - 1)
        self.window.switch_to()
        self._draw(self.workspace.pacing.leftover)
        self.window.flip()

    def _wait(self, now: int) -> float | None:
        waits = [self.workspace.recording.sync_due_ns(now), self.workspace.together.due_ns]
        if self._visible_change(now) and not self.hidden:
            waits.append(self._frame_wait(now))
        elif self.workspace.pacing.moving:
            waits.append(HIDDEN_NS)
        if self.workspace.pacing.moving and self.workspace.pacing.speed is FLAT_OUT:
            waits.append(0)
        seconds = [wait / NS for wait in waits if wait is not None]
        scheduled = self.clock.get_sleep_time(True)
        if scheduled is not None:
            seconds.append(scheduled)
        return min(seconds, default=None)

    def _frame_wait(self, now: int) -> int:
        """Nanoseconds until the next frame; the part of a wait for a tick that the scheme spins is left out."""
        if self._paced_by is Frames.TICK:
            wait = self.workspace.pacing.tick_due_ns(now)
            spin = self.workspace.pacing.current.spin_ns
            return 0 if spin is None else max(0, wait - spin)
        if self._paced_by is Frames.CLIENT:
            return max(1, self._client_clock().ns_to_next() or 0)
        return 0 if self._screen_due(now) else self._next_frame - now

    def _blocking_timer(self) -> None:
        """Keep running while Windows moves or resizes the window: its own loop calls only this."""
        pyglet.app.platform_event_loop.set_timer(self._blocking_timer, self.idle())  # type: ignore[arg-type]


def _refresh_rate(window: BaseWindow) -> float:
    """Return the refresh rate of the window's screen in frames a second; 60 if the screen reports none."""
    mode = window.screen.get_mode()
    rate = getattr(mode, "rate", None)
    return rate if rate and 20 <= rate <= 1000 else 60.0


class FrameRate:
    """Counts the frames drawn in the last second, by the times of any steady nanosecond counter."""

    def __init__(self) -> None:
        self._frames: deque[int] = deque()

    def count(self, now_ns: int) -> None:
        """Count a frame drawn now."""
        if self._frames and now_ns < self._frames[-1]:
            self._frames.clear()  # the counter was set back
        self._frames.append(now_ns)
        while now_ns - self._frames[0] > NS:
            self._frames.popleft()

    @property
    def a_second(self) -> float | None:
        """Frames a second; None while there are too few to tell."""
        if len(self._frames) < 2 or self._frames[-1] == self._frames[0]:
            return None
        return (len(self._frames) - 1) * NS / (self._frames[-1] - self._frames[0])
