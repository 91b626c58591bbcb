"""Goals: each kind as its condition and sentence, and those that have no counterpart."""

import pytest

from sandbox.design.design import (
    All,
    AnyCondition,
    AnyOf,
    Beyond,
    Distance,
    Gone,
    Held,
    Moved,
    Not,
    State,
    Tally,
    Turned,
)  # fmt: skip
from sandbox.levels.formats.tbe_goals import GoalSubject, Strange, died, goal
from sandbox.levels.formats.tbe_read import GoalElement, Thing

SUBJECTS = {
    name: GoalSubject(Thing(type_, 0.0, 0.0, None, None, None, name, {}, 1), id_, kind)
    for name, type_, id_, kind in (
        ("Pin2", "BowlingPin", 3, "polygon"),
        ("ball", "TennisBall", 4, "custom_ball"),
        ("b", "Balloon", 5, "classic_balloon"),
        ("Butterfly", "Butterfly", 6, "classic_butterfly"),
        ("cola", "ColaMintBottle", 7, "cola_bottle"),
        ("555", "Dynamite", 8, "classic_dynamite"),
        ("Tux", "PingusWalkLeft", 9, "classic_walker"),
        ("Snore", "PingusSleeping", 10, "classic_walker"),
    )
}


def aim(type_: str, **properties: object) -> GoalElement:
    return GoalElement(type_, False, {key: str(value) for key, value in properties.items()}, 12)


TURNED = All((Turned(3, 0.01), Not(Gone(3))))


@pytest.mark.parametrize(
    ("of", "condition", "text"),
    [
        (
            aim("distance", object1="Pin2", object2="ball", lessthan=0.27), Distance(3, 4, "less", 0.27),
            "Bowling pin 'Pin2' is less than 0.27 m from Tennis ball 'ball'",
        ),
        (
            aim("distance", object1="Pin2", object2="ball", morethan=1), Distance(3, 4, "more", 1.0),
            "Bowling pin 'Pin2' is more than 1 m from Tennis ball 'ball'",
        ),
        (
            aim("positionchange", object="ball", xbelow=1.5), Beyond(4, "x", "less", 1.5, True),
            "Tennis ball 'ball' is left of x = 1.5 m",
        ),
        (
            aim("positionchange", object="ball", yover=2), Beyond(4, "y", "more", 2.0, True),
            "Tennis ball 'ball' is above y = 2 m",
        ),
        (
            aim("positionchange", object="Pin2", xchanged=""), Moved(3, 0.01, "x"),
            "Bowling pin 'Pin2' has moved sideways",
        ),
        (aim("positionchange", object="Pin2", anglechanged=""), TURNED, "Bowling pin 'Pin2' has turned"),
        (aim("statechange", object="b", statechanged=""), State(5, "popped"), "Balloon 'b' is popped"),
        (
            aim("statechange", object="b", morethan=1), Held(0.3, State(5, "popped")),
            "Balloon 'b' has been popped for a moment",
        ),
        (aim("statechange", object="cola", morethan=2), State(7, "empty"), "Cola mint bottle 'cola' is empty"),
        (aim("statechange", object="555", morethan=2), State(8, "exploded"), "Dynamite '555' blows up"),
        (aim("statechange", object="Butterfly", morethan=2), State(6, "dead"), "Butterfly is hurt"),
        (
            aim("statechange", object="Tux", morethan=10), Held(0.32, State(9, "dead")),
            "Pingus walk left 'Tux' has died",
        ),
        (
            aim("statechange", object="Tux", morethan=8), AnyOf((State(9, "saved"), Held(0.32, State(9, "dead")))),
            "Pingus walk left 'Tux' has come home or died",
        ),
        (aim("statechange", object="Snore", morethan=10), Held(0.32, State(10, "dead")),
         "Pingus sleeping 'Snore' has died"),
        (
            aim("escapedPingusCount", equalmore=3), Tally("classic_walker", "saved", at_least=3),
            "3 or more penguins have come home",
        ),
        (
            aim("escapedPingusCount", lessthan=2.5), Not(Tally("classic_walker", "dead", False, 3)),
            "fewer than 3 penguins are alive",
        ),
    ],
)  # fmt: skip
def test_a_goal_is_a_condition_and_a_sentence(of: GoalElement, condition: AnyCondition, text: str) -> None:
    made = goal(of, SUBJECTS.get)
    assert made.when == condition
    assert made.text == text


def test_anything_may_be_a_move_or_a_turn() -> None:
    made = goal(aim("positionchange", object="ball", anythingchanged=""), SUBJECTS.get).when
    assert isinstance(made, AnyOf) and made.of[0] == Moved(4, 0.001)


@pytest.mark.parametrize(
    "of",
    [
        aim("distance", object1="ball", object2="ball", lessthan=0.1),
        aim("statechange", object="ball", morethan=-1),
        aim("statechange", object="ball", morethan=-1.5),
    ],
)
def test_what_is_so_from_the_start_is_met_there_and_here(of: GoalElement) -> None:
    assert goal(of, SUBJECTS.get).when == AnyOf((Gone(4), Not(Gone(4))))


@pytest.mark.parametrize(
    ("of", "never"),
    [
        (aim("statechange", object="ball", morethan=0), True),
        (aim("statechange", object="b", morethan=3), True),
        (aim("distance", object1="ball", object2="ball", morethan=0.1), True),
        (aim("statechange", object="Tux", morethan=2), False),
        (aim("riddle"), False),
    ],
)
def test_what_can_not_come_there_either_is_told_apart_from_what_is_unknown(of: GoalElement, never: bool) -> None:
    with pytest.raises(Strange) as strange:
        goal(of, SUBJECTS.get)
    assert strange.value.never == never


@pytest.mark.parametrize(("value", "reached"), [(0, "popped"), (0.9, "popped"), (-0.5, "popped")])
def test_a_state_is_counted_in_whole_numbers_towards_zero(value: float, reached: str) -> None:
    assert goal(aim("statechange", object="b", morethan=value), SUBJECTS.get).when == State(5, reached)


def test_dynamite_has_blown_up_a_moment_after_it_blows_up() -> None:
    assert goal(aim("statechange", object="555", morethan=3), SUBJECTS.get).when == Held(0.2, State(8, "exploded"))


def test_a_butterfly_has_a_state_at_once() -> None:
    made = goal(aim("statechange", object="Butterfly", statechanged=""), SUBJECTS.get).when
    assert made == AnyOf((State(6, "dead"), Not(State(6, "dead"))))
    assert died(SUBJECTS["Butterfly"]).when == State(6, "dead")


@pytest.mark.parametrize(
    ("of", "said"),
    [
        (aim("riddle"), "goal riddle"),
        (aim("distance", object1="Pin2", object2="ball"), "goal distance with"),
        (aim("distance", object1="Pin2", object2="ball", lessthan=1, morethan=2), "goal distance with"),
        (aim("distance", object1="Pin2", object2="Pin2", morethan=1), "itself"),
        (aim("distance", object1="Pin2", object2="Pin2", lessthan=0), "itself"),
        (aim("positionchange", object="nobody", xover=1), "about 'nobody', which is not there"),
        (aim("positionchange", object="ball", xover=1, yover=1), "with object, xover, yover"),
        (aim("statechange", object="ball", statechanged=""), "statechange of a TennisBall"),
        (aim("statechange", object="b", morethan=3), "statechange of a Balloon to 4"),
        (aim("statechange", object="Tux", morethan=2), "statechange of a PingusWalkLeft to 3"),
        (aim("statechange", object="Tux", morethan=11), "statechange of a PingusWalkLeft to 12"),
        (aim("statechange", object="Snore", morethan=8), "statechange of a PingusSleeping to 9"),
    ],
)
def test_what_has_no_counterpart_is_named(of: GoalElement, said: str) -> None:
    with pytest.raises(Strange, match=said):
        goal(of, SUBJECTS.get)
