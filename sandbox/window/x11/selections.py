"""Selections of X11, which carry the clipboard and what is dropped: read from and given to other programs.

Another program may answer late, in pieces (INCR), with far too much, or never. So nothing here waits: a request is
sent, the window's events bring the answer, and a timer ends what takes too long. The rules of the protocol are those
of the Inter-Client Communication Conventions Manual, version 2.0, chapter 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ctypes import POINTER, byref, c_int, c_ubyte, c_ulong, cast, string_at
from typing import Any, NamedTuple

import pyglet
from pyglet.libs.x11 import xlib

from sandbox.errors import Refused

ANSWER_S = 1.0  # for the answer, and for each further piece of it
WHOLE_S = 3.0  # for all pieces together
LARGEST = 8 * 1024 * 1024  # bytes: as much as a shared level may have
_PIECE = 64 * 1024  # bytes that are given away at once: every server takes requests of that size
_MOST_GIVEN = 16  # transfers to others at a time
_ATOM, _STRING = 4, 31  # of the protocol itself

_Bytes = POINTER(c_ubyte)


class PropertyContents(NamedTuple):
    """The contents of a property: its type, its bytes, and how many were left out."""

    type: int
    data: bytes
    left: int


class XConnection:
    """One window's connection to the X server, with the few requests that selections need."""

    def __init__(self, display: Any, window: int) -> None:
        """`display` is pyglet's, whose table of windows tells which events come to whom."""
        self.display, self.window = display, window
        self._pointer = display._display
        self._atoms: dict[str, int] = {}

    def atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = int(xlib.XInternAtom(self._pointer, name.encode(), False))
        return self._atoms[name]

    def convert(self, selection: int, target: int, place: int, time: int) -> None:
        xlib.XDeleteProperty(self._pointer, self.window, place)
        xlib.XConvertSelection(self._pointer, selection, target, place, self.window, time)
        xlib.XFlush(self._pointer)

    def take(self, place: int, most: int) -> PropertyContents:
        """Read a property of the window and delete it; a larger one than `most` bytes stays, to be thrown away."""
        kind, form, count, left = c_ulong(), c_int(), c_ulong(), c_ulong()
        data = _Bytes()
        xlib.XGetWindowProperty(
            self._pointer, self.window, place, 0, most // 4 + 1, True, 0,
            byref(kind), byref(form), byref(count), byref(left), byref(data),
        )  # fmt: skip
        size = {8: 1, 16: 2, 32: 8}.get(form.value, 0) * count.value  # Xlib hands 32 bits over as a long
        contents = string_at(data, size) if data else b""
        if data:
            xlib.XFree(data)
        if left.value:
            xlib.XDeleteProperty(self._pointer, self.window, place)
        xlib.XFlush(self._pointer)
        return PropertyContents(kind.value, contents, left.value)

    def text_of(self, window: int, place: int, most: int) -> bytes:
        """Return the first `most` bytes of a property of any window that holds a text, without a wait for its
        program; none of another property."""
        kind, form, count, left = c_ulong(), c_int(), c_ulong(), c_ulong()
        data = _Bytes()
        xlib.XGetWindowProperty(
            self._pointer, window, place, 0, most // 4, False, _STRING,
            byref(kind), byref(form), byref(count), byref(left), byref(data),
        )  # fmt: skip
        contents = string_at(data, count.value) if data and form.value == 8 else b""
        if data:
            xlib.XFree(data)
        return contents

    def atoms_of(self, window: int, place: int) -> tuple[int, ...]:
        """Return the atoms in a property of any window, without a wait for its program."""
        kind, form, count, left = c_ulong(), c_int(), c_ulong(), c_ulong()
        data = _Bytes()
        xlib.XGetWindowProperty(
            self._pointer, window, place, 0, 1024, False, _ATOM,
            byref(kind), byref(form), byref(count), byref(left), byref(data),
        )  # fmt: skip
        if not data:
            return ()
        atoms = tuple(cast(data, POINTER(c_ulong))[index] for index in range(count.value)) if form.value == 32 else ()
        xlib.XFree(data)
        return atoms

    def put(self, window: int, place: int, kind: int, data: bytes | Sequence[int]) -> None:
        """Write bytes, or 32-bit numbers, into a property of any window."""
        if isinstance(data, bytes):
            held, form = cast((c_ubyte * max(1, len(data))).from_buffer_copy(data or b"\0"), _Bytes), 8
        else:
            held, form = cast((c_ulong * len(data))(*data), _Bytes), 32
        xlib.XChangeProperty(self._pointer, window, place, kind, form, xlib.PropModeReplace, held, len(data))

    def own(self, selection: int) -> bool:
        xlib.XSetSelectionOwner(self._pointer, selection, self.window, xlib.CurrentTime)
        return self.owner(selection) == self.window

    def owner(self, selection: int) -> int:
        return int(xlib.XGetSelectionOwner(self._pointer, selection))

    def answer(self, request: Any, place: int) -> None:
        """Tell the window that made a request where its answer is; 0: there is none."""
        event = xlib.XEvent()
        event.xselection.type = xlib.SelectionNotify
        event.xselection.display = request.display
        event.xselection.requestor = request.requestor
        event.xselection.selection = request.selection
        event.xselection.target = request.target
        event.xselection.property = place
        event.xselection.time = request.time
        xlib.XSendEvent(self._pointer, request.requestor, False, xlib.NoEventMask, byref(event))
        xlib.XFlush(self._pointer)

    def message_from(self, window: int, name: str, *numbers: int) -> None:
        """Send a client message to a window: first who sends it, then up to four numbers."""
        event = xlib.XEvent()
        event.xclient.type = xlib.ClientMessage
        event.xclient.display = cast(self._pointer, POINTER(xlib.Display))
        event.xclient.window = window
        event.xclient.message_type = self.atom(name)
        event.xclient.format = 32
        for index, number in enumerate((self.window, *numbers)):
            event.xclient.data.l[index] = number
        xlib.XSendEvent(self._pointer, window, False, xlib.NoEventMask, byref(event))
        xlib.XFlush(self._pointer)

    def watch(self, window: int, handler: Callable[[Any], None] | None) -> None:
        """Have the changes of a foreign window's properties told to a handler; None: no more."""
        table = self.display._window_map
        if handler is None:
            table.pop(window, None)
        else:
            table[window] = handler
        xlib.XSelectInput(self._pointer, window, xlib.PropertyChangeMask if handler is not None else 0)
        xlib.XFlush(self._pointer)


# -- from others


class _Reading:
    """A request under way: the accepted types, the pieces so far, and the function that waits for the contents."""

    def __init__(self, selection: int, targets: list[int], time: int, then: Callable[[bytes | Refused], None]) -> None:
        self.selection, self.targets, self.time, self.then = selection, targets, time, then
        self.pieces: list[bytes] | None = None  # None: the contents do not come in pieces
        self.size = 0


class SelectionReader:
    """Asks other programs for selections. Each request has a property of its own, so that a late answer to one that
    has been given up is not taken for the answer to another."""

    def __init__(self, connection: XConnection) -> None:
        self._x = connection
        self._open: dict[int, _Reading] = {}  # by the property in which the answer comes
        self._asked = 0

    def ask(self, selection: str, targets: Sequence[str], time: int, then: Callable[[bytes | Refused], None]) -> None:
        """Ask for a selection in the first of some formats that its owner has.

        `then` gets the bytes, or the reason why there are none, after a few seconds at most.
        """
        atoms = [self._x.atom(name) for name in targets]
        reading = _Reading(self._x.atom(selection), atoms, time, then)
        if not self._x.owner(reading.selection):
            then(b"")
            return
        self._send(reading)
        pyglet.clock.schedule_once(self._late, WHOLE_S, reading)

    def _send(self, reading: _Reading) -> None:
        self._asked += 1
        place = self._x.atom(f"CONTRAPTION_SANDBOX_{self._asked % 64}")
        self._open[place] = reading
        self._x.convert(reading.selection, reading.targets.pop(0), place, reading.time)
        pyglet.clock.schedule_once(self._stalled, ANSWER_S, reading, 0, len(reading.targets))

    def notify(self, event: Any) -> bool:
        """Take a SelectionNotify event; return whether it belongs to a request that is open."""
        selected_place = next((place for place, each in self._open.items() if each.selection == event.selection), 0)
        place = event.property or selected_place
        reading = self._open.get(place)
        if reading is None or reading.pieces is not None:
            return False
        if not event.property:  # the owner has no such format
            del self._open[place]
            if reading.targets:
                self._send(reading)
            else:
                reading.then(b"")
            return True
        answer = self._x.take(place, LARGEST)
        if answer.type == self._x.atom("INCR"):  # taking it has told the owner to begin
            reading.pieces = []
            self._await_piece(reading)
        elif answer.left:
            self._close(place, reading, _too_large())
        else:
            self._close(place, reading, _in_utf8(answer.type, answer.data))
        return True

    def changed(self, event: Any) -> None:
        """Take a PropertyNotify event of the window: the next piece has come."""
        reading = self._open.get(event.atom)
        if reading is None or reading.pieces is None or event.state != xlib.PropertyNewValue:
            return
        piece = self._x.take(event.atom, LARGEST)
        reading.size += len(piece.data)
        if piece.left or reading.size > LARGEST:
            self._close(event.atom, reading, _too_large())
        elif piece.data:
            reading.pieces.append(piece.data)
            self._await_piece(reading)
        else:
            self._close(event.atom, reading, _in_utf8(piece.type, b"".join(reading.pieces)))

    def _await_piece(self, reading: _Reading) -> None:
        pieces = reading.pieces or []
        pyglet.clock.schedule_once(self._stalled, ANSWER_S, reading, len(pieces) + 1, len(reading.targets))

    def _stalled(self, _seconds: float, reading: _Reading, pieces: int, targets: int) -> None:
        """End a reading in which nothing has come since this was scheduled."""
        now = 0 if reading.pieces is None else len(reading.pieces) + 1
        if (now, len(reading.targets)) == (pieces, targets):
            self._late(0.0, reading)

    def _late(self, _seconds: float, reading: _Reading) -> None:
        for place in [place for place, each in self._open.items() if each is reading]:
            self._close(place, reading, Refused("the other program does not answer"))

    def _close(self, place: int, reading: _Reading, outcome: bytes | Refused) -> None:
        del self._open[place]
        reading.then(outcome)


def _in_utf8(kind: int, data: bytes) -> bytes:
    """Return a text in UTF-8 whose type may be the protocol's old one, which is Latin-1."""
    return data.decode("latin-1").encode() if kind == _STRING else data


def _too_large() -> Refused:
    return Refused(f"it is larger than {LARGEST // 2**20} MB")


# -- to others


class _Giving:
    """A transfer in pieces to another window."""

    def __init__(self, place: int, kind: int, data: bytes) -> None:
        self.place, self.kind, self.data = place, kind, data
        self.sent = 0
        self.steps = 0


class SelectionOwner:
    """Holds a text for other programs to ask for."""

    def __init__(self, connection: XConnection, selection: str) -> None:
        self._x, self.selection = connection, connection.atom(selection)
        self.text: str | None = None  # None: another program holds the selection
        self._giving: dict[int, list[_Giving]] = {}  # by the window that gets it

    def hold(self, text: str) -> bool:
        """Become the owner; return whether the server allowed it."""
        self.text = text if self._x.own(self.selection) else None
        return self.text is not None

    def lost(self, event: Any) -> None:
        """Take a SelectionClear event."""
        if event.selection == self.selection:
            self.text = None

    def requested(self, request: Any) -> None:
        """Take a SelectionRequest event, and answer it at once."""
        place = request.property or request.target  # old programs leave the property out
        answered = self.text is not None and request.selection == self.selection and self._give(request, place)
        self._x.answer(request, place if answered else 0)

    def _give(self, request: Any, place: int) -> bool:
        assert self.text is not None
        atom, text = self._x.atom, self.text
        unicode_ = ("UTF8_STRING", "text/plain;charset=utf-8", "text/plain")
        if request.target == atom("TARGETS"):
            names = ("TARGETS", *unicode_, "TEXT", "STRING")
            self._x.put(request.requestor, place, _ATOM, [atom(name) for name in names])
            return True
        if request.target in {atom(name) for name in unicode_}:
            return self._write(request.requestor, place, request.target, text.encode("utf-8", "replace"))
        if request.target == atom("TEXT"):
            return self._write(request.requestor, place, atom("UTF8_STRING"), text.encode("utf-8", "replace"))
        if request.target == _STRING:
            return self._write(request.requestor, place, _STRING, text.encode("latin-1", "replace"))
        return False

    def _write(self, window: int, place: int, kind: int, data: bytes) -> bool:
        if len(data) <= _PIECE:
            self._x.put(window, place, kind, data)
            return True
        if sum(map(len, self._giving.values())) >= _MOST_GIVEN:
            return False
        giving = _Giving(place, kind, data)
        self._giving.setdefault(window, []).append(giving)
        self._x.watch(window, self._on_change)
        self._x.put(window, place, self._x.atom("INCR"), [len(data)])
        self._limit(window, giving)
        return True

    def _on_change(self, event: Any) -> None:
        """Give the next piece: the window has taken the one before."""
        if event.type != xlib.PropertyNotify or event.xproperty.state != xlib.PropertyDelete:
            return
        window, place = event.xproperty.window, event.xproperty.atom
        giving = next((each for each in self._giving.get(window, ()) if each.place == place), None)
        if giving is None:
            return
        piece = giving.data[giving.sent : giving.sent + _PIECE]
        self._x.put(window, place, giving.kind, piece)  # the last one is empty, which ends it
        xlib.XFlush(self._x.display._display)
        giving.sent += len(piece)
        giving.steps += 1
        if piece:
            self._limit(window, giving)
        else:
            self._drop(window, giving)

    def _limit(self, window: int, giving: _Giving) -> None:
        pyglet.clock.schedule_once(self._stalled, ANSWER_S, window, giving, giving.steps)

    def _stalled(self, _seconds: float, window: int, giving: _Giving, steps: int) -> None:
        if giving.steps == steps:
            self._drop(window, giving)

    def _drop(self, window: int, giving: _Giving) -> None:
        left = [each for each in self._giving.get(window, ()) if each is not giving]
        if left:
            self._giving[window] = left
        elif self._giving.pop(window, None) is not None:
            self._x.watch(window, None)
