"""Writes frames as files: PNG, GIF, MP4. Nothing is drawn here."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from sandbox.errors import BadFile, Refused
from sandbox.reading.shared_pictures import KEYWORD
from sandbox.render.pictures.film_options import check_gif
from sandbox.render.pictures.film_plan import Film
from sandbox.render.pictures.film_player import events_of
from sandbox.render.pictures.offscreen import Pixels
from sandbox.tasks import programs
from sandbox.tasks.progress import ShowProgress

if TYPE_CHECKING:
    from sandbox.render.pictures.studio import Studio


_SHADES_FROM = 8  # frames from which a GIF takes its colours, besides those of
_MOST_FLASHES = 2
_COLOURS = 255  # of a GIF; the last of 256 means that a pixel stays as it was


def write_png(path: Path, pixels: Pixels, shared: str = "") -> None:
    """Write a picture, which may hold a shared text: see `reading.shared_pictures`."""
    texts = PngInfo()
    if shared:
        texts.add_text(KEYWORD, shared)
    # Level 1 is more than twice as fast as the default, for a tenth more bytes.
    image = Image.fromarray(np.ascontiguousarray(pixels[:, :, :3]))
    image.save(path, "PNG", compress_level=6 if shared else 1, pnginfo=texts)


def write_gif(path: Path, studio: Studio, film: Film, progress: ShowProgress) -> None:
    """Write a film that repeats, with 256 colours and no sound.

    Raises:
        Refused: it would have too many frames.
    """
    total = len(film.moments)
    check_gif(total)
    palette = _palette(studio, film)
    frames = []
    for pixels in studio.film(film):
        frame = Image.fromarray(np.ascontiguousarray(pixels[:, :, :3]))
        frames.append(frame.quantize(palette=palette, dither=Image.Dither.NONE))
        progress(len(frames), total)
    # A GIF counts hundredths of a second: spread the remainders, so that the whole keeps its time.
    clock = [round(100 * index / film.fps) for index in range(total + 1)]
    durations = [10 * (b - a) for a, b in pairwise(clock)]
    # `optimize` leaves out what is as it was in the frame before, if the palette has a colour to spare for that.
    frames[0].save(path, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=True)


def _palette(studio: Studio, film: Film) -> Image.Image:
    """Build one palette for the whole film, from a few frames of it, so that colours do not flicker."""
    step = max(1, len(film.moments) // _SHADES_FROM)
    # A flash has colours that nothing else has, and is over before most of the other frames.
    chosen = {*range(0, len(film.moments), step), *_flashes(film)}
    frames = sorted(chosen)
    views = tuple(film.views[index] for index in frames) if film.views else ()
    some = film._replace(moments=[film.moments[index] for index in frames], views=views, card=None)
    strip = np.concatenate([pixels[::2, ::2, :3].copy() for pixels in studio.film(some)])
    # The median cut spends its colours on the paper's shades and turns red balls brown; the octree does not.
    return Image.fromarray(strip).quantize(_COLOURS, method=Image.Quantize.FASTOCTREE)


def _flashes(film: Film) -> set[int]:
    """Indices of frames that show the first explosions."""
    times = [index for index, event in events_of(film) if event.what == "exploded"][:_MOST_FLASHES]
    frames = {index + round(seconds * film.fps) for index in times for seconds in (0.0, 0.1, 0.25)}
    return {index for index in frames if index < len(film.moments)}


def write_mp4(path: Path, studio: Studio, film: Film, progress: ShowProgress, sound: Path | None = None) -> None:
    """Write a film in all colours; `sound` is a WAV file as long as the film.

    Raises:
        BadFile: ffmpeg could not write it.
        Refused: there is no ffmpeg.
    """
    audio = ["-i", f"file:{sound}", "-c:a", "aac", "-b:a", "128k"] if sound is not None else []
    encoder = subprocess.Popen(
        [
            ffmpeg(), "-y", "-loglevel", "error",
            "-f", "rawvideo", "-pix_fmt", "rgba", "-s", f"{studio.width}x{studio.height}", "-r", str(film.fps),
            "-i", "-", *audio,
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


def join_mp4(films: Sequence[Path], out: Path) -> None:
    """Write films that `write_mp4` has made, of one size and rate, one after the other as one file.

    Raises:
        BadFile: ffmpeg could not write it.
        Refused: there is no ffmpeg.
    """
    listed = films[0].with_suffix(".txt")
    quoted = (str(film).replace("'", "'\\''") for film in films)
    listed.write_text("".join(f"file 'file:{film}'\n" for film in quoted), "utf-8")
    ran = subprocess.run(
        [
            ffmpeg(), "-y", "-loglevel", "error", "-f", "concat", "-safe", "0", "-protocol_whitelist", "file",
            "-i", f"file:{listed}", "-c", "copy", "-movflags", "+faststart", "-f", "mp4", f"file:{out}",
        ],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    listed.unlink()
    log = ran.stderr.decode("utf-8", "replace").strip()
    if ran.returncode:
        raise BadFile(f"ffmpeg could not join the films: {log.splitlines()[-1] if log else 'it gave no reason'}")


def why_no_mp4() -> str:
    """Return why no .mp4 can be written here; empty if one can."""
    try:
        ffmpeg()
    except Refused as refused:
        return str(refused)
    return ""


def ffmpeg() -> str:
    """Return the path of ffmpeg.

    Raises:
        Refused: there is none; the sentence says what to install.
    """
    path = programs.find("ffmpeg")
    if path is not None:
        return path
    try:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        raise Refused(
            "nothing here writes .mp4: install ffmpeg, or type `pip install imageio-ffmpeg`, or write a .gif (its "
            "sound alone goes into a .wav)"
        ) from None
