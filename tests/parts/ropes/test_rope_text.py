"""The text of a rope's way over its wheels: what it keeps of pieces between fixed wheels is what it would work out."""

from __future__ import annotations

import random  # noqa: TID251  (turns the rope round its wheels)
from collections.abc import Callable, Container
from typing import Any

from sandbox.parts.ropes.rope_group import NAMES
from sandbox.parts.ropes.rope_text import block, keeping, noted_pieces, path_text

POINTS = (0, 1, 2, 3)
PLACES = "ax0, ay0, ax1, ay1, ax2, ay2, ax3, ay3 = 0.1, 0.2, 0.3, 1.3, 1.1, 1.4, 1.2, 0.4"
LAY = "span0, long0_0, wx0_0, wy0_0, long0_1, wx0_1, wy0_1, long0_2, wx0_2, wy0_2, arc1, arc2"


def way(noted: Container[int], text: Callable[[str], str] = str) -> Callable[[float, float], Any]:
    """A function of how far two fixed wheels are off a rope, which returns how it lies."""
    lines = [PLACES, "was1, was2 = -3.0, -3.0", *path_text(0, POINTS, "a", noted=noted), f"return {LAY}"]
    names = noted_pieces((0, k) for k in range(3) if k in noted)
    before, lines = keeping(names, "None, None, 0.0, 0.0, 0.0", lines)
    inner = [*before, "def lie(off1, off2):", *block(lines), "return lie"]
    defined: dict[str, Any] = {}
    exec(text("\n".join(["def make():", *block(inner)])), dict(NAMES), defined)
    lie: Callable[[float, float], Any] = defined["make"]()
    return lie


def ways(lie: Callable[[float, float], Any]) -> list[str]:
    dice = random.Random(1)
    offs = (0.05, -0.05, 0.05, 0.02, 0.0, -0.0)
    return [repr(lie(dice.choice(offs), dice.choice(offs))) for _ in range(300)]


def test_a_piece_between_fixed_wheels_is_kept_only_as_long_as_it_is_the_same() -> None:
    """To the sign of each 0."""
    assert ways(way((1,))) == ways(way(()))


def test_a_piece_that_were_kept_for_good_would_show() -> None:
    """The negative control."""

    def for_good(text: str) -> str:
        changed = text.replace("if before != off1 or behind != off2:", "if before is None:")
        assert changed != text
        return changed

    assert ways(way((1,), for_good)) != ways(way(()))
