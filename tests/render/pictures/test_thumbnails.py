"""Small pictures of every kind for the palette."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandbox import parts
from sandbox.render.pictures.thumbnails import CELL, Thumbnails
from tests.for_each import for_each


@pytest.fixture(scope="module")
def thumbnails(gl_window: Any) -> Thumbnails:
    from sandbox.render.canvas import Canvas

    return Thumbnails(Canvas())


def test_each_kind_has_a_picture_that_fits_its_cell(thumbnails: Thumbnails) -> None:
    @for_each([*parts.KINDS, *parts.LINKS])
    def fits(kind: str) -> None:
        cell = thumbnails.cell(kind)
        assert cell.shape == (CELL, CELL, 4)
        solid = cell[:, :, 3] > 200
        assert solid.sum() > 0.015 * CELL * CELL, "a wire is thin"
        rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
        assert rows[0] > 2 and columns[0] > 2 and rows[-1] < CELL - 3 and columns[-1] < CELL - 3
        assert max(np.ptp(rows), np.ptp(columns)) > 0.45 * CELL
        assert (cell[0, 0, 3], cell[-1, -1, 3]) == (0, 0)

    fits()


def test_no_two_kinds_look_alike(thumbnails: Thumbnails) -> None:
    kinds = [*parts.KINDS, *parts.LINKS]
    cells = np.array([thumbnails.cell(kind) for kind in kinds]).astype(np.int16)
    quarter = np.ascontiguousarray(cells[:, ::2, ::2])
    for index, one in enumerate(kinds):
        # Most differ by so many pixels in a quarter of them already.
        others = index + 1 + np.flatnonzero(differing(quarter[index + 1 :], quarter[index]) <= 100)
        alike = others[differing(cells[others], cells[index]) <= 100]
        assert alike.size == 0, f"{one} and {[kinds[other] for other in alike]}"


def differing(cells: np.ndarray, one: np.ndarray) -> np.ndarray:
    """The number of pixels in which each of some pictures differs from one."""
    return (np.abs(cells - one) > 40).any(axis=3).sum(axis=(1, 2))


def test_colours_are_not_darkened_by_their_edges(thumbnails: Thumbnails) -> None:
    """Straight alpha: half covered pixels keep their colour. A tennis ball's dark outline is far from black paper."""
    cell = thumbnails.cell("bowling_pin").astype(int)
    edge = cell[(cell[:, :, 3] > 100) & (cell[:, :, 3] < 200)]
    assert len(edge) and (edge[:, :3].max(axis=1) > 40).mean() > 0.5


@pytest.mark.parametrize(
    "name",
    ["funnel", "basket", "cardboard_box", "antigravity", "rod", "glue", "pin", "guide", "apart", "steel_cable", "fuse"],
)
def test_a_frame_or_a_link_is_shown_with_what_it_is_for(
    thumbnails: Thumbnails, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sandbox.render.canvas import Canvas
    from sandbox.render.pictures import thumbnails as module

    solid = float((thumbnails.cell(name)[:, :, 3] > 128).mean())
    monkeypatch.setattr(module, "_INSIDE", {})
    monkeypatch.setattr(module, "_JOINTS", {})
    assert solid > 1.15 * float((Thumbnails(Canvas()).cell(name)[:, :, 3] > 128).mean())


@pytest.mark.parametrize("angle", [0.0, -1.5707963267948966])
def test_a_tall_pad_of_a_stock_is_shown_as_its_kind_is(thumbnails: Thumbnails, angle: float) -> None:
    """A pad of 0.9 x 3 m was a thin line between two rows of dots: it is shown shorter, with what rises in it."""
    from sandbox.design.design import PartSpec
    from sandbox.render.canvas import Canvas
    from sandbox.render.pictures.thumbnails import part_picture

    pad = PartSpec(1, "antigravity", 0.0, 0.0, angle, props={"width": 0.9, "height": 3.0})
    picture = part_picture(Canvas(), pad)
    upright = np.rot90(picture) if angle else picture
    foot = upright[round(0.75 * CELL) :, :, 3] > 200
    assert foot.any(axis=1).sum() > 0.08 * CELL, "its foot is high enough to be seen"
    greens = (upright[:, :, 1].astype(int) > upright[:, :, 2].astype(int) + 40) & (upright[:, :, 3] > 200)
    assert greens.sum() > 0.012 * CELL * CELL, "two tennis balls are in it"
