"""How the work of a tick grows with the size of a machine: the lines of our code that are executed, which are the same
on each run and on each computer.

    python -m tests.tools.growth [--parts 100,200,400,800] [--ticks 360] [KIND ...]

A machine is made larger by more copies of the demonstration of each kind, side by side, as a player builds more of the
same on more room. Its work is linear if twice as many copies execute twice as many lines; a function that goes through
all parts, for each of them, executes four times as many.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandbox.authoring.demonstrations.demonstration import PRESSED, Demonstration
from sandbox.bench.kind_costs import subjects
from sandbox.design.design import Design, Link, PartSpec
from sandbox.machine.machine import Machine

HOME = Path(__file__).resolve().parents[2]
_APART = 0.5  # m between two stages


class Site(NamedTuple):
    """A design of many stages, and the parts that are pressed on them, by tick."""

    design: Design
    pressed: dict[int, list[int]]


def site(scenes: Iterable[Demonstration], copies: int) -> Site:
    """Return copies of some demonstrations, in the rows of a square."""
    stages = [scene for scene in scenes for _ in range(copies)]
    world = stages[0].design.world
    width = max(scene.design.world.width for scene in stages) + _APART
    height = max(scene.design.world.height for scene in stages) + _APART
    columns = max(1, round((len(stages) * height / width) ** 0.5))
    parts: list[PartSpec] = []
    links: list[Link] = []
    pressed: dict[int, list[int]] = {}
    first = 0
    for number, scene in enumerate(stages):
        row, column = divmod(number, columns)
        for spec in scene.design.parts:
            x, y = spec.x + column * width, spec.y + row * height
            parts.append(replace(spec, id=spec.id + first, x=x, y=y))
        for link in scene.design.links:
            a, b = (replace(end, part=end.part + first) for end in (link.a, link.b))
            via = tuple(id_ + first for id_ in link.via)
            links.append(replace(link, id=link.id + first, a=a, b=b, via=via))
        if scene.pressed:
            pressed.setdefault(round(PRESSED * world.tick_rate), []).append(scene.pressed + first)
        first += scene.design.next_id
    rows = -(-len(stages) // columns)
    world = replace(world, width=columns * width, height=rows * height)
    return Site(Design(world=world, parts=tuple(parts), links=tuple(links), next_id=first + 1), pressed)


class LineCounter:
    """Counts the lines that are executed of each function below this repository, within a `with` block."""

    def __init__(self) -> None:
        self.lines: Counter[CodeType] = Counter()

    def __enter__(self) -> LineCounter:
        self._before = sys.gettrace()
        sys.settrace(self._enter)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _enter(self, frame: FrameType, event: str, argument: object) -> Any:
        return self._count if frame.f_code.co_filename.startswith(str(HOME)) else None

    def _count(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            self.lines[frame.f_code] += 1
        return self._count


def lines_of(scenes: Iterable[Demonstration], copies: int, ticks: int) -> Counter[CodeType]:
    """Return how many lines of each function are executed in some ticks of a site."""
    design, pressed = site(scenes, copies)
    machine = Machine(design)
    with LineCounter() as counter:
        for tick in range(ticks):
            for id_ in pressed.get(tick, ()):
                if id_ in machine.parts:
                    machine.press(id_)
            machine.tick()
    return counter.lines


def steep(few: Counter[CodeType], many: Counter[CodeType], times: float, least: float) -> dict[str, float]:
    """Return the functions that execute more than `times` as many lines in the second count, and how many times as
    many; leave out those with less than a share `least` of all lines.
    """
    least *= many.total()
    return {
        f"{Path(code.co_filename).relative_to(HOME)}:{code.co_name}": lines / max(1, few[code])
        for code, lines in many.items()
        if lines > least and lines > times * few[code]
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--parts", default="100,200,400,800")
    parser.add_argument("--ticks", type=int, default=360)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    options = parser.parse_args()
    sizes = [int(size) for size in options.parts.split(",")]
    for subject in subjects():
        if options.kinds and subject.key not in options.kinds:
            continue
        each = len(subject.work.design.parts)
        counts = [lines_of([subject.work], max(1, size // each), options.ticks) for size in sizes]
        lines = [count.total() / options.ticks for count in counts]
        print(
            f"{subject.key:20} {' '.join(f'{each:9.0f}' for each in lines)}  x{lines[-1] / lines[-2]:.2f}", flush=True
        )
        for name, times in steep(counts[-2], counts[-1], 2.6, 0.01).items():
            print(f"{'':20} x{times:.2f} {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
