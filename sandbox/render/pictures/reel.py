"""Reels: the films of several wins one after the other, chapter by chapter, each with a title card."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from sandbox.errors import BadFile, Refused
from sandbox.recording import atomic_files
from sandbox.render.pictures import encoders, film, film_plan
from sandbox.render.pictures.film_options import RATES, FilmOptions
from sandbox.render.pictures.film_plan import Film, TitleCard
from sandbox.tasks.progress import ShowProgress, unseen
from sandbox.tasks.serving import Teller, serve

SUFFIX = ".mp4"
CARD_S = 3.0  # of a chapter, and of the end


class ReelChapter(NamedTuple):
    """A chapter of a reel: its title, and recordings that were won, in order."""

    title: str
    recordings: tuple[Path, ...]

    @property
    def text(self) -> str:
        return counted(len(self.recordings), "machine")


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def render(chapters: Sequence[ReelChapter], out: Path, options: FilmOptions, progress: ShowProgress = unseen) -> None:
    """Write the films of all recordings as one: a card for each chapter, each run by itself, and a card at the end.

    `progress` counts the films that are done.

    Raises:
        BadFile: a recording can't be used, or `out` can't be written.
        Refused: there is no recording, or one was not won; options that do not go together; no program that writes
            films.
    """
    if out.suffix.lower() != SUFFIX:
        raise Refused(f"can't write '{out.name}': the name of a reel ends in {SUFFIX}")
    chapters = [chapter for chapter in chapters if chapter.recordings]
    if not chapters:
        raise Refused("a reel needs a run that was won, and there is none")
    options = msgspec.structs.replace(options, watch=True)
    options.check(out.name, SUFFIX)
    if not out.parent.is_dir():
        raise BadFile(f"{out}: there is no folder '{out.parent}' to write it to")
    encoders.ffmpeg()
    cards = len(chapters) + (len(chapters) > 1)
    total = cards + sum(len(chapter.recordings) for chapter in chapters)
    try:
        with tempfile.TemporaryDirectory(prefix="sandbox-reel-") as folder, atomic_files.replacing(out) as new:
            films = []
            for number, piece in enumerate(_pieces(chapters, options)):
                films.append(Path(folder) / f"{number:04}{SUFFIX}")
                film.write(films[-1], SUFFIX, piece, options, unseen)
                progress(len(films), total)
            encoders.join_mp4(films, new)
    except OSError as error:
        raise BadFile(f"{out}: can't be written: {error.strerror or error}") from None


def _pieces(chapters: Sequence[ReelChapter], options: FilmOptions) -> Iterator[Film]:
    """Plan the films of a reel, one at a time: each holds a whole run."""
    fps = options.fps if options.fps is not None else RATES[SUFFIX]
    script = None
    for chapter in chapters:
        for number, recording in enumerate(chapter.recordings):
            script = film_plan.read(recording)
            if not number:
                first = film_plan.run_of(script).begin
                yield _card(Film(script, [film_plan.Shot(*first)], fps), chapter.title, chapter.text)
            yield film.plan(script, SUFFIX, options)
    if len(chapters) > 1 and script is not None:
        machines = sum(len(chapter.recordings) for chapter in chapters)
        end = film_plan.run_of(script).end
        text = f"{counted(machines, 'machine')} of {counted(len(chapters), 'chapter')}"
        yield _card(Film(script, [film_plan.Shot(*end)], fps), "The end", text)


def _card(still: Film, title: str, text: str) -> Film:
    """Return a film that shows one moment below a title."""
    frames = max(1, round(CARD_S * still.fps))
    return still._replace(moments=still.moments * frames, card=TitleCard(title, text, frames))


class DrawReel(Struct, frozen=True):
    """An order to draw a reel to a file: the title of each chapter, with its recordings."""

    chapters: tuple[tuple[str, tuple[str, ...]], ...]
    out: str
    options: FilmOptions


def order_of(chapters: Sequence[ReelChapter], out: Path, options: FilmOptions) -> DrawReel:
    """Return the order for another process to draw a reel."""
    plain = tuple((chapter.title, tuple(map(str, chapter.recordings))) for chapter in chapters)
    return DrawReel(plain, str(out), options)


def carry_out(order: DrawReel, teller: Teller) -> None:
    """Draw for a caller that must not wait."""
    chapters = [ReelChapter(title, tuple(map(Path, recordings))) for title, recordings in order.chapters]
    with film.terminating_tidily():
        render(chapters, Path(order.out), order.options, teller.progress)


if __name__ == "__main__":
    serve(carry_out, DrawReel)
