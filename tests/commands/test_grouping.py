"""Parts grouped, ungrouped, copied and deleted in groups; and no run depends on it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import Refused
from tests.hands import workshop
from tests.support import Tape


def shop() -> Design:
    b = workshop()  # 1 floor, 2 crate, 3 bowling ball
    b.part("crate", 3.0, 0.25)  # 4
    b.part("domino", 3.5, 0.2)  # 5
    return b.design()


def numbers(design: Design) -> list[int]:
    return [spec.group for spec in design.parts]


def after(design: Design, *edits: c.Edit) -> Design:
    for edit in edits:
        design = c.edit(design, edit)
    return design


def test_parts_become_a_group_and_single_parts_again() -> None:
    grouped = after(shop(), c.Group((2, 3)))
    assert numbers(grouped) == [0, 1, 1, 0, 0]
    assert after(grouped, c.Group((2, 3))) == grouped, "they are one already"
    assert after(grouped, c.Ungroup((2, 3))) == shop()
    assert numbers(after(grouped, c.Group((4, 5)))) == [0, 1, 1, 2, 2]


def test_a_part_is_in_one_group_and_no_group_has_one_part() -> None:
    two = after(shop(), c.Group((2, 3)), c.Group((4, 5)))
    assert numbers(after(two, c.Group((3, 4, 5)))) == [0, 0, 1, 1, 1]
    assert numbers(after(two, c.Ungroup((2,)))) == [0, 0, 0, 2, 2]
    assert numbers(after(two, c.Delete(5))) == [0, 1, 1, 0]


def test_a_copy_of_a_group_is_a_group_of_its_own() -> None:
    grouped = after(shop(), c.Group((2, 3)))
    copied = after(grouped, c.Paste(grouped.parts[1:4], (), 0.5, 0.5))
    assert numbers(copied) == [0, 1, 1, 0, 0, 2, 2, 0]
    assert numbers(after(grouped, c.Paste(grouped.parts[1:2], (), 0.5, 0.5)))[-1] == 0, "one of two is no group"


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (c.Group((2,)), "at least two parts"),
        (c.Group((2, 2)), "at least two parts"),
        (c.Group((2, 99)), "part 99 does not exist"),
        (c.Ungroup((2, 3)), "none of these parts is in a group"),
    ],
)
def test_what_makes_no_group_is_refused(edit: c.Edit, why: str) -> None:
    with pytest.raises(Refused, match=why):
        c.edit(shop(), edit)


def test_a_player_groups_the_players_parts_alone_though_they_are_locked() -> None:
    design = after(shop(), c.Lock(3))
    level = replace(design, stock={}, parts=(design.parts[0], replace(design.parts[1], fixed=True), *design.parts[2:]))
    with pytest.raises(Refused, match="belongs to the level and can't be grouped"):
        c.edit(level, c.Group((2, 3)))
    assert numbers(after(level, c.Group((3, 4)))) == [0, 0, 1, 1, 0]


def test_a_run_is_the_same_to_the_bit_with_groups_and_without() -> None:
    def digests(*edits: c.Edit) -> bytes:
        tape = Tape()
        session = Session(shop(), log=tape)
        for edit in edits:
            session.do(edit)
        session.do(c.Start())
        session.advance(240)
        session.flush()
        return bytes(tape.digests)

    assert digests(c.Group((2, 3)), c.Group((4, 5))) == digests()
    assert digests(c.Move(3, 2.0, 0.9)) != digests(), "a part that has moved is seen"


def test_grouping_is_undone_as_any_edit() -> None:
    session = Session(shop())
    assert session.do(c.Group((2, 3)))
    assert not session.do(c.Group((2, 3))), "it would change nothing"
    session.do(c.Undo())
    assert session.design == shop()
    session.do(c.Redo())
    assert numbers(session.design) == [0, 1, 1, 0, 0]
