"""Names on the command line: what each kind of them means, and how a shell completes them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from sandbox.cli.output import print_detail
from sandbox.errors import BadFile

LEVEL_SUFFIX, RECORDING_SUFFIX = ".toml", ".replay"


def _files(incomplete: str, suffixes: Iterable[str]) -> Iterator[CompletionItem]:
    """Yield the files of these kinds that a name may become. If there are none, the shell completes names of files."""
    yield CompletionItem(incomplete, type="file")
    folder, beginning = os.path.split(incomplete)
    try:
        names = sorted(os.listdir(folder or "."))
    except OSError:
        return
    for name in names:
        if name.startswith(beginning) and name.endswith(tuple(suffixes)):
            yield CompletionItem(os.path.join(folder, name))


class FileName(click.Path):
    """The name of a file. An option in its place means that the name was forgotten."""

    def __init__(self, *suffixes: str) -> None:
        super().__init__(path_type=Path)
        self.suffixes = suffixes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if str(value).startswith("--"):
            self.fail(f"the name of a file is missing before {value} (a file of that name is ./{value})")
        return super().convert(value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return (
            list(_files(incomplete, self.suffixes)) if self.suffixes else super().shell_complete(ctx, param, incomplete)
        )


class CheckoutName(FileName):
    """The name of a folder with a checkout of this program, or of a revision in the history of this one."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "checkout"


class NewFile(FileName):
    """The name of a file to write, whose folder is looked for before the work for it begins."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path: Path = super().convert(value, param, ctx)
        if not path.absolute().parent.is_dir() and not (ctx and ctx.resilient_parsing):
            raise BadFile(f"{path}: there is no folder '{path.parent}' to write it to")
        return path


class LevelName(click.types.StringParamType):
    """A file, or the name of a level that comes with the program; `find` returns the file."""

    name = "level"

    def __init__(self, *suffixes: str) -> None:
        self.suffixes = suffixes

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        items = list(_files(incomplete, self.suffixes))
        from sandbox.levels import library

        return items + [CompletionItem(name) for name in library.bundled_names() if name.startswith(incomplete)]


class Word(click.types.StringParamType):
    """A word of a list that is read only when a shell asks for it; whoever takes the word checks it.

    Args:
        separator: several words may be given, with this between them.
    """

    name = "text"

    def __init__(self, words: Callable[[click.Context], Iterable[str]], separator: str = "") -> None:
        self.words, self.separator = words, separator

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, between, last = incomplete.rpartition(self.separator) if self.separator else ("", "", incomplete)
        return [CompletionItem(before + between + word) for word in self.words(ctx) if word.startswith(last)]


class PartAndFile(click.Tuple):
    """A part of a machine and the file that shows it."""

    def __init__(self) -> None:
        super().__init__([Word(kinds), NewFile(".png")])

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete either, as click does not say which of the two is typed."""
        return [item for kind in reversed(self.types) for item in kind.shell_complete(ctx, param, incomplete)]


def kinds(context: click.Context) -> Iterable[str]:
    """Return the names of all kinds of parts."""
    from sandbox.parts import KINDS

    return KINDS


FILE = FileName()
CHECKOUT = CheckoutName()
RECORDING = FileName(RECORDING_SUFFIX)
LEVEL = LevelName(LEVEL_SUFFIX)
LEVEL_OR_RECORDING = LevelName(LEVEL_SUFFIX, RECORDING_SUFFIX)


def find(name: str) -> Path:
    """Return the file that a name on the command line means, see `library.find`; -v tells which level it is."""
    from sandbox.levels import library

    path = library.find(name)
    if path != Path(name):
        print_detail(f"{name} is the level {path}")
    return path
