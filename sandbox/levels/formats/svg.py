"""Convert drawings in SVG: what they cover becomes parts, fixed or loose, and what else they hold is named."""

from __future__ import annotations

from pathlib import Path

from sandbox.errors import BadFile
from sandbox.levels.formats import svg_read, svg_style
from sandbox.levels.formats.drawing import MAX_POINTS, WIDTH, Choices, Drawing, Drawn, Ring
from sandbox.levels.formats.flattening import rings
from sandbox.levels.formats.svg_read import SvgDrawing, SvgShape

_LEAST = 1e-3  # units of a drawing: of its width and height
_BACKGROUND = 0.9  # share of the frame: what covers more, first of all and as it is, is paper


def read(path: Path, choices: Choices) -> Drawing:
    """Read a drawing and work out what it covers.

    Raises:
        BadFile: one sentence with the file, the line and the rule.
    """
    sheet = svg_read.read(path)
    try:
        return _drawing(sheet, choices)
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


def _drawing(sheet: SvgDrawing, choices: Choices) -> Drawing:
    left, top, width, height = sheet.frame or _around(sheet.shapes)
    if not min(width, height) >= _LEAST:
        raise BadFile(f"the drawing is {width:g} by {height:g} units; it needs {_LEAST:g} at least")
    tolerance = choices.tolerance / (choices.scale or WIDTH / width) / 2  # the other half is for what is left out then
    drawn: list[Drawn] = []
    points = MAX_POINTS
    for shape in sheet.shapes:
        try:
            lines = rings(shape.path, tolerance, points)
            points -= sum(len(line.points) for line in lines)
            one = _drawn(shape, lines, choices)
        except BadFile as error:
            raise BadFile(f"line {shape.line}: this {shape.tag} {error}") from None
        if one is None:
            sheet.unknown.add(f"{shape.tag} that covers nothing", shape.line)
        elif not drawn and len(sheet.shapes) > 1 and _is_paper(one, left, top, width, height):
            sheet.unknown.add("background", shape.line)
        else:
            drawn.append(one)
    shapes = tuple(drawn)
    return Drawing(sheet.title, sheet.text, left, top, width, height, shapes, sheet.objects, sheet.unknown)


def _around(shapes: tuple[SvgShape, ...]) -> tuple[float, float, float, float]:
    """Return the frame of a drawing that names none: around all its shapes."""
    boxes = [box for shape in shapes if (box := shape.path.bbox()) is not None]
    if not boxes:
        return 0.0, 0.0, 1.0, 1.0
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    width, height = max(box[2] for box in boxes) - left, max(box[3] for box in boxes) - top
    if not (width < float("inf") and height < float("inf")):
        raise BadFile("its outlines reach too far; coordinates go up to a million")
    return left, top, max(width, _LEAST), max(height, _LEAST)


def _drawn(shape: SvgShape, lines: list[Ring], choices: Choices) -> Drawn | None:
    """Return what a shape covers; None for nothing. Its stroke counts if it has no fill."""
    from sandbox.levels.formats import regions

    style = shape.style
    fill, stroke = _paint(style["fill"], style["color"]), _paint(style["stroke"], style["color"])
    paint = fill
    region = regions.filled(lines, style["fill-rule"]) if fill != "none" else None
    if (region is None or region.is_empty) and stroke != "none" and shape.pen > 0.0:
        paint = stroke
        region = regions.stroked(lines, shape.pen, style["stroke-linecap"], style["stroke-linejoin"])
    if region is None or region.is_empty:
        return None
    body = svg_style.body_of(shape.names, paint, choices.loose)
    stuff = svg_style.stuff_of(shape.names, body)
    return Drawn(region, body, stuff, svg_style.colour_of(paint), shape.line, shape.tag)


def _paint(paint: str, current: str) -> str:
    return current if paint.lower() == "currentcolor" else paint


def _is_paper(drawn: Drawn, left: float, top: float, width: float, height: float) -> bool:
    from shapely.geometry import box

    frame = box(left, top, left + width, top + height)
    covered = drawn.region.intersection(frame).area
    return drawn.body == "fixed" and covered >= _BACKGROUND * frame.area
