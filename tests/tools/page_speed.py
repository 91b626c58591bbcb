"""Measures a page of bodies that never rest: its size, how soon it shows its first picture, and a frame's JavaScript.

    python -m tests.tools.page_speed                   # more than 100 bodies for 60 s; 1 if a limit is exceeded
    python -m tests.tools.page_speed --seconds 10 --loads 5 --window 360x740

The first picture is timed from the start of the navigation, by the page's own mark; of several loads the least counts,
as other work on the computer only ever adds. A frame's JavaScript is all that `show` does but for the calls of the
graphics card, which is put out of the way; of blocks of frames the least counts, too. Most of it goes into the hall's
jets of air, whose streaks end at what stands in their way.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from sandbox.bench import scenes
from sandbox.levels import levels
from sandbox.tasks.progress import unseen
from sandbox.web.page import make
from sandbox.web.page.chapters import Cut
from sandbox.web.page.make import PageOptions
from tests import chromium
from tests.chromium import Browser

FIRST_PICTURE, FRAME, SIZE = 2.0, 0.2, 1e6  # s, ms and bytes: the limits
_FRAMES = """
(() => {
  player.painter.draw = () => {};
  Mesh.prototype.upload = () => {};
  const { chapter } = player, blocks = [];
  player.play(true);
  for (let block = 0; block < 100; block++) {
    const began = performance.now();
    for (let n = 0; n < 20; n++) {
      player.time = chapter.ticks[(20 * block + n) % chapter.frames] / player.head.rate;
      player.frames++;
      player.show();
    }
    blocks.push((performance.now() - began) / 20);
  }
  player.play(false);
  return Math.min(...blocks);
})()
"""

_MOVING = "new Set(Array.from(player.chapter.moving, (column) => Math.floor(column / 3))).size"


def page_of(folder: Path, seconds: float) -> Path:
    """Make a page of a hall of active parts and their loads, which never rest."""
    level = folder / "hall.toml"
    levels.write(level, scenes.active())
    page = folder / "hall.html"
    make.write(level, page, PageOptions(cut=Cut(end=seconds)), unseen)
    return page


def first_picture(browser: Browser, page: Path) -> float:
    """Return the seconds from the start of a navigation to the first picture."""
    browser.open(page, ready="performance.getEntriesByName('first picture').length > 0")
    return float(browser.evaluate("performance.getEntriesByName('first picture')[0].startTime")) / 1000


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print a line for each figure; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--loads", type=int, default=5)
    parser.add_argument("--window", default="1280x900")
    options = parser.parse_args(arguments)
    width, height = map(int, options.window.split("x"))
    with tempfile.TemporaryDirectory() as temporary, chromium.browser() as browser:
        began = time.process_time()
        page = page_of(Path(temporary), options.seconds)
        print(f"made in {time.process_time() - began:.1f} s of processor time")
        browser.size(width, height)
        browser.open(page)
        print(f"{browser.evaluate(_MOVING)} bodies move")
        soonest = min(first_picture(browser, page) for _ in range(options.loads))
        figures = (
            ("size", page.stat().st_size, SIZE, "bytes"),
            ("first picture", soonest, FIRST_PICTURE, "s"),
            ("a frame's JavaScript", float(browser.evaluate(_FRAMES)), FRAME, "ms"),
        )
    for name, figure, most, unit in figures:
        print(f"{name}: {figure:,.3f} {unit}, at most {most:,g}{'' if figure <= most else ': TOO MUCH'}")
    return 1 if any(figure > most for _, figure, most, _ in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
