"""How exactly must one build? Every level's recorded solution again, with the player's parts a little off.

python -m tests.tools.tolerance                  each part alone, 3 mm off in each of eight directions
python -m tests.tools.tolerance gears drop --off 6

`sandbox check` says of one level how far each part may be off.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sandbox.design.design import Id
from sandbox.levels.run_facts import Solution
from sandbox.levels.solutions import solution
from sandbox.trials.checks.margins import LEAST
from sandbox.trials.variations import moved, outcome_of, ring

REPLAYS = Path(__file__).parents[2] / "replays"


def outcomes(solved: Solution, parts: Sequence[Id], mm: float) -> list[str]:
    """The outcomes with these parts moved in eight directions, from the right counter-clockwise."""
    return [outcome_of(solved, moved(solved.design, parts, *shift)) for shift in ring(mm)]


def main() -> int:
    options = argparse.ArgumentParser(description="How exactly must one build?")
    options.add_argument("levels", nargs="*", help="names; all, if none is given")
    options.add_argument("--off", type=float, default=LEAST, help="how far the parts are off, in mm")
    given = options.parse_args()
    failed = 0
    for path in sorted(REPLAYS.rglob("*.replay")):
        if given.levels and path.stem not in given.levels:
            continue
        solved = solution(path)
        rows = [("all parts", solved.placed)]
        rows += [(f"{solved.design.part_by_id[part].kind} {part}", (part,)) for part in solved.placed]
        for name, parts in rows:
            found = outcomes(solved, parts, given.off)
            failed += len(found) - found.count("won")
            print(f"{path.stem:<12} {name:<20} {' '.join(found)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
