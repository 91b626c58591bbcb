"""The subject of a map: named by its number, its kind or its hint, or refused with a sentence."""

import pytest
from msgspec.structs import replace

from sandbox.errors import Refused
from sandbox.levels import levels, library
from sandbox.levels.solution_files import read_solution
from sandbox.trials.maps.subjects import chosen
from sandbox.trials.variations import PartPose, outcome_at

PATH = next(path for path in library.bundled_levels() if path.stem == "topple")
LEVEL = levels.read(PATH)
SOLVING = read_solution(PATH, None)[0]


def test_a_part_of_the_solution_is_named_by_its_number() -> None:
    number = str(LEVEL.next_id)
    subject = chosen(LEVEL, SOLVING, number)
    assert subject.part == LEVEL.next_id and subject.title == f"Domino {number}"
    own = (PartPose.shifted(subject.design.part_by_id[subject.part], 0.0, 0.0),)
    assert outcome_at(subject.design, own, subject.ticks) == "won"


def test_a_hint_is_named_by_its_number_and_without_a_solution_hints_are_the_machine() -> None:
    hinted, named = chosen(LEVEL, SOLVING, "hint2"), chosen(LEVEL, None, str(LEVEL.next_id + 1))
    assert hinted.part == named.part == LEVEL.next_id + 1 and hinted.design == named.design
    assert not hinted.design.part_by_id[hinted.part].fixed


def test_a_part_of_the_level_is_moved_as_by_its_author() -> None:
    subject = chosen(LEVEL, SOLVING, str(LEVEL.parts[-1].id))
    assert subject.design.author
    pose = PartPose.shifted(subject.design.part_by_id[subject.part], 0.0, 3.0)
    assert outcome_at(subject.design, (pose,), 240) != "refused"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("domino", "parts are a domino: say which by its number"),
        ("99", "there is no part '99'"),
        ("anvil", "there is no part 'anvil'; the solution places"),
        ("hint9", "there is no hint 9: the level has 2"),
    ],
)
def test_what_names_no_part_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        chosen(LEVEL, SOLVING, name)


def test_a_hint_of_a_link_and_a_level_without_goals_are_refused() -> None:
    press = levels.read(next(path for path in library.bundled_levels() if path.stem == "press"))
    with pytest.raises(Refused, match="hint 2 is about a link"):
        chosen(press, None, "hint2")
    with pytest.raises(Refused, match="no goals"):
        chosen(replace(LEVEL, goals=()), SOLVING, "hint1")
