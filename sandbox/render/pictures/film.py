"""Pictures and films of levels and recordings, without a window: PNG, GIF, MP4."""

from __future__ import annotations

import math
import shutil
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from sandbox import atomic_files
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.geometry import Box, Point
from sandbox.errors import BadFile, Refused
from sandbox.machine.machine import Machine
from sandbox.render.camera import Camera
from sandbox.render.colours import LIGHT, PALETTES, ColourScheme
from sandbox.render.pictures import film_plan as scripts
from sandbox.render.pictures.film_plan import FIT, CameraAim, Film, Script, Shot
from sandbox.render.pictures.offscreen import Pixels, Target, ensure_context

Size = tuple[int, int]
Progress = Callable[[int, int], None]  # frames done, frames in all

SIZES = {".png": (1280, 720), ".gif": (640, 360), ".mp4": (1280, 720)}
RATES = {".gif": 25, ".mp4": 60}  # frames a second, unless asked otherwise
SMALLEST, LARGEST = 16, 7680  # pixels
MOST_GIF_FRAMES = 1500
_SHADES_FROM = 8  # frames from which a GIF takes its colours
_MARGIN = 0.02
_FOLLOWED = 0.4  # share of the level's width that a camera shows while it follows a part
_LAG = 0.12  # s: time constant of the camera that follows a part


class Wish(NamedTuple):
    """Options of a picture or film. A picture takes `at`, or a `run`, whose last moment it shows.

    `at` is in seconds from the start of the recording, or of a level's run; `begin` and `end` in seconds of the run.
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


def render(
    source: Path,
    out: Path,
    size: Size | None = None,
    at: float | None = None,
    fps: int | None = None,
    progress: Progress | None = None,
    wish: Wish | None = None,
) -> None:
    """Draw a level or a recording to `out`: a picture (.png) or a film (.gif, .mp4) by its suffix.

    A picture shows the moment `at`; without it, the last frame of the recording's last run, or the level at rest. A
    film shows the last run that began before `at`, up to it; without it, the recording's whole last run, or a level's
    run until shortly after it is decided (10 s at most). A `wish` has more options and replaces the arguments before
    it.

    Raises:
        BadFile: `source` can't be used, or `out` can't be written.
        Refused: options that do not go together; no OpenGL, or no program that writes films.
    """
    wish = wish or Wish(size, at, fps)
    suffix = out.suffix.lower()
    _check(out, suffix, wish)
    script = scripts.read(source)
    followed = scripts.followed(script, wish.camera)
    studio = Studio(*(wish.size or SIZES[suffix]), wish.camera, followed, PALETTES[wish.theme])
    try:
        with atomic_files.replacing(out) as new:
            if suffix == ".png":
                _write_png(new, studio.picture(script, scripts.still(script, wish.at, wish.run)))
            else:
                rate = wish.fps if wish.fps is not None else RATES[suffix]
                film = scripts.film(script, rate, wish.at, wish.run, wish.speed, wish.begin, wish.end)
                write = _write_gif if suffix == ".gif" else _write_mp4
                write(new, studio, film, progress or _quiet)
    except OSError as error:
        raise BadFile(f"{out}: can't be written: {error.strerror or error}") from None
    finally:
        studio.close()


def _check(out: Path, suffix: str, wish: Wish) -> None:
    """Check all options before anything is read or run.

    Raises:
        BadFile: the folder of `out` does not exist.
        Refused: the options do not go together, are out of range, or need an encoder that is missing.
    """
    if suffix not in SIZES:
        raise Refused(f"can't write '{out.name}': a picture's name ends in .png, a film's in .gif or .mp4")
    width, height = wish.size or SIZES[suffix]
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise Refused(f"a picture of {width} x {height} pixels: each side goes from {SMALLEST} to {LARGEST}")
    if not out.parent.is_dir():
        raise BadFile(f"{out}: there is no folder '{out.parent}' to write it to")
    if wish.at is not None and not (math.isfinite(wish.at) and 0 <= wish.at <= 1e6):
        raise Refused(f"the time {wish.at:g} s does not fit: give seconds from the start, 0 or more")
    of_films = {"--fps": wish.fps, "--from": wish.begin, "--to": wish.end, "--speed": wish.speed != 1 or None}
    for_films = [name for name, value in of_films.items() if value is not None]
    if suffix == ".png" and for_films:
        raise Refused(f"{out.name} is a picture and takes no {for_films[0]}; name its moment by --at, or write a .gif")
    if wish.at is not None and wish.run is not None:
        raise Refused("--at is a time of the whole recording and --run chooses a run of it: give one of both")
    if wish.at is not None and wish.end is not None:
        raise Refused("--at and --to both say where a film ends: give one of them")
    if suffix == ".mp4":
        _ffmpeg()


def _quiet(done: int, total: int) -> None:
    pass


# -- drawing


class Studio:
    """A canvas with a target of a fixed size, and a camera that shows the whole level, a region, or follows a part."""

    def __init__(
        self, width: int, height: int, aim: CameraAim = FIT, followed: int = 0, palette: ColourScheme = LIGHT
    ) -> None:
        ensure_context()
        from sandbox.render.canvas import Canvas  # only now: it imports pyglet's graphics

        self.width, self.height = width, height
        self._canvas = Canvas(scale=max(0.6, width / 1280))
        self._canvas.wear(palette)
        self._target = Target(width, height)
        self._camera = Camera(width, height)
        self._aim, self._followed = aim, followed
        self._shown: Design | Machine | None = None
        self._seen: tuple[float, float, float] | None = None  # where it looked, and when (s)

    def picture(self, script: Script, moment: Shot) -> Pixels:
        """Draw one moment; the next drawing overwrites the pixels."""
        (pixels,) = (self._draw(session, passed) for session, passed in scripts.play(script, [moment]))
        return pixels

    def film(self, film: Film) -> Iterator[Pixels]:
        """Yield the frames in order; each overwrites the one before."""
        self._seen = None
        for session, passed in scripts.play(film.script, film.moments):
            yield self._draw(session, passed)

    def close(self) -> None:
        self._target.delete()

    def _draw(self, session: Session, passed: float) -> Pixels:
        from sandbox.render.marks import goal_marks  # here, because it opens a display

        canvas, machine = self._canvas, session.machine
        if machine is not None:
            machine.read_rows()
            if machine is not self._shown:
                canvas.show_machine(machine)
            canvas.tick(machine.rows, machine.states)
        elif session.design is not self._shown:
            canvas.show_design(session.design)
        self._shown = machine or session.design
        canvas.underlay.clear()
        rules = goal_marks.rules_of(session.design, [goal.met for goal in session.goals])
        goal_marks.show_under(canvas.underlay, session.design, rules, machine)
        canvas.overlay.clear()
        goal_marks.show_over(canvas.overlay, session.design, rules, machine)
        self._look(session, passed)
        canvas.scenery.moment = session.tick / session.tick_rate + passed
        with self._target as target:
            canvas.draw(passed, self._camera)
            return target.read()

    def _look(self, session: Session, passed: float) -> None:
        """Point the camera. It follows a part softly and does not show anything beyond the level's edges."""
        world, aim, camera = session.design.world, self._aim, self._camera
        camera.fit(Box(0.0, 0.0, world.width, world.height), _MARGIN)
        if not (aim.width or self._followed):
            return
        camera.zoom = self.width / (aim.width or _FOLLOWED * world.width)
        if not self._followed:
            camera.x, camera.y = aim.x, aim.y
            return
        to = _whereabouts(session, self._followed) or (camera.x, camera.y)
        now = session.tick / session.tick_rate + passed
        x, y, then = self._seen if self._seen is not None else (*to, now)
        share = 1.0 - math.exp(-max(0.0, now - then) / _LAG)
        x, y = x + (to[0] - x) * share, y + (to[1] - y) * share
        self._seen = (x, y, now)
        camera.x = _within(x, to[0], self.width / 2 / camera.zoom, world.width)
        camera.y = _within(y, to[1], self.height / 2 / camera.zoom, world.height)


def _whereabouts(session: Session, part: int) -> Point | None:
    """Current position of a part; None before it is placed."""
    if session.machine is not None and part in session.machine.design.part_by_id:
        x, y, *_ = session.machine.motion(part)
        return x, y
    spec = session.design.part_by_id.get(part)
    return (spec.x, spec.y) if spec is not None else None


def _within(at: float, wanted: float, half: float, length: float) -> float:
    """Middle of a view that shows nothing beyond a level's edges, unless the followed point is there."""
    low, high = min(half, wanted), max(length - half, wanted)
    return min(high, max(low, at)) if low <= high else length / 2


# -- files


def _write_png(path: Path, pixels: Pixels) -> None:
    # Level 1 is more than twice as fast as the default, for a tenth more bytes.
    Image.fromarray(np.ascontiguousarray(pixels[:, :, :3])).save(path, "PNG", compress_level=1)


def _write_gif(path: Path, studio: Studio, film: Film, progress: Progress) -> None:
    total = len(film.moments)
    if total > MOST_GIF_FRAMES:
        raise Refused(f"a GIF of {total} frames; write a .mp4, or use fewer than {MOST_GIF_FRAMES} by --fps or --at")
    palette = _palette(studio, film)
    frames = []
    for pixels in studio.film(film):
        frame = Image.fromarray(np.ascontiguousarray(pixels[:, :, :3]))
        frames.append(frame.quantize(palette=palette, dither=Image.Dither.NONE))
        progress(len(frames), total)
    # A GIF counts hundredths of a second: spread the remainders, so that the whole keeps its time.
    clock = [round(100 * index / film.fps) for index in range(total + 1)]
    durations = [10 * (b - a) for a, b in pairwise(clock)]
    frames[0].save(path, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=False)


def _palette(studio: Studio, film: Film) -> Image.Image:
    """Build one palette for the whole film, from a few frames of it, so that colours do not flicker."""
    step = max(1, len(film.moments) // _SHADES_FROM)
    some = Film(film.script, film.moments[::step], film.fps)
    strip = np.concatenate([pixels[::2, ::2, :3] for pixels in studio.film(some)])
    # The median cut spends its colours on the paper's shades and turns red balls brown; the octree does not.
    return Image.fromarray(strip).quantize(256, method=Image.Quantize.FASTOCTREE)


def _write_mp4(path: Path, studio: Studio, film: Film, progress: Progress) -> None:
    encoder = subprocess.Popen(
        [
            _ffmpeg(), "-y", "-loglevel", "error",
            "-f", "rawvideo", "-pix_fmt", "rgba", "-s", f"{studio.width}x{studio.height}", "-r", str(film.fps),
            "-i", "-",
            "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2",  # what 4:2:0 colour needs
            "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p", "-movflags", "+faststart",
            "-f", "mp4", f"file:{path}",  # never an option or another protocol, whatever it is called
        ],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert encoder.stdin is not None and encoder.stderr is not None
    try:
        for index, pixels in enumerate(studio.film(film), 1):
            encoder.stdin.write(np.ascontiguousarray(pixels).data)
            progress(index, len(film.moments))
        encoder.stdin.close()
    except BrokenPipeError:
        pass  # ffmpeg has stopped; its reason is read below
    except BaseException:
        encoder.kill()
        raise
    finally:
        log = encoder.stderr.read().decode("utf-8", "replace").strip()
        encoder.stderr.close()
        encoder.wait()
    if encoder.returncode:
        raise BadFile(f"ffmpeg could not write the film: {log.splitlines()[-1] if log else 'it gave no reason'}")


def why_no_mp4() -> str:
    """Reason why no .mp4 can be written here; empty if it can."""
    try:
        _ffmpeg()
    except Refused as refused:
        return str(refused)
    return ""


def _ffmpeg() -> str:
    path = shutil.which("ffmpeg")
    if path is not None:
        return path
    try:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        raise Refused(
            "nothing here writes .mp4: install ffmpeg, or pip install 'contraption-sandbox[video]', or write a .gif"
        ) from None
