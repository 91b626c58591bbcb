"""The marks of an editor: where a selected link ends, and which wheels it runs over. Metres."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.commands.commands import Start
from sandbox.design.geometry import Box
from sandbox.editing.gestures.gesture import Preview
from sandbox.render.mark_list import MarkList
from sandbox.render.marks import editing_marks
from sandbox.render.marks.editing_marks import ViewScale
from tests.contraptions import Builder
from tests.hands import Hands, hands

__all__ = ["hands"]  # a fixture

LOOK = ViewScale(1 / 130, 0.2, Box(0.0, 0.0, 4.0, 2.25))


def spots(hands: Hands) -> set[tuple[float, float]]:
    """Where marks of one place are."""
    overlay = MarkList()
    editing_marks.show(overlay, hands.editor, Preview(), LOOK)
    return {(round(x0, 3), round(y0, 3)) for (x0, y0, x1, y1), *_ in overlay._marks if (x0, y0) == (x1, y1)}


def test_a_selected_rope_shows_its_ends_and_the_wheel_that_it_runs_over(hands: Hands) -> None:
    b = Builder()
    ball, wheel, other = b.part("bowling_ball", 1.0, 1.0), b.part("pulley", 2.0, 2.0), b.part("bowling_ball", 3.0, 1.0)
    rope = b.link("rope", ball, "middle", other, "middle")
    design = b.design()
    hands.open(replace(design, links=tuple(replace(link, via=(wheel,)) for link in design.links)))
    places = {(1.0, 1.0), (2.0, 2.0), (3.0, 1.0)}
    assert not places & spots(hands)
    hands.editor.selection.ids = (rope,)
    assert places <= spots(hands)
    hands.workspace.gate.do(Start())
    assert not places & spots(hands), "while it runs nothing is built"
