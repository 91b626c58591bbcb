"""Pictures, films and soundtracks of levels and recordings, without a window: PNG, GIF, MP4, WAV."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from sandbox.design.scenes import PAPER
from sandbox.errors import BadFile, Refused
from sandbox.recording import atomic_files
from sandbox.render.colours import LIGHT, PALETTES
from sandbox.render.pictures import encoders, soundtrack, watch_plan
from sandbox.render.pictures import film_plan as scripts
from sandbox.render.pictures.encoders import Progress
from sandbox.render.pictures.film_plan import FIT, CameraAim, Film, Script
from sandbox.render.pictures.offscreen import ensure_context
from sandbox.render.pictures.soundtrack import Samples
from sandbox.workspace.settings import SCENES, USUAL_AMBIENCE

Size = tuple[int, int]

SIZES = {".png": (1280, 720), ".gif": (640, 360), ".mp4": (1280, 720), ".wav": (1280, 720)}
RATES = {".gif": 25, ".mp4": 60, ".wav": 60}  # frames a second, unless asked otherwise
SMALLEST, LARGEST = 16, 7680  # pixels
USUAL_VOLUME = 100  # percent


class Wish(NamedTuple):
    """Options of a picture or film. A picture takes `at` or `tick`, or shows the last moment of its run.

    `at`, `begin` and `end` are in seconds of the run (the last one, or number `run`), `tick` is one of the session.
    """

    size: Size | None = None
    at: float | None = None
    fps: int | None = None
    speed: Fraction = Fraction(1)
    camera: CameraAim = FIT
    begin: float | None = None
    end: float | None = None
    run: int | None = None  # from 1
    theme: str = LIGHT.name  # one of `PALETTES`
    tick: int | None = None
    trails: tuple[CameraAim, ...] = ()  # parts whose way is drawn
    still: bool = False  # reduced motion
    sound: bool = True
    volume: int = USUAL_VOLUME  # percent
    scenes: str = "full"  # how scenes are drawn: one of `settings.SCENES`
    watch: bool = False  # the film chooses by itself what to show: the way to the goal


def render(
    source: Path,
    out: Path,
    size: Size | None = None,
    at: float | None = None,
    fps: int | None = None,
    progress: Progress | None = None,
    wish: Wish | None = None,
) -> None:
    """Draw a level or a recording to `out`: a picture (.png), a film (.gif, .mp4) or its sound (.wav) by its suffix.

    A picture shows the moment `at` of the last run; without it, the last frame of that run, or the level at rest. A
    film shows the whole last run, up to `at`; that of a level goes on until shortly after it is decided (10 s at
    most). A `wish` has more options and replaces the arguments before it.

    Raises:
        BadFile: `source` can't be used, or `out` can't be written.
        Refused: options that do not go together; no OpenGL, or no program that writes films.
    """
    wish = wish or Wish(size, at, fps)
    suffix = out.suffix.lower()
    _check(out, suffix, wish)
    script = scripts.read(source)
    try:
        with atomic_files.replacing(out) as new:
            if suffix == ".png":
                _draw_picture(new, script, wish)
            else:
                _make_film(new, suffix, script, wish, progress or _quiet)
    except OSError as error:
        raise BadFile(f"{out}: can't be written: {error.strerror or error}") from None


def _draw_picture(path: Path, script: Script, wish: Wish) -> None:
    followed, trails = _parts(script, wish)
    moment = scripts.still(script, wish.at, wish.run, wish.tick)
    ensure_context()
    from sandbox.render.pictures.studio import Studio, StudioLook

    look = StudioLook(PALETTES[wish.theme], wish.still, trails, wish.scenes)
    studio = Studio(*(wish.size or SIZES[".png"]), wish.camera, followed, look)
    try:
        encoders.write_png(path, studio.picture(script, moment))
    finally:
        studio.close()


def _make_film(path: Path, suffix: str, script: Script, wish: Wish, progress: Progress) -> None:
    followed, trails = _parts(script, wish)
    size = wish.size or SIZES[suffix]
    film = plan(script, suffix, wish)
    if suffix == ".wav":
        soundtrack.write(path, _sound(film, wish, size, followed))
        return
    ensure_context()
    from sandbox.render.pictures.studio import Studio, StudioLook

    look = StudioLook(PALETTES[wish.theme], wish.still, trails, wish.scenes)
    studio = Studio(*size, wish.camera, followed, look)
    try:
        if suffix == ".gif":
            encoders.write_gif(path, studio, film, progress)
        elif not (wish.sound and wish.volume):
            encoders.write_mp4(path, studio, film, progress)
        else:
            with tempfile.TemporaryDirectory(prefix="sandbox-sound-") as folder:
                sound = Path(folder) / "sound.wav"
                soundtrack.write(sound, _sound(film, wish, size, followed))
                encoders.write_mp4(path, studio, film, progress, sound)
    finally:
        studio.close()


def _sound(film: Film, wish: Wish, size: Size, followed: int) -> Samples:
    """Return the sound of a film. On graph paper there is no scene to be heard either, as in the window."""
    ambience = USUAL_AMBIENCE if wish.scenes != PAPER else 0
    return soundtrack.of_film(film, wish.volume, size, wish.camera, followed, ambience)


def plan(script: Script, suffix: str, wish: Wish) -> Film:
    """Plan the film that a wish asks for."""
    rate = wish.fps if wish.fps is not None else RATES[suffix]
    if wish.watch:
        width, height = wish.size or SIZES[suffix]
        return watch_plan.plan(script, rate, wish.run, width / height).film
    end = wish.end if wish.end is not None else wish.at
    return scripts.film(script, rate, wish.run, wish.speed, wish.begin, end)


def _parts(script: Script, wish: Wish) -> tuple[int, tuple[int, ...]]:
    """Find the part that the camera follows (0: none), and those whose way is drawn."""
    return scripts.followed(script, wish.camera), tuple(scripts.followed(script, part) for part in wish.trails)


def _check(out: Path, suffix: str, wish: Wish) -> None:
    """Check all options before anything is read or run.

    Raises:
        BadFile: the folder of `out` does not exist.
        Refused: the options do not go together, are out of range, or need an encoder that is missing.
    """
    if suffix not in SIZES:
        raise Refused(
            f"can't write '{out.name}': a picture's name ends in .png, a film's in .gif or .mp4, that of its sound "
            "alone in .wav"
        )
    width, height = wish.size or SIZES[suffix]
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise Refused(f"a picture of {width} x {height} pixels: each side goes from {SMALLEST} to {LARGEST}")
    if not out.parent.is_dir():
        raise BadFile(f"{out}: there is no folder '{out.parent}' to write it to")
    if wish.at is not None and not (math.isfinite(wish.at) and 0 <= wish.at <= 1e6):
        raise Refused(f"the time {wish.at:g} s does not fit: give seconds of the run, 0 or more")
    if wish.tick is not None and not 0 <= wish.tick <= 2**53:
        raise Refused(f"there is no tick {wish.tick}: they count from 0")
    if wish.scenes not in SCENES:
        raise Refused(f"'{wish.scenes:.40}' is no way to draw scenes: it is one of {', '.join(SCENES)}")
    if not 0 <= wish.volume <= 100:
        raise Refused(f"a volume of {wish.volume} %: it goes from 0 to 100")
    _check_times(out, suffix, wish)
    if suffix == ".wav" and not (wish.sound and wish.volume):
        raise Refused(f"{out.name} would hold nothing: a .wav is the sound alone")
    if suffix == ".mp4":
        encoders.ffmpeg()


def _check_times(out: Path, suffix: str, wish: Wish) -> None:
    of_films = {"--fps": wish.fps, "--from": wish.begin, "--to": wish.end, "--speed": wish.speed != 1 or None}
    for_films = [name for name, value in of_films.items() if value is not None]
    if wish.watch:
        _check_watch(out, suffix, wish, of_films)
    if suffix == ".png" and for_films:
        raise Refused(f"{out.name} is a picture and takes no {for_films[0]}; name its moment by --at, or write a .gif")
    if suffix != ".png" and wish.tick is not None:
        raise Refused(f"{out.name} is a film and takes no --tick; say by --from and --to what it shows")
    if wish.tick is not None and (wish.at is not None or wish.run is not None):
        name = "--at" if wish.at is not None else "--run"
        raise Refused(f"--tick counts from the start of the session, {name} is about a run: give one of both")
    if wish.at is not None and wish.end is not None:
        raise Refused("--at and --to both say where a film ends: give one of them")


def _check_watch(out: Path, suffix: str, wish: Wish, of_films: Mapping[str, object]) -> None:
    camera = wish.camera if wish.camera != FIT else None
    chosen = {**of_films, "--at": wish.at, "--tick": wish.tick, "--camera": camera}
    unfit = [name for name, value in chosen.items() if value is not None and name != "--fps"]
    if suffix == ".png" or unfit:
        reason = f"{out.name} is a picture" if suffix == ".png" else f"it takes no {unfit[0]}"
        raise Refused(f"--watch makes a film that chooses by itself what it shows: {reason}")


def _quiet(done: int, total: int) -> None:
    pass
