"""Parsing of typed numbers with units: "12 cm", "1,5", "90 deg", "1/2 rad"; into the unit of a property."""

from __future__ import annotations

import math
import re

# How many of each property's own unit one of the typed unit is, as a fraction: 70 cm are 70/100 m, which is 0.7 to the
# last bit, and 70 * 0.01 is not. The own unit may always be typed, or left out.
_UNITS: dict[str, dict[str, tuple[float, float]]] = {
    "m": {"cm": (1, 100), "mm": (1, 1000), "dm": (1, 10), "km": (1000, 1), "in": (254, 10_000), "ft": (3048, 10_000)},
    "\N{DEGREE SIGN}": {
        "deg": (1, 1), "degrees": (1, 1), "rad": (180, math.pi), "turns": (360, 1), "turn": (360, 1),
    },
    "rad": {
        "deg": (math.pi, 180), "degrees": (math.pi, 180), "\N{DEGREE SIGN}": (math.pi, 180),
        "turns": (2 * math.pi, 1), "turn": (2 * math.pi, 1),
    },
    "kg": {"g": (1, 1000), "t": (1000, 1), "lb": (45_359_237, 100_000_000)},
    "s": {"ms": (1, 1000), "min": (60, 1)},
    "m/s": {"km/h": (10, 36), "cm/s": (1, 100), "mm/s": (1, 1000)},
    "\N{DEGREE SIGN}/s": {"deg/s": (1, 1), "rad/s": (180, math.pi), "rpm": (6, 1)},
    "rad/s": {"rpm": (math.pi, 30), "deg/s": (math.pi, 180)},
    "rpm": {"rad/s": (30, math.pi), "deg/s": (1, 6)},
    "kg/s": {"g/s": (1, 1000)},
    "N": {"kN": (1000, 1), "mN": (1, 1000)},
    "J": {"kJ": (1000, 1)},
    "W": {"kW": (1000, 1)},
}  # fmt: skip
_TYPED = re.compile(r"([+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?)\s*(?:/\s*(\d+[.,]?\d*))?\s*(\S.*)?")


def parse(text: str, unit: str) -> float | None:
    """Parse a typed number into `unit`; None if it is no number, or has a unit of another quantity."""
    match = _TYPED.fullmatch(text.strip().replace("\N{MINUS SIGN}", "-"))
    if match is None:
        return None
    number, over, typed = match.groups()
    value = float(number.replace(",", "."))
    if over is not None:
        below = float(over.replace(",", "."))
        if not below:
            return None
        value /= below
    if typed is None or _plain(typed) == _plain(unit):
        return value if math.isfinite(value) else None
    times, parts = _UNITS.get(unit, {}).get(typed.strip(), (math.nan, 1))
    value = value * times / parts
    return value if math.isfinite(value) else None


def _plain(unit: str) -> str:
    """Normalise a unit: without spaces and dots between its factors, without raised figures."""
    return unit.replace("\N{SUPERSCRIPT TWO}", "2").replace(" ", "").replace("\N{MIDDLE DOT}", "").replace("^", "")


def examples(unit: str) -> str:
    """Return examples of what may be typed, for the sentence that refuses something else."""
    samples = [f"1.5 {unit}".strip(), *(f"15 {typed_unit}" for typed_unit in list(_UNITS.get(unit, {}))[:2])]
    return " or ".join((", ".join(samples[:-1]), samples[-1])) if len(samples) > 1 else samples[0]


def units(unit: str) -> tuple[str, ...]:
    """Return all that may stand behind a number whose own unit this is, that unit first; none if it has no unit."""
    return (unit, *_UNITS.get(unit, {})) if unit else ()
