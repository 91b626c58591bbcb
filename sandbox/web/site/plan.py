"""What a site consists of: the chapters of a folder, its levels in their order, and the recording that solves each."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.levels import levels, library
from sandbox.levels.solution_places import solution_beside

INDEX = "index.html"
ENGINE, PICTURES, LEVELS, SOLUTIONS, PLAY = "engine", "pictures", "levels", "solutions", "play"  # folders of a site
WAY_BACK = "../"  # from a page in one of the folders


class SiteLevel(NamedTuple):
    """A level of a site. Its name is that of its file, and of all files of the site about it."""

    name: str
    file: Path
    design: Design
    recording: Path | None

    def address(self, folder: str, suffix: str = ".html") -> str:
        """Return where a file about the level is, from the folder of the site, as it stands in a link."""
        return f"{folder}/{quote(self.name)}{suffix}"


class SiteChapter(NamedTuple):
    """A chapter of a site."""

    title: str
    levels: tuple[SiteLevel, ...]


def read(folder: Path | None) -> list[SiteChapter]:
    """Read the levels of a folder, or those that come with the program.

    Raises:
        BadFile: a level or the index can't be read.
        Refused: there is no level in the folder.
    """
    chapters = [
        SiteChapter(chapter.title, tuple(_level(path) for path in chapter.all))
        for chapter in library.bundled_chapters(folder)
        if chapter.all
    ]
    if not chapters:
        raise Refused(f"{folder}: there is no level in this folder, so there is nothing to make a site of")
    return chapters


def _level(path: Path) -> SiteLevel:
    return SiteLevel(path.stem, path, levels.read(path), solution_beside(path))
