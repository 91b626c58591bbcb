"""Print the answers of the command line: all text of files goes through here, and a terminal obeys nothing in it."""

from __future__ import annotations

import contextlib
import enum
import os
import sys
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

import click

from sandbox.recording.plain_text import one_line, printable, printable_json
from sandbox.tasks.progress import ShowProgress

if TYPE_CHECKING:
    from rich.progress import Progress

MAX_SENTENCE = 2000  # characters
READER_GONE = 141  # the exit code of a program that a shell sees end by SIGPIPE


class Loudness(enum.IntEnum):
    """How much a command says besides its results and errors."""

    QUIET = 0
    NORMAL = 1
    VERBOSE = 2


_loudness = Loudness.NORMAL


def set_loudness(loudness: Loudness) -> None:
    """Choose how much is said from here on."""
    global _loudness
    _loudness = loudness


def is_quiet() -> bool:
    """Tell whether the user asks for results and errors only."""
    return _loudness is Loudness.QUIET


def is_verbose() -> bool:
    """Tell whether the user asks for more than results and notes."""
    return _loudness is Loudness.VERBOSE


def print_line(line: str, err: bool = False) -> None:
    """Print text as one line, on stdout or stderr."""
    click.echo(printable(line, len(line)), err=err)


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print_line(printable_json(value))


def complain(sentence: str, *details: str) -> int:
    """Report bad input on stderr, in one line and one for each of its details; return the exit code of it."""
    with contextlib.suppress(OSError):  # nobody can be told that stderr can't be written
        print_line("sandbox: " + one_line(sentence, MAX_SENTENCE), err=True)
        for detail in details:
            print_line("  " + one_line(detail, MAX_SENTENCE), err=True)
    return 2


def open_missing_streams() -> None:
    """Let standard streams that were closed when this process was started lead nowhere.

    Python has none then, and a file that is opened next would take the number of one, so that what a child process
    prints would go into that file.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            nowhere = os.open(os.devnull, os.O_WRONLY if number else os.O_RDONLY)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, encoding="utf-8", errors="backslashreplace", closefd=False))  # noqa: SIM115


def flush(code: int) -> int:
    """Write out the rest of the output; return the exit code, which is another one if that can't be done."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            code = READER_GONE if stream is sys.stdout else code
            _lead_nowhere(stream)
        except OSError as error:
            if stream is sys.stdout:
                code = complain(f"standard output: {error.strerror or error}")
            _lead_nowhere(stream)
    return code


def _lead_nowhere(stream: TextIO) -> None:
    """Empty a broken stream into nowhere: Python would complain once more when it closes the stream."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def print_note(sentence: str) -> None:
    """Tell something by the way, in one line on stderr; nothing with -q."""
    if not is_quiet():
        print_line("note: " + one_line(sentence, MAX_SENTENCE), err=True)


def print_detail(sentence: str) -> None:
    """Tell with -v what most people need not know, as a note."""
    if is_verbose():
        print_note(sentence)


def print_written(path: object) -> None:
    """Name a file that was written, on stderr: so a program can read the answer as it was. Nothing with -q."""
    if not is_quiet():
        print_line(f"written: {path}", err=True)


def progress_bar(title: str) -> Progress:
    """Return a bar for a terminal, which vanishes when it is done.

    It is drawn on stdout, so that lines printed meanwhile stand above it; if those go to a file, on stderr.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    template = printable(title, 200).replace("{", "{{").replace("}", "}}")  # it is a format, and may name a file
    together = sys.stdout.isatty()
    return Progress(
        TextColumn(template, markup=False), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), transient=True,
        console=Console(stderr=not together), redirect_stdout=together,
    )  # fmt: skip


def print_above(bar: Progress, line: str) -> None:
    """Print text as one line above a bar that goes on."""
    bar.console.print(printable(line, len(line)), markup=False, highlight=False, soft_wrap=True)


@contextlib.contextmanager
def progress(doing: str, in_lines: bool = False) -> Iterator[ShowProgress]:
    """Show that work goes on, and yield the function that takes its progress.

    A terminal gets a bar. Where there is none, as in the log of a CI server, there is a line on stderr as soon as it
    takes longer than a moment, and then another one every half a minute. With -q there is nothing; with -v the first
    line comes at once, there is one for each thing that it comes to, and one that says how long it took.
    """
    if is_quiet():
        yield lambda done, total=1.0, what="": None
        return
    with _timed(doing):
        if sys.stderr.isatty() and not in_lines:
            with progress_bar(doing) as bar:
                task = bar.add_task("", total=1.0)
                yield lambda done, total=1.0, what="": bar.update(task, completed=done, total=total)
            return
        with Pulse(doing) as pulse:
            yield pulse.take


@contextlib.contextmanager
def _timed(doing: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    print_detail(f"{doing}: {time.monotonic() - began:.2f} s")


class Pulse:
    """Signs of life on stderr while something takes long; it ends with a `with` block."""

    FIRST_S, EVERY_S = 2.0, 30.0

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._share = 0.0
        self._what = ""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="pulse", daemon=True)

    def take(self, done: float, total: float = 1.0, what: str = "") -> None:
        """Take how much is done, and the name of what is next."""
        self._share = done / max(1e-9, total)
        if what != self._what:
            self._what = what
            print_detail(f"{self._doing}: {what}")

    def _beat(self) -> None:
        began = time.monotonic()
        if self._ended.wait(0.0 if is_verbose() else self.FIRST_S):
            return
        with contextlib.suppress(OSError, ValueError):  # nobody reads stderr
            print_note(f"{self._doing} ...")
            while not self._ended.wait(self.EVERY_S):
                done = f"{self._share:.0%} after " if self._share else ""
                now = f": {self._what}" if self._what else ""
                print_note(f"still {self._doing} ({done}{time.monotonic() - began:.0f} s){now}")

    def __enter__(self) -> Pulse:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._thread.join()
