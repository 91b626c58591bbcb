"""Properties of parts and links: their types and bounds, the values that fit, and how these are written."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from msgspec import Struct

from sandbox.design.design import Value
from sandbox.design.geometry import area, crossing

MAX_PIECES = 16  # polygons of one outline
MAX_CORNERS = 16  # of one polygon
LEAST_AREA = 1e-6  # of one polygon, in the square of its unit
MAX_LINE_POINTS = 32  # of a line
LEAST_GAP = 0.005  # between two points of a line that follow each other, in its unit


class Property(Struct, frozen=True):
    """A value that the inspector shows and `Configure` sets; its type is that of its default.

    `low`, `high` and `step` bound a number in its unit (SI), and each coordinate of an outline or a line. `choices`
    lists the texts of a choice; a text without choices is free, up to `high` characters. `open`: its points are those
    of a line with two ends, not of outlines. `counts_with`: the name and the value of another property, without which
    this one changes nothing.
    """

    name: str
    title: str
    default: Value
    unit: str = ""
    low: float = 0.0
    high: float = 0.0
    step: float = 0.0
    choices: tuple[str, ...] = ()
    help: str = ""
    open: bool = False
    counts_with: tuple[str, Value] | None = None

    @property
    def type(self) -> str:
        """The type of its values: "switch", "whole", "number", "choice", "text", "outline" or "line"."""
        if self.open:
            return "line"
        if isinstance(self.default, str):
            return "choice" if self.choices else "text"
        types: dict[type, str] = {bool: "switch", int: "whole", float: "number", tuple: "outline"}
        return types[type(self.default)]

    @property
    def allowed(self) -> str:
        """The allowed values and the default, for people."""
        if self.type == "text":
            return f"any text of up to {self.high:g} characters"
        if self.type == "outline":
            return f"drawn point by point, 3 to {MAX_CORNERS} of them"
        if self.type == "line":
            return f"drawn with the mouse, or 2 to {MAX_LINE_POINTS} points"
        if self.type == "switch":
            return f"on or off; usually {'on' if self.default else 'off'}"
        if self.type == "choice":
            return f"{', '.join(self.choices)}; usually {self.default}"
        return (
            f"{self.low:g} to {self.high:g} {self.unit}".rstrip() + f"; usually {self.default:g} {self.unit}".rstrip()
        )

    def counts(self, values: SimpleNamespace) -> bool:
        """Tell whether it changes anything in a part with these values, of all properties by name."""
        return self.counts_with is None or getattr(values, self.counts_with[0]) == self.counts_with[1]

    def worded(self, value: Value) -> str:
        """Write a value with its unit, as a sentence has it: "on", "2.2 kg"; empty for an outline and a line."""
        if isinstance(value, tuple):
            return ""
        if isinstance(value, bool):
            return "on" if value else "off"
        return value if isinstance(value, str) else f"{value:g} {self.unit}".rstrip()

    def refuse(self, value: Any) -> str | None:
        """Say why this value does not fit, as the end of a sentence; None if it fits."""
        if self.type == "switch":
            return None if isinstance(value, bool) else "must be true or false"
        if self.type == "choice":
            return None if value in self.choices else f"must be one of {', '.join(self.choices)}"
        if self.type == "text":
            fits = isinstance(value, str) and len(value) <= self.high
            return None if fits else f"must be a text of up to {self.high:g} characters"
        if self.type == "outline":
            return self._refuse_outlines(value)
        if self.type == "line":
            return self._refuse_line(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return "must be a number"
        if self.type == "whole" and not isinstance(value, int):
            return "must be a whole number"
        if not self.low <= value <= self.high:  # also false for nan
            return f"is {value:g}; it goes from {self.low:g} to {self.high:g} {self.unit}".rstrip()
        return None

    def _refuse_outlines(self, value: Any) -> str | None:
        if not isinstance(value, tuple | list) or not 1 <= len(value) <= MAX_PIECES:
            return f"must be 1 to {MAX_PIECES} polygons, each a list of points [x, y]"
        for number, points in enumerate(value, 1):
            polygon_name = "its outline" if len(value) == 1 else f"polygon {number}"
            if not isinstance(points, tuple | list) or not 3 <= len(points) <= MAX_CORNERS:
                return f"needs 3 to {MAX_CORNERS} points for {polygon_name}"
            why = self._refuse_points(points, polygon_name)
            if why:
                return why
            corners = tuple((float(x), float(y)) for x, y in points)
            if crossing(corners):
                return f"has edges that cross or touch; draw {polygon_name} so that it does not meet itself"
            if abs(area(corners)) < LEAST_AREA:
                return f"has next to no area in {polygon_name}; move its points apart"
        return None

    def _refuse_line(self, value: Any) -> str | None:
        if not isinstance(value, tuple | list) or len(value) != 1 or not isinstance(value[0], tuple | list):
            return "must be one list of points [x, y], in a list"
        points = value[0]
        if not 2 <= len(points) <= MAX_LINE_POINTS:
            return f"needs 2 to {MAX_LINE_POINTS} points; it has {len(points)}"
        why = self._refuse_points(points, "its line")
        if why:
            return why
        for number, ((ax, ay), (bx, by)) in enumerate(pairwise(points), 1):
            if (bx - ax) * (bx - ax) + (by - ay) * (by - ay) < LEAST_GAP * LEAST_GAP:
                return f"has its points {number} and {number + 1} in one place; move them apart, or leave one out"
        return None

    def _refuse_points(self, points: Any, of: str) -> str | None:
        for point in points:
            if not isinstance(point, tuple | list) or len(point) != 2:
                return f"needs two numbers for each point of {of}"
            if any(isinstance(x, bool) or not isinstance(x, int | float) for x in point):
                return f"needs two numbers for each point of {of}"
            if not all(self.low <= x <= self.high for x in point):
                return f"goes from {self.low:g} to {self.high:g} {self.unit}".rstrip() + f"; {of} does not"
        return None

    def fit(self, value: Value) -> Value:
        """Return a value that `refuse` lets pass in its canonical form.

        1 becomes 1.0 for a number, -0.0 becomes 0.0, an outline runs counter-clockwise, and a line as it was drawn.
        """
        if isinstance(self.default, float):
            assert isinstance(value, int | float)
            return float(value) + 0.0
        if isinstance(value, tuple | list):
            outlines = (tuple((float(x) + 0.0, float(y) + 0.0) for x, y in points) for points in value)
            return tuple(points if self.open or area(points) > 0 else points[::-1] for points in outlines)
        return value
