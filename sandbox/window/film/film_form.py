"""The form for a film or picture: what is typed into its fields becomes options, or is refused in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.reading.quantities import parse
from sandbox.render.camera import Camera
from sandbox.render.pictures import film_options
from sandbox.render.pictures.film_options import NARROWEST, RATES, SIZES, WIDEST, CameraAim, FilmOptions, pace_of
from sandbox.workspace.settings import USUAL_MUSIC

FORMATS = {".gif": "GIF film", ".mp4": "MP4 film", ".png": "Picture"}
FRAMES = (10, 15, 20, 25, 30, 50, 60)  # a second, to choose from
PACES = ("1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8")
PIXELS = ((640, 360), (960, 540), (1280, 720), (1920, 1080))
FIT, VIEW, PART = "fit", "view", "part"  # cameras


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
    music: bool = False
    scenes: str = ""  # empty: as the window draws them

    @property
    def film(self) -> bool:
        return self.suffix != ".png"

    @property
    def pixels(self) -> tuple[int, int]:
        """The size of the picture in pixels.

        Raises:
            Refused: the typed size is none.
        """
        return film_options.size_of(self.size) if self.size.strip() else SIZES[self.suffix]

    @property
    def rate(self) -> int:
        """Frames a second."""
        return self.fps or RATES.get(self.suffix, 0)

    def options(self, subject: FilmSubject) -> FilmOptions:
        """Return the options that the form asks for.

        Raises:
            Refused: a field is not valid; a sentence for the user.
        """
        size, camera, scenes = self.pixels, self._camera(subject), self.style(subject)
        trails = tuple(map(CameraAim, subject.trails))
        if not self.film:
            options = FilmOptions(size, camera=camera, tick=subject.tick, trails=trails, scenes=scenes)
        else:
            options = FilmOptions(
                size, None, self.rate, self.speed, camera, self._seconds(self.begin), self._seconds(self.end),
                subject.run, trails=trails, sound=self.sound, scenes=scenes,
                music=USUAL_MUSIC if self.music else 0,
            )  # fmt: skip
        options.check(f"the {FORMATS[self.suffix]}", self.suffix)
        if self.film:
            self._check_range(options, subject.seconds)
        return options

    def _check_range(self, options: FilmOptions, run_seconds: float | None) -> None:
        """Check that a film shows something of a run of this length, and not too much.

        Raises:
            Refused: it does not.
        """
        last = options.end if options.end is not None else run_seconds
        if last is None:
            return
        if (options.begin or 0.0) >= last:
            raise Refused("the film has to begin before it ends")
        if run_seconds is not None and last > run_seconds + 1e-3:
            raise Refused(f"the run is {run_seconds:.2f} s long; there is nothing at {last:g} s of it")
        seconds, frames = self._length(options.begin, last)
        film_options.check_length(seconds)
        if self.suffix == ".gif":
            film_options.check_gif(frames)

    def style(self, subject: FilmSubject) -> str:
        """Return how scenes are drawn: as chosen in the form, otherwise as the window draws them."""
        return self.scenes or subject.scenes

    def summary(self, subject: FilmSubject) -> str:
        """Describe the size and length of the film, as far as they are known."""
        options = self.options(subject)
        last = options.end if options.end is not None else subject.seconds
        width, height = self.pixels
        text = f"{width} \N{MULTIPLICATION SIGN} {height} pixels"
        if not self.film:
            return f"{text}, of this moment"
        if last is None:
            return f"{text}, the level's own run until it is decided"
        seconds, frames = self._length(options.begin, last)
        return f"{text}, {seconds:.1f} s, {frames} frames"

    def _length(self, begin: float | None, last: float) -> tuple[float, int]:
        """Return seconds and frames of the film."""
        seconds = float((Fraction(last) - Fraction(begin or 0.0)) / pace_of(self.speed))
        return seconds, int(seconds * self.rate) + 1

    def _seconds(self, typed: str) -> float | None:
        if not typed.strip():
            return None
        seconds = parse(typed, "s")
        if seconds is None:
            raise Refused(f"'{typed}' is no time of the run: give seconds, as in 2.5")
        return seconds

    def _camera(self, subject: FilmSubject) -> CameraAim:
        camera = subject.camera
        if self.camera == VIEW:
            width = min(WIDEST, max(NARROWEST, camera.width / camera.zoom))
            return CameraAim(x=camera.x, y=camera.y, width=width)
        if self.camera != PART:
            return film_options.FIT
        if subject.part is None:
            raise Refused("select the part first that the camera is to follow, or choose another camera")
        if not self.around.strip():
            return CameraAim(subject.part)
        around = parse(self.around, "m")
        if around is None:
            raise Refused(f"'{self.around}' is no width: give metres, as in 1.5 m")
        return CameraAim(subject.part, width=film_options.check_width(around))
