"""What is copied and where it is pasted. Metres."""

from __future__ import annotations

import pytest

from sandbox.editing.clipboard import COPY_OFFSET, copied
from sandbox.editing.document import Notice
from sandbox.editing.snapping import NO_SNAPS, Snaps
from tests.hands import Hands, hands, workshop

__all__ = ["hands"]  # a fixture


def test_a_copy_has_the_links_among_its_parts_and_no_others() -> None:
    b = workshop()
    anchor, basket, other = b.part("anchor", 1.0, 2.0), b.part("basket", 1.0, 1.4), b.part("anchor", 1.5, 2.0)
    inside = b.link("rope", anchor, "hook", basket, "left")
    b.link("rope", other, "hook", basket, "right")
    design = b.design()
    clip = copied(design, (design.part_by_id[anchor], design.part_by_id[basket]))
    assert [link.id for link in clip.links] == [inside]


def test_where_it_goes() -> None:
    design = workshop().design()
    clip = copied(design, design.parts[1:2])
    away = clip.shifted()
    assert (away.dx, away.dy) == (COPY_OFFSET, COPY_OFFSET)
    beside = clip.beside()
    assert beside.dx >= 0.3, "a crate is 0.3 wide"
    assert beside.dy == 0.0
    there = clip.at((2.0, 1.0), [], NO_SNAPS)
    assert (there.dx, there.dy) == pytest.approx((1.0, 0.75))
    snapped = clip.at((2.004, 1.0), [], Snaps())
    assert design.parts[1].x + snapped.dx == pytest.approx(2.0), "onto the grid"


def test_copy_and_paste_keep_the_links_among_the_copied(hands: Hands) -> None:
    b = workshop()
    b.part("anchor", 2.0, 2.0)
    b.link("rope", 3, "middle", 4, "hook")
    hands.open(b.design())
    hands.editor.selection.ids = (3, 4)
    assert hands.operations.copy()
    hands.point((3.5, 1.5))
    hands.operations.paste()
    new = hands.editor.selection.parts
    assert [spec.kind for spec in new] == ["bowling_ball", "anchor"]
    assert {(link.a.part, link.b.part) for link in hands.design.links} == {(3, 4), (new[0].id, new[1].id)}
    assert hands.commands_in_file() == ["paste"]


def test_duplicate_puts_the_copy_beside_and_leaves_the_clipboard(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.editor.selection.ids = (3,)
    hands.operations.copy()
    hands.editor.selection.ids = (2,)
    hands.operations.duplicate()
    (copy,) = hands.editor.selection.parts
    assert (copy.kind, copy.y) == ("crate", 0.25)
    assert copy.x >= 1.3  # it does not overlap
    assert hands.operations.clip is not None
    assert hands.operations.clip.parts[0].kind == "bowling_ball"


def test_paste_without_a_copy_says_so(hands: Hands) -> None:
    hands.operations.paste()
    assert hands.notes == [Notice("Nothing has been copied yet.", "refused")]
