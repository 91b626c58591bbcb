"""Pictures and films of levels and recordings, without a window: PNG, GIF, MP4.

A film steps the session exactly (so many ticks for each frame, leftover 0) and asks no clock: the same file gives
the same pictures.
"""

from __future__ import annotations

import math
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from sandbox import levels, recording
from sandbox.commands import AnyCommand, Start, Stop
from sandbox.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.geometry import Box
from sandbox.machine import Machine
from sandbox.session import Session
from sandbox.window.camera import Camera
from sandbox.window.offscreen import Pixels, Target, ensure_context

Size = tuple[int, int]
Progress = Callable[[int, int], None]  # frames done, frames in all

SIZES = {".png": (1280, 720), ".gif": (640, 360), ".mp4": (1280, 720)}
RATES = {".gif": 25, ".mp4": 60}  # frames a second, unless asked otherwise
SMALLEST, LARGEST = 16, 7680  # pixels
LONGEST = 600.0  # s of a film
MOST_GIF_FRAMES = 1500
_LEVEL_SECONDS = 10.0  # of a level that nobody solves
_AFTERMATH = 1.5  # s that a film goes on after it is decided
_SHADES_FROM = 8  # frames from which a GIF takes its colours
_MARGIN = 0.02


class Moment(NamedTuple):
    """A state of a session: the tick, and how many of its commands have been carried out by then."""

    tick: int
    commands: int


class Script(NamedTuple):
    """What a session does: where it starts from, and the commands with their ticks."""

    design: Design
    seed: int
    commands: list[tuple[int, AnyCommand]]
    ticks: int  # the last tick there is; a level may run on for ever
    endless: bool
    name: str

    @property
    def rate(self) -> int:
        return self.design.world.tick_rate


def render(
    source: Path,
    out: Path,
    size: Size | None = None,
    at: float | None = None,
    fps: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Draw a level or a recording to `out`: a picture (.png) or a film (.gif, .mp4) by its suffix.

    `at` is a time in seconds from the start of the recording, or of a level's run. A picture shows that moment;
    without `at`, the last frame of the recording's last run, or the level at rest. A film shows the last run that
    began before that time, up to it; without `at`, the recording's whole last run, or a level's run until shortly
    after it is decided (10 s at most).

    Raises:
        BadFile: `source` can't be used, or `out` can't be written.
        Refused: a size, time, frame rate or suffix that does not fit; no OpenGL, or nothing that writes films.
    """
    suffix = out.suffix.lower()
    if suffix not in SIZES:
        raise Refused(f"can't write '{out.name}': a picture's name ends in .png, a film's in .gif or .mp4")
    width, height = size or SIZES[suffix]
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise Refused(f"a picture of {width} x {height} pixels: each side goes from {SMALLEST} to {LARGEST}")
    if not out.parent.is_dir():
        raise BadFile(f"{out}: there is no folder '{out.parent}' to write it to")
    if at is not None and not (math.isfinite(at) and 0 <= at <= 1e6):
        raise Refused(f"the time {at:g} s does not fit: give seconds from the start, 0 or more")
    script = _script(source)
    studio = Studio(width, height)
    beside = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        if suffix == ".png":
            _write_png(beside, studio.picture(script, _still(script, at)))
        else:
            film = _film(script, at, fps if fps is not None else RATES[suffix])
            write = _write_gif if suffix == ".gif" else _write_mp4
            write(beside, studio, film, progress or _quiet)
        beside.replace(out)
    except OSError as error:
        raise BadFile(f"{out}: can't be written: {error.strerror or error}") from None
    finally:
        beside.unlink(missing_ok=True)
        studio.close()


def _quiet(done: int, total: int) -> None:
    pass


# -- what to show


def _script(source: Path) -> Script:
    if recording.is_recording(source):
        read = recording.read(source)
        return Script(read.head.design, read.head.seed, list(read.commands), read.ticks, False, str(source))
    return Script(levels.read(source), 0, [(0, Start())], 0, True, str(source))


def _still(script: Script, at: float | None) -> Moment:
    if at is not None:
        return _moment_at(script, at)
    if script.endless:
        return Moment(0, 0)  # at rest, before its Start
    return _end_of_run(script, Moment(script.ticks, len(script.commands)))[1]


def _moment_at(script: Script, at: float) -> Moment:
    tick = round(at * script.rate)
    if not script.endless and tick > script.ticks:
        raise Refused(f"{script.name} is {script.ticks / script.rate:.2f} s long; there is nothing at {at:g} s")
    return Moment(tick, sum(1 for when, _ in script.commands if when <= tick))


def _end_of_run(script: Script, until: Moment) -> tuple[Moment | None, Moment]:
    """The last run that began before a moment: its first moment (None: nothing ever ran) and its last one."""
    begin: Moment | None = None
    end = until
    for index, (tick, command) in enumerate(script.commands[: until.commands]):
        if isinstance(command, Start):
            begin, end = Moment(tick, index + 1), until
        elif isinstance(command, Stop):
            end = Moment(tick, index)
    return begin, end


class Film(NamedTuple):
    """A run to show: its moments, `fps` of them for each second, from the first frame to the last."""

    script: Script
    moments: list[Moment]
    fps: int


def _film(script: Script, at: float | None, fps: int) -> Film:
    if not 1 <= fps <= 240:
        raise Refused(f"{fps} frames a second: a film has 1 to 240")
    if script.endless:
        begin: Moment | None = Moment(0, 1)
        end = Moment(_decided(script) if at is None else round(at * script.rate), 1)
    else:
        until = Moment(script.ticks, len(script.commands)) if at is None else _moment_at(script, at)
        begin, end = _end_of_run(script, until)
    if begin is None:
        raise Refused(f"nothing runs in {script.name}, so there is no film of it; ask for a .png")
    span = end.tick - begin.tick
    if span > LONGEST * script.rate:
        seconds = span / script.rate
        raise Refused(f"a film of {seconds:.0f} s: they go up to {LONGEST:.0f} s; name an earlier end by --at")
    moments = []
    for frame in range(span * fps // script.rate + 1):
        tick = begin.tick + frame * script.rate // fps
        done = sum(1 for when, _ in script.commands[: end.commands] if when <= tick)
        moments.append(Moment(tick, max(begin.commands, done)))
    return Film(script, moments, fps)


def _decided(script: Script) -> int:
    """The tick on which a film of a level ends."""
    session = Session(script.design, script.seed)
    session.do(Start())
    last = round(_LEVEL_SECONDS * script.rate)
    while session.tick < last:
        session.advance()
        if session.outcome != "open":
            return min(last, session.tick + round(_AFTERMATH * script.rate))
    return last


def _play(script: Script, moments: list[Moment]) -> Iterator[Session]:
    """One session, brought to each moment in turn."""
    session = Session(script.design, script.seed)
    done = 0
    for moment in moments:
        for tick, command in script.commands[done : moment.commands]:
            session.advance(tick - session.tick)
            try:
                session.do(command)
            except Refused as error:
                raise BadFile(
                    f"{script.name}: can't be re-run here: at {tick / script.rate:.3f} s, {error}; "
                    "`sandbox verify` tells more"
                ) from None
        done = max(done, moment.commands)
        session.advance(moment.tick - session.tick)
        yield session


# -- drawing


class Studio:
    """A canvas with a target of a fixed size."""

    def __init__(self, width: int, height: int) -> None:
        ensure_context()
        from sandbox.window.canvas import Canvas  # only now: it imports pyglet's graphics

        self.width, self.height = width, height
        self._canvas = Canvas(scale=max(0.6, width / 1280))
        self._target = Target(width, height)
        self._camera = Camera(width, height)
        self._shown: Design | Machine | None = None

    def picture(self, script: Script, moment: Moment) -> Pixels:
        """One moment; the pixels are overwritten by the next drawing."""
        (pixels,) = (self._draw(session) for session in _play(script, [moment]))
        return pixels

    def film(self, film: Film) -> Iterator[Pixels]:
        """Frame after frame; each overwrites the one before."""
        for session in _play(film.script, film.moments):
            yield self._draw(session)

    def close(self) -> None:
        self._target.delete()

    def _draw(self, session: Session) -> Pixels:
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
        canvas.underlay.goals(session.design, [goal.met for goal in session.goals])
        world = session.design.world
        self._camera.fit(Box(0.0, 0.0, world.width, world.height), _MARGIN)
        with self._target as target:
            canvas.draw(0.0, self._camera)
            return target.read()


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
    """One palette for the whole film, from a few frames of it, so that colours do not flicker."""
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
            "-f", "mp4", str(path),
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
        pass  # it has given up, and says why
    except BaseException:
        encoder.kill()
        raise
    finally:
        said = encoder.stderr.read().decode("utf-8", "replace").strip()
        encoder.stderr.close()
        encoder.wait()
    if encoder.returncode:
        raise BadFile(f"ffmpeg could not write the film: {said.splitlines()[-1] if said else 'it gave no reason'}")


def _ffmpeg() -> str:
    found = shutil.which("ffmpeg")
    if found is not None:
        return found
    try:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        raise Refused(
            "nothing here writes .mp4: install ffmpeg, or pip install 'contraption-sandbox[video]', or write a .gif"
        ) from None
