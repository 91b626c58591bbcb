"""The cords that a link is drawn with: where a rope comes off the drum of a winch."""

from __future__ import annotations

import pytest

from sandbox import parts
from sandbox.design.design import End, Link, PartSpec
from sandbox.design.geometry import place
from sandbox.parts.kind import pose_of
from sandbox.render.instances.forms import Placed
from sandbox.render.instances.link_cords import tied_pieces, waters_of
from sandbox.render.instances.ties import Tied


def tied(kind: str, begin: PartSpec, load: PartSpec, port: str, *others: PartSpec) -> Tied:
    """The cord of a link from a part to the ring of a load, with other parts beside them."""
    specs = {begin.id: begin, load.id: load}
    placed = {
        id_: Placed(id_, parts.blueprint(spec), 3 * id_, {}, spec.flip, spec.layer) for id_, spec in specs.items()
    }
    (cord,) = tied_pieces(
        Link(9, kind, End(begin.id, port), End(load.id, "ring")), placed, specs, {}, waters_of(others)
    )
    return cord


@pytest.mark.parametrize("angle", [0.0, 0.7])
@pytest.mark.parametrize(("flip", "side"), [(False, 0.04), (True, -0.04)])
def test_a_rope_is_drawn_straight_from_the_side_of_the_drum_that_it_comes_off(
    flip: bool, side: float, angle: float
) -> None:
    winch, load = PartSpec(1, "winch", 1.0, 2.0, angle, flip), PartSpec(2, "weight", 1.0, 1.0)
    cord = tied("rope", winch, load, "rope")
    x, y = place(pose_of(winch), (cord.port_a.x, cord.port_a.y))
    assert (x, y) == pytest.approx((1.0 + side, 2.0), abs=1e-9)
    assert cord.length < 0.0


def test_any_other_rope_begins_at_its_port_and_may_hang() -> None:
    anchor, load = PartSpec(1, "anchor", 1.0, 2.0), PartSpec(2, "weight", 1.0, 1.0)
    cord = tied("rope", anchor, load, "hook")
    assert cord.port_a == parts.blueprint(anchor).port("hook") and cord.length > 0.8


def test_a_rope_to_what_is_under_water_is_drawn_in_front_of_the_water() -> None:
    anchor, load, tank = (
        PartSpec(1, "anchor", 1.0, 2.0),
        PartSpec(2, "weight", 1.0, 0.3),
        PartSpec(3, "water_tank", 1.0, 0.3),
    )
    assert not tied("rope", anchor, load, "hook", tank).hangs_behind
    assert tied("rope", anchor, load, "hook").hangs_behind
    assert tied("rope", anchor, PartSpec(2, "weight", 3.0, 0.3), "hook", tank).hangs_behind, "beside it"
