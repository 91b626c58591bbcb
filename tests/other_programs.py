"""Other programs on an X server, for tests of what the window asks of them: owners of the clipboard, and a source of
files that are dragged. Each is a process, so that it can be stopped, and speaks Xlib's protocol by hand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

PATIENCE = 60.0  # s
_HEAD = """
import select, sys, time
from ctypes import *
from pyglet.libs.x11 import xlib
d = xlib.XOpenDisplay(None)
root = xlib.XDefaultRootWindow(d)
w = xlib.XCreateSimpleWindow(d, root, 0, 0, 1, 1, 0, 0, 0)
xlib.XSelectInput(d, w, xlib.PropertyChangeMask)
handler = xlib.XErrorHandler(lambda *_: 0)
xlib.XSetErrorHandler(handler)
def atom(name): return xlib.XInternAtom(d, name.encode(), False)
def put(window, place, kind, data, form=8):
    held = (c_ubyte * max(1, len(data))).from_buffer_copy(data or b"0") if form == 8 else (c_ulong * len(data))(*data)
    xlib.XChangeProperty(d, window, place, kind, form, 0, cast(held, POINTER(c_ubyte)), len(data))
def notify(request, place):
    e = xlib.XEvent()
    e.xselection.type = xlib.SelectionNotify
    for name in ("requestor", "selection", "target", "time"):
        setattr(e.xselection, name, getattr(request, name))
    e.xselection.property = place
    xlib.XSendEvent(d, request.requestor, False, 0, byref(e))
    xlib.XFlush(d)
def events():
    e = xlib.XEvent()
    while True:
        xlib.XNextEvent(d, byref(e))
        yield e
"""
# Arguments: how it answers, and the text. Of its pieces "stalls" sends the first only, and "drips" sends each one late;
# "latin" has no Unicode.
_OWNER = """
how, text = sys.argv[1], sys.argv[2]
data = text.encode() if not text.startswith("*") else b"A" * int(text[1:])
selection = atom("CLIPBOARD")
xlib.XSetSelectionOwner(d, selection, w, 0)
xlib.XSync(d, False)
print("ready", flush=True)
sending = {}
for e in events():
    if e.type == xlib.SelectionRequest:
        r = xlib.XSelectionRequestEvent.from_buffer_copy(e.xselectionrequest)
        if how == "silent":
            continue
        if how == "latin" and r.target != 31 or how == "nothing":
            notify(r, 0)
        elif how == "latin":
            put(r.requestor, r.property, 31, text.encode("latin-1"))
            notify(r, r.property)
        elif how in ("pieces", "stalls", "drips"):
            xlib.XSelectInput(d, r.requestor, xlib.PropertyChangeMask)
            sending[r.requestor, r.property] = [r.target, 0]
            put(r.requestor, r.property, atom("INCR"), [len(data)], 32)
            notify(r, r.property)
        else:
            put(r.requestor, r.property, r.target, data)
            notify(r, r.property)
    elif e.type == xlib.PropertyNotify and e.xproperty.state == xlib.PropertyDelete:
        key = e.xproperty.window, e.xproperty.atom
        if key in sending:
            target, sent = sending[key]
            if how == "stalls" and sent:
                continue
            if how == "drips":
                time.sleep(0.6)
            size = max(100, len(data) // 7)
            put(*key, target, data[sent:sent + size])
            xlib.XFlush(d)
            sending[key][1] = sent + size
            if sent >= len(data):
                del sending[key]
"""
# Arguments: the window's id, how it answers, and the list of URIs. It drops as soon as the window says it may.
_SOURCE = """
target, how, uris = int(sys.argv[1]), sys.argv[2], sys.argv[3].encode()
xlib.XSetSelectionOwner(d, atom("XdndSelection"), w, 0)
def send(name, *numbers):
    e = xlib.XEvent()
    e.xclient.type, e.xclient.window, e.xclient.message_type = xlib.ClientMessage, target, atom(name)
    e.xclient.format = 32
    for index, number in enumerate(numbers):
        e.xclient.data.l[index] = number
    xlib.XSendEvent(d, target, False, 0, byref(e))
    xlib.XFlush(d)
many = how == "many"
if many:
    names = ["text/plain", "UTF8_STRING", "text/x-moz-url", "text/uri-list"]
    put(w, atom("XdndTypeList"), 4, [atom(name) for name in names], 32)
send("XdndEnter", w, 5 << 24 | many, atom("text/plain") if not many else 0, 0 if many else atom("text/uri-list"), 0)
send("XdndPosition", w, 0, 300 << 16 | 300, 0, atom("XdndActionCopy"))
for e in events():
    if e.type == xlib.ClientMessage and e.xclient.message_type == atom("XdndStatus"):
        print("status", e.xclient.data.l[1], flush=True)
        send("XdndDrop", w, 0, 0)
    elif e.type == xlib.ClientMessage and e.xclient.message_type == atom("XdndFinished"):
        print("finished", e.xclient.data.l[1], flush=True)
        break
    elif e.type == xlib.SelectionRequest and how != "silent":
        r = xlib.XSelectionRequestEvent.from_buffer_copy(e.xselectionrequest)
        put(r.requestor, r.property, r.target, uris)
        notify(r, r.property)
"""
# Arguments: the format to ask for. It prints the number of bytes, and their hash.
_READER = """
import hashlib
xlib.XConvertSelection(d, atom("CLIPBOARD"), atom(sys.argv[1]), atom("MINE"), w, 0)
def take():
    kind, form, count, left, data = c_ulong(), c_int(), c_ulong(), c_ulong(), POINTER(c_ubyte)()
    xlib.XGetWindowProperty(d, w, atom("MINE"), 0, 1 << 24, True, 0, byref(kind), byref(form), byref(count),
                            byref(left), byref(data))
    return kind.value, string_at(data, count.value * (form.value // 8)) if data else b""
pieces = None
for e in events():
    if e.type == xlib.SelectionNotify:
        if not e.xselection.property:
            print("refused", flush=True)
            break
        kind, data = take()
        if kind != atom("INCR"):
            print(len(data), hashlib.sha256(data).hexdigest(), flush=True)
            break
        pieces = []
    elif e.type == xlib.PropertyNotify and pieces is not None and e.xproperty.state == xlib.PropertyNewValue:
        _, data = take()
        if not data:
            data = b"".join(pieces)
            print(len(data), hashlib.sha256(data).hexdigest(), flush=True)
            break
        pieces.append(data)
"""
# A window manager that shows no window until a line comes in, and then all that have asked.
_MANAGER = """
xlib.XSelectInput(d, root, xlib.SubstructureRedirectMask)
xlib.XSync(d, False)
print("ready", flush=True)
asked, e = set(), xlib.XEvent()
while True:
    while xlib.XPending(d):
        xlib.XNextEvent(d, byref(e))
        if e.type == xlib.MapRequest:
            asked.add(e.xmaprequest.window)
            print("asked", flush=True)
    if select.select([sys.stdin, xlib.XConnectionNumber(d)], [], [])[0][0] is sys.stdin and sys.stdin.readline():
        for window in asked:
            xlib.XMapRaised(d, window)
        xlib.XFlush(d)
"""


class Program:
    """Another program on a display; `with` ends it."""

    def __init__(self, display: str, code: str, *arguments: str) -> None:
        self.environment = {**os.environ, "DISPLAY": display, "PYGLET_HEADLESS": ""}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _HEAD + code, *arguments], env=self.environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def line(self) -> str:
        """The next line that it prints; an empty one if it does not come in time, which ends the program."""
        assert self.process.stdout is not None
        limit = threading.Timer(PATIENCE, self.process.kill)
        limit.start()
        try:
            return self.process.stdout.readline().strip()
        finally:
            limit.cancel()

    def go(self) -> None:
        """Send it a line."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def stop(self) -> None:
        """Freeze it, as a debugger or Ctrl+Z does."""
        self.process.send_signal(signal.SIGSTOP)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()


def owner(display: str, how: str, text: str = "") -> Program:
    """A program that holds the clipboard, from the return of this on."""
    program = Program(display, _OWNER, how, text)
    assert program.line() == "ready"
    return program


def source(display: str, window: int, how: str, *paths: Path | str) -> Program:
    """A program out of which files are dragged onto a window, and dropped there."""
    uris = "\r\n".join(path.as_uri() if isinstance(path, Path) else path for path in paths)
    return Program(display, _SOURCE, str(window), how, f"{uris}\r\n")


def reader(display: str, format_: str = "UTF8_STRING") -> Program:
    """A program that asks for the clipboard, and prints the length and the hash of what it gets."""
    return Program(display, _READER, format_)


def manager(display: str) -> Program:
    """A window manager that shows no window before `go`."""
    program = Program(display, _MANAGER)
    assert program.line() == "ready"
    return program
