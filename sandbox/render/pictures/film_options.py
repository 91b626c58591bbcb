"""Options of pictures and films: their units, their ranges, and how each is written.

The command line, the window's form and scripts of levels all fill in `FilmOptions`.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from sandbox.errors import Refused
from sandbox.parts import KINDS
from sandbox.reading.nearest import meant
from sandbox.render.colours import LIGHT, PALETTES
from sandbox.workspace.settings import SCENES

Size = tuple[int, int]  # width and height in pixels

SIZES = {".png": (1280, 720), ".gif": (640, 360), ".mp4": (1280, 720), ".wav": (1280, 720)}
RATES = {".gif": 25, ".mp4": 60, ".wav": 60}  # frames a second, unless asked otherwise
SMALLEST, LARGEST = 16, 7680  # pixels
MOST_FRAMES = 240  # a second
SLOWEST, FASTEST = Fraction(1, 64), Fraction(64)  # times real time
NARROWEST, WIDEST = 0.05, 200.0  # m that a camera shows
LATEST = 1e6  # s of a run
LONGEST = 600.0  # s of a film
MOST_GIF_FRAMES = 1500


class CameraAim(NamedTuple):
    """The aim of a camera: all of the level, a region of it, or a part (or the first of a kind) to follow."""

    part: int = 0
    kind: str = ""
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0  # m; 0: as much as the level is wide


FIT = CameraAim()


class FilmOptions(Struct, frozen=True):
    """Options of a picture or film. A picture takes `at` or `tick`, or shows the last moment of its run.

    `at`, `begin` and `end` are in seconds of the run (the last one, or number `run`), `tick` is one of the session.
    """

    size: Size | None = None  # None: as usual for a file of its kind
    at: float | None = None
    fps: int | None = None
    speed: str = "1"  # times real time, as `pace_of` reads it
    camera: CameraAim = FIT
    begin: float | None = None
    end: float | None = None
    run: int | None = None  # from 1
    theme: str = LIGHT.name  # one of `PALETTES`
    tick: int | None = None
    trails: tuple[CameraAim, ...] = ()  # parts whose way is drawn
    still: bool = False  # reduced motion
    sound: bool = True
    volume: int = 100  # percent
    scenes: str = "full"  # how scenes are drawn: one of `settings.SCENES`
    music: int = 0  # percent: volume of the scene's piece, of that of all sounds; 0: none
    chain: bool = False  # the longest chain of what set off what is drawn at the lower edge
    watch: bool = False  # the film chooses by itself what to show: the way to the goal

    @property
    def silent(self) -> bool:
        return not (self.sound and self.volume)

    def check(self, name: str, suffix: str) -> None:
        """Check all options for a file of this name before anything is read or run.

        Raises:
            Refused: the options do not go together, or are out of range.
        """
        if suffix not in SIZES:
            raise Refused(
                f"can't write '{name}': a picture's name ends in .png, a film's in .gif or .mp4, that of its sound "
                "alone in .wav"
            )
        self._check_ranges(suffix)
        self._check_moments(name, suffix)
        if suffix == ".wav" and self.silent:
            raise Refused(f"{name} would hold nothing: a .wav is the sound alone")

    def _check_ranges(self, suffix: str) -> None:
        width, height = self.size or SIZES[suffix]
        if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
            raise Refused(f"a picture of {width} x {height} pixels: each side goes from {SMALLEST} to {LARGEST}")
        for moment in (self.at, self.begin, self.end):
            if moment is not None and not (math.isfinite(moment) and 0 <= moment <= LATEST):
                raise Refused(f"the time {moment:g} s does not fit: give seconds of the run, 0 or more")
        if self.fps is not None and not 1 <= self.fps <= MOST_FRAMES:
            raise Refused(f"{self.fps} frames a second: a film has 1 to {MOST_FRAMES}")
        pace_of(self.speed)
        if self.tick is not None and not 0 <= self.tick <= 2**53:
            raise Refused(f"there is no tick {self.tick}: they count from 0")
        if self.theme not in PALETTES:
            raise Refused(f"'{self.theme:.40}' is no theme: it is one of {', '.join(PALETTES)}")
        if self.scenes not in SCENES:
            raise Refused(f"'{self.scenes:.40}' is no way to draw scenes: it is one of {', '.join(SCENES)}")
        if not 0 <= self.volume <= 100:
            raise Refused(f"a volume of {self.volume} %: it goes from 0 to 100")
        if not 0 <= self.music <= 100:
            raise Refused(f"music at {self.music} %: it goes from 0 to 100")

    def _check_moments(self, name: str, suffix: str) -> None:
        speed = self.speed if pace_of(self.speed) != 1 else None
        of_films = {"--from": self.begin, "--to": self.end, "--speed": speed}
        camera = self.camera if self.camera != FIT else None
        picture = f"{name} is a picture" if suffix == ".png" else ""
        if self.watch:
            unfit = _first({**of_films, "--at": self.at, "--tick": self.tick, "--camera": camera})
            if picture or unfit:
                reason = picture or f"it takes no {unfit}"
                raise Refused(f"--follow makes a film that chooses by itself what it shows: {reason}")
        for_films = _first({"--fps": self.fps, **of_films})
        if picture and for_films:
            raise Refused(f"{picture} and takes no {for_films}; name its moment by --at, or write a .gif")
        of_pictures = _first({"--tick": self.tick, "--at": self.at})
        if of_pictures and not picture:
            raise Refused(f"{name} is a film and takes no {of_pictures}; say by --from and --to what it shows")
        of_run = _first({"--at": self.at, "--run": self.run})
        if self.tick is not None and of_run:
            raise Refused(f"--tick counts from the start of the session, {of_run} is about a run: give one of both")


def _first(options: dict[str, object]) -> str:
    """Return the name of the first option that is given; empty if none is."""
    return next((name for name, value in options.items() if value is not None), "")


# -- how options are written


def size_of(text: str) -> Size:
    """Read the size of a picture in pixels: "1280x720".

    Raises:
        Refused: it is no size; its range is checked with the other options.
    """
    width, _, height = (word.strip() for word in text.lower().replace("\N{MULTIPLICATION SIGN}", "x").partition("x"))
    if not (width.isdecimal() and height.isdecimal() and len(text) < 16):
        raise Refused(f"'{text:.40}' is no size: give width and height in pixels, as in 1280x720")
    return int(width), int(height)


def pace_of(text: str) -> Fraction:
    """Read a speed, a multiple of real time: "2", "0.5", "1/4".

    Raises:
        Refused: it is no number, or too slow or too fast.
    """
    try:
        speed = Fraction(text)
        if SLOWEST <= speed <= FASTEST:
            return speed
    except (ValueError, ZeroDivisionError):
        pass
    raise Refused(f"'{text}' is no speed: give how many times real time it is, from {SLOWEST} to {FASTEST}, as in 1/4")


def aim_of(text: str) -> CameraAim:
    """Read a camera: "fit"; a part's number or a kind, with a width or without ("7", "7,1.5"); "x,y,width".

    Raises:
        Refused: it says something else.
    """
    if text == "fit":
        return FIT
    first, *others = (word.strip() for word in text.split(","))
    try:
        numbers = [float(word) for word in others]
        width = check_width(numbers[-1]) if numbers else 0.0
        if len(numbers) == 2 and abs(float(first)) <= 1e6 and abs(numbers[0]) <= 1e6:
            return CameraAim(x=float(first), y=numbers[0], width=width)
        if len(numbers) <= 1 and (first in KINDS or int(first) > 0):
            return CameraAim(kind=first, width=width) if first in KINDS else CameraAim(part=int(first), width=width)
    except ValueError:
        pass
    near = meant(first, KINDS) if len(others) <= 1 else ""
    raise Refused(
        f"'{text}' is no camera: say fit, the number or the kind of a part to follow (7, or 7,1.5 to see 1.5 m), or "
        f"x,y,width in metres (1.2,0.8,1.5); a width goes from {NARROWEST:g} to {WIDEST:g}{near}"
    )


def check_width(width: float) -> float:
    """Return a width (m) that a camera can show.

    Raises:
        Refused: it is too small or too large.
    """
    if not NARROWEST <= width <= WIDEST:
        raise Refused(f"{width:g} m is no width: a camera shows {NARROWEST:g} to {WIDEST:g} m")
    return width


def parts_of(text: str) -> tuple[CameraAim, ...]:
    """Read a list of parts, by number or kind: "3,volleyball".

    Raises:
        Refused: a word is neither.
    """
    aims = []
    for word in (word.strip() for word in text.split(",") if text):
        if word not in KINDS and not (word.isdecimal() and 0 < int(word[:10]) <= 10**9):
            near = meant(word, KINDS) or ": give its number or its kind, several as in 3,volleyball"
            raise Refused(f"'{word}' is no part{near}")
        aims.append(CameraAim(kind=word) if word in KINDS else CameraAim(part=int(word)))
    return tuple(aims)


# -- how long a film may be


def check_length(seconds: Fraction | float) -> None:
    """Check the length of a film.

    Raises:
        Refused: it is too long.
    """
    if seconds > LONGEST:
        raise Refused(
            f"a film of {float(seconds):.0f} s is too long: they go up to {LONGEST:.0f} s; show less of the run, or "
            "show it faster"
        )


def check_gif(frames: int) -> None:
    """Check the number of frames of a GIF.

    Raises:
        Refused: there are too many.
    """
    if frames > MOST_GIF_FRAMES:
        raise Refused(
            f"a GIF of {frames} frames is too long: they have up to {MOST_GIF_FRAMES}; show less of the run, take "
            "fewer frames a second, or write an MP4"
        )
