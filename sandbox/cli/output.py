"""Print the answers of the command line: all text of files goes through here, and a terminal obeys nothing in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from sandbox.recording.plain_text import one_line, printable, printable_json

if TYPE_CHECKING:
    from rich.progress import Progress

MAX_SENTENCE = 2000  # characters


def print_line(line: str, err: bool = False) -> None:
    """Print text as one line, on stdout or stderr."""
    click.echo(printable(line, len(line)), err=err)


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print_line(printable_json(value))


def complain(sentence: str) -> int:
    """Report bad input in one line on stderr; return the exit code of it."""
    print_line("sandbox: " + one_line(sentence, MAX_SENTENCE), err=True)
    return 2


def print_note(sentence: str) -> None:
    """Tell something by the way, in one line on stderr."""
    print_line("note: " + one_line(sentence, MAX_SENTENCE), err=True)


def progress_bar(title: str) -> Progress:
    """Return a bar for a terminal, which vanishes when it is done."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    return Progress(TextColumn(title), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), transient=True)


def print_above(bar: Progress, line: str) -> None:
    """Print text as one line above a bar that goes on."""
    bar.console.print(printable(line, len(line)), markup=False, highlight=False, soft_wrap=True)


def shown_in(bar: Progress | None) -> Callable[[float, str], None]:
    """Return a function that shows progress, 0 to 1, in a bar."""
    if bar is None:
        return lambda share, step: None
    task = bar.add_task("", total=1.0)
    return lambda share, step: bar.update(task, completed=share)
