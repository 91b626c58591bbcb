"""Make a level out of a drawing: each thing that is drawn becomes a free shape, or as many as it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox import parts
from sandbox.design.conditions import AnyOf, Touches
from sandbox.design.design import MAX_PARTS, Design, Goal, PartSpec, World
from sandbox.design.geometry import Points, area, crossing
from sandbox.design.values import Values
from sandbox.errors import BadFile
from sandbox.levels.formats import regions
from sandbox.levels.formats.drawing import WIDTH, Choices, Drawing, Drawn
from sandbox.levels.formats.imported import Imported
from sandbox.parts import KINDS
from sandbox.parts.properties import LEAST_AREA, MAX_CORNERS, MAX_PIECES

if TYPE_CHECKING:
    from shapely.geometry import Polygon

_COARSER = 8  # times the tolerance, at most, for what is one loose part
_SHARES = 7  # decimals of an outline
MAX_WIDTH = 1000.0  # m


def level_of(drawing: Drawing, choices: Choices) -> Imported:
    """Make the level of a drawing.

    Raises:
        BadFile: it holds nothing that can become a part, or would be too large; the sentence names no file.
    """
    scale = choices.scale or WIDTH / drawing.width
    width, height = drawing.width * scale, drawing.height * scale
    if not max(width, height) <= MAX_WIDTH:
        raise BadFile(
            f"the drawing would be {width:g} by {height:g} m; a level has up to {MAX_WIDTH:g}: choose a scale"
        )
    maker = _Maker(drawing, scale, choices.tolerance)
    done = sum(maker.add(drawn) for drawn in drawing.shapes)
    if not maker.parts:
        listed = ", ".join(f"line {drawing.unknown.lines[name]}: {name}" for name in drawing.unknown.counts)
        why = f"left out: {listed:.200}" if listed else "a shape needs a fill, or a stroke and no fill"
        raise BadFile(f"nothing in the drawing can become a part ({why})")
    world = World(
        width=max(0.1, width), height=max(0.1, height), gravity_x=drawing.gravity[0], gravity_y=drawing.gravity[1]
    )
    design = Design(
        title=drawing.title.strip()[:200] or "Untitled",
        text=drawing.text[:2000],
        world=world,
        parts=tuple(maker.parts),
        goals=maker.goals(),
        next_id=len(maker.parts) + 1,
    )
    counts, lines = dict(sorted(drawing.unknown.counts.items())), drawing.unknown.lines
    return Imported(parts.check(design), (), drawing.objects, done, counts, lines)


class _Maker:
    """Makes the parts of things that are drawn, one after the other."""

    def __init__(self, drawing: Drawing, scale: float, tolerance: float) -> None:
        self.parts: list[PartSpec] = []
        self._drawing, self._scale, self._tolerance = drawing, scale, tolerance
        self._roles: dict[str, list[int]] = {"token": [], "goal": []}
        prop = KINDS["polygon"].property("width")
        assert prop is not None
        self._least, self._most = prop.low, prop.high  # m: of a width or height

    def add(self, drawn: Drawn) -> bool:
        """Make the parts of a thing; False if it is too small, or too intricate for a loose part."""
        bottom = self._drawing.top + self._drawing.height
        region = regions.in_metres(drawn.region, self._scale, self._drawing.left, bottom)
        areas = regions.simplified(region, self._tolerance / 2)
        bodies = self._fixed(areas) if drawn.body == "fixed" else self._loose(areas, drawn)
        for polygons in bodies:
            spec = self._part(polygons, drawn)
            if spec is not None:
                self.parts.append(spec)
                if drawn.role:
                    self._roles[drawn.role].append(spec.id)
        if not bodies:
            self._drawing.unknown.add(f"{drawn.name} too small for a part", drawn.line)
        if len(self.parts) >= MAX_PARTS:
            raise BadFile(f"line {drawn.line}: the drawing has become {MAX_PARTS} parts; a level holds no more")
        return bool(bodies)

    def _fixed(self, areas: list[Polygon]) -> list[list[Points]]:
        """Share out fixed areas: what stays where it is may be several parts."""
        every = [points for one in areas for points in regions.pieces(one, MAX_CORNERS)]
        return [every[start : start + MAX_PIECES] for start in range(0, len(every), MAX_PIECES)]

    def _loose(self, areas: list[Polygon], drawn: Drawn) -> list[list[Points]]:
        """Make one part of areas that move together; each its own part if they are too many for one."""
        together = [points for one in areas for points in regions.pieces(one, MAX_CORNERS)]
        if len(together) <= MAX_PIECES:
            return [together] if together else []
        return [self._in_one(one, drawn) for one in areas]

    def _in_one(self, area_: Polygon, drawn: Drawn) -> list[Points]:
        """Cut an area into as many polygons as a part may have, less faithfully if it must be."""
        tolerance = self._tolerance
        cut = regions.pieces(area_, MAX_CORNERS)
        while len(cut) > MAX_PIECES and tolerance < self._tolerance * _COARSER:
            tolerance *= 2
            cut = [
                points for one in regions.simplified(area_, tolerance) for points in regions.pieces(one, MAX_CORNERS)
            ]
        if len(cut) > MAX_PIECES:
            cut = regions.pieces(area_.convex_hull.simplify(tolerance), MAX_CORNERS)
            self._drawing.unknown.add(f"dents and holes of a loose {drawn.name}", drawn.line)
        elif tolerance > self._tolerance:
            self._drawing.unknown.add(f"detail of a loose {drawn.name} finer than {tolerance * 1000:g} mm", drawn.line)
        return cut

    def _part(self, polygons: list[Points], drawn: Drawn) -> PartSpec | None:
        xs, ys = zip(*(point for points in polygons for point in points), strict=True)
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        width, height = (
            min(self._most, max(self._least, high - low)) for low, high in ((min(xs), max(xs)), (min(ys), max(ys)))
        )
        shares = [[((px - x) / width, (py - y) / height) for px, py in points] for points in polygons]
        outline = tuple(points for points in map(_rounded, shares) if abs(area(points)) > LEAST_AREA)
        if not outline:
            return None
        props: Values = {"outline": outline, "width": width, "height": height, "body": drawn.body}
        props |= {"stuff": drawn.stuff, "colour": drawn.colour}
        return parts.fit_part(PartSpec(len(self.parts) + 1, "polygon", round(x, 6), round(y, 6), props=props))

    def goals(self) -> tuple[Goal, ...]:
        """Return the goals of a level with tokens: one of them reaches each of its goals."""
        tokens = self._roles["token"]
        if not tokens:
            return ()
        return tuple(
            Goal("The red thing reaches the yellow one", AnyOf(tuple(Touches(token, goal) for token in tokens)))
            for goal in self._roles["goal"]
        )


def _rounded(points: list[tuple[float, float]]) -> Points:
    """Round a polygon's corners, unless it is so thin that it would then meet itself."""
    short = tuple((round(x, _SHARES), round(y, _SHARES)) for x, y in points)
    return tuple(points) if crossing(short) else short
