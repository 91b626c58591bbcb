"""Start Python processes that work for this one. No other module starts any.

Python looks for modules in the current folder, or in that of a script, before all others: a `pip.py` that lies there,
as in a folder that was unpacked from a download, would be run. So each process is started with -P, which leaves that
folder out, and is told by PYTHONPATH where this very package is.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from sandbox.tasks import lifeline, programs

ENGINE = "SANDBOX_ENGINE"  # names a folder that stands before all others on the path of the processes we start
ROOT = Path(__file__).resolve().parents[2]  # the folder that holds this package
PIP_OPTIONS = ("--disable-pip-version-check", "--no-input")
_Stream = int | IO[Any] | None


def environment(engine: Path | None = None, root: Path = ROOT) -> dict[str, str]:
    """Return the environment for a process that shall import this very package, and perhaps another engine.

    Args:
        engine: a folder with another release of the engine; by default the one that this process was given, if any.
        root: the folder that holds the package, where another version of it is meant.
    """
    chosen = os.fspath(engine) if engine is not None else os.environ.get(ENGINE)
    # An empty entry, as a stray colon makes it, is the current folder.
    inherited_path = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    search = os.pathsep.join(filter(None, (chosen, os.fspath(root), *inherited_path)))
    more = {ENGINE: chosen} if chosen is not None else {}
    # (A thread of numpy's for each core, see `cli.main`, would count as memory.)
    least = {"OPENBLAS_NUM_THREADS": "1"}
    # Dask makes its workers give each freed page back at once, which costs a simulation half as much time again.
    inherited = {name: value for name, value in os.environ.items() if name != "MALLOC_TRIM_THRESHOLD_"}
    path = {"PATH": programs.absolute_only(os.environ.get("PATH", os.defpath))}
    return {**least, **inherited, **path, "PYTHONPATH": search, **more}


def command(*arguments: str) -> list[str]:
    """Return the command line of a Python process that imports nothing from the current folder."""
    return [sys.executable, "-P", *arguments]


def start(
    module: str,
    *arguments: str,
    engine: Path | None = None,
    more: Mapping[str, str] | None = None,
    megabytes: int = 0,
    seconds: int = 0,
    gentle: bool = False,
    outlives: bool = False,
    stdin: _Stream = None,
    stdout: _Stream = None,
    stderr: _Stream = None,
) -> subprocess.Popen[bytes]:
    """Start a process that runs a module as `python -m` does. Ctrl+C does not reach it, and it ends with this one.

    Args:
        engine: a folder with another release of the engine.
        more: variables for its environment.
        megabytes, seconds: limits of its memory and its processor time; 0: none.
        gentle: let the other processes of this computer go first.
        outlives: it goes on when this process ends.

    Raises:
        OSError: no process can be started.
    """
    reading = -1 if outlives or sys.platform == "win32" else lifeline.of_this_process().reading
    settings = map(str, (reading, megabytes, seconds, int(gentle)))
    with _without_interrupts():
        return subprocess.Popen(
            command("-m", "sandbox.tasks.child_main", *settings, module, *arguments),
            env={**environment(engine), **(more or {})},
            pass_fds=() if reading < 0 else (reading,),
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
        )


def start_script(script: Path, *arguments: str, root: Path, engine: Path | None = None) -> subprocess.Popen[bytes]:
    """Start a process that runs a script by its path, with pipes to its stdin and from its stdout.

    It has to end when its stdin does. What it says on stderr is not seen: it may be an older version's.

    Args:
        root: the folder that holds the package which the script imports.
        engine: a folder with another release of the engine.

    Raises:
        OSError: no process can be started.
    """
    with _without_interrupts():
        return subprocess.Popen(
            command(os.fspath(script), *arguments),
            env=environment(engine, root),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold SIGINT back in this thread: a process that is started meanwhile never gets one.

    It would else end with a traceback if Ctrl+C came before it could ignore that itself.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run(
    *arguments: str, env: Mapping[str, str] | None = None, timeout: float | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run Python with arguments, without input, and return all that it prints.

    Args:
        timeout: seconds of the clock.

    Raises:
        OSError: no process can be started; or, as TimeoutError, it has taken longer and was ended.
    """
    env = environment() if env is None else env
    quiet = subprocess.DEVNULL
    try:
        return subprocess.run(command(*arguments), env=env, stdin=quiet, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired as late:
        raise TimeoutError(f"it has not come to an end in {timeout:g} s") from late


def run_pip(*arguments: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the pip of this environment, which needs nothing that PYTHONPATH names."""
    line = command("-E", "-m", "pip", *PIP_OPTIONS, *arguments)
    return subprocess.run(line, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def ending(code: int) -> str:
    """Say how a process has ended that was not to end so: `was ended by signal SIGSEGV`, or `left with exit code 3`."""
    if code >= 0:
        return f"left with exit code {code}"
    try:
        return f"was ended by signal {signal.Signals(-code).name}"
    except ValueError:  # one of the real-time signals, which have no names
        return f"was ended by signal {-code}"


def is_over_time(code: int) -> bool:
    """Tell whether a process with an exit code has used up its processor time."""
    return sys.platform != "win32" and code == -signal.SIGXCPU
