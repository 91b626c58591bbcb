"""The process that makes copies of itself for `tests.forked_starts`, and what each copy does before it works.

    python -P -m tests.copied_process DESCRIPTOR WHAT ROOT

It takes orders by the socket with that number, and ends when its starter does. `ROOT` is the folder of these tests,
which leaves the search path again where the program comes from another one.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from typing import NoReturn

from tests import forked_starts, opened_window, signs_of_life
from tests.forked_starts import PROGRAM, PYTEST, WINDOW, WORKER

LOADED = ("sandbox.verify.verify", "sandbox.levels.solution_files", "sandbox.tasks.serving", "sandbox.cli")
_MODULE = 5  # where in the arguments of `WORKER` the module is
_CLONE, _CLONE_PARENT = 56, 0x8000  # of Linux on this processor
_OF_THREAD = 256  # words of what the C library keeps of a thread
_MOST = 1 << 20  # bytes of an order
_ABOVE = 100  # descriptors are kept above while the low numbers are given away


def main(descriptor: int, what: str, root: str) -> None:
    """Load the program, and all that a window or pytest needs as well, and make copies of this process."""
    for name in LOADED:
        importlib.import_module(name)
    with contextlib.suppress(ImportError):  # tests move it about in programs of their own
        # Each process works it out once: a copy has it from here.
        importlib.import_module("sandbox.recording.fingerprint").current()
    signs_of_life.put_off()
    if what == WINDOW:
        opened_window.load()
    if what == PYTEST:
        _load_pytest()
    if root != str(forked_starts.ROOT):
        sys.path.remove(root)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends when its starter does
    gc.collect()
    gc.freeze()
    assert len(os.listdir("/proc/self/task")) == 1
    _serve(socket.socket(fileno=descriptor))


def _load_pytest() -> None:
    """Import pytest with its own plugins, and the items that ours makes of recordings and levels."""
    import _pytest.config

    for name in _pytest.config.default_plugins:
        importlib.import_module(f"_pytest.{name}")
    importlib.import_module("sandbox.verify.pytest_plugin")


def _serve(channel: socket.socket) -> NoReturn:
    """Make copies until nobody is left who could ask for one; neither this process nor a copy comes back from here."""
    while True:
        order, descriptors, _, _ = socket.recv_fds(channel, _MOST, 16)
        if not order:
            os._exit(0)  # to take all modules apart would first copy the memory that it shares with its starter
        pid = _clone()
        if pid == 0:
            _become(channel, descriptors, *json.loads(order.decode("utf-8", "surrogateescape")))
        for number in descriptors:
            os.close(number)


def _clone() -> int:
    """Fork this process in such a way that the copy is a child of its starter, which can then wait for it."""
    python, system = ctypes.pythonapi, ctypes.PyDLL(None)
    python.PyOS_BeforeFork()
    # The C library has the number of each thread in the thread's own memory, and asks the system by it for its clock.
    own = (ctypes.c_int * _OF_THREAD).from_address(threading.get_ident())
    places = places_of(own, os.getpid())
    pid: int = system.syscall(_CLONE, _CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        for place in places:
            own[place] = os.getpid()
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    return pid


def places_of(words: Sequence[int], number: int) -> list[int]:
    """Return where in a thread's own memory its number stands: at the beginning of eight bytes.

    In their second half it is the upper half of a pointer, which is the same number by chance: 0x7fb6 is 32694.
    """
    return [place for place in range(0, len(words), 2) if words[place] == number]


def _become(
    channel: socket.socket,
    descriptors: list[int],
    words: list[str],
    folder: str,
    environment: dict[str, str],
    numbers: list[int],
) -> NoReturn:
    """Take over the streams and surroundings, run the module, and end."""
    import fcntl

    ready = fcntl.fcntl(channel.detach(), fcntl.F_DUPFD, _ABOVE)
    kept = [fcntl.fcntl(number, fcntl.F_DUPFD, _ABOVE) for number in descriptors]
    for number, stream in zip(numbers, kept, strict=True):
        os.dup2(stream, number)
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in (*numbers, ready):
            try:
                os.close(int(name))
            except OSError:  # that of the list
                pass
    with open("/proc/self/comm", "w") as name:  # else all copies would be called alike
        name.write(name_of(words))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:0] = [entry for entry in forked_starts.search_path(environment) if entry not in sys.path]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, set())
    os.write(ready, b"%d" % os.getpid())  # now that it has all that a process has once it is started
    os.close(ready)
    if words[0] != WORKER:
        _prepare_for_more(environment)
    if words[0] == WORKER:
        sys.modules.pop(words[_MODULE], None)  # it is run, and not only imported
    sys.argv[:] = words
    if words[0] == WINDOW:
        opened_window.take_up()
        _end_after(opened_window.main)
    _end_after(lambda: runpy.run_module(words[0], run_name="__main__", alter_sys=True))


def _end_after(work: Callable[[], object]) -> NoReturn:
    """Do the work of a copy, and end the copy as Python does, except that no module is taken apart.

    That would write to nearly all memory that the copy shares, and so have it copied: it takes as long as many a
    command. An error ends it in the usual way, and so does a message instead of an exit code.
    """
    code: object = 0
    try:
        work()
    except SystemExit as end:
        code = end.code if end.code is not None else 0
        if not isinstance(code, int):
            raise
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):  # closed, or nobody reads it
        sys.exit(code)
    os._exit(code & 0xFF)


def name_of(words: list[str]) -> str:
    """Return the name that the system knows a copy by: the last part of the module that works in it."""
    return words[_MODULE if words[0] == WORKER else 0].rpartition(".")[2]


def _prepare_for_more(environment: dict[str, str]) -> None:
    """Keep a copy of this process as it is now, for the processes that it will start."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        ours.close()
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nothing, number)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _serve(theirs)
    theirs.close()
    forked_starts.ask_only(PROGRAM, ours, environment)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
