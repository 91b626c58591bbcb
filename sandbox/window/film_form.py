"""What a film or picture is to be like, as it is asked for in the window: typed words, checked and made into wishes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.window import script
from sandbox.window.camera import Camera
from sandbox.window.picture import LARGEST, MOST_GIF_FRAMES, RATES, SIZES, SMALLEST
from sandbox.window.quantities import parse

FORMATS = {".gif": "GIF film", ".mp4": "MP4 film", ".png": "Picture"}
FRAMES = (10, 15, 20, 25, 30, 50, 60)  # a second, to choose from
PACES = ("1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8")
PIXELS = ((640, 360), (960, 540), (1280, 720), (1920, 1080))
FIT, VIEW, PART = "fit", "view", "part"  # cameras


class How(NamedTuple):
    """How `sandbox render` is to draw something. Times of a film are seconds of its run, `at` is one of the session."""

    size: tuple[int, int] | None = None
    fps: int | None = None
    speed: Fraction = Fraction(1)
    begin: float | None = None
    end: float | None = None
    camera: str = FIT  # as `script.aim` reads it
    run: int | None = None
    at: float | None = None

    def options(self, suffix: str, recorded: bool) -> list[str]:
        """The command line's words for it: those that a file of this kind can have, of a recording or of a level."""
        given: list[tuple[str, object]] = []
        if self.size is not None:
            given.append(("--size", f"{self.size[0]}x{self.size[1]}"))
        if self.camera != FIT:
            given.append(("--camera", self.camera))
        if suffix == ".png":
            given += [("--at", repr(self.at))] if recorded and self.at is not None else []
        else:
            given += [("--fps", self.fps)] if self.fps is not None else []
            given += [("--speed", self.speed)] if self.speed != 1 else []
            given += [("--from", repr(self.begin))] if self.begin is not None else []
            given += [("--to", repr(self.end))] if self.end is not None else []
            given += [("--run", self.run)] if recorded and self.run is not None else []
        return [str(word) for pair in given for word in pair]


class Subject(NamedTuple):
    """What there is to draw at this moment: a run, a view of it, a part that is selected."""

    camera: Camera
    run: int | None = None  # its number, from 1; None: nothing has run
    seconds: float | None = None  # that it has gone on
    at: float = 0.0  # the moment that is shown, in seconds of the session
    part: int | None = None
    title: str = ""  # of the part
    loop: tuple[float, float] | None = None  # of the timeline, in seconds of the run


@dataclass
class FilmForm:
    """What stands in the form's fields; it stays as it is left until the program ends."""

    suffix: str = ".gif"
    size: str = ""  # empty: the usual one
    fps: int = 0  # 0: the usual one
    speed: str = "1"
    begin: str = ""
    end: str = ""
    camera: str = FIT
    around: str = ""  # how much is seen around the part that is followed

    @property
    def film(self) -> bool:
        return self.suffix != ".png"

    @property
    def pixels(self) -> tuple[int, int]:
        """How large it will be.

        Raises:
            Refused: what is typed is no size that can be.
        """
        if not self.size.strip():
            return SIZES[self.suffix]
        width, _, height = self.size.lower().replace("\N{MULTIPLICATION SIGN}", "x").partition("x")
        if not (width.strip().isdecimal() and height.strip().isdecimal() and len(self.size) < 16):
            raise Refused(f"'{self.size}' is no size: say width and height in pixels, as in 1280x720")
        if not all(SMALLEST <= int(side) <= LARGEST for side in (width, height)):
            raise Refused(f"each side of a picture has {SMALLEST} to {LARGEST} pixels")
        return int(width), int(height)

    @property
    def rate(self) -> int:
        """Frames a second."""
        return self.fps or RATES.get(self.suffix, 0)

    def how(self, subject: Subject) -> How:
        """What is asked for.

        Raises:
            Refused: something in it can't be; the sentence for the user.
        """
        size, camera = self.pixels, self._camera(subject)
        if not self.film:
            return How(size, camera=camera, at=subject.at)
        begin, end = self._seconds(self.begin), self._seconds(self.end)
        known = subject.seconds
        last = end if end is not None else known
        if last is not None and (begin or 0.0) >= last:
            raise Refused("the film has to begin before it ends")
        if known is not None and last is not None and last > known + 1e-3:
            raise Refused(f"the run is {known:.2f} s long; there is nothing at {last:g} s of it")
        self._bear(begin, last)
        return How(size, self.rate, script.pace(self.speed), begin, end, camera, subject.run)

    def told(self, subject: Subject) -> str:
        """How long the film will be, as far as it is known."""
        how = self.how(subject)
        last = how.end if how.end is not None else subject.seconds
        width, height = self.pixels
        text = f"{width} \N{MULTIPLICATION SIGN} {height} pixels"
        if not self.film:
            return f"{text}, as it is now"
        if last is None:
            return f"{text}, the level's own run until it is decided"
        seconds, frames = self._length(how.begin, last)
        return f"{text}, {seconds:.1f} s, {frames} frames"

    def _length(self, begin: float | None, last: float) -> tuple[float, int]:
        """Seconds and frames of the film."""
        seconds = float((Fraction(last) - Fraction(begin or 0.0)) / script.pace(self.speed))
        return seconds, int(seconds * self.rate) + 1

    def _bear(self, begin: float | None, last: float | None) -> None:
        """Raises:
        Refused: it would be too long.
        """
        if last is None:
            return
        seconds, frames = self._length(begin, last)
        if seconds > script.LONGEST:
            raise Refused(
                f"a film of {seconds:.0f} s: they go up to {script.LONGEST:.0f} s; show less of the run, or faster"
            )
        if self.suffix == ".gif" and frames > MOST_GIF_FRAMES:
            raise Refused(
                f"a GIF of {frames} frames: they have up to {MOST_GIF_FRAMES}; show less of the run, take fewer "
                "frames a second, or write an MP4"
            )

    def _seconds(self, typed: str) -> float | None:
        if not typed.strip():
            return None
        seconds = parse(typed, "s")
        if seconds is None or not 0.0 <= seconds <= 1e6:
            raise Refused(f"'{typed}' is no time of the run: give seconds, as in 2.5")
        return seconds

    def _camera(self, subject: Subject) -> str:
        camera = subject.camera
        if self.camera == VIEW:
            width = min(script.WIDEST, max(script.NARROWEST, camera.width / camera.zoom))
            return f"{camera.x:.4f},{camera.y:.4f},{width:.4f}"
        if self.camera != PART:
            return FIT
        if subject.part is None:
            raise Refused("select the part first that the camera is to follow, or choose another camera")
        if not self.around.strip():
            return str(subject.part)
        around = parse(self.around, "m")
        if around is None or not script.NARROWEST <= around <= script.WIDEST:
            raise Refused(
                f"'{self.around}' is no width: a camera shows {script.NARROWEST:g} to {script.WIDEST:g} m, as in 1.5 m"
            )
        return f"{subject.part},{around:g}"


__all__ = ["FIT", "FORMATS", "FRAMES", "PACES", "PART", "PIXELS", "VIEW", "FilmForm", "How", "Subject"]
