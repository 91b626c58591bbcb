"""Two real windows side by side on one display, in which two people play together by mouse and keys, filmed.

``python -m tests.tools.two_windows FILM.mp4`` hosts the level *Hello* in the left window, joins it in the right one
with the line that was pasted, lets each build a part of the machine and the host run it, and then lets both race; it
films all of that. `--pictures FOLDER` keeps a picture of each scene; `--theme` and `--scale` are those of both.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import imageio_ffmpeg
from PIL import ImageGrab

from sandbox.design.design import End, Link, PartSpec
from sandbox.levels import library
from tests.displays import x_server
from tests.real_window import State, Window
from tests.tools.by_mouse import Person

WIDTH, HEIGHT = 1280, 720  # px of each window
FRAMES = 8  # a second: a display without a graphics card draws no more
BALL, WIRE = PartSpec(0, "bowling_ball", 0.9, 1.5), Link(0, "wire", End(5, "signal"), End(7, "signal"))
Work = Callable[[Person], object]
Scene = Callable[[str], object]  # takes the name of what can be seen now


class Two:
    """A host at the left, who has a level open, and a guest at the right."""

    def __init__(
        self, display: str, folder: Path, level: Path, at_guest: Path | None = None, *, drawn: bool = False,
        look: str = "",
    ) -> None:  # fmt: skip
        """`at_guest` is the level that the guest has open; None: he is at his first screen. `look` is added to the
        settings of both."""
        for name in ("host", "guest"):
            (folder / name).mkdir()
            (folder / name / "settings.toml").write_text(f"lesson_over = true\n{look}")
        places = ((0, 0, WIDTH, HEIGHT), (WIDTH, 0, WIDTH, HEIGHT))
        self.host = Window(display, folder / "host", level, drawn, place=places[0])
        self.guest = Window(display, folder / "guest", at_guest, drawn, place=places[1])
        self.both = self.host, self.guest

    def close(self) -> None:
        for window in self.both:
            if window.process.poll() is None:
                window.process.kill()
            window.process.wait()

    def until(self, wanted: Callable[[State], object]) -> None:
        """Wait until both show something."""
        for window in self.both:
            window.until(wanted)

    # -- what they do

    def meet(self, scene: Scene, game: str = "together") -> None:
        """Open the host's level to others, by clicks, and join with the line, which the host has on the clipboard."""
        self._open_sheet(self.host, "Bo")
        self.host.click(f"together.game.{game}")
        self.host.click("together.host")
        self.host.until(lambda state: state["invitation"])
        self._open_sheet(self.guest, "Ann")
        self.guest.click("together.line")
        self.guest.key("ctrl+a")
        self.guest.key("ctrl+v")
        self.guest.until(lambda state: state["typing"])
        scene("invited")
        self.guest.click("together.join")
        self.host.move("menu.Help")  # what the sheet shows grows with the guest's coming: it is closed by key
        self.host.key("Escape")
        self.host.until(lambda state: state["dialog"] is None)

    def _open_sheet(self, window: Window, name: str) -> None:
        if window.fresh()["screen"] == "chooser":
            window.click("chooser.together")
        else:
            window.move("menu.Help")  # the keys go to where the pointer is
            window.key("ctrl+alt+p")
        window.until(lambda state: state["dialog"] == "together")
        window.click("together.name")
        window.key("ctrl+a")
        window.type(name)

    def build_together(self, scene: Scene, at_host: Work, at_guest: Work) -> None:
        """Let both do some work, one after the other; then the host runs the machine, and both see it win."""
        self.until(lambda state: state["screen"] == "editor" and len(state["people"]) == 2)
        self.guest.until(lambda state: state["dialog"] is None)
        for window, work, name in ((self.host, at_host, "host builds"), (self.guest, at_guest, "guest builds")):
            steps = window.fresh()["steps"]
            work(Person(window))
            self.until(lambda state, steps=steps: state["steps"] > steps)  # type: ignore[misc]
            scene(name)
        self.host.move((1.6, 1.6))
        self.host.key("space")
        self.until(lambda state: state["running"])
        scene("running")
        self.until(lambda state: state["outcome"] == "won")

    def throw(self, scene: Scene) -> None:
        """Let the guest hold the ball in the running machine that both have won."""
        x, y, _ = self.guest.fresh()["now"]["8"]
        self.guest.do("mousemove", *self.guest.at((x, y)), "sleep", 0.2, "mousedown", 1)
        self.guest.until(lambda state: state["held"] == 8)
        self.guest.do("mousemove", *self.guest.at((x - 0.4, y + 0.7)), "sleep", 1.5)
        scene("held")
        self.guest.do("mouseup", 1)

    def race(self, scene: Scene) -> None:
        """Let both race in the level, which the guest wins."""
        self.host.move("menu.Help")
        self.host.key("ctrl+alt+l")
        self.until(lambda state: not state["people"] and not state["working"])
        self.meet(scene, "race")
        self.until(lambda state: len(state["race"]) == 2)
        self.host.click("race.begin")
        self.until(lambda state: state["race_begun"] and len(state["parts"]) == 17)
        self.guest.until(lambda state: state["dialog"] is None)
        Person(self.host).place(BALL)
        person = Person(self.guest)
        person.place(BALL)
        scene("racing")
        person.join(WIRE, "drag")
        self.guest.key("space")
        self.until(lambda state: state["verdict"])
        scene("race won")


@contextmanager
def film(display: str, path: Path) -> Iterator[None]:
    """Film the display while something goes on."""
    ffmpeg = imageio_ffmpeg.get_ffmpeg_exe()
    size = f"{2 * WIDTH}x{HEIGHT}"
    grab = ["-f", "x11grab", "-framerate", str(FRAMES), "-video_size", size, "-i", display]
    code = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
    maker = subprocess.Popen([ffmpeg, "-v", "error", "-y", *grab, *code, str(path)], stdin=subprocess.PIPE)
    try:
        yield
    finally:
        maker.communicate(b"q")


def main() -> None:
    options = argparse.ArgumentParser(description="Two people play together in two windows, filmed.")
    options.add_argument("film", type=Path, help="the film to make, an .mp4")
    options.add_argument("--pictures", type=Path, help="a folder for a picture of each scene")
    options.add_argument("--theme", default="light", help="the theme of both windows")
    options.add_argument("--scale", type=int, default=100, help="the size of the interface in both windows, in percent")
    asked = options.parse_args()

    def scene(name: str) -> None:
        print(name, flush=True)
        if asked.pictures is not None:
            asked.pictures.mkdir(parents=True, exist_ok=True)
            ImageGrab.grab(xdisplay=display).save(asked.pictures / f"{name}.png")

    look = f'theme = "{asked.theme}"\nscale = {asked.scale}\n'
    with x_server(f"{2 * WIDTH}x{HEIGHT}") as display, tempfile.TemporaryDirectory() as folder:
        two = Two(display, Path(folder), library.bundled_dir() / "hello.toml", drawn=True, look=look)
        try:
            with film(display, asked.film):
                two.meet(scene)
                two.build_together(scene, lambda person: person.place(BALL), lambda person: person.join(WIRE, "drag"))
                scene("won")
                two.throw(scene)
                two.race(scene)
        finally:
            two.close()


if __name__ == "__main__":
    main()
