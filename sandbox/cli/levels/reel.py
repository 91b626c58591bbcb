"""`sandbox reel`: the films of all wins of a chapter, or of all chapters, as one film."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import FILE, Word
from sandbox.cli.options import THEME, as_json, limited
from sandbox.cli.output import print_written, progress
from sandbox.cli.render import CHAIN, FPS, MUSIC, NO_SOUND, SIZE, VOLUME, print_progress
from sandbox.errors import Refused
from sandbox.reading.nearest import meant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.levels.library import Chapter
    from sandbox.render.pictures.reel import ReelChapter

ALL = "all"
MOST_SECONDS = 14400  # a hundred films take a while


def _titles(_context: click.Context) -> Iterable[str]:
    return [ALL, *(chapter.title for chapter in _chapters())]


@click.command(cls=CliCommand)
@click.argument("chapter", metavar="CHAPTER", type=Word(_titles))
@click.option("-o", "--out", "output", type=FILE, required=True, metavar="OUT.mp4", help="Write this film, with sound.")
@click.option(
    "--solutions", is_flag=True, help="Show the solutions that come with the program, in place of your own wins."
)
@SIZE
@FPS
@CHAIN
@THEME
@NO_SOUND
@VOLUME
@MUSIC
@as_json("a line on how far it is")
@limited(MOST_SECONDS, 4096)
def reel(chapter: str, output: Path, solutions: bool, as_json: bool, **options: Any) -> int:
    """Make one film of all your wins of a chapter: a title card, then each machine with the camera on what leads to
    its goal.

    CHAPTER is its title, as in the chooser, or "all" for every chapter with a card each, and one at the end. Of each
    level that you have solved it shows your fastest run; levels that you have not solved are left out. It needs OpenGL,
    but no display, and ffmpeg.

    --json prints {"done", "total"}, films, for each film of a run and for each card.

    \b
    Example:
      sandbox reel "The playroom" -o playroom.mp4
      sandbox reel all -o finale.mp4 --size 1920x1080 --music 40
    """
    from sandbox.render.pictures import film, reel
    from sandbox.render.pictures.film_options import FilmOptions

    chosen = FilmOptions(**{name: value for name, value in options.items() if value is not None})
    chapters = [_of_chapter(each, solutions) for each in _named(chapter)]
    if not any(each.recordings for each in chapters):
        where = "no level" if chapter == ALL else f"no level of '{chapters[0].title}'"
        raise Refused(f"{where} is solved yet, so there is nothing to show; --solutions shows how they can be")
    with film.terminating_tidily(), progress(f"drawing {output.name}", as_json) as advance:
        reel.render(chapters, output, chosen, print_progress if as_json else advance)
    print_written(output)
    return 0


def _chapters() -> list[Chapter]:
    """Return the chapters of the chooser that have something to solve."""
    from sandbox.levels import library
    from sandbox.levels.campaign import puzzles_of

    named = (chapter for chapter in library.bundled_chapters() if chapter.named)
    return [one._replace(levels=tuple(paths)) for one in named if (paths := [*puzzles_of(one.levels)])]


def _named(title: str) -> list[Chapter]:
    """Return the chapter of a title, or all of them.

    Raises:
        Refused: there is none of that title.
    """
    chapters = _chapters()
    by_title = {chapter.title.casefold(): chapter for chapter in chapters}
    if title.casefold() == ALL:
        return chapters
    if title.casefold() in by_title:
        return [by_title[title.casefold()]]
    titles = [chapter.title for chapter in chapters]
    near = meant(title, titles) or f"; there are: {', '.join(titles)}, or {ALL}"
    raise Refused(f"there is no chapter '{title:.40}'{near}")


def _of_chapter(chapter: Chapter, solutions: bool) -> ReelChapter:
    """Return what a reel shows of a chapter: the user's fastest wins, or the solutions that come with the program."""
    from sandbox.levels import levels
    from sandbox.levels.best_runs import BestRuns
    from sandbox.levels.solution_places import solution_beside
    from sandbox.recording.user_folders import data_dir
    from sandbox.render.pictures.reel import ReelChapter

    store, recordings = BestRuns(data_dir()), list[Path]()
    for path in chapter.levels:
        runs = store.of(levels.read(path))
        best = runs.best("time")
        recording = solution_beside(path) if solutions else runs.path(best) if best is not None else None
        if recording is not None:
            recordings.append(recording)
    return ReelChapter(chapter.title, tuple(recordings))
