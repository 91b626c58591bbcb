"""Groups of parts: who is edited together, and what a group leaves in files and in what depends on a level."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.design.design import Design, canonical_text, from_plain, to_plain
from sandbox.design.groups import free_number, members, with_groups, without_single
from sandbox.levels import levels
from tests.hands import workshop


def grouped(*numbers: int) -> Design:
    """A workshop of which the parts have these group numbers."""
    design = workshop().design()
    pairs = zip(design.parts, numbers, strict=True)
    return replace(design, parts=tuple(replace(spec, group=number) for spec, number in pairs))


def test_parts_with_the_same_number_are_edited_together() -> None:
    design = grouped(0, 4, 4)
    assert members(design, 2) == members(design, 3) == (2, 3)
    assert members(design, 1) == (1,), "no group has the number 0"
    assert members(design, 77) == (77,), "a link, or what is gone"
    assert with_groups(design, (3, 1)) == (3, 1, 2)


def test_a_player_has_no_group_with_what_belongs_to_the_level() -> None:
    design = grouped(1, 1, 1)
    level = replace(design, stock={}, parts=(replace(design.parts[0], fixed=True), *design.parts[1:]))
    assert members(level, 2) == (2, 3)
    assert members(level, 1) == (1,)
    assert members(replace(level, author=True), 2) == (1, 2, 3)


def test_numbers_are_used_again_and_single_parts_are_in_no_group() -> None:
    assert free_number(grouped(2, 2, 0).parts) == 1
    assert free_number(grouped(1, 1, 2).parts) == 3
    assert [spec.group for spec in without_single(grouped(1, 1, 2)).parts] == [1, 1, 0]
    whole = grouped(0, 1, 1)
    assert without_single(whole) is whole


def test_groups_are_kept_in_files_and_no_group_leaves_no_trace() -> None:
    alone, together = grouped(0, 0, 0), grouped(0, 1, 1)
    assert from_plain(to_plain(together)) == together
    assert levels.loads(levels.dumps(together)) == together
    assert "group" not in levels.dumps(alone) + canonical_text(alone)
    assert levels.digest(together) == levels.digest(alone), "it is the same level to play"
