"""Random levels under random hands: a minute of it with the seeds of the day, and faults that it must find."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = ("--seconds", "0.1")  # of processor time, after which a step is taken for one that hangs
SESSIONS = 120  # about a minute on one core
PLANTED = {
    "Divides": ("planted_division", "ZeroDivisionError in machine.Machine.act"),
    "Swallows": ("planted_callback", "ZeroDivisionError in "),
    "Hangs": ("planted_loop", "hang in machine.act"),
    "Frees": ("planted_use_after_free", "signal"),
}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sessions are played in forks")


def soak(folder: Path, *arguments: str) -> dict[str, Any]:
    """What the search has come to."""
    command = [sys.executable, "-m", "tests.tools.soak", "--json", "--out", str(folder), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert bool(told["failures"]) == bool(done.returncode)
    return told


def seeds_of(day: datetime.date) -> str:
    """Other ones for each day of the year."""
    first = day.timetuple().tm_yday * 100_000
    return f"{first}:{first + SESSIONS}"


def story(failure: dict[str, Any]) -> str:
    """A failure for who has to mend it: what, and how to see it again, also where the files are gone."""
    reduced = failure["reduced"][0]
    level = Path(reduced["level"])
    return "\n".join((
        f"{failure['count']} × {failure['signature']}, first with seed {reduced['seed']}",
        f"again: python -m tests.tools.soak --wild --seeds {reduced['seed']}",
        f"reduced: {reduced['run'] or reduced['again']}",
        level.read_text("utf-8"), level.with_suffix(".jsonl").read_text("utf-8"), reduced["text"],
    ))  # fmt: skip


def test_nothing_fails_with_the_seeds_of_the_day(tmp_path: Path) -> None:
    seeds = seeds_of(datetime.datetime.now(datetime.UTC).date())
    print(f"python -m tests.tools.soak --wild --seeds {seeds}")
    told = soak(tmp_path, "--wild", "--seeds", seeds, "--patience", "20")
    assert not told["failures"], "\n\n".join(map(story, told["failures"]))
    assert told["sessions"] == SESSIONS and told["replayed"] >= SESSIONS // 10
    assert told["done"] > 10 * SESSIONS and told["ticks"] > 100 * SESSIONS


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found_and_reduced_to_its_part(tmp_path: Path, fault: str) -> None:
    kind, signature = PLANTED[fault]
    told = soak(tmp_path, "--seeds", "140:400", "--plant", fault, *PATIENCE, "--fail-fast")
    failures = [failure for failure in told["failures"] if failure["signature"].startswith(signature)]
    assert failures, told["failures"]
    reduced = failures[0]["reduced"][0]
    assert (reduced["parts"], reduced["links"], reduced["steps"]) == ([kind], [], 1)
    assert "planted.py" in reduced["text"] or fault == "Frees"
    again = [*reduced["again"].replace("python", sys.executable, 1).split(), *PATIENCE]
    assert subprocess.run(again, cwd=ROOT, capture_output=True).returncode == 1
