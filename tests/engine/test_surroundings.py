"""Other surroundings than usual give the recorded bits: no short cut into the engine, and another mathematics.

All recordings run once in processes that have both. Each alone runs over some of them: `test_fallbacks` has the ways
round, and the control here shows that the other mathematics would be noticed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.verify.explain import here
from tests.tools.end_hashes import of_sessions

ROOT = Path(__file__).parents[2]
REPLAYS = sorted((ROOT / "replays").rglob("*.replay"))
PARTS = 6  # processes among which the recordings are divided: no test takes very long then
SESSIONS, TICKS = 2, 1200
ENOUGH = 5  # recordings that end otherwise are no chance
OFF, USED = "off", "off, and used"

OTHER_MATH = """
import math, sys
import numpy as np

EXACT = {"isfinite", "isnan", "isinf", "isclose", "copysign", "nextafter", "ulp", "fabs", "sqrt", "fsum", "fmod",
         "modf", "frexp", "ldexp", "remainder"}

def nudged(function, above):
    def call(*arguments, **more):
        result = function(*arguments, **more)
        return above(result) if isinstance(result, (float, np.floating, np.ndarray)) else result
    return call

mathematics, ways_round, arithmetic, *paths = sys.argv[1:]
upward, upwards = math.nextafter, np.nextafter
for name, function in list(vars(math).items()):
    if callable(function) and not name.startswith("_") and name not in EXACT:
        setattr(math, name, nudged(function, lambda result: upward(result, 9e99)))
for name in ("sin", "cos", "tan", "exp", "log", "power", "hypot", "arctan2", "arccos"):
    setattr(np, name, nudged(getattr(np, name), lambda result: upwards(result, 9e99)))

assert math.sin(1.0) != 0.8414709848078965

from sandbox.design import geometry

if mathematics == "off, and used":
    geometry.cos_sin = lambda angle: (math.cos(angle), math.sin(angle))

from pathlib import Path
import pytest
from tests.engine.ways_round import WAYS_ROUND, first_difference
from tests.tools.end_hashes import of_sessions

for way_round in WAYS_ROUND if ways_round == "all" else ():
    way_round(pytest.MonkeyPatch())
differing = 0
for path in map(Path, paths):
    tick = first_difference(path, arithmetic)
    print(path.stem, tick)
    differing += tick is not None
    if mathematics == "off, and used" and differing > ENOUGH:
        break
if not paths:
    for line in of_sessions(SESSIONS, TICKS):
        print(line)
""".replace("SESSIONS, TICKS", f"{SESSIONS}, {TICKS}").replace("ENOUGH", f"{ENOUGH}")


def output_of(mathematics: str, ways_round: str, *paths: Path) -> list[str]:
    """Return the output of a process whose `math` and numpy are one ulp off: the first tick of each recording that
    differs, or the hashes of generated sessions if none are given.

    Args:
        mathematics: `OFF`, or `USED` if the simulation takes its sines from there; that ends once enough has differed.
        ways_round: "all" of `ways_round.WAYS_ROUND`, or "none".
    """
    command = [sys.executable, "-c", OTHER_MATH, mathematics, ways_round, here().arithmetic, *map(str, paths)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, env=env, capture_output=True, text=True, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return ran.stdout.splitlines()


@pytest.mark.parametrize("part", range(PARTS))
def test_all_ways_round_and_a_mathematics_that_is_one_ulp_off_give_the_recorded_bits(part: int) -> None:
    paths = REPLAYS[part::PARTS]
    assert len(paths) >= 16
    assert output_of(OFF, "all", *paths) == [f"{path.stem} None" for path in paths]


def test_generated_sessions_end_alike_with_a_mathematics_that_is_one_ulp_off() -> None:
    assert output_of(OFF, "none") == [*of_sessions(SESSIONS, TICKS)]


def test_a_simulation_that_takes_its_sines_from_there_is_noticed() -> None:
    """The negative control, with nothing else than usual."""
    lines = output_of(USED, "none", *REPLAYS[::8])
    assert sum(not line.endswith(" None") for line in lines) > ENOUGH
    assert output_of(USED, "none") != [*of_sessions(SESSIONS, TICKS)]
