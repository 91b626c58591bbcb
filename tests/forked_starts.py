"""Starts of this program by forks: a process that has the engine in memory makes a copy of itself for each of them.

Python and the engine take 0.16 s of processor time to load, a copy takes a hundredth of that. A test that looks at what
a command prints, or at what a worker answers, asks for the fixture `forked_starts`. A test of the start itself (the
modules, the options of Python, signals while it starts, limits) does without. A window with all that it shows takes
half a second to load; `tests.real_window` has copies made of another process, which has that in memory.

A copy is a child of the process that asked, as after a start, with the streams, the folder, the environment and the
arguments that were asked for. Where it would differ from a start (another search path, hash seed, engine, allocator),
there is a start.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import platform
import runpy
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from sandbox.tasks.child import ROOT
from tests import opened_window

CAN_FORK = sys.platform == "linux" and platform.machine() == "x86_64" and sys.implementation.name == "cpython"
LOADED = ("sandbox.verify.verify", "sandbox.levels.solution_files", "sandbox.tasks.serving", "sandbox.cli")
PROGRAM = "sandbox"
WORKER = "sandbox.tasks.child_main"
FORKED = (PROGRAM, WORKER)  # modules that are run in copies
WINDOW = "a window"  # what is run in copies of the other process
_MODULE = 5  # where in the arguments of `WORKER` the module is
LEAST_MB = 512  # with a lower limit of memory it counts how much loading takes
ALWAYS = {"OPENBLAS_NUM_THREADS": "1"}  # a process with threads can't be copied
# Variables that Python, the C library, numpy and pyglet read before any code of ours runs.
_READ_BEFORE = (
    "PYTHON", "LD_", "MALLOC_", "GLIBC_", "OPENBLAS_", "OMP_", "SANDBOX_ENGINE", "LC_", "LANG", "PYGLET_",
)  # fmt: skip
_CLONE, _CLONE_PARENT = 56, 0x8000  # of Linux on this processor
_OF_THREAD = 256  # words of what the C library keeps of a thread
_MOST = 1 << 20  # bytes of an order
_ABOVE = 100  # descriptors are kept above while the low numbers are given away
_Popen = subprocess.Popen


class Server:
    """The process that makes copies of itself, as it is seen by its starter."""

    def __init__(self, channel: socket.socket, environment: dict[str, str]) -> None:
        """Take over the connection to such a process, which was started with an environment."""
        self._channel, self.environment = channel, environment
        self._lock = threading.Lock()

    def fork(self, words: list[str], folder: str, environment: dict[str, str], streams: dict[int, int]) -> int:
        """Let a copy run a module with arguments, and return its process id.

        Args:
            streams: the descriptors that it gets, by the numbers that they have there.
        """
        order = json.dumps([words, folder, environment, list(streams)]).encode("utf-8", "surrogateescape")
        with self._lock:
            socket.send_fds(self._channel, [order], list(streams.values()))
            answer = self._channel.recv(64)
        return int(answer)


_servers: dict[tuple[int, bool], Server] = {}  # by the process that asks (a fork has none); True: for windows
_starting = threading.Lock()


def _server(windows: bool = False) -> Server:
    with _starting:
        key = os.getpid(), windows
        if key not in _servers:
            changed = opened_window.WITH_DISPLAY if windows else {}
            environment = {name: value for name, value in {**os.environ, **changed}.items() if value is not None}
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                _Popen(
                    [sys.executable, "-P", "-m", "tests.forked_starts", str(theirs.fileno()), *[WINDOW] * windows],
                    env={**environment, **ALWAYS, "PYTHONPATH": str(ROOT)},
                    pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL,
                )  # fmt: skip
            _servers[key] = Server(ours, environment)
        return _servers[key]


class ForkingPopen(_Popen[Any]):
    """Starts a process as usual, or has it copied if it is this program in its usual surroundings."""

    def _execute_child(
        self, args: Any, executable: Any, preexec_fn: Any, close_fds: Any, pass_fds: Any, cwd: Any, env: Any,
        startupinfo: Any, creationflags: Any, shell: Any, p2cread: int, p2cwrite: int, c2pread: int, c2pwrite: int,
        errread: int, errwrite: int, *others: Any,
    ) -> None:  # fmt: skip
        environment = dict(os.environ if env is None else env)
        special = (
            preexec_fn
            or shell
            or executable
            or not os.path.isdir(cwd or ".")
            or any(value not in (None, False, -1) for value in others[1:])
        )
        words = None if special else module_and_words(args, cwd)
        if words is None or not is_usual(environment, words[0] == WINDOW):
            super()._execute_child(  # type: ignore[misc]
                args, executable, preexec_fn, close_fds, pass_fds, cwd, env, startupinfo, creationflags, shell,
                p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite, *others,
            )  # fmt: skip
            return
        streams = {0: p2cread, 1: c2pwrite, 2: errwrite}
        given = {number: number if stream < 0 else stream for number, stream in streams.items()}
        given.update((number, number) for number in pass_fds)
        folder = os.fspath(cwd) if cwd is not None else os.getcwd()
        self.pid = _server(words[0] == WINDOW).fork(words, folder, environment, given)
        self._child_created = True
        self._close_pipe_fds(p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite)  # type: ignore[attr-defined]


def module_and_words(args: Any, cwd: object) -> list[str] | None:
    """Return the module that a command line runs, or `WINDOW`, and its arguments; None if no copies are made of it."""
    if isinstance(args, str | bytes | os.PathLike):
        return None
    words = [os.fspath(word) for word in args]
    if words[0] != sys.executable or not all(isinstance(word, str) for word in words):
        return None
    if words[1:3] == ["-c", opened_window.CODE] and cwd is None:
        return [WINDOW, *words[3:]]
    safe = words[1] == "-P"  # else the current folder is searched first
    words = words[2:] if safe else words[1:]
    if words[:1] != ["-m"] or words[1] not in FORKED or not (safe or cwd is None):
        return None
    if words[1] == WORKER and 0 < int(words[3]) < LEAST_MB:
        return None
    return words[1:]


def name_of(words: list[str]) -> str:
    """Return the name that the system knows a copy by: the last part of the module that works in it."""
    return words[_MODULE if words[0] == WORKER else 0].rpartition(".")[2]


def is_usual(environment: dict[str, str], windows: bool = False) -> bool:
    """Tell whether a process with this environment begins as the copies do, of a program or of windows."""
    if environment.get("PYTHONPATH") not in (None, "", str(ROOT)):
        return False
    return _read_before(environment) == _read_before(_server(windows).environment)


def _read_before(environment: dict[str, str]) -> dict[str, str]:
    usual = {**ALWAYS, **environment}
    return {name: value for name, value in usual.items() if name.startswith(_READ_BEFORE) and name != "PYTHONPATH"}


@pytest.fixture
def forked_starts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start this program by forks as long as a test runs, where that makes no difference but time."""
    if CAN_FORK:
        monkeypatch.setattr(subprocess, "Popen", ForkingPopen)
    yield


# -- the process that makes copies


def main(descriptor: int, windows: bool) -> None:
    """Load the program, or all that a window needs as well, and make copies of this process."""
    for name in LOADED:
        importlib.import_module(name)
    if windows:
        opened_window.load()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends when its starter does
    gc.collect()
    gc.freeze()
    assert len(os.listdir("/proc/self/task")) == 1
    _serve(socket.socket(fileno=descriptor))


def _serve(channel: socket.socket) -> None:
    """Make copies until nobody is left who could ask for one; returns in each copy when its module has ended."""
    while True:
        order, descriptors, _, _ = socket.recv_fds(channel, _MOST, 16)
        if not order:
            return
        pid = _clone()
        if pid == 0:
            _become(channel, descriptors, *json.loads(order.decode("utf-8", "surrogateescape")))
            return
        for number in descriptors:
            os.close(number)


def _clone() -> int:
    """Fork this process in such a way that the copy is a child of its starter, which can then wait for it."""
    python, system = ctypes.pythonapi, ctypes.PyDLL(None)
    python.PyOS_BeforeFork()
    # The C library has the number of each thread in the thread's own memory, and asks the system by it for its clock.
    own = (ctypes.c_int * _OF_THREAD).from_address(threading.get_ident())
    places = [place for place in range(_OF_THREAD) if own[place] == os.getpid()]
    pid: int = system.syscall(_CLONE, _CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        for place in places:
            own[place] = os.getpid()
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    return pid


def _become(
    channel: socket.socket,
    descriptors: list[int],
    words: list[str],
    folder: str,
    environment: dict[str, str],
    numbers: list[int],
) -> None:
    """Take over the streams and surroundings, and run the module."""
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
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, set())
    os.write(ready, b"%d" % os.getpid())  # now that it has all that a process has once it is started
    os.close(ready)
    if words[0] in (PROGRAM, WINDOW) and not _prepare_for_more(environment):
        return
    if words[0] == WORKER:
        sys.modules.pop(words[_MODULE], None)  # it is run, and not only imported
    sys.argv[:] = words
    if words[0] == WINDOW:
        opened_window.take_up()
        opened_window.main()
        return
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


def _prepare_for_more(environment: dict[str, str]) -> bool:
    """Keep a copy of this process as it is now, for the processes that it will start; returns False in that copy."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        ours.close()
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nothing, number)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _serve(theirs)
        return False
    theirs.close()
    _servers.clear()
    _servers[os.getpid(), False] = Server(ours, environment)
    subprocess.Popen = ForkingPopen  # type: ignore[misc]
    return True


if __name__ == "__main__":
    main(int(sys.argv[1]), WINDOW in sys.argv)
