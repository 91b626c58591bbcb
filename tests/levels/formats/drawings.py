"""Small drawings, as text and as the level that they become."""

from __future__ import annotations

from pathlib import Path

from shapely.geometry import Polygon
from shapely.ops import unary_union

from sandbox.design.design import PartSpec
from sandbox.levels.formats import foreign
from sandbox.levels.formats.drawing import Choices
from sandbox.levels.formats.imported import Imported
from sandbox.parts import KINDS

UNITS = Choices(scale=0.01)  # a unit of the drawing is a centimetre


def svg(inside: str, more: str = "viewBox='0 0 400 200'", declared: str = "") -> str:
    return f"{declared}<svg xmlns='http://www.w3.org/2000/svg' {more}>\n{inside}\n</svg>"


def convert(folder: Path, inside: str, choices: Choices = UNITS, **named: str) -> Imported:
    """Convert a drawing of 4 m by 2 m, unless its scale or its frame is another."""
    path = folder / "small.svg"
    path.write_text(svg(inside, **named), "utf-8")
    return foreign.read(path, choices)


def one(folder: Path, inside: str, choices: Choices = UNITS, **named: str) -> PartSpec:
    """Convert a drawing that becomes one part."""
    (part,) = convert(folder, inside, choices, **named).design.parts
    return part


def outline(part: PartSpec) -> Polygon:
    """Return what a part covers in the world (m)."""
    p = KINDS["polygon"].values(part.props)
    return unary_union(
        [Polygon([(part.x + x * p.width, part.y + y * p.height) for x, y in points]) for points in p.outline]
    )


def corners(part: PartSpec) -> set[tuple[float, float]]:
    """Return the corners of a part in the world, to a tenth of a millimetre."""
    return {(round(x, 4) + 0.0, round(y, 4) + 0.0) for x, y in outline(part).simplify(1e-6).exterior.coords}
