"""What is selected: parts one by one or together, or one link; what is deleted is selected no longer."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.design.geometry import Box
from sandbox.editing.picking import box_of
from sandbox.editing.selection import Selection
from tests.hands import workshop


def selection_in(design: Design) -> Selection:
    return Selection(lambda: design)


def tied() -> Design:
    b = workshop()
    b.part("anchor", 1.0, 2.0)  # 4
    b.part("basket", 1.0, 1.4)  # 5
    b.link("rope", 4, "hook", 5, "left")  # 6
    return b.design()


def test_a_press_selects_one_and_with_shift_it_joins_or_leaves() -> None:
    selection = selection_in(workshop().design())
    selection.choose(2, adds=False)
    selection.choose(3, adds=True)
    assert selection.ids == (2, 3)
    selection.choose(3, adds=False)
    assert selection.ids == (2, 3), "a press on one of a group may begin to drag all of them"
    selection.choose(2, adds=True)
    assert [spec.id for spec in selection.parts] == [3]


def test_a_link_is_selected_alone() -> None:
    selection = selection_in(tied())
    selection.choose(2, adds=False)
    selection.choose(6, adds=True)
    assert selection.link is not None
    assert selection.ids == (6,)
    assert selection.parts == ()
    assert selection.box is None


def test_steps_go_round_in_id_order_from_either_end() -> None:
    selection = selection_in(workshop().design())
    went = []
    for by in (1, 1, 1, 1, -1):
        selection.step(by)
        went.append(selection.ids)
    assert went == [(1,), (2,), (3,), (1,), (3,)]
    fresh = selection_in(workshop().design())
    fresh.step(-1)
    assert fresh.ids == (3,)
    nothing = selection_in(Design())
    nothing.step(1)
    assert nothing.ids == ()


def test_all_are_those_that_are_not_locked_unless_all_are() -> None:
    design = workshop().design()
    locked = [replace(spec, locked=True) for spec in design.parts]
    some = selection_in(replace(design, parts=(locked[0], *design.parts[1:])))
    some.choose_all()
    assert some.ids == (2, 3)
    assert not some.any_locked
    every = selection_in(replace(design, parts=tuple(locked)))
    every.choose_all()
    assert every.ids == (1, 2, 3)
    assert every.any_locked


def test_what_is_gone_from_the_design_counts_for_nothing() -> None:
    designs = [workshop().design()]
    selection = Selection(lambda: designs[-1])
    selection.ids = (2, 3)
    assert selection.box == Box(0.85, 0.1, *box_of(selection.parts[1])[2:])
    designs.append(replace(designs[0], parts=designs[0].parts[:2]))
    assert [spec.id for spec in selection.parts] == [2]
    assert selection.ids == (2, 3)
    selection.prune()
    assert selection.ids == (2,)
