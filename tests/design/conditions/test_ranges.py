"""The numbers of conditions: those that would make a goal always true, or never, are refused wherever it is made."""

from __future__ import annotations

import typing
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design import design as d
from sandbox.design.conditions import CONDITIONS as BY_NAME
from sandbox.design.conditions.condition import Condition, NumberField
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.parts import LevelFacts
from sandbox.parts import check as fit

CONDITIONS = tuple(BY_NAME.values())
COORDINATES = {(d.Beyond, "value"), *((cls, name) for cls in (d.Inside, d.Count) for name in ("x0", "y0", "x1", "y1"))}
NAMED = ("part", "other", "container", "link")  # by an id
LEVEL = fit(
    d.Design(
        "Level",
        parts=(d.PartSpec(1, "tennis_ball", 1.0, 1.0), d.PartSpec(2, "basket", 2.0, 1.0)),
        goals=(d.Goal("Goal", d.Gone(1)),),
        stock={"crate": 1},
        author=True,
    )
)
WITH_NUMBERS = (
    d.Held(1.0, d.Gone(1)), d.Turned(1, 1.0), d.Faster(1, 1.0), d.Distance(1, 2, "less", 1.0), d.Moved(1, 1.0),
    d.Count("crate", 0.0, 0.0, 1.0, 1.0, 2), d.CountContained("crate", 2, 2), d.Tally("balloon", "popped", True, 2),
)  # fmt: skip


def numbers_of(cls: type[Condition]) -> list[str]:
    """The fields of a condition that hold a number that is neither an id nor a coordinate."""
    types = typing.get_type_hints(cls)
    fields = [name for name in cls.__struct_fields__ if types[name] in (int, float) and name not in NAMED]
    return [name for name in fields if (cls, name) not in COORDINATES]


def test_every_number_has_its_range() -> None:
    for cls in CONDITIONS:
        assert sorted(cls.ranges) == sorted(numbers_of(cls)), cls
    assert {type(condition) for condition in WITH_NUMBERS} == {cls for cls in CONDITIONS if cls.ranges}


def beyond_its_ranges(condition: Condition) -> list[Condition]:
    found = []
    for name, (low, high, _) in condition.ranges.items():
        found += [replace(condition, **{name: type(low)(low - 1)}), replace(condition, **{name: high + 1})]
    return found


@pytest.mark.parametrize("condition", WITH_NUMBERS, ids=lambda condition: type(condition).__name__)
def test_a_number_beyond_its_range_is_refused(condition: Condition) -> None:
    """In a level file, within other conditions, as a challenge, as a fail condition, and as a command of an author."""
    good = replace(LEVEL, goals=(d.Goal("Goal", condition),))  # type: ignore[arg-type]
    assert levels.loads(levels.dumps(good)).goals == good.goals
    for wrong in beyond_its_ranges(condition):
        goal: Any = d.Goal("Goal", d.Not(d.All((wrong, d.Gone(1)))))  # type: ignore[arg-type]
        for design in (
            replace(LEVEL, goals=(goal,)), replace(LEVEL, fails=(goal,)), replace(LEVEL, par=d.Par(challenge=goal)),
        ):  # fmt: skip
            with pytest.raises(BadFile, match=r"^(line \d+: )?goal 'Goal': \w+ has \w+ = [-\d.e+]+; it goes from \d"):
                levels.loads(levels.dumps(design))
        with pytest.raises((BadFile, Refused), match="it goes from"):
            c.edit(LEVEL, c.SetGoals((goal,)))


@pytest.mark.parametrize("condition", WITH_NUMBERS, ids=lambda condition: type(condition).__name__)
def test_the_panel_keeps_numbers_in_their_ranges(condition: Condition) -> None:
    fields = [field for field in condition.fields(LevelFacts(LEVEL)) if isinstance(field, NumberField)]
    assert fields
    for field in fields:
        for number in (-1e6, field.low, field.high, 1e6):
            assert field.make(number).refusal() == ""


@pytest.mark.parametrize("count", [-1, 20_001])
def test_the_stock_holds_as_many_as_a_level_can(count: int) -> None:
    for stock in ({"crate": count}, {"own": d.StockItem("crate", count)}):
        with pytest.raises(BadFile, match=f"it holds {count} of '(crate|own)'; a number of parts goes from 0 to 20000"):
            levels.loads(levels.dumps(replace(LEVEL, stock=stock)))
