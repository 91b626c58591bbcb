"""Pictures, films and soundtracks of levels and recordings, without a window: PNG, GIF, MP4, WAV."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from sandbox.design.scenes import PAPER
from sandbox.errors import BadFile
from sandbox.levels import shared_text, sharing
from sandbox.recording import atomic_files
from sandbox.render.colours import PALETTES
from sandbox.render.pictures import encoders, soundtrack, watch_plan
from sandbox.render.pictures import film_plan as scripts
from sandbox.render.pictures.film_options import RATES, SIZES, FilmOptions, Size, pace_of
from sandbox.render.pictures.film_plan import Film, Script
from sandbox.render.pictures.offscreen import ensure_context
from sandbox.render.pictures.soundtrack import Samples, Volumes
from sandbox.tasks.progress import ShowProgress, unseen
from sandbox.tasks.serving import Teller, serve
from sandbox.workspace.settings import USUAL_AMBIENCE

USUAL = FilmOptions()


def render(
    source: Path | Script,
    out: Path,
    options: FilmOptions = USUAL,
    progress: ShowProgress = unseen,
    shared: str = "",
) -> None:
    """Draw a level, a recording or a session to `out`, which is by its suffix a picture (.png), a film (.gif, .mp4) or
    its sound (.wav).

    A picture shows the moment `at` of the last run; without it, the last frame of that run, or the level at rest. A
    film shows the whole last run, up to `at`; that of a level goes on until shortly after it is decided (10 s at
    most).

    Args:
        shared: a text that a picture is to hold: see `reading.shared_pictures`.

    Raises:
        BadFile: `source` can't be used, or `out` can't be written.
        Refused: options that do not go together; no OpenGL, or no program that writes films.
    """
    suffix = out.suffix.lower()
    options.check(out.name, suffix)
    if not out.parent.is_dir():
        raise BadFile(f"{out}: there is no folder '{out.parent}' to write it to")
    if suffix == ".mp4":
        encoders.ffmpeg()
    script = source if isinstance(source, Script) else scripts.read(source)
    try:
        with atomic_files.replacing(out) as new:
            if suffix == ".png":
                _draw_picture(new, script, options, shared)
            else:
                _make_film(new, suffix, script, options, progress)
    except OSError as error:
        raise BadFile(f"{out}: can't be written: {error.strerror or error}") from None


def _draw_picture(path: Path, script: Script, options: FilmOptions, shared: str) -> None:
    followed, trails = _parts(script, options)
    moment = scripts.still(script, options.at, options.run, options.tick)
    ensure_context()
    from sandbox.render.pictures.studio import Studio, StudioLook

    look = StudioLook(PALETTES[options.theme], options.still, trails, options.scenes, options.chain)
    studio = Studio(*(options.size or SIZES[".png"]), options.camera, followed, look)
    try:
        encoders.write_png(path, studio.picture(script, moment), shared)
    finally:
        studio.close()


def _make_film(path: Path, suffix: str, script: Script, options: FilmOptions, progress: ShowProgress) -> None:
    write(path, suffix, plan(script, suffix, options), options, progress)


def write(path: Path, suffix: str, film: Film, options: FilmOptions, progress: ShowProgress) -> None:
    """Write a film that is planned, or its sound, as a file of the kind that a suffix names."""
    followed, trails = _parts(film.script, options)
    size = options.size or SIZES[suffix]
    if suffix == ".wav":
        soundtrack.write(path, _sound(film, options, size, followed))
        return
    ensure_context()
    from sandbox.render.pictures.studio import Studio, StudioLook

    look = StudioLook(PALETTES[options.theme], options.still, trails, options.scenes, options.chain)
    studio = Studio(*size, options.camera, followed, look)
    try:
        if suffix == ".gif":
            encoders.write_gif(path, studio, film, progress)
        elif options.silent:
            encoders.write_mp4(path, studio, film, progress)
        else:
            with tempfile.TemporaryDirectory(prefix="sandbox-sound-") as folder:
                sound = Path(folder) / "sound.wav"
                soundtrack.write(sound, _sound(film, options, size, followed))
                encoders.write_mp4(path, studio, film, progress, sound)
    finally:
        studio.close()


def _sound(film: Film, options: FilmOptions, size: Size, followed: int) -> Samples:
    """Return the sound of a film. On graph paper there is no scene to be heard either, as in the window."""
    ambience = USUAL_AMBIENCE if options.scenes != PAPER else 0
    volumes = Volumes(options.volume, ambience, options.music)
    return soundtrack.of_film(film, volumes, size, options.camera, followed)


def plan(script: Script, suffix: str, options: FilmOptions) -> Film:
    """Plan the film that options ask for."""
    rate = options.fps if options.fps is not None else RATES[suffix]
    if options.watch:
        width, height = options.size or SIZES[suffix]
        return watch_plan.plan(script, rate, options.run, width / height).film
    end = options.end
    return scripts.film(script, rate, options.run, pace_of(options.speed), options.begin, end)


def _parts(script: Script, options: FilmOptions) -> tuple[int, tuple[int, ...]]:
    """Find the part that the camera follows (0: none), and those whose way is drawn."""
    return scripts.followed(script, options.camera), tuple(scripts.followed(script, part) for part in options.trails)


class DrawFilm(Struct, frozen=True):
    """An order to draw a level or a recording to a file; `shared` is the file of a shared text that a picture holds."""

    source: str
    out: str
    options: FilmOptions
    shared: str = ""


def carry_out(order: DrawFilm, teller: Teller) -> None:
    """Draw for a caller that must not wait."""
    with terminating_tidily():
        shared = shared_text.to_text(sharing.read(Path(order.shared))) if order.shared else ""
        render(Path(order.source), Path(order.out), order.options, teller.progress, shared)


@contextmanager
def terminating_tidily() -> Iterator[None]:
    """Treat a request to terminate like Ctrl+C, so that what is half written is removed first."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


if __name__ == "__main__":
    serve(carry_out, DrawFilm)
