"""Starts of this program by forks: a process that has the engine in memory makes a copy of itself for each of them.

Python and the engine take 0.3 s of processor time to load, a copy takes a tenth of that. A test that looks at what
a command prints, or at what a worker answers, asks for the fixture `forked_starts`. A test of the start itself (the
modules, the options of Python, signals while it starts, limits) does without. A window with all that it shows takes
half a second to load; `tests.real_window` has copies made of another process, which has that in memory, and runs of
pytest on recordings and levels are copies of a third.

A copy is a child of the process that asked, as after a start, with the streams, the folder, the environment and the
arguments that were asked for. A hash seed, another code for sine and cosine, and a changed copy of the program are
there from the start on: each has a process of its own that was started with it, and is copied as often as it is asked
for again. Where a copy would still differ from a start (another engine, allocator, language), there is a start.
"""

from __future__ import annotations

import json
import os
import platform
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.tasks.child import ROOT
from tests import opened_window

CAN_FORK = sys.platform == "linux" and platform.machine() == "x86_64" and sys.implementation.name == "cpython"
PROGRAM = "sandbox"
WORKER = "sandbox.tasks.child_main"
PYTEST = "pytest"
FORKED = (PROGRAM, WORKER, PYTEST)  # modules that are run in copies
WINDOW = "a window"  # what is run in copies of another process
PLUGIN = ROOT / "sandbox" / "plugin"
TESTS_ROOT = Path(__file__).resolve().parents[1]
LEAST_MB = 512  # with a lower limit of memory it counts how much loading takes
ALWAYS = {"OPENBLAS_NUM_THREADS": "1"}  # a process with threads can't be copied
# Variables that Python, the C library, numpy and pyglet read before any code of ours runs.
_READ_BEFORE = (
    "PYTHON", "LD_", "MALLOC_", "GLIBC_", "OPENBLAS_", "OMP_", "SANDBOX_ENGINE", "LC_", "LANG", "PYGLET_",
)  # fmt: skip
_MAY_DIFFER = {"PYTHONHASHSEED", "GLIBC_TUNABLES"}  # those of them for whose values there are processes to copy
LONGEST_S = 300.0  # until a copy has begun; on a busy machine that may take some seconds
MOST_SPECIAL = 5  # such processes at a time, each of which has some 60 MB
_Popen = subprocess.Popen


class Origin(NamedTuple):
    """What a process that makes copies was started as: its starter, what it has loaded, from where, and with what."""

    starter: int
    what: str
    tree: str
    stamp: int  # of the files in that folder; 0: they don't change
    variables: frozenset[tuple[str, str]]  # those by which it differs from the usual


class Server:
    """The process that makes copies of itself, as it is seen by its starter."""

    def __init__(
        self, channel: socket.socket, environment: dict[str, str], process: subprocess.Popen[Any] | None = None
    ) -> None:
        """Take over the connection to such a process, which was started with an environment."""
        self._channel, self.environment, self._process = channel, environment, process
        channel.settimeout(LONGEST_S)
        self._lock = threading.Lock()

    def fork(self, words: list[str], folder: str, environment: dict[str, str], streams: dict[int, int]) -> int:
        """Let a copy run a module with arguments, and return its process id.

        Args:
            streams: the descriptors that it gets, by the numbers that they have there.
        """
        order = json.dumps([words, folder, environment, list(streams)]).encode("utf-8", "surrogateescape")
        with self._lock:
            socket.send_fds(self._channel, [order], list(streams.values()))
            try:
                answer = self._channel.recv(64)
            except TimeoutError:
                raise RuntimeError(f"a copy for {' '.join(words)} has died before it began to work") from None
        return int(answer)

    def end(self) -> None:
        """Let the process end; its copies go on."""
        with self._lock:
            self._channel.shutdown(socket.SHUT_RDWR)  # for forks of its starter as well
            self._channel.close()
        if self._process is not None:
            self._process.wait()


_usual: dict[tuple[int, str], Server] = {}  # by the process that asks (a fork has none), and what it is for
special_servers: dict[Origin, Server] = {}  # the one that was used last comes last
_may_start = True  # a copy has but the one process that was prepared for it
_starting = threading.Lock()


def ask_only(what: str, channel: socket.socket, environment: dict[str, str]) -> None:
    """Have this process, which is a copy, get its own copies by a connection, and start what is not copied there."""
    global _may_start
    _usual.clear()
    special_servers.clear()
    _usual[os.getpid(), what] = Server(channel, environment)
    _may_start = False
    subprocess.Popen = ForkingPopen  # type: ignore[misc]


def _usual_server(what: str) -> Server | None:
    key = os.getpid(), what
    if key not in _usual and _may_start:
        changed = opened_window.WITH_DISPLAY if what == WINDOW else {}
        environment = {name: value for name, value in {**os.environ, **changed}.items() if value is not None}
        _usual[key] = _start(what, environment, ROOT)
    return _usual.get(key)


def _start(what: str, environment: dict[str, str], tree: Path) -> Server:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    search = os.pathsep.join(dict.fromkeys((str(tree), str(TESTS_ROOT))))
    with theirs:
        process = _Popen(
            [sys.executable, "-P", "-m", "tests.copied_process", str(theirs.fileno()), what, str(TESTS_ROOT)],
            env={**environment, **ALWAYS, "PYTHONPATH": search}, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL,
        )  # fmt: skip
    return Server(ours, environment, process)


def server_for(words: list[str], environment: dict[str, str]) -> Server | None:
    """Return the process whose copies begin as one with these words and this environment does; None: there is none."""
    what = words[0] if words[0] in (WINDOW, PYTEST) else PROGRAM
    with _starting:
        usual, tree = _usual_server(what), tree_of(environment, plugin=words[0] != WINDOW)
        if usual is None or tree is None:
            return None
        variables = _read_before(environment).items() ^ _read_before(usual.environment).items()
        if not variables and tree == ROOT:
            return usual
        if what != PROGRAM or not _may_start or not {name for name, _ in variables} <= _MAY_DIFFER:
            return None
        stamp = _stamp(tree) if tree != ROOT else 0
        asked = frozenset(variables & _read_before(environment).items())
        origin = Origin(os.getpid(), what, str(tree), stamp, asked)
        server = special_servers.pop(origin, None) or _start(what, environment, tree)
        special_servers[origin] = server
        for surplus in list(special_servers)[:-MOST_SPECIAL]:
            special_servers.pop(surplus).end()
        return server


def search_path(environment: dict[str, str]) -> list[str]:
    """Return the folders that PYTHONPATH names, each once."""
    return list(dict.fromkeys(filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))))


def tree_of(environment: dict[str, str], plugin: bool = False) -> Path | None:
    """Return the folder that the program comes from in an environment; None if others are searched, too.

    Args:
        plugin: the folder of our plugin for pytest may be searched as well; no other module is there.
    """
    folders = [entry for entry in search_path(environment) if not (plugin and entry == str(PLUGIN))]
    if len(folders) > 1:
        return None
    tree = Path(folders[0]) if folders else ROOT
    return tree if tree.is_absolute() and (tree / "sandbox" / "__init__.py").is_file() else None


def _stamp(tree: Path) -> int:
    """Return a number that is another one as soon as a module in a folder is."""
    files = sorted((tree / "sandbox").rglob("*.py"))
    return hash(tuple((str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files))


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
        server = server_for(words, environment) if words is not None else None
        if words is None or server is None:
            super()._execute_child(  # type: ignore[misc]
                args, executable, preexec_fn, close_fds, pass_fds, cwd, env, startupinfo, creationflags, shell,
                p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite, *others,
            )  # fmt: skip
            return
        streams = {0: p2cread, 1: c2pwrite, 2: errwrite}
        given = {number: number if stream < 0 else stream for number, stream in streams.items()}
        given.update((number, number) for number in pass_fds)
        folder = os.fspath(cwd) if cwd is not None else os.getcwd()
        self.pid = server.fork(words, folder, environment, given)
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


def _read_before(environment: dict[str, str]) -> dict[str, str]:
    usual = {**ALWAYS, **environment}
    return {name: value for name, value in usual.items() if name.startswith(_READ_BEFORE) and name != "PYTHONPATH"}
