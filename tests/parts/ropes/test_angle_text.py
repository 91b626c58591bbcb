"""The functions of angles that are written out in the text of a rope over wheels give the bits of `geometry`'s."""

from __future__ import annotations

import math
import random  # noqa: TID251  (chooses angles and directions)
import struct
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from sandbox.design.geometry import bearing, cos_sin
from sandbox.parts.ropes import angle_text
from sandbox.parts.ropes.angle_text import bearing_text, cos_sin_text

NEAR = (0.0, 1e-300, 0.785, 0.7853981633974483, 1.5707963267948966, 2.356194490192345, 3.141592653589793, 1e6)
ODD = (*NEAR, *(-number for number in NEAR), 999_999.9, -1e7, 1e300, math.inf, -math.inf, math.nan)


def function(takes: str, text: Iterable[str], gives: str) -> Callable[..., Any]:
    """Compile a text between the names that it takes and those that it gives."""
    names: dict[str, Any] = {"cos_sin": cos_sin}
    exec("\n".join([f"def written({takes}):", *(f"    {line}" for line in text), f"    return {gives}"]), names)
    return names["written"]  # type: ignore[no-any-return]


def bits(numbers: Iterable[float]) -> list[bytes | str]:
    return ["nan" if math.isnan(number) else struct.pack("<d", number) for number in numbers]


def angles() -> Iterator[float]:
    dice = random.Random(3)
    yield from ODD
    for _ in range(3000):
        yield dice.uniform(-1.0, 1.0) * 10.0 ** dice.randrange(-3, 8)
        yield dice.randrange(-200, 200) * 0.7853981633974483 + dice.choice((0.0, 1e-12, -1e-12))


def differing_angles() -> list[float]:
    written = function("angle", cos_sin_text("c", "s", "angle"), "c, s")
    return [angle for angle in angles() if bits(written(angle)) != bits(cos_sin(angle))]


def differing_directions() -> list[tuple[float, float]]:
    written, dice = function("dx, dy", bearing_text("turn", "dx", "dy"), "turn"), random.Random(4)
    directions = [(x, y) for x in ODD for y in ODD]
    directions += [(dice.uniform(-1.0, 1.0), dice.uniform(-1.0, 1.0) * dice.choice((1.0, 9.0))) for _ in range(3000)]
    return [(x, y) for x, y in directions if bits([written(x, y)]) != bits([bearing(x, y)])]


def test_cosine_and_sine_are_those_of_geometry_for_any_angle() -> None:
    assert differing_angles() == []


def test_the_angle_of_a_direction_is_that_of_geometry_for_any_direction() -> None:
    assert differing_directions() == []


@pytest.mark.parametrize("name", ["SINE", "COSINE", "ARCTANGENT"])
def test_another_number_in_it_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    first, *others = getattr(angle_text, name)
    monkeypatch.setattr(angle_text, name, (first + 1e-15, *others))
    assert differing_angles() or differing_directions()
