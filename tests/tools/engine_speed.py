"""Step time of the portable engine over the stock one's: two processes that take turns, processor time, medians.

    python -m tests.tools.engine_speed FOLDER [--stock FOLDER] [--turns 60] [--only WORD]

FOLDER is where the portable engine is unpacked (`unzip` a wheel of `sandbox engine build --wheel`). Without --stock the
installed engine is the other side. Scenes: piles of bodies that never sleep, and fifty active parts with joints.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

from sandbox.bench import scenes
from sandbox.bench.timing import Stopwatch, bare_steps
from sandbox.machine.machine import Machine
from sandbox.recording import fingerprint
from sandbox.recording.arithmetic_classes import name_of

ROOT = Path(__file__).resolve().parents[2]
SCENES = {
    "50 bodies": lambda: scenes.pile(50),
    "200 bodies": lambda: scenes.pile(200),
    "500 bodies": lambda: scenes.pile(500),
    "1,000 bodies": lambda: scenes.pile(1000),
    "50 active parts": scenes.active,
}
TURN = 10_000  # steps of one body in a turn
SETTLED = 480  # steps before the first turn


class Side:
    """A process that steps a scene with one engine when it is asked to."""

    def __init__(self, folder: Path | None, scene: str) -> None:
        search = [str(path) for path in (folder, ROOT) if path is not None]
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-m", "tests.tools.engine_speed", "--child", scene],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(search)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.arithmetic = self._read()

    def turn(self) -> int:
        """Processor time (ns) of the next turn."""
        assert self._child.stdin is not None
        self._child.stdin.write("turn\n")
        self._child.stdin.flush()
        return int(self._read())

    def close(self) -> None:
        self._child.communicate()

    def _read(self) -> str:
        assert self._child.stdout is not None
        return self._child.stdout.readline().strip()


def child(scene: str) -> None:
    """Step a scene in turns, one for each line on standard input."""
    machine = Machine(SCENES[scene]())
    bare_steps(machine, SETTLED)
    print(fingerprint.arithmetic(), flush=True)
    steps = max(10, TURN // len(machine.space.bodies))
    for _ in sys.stdin:
        with Stopwatch() as turn:
            bare_steps(machine, steps)
        print(turn.ns, flush=True)


def ratio(scene: str, portable: Path, stock: Path | None, turns: int) -> tuple[float, list[str]]:
    """Return the median time of the portable engine over that of the stock one, and the classes of both."""
    sides = [Side(portable, scene), Side(stock, scene)]
    spent: dict[Side, list[int]] = {side: [] for side in sides}
    order = list(sides)
    for _ in range(turns):
        for side in order:
            spent[side].append(side.turn())
        order.reverse()
    for side in sides:
        side.close()
    first, second = (statistics.median(spent[side]) for side in sides)
    return first / second, [name_of(side.arithmetic) for side in sides]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("portable", type=Path, nargs="?")
    parser.add_argument("--stock", type=Path)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--only", default="", metavar="WORD", help="scenes with this in their name")
    parser.add_argument("--child", choices=SCENES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child)
        return 0
    if options.portable is None:
        parser.error("name the folder with the portable engine")
    print(f"{'scene':16} {'ratio':>6}  classes")
    for scene in (name for name in SCENES if options.only in name):
        value, classes = ratio(scene, options.portable, options.stock, options.turns)
        print(f"{scene:16} {value:6.3f}  {' against '.join(classes)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
