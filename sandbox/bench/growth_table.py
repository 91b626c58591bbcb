"""The growth of the load with the number of active parts: as a table, as JSON, and as curves on a sheet with
logarithmic axes, where a power of the number is a straight line."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from sandbox.bench.chart import INK, MET, MISSED, PLAIN, Colour
from sandbox.bench.growth import SizeCost
from sandbox.render.pictures.sheet import font, save

MEANING = (
    "Processor time of halls of active parts with their loads, from Start on. [bold]load[/]: the share of a core that "
    "a run takes in real time. [bold]step[/]: the engine's step in it, and that over a [bold]bare[/] step: of the same "
    "bodies in a loop that does nothing else. [bold]frame[/]: a frame with new poses, without filling in pixels. "
    "[bold]power[/]: of the number of parts, with which the load grows from the line above; 1 is in proportion."
)
_PAPER: Colour = (255, 255, 255)
_PALE: Colour = (105, 115, 125)
_GRID: Colour = (226, 230, 235)
_EDGE, _TOP, _WIDTH, _HEIGHT, _GAP = 28, 90, 560, 420, 90  # px: around the picture, of its heading; a sheet; between
_Curve = tuple[str, Colour, list[tuple[float, float]]]


def show(rows: Sequence[SizeCost]) -> None:
    """Print a line for each number of parts, and what the columns mean."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("parts", "load", "tick, us", "step, us", "over bare", "frame, ms", "power"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row, power in zip(rows, _powers(rows), strict=True):
        table.add_row(
            f"{row.parts:,}", f"{row.load:.3f}", f"{row.tick:,.0f}", f"{row.step:,.0f}",
            f"{row.step / row.bare:.2f} x", "" if row.frame is None else f"{row.frame:.3f}",
            "" if power is None else f"{power:.2f}",
        )  # fmt: skip
    console = Console(highlight=False)
    console.print(table)
    console.print(MEANING)


def as_json(rows: Sequence[SizeCost]) -> list[dict[str, Any]]:
    """Return the rows as plain data, one object each."""
    return [
        {
            "parts": row.parts,
            "load": round(row.load, 4),
            "tick_us": round(row.tick, 1),
            "spread": [round(row.low, 1), round(row.high, 1)],
            "step_us": round(row.step, 1),
            "bare_us": round(row.bare, 1),
            "frame_ms": None if row.frame is None else round(row.frame, 4),
            "power": None if power is None else round(power, 3),
        }
        for row, power in zip(rows, _powers(rows), strict=True)
    ]


def _powers(rows: Sequence[SizeCost]) -> list[float | None]:
    """Return the power with which each row's load has grown since the row before."""
    return [None, *(row.power_over(smaller) for smaller, row in itertools.pairwise(rows))]


def draw(rows: Sequence[SizeCost], title: str, path: Path) -> None:
    """Draw the load and the frames as curves, each beside a straight line for growth in proportion.

    Raises:
        BadFile: it can't be written there.
    """
    load: list[_Curve] = [
        ("run, share of a core", MISSED, [(row.parts, row.load) for row in rows]),
        ("the engine's steps in it", PLAIN, [(row.parts, row.step * row.rate / 1e6) for row in rows]),
    ]
    frames: list[_Curve] = [
        ("a frame, ms", MET, [(row.parts, row.frame) for row in rows if row.frame is not None]),
    ]
    image = Image.new("RGB", (2 * _EDGE + 2 * _WIDTH + 2 * _GAP, 2 * _EDGE + _TOP + _HEIGHT + 40), _PAPER)
    pen = ImageDraw.Draw(image)
    pen.text((_EDGE, _EDGE + 14), title, INK, font(24, bold=True), "lm")
    about = "Both axes are logarithmic. Thin: in proportion to the parts, from the first point on."
    pen.text((_EDGE, _EDGE + 44), about, _PALE, font(15), "lm")
    for index, curves in enumerate((load, frames)):
        if any(points for _, _, points in curves):
            _sheet(pen, curves, _EDGE + _GAP + index * (_WIDTH + _GAP), _EDGE + _TOP)
    save(path, image)


class Axes(NamedTuple):
    """The logarithmic axes of a sheet: from the least x to the greatest, and from one power of ten to another."""

    least: float
    greatest: float
    low: int
    high: int

    @classmethod
    def around(cls, points: Sequence[tuple[float, float]]) -> Axes:
        """Return axes on which all points lie; each has an x and a y above 0."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        low = math.floor(math.log10(min(ys)))
        return cls(min(xs), max(xs), low, max(math.ceil(math.log10(max(ys))), low + 1))

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point is: 0 to 1 from left to right, and from the top down."""
        across = math.log(x / self.least) / (math.log(self.greatest / self.least) or 1.0)
        return across, 1.0 - (math.log10(y) - self.low) / (self.high - self.low)


def _sheet(pen: ImageDraw.ImageDraw, curves: Sequence[_Curve], left: int, top: int) -> None:
    """Draw curves into a sheet."""
    axes = Axes.around([point for _, _, points in curves for point in points])
    low, high = axes.low, axes.high

    def at(x: float, y: float) -> tuple[float, float]:
        across, down = axes.at(x, y)
        return left + across * _WIDTH, top + down * _HEIGHT

    small = font(14)
    for x in sorted({x for _, _, points in curves for x, _ in points}):
        across, _ = at(x, 10.0**low)
        pen.line((across, top, across, top + _HEIGHT), _GRID, 1)
        pen.text((across, top + _HEIGHT + 8), f"{x:,.0f}", _PALE, small, "mt")
    for power in range(low, high + 1):
        _, up = at(axes.least, 10.0**power)
        pen.line((left, up, left + _WIDTH, up), _GRID, 1)
        pen.text((left - 8, up), f"{10.0**power:g}", _PALE, small, "rm")
    for nth, (name, colour, points) in enumerate(curves):
        (x0, y0), (x1, _) = points[0], points[-1]
        last = min(x1, x0 * 10.0**high / y0)  # where it leaves the sheet
        pen.line((*at(x0, y0), *at(last, y0 * last / x0)), _PALE, 1)
        spots = [at(x, y) for x, y in points]
        pen.line(spots, colour, 3)
        for across, up in spots:
            pen.ellipse((across - 4, up - 4, across + 4, up + 4), colour)
        pen.text((left + 10, top + 12 + 20 * nth), name, colour, font(15, bold=True), "lm")
    pen.text((left + _WIDTH, top + _HEIGHT + 30), "active parts", _PALE, small, "rt")
