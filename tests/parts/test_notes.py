from __future__ import annotations

import pytest

from sandbox import parts
from sandbox.design.design import PartSpec
from sandbox.design.geometry import Pose
from sandbox.errors import BadFile
from sandbox.parts.notes import pages_of
from tests.parts.rig import Rig

LOOKS = next(prop.choices for prop in parts.KINDS["scenery"].properties if prop.name == "look")


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_bumps_into_scenery(look: str) -> None:
    rig = Rig()
    rig.add("scenery", 2.0, 1.0, look=look)
    through, free = rig.add("tennis_ball", 2.0, 1.6), rig.add("tennis_ball", 3.5, 1.6)
    rig.run(0.5)
    assert rig.motion(through)[1] == rig.motion(free)[1]


def test_its_size_is_its_property() -> None:
    boxes = [
        parts.blueprint(PartSpec(1, "scenery", 0.0, 0.0, props={"size": size})).bounds(Pose(0.0, 0.0, 0.0))
        for size in (1.0, 2.0)
    ]
    assert boxes[1].x1 - boxes[1].x0 == pytest.approx(2 * (boxes[0].x1 - boxes[0].x0))


def test_a_line_of_dashes_begins_a_new_page_of_a_note() -> None:
    assert pages_of("One.\n---\nTwo,\nand more.\n --- \nThree.") == ("One.", "Two,\nand more.", "Three.")
    assert pages_of("") == ("",)
    assert pages_of("a --- b") == ("a --- b",)


def test_a_note_is_as_thick_as_it_has_pages() -> None:
    def shapes(text: str) -> int:
        return len(parts.blueprint(PartSpec(1, "note", 0.0, 0.0, props={"text": text})).shapes)

    assert shapes("a\n---\nb") == shapes("a") + 1
    assert shapes("\n---\n" * 20) == shapes("a") + 3


def test_a_note_refuses_a_novel() -> None:
    assert parts.fit_part(PartSpec(1, "note", 0.0, 0.0, props={"text": "x" * 2000}))
    with pytest.raises(BadFile, match="text must be a text of up to 2000 characters"):
        parts.fit_part(PartSpec(1, "note", 0.0, 0.0, props={"text": "x" * 2001}))


def test_a_backdrop_is_a_frame_of_any_size_that_nothing_bumps_into() -> None:
    plan = parts.blueprint(PartSpec(1, "backdrop", 0.0, 0.0, props={"width": 2.0, "height": 0.05}))
    box = plan.bounds(Pose(0.0, 0.0, 0.0))
    assert (box.x1 - box.x0, box.y1 - box.y0) == pytest.approx((2.0, 0.05))
    assert not any(shape.collides for shape in plan.shapes)
