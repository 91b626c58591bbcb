"""How exactly must one build? Every level's recorded solution again, with the player's parts a little off.

python -m tests.tolerance                  each part alone, 3 mm off in each of eight directions
python -m tests.tolerance gears drop --off 6
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from sandbox import recording
from sandbox.commands import Drag, Grab, Press, Release, Start, Stop
from sandbox.design import Design
from sandbox.session import Session

OFF = 0.003  # m
EIGHT = tuple((math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8))
REPLAYS = Path(__file__).parent.parent / "replays"


class Solution(NamedTuple):
    """What a recording won with: the design of its last run, and what was done while that ran."""

    design: Design
    live: tuple[tuple[int, Press | Grab | Drag | Release], ...]  # with ticks since the start
    ticks: int  # from the start to the win

    @property
    def placed(self) -> tuple[int, ...]:
        """The parts that the player placed."""
        return tuple(part.id for part in self.design.parts if not part.fixed)


def solution(path: Path) -> Solution:
    """The solution in a recording that was won."""
    read = recording.read(path)
    session = Session(read.head.design)
    started, live = 0, []
    for tick, command in read.commands:
        if isinstance(command, Start):
            started, live = tick, []
        elif isinstance(command, Press | Grab | Drag | Release):
            live.append((tick - started, command))
        elif not isinstance(command, Stop):
            session.do(command)
    won = next(mark.tick for mark in read.marks if mark.what == "won")
    return Solution(session.design, tuple(live), won - started)


def outcome(solved: Solution, parts: Iterable[int], dx: float, dy: float) -> str:
    """won, lost or open: the solution once more, with these parts off by that much (m).

    It gets twice its time, and five seconds more.
    """
    off = set(parts)
    design = msgspec.structs.replace(
        solved.design,
        parts=tuple(
            msgspec.structs.replace(part, x=part.x + dx, y=part.y + dy) if part.id in off else part
            for part in solved.design.parts
        ),
    )
    session = Session(design)
    session.do(Start())
    waiting = list(solved.live)
    end = 2 * solved.ticks + 5 * session.tick_rate
    while session.outcome == "open" and session.tick < end:
        while waiting and waiting[0][0] == session.tick:
            session.do(waiting.pop(0)[1])
        session.advance(min(24, waiting[0][0] - session.tick) if waiting else 24)
    return session.outcome


def outcomes(solved: Solution, parts: Iterable[int], off: float = OFF) -> list[str]:
    """What becomes of it with these parts off in each of the eight directions, from the right counter-clockwise."""
    parts = tuple(parts)
    return [outcome(solved, parts, off * x, off * y) for x, y in EIGHT]


def main() -> int:
    options = argparse.ArgumentParser(description="How exactly must one build?")
    options.add_argument("levels", nargs="*", help="names; all, if none is given")
    options.add_argument("--off", type=float, default=1000 * OFF, help="how far the parts are off, in mm")
    given = options.parse_args()
    failed = 0
    for path in sorted(REPLAYS.glob("*.replay")):
        if given.levels and path.stem not in given.levels:
            continue
        solved = solution(path)
        rows = [("all parts", solved.placed)]
        rows += [(f"{solved.design.part_by_id[part].kind} {part}", (part,)) for part in solved.placed]
        for name, parts in rows:
            found = outcomes(solved, parts, given.off / 1000)
            failed += len(found) - found.count("won")
            print(f"{path.stem:<12} {name:<20} {' '.join(found)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
