"""Pictures and films of levels, runs and recordings, for programmers: as files, as bytes, and in notebooks."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from sandbox.errors import Refused
from sandbox.levels import library

if TYPE_CHECKING:
    from sandbox.api.level import Level
    from sandbox.api.run import Run
    from sandbox.render.pictures.film_options import FilmOptions
    from sandbox.render.pictures.film_plan import Script

_IN_NOTEBOOK = (640, 360)  # px


class Looks(TypedDict, total=False):
    """Options of pictures and films: `size` in pixels; `camera` as "fit", a part ("7", or "7,1.5" to see 1.5 m
    around it), a kind, or "x,y,width" in m; `theme`, "light", "dark" or "colour_blind"; `trails`, the parts whose ways
    are drawn, as in "3,volleyball"."""

    size: tuple[int, int]
    camera: str
    theme: str
    trails: str


class PictureOptions(Looks, total=False):
    """Options of a picture; `at` is the moment that it shows, in s of the run."""

    at: float


class VideoOptions(Looks, total=False):
    """Options of a film: from `begin` to `end` in s of the run, `fps` frames a second, `speed` times real time, as in
    "1/4"; `sound` or none; `follow` lets the film of a won run choose by itself what it shows."""

    begin: float
    end: float
    fps: int
    speed: str
    sound: bool
    follow: bool


class RenderOptions(PictureOptions, VideoOptions, total=False):
    """Options of a picture or a film."""


class Image(bytes):
    """A picture: the bytes of a PNG file, which notebooks show."""

    def __repr__(self) -> str:
        return f"<Image: {len(self)} bytes of PNG>"

    __str__ = __repr__

    def _repr_png_(self) -> bytes:
        return bytes(self)


class Video(bytes):
    """A film: the bytes of an MP4 file, or of a GIF where nothing writes an MP4. Notebooks play it."""

    @property
    def suffix(self) -> str:
        """The ending of the name that a file of it should have."""
        return ".gif" if self.startswith(b"GIF8") else ".mp4"

    def __repr__(self) -> str:
        return f"<Video: {len(self)} bytes of {self.suffix[1:].upper()}>"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        data = base64.b64encode(self).decode()
        if self.suffix == ".gif":
            return f'<img src="data:image/gif;base64,{data}">'
        return f'<video controls loop src="data:video/mp4;base64,{data}"></video>'


def render(source: Level | Run | str | Path, out: str | Path, **options: Unpack[RenderOptions]) -> Path:
    """Draw a level, a run or a recording to a file: a picture (.png), a film (.gif, .mp4) or its sound (.wav).

    A picture shows a level at rest, or the last moment of the last run; a film the whole of that run, or a level's run
    until it is decided. `source` may be a file, or the name of a level that comes with the program.

    Raises:
        BadFile: the source can't be used, or `out` can't be written.
        Refused: options that do not go together; no OpenGL, or no program that writes films.
    """
    from sandbox.render.pictures import film

    drawn = library.find(str(source)) if isinstance(source, str | Path) else source.script()
    film.render(drawn, Path(out), _options(options))
    return Path(out)


def image_of(script: Script, options: PictureOptions, tick: int | None = None) -> Image:
    """Draw a session on a tick; without one, the moment that the options name."""
    return Image(_drawn(script, ".png", {**options, "tick": tick}))


def video_of(script: Script, options: VideoOptions) -> Video:
    """Film the last run of a session, with sound if anything here writes an MP4."""
    from sandbox.render.pictures import encoders

    return Video(_drawn(script, ".gif" if encoders.why_no_mp4() else ".mp4", options))


def for_notebook(source: Level | Run) -> bytes | None:
    """Draw what a notebook shows of a value by itself; None where nothing can be drawn, so that it shows a line."""
    try:
        return source.picture(size=_IN_NOTEBOOK)
    except Refused:
        return None


def _drawn(script: Script, suffix: str, options: Mapping[str, Any]) -> bytes:
    from sandbox.render.pictures import film

    with tempfile.TemporaryDirectory(prefix="sandbox-picture-") as folder:
        out = Path(folder) / f"picture{suffix}"
        film.render(script, out, _options(options))
        return out.read_bytes()


def _options(options: Mapping[str, Any]) -> FilmOptions:
    from sandbox.render.pictures import film_options

    read: dict[str, Any] = {**options}
    if "camera" in read:
        read["camera"] = film_options.aim_of(read["camera"])
    if "trails" in read:
        read["trails"] = film_options.parts_of(read["trails"])
    if "follow" in read:
        read["watch"] = read.pop("follow")
    return film_options.FilmOptions(**read)
