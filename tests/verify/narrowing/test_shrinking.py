"""A recording that differs, or ends the program, becomes a small one that does so too."""

import json
import shutil
from pathlib import Path

import pytest

from sandbox.verify.narrowing.cases import Case
from sandbox.verify.narrowing.reducer import Reducer
from tests.verify.narrowing.planted import PlantedHistory


def test_a_difference_is_kept_and_all_else_goes(history: PlantedHistory) -> None:
    ran = history.sandbox("shrink", "small.replay", "-o", "least.replay", "--json")
    assert ran.returncode == 0, ran.stderr
    answer = json.loads(ran.stdout)
    assert answer["is_whole"] and answer["what"].startswith("changed: ")
    assert answer["kinds"]["Soccer ball"] == 1 and sum(answer["kinds"].values()) <= 2
    assert answer["commands"] == ["start"] and answer["after"][3] < answer["before"][3]
    report = json.loads(history.sandbox("verify", "--json", "least.replay").stdout)
    assert (report["verdict"], report["first_bad_tick"]) == ("changed", report["ticks"])
    assert report["difference"]["code"] == ["part:soccer_ball"]
    content = history.sandbox("verify", "--outcome", "small.replay")
    assert content.returncode == 0 and content.stdout.startswith("same-outcome "), content.stdout


def test_what_passes_is_not_shrunk_and_nothing_is_written(history: PlantedHistory, tmp_path: Path) -> None:
    out = tmp_path / "least.replay"
    for arguments, sentence in (
        (("--was", "HEAD"), "run it alike, so there is nothing to shrink"),
        (("--was", "nowhere"), "there is no revision 'nowhere'"),
    ):
        ran = history.sandbox("shrink", "small.replay", "-o", str(out), *arguments)
        assert ran.returncode == 2 and sentence in ran.stderr and not out.exists(), ran.stderr
    ran = history.sandbox("shrink", "small.replay", "-o", "small.replay")
    assert ran.returncode == 2 and "choose another place" in ran.stderr


def test_what_ends_the_program_is_shrunk_to_what_ends_it_in_the_same_way(
    history: PlantedHistory, tmp_path: Path
) -> None:
    """A ball that starts divides by zero in a copy of the program."""
    broken = history._replace(folder=tmp_path / "broken")
    shutil.copytree(history.package, broken.package)
    balls = broken.package / "parts" / "balls.py"
    source = balls.read_text("utf-8")
    head = "class SoccerBall(Ball):\n"
    assert source.count(head) == 1
    planted = "    def start(self, *run):\n        1 // 0\n\n"
    balls.write_text(source.replace(head, head + planted), "utf-8")
    ran = broken.sandbox("shrink", str(history.recording), "-o", str(tmp_path / "least.replay"), "--json")
    assert ran.returncode == 0, ran.stderr
    answer = json.loads(ran.stdout)
    assert answer["what"].startswith("it ends the program: ZeroDivisionError: ") and "`start`" in answer["what"]
    assert answer["kinds"]["Soccer ball"] == 1 and answer["commands"] == ["start"]
    report = broken.sandbox("verify", "--json", str(tmp_path / "least.replay"))
    assert json.loads(report.stdout)["verdict"] == "refused", report.stdout


# -- the reducer, with failures that need no engine


def _case(parts: int = 8, end: int = 1000) -> Case:
    level = {"parts": [{"id": number, "kind": "crate", "x": 1.234, "y": 2.0} for number in range(1, parts + 1)]}
    level |= {"links": [{"id": 20, "kind": "rope", "a": {"part": 3}, "b": {"part": 5}}], "world": {}}
    steps = [{"tick": tick, "do": "undo"} for tick in (5, 70, 400)]
    return Case(level, [*steps, {"tick": 500, "do": "press", "part": 3}], end)


def _needs_two(case: Case) -> Case | None:
    """Fail where parts 3 and 5 are there, and 3 is pressed, and ten ticks follow."""
    ids = {part["id"] for part in case.level["parts"]}
    pressed = [step["tick"] for step in case.steps if step["do"] == "press"]
    return case if {3, 5} <= ids and pressed and case.end >= pressed[-1] + 10 else None


def test_only_what_the_failure_needs_is_left() -> None:
    reducer = Reducer(_needs_two, lambda: True)
    least = reducer.reduce(_case())
    assert least is not None
    assert [(part["id"], part["x"]) for part in least.level["parts"]] == [(3, 1.0), (5, 1.0)]
    assert least.level["links"] == [] and set(least.level) == {"parts", "links"}
    assert least.steps == [{"tick": 0, "do": "press", "part": 3}] and least.end == 10


def test_the_smallest_so_far_is_the_answer_when_the_time_is_up() -> None:
    sizes: list[int] = []

    def fails(case: Case) -> Case | None:
        sizes.append(len(case.level["parts"]))
        return _needs_two(case)

    reducer = Reducer(fails, lambda: len(sizes) < 8)
    least = reducer.reduce(_case(64))
    assert least is not None and len(sizes) == 8 and _needs_two(least)


@pytest.mark.parametrize("parts", [1, 2])
def test_what_does_not_fail_has_no_smaller_one(parts: int) -> None:
    assert Reducer(lambda case: None, lambda: True).reduce(_case(parts)) is None
