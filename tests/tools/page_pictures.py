"""Compares what pages show in a real browser with what `sandbox render` draws, at three moments of each recording.

    python -m tests.tools.page_pictures [FILE ...]     # all of replays/ without FILE; exit code 1 if one is off

The look of a page is that of the window if the mean difference is at most 0.3 of 255 and at most 0.05 % of all pixels
are off by more than 8. It prints the worst of each recording.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from sandbox.design.geometry import Box
from sandbox.render.camera import Camera
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_options import CameraAim, FilmOptions
from sandbox.tasks.progress import unseen
from sandbox.web.page import make
from sandbox.web.page.chapters import FPS, Cut, plan
from tests import chromium
from tests.chromium import Browser

WIDTH, HEIGHT = make.USUAL
WINDOW_HEIGHT = 1200  # px: in a window of this height a page's picture is as high as `HEIGHT`
MEAN, OFF, SHARE = 0.3, 8, 0.0005  # of 255; what counts as off; the share of pixels that may be
SHARES = (0.2, 0.5, 0.85)  # of the last run: the moments
Pixels = npt.NDArray[np.int16]


class Difference(NamedTuple):
    """How far a page's picture is from the one that `render` draws."""

    tick: int
    mean: float
    off: float  # share of pixels
    worst: int

    @property
    def alike(self) -> bool:
        return self.mean <= MEAN and self.off <= SHARE


def differences(
    browser: Browser, page: Path, recording: Path, folder: Path, ticks: list[int] | None = None
) -> list[Difference]:
    """Compare a page with pictures of its recording, at these ticks, or at three moments of its last run."""
    script = film_plan.read(recording)
    if ticks is None:
        shots = plan(script, FPS, Cut())[-1].shots
        ticks = [shots[round(share * (len(shots) - 1))].tick for share in SHARES]
    browser.size(WIDTH, WINDOW_HEIGHT)
    browser.open(page)
    moments = []
    for tick in ticks:
        seen = page_picture(browser, tick)
        level = browser.evaluate("player.head.looks[player.chapter.at.look]")
        off = np.abs(seen - rendered(recording, tick, folder, (level["width"], level["height"])))
        largest = off.max(axis=2)
        moments.append(Difference(tick, float(off.mean()), float((largest > OFF).mean()), int(largest.max())))
    return moments


def page_picture(browser: Browser, tick: int) -> Pixels:
    """Return the picture of the open page at a tick: to load it again would compile its shaders again."""
    browser.evaluate(f"location.hash = '#tick={tick}', player.open()")
    browser.wait("!player.dirty && player.frames > 0", seconds=120.0)
    place = browser.evaluate("player.canvas.getBoundingClientRect().toJSON()")
    assert (place["width"], place["height"]) == (WIDTH, HEIGHT)
    place = {name: place[name] for name in ("x", "y", "width", "height")}
    with Image.open(io.BytesIO(browser.picture(place))) as image:
        return np.asarray(image.convert("RGB")).astype(np.int16)


def rendered(recording: Path, tick: int, folder: Path, level: tuple[float, float]) -> Pixels:
    """Return what `render` draws of the whole level at a tick."""
    from sandbox.render.pictures import film

    camera = Camera(WIDTH, HEIGHT)
    camera.fit(Box(0.0, 0.0, *level), make.MARGIN)
    aim = CameraAim(x=camera.x, y=camera.y, width=WIDTH / camera.zoom)
    out = folder / f"{tick}.png"
    film.render(recording, out, FilmOptions(tick=tick, camera=aim, size=(WIDTH, HEIGHT)), unseen)
    with Image.open(out) as image:
        return np.asarray(image.convert("RGB")).astype(np.int16)


def main(names: list[str]) -> int:
    """Compare all recordings, or those that are named; return the exit code."""
    recordings = [Path(name) for name in names] or sorted(Path("replays").rglob("*.replay"))
    bad = 0
    with chromium.browser() as browser, tempfile.TemporaryDirectory() as folder:
        for recording in recordings:
            page = Path(folder) / f"{recording.stem}.html"
            size = make.write(recording, page, make.PageOptions(), unseen)
            moments = differences(browser, page, recording, Path(folder))
            worst = max(moments, key=lambda one: (not one.alike, one.off, one.mean))
            bad += not worst.alike or bool(browser.errors)
            print(
                f"{'ok ' if worst.alike else 'OFF'} {recording} {size // 1000} kB: mean {worst.mean:.3f}, "
                f"{worst.off * 100:.4f} % off, worst {worst.worst}, tick {worst.tick} {browser.errors or ''}",
                flush=True,
            )
    print(f"{len(recordings) - bad} of {len(recordings)} are alike")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
