"""Parsing of typed numbers with units: "12 cm", "1,5", "90 deg", "1/2 rad"; into the unit of a property."""

from __future__ import annotations

import math
import re

# How many of each property's own unit one of the typed unit is. The own unit may always be typed, or left out.
_UNITS: dict[str, dict[str, float]] = {
    "m": {"mm": 0.001, "cm": 0.01, "dm": 0.1, "km": 1000.0, "in": 0.0254, "ft": 0.3048},
    "\N{DEGREE SIGN}": {"deg": 1.0, "degrees": 1.0, "rad": 180.0 / math.pi, "turns": 360.0, "turn": 360.0},
    "kg": {"g": 0.001, "t": 1000.0, "lb": 0.45359237},
    "s": {"ms": 0.001, "min": 60.0},
    "m/s": {"km/h": 1.0 / 3.6, "cm/s": 0.01, "mm/s": 0.001},
    "\N{DEGREE SIGN}/s": {"deg/s": 1.0, "rad/s": 180.0 / math.pi, "rpm": 6.0},
    "rad/s": {"rpm": math.pi / 30.0, "deg/s": math.pi / 180.0},
    "rpm": {"rad/s": 30.0 / math.pi, "deg/s": 1.0 / 6.0},
    "N": {"kN": 1000.0, "mN": 0.001},
    "J": {"kJ": 1000.0},
}
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
    factor = _UNITS.get(unit, {}).get(typed.strip())
    return value * factor if factor is not None and math.isfinite(value * factor) else None


def _plain(unit: str) -> str:
    """Normalise a unit: without spaces and dots between its factors, without raised figures."""
    return unit.replace("\N{SUPERSCRIPT TWO}", "2").replace(" ", "").replace("\N{MIDDLE DOT}", "").replace("^", "")


def examples(unit: str) -> str:
    """Return examples of what may be typed, for the sentence that refuses something else."""
    samples = [f"1.5 {unit}".strip(), *(f"15 {typed_unit}" for typed_unit in list(_UNITS.get(unit, {}))[:2])]
    return " or ".join((", ".join(samples[:-1]), samples[-1])) if len(samples) > 1 else samples[0]
