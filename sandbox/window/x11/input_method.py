"""An input method (ibus, fcitx and the like), which composes typed text: Xlib's XIM, in a thread of its own.

Xlib waits without a limit for an input method's answers. So a thread with a connection of its own talks with it, and
the window goes on: what the method hands back comes later, as an event like others.
"""

from __future__ import annotations

import os
import re
import select
import threading
from collections import deque
from collections.abc import Callable, Mapping
from ctypes import byref, c_char_p, c_void_p
from typing import Any, Literal, NamedTuple

import pyglet
from pyglet.app.xlib import XlibSelectDevice
from pyglet.libs.x11 import xlib

from sandbox.window.x11.selections import ANSWER_S
from sandbox.window.x11.x11_keyboard import looked_up

_NAMED = re.compile(r"@im=([^@]+)")
_NONE = ("none", "local")  # names under which Xlib composes by itself, as it does without a method
BEHIND_S = 0.01  # the text that a key has ended may come this long after that key, which the method does not take
_STYLE = xlib.XIMPreeditNothing | xlib.XIMStatusNothing  # the method shows its composition in a window of its own


def method_name(environment: Mapping[str, str]) -> str:
    """Return the name of the input method that the desktop has set; empty if it has set none."""
    named = _NAMED.search(environment.get("XMODIFIERS", ""))
    return "" if named is None or named[1] in _NONE else named[1]


class Handlers(NamedTuple):
    """Functions for the events that an input method hands back, each called by the window's loop."""

    key: Callable[[Any], None]  # a press that it does not take
    text: Callable[[str], None]  # the text that the method has composed
    late: Callable[[], None]  # the method has not answered in time, and is not asked again


class MethodEvent(NamedTuple):
    """A message from the thread to the window's loop; `done` is the last one about a press for which Xlib waits."""

    what: Literal["ready", "key", "text", "done"]
    value: Any = None


class InputMethod(XlibSelectDevice):
    """Hands key presses of a window to an input method."""

    def __init__(self, display: bytes, window: int, name: str, handlers: Handlers) -> None:
        """Look for the method `name` on an X display; until it has answered, and where there is none, `takes_keys` is
        false."""
        self._display, self._window, self._name, self._handlers = display, window, name, handlers
        self._requests: deque[Any] = deque()  # presses; a bool: the window has, or has lost, the keyboard focus
        self._answers: deque[MethodEvent] = deque()
        self._open: deque[Any] = deque()  # presses that are handed over, and not done
        self._to_thread, self._to_loop = os.pipe(), os.pipe()  # the thread and the loop wake each other
        self.takes_keys = False
        self._devices: set[XlibSelectDevice] = getattr(pyglet.app.platform_event_loop, "select_devices", set())
        self._devices.add(self)
        threading.Thread(target=self._run, name="input method", daemon=True).start()

    # -- in the window's loop

    def hand_over(self, event: Any) -> None:
        """Hand over a key press; the handlers get the keys and texts that come of it."""
        press = xlib.XKeyEvent.from_buffer_copy(event)
        self._open.append(press)
        if len(self._open) == 1:
            pyglet.clock.schedule_once(self._give_up, ANSWER_S)
        self._request(press)

    def focus(self, on: bool) -> None:
        self._request(on)

    def close(self) -> None:
        """Ask the method nothing more. Its thread may be in the middle of a wait, and ends with the process."""
        self.takes_keys = False
        pyglet.clock.unschedule(self._give_up)
        self._devices.discard(self)

    def fileno(self) -> int:
        return self._to_loop[0]

    def poll(self) -> bool:
        return bool(self._answers)

    def select(self) -> None:
        """Give the handlers the messages of the thread."""
        while self._answers:
            os.read(self._to_loop[0], 1)
            answer = self._answers.popleft()
            if answer.what == "ready":
                self.takes_keys = True
            elif not self.takes_keys:
                continue  # the method was given up
            elif answer.what == "key":
                self._handlers.key(answer.value)
            elif answer.what == "text":
                self._handlers.text(answer.value)
            elif self._open:
                self._open.popleft()
                pyglet.clock.unschedule(self._give_up)
                if self._open:
                    pyglet.clock.schedule_once(self._give_up, ANSWER_S)

    def _give_up(self, _seconds: float) -> None:
        self.close()
        self._handlers.late()
        for press in self._open:
            self._handlers.key(press)
        self._open.clear()

    def _request(self, request: Any) -> None:
        self._requests.append(request)
        os.write(self._to_thread[1], b"r")

    # -- in the thread

    def _run(self) -> None:
        display = xlib.XOpenDisplay(self._display)
        if not display:
            return
        server = xlib.XInternAtom(display, b"@server=" + os.fsencode(self._name), False)
        if xlib.XGetSelectionOwner(display, server):
            xlib.XSetLocaleModifiers(b"@im=" + os.fsencode(self._name))
            method = xlib.XOpenIM(display, None, None, None)
            context = method and xlib.XCreateIC(
                method, b"inputStyle", _STYLE, b"clientWindow", self._window, b"focusWindow", self._window, None
            )
            if context:
                xlib.XSetICFocus(context)
                self._tell(MethodEvent("ready"))
                self._serve(display, context)
        xlib.XCloseDisplay(display)

    def _serve(self, display: Any, context: Any) -> None:
        connection = xlib.XConnectionNumber(display)
        events: list[MethodEvent] = []
        while True:
            self._receive(display, context, events)
            for answer in in_order(events):
                self._tell(answer)
            events.clear()
            select.select([connection, self._to_thread[0]], (), ())
            if self._requests:
                os.read(self._to_thread[0], 1)
                request = self._requests.popleft()
                if isinstance(request, bool):
                    (xlib.XSetICFocus if request else xlib.XUnsetICFocus)(context)
                    xlib.XFlush(display)
                else:
                    events += self._ask(display, context, request)

    def _receive(self, display: Any, context: Any, events: list[MethodEvent]) -> None:
        """Read the messages of the method, also those that it sends right behind a key."""
        connection, event = xlib.XConnectionNumber(display), xlib.XEvent()
        while True:
            if not xlib.XPending(display):
                behind = events and events[-1].what == "key" and select.select([connection], (), (), BEHIND_S)[0]
                if not behind or not xlib.XPending(display):
                    return
            xlib.XNextEvent(display, byref(event))
            if not xlib.XFilterEvent(byref(event), 0) and event.type == xlib.KeyPress:
                events.append(_answer(event.xkey, context))

    def _ask(self, display: Any, context: Any, press: Any) -> list[MethodEvent]:
        """Hand a press to the method; return what it has answered while Xlib waited for it. The rest comes later."""
        event = xlib.XEvent()
        event.xkey = press
        event.xkey.display, event.xkey.window = display, self._window
        events = [] if xlib.XFilterEvent(byref(event), self._window) else [MethodEvent("key", press)]
        _set_values(context, b"focusWindow", self._window, None)  # as before: it is waited for that the method says so
        self._tell(MethodEvent("done"))
        # What came during the wait lies before all other events, and the last of it lies first.
        last_first: list[MethodEvent] = []
        while xlib.XEventsQueued(display, xlib.QueuedAlready):
            xlib.XPeekEvent(display, byref(event))
            if event.type != xlib.KeyPress:
                break
            xlib.XNextEvent(display, byref(event))
            if not xlib.XFilterEvent(byref(event), 0):
                last_first.append(_answer(event.xkey, context))
        return [*events, *reversed(last_first)]

    def _tell(self, answer: MethodEvent) -> None:
        self._answers.append(answer)
        os.write(self._to_loop[1], b"a")


_set_values = xlib._lib.XSetICValues
_set_values.restype = c_char_p
_set_values.argtypes = [xlib.XIC, c_char_p, xlib.Window, c_void_p]


def in_order(events: list[MethodEvent]) -> list[MethodEvent]:
    """Return answers with each text before the key that ended it: ibus tells of the key first."""
    ordered = events[:]
    for index in range(1, len(ordered)):
        before, after = ordered[index - 1 : index + 1]
        if before.what == "key" and after.what == "text":
            ordered[index - 1 : index + 1] = after, before
    return ordered


def _answer(event: Any, context: Any) -> MethodEvent:
    """Return what a press means that the method has sent: one without a key brings a text."""
    if event.keycode:
        return MethodEvent("key", xlib.XKeyEvent.from_buffer_copy(event))
    return MethodEvent("text", looked_up(context, event))
