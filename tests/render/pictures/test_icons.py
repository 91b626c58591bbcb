"""The palette's icons in figures: no two can be mistaken for one another when they are 40 pixels wide.

The colour-blind theme draws parts as the light one does, so that these icons have to do for every eye, and in grey.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from sandbox import parts
from sandbox.render.colours import COLOUR_BLIND, LIGHT
from sandbox.render.pictures.thumbnails import CELL, Thumbnails
from tests.eyes import EYES, as_seen, lab, linear

SIZE = 40  # px
SHIFT = 1  # px: two icons are laid over one another with any shift up to this, as an eye would
APART = 11.0  # CIELAB: root of the mean squared difference, over what either icon covers
APART_IN_GREY = 7.5  # of lightness alone: what is left where colour says nothing
OPAQUE = 76  # of 255: what is drawn of an icon
Table = npt.NDArray[np.float32]
Icons = dict[str, npt.NDArray[np.uint8]]


class Differences(NamedTuple):
    """Differences of any two icons, in the order of `kinds`: for the eye that sees the least of it, and in grey."""

    kinds: list[str]
    seen: Table
    grey: Table

    def too_near(self) -> list[str]:
        """Return the pairs that could be mistaken for one another."""
        near = np.triu((self.seen < APART) | (self.grey < APART_IN_GREY), 1)
        return [
            f"{self.kinds[a]} and {self.kinds[b]}: {self.seen[a, b]:.1f}, in grey {self.grey[a, b]:.1f}"
            for a, b in np.argwhere(near)
        ]


def differences(icons: Icons) -> Differences:
    """Compare each two icons as they are, and with the middles of what is drawn laid over one another."""
    small = [Image.fromarray(cell).resize((SIZE, SIZE), Image.Resampling.BOX) for cell in icons.values()]
    as_drawn, centred = compared(small), compared([in_the_middle(one) for one in small])
    pairs = [np.minimum(a, b) for a, b in zip(as_drawn, centred, strict=True)]
    return Differences(list(icons), *pairs)


def in_the_middle(icon: Image.Image) -> Image.Image:
    """Shift what is drawn of an icon to its middle: thin cords that hang alike look alike wherever they hang."""
    pixels = np.asarray(icon)
    rows, columns = np.nonzero(pixels[..., 3] > OPAQUE)
    shift = [(SIZE - 1 - (line.min() + line.max())) // 2 if line.size else 0 for line in (rows, columns)]
    return Image.fromarray(np.roll(pixels, shift, (0, 1)))


def compared(small: list[Image.Image]) -> tuple[Table, Table]:
    """Compare each two icons on white, slightly blurred, at that of the small shifts at which they differ least."""
    ground = Image.new("RGBA", (SIZE, SIZE), "white")
    light = blurred(linear(np.array([np.asarray(Image.alpha_composite(ground, one))[..., :3] for one in small]) / 255))
    covered = np.array([np.asarray(one)[..., 3] > OPAQUE for one in small], np.float32)[..., None]
    white = lab(np.ones(3))  # becomes 0: paper adds nothing
    views = [(lab(seen) - white).astype(np.float32) for seen in (light, *(as_seen(light, eye) for eye in EYES))]
    *seen, grey = least_squares([*views, views[0][..., :1]], covered)
    return np.sqrt(np.minimum.reduce(seen)), np.sqrt(grey)


def blurred(pictures: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Mix each pixel with its neighbours; icons have a free border."""
    for axis in (1, 2):
        pictures = (2 * pictures + np.roll(pictures, 1, axis) + np.roll(pictures, -1, axis)) / 4
    return pictures


def least_squares(views: list[Table], covered: Table) -> list[Table]:
    """Return for each view the least mean square of the difference of any two icons, over what either of them covers.

    A pair is not looked at by itself: |a - b|^2 = |a|^2 + |b|^2 - 2 a.b, and a product of matrices has every a.b.
    """
    area, best = flat(covered), [np.full((len(covered),) * 2, np.inf, np.float32) for _ in views]
    for down in range(-SHIFT, SHIFT + 1):
        for right in range(-SHIFT, SHIFT + 1):
            mask = flat(np.roll(covered, (down, right), (1, 2)))
            pixels = area.sum(axis=1)[:, None] + mask.sum(axis=1) - area @ mask.T
            for least, view in zip(best, views, strict=True):
                still, moved = flat(view), flat(np.roll(view, (down, right), (1, 2)))
                squares = (still**2).sum(axis=1)[:, None] + (moved**2).sum(axis=1) - 2 * still @ moved.T
                np.minimum(least, np.maximum(squares, 0) / pixels, out=least)
    return best


def flat(pictures: Table) -> Table:
    """Return every other pixel of every other row (they are blurred), a picture a row."""
    return pictures[:, ::2, ::2].reshape(len(pictures), -1)


@pytest.fixture(scope="module")
def icons(gl_window: Any) -> Icons:
    from sandbox.render.canvas import Canvas

    thumbnails = Thumbnails(Canvas())
    return {kind: thumbnails.cell(kind) for kind in (*parts.KINDS, *parts.LINKS)}


def test_no_two_icons_can_be_mistaken_for_one_another(icons: Icons) -> None:
    assert differences(icons).too_near() == []


def test_the_measure_notices_what_cannot_be_told_apart(icons: Icons) -> None:
    balloon = icons["balloon"]
    shifted = np.roll(balloon, (2, -2), (0, 1))  # of 96 pixels
    pale = balloon.copy()
    pale[..., :3] = 255 - (255 - pale[..., :3]) * 0.9
    near = differences({"it": balloon, "copy": balloon, "shifted": shifted, "pale": pale, "gear": icons["gear"]})
    assert [pair.split(":")[0] for pair in near.too_near()] == [
        "it and copy", "it and shifted", "it and pale", "copy and shifted", "copy and pale", "shifted and pale",
    ]  # fmt: skip


def test_the_measure_notices_a_cord_that_only_hangs_elsewhere(icons: Icons) -> None:
    wire = icons["wire"]
    assert differences({"wire": wire, "lower": np.roll(wire, (12, -5), (0, 1))}).too_near()


def test_the_measure_notices_two_icons_that_only_colour_tells_apart(icons: Icons) -> None:
    cell = icons["wall"]
    lightness = cell[..., :3] @ np.array((0.2126, 0.7152, 0.0722))
    grey, blue = (
        np.dstack([np.clip(lightness + offset, 0, 255) for offset in offsets] + [cell[..., 3]]).astype(np.uint8)
        for offsets in ((0, 0, 0), (0, -9, 90))
    )
    both = differences({"grey": grey, "blue": blue})
    assert both.seen[0, 1] > APART and both.too_near(), "in grey they are the same"


def test_the_safe_theme_draws_the_same_icons(icons: Icons) -> None:
    from sandbox.render.canvas import Canvas

    canvas = Canvas()
    canvas.wear(COLOUR_BLIND)
    thumbnails = Thumbnails(canvas)
    assert COLOUR_BLIND.inks.BUTTON == LIGHT.inks.BUTTON, "what they lie on"
    for kind in ("balloon", "wire", "driven_conveyor", "apart"):
        assert thumbnails.cell(kind).shape == (CELL, CELL, 4)
        assert (thumbnails.cell(kind) == icons[kind]).all(), kind
