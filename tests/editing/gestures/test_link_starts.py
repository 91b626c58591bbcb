"""Taking a link in hand: from where it begins, or why it can't."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.editing.gestures.link_gestures import ChoosePort, ConnectPorts
from sandbox.editing.gestures.link_starts import out_of_palette, out_of_part
from sandbox.errors import Refused
from tests.contraptions import Builder
from tests.hands import workshop


def test_a_part_with_one_port_begins_at_it_and_goes_to_the_nearest_other() -> None:
    b = workshop()
    first, far, near = b.part("anchor", 1.0, 2.0), b.part("basket", 2.0, 1.4), b.part("basket", 1.2, 1.4)
    design = b.design()
    connect = out_of_part(design, design.part_by_id[first])
    assert isinstance(connect, ConnectPorts)
    assert connect.plug is not None
    assert connect.plug.socket.end.part == near
    choose = out_of_part(design, design.part_by_id[far])
    assert isinstance(choose, ChoosePort), "a basket has two ports"
    assert choose.plug is not None


@pytest.mark.parametrize(
    ("kind", "why"),
    [("floor", "Floor 1 has no ports to join"), ("anchor", "there is no port for a rope from here.")],
)
def test_why_there_is_no_link_from_a_part(kind: str, why: str) -> None:
    b = Builder()
    b.part(kind, 1.0, 1.0)
    design = b.design()
    with pytest.raises(Refused, match=why):
        out_of_part(design, design.parts[0])


def test_why_there_is_no_link_in_the_palette() -> None:
    b = Builder()
    b.part("floor", 1.0, 1.0)
    design = b.design()
    with pytest.raises(Refused, match="no parts here have ports for it"):
        out_of_palette(design, "rope")
    with pytest.raises(Refused, match="no rope is left in the stock of this level"):
        out_of_palette(replace(design, stock={"rope": 0}), "rope")
    b.part("anchor", 1.0, 2.0)
    with pytest.raises(Refused, match="a rope joins two ports, and only Anchor 2 has one for it"):
        out_of_palette(b.design(), "rope")
