"""Ten levels from ten chapters won in a real browser, by pointer and keys, and their recordings verified here.

``python -m tests.tools.play_in_browsers --node FOLDER`` needs node, a browser, the runtime (`sandbox web build`) and a
folder with the package puppeteer-core (``npm install --no-save puppeteer-core`` there). What is to be built comes from
each level's recorded solution. Parts are taken from the stock by a click, turned and flipped by key, put down by a
click, and moved to the millimetre by arrow keys; links are drawn by clicks from port to port, over wheels. A level
counts if its page says that it is won and `sandbox verify` passes the recording that the page saves.

It exits with 1 unless all do. `--browser firefox-esr` plays in Firefox, which has WebGL only where there is an X
server, even without a window: one is started for it (Debian: xvfb). `--pictures FOLDER` keeps a picture of each.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sandbox.design.design import Design, End, Link
from sandbox.editing import picking, snapping
from sandbox.levels import library
from sandbox.levels.run_facts import Solution
from sandbox.levels.solution_places import solution_beside
from sandbox.levels.solutions import solution
from sandbox.recording import fingerprint
from sandbox.web.page import play
from sandbox.web.runtime import build
from tests.displays import x_server

DRIVER = Path(__file__).with_suffix(".mjs")
TEN = (
    "roll", "trapeze", "over-the-wheel", "gears", "let-go", "press", "going-up", "behind-bars", "mirror-mirror",
    "hole-in-the-wall",
)  # fmt: skip
PATIENCE = 900  # s for a level, on a busy machine without a graphics card


def steps_of(wanted: Solution) -> list[dict[str, Any]]:
    """Return what a person does to build a solution."""
    design = wanted.design
    steps = [_placing(design, id_) for id_ in wanted.placed]
    return steps + [_joining(design, link) for link in design.links if not link.fixed]


def _placing(design: Design, id_: int) -> dict[str, Any]:
    spec = design.part_by_id[id_]
    item = design.stock_items[spec.item or spec.kind]
    degrees = math.degrees(math.remainder(spec.angle - item.angle, math.tau))
    turns = round(degrees / snapping.TURN)
    little = round(degrees - turns * snapping.TURN)
    return {
        "place": spec.item or spec.kind, "x": spec.x, "y": spec.y, "turns": turns, "little": little, "flip": spec.flip,
    }  # fmt: skip


def _joining(design: Design, link: Link) -> dict[str, Any]:
    wheels = [picking.wheel_of(design.part_by_id[part]) for part in link.via]
    over = [(wheel.x, wheel.y + 0.8 * wheel.r) for wheel in wheels if wheel is not None]
    return {"link": link.kind, "points": [_port(design, link.a), *over, _port(design, link.b)]}


def _port(design: Design, end: End) -> tuple[float, float]:
    socket = picking.socket_of(design, end)
    assert socket is not None
    return socket.x, socket.y


def levels_by_name() -> dict[str, Path]:
    """Return the bundled levels by their names."""
    return {path.stem: path for path in library.bundled_levels()}


def plan(name: str, folder: Path, runtime: Path) -> dict[str, Any]:
    """Make the page of a level, and return what is to be done in it."""
    level = levels_by_name()[name]
    recording = solution_beside(level)
    assert recording is not None
    page = folder / f"{name}.html"
    play.write(level, page, runtime, play.PlayOptions())
    return {"name": name, "page": str(page), "steps": steps_of(solution(recording))}


@contextmanager
def surroundings(browser: str) -> Iterator[dict[str, str]]:
    """The environment that a browser needs to draw with WebGL 2."""
    if "firefox" not in browser:
        yield dict(os.environ)
        return
    with x_server() as display:
        yield {**os.environ, "DISPLAY": display}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play levels; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", nargs="*", default=TEN)
    parser.add_argument("--node", type=Path, required=True, help="a folder with puppeteer-core")
    parser.add_argument("--browser", default="chromium")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--recordings", type=Path, help="keep the recordings in this folder")
    options = parser.parse_args(arguments)
    runtime, failed = build.build(), 0
    portable = fingerprint.portable_version(fingerprint.engine_file().read_bytes()) is not None
    passing = ("pass",) if portable else ("pass", "drift")
    with tempfile.TemporaryDirectory() as temporary, surroundings(options.browser) as environment:
        folder = options.recordings or Path(temporary)
        for name in options.levels:
            (folder / "plan.json").write_text(json.dumps(plan(name, folder, runtime)), "utf-8")
            shot = [str(options.pictures / f"{name}.png")] if options.pictures is not None else []
            command = ["node", str(DRIVER), options.browser, str(folder / "plan.json"), str(folder), *shot]
            played = subprocess.run(
                command, cwd=options.node, env=environment, capture_output=True, text=True, timeout=PATIENCE
            )
            recording = folder / f"{name}.replay"
            verdict = _verified(recording) if played.returncode == 0 else "not verified"
            (folder / f"{name}.html").unlink()
            print(f"{name}: {played.stdout.strip() or played.stderr.strip()[-600:]}; {verdict}", flush=True)
            failed += played.returncode != 0 or not verdict.startswith(passing)
    print(f"{len(options.levels) - failed} of {len(options.levels)} levels won in {options.browser}, and verified here")
    return 1 if failed else 0


def _verified(recording: Path) -> str:
    ran = subprocess.run([sys.executable, "-m", "sandbox", "verify", str(recording)], capture_output=True, text=True)
    return ((ran.stdout or ran.stderr).strip().splitlines() or [""])[0]


if __name__ == "__main__":
    sys.exit(main())
