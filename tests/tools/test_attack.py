"""The attack on what reads files: some seconds of it with the files of the day, and faults that it must find."""

from __future__ import annotations

import datetime
import json
import random  # noqa: TID251  (seeded)
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tools.attack.doors import COMMANDS, DOORS
from tests.tools.attack.forms import FORMS
from tests.tools.attack.hunt import Child, run_command, shortened

ROOT = Path(__file__).parents[2]


class Honest(random.Random):
    """A chance that never decides for a lie."""

    def random(self) -> float:
        return 0.99


FILES = 25  # of each way in
PLANTED = {
    "raises": "KeyError in planted.py, raises",
    "loops": "more than 20 s of processor time",
    "eats": "MemoryError in planted.py, eats",
    "dies": "death: SIGSEGV",
    "mumbles": "a refusal without a word",
    "waits": "it waits without end",
}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it needs the limits of processes")


def test_the_files_of_the_day_do_no_harm() -> None:
    child = Child()
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    found = []
    try:
        for door in DOORS:
            for seed, fault in child.give(door, [f"{day}:{door}:{number}" for number in range(FILES)]):
                found.append((door, seed, *fault))
    finally:
        child.close()
    assert found == []


@pytest.mark.parametrize("form", sorted(COMMANDS))
def test_a_command_answers_a_changed_file_in_a_sentence(form: str) -> None:
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    assert run_command(COMMANDS[form][0], form, FORMS[form].make(f"{day}:{form}")) is None


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str) -> None:
    child = Child([fault], still=2.0, seconds=1)
    try:
        found = next(child.give(fault, [str(number) for number in range(100)]), None)
    finally:
        child.close()
    assert found is not None and found[1].signature.startswith(PLANTED[fault])


def test_what_is_found_is_reduced_and_kept(tmp_path: Path) -> None:
    fault = "raises"
    arguments = ("--plant", fault, "--minutes", "0.001", "--out", str(tmp_path), "--json")
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.attack", *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 1, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    assert any(finding["signature"].startswith(PLANTED[fault]) for finding in answer["findings"]), answer
    file = Path(answer["findings"][0]["files"][0])
    assert file.stat().st_size < 400
    again = (sys.executable, "-m", "tests.tools.attack", "--plant", fault, "--door", fault, "--again", str(file))
    assert subprocess.run(again, cwd=ROOT, capture_output=True).returncode == 1


def test_the_same_seed_makes_the_same_file() -> None:
    for form in FORMS.values():
        assert form.make("7") == form.make("7")


@pytest.mark.parametrize("form", FORMS)
def test_a_valid_file_comes_through_unchanged_in_meaning(form: str) -> None:
    """Taken apart and put together again it is valid: what is refused later is refused for its change."""
    one = FORMS[form]
    data = one.put_together(Honest(), one.take_apart(one.valid()[0]))
    assert one.take_apart(data) == one.take_apart(one.valid()[0])


def test_a_file_is_made_shorter_as_long_as_it_fails() -> None:
    assert shortened(b"a" * 500 + b"xy" + b"b" * 500, lambda data: b"xy" in data, 500) == b"xy"


def test_a_recording_that_would_begin_with_a_list_is_no_file() -> None:
    form = FORMS["recording"]
    plain = form.take_apart(form.valid()[0])
    with pytest.raises(TypeError, match="begins with bytes"):
        form.put_together(Honest(1), {**plain, "magic": [], "frames": []})
