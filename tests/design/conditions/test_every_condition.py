"""Each condition answers for itself: what it is called, asks, says, draws and lets an author edit."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

import sandbox
from sandbox import parts
from sandbox.design import conditions
from sandbox.design.conditions import Contained, CountContained
from sandbox.design.conditions.condition import Hollow, NumberField, Pointed
from sandbox.design.conditions.condition import conditions as with_inner
from sandbox.design.design import (
    All,
    AnyCondition,
    AnyOf,
    Beyond,
    Condition,
    Count,
    Design,
    Distance,
    End,
    Faster,
    Goal,
    Gone,
    Held,
    Inside,
    Latched,
    Link,
    LinkState,
    Moved,
    Not,
    PartSpec,
    State,
    Tally,
    Touches,
    Turned,
    Unused,
)
from sandbox.editing.authoring import goal_areas
from sandbox.window.ui.icons import Icon

PACKAGE = Path(str(sandbox.__file__)).resolve().parent
YARD = Design(
    parts=(PartSpec(1, "crate", 1.0, 1.0), PartSpec(2, "balloon", 2.0, 1.0), PartSpec(3, "balloon", 3.0, 1.0),
           PartSpec(4, "basket", 2.0, 0.2), PartSpec(5, "candle", 0.5, 2.0), PartSpec(6, "candle", 1.0, 2.0)),
    links=(Link(7, "fuse", End(5, "fuse"), End(6, "fuse")),),
    next_id=8,
)  # fmt: skip
EACH: dict[AnyCondition, str] = {
    Inside(1, 0.0, 0.0, 1.0, 1.0): "the crate is in the region",
    Count("crate", 0.0, 0.0, 1.0, 1.0): "a crate is in the region",
    Contained(1, 4): "the crate is in the basket",
    CountContained("balloon", 4, 2): "2 of the kind balloon are in the basket",
    Beyond(1, "y", "more", 0.5): "the crate is above 0.50 m",
    Touches(1, 2): "the crate touches balloon 2",
    Distance(2, 3, "less", 0.5): "balloon 2 is nearer than 0.50 m from balloon 3",
    Moved(1, 0.1, "x"): "the crate has moved by 0.10 m to the side",
    Turned(1, 1.0): "the crate has turned by 57\N{DEGREE SIGN}",
    Faster(1, 2.0): "the crate is faster than 2 m/s",
    State(2, "popped", False): "balloon 2 is not popped",
    Tally("balloon", "popped", at_least=2): "2 of the kind balloon are popped",
    LinkState(7, "burnt out", False): "the fuse is not burnt out",
    Gone(2): "balloon 2 is gone",
    Unused("balloon"): "the player does without a balloon",
    All((Gone(2), Gone(3))): "balloon 2 is gone and balloon 3 is gone",
    AnyOf((Gone(2), Gone(3))): "balloon 2 is gone or balloon 3 is gone",
    Held(0.5, Gone(2)): "balloon 2 is gone, for 0.5 s",
    Latched(Gone(2)): "balloon 2 is gone (once is enough)",
    Not(Gone(2)): "not so: balloon 2 is gone",
}


def named(condition: Condition) -> str:
    return str(condition.__struct_config__.tag)


def test_the_table_holds_every_condition() -> None:
    assert {type(condition) for condition in EACH} == {*conditions.CONDITIONS.values()}


@pytest.mark.parametrize("condition", EACH, ids=named)
def test_it_says_itself_and_is_read_from_a_file_as_it_was_written(condition: Condition) -> None:
    assert condition.sentence(parts.LevelFacts(YARD)) == EACH[condition]
    level = parts.check(msgspec.structs.replace(YARD, goals=(Goal("", condition),)))
    assert msgspec.convert(msgspec.to_builtins(level), Design) == level
    assert all(part in level.part_by_id for part in condition.subjects(level))
    assert all(link in level.link_by_id for link in condition.links)


@pytest.mark.parametrize("condition", [one for one in EACH if one.form is not None], ids=named)
def test_its_form_has_its_name_and_an_icon_and_asks_for_what_it_needs(condition: Condition) -> None:
    assert condition.form is not None
    assert condition.form.name == named(condition) and hasattr(Icon, condition.form.icon)
    facts = parts.LevelFacts(YARD)
    pointed = Pointed(2, 3, 4, "balloon", 0.0, 0.0, 1.0, 1.0, "x", "less", 0.3, link=7)
    made = conditions.new(condition.form.name, pointed, facts)
    kinds = [type(inner) for inner in with_inner(made)]
    assert kinds == ([Held, type(condition)] if condition.form.held else [type(condition)])
    parts.check(msgspec.structs.replace(YARD, goals=(Goal("", made),)))


@pytest.mark.parametrize("condition", EACH, ids=named)
def test_its_fields_give_conditions_of_its_kind_that_can_be_asked(condition: Condition) -> None:
    facts = parts.LevelFacts(YARD)
    for field in condition.fields(facts):
        if isinstance(field, NumberField):
            assert field.low <= field.value <= field.high
            others = [field.make(max(field.low, field.value - 0.1)), field.make(field.value + 1.0)]
            assert others[1] != condition, "another number is another condition"
        else:
            assert field.make(field.chosen) == condition
            others = [field.make(index) for index in range(len(field.titles))]
            assert len({*others}) == len(field.titles)
        for other in others:
            assert type(other) is type(condition) and not other.refusal() and not other.misfit(facts)


@pytest.mark.parametrize("condition", EACH, ids=named)
def test_what_it_draws_below_the_parts_is_dragged(condition: Condition) -> None:
    spots = goal_areas.handles(YARD, condition, 0)
    area = condition.area(YARD, goal_areas.AsPlaced(YARD))
    assert bool(spots) == (area is not None and not isinstance(area, Hollow)), "a hollow goes with its container"
    for spot in spots:
        start = spot.x, spot.y
        after = goal_areas.dragged(YARD, condition, spot.target.name, start, (spot.x + 0.25, spot.y + 0.25))
        assert type(after) is type(condition) and after != condition
        assert goal_areas.dragged(YARD, after, "all", start, start) is not condition


def test_a_condition_without_a_sentence_or_a_test_is_none() -> None:
    class Empty(Condition, frozen=True, tag="empty"):
        canonical_name = "Empty"

    with pytest.raises(NotImplementedError):
        Empty().sentence(parts.LevelFacts(YARD))
    with pytest.raises(NotImplementedError):
        Empty().test(None, np.zeros(1), ())  # type: ignore[arg-type]
    assert (Empty().parts, Empty().inner, [*Empty().fields(parts.LevelFacts(YARD))]) == ((), (), [])


# -- nothing else knows one by name

# Who may: importers of other games write conditions down; `design` passes the names on.
MAY_NAME = ("design/conditions/", "design/design.py", "levels/formats/")


def names_of_conditions(source: str) -> Iterator[str]:
    """The conditions that a module imports or speaks of."""
    classes = {cls.__name__ for cls in conditions.CONDITIONS.values()}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and re.match(r"sandbox\.design\b", node.module or ""):
            yield from (alias.name for alias in node.names if alias.name in classes)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("design", "conditions", "document"):
            yield from {node.attr} & classes


def test_no_module_knows_a_condition_by_name() -> None:
    modules = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    outside = {name: path for name, path in modules.items() if not name.startswith(MAY_NAME)}
    assert len(outside) > 150
    named_by = {name: [*names_of_conditions(path.read_text("utf-8"))] for name, path in outside.items()}
    assert {name: names for name, names in named_by.items() if names} == {}


@pytest.mark.parametrize(
    "source",
    [
        "from sandbox.design.design import Design, Held",
        "from sandbox.design.conditions.places import Inside",
        "conditions.All",
    ],
)
def test_a_module_that_knows_one_would_be_caught(source: str) -> None:
    assert len([*names_of_conditions(source)]) == 1
