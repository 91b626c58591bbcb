"""The form for a film or picture: typed fields, checked and turned into options."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.reading.quantities import parse
from sandbox.render.camera import Camera
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.encoders import MOST_GIF_FRAMES
from sandbox.render.pictures.film import LARGEST, RATES, SIZES, SMALLEST

FORMATS = {".gif": "GIF film", ".mp4": "MP4 film", ".png": "Picture"}
FRAMES = (10, 15, 20, 25, 30, 50, 60)  # a second, to choose from
PACES = ("1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8")
PIXELS = ((640, 360), (960, 540), (1280, 720), (1920, 1080))
FIT, VIEW, PART = "fit", "view", "part"  # cameras


class How(NamedTuple):
    """Options for `sandbox render`. Times of a film are seconds of its run; a picture is of a tick of the session."""

    size: tuple[int, int] | None = None
    fps: int | None = None
    speed: Fraction = Fraction(1)
    begin: float | None = None
    end: float | None = None
    camera: str = FIT  # as `film_plan.aim` reads it
    run: int | None = None
    tick: int | None = None
    trails: tuple[int, ...] = ()  # parts whose way is drawn
    sound: bool = True
    scenes: str = "full"  # how scenes are drawn: one of `settings.SCENES`
    watch: bool = False  # the film of the way to the goal

    def options(self, suffix: str, recorded: bool) -> list[str]:
        """Return the command-line options that apply to this kind of file, for a recording or for a level."""
        words: list[tuple[str, object]] = []
        if self.size is not None:
            words.append(("--size", f"{self.size[0]}x{self.size[1]}"))
        if self.camera != FIT:
            words.append(("--camera", self.camera))
        if self.trails and recorded:
            words.append(("--trails", ",".join(map(str, self.trails))))
        if suffix == ".png":
            words += [("--tick", self.tick)] if recorded and self.tick is not None else []
        else:
            words += [("--fps", self.fps)] if self.fps is not None else []
            words += [("--speed", self.speed)] if self.speed != 1 else []
            words += [("--from", repr(self.begin))] if self.begin is not None else []
            words += [("--to", repr(self.end))] if self.end is not None else []
            words += [("--run", self.run)] if recorded and self.run is not None else []
        switches = ["--no-sound"] if suffix == ".mp4" and not self.sound else []
        words += [("--scenes", self.scenes)] if self.scenes != "full" else []
        switches += ["--watch"] if self.watch else []
        return [*(str(word) for pair in words for word in pair), *switches]


class FilmSubject(NamedTuple):
    """The run that can be drawn now, a view of it, and the selected part."""

    camera: Camera
    run: int | None = None  # its number, from 1; None: nothing has run
    seconds: float | None = None  # that it has gone on
    tick: int = 0  # the moment that is shown
    part: int | None = None
    title: str = ""  # of the part
    loop: tuple[float, float] | None = None  # of the timeline, in seconds of the run
    trails: tuple[int, ...] = ()  # parts whose way is shown
    scenes: str = "full"  # how the window draws scenes


@dataclass
class FilmForm:
    """The form's fields; they keep their values until the program ends."""

    suffix: str = ".gif"
    size: str = ""  # empty: the usual one
    fps: int = 0  # 0: the usual one
    speed: str = "1"
    begin: str = ""
    end: str = ""
    camera: str = FIT
    around: str = ""  # how much is seen around the part that is followed
    sound: bool = True
    scenes: str = ""  # empty: as the window draws them

    @property
    def film(self) -> bool:
        return self.suffix != ".png"

    @property
    def pixels(self) -> tuple[int, int]:
        """The size of the picture in pixels.

        Raises:
            Refused: the typed size is not valid.
        """
        if not self.size.strip():
            return SIZES[self.suffix]
        width, _, height = self.size.lower().replace("\N{MULTIPLICATION SIGN}", "x").partition("x")
        if not (width.strip().isdecimal() and height.strip().isdecimal() and len(self.size) < 16):
            raise Refused(f"'{self.size}' is no size: type width and height in pixels, as in 1280x720")
        if not all(SMALLEST <= int(side) <= LARGEST for side in (width, height)):
            raise Refused(f"each side of a picture has {SMALLEST} to {LARGEST} pixels")
        return int(width), int(height)

    @property
    def rate(self) -> int:
        """Frames a second."""
        return self.fps or RATES.get(self.suffix, 0)

    def how(self, subject: FilmSubject) -> How:
        """Return the options that the form asks for.

        Raises:
            Refused: a field is not valid; a sentence for the user.
        """
        size, camera = self.pixels, self._camera(subject)
        if not self.film:
            return How(size, camera=camera, tick=subject.tick, trails=subject.trails, scenes=self.style(subject))
        begin, end = self._seconds(self.begin), self._seconds(self.end)
        run_seconds = subject.seconds
        last = end if end is not None else run_seconds
        if last is not None and (begin or 0.0) >= last:
            raise Refused("the film has to begin before it ends")
        if run_seconds is not None and last is not None and last > run_seconds + 1e-3:
            raise Refused(f"the run is {run_seconds:.2f} s long; there is nothing at {last:g} s of it")
        self._bear(begin, last)
        return How(
            size, self.rate, film_plan.pace(self.speed), begin, end, camera, subject.run, trails=subject.trails,
            sound=self.sound, scenes=self.style(subject),
        )  # fmt: skip

    def style(self, subject: FilmSubject) -> str:
        """Return how scenes are drawn: as chosen in the form, otherwise as the window draws them."""
        return self.scenes or subject.scenes

    def summary(self, subject: FilmSubject) -> str:
        """Describe the size and length of the film, as far as they are known."""
        how = self.how(subject)
        last = how.end if how.end is not None else subject.seconds
        width, height = self.pixels
        text = f"{width} \N{MULTIPLICATION SIGN} {height} pixels"
        if not self.film:
            return f"{text}, of this moment"
        if last is None:
            return f"{text}, the level's own run until it is decided"
        seconds, frames = self._length(how.begin, last)
        return f"{text}, {seconds:.1f} s, {frames} frames"

    def _length(self, begin: float | None, last: float) -> tuple[float, int]:
        """Return seconds and frames of the film."""
        seconds = float((Fraction(last) - Fraction(begin or 0.0)) / film_plan.pace(self.speed))
        return seconds, int(seconds * self.rate) + 1

    def _bear(self, begin: float | None, last: float | None) -> None:
        """Check the length of the film.

        Raises:
            Refused: it would be too long.
        """
        if last is None:
            return
        seconds, frames = self._length(begin, last)
        if seconds > film_plan.LONGEST:
            raise Refused(
                f"a film of {seconds:.0f} s is too long: they go up to {film_plan.LONGEST:.0f} s; show less of the "
                "run, or faster"
            )
        if self.suffix == ".gif" and frames > MOST_GIF_FRAMES:
            raise Refused(
                f"a GIF of {frames} frames is too long: they have up to {MOST_GIF_FRAMES}; show less of the run, "
                "take fewer frames a second, or write an MP4"
            )

    def _seconds(self, typed: str) -> float | None:
        if not typed.strip():
            return None
        seconds = parse(typed, "s")
        if seconds is None or not 0.0 <= seconds <= 1e6:
            raise Refused(f"'{typed}' is no time of the run: give seconds, as in 2.5")
        return seconds

    def _camera(self, subject: FilmSubject) -> str:
        camera = subject.camera
        if self.camera == VIEW:
            width = min(film_plan.WIDEST, max(film_plan.NARROWEST, camera.width / camera.zoom))
            return f"{camera.x:.4f},{camera.y:.4f},{width:.4f}"
        if self.camera != PART:
            return FIT
        if subject.part is None:
            raise Refused("select the part first that the camera is to follow, or choose another camera")
        if not self.around.strip():
            return str(subject.part)
        around = parse(self.around, "m")
        if around is None or not film_plan.NARROWEST <= around <= film_plan.WIDEST:
            raise Refused(
                f"'{self.around}' is no width: a camera shows "
                f"{film_plan.NARROWEST:g} to {film_plan.WIDEST:g} m, as in 1.5 m"
            )
        return f"{subject.part},{around:g}"
