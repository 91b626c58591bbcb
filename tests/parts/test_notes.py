from __future__ import annotations

import pytest

from rig import Rig


@pytest.mark.parametrize("look", ["plant", "arrow", "window", "lamp", "clock"])
def test_nothing_bumps_into_scenery(look: str) -> None:
    rig = Rig()
    rig.add("scenery", 2.0, 1.0, look=look)
    through, free = rig.add("tennis_ball", 2.0, 1.6), rig.add("tennis_ball", 3.5, 1.6)
    rig.run(0.5)
    assert rig.motion(through)[1] == rig.motion(free)[1]


def test_its_size_is_its_property() -> None:
    from sandbox import parts
    from sandbox.design import PartSpec
    from sandbox.geometry import Pose

    boxes = [
        parts.blueprint(PartSpec(1, "scenery", 0.0, 0.0, props={"size": size})).bounds(Pose(0.0, 0.0, 0.0))
        for size in (1.0, 2.0)
    ]
    assert boxes[1].x1 - boxes[1].x0 == pytest.approx(2 * (boxes[0].x1 - boxes[0].x0))
