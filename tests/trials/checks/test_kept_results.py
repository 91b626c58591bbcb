"""Results that are kept from check to check: only what has changed is run again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import Goal, Hint, Par, PartSpec
from sandbox.machine.machine import Machine
from sandbox.parts import check as fit
from sandbox.recording import user_folders
from sandbox.recording.user_seal import UserSeal, user_seal
from sandbox.trials.checks import kept_results
from sandbox.trials.checks.kept_results import Results
from tests.trials.checks.small_level import DROP, LEVEL, answer_of


class Machines:
    """Counts the machines that are built."""

    def __init__(self) -> None:
        self.count = 0

    def taken(self) -> int:
        """Return the count, and begin anew."""
        count, self.count = self.count, 0
        return count


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machines]:
    counter, build = Machines(), Machine.__init__

    def counted(self: Machine, *arguments: object) -> None:
        counter.count += 1
        build(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Machine, "__init__", counted)
    yield counter


def test_a_second_check_runs_no_machine(machines: Machines, tmp_path: Path) -> None:
    first = answer_of(results=Results(tmp_path))
    assert machines.taken() > 100
    second = answer_of(results=Results(tmp_path))
    assert machines.taken() == 0 and second == first
    assert answer_of(results=Results()) == first and machines.taken() > 100, "without a folder all is run"


def test_words_are_not_run_again_and_parts_are(machines: Machines, tmp_path: Path) -> None:
    answer_of(results=Results(tmp_path))
    machines.taken()
    words = replace(
        LEVEL,
        title="Other",
        text="Words",
        scene="harbour",
        par=Par(parts=1),
        hints=(Hint("Here", "crate", 1.0, 1.0),),
        goals=(Goal("It has to be down", LEVEL.goals[0].when),),
    )
    answer = answer_of(words, results=Results(tmp_path))
    assert machines.taken() == 0 and answer.title == "Other"
    moved = fit(replace(LEVEL, parts=(LEVEL.parts[0], PartSpec(2, "floor", 2.0, 1.1, fixed=True))))
    answer_of(moved, results=Results(tmp_path))
    assert machines.taken() > 100
    answer_of(commands=((0, c.Place("tennis_ball", 0.2, 0.6)), DROP[1]), results=Results(tmp_path))
    assert machines.taken() > 50, "another solution; the empty run is the same"


def test_other_code_runs_everything_again(machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer_of(results=Results(tmp_path))
    machines.taken()
    monkeypatch.setattr(kept_results, "_code", lambda: "another program")
    answer_of(results=Results(tmp_path))
    assert machines.taken() > 100


@pytest.mark.parametrize("damage", ["cut", "flipped", "emptied", "of another form"])
def test_a_damaged_entry_is_ignored(damage: str, machines: Machines, tmp_path: Path) -> None:
    first = answer_of(results=Results(tmp_path), margins=False)
    kept = sorted(tmp_path.iterdir())
    assert len(kept) >= 4
    for path in kept:
        data = bytearray(path.read_bytes())
        data[-3] ^= 1
        text = b'"words"'
        path.write_bytes(
            {
                "cut": path.read_bytes()[:-2],
                "flipped": bytes(data),
                "emptied": b"",
                "of another form": user_seal(user_folders.data_dir()).sealed(path.name, text),
            }[damage]
        )
    machines.taken()
    assert answer_of(results=Results(tmp_path), margins=False) == first and machines.taken() >= 3
    assert answer_of(results=Results(tmp_path), margins=False) == first and machines.taken() == 0, "it is whole again"


def test_a_lie_of_somebody_else_is_not_believed(machines: Machines, tmp_path: Path) -> None:
    """All in the folder is well sealed, but with another user's key, and says what that one likes."""
    honest = answer_of(results=Results(tmp_path), margins=False)
    assert honest.sound
    lie, seal = json.dumps({"refused": "", "ticks": 1, "by_hand": True}).encode(), UserSeal(bytes(32))
    for path in tmp_path.iterdir():
        path.write_bytes(seal.sealed(path.name, lie))
    machines.taken()
    assert answer_of(results=Results(tmp_path), margins=False) == honest and machines.taken() >= 3


def test_an_honest_entry_under_another_name_is_not_believed(tmp_path: Path) -> None:
    """That the empty run of one level does not win says nothing of another one."""
    kept = Results(tmp_path)
    for number in (1, 2):
        assert kept.measured("bar", LEVEL, number, int, lambda number=number: number) == number
    one, two = tmp_path.iterdir()
    one.write_bytes(two.read_bytes())
    assert [kept.measured("bar", LEVEL, number, int, lambda number=number: number) for number in (1, 2)] == [1, 2]


def test_the_folder_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_results, "MOST_FILES", 8)
    kept = Results(tmp_path)
    for number in range(20):
        assert kept.measured("bar", LEVEL, number, int, lambda number=number: number) == number
        assert len(list(tmp_path.iterdir())) <= 8
    assert kept.misses == 20 and kept.measured("bar", LEVEL, 19, int, lambda: -1) == 19 and kept.hits == 1


def test_a_folder_that_can_not_be_written_to_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    assert Results(file / "checks").measured("bar", LEVEL, 1, int, lambda: 7) == 7
