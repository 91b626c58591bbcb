"""The index of a folder of levels: the titles of its chapters, and the names of the levels and open puzzles in each."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from msgspec import Struct

from sandbox.errors import BadFile
from sandbox.reading import files, toml_text
from sandbox.recording.plain_text import printable

MAX_BYTES = 1024 * 1024
MAX_TITLE = 60  # characters of a chapter's title


class ChapterNames(Struct, forbid_unknown_fields=True):
    """A chapter as an index names it: its levels in their order, and the open puzzles that its last level opens."""

    title: str
    levels: list[str]
    open: list[str] = []


class _Index(Struct, forbid_unknown_fields=True):
    chapters: list[ChapterNames]


def read(path: Path) -> list[ChapterNames]:
    """Read the chapters that an index names.

    Raises:
        BadFile: the index can't be read.
    """
    try:
        chapters = msgspec.convert(toml_text.loads(files.read_text(path, MAX_BYTES, "index")), _Index).chapters
        return [ChapterNames(printable(one.title, MAX_TITLE), one.levels, one.open) for one in chapters]
    except files.Unreadable:
        raise
    except BadFile as error:
        raise BadFile(f"{path}: can't be read: {error}") from None
    except msgspec.ValidationError as error:
        numbered = re.search(r"chapters\[(\d+)\]", str(error))
        culprit = f"chapter {int(numbered[1]) + 1} of it is none; " if numbered else ""
        example = 'title = "First steps" and levels = ["drop"]'
        raise BadFile(f"{path}: {culprit}write [[chapters]] for each chapter, and below it {example}") from None
