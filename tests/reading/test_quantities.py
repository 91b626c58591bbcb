"""Numbers as people type them, with and without a unit."""

from __future__ import annotations

import math

import pytest

from sandbox.parts import KINDS, LINKS
from sandbox.reading.quantities import examples, parse


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("1.25", "m", 1.25),
        (" 1,25 m ", "m", 1.25),
        ("12cm", "m", 0.12),
        ("-3 mm", "m", -0.003),
        ("1/4", "m", 0.25),
        ("90", "\N{DEGREE SIGN}", 90.0),
        ("0.5 turns", "\N{DEGREE SIGN}", 180.0),
        (f"{math.pi} rad", "\N{DEGREE SIGN}", 180.0),
        ("90 deg", "rad", math.pi / 2),
        ("30 \N{DEGREE SIGN}", "rad", math.radians(30)),
        ("500 g", "kg", 0.5),
        ("36 km/h", "m/s", 10.0),
        ("-9.81 m/s2", "m/s\N{SUPERSCRIPT TWO}", -9.81),
        ("3 N m", "N m", 3.0),
        ("3 Nm", "N m", 3.0),
        ("2e-3", "", 0.002),
    ],
)
def test_a_number_is_understood(text: str, unit: str, value: float) -> None:
    assert parse(text, unit) == pytest.approx(value)


def test_what_is_typed_in_another_unit_is_the_nearest_number() -> None:
    for hundredths in range(1, 300):
        assert parse(f"{hundredths} cm", "m") == float(f"{hundredths}e-2")
        assert parse(f"{hundredths} mm", "m") == float(f"{hundredths}e-3")


@pytest.mark.parametrize(
    ("text", "unit"),
    [("", "m"), ("abc", "m"), ("12 kg", "m"), ("1 2", "m"), ("1e999", "m"), ("1/0", "m"), ("nan", "m"), ("3 cm", "")],
)
def test_what_is_none_or_of_something_else_is_not(text: str, unit: str) -> None:
    assert parse(text, unit) is None


def test_what_is_suggested_is_understood_for_every_unit_there_is() -> None:
    units = {prop.unit for kind in (*KINDS.values(), *LINKS.values()) for prop in kind.properties}
    for unit in units:
        for example in examples(unit).replace(" or ", ", ").split(", "):
            assert parse(example, unit) is not None, (unit, example)
