"""The presentation of a level: for each bar a level that passes it and one that does not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.design.design import Count, Design, Goal, Hint, Inside, PartSpec
from sandbox.parts import check as fit
from sandbox.trials.checks import presentation
from tests.trials.checks.small_level import LEVEL, answer_of, finding_of

PLANTS = tuple(PartSpec(10 + n, "scenery", 0.5 + 0.5 * n, 1.5, fixed=True) for n in range(5))
DRESSED = fit(replace(LEVEL, parts=(*LEVEL.parts, *PLANTS), next_id=20))


def bars(level: Design) -> dict[str, tuple[str, str]]:
    """The grade and the sentence of each bar."""
    return {finding.bar: (finding.grade, finding.text) for finding in presentation.findings(level)}


def test_a_level_that_passes() -> None:
    assert {grade for grade, _ in bars(DRESSED).values()} == {"good"}
    assert bars(DRESSED).keys() == {"texts", "goals", "sizes", "scenery", "picture", "start"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"title": "A title of twenty-five ch."}, "its title has 26 characters, of up to 24"),
        ({"text": "word " * 40}, "its text has 200 characters, of up to 160"),
        ({"hints": (Hint("x" * 91, "crate", 1.0, 1.0),)}, "hint 1 has 91 characters, of up to 90"),
        ({"goals": (Goal("ball " * 13, LEVEL.goals[0].when),)}, "goal 1 has 65 characters, of up to 60"),
    ],
)
def test_long_texts_are_doubted(change: dict[str, object], says: str) -> None:
    grade, text = bars(replace(DRESSED, **change))["texts"]
    assert grade == "doubt" and says in text


def test_a_goal_names_what_is_seen() -> None:
    vague = replace(DRESSED, goals=(Goal("All is well", LEVEL.goals[0].when),))
    assert bars(vague)["goals"] == ("doubt", "a goal names no part that is seen: 'All is well'")
    plural = replace(DRESSED, goals=(Goal("Both crates are down", LEVEL.goals[0].when),))
    assert bars(plural)["goals"][0] == "good"


def test_small_things_are_doubted() -> None:
    assert bars(DRESSED)["sizes"][1].startswith("the smallest loose part is Tennis ball: 67 mm across, 21 px")
    wide = replace(DRESSED, world=replace(DRESSED.world, width=12.0))
    sentence = "too small to be watched: Tennis ball is 67 mm across, 7 px in a picture of 1280; 10 px can be seen"
    assert bars(wide)["sizes"] == ("doubt", sentence)


def test_a_lamp_is_as_large_as_its_shade_not_as_the_cord_that_hangs_from_it() -> None:
    lamp = replace(DRESSED, parts=(*DRESSED.parts, PartSpec(DRESSED.next_id, "lamp", 1.0, 1.0)))
    assert bars(lamp)["sizes"] == bars(DRESSED)["sizes"], "what is smallest is still the ball"


def test_a_bare_level_is_doubted() -> None:
    grade, text = bars(LEVEL)["scenery"]
    assert grade == "doubt" and "0 pieces of scenery" in text


def test_what_a_goal_is_about_has_to_be_in_the_picture() -> None:
    far = fit(replace(DRESSED, parts=(*DRESSED.parts, PartSpec(19, "crate", 5.0, 1.5, fixed=True))))
    goals = (Goal("The crate is in", Inside(19, 0.0, 0.0, 1.0, 1.0)), Goal("Out", Count("crate", 3.0, 0.0, 6.0, 1.0)))
    grade, text = bars(replace(far, goals=goals))["picture"]
    assert (grade, text) == ("doubt", "outside the picture: Crate 19, the region of goal 2")


def test_overlapping_parts_of_a_level_are_doubted() -> None:
    crates = (PartSpec(3, "crate", 3.0, 1.3, fixed=True), PartSpec(4, "crate", 3.05, 1.3, fixed=True))
    level = fit(replace(LEVEL, parts=(*LEVEL.parts, *crates), next_id=5))
    found = finding_of(answer_of(level, None), "overlap")
    assert found.grade == "doubt" and "Crate 3 and Crate 4 by " in found.text
    assert found.figures["pairs"][0]["a"] == 3
    assert finding_of(answer_of(commands=None), "overlap").grade == "good"


def test_a_part_that_starts_far_outside_is_named() -> None:
    assert presentation.why_outside(DRESSED) == ""
    first, *others = DRESSED.parts
    for x, y in ((-10.5, 1.0), (1.0, -10.5), (DRESSED.world.width + 10.5, 1.0), (1.0, DRESSED.world.height + 10.5)):
        far = replace(DRESSED, parts=(replace(first, x=x, y=y), *others))
        grade, text = bars(far)["start"]
        assert grade == "bad"
        assert "more than 10 m outside of the level" in text and f"x {x:g}, y {y:g} m" in text
        assert presentation.why_outside(far) == text
