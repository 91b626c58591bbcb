"""The joining of fixed outlines that lie flush: boards side by side are one floor.

The engine knows no seams: where two outlines lie side by side, each has a corner of its own there, and what rolls or
slides across strikes it, as it always overlaps what it lies on by a hair. So before a machine is built, outlines of
one surface whose edges are in one line and meet are replaced:

1. boards of one thickness, and what else is a rectangle together, by that rectangle;
2. other neighbours (a thick block beside a thin board) by a slab along all of the common edge, as deep as the thinnest
   of them, below which they keep what they are, a hair lower.

Pure geometry, in the world's frame and in the order of ids. Two edges are in one line if their directions differ by no
more than `ALIGNED` and they are off the line by no more than `FLUSH`; the editor lays edges against each other to less
than a micrometre, and keeps angles to a ten thousandth of a degree.

Not joined is what a pin, glue or the like ties so that the other part passes through it, and what may leave: bricks,
and ice where anything is hot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import inf, sqrt
from typing import NamedTuple, TypeVar

from sandbox import parts as catalogue
from sandbox.design.design import Design, Link, PartSpec
from sandbox.design.geometry import Point, Points, Polygon, area, bearing, place_all
from sandbox.parts.fire.heat import heats
from sandbox.parts.kind import pose_of

JOINED_SINCE = 3  # the rules of the game by which flush outlines are joined
FLUSH = 0.0001  # m: how exactly parts can be laid against each other, as in `overlaps`
ALIGNED = 1e-5  # rad
BELOW = 0.002  # m that an outline keeps below a slab on it: more than what rests there overlaps it
UNDERCUT = 0.005  # m: the depth of a slab where the side of an outline leans in under its edge
_LEAST_EDGE = 0.001  # m
_ROUNDING = 1e-9  # m: more than what is lost in computing where an outline is
_LEAST_AREA = 1e-7  # m^2
_TURN = 6.283185307179586  # rad

T = TypeVar("T")
Key = tuple[int, int]  # a part's id, and the index of a shape in its blueprint
Surface = tuple[float, float]  # friction and restitution


class Piece(NamedTuple):
    """A convex outline in the world's frame, counter-clockwise, and the shapes that it is made of, in order."""

    points: Points
    rounding: float
    surface: Surface
    members: tuple[Key, ...]


class _Edge(NamedTuple):
    """An edge of a piece, as it lies along a line: from `low` to `high` with its rounding (m)."""

    low: float
    high: float
    piece: int
    start: int  # the index of its first point


class _Chain(NamedTuple):
    """Edges that lie in one line and meet, in the counter-clockwise direction of the pieces."""

    along: Point
    out: Point  # the direction out of the pieces
    edges: tuple[_Edge, ...]


class Joining(NamedTuple):
    """The pieces that are built in place of some shapes."""

    cores: dict[Key, Piece | None]  # the rest of each shape by itself; None: nothing is left
    shared: dict[Key, tuple[Piece, ...]]  # pieces of several shapes, by the first shape


NOTHING = Joining({}, {})


def joining_of(design: Design) -> Joining:
    """Return the joined shapes that take the place of the flush outlines of a design, by its rules."""
    if design.rules < JOINED_SINCE:
        return NOTHING
    # Parts that a link lets through a board do not collide with its body, but would with one that it is joined to.
    passed = {part for link in design.links if _lets_pass(link) for part in link.parts}
    cold = not any(heats(catalogue.states_of(spec)) for spec in design.parts)
    kinds = catalogue.KINDS
    structure = (spec for spec in design.parts if kinds[spec.kind].structure or (cold and kinds[spec.kind].melts))
    return _joining(tuple(spec for spec in structure if spec.id not in passed))


def _lets_pass(link: Link) -> bool:
    kind = catalogue.LINKS[link.kind]
    return kind.lets_pass(kind.values(link.props))


@lru_cache(maxsize=64)
def _joining(specs: tuple[PartSpec, ...]) -> Joining:
    pieces = [piece for spec in specs for piece in _pieces_of(spec)]
    built = _bridged(_fused(pieces))
    whole = {piece.members[0]: piece for piece in pieces}
    cores: dict[Key, Piece | None] = {}
    shared: dict[Key, tuple[Piece, ...]] = {}
    for piece in built:
        if len(piece.members) > 1:
            first = piece.members[0]
            shared[first] = (*shared.get(first, ()), piece)
            for member in piece.members:
                cores.setdefault(member, None)
    for piece in built:
        if len(piece.members) == 1 and piece is not whole[piece.members[0]]:
            cores[piece.members[0]] = piece
    return Joining(cores, shared)


def _pieces_of(spec: PartSpec) -> Iterator[Piece]:
    plan, pose = catalogue.blueprint(spec), pose_of(spec)
    if any(body.kind != "static" for body in plan.bodies):
        return  # a free shape may be loose
    for index, shape in enumerate(plan.shapes):
        outline = shape.outline
        if shape.collides and isinstance(outline, Polygon) and not shape.name:
            placed = place_all(pose, outline.points)
            points = tuple(point for k, point in enumerate(placed) if not _same(point, placed[k - 1]))
            if len(points) > 2 and area(points) > _LEAST_AREA:
                yield Piece(points, outline.rounding, (shape.friction, shape.restitution), ((spec.id, index),))


def _same(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) < _ROUNDING


# -- what lies in one line


def _chains(pieces: Sequence[Piece]) -> list[_Chain]:
    """Return the edges of two pieces or more that lie in one line and meet, in an order that follows from the ids."""
    edges: list[tuple[Surface, float, int, int]] = []
    chains: list[_Chain] = []
    for number, piece in enumerate(pieces):
        for start, (x, y) in enumerate(piece.points):
            to_x, to_y = piece.points[(start + 1) % len(piece.points)]
            dx, dy = to_x - x, to_y - y
            if dx * dx + dy * dy > _LEAST_EDGE * _LEAST_EDGE:
                angle = bearing(dx, dy)
                edges.append((piece.surface, angle if angle > ALIGNED - _TURN / 2 else angle + _TURN, number, start))
    edges.sort()
    for group in _cut(edges, lambda edge, first: edge[0] == first[0] and edge[1] - first[1] <= ALIGNED):
        if len(group) > 1:
            chains += _lined_up(pieces, [edge[2:] for edge in group])
    return chains


def _lined_up(pieces: Sequence[Piece], edges: list[tuple[int, int]]) -> Iterator[_Chain]:
    """Yield the chains among edges of one direction: by how far out their lines are, then along these."""
    number, start = edges[0]
    along, _ = _direction(pieces[number].points, start)
    out = along[1], -along[0]
    heights = []
    for number, start in edges:
        points, rounding = pieces[number].points, pieces[number].rounding
        (x, y), (to_x, to_y) = points[start], points[(start + 1) % len(points)]
        height, other = out[0] * x + out[1] * y + rounding, out[0] * to_x + out[1] * to_y + rounding
        if abs(height - other) <= FLUSH:
            low, high = along[0] * x + along[1] * y - rounding, along[0] * to_x + along[1] * to_y + rounding
            heights.append((height, _Edge(low, high, number, start)))
    heights.sort()
    for line in _cut(heights, lambda edge, first: edge[0] - first[0] <= FLUSH):
        for row in _meeting(sorted(edge for _, edge in line)):
            if len({edge.piece for edge in row}) > 1:
                yield _Chain(along, out, tuple(row))


def _meeting(edges: Sequence[_Edge]) -> Iterator[list[_Edge]]:
    """Split a sorted row of edges on one line into stretches without a gap."""
    end, row = -inf, list[_Edge]()
    for edge in edges:
        if row and edge.low > end + FLUSH:
            yield row
            end, row = -inf, []
        end = max(end, edge.high)
        row.append(edge)
    if row:
        yield row


def _cut(items: Sequence[T], belongs: Callable[[T, T], bool]) -> Iterator[list[T]]:
    """Cut a sorted list where an item does not belong to the first of its group any more."""
    group: list[T] = []
    for item in items:
        if group and not belongs(item, group[0]):
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def _direction(points: Points, start: int) -> tuple[Point, float]:
    """Return the direction of an edge, and its length (m)."""
    (x, y), (to_x, to_y) = points[start], points[(start + 1) % len(points)]
    dx, dy = to_x - x, to_y - y
    length = sqrt(dx * dx + dy * dy)
    return (dx / length, dy / length), length


# -- rectangles


def _fused(pieces: list[Piece]) -> list[Piece]:
    """Replace rectangles that form one rectangle together by that one, until none are left that do."""
    while True:
        used: set[int] = set()
        new: list[Piece] = []
        for chain in _chains(pieces):
            for row in _equal(pieces, chain):
                if used.isdisjoint(edge.piece for edge in row):
                    used.update(edge.piece for edge in row)
                    new.append(_rectangle(pieces, row))
        if not new:
            return pieces
        pieces = [piece for number, piece in enumerate(pieces) if number not in used] + new
        pieces.sort(key=lambda piece: piece.members)


def _equal(pieces: Sequence[Piece], chain: _Chain) -> Iterator[list[_Edge]]:
    """Yield the rows of rectangles in a chain that are equally thick and rounded."""
    rectangles: dict[tuple[float, int], list[_Edge]] = {}
    for edge in chain.edges:
        piece = pieces[edge.piece]
        thick = _thickness(piece.points, edge.start, chain)
        if thick is not None:
            rectangles.setdefault((piece.rounding, round(thick / FLUSH)), []).append(edge)
    for row in rectangles.values():
        yield from (met for met in _meeting(row) if len(met) > 1)


def _thickness(points: Points, start: int, chain: _Chain) -> float | None:
    """Return how thick a rectangle is below an edge (m), without its rounding; None if it is none."""
    if len(points) != 4:
        return None
    corners = [points[(start + k) % 4] for k in range(4)]
    (left, right, far_right, far_left), (ax, ay), (nx, ny) = corners, chain.along, chain.out
    leans = max(abs((a[0] - b[0]) * ax + (a[1] - b[1]) * ay) for a, b in ((left, far_left), (right, far_right)))
    depths = [(a[0] - b[0]) * nx + (a[1] - b[1]) * ny for a, b in ((left, far_left), (right, far_right))]
    return depths[0] if leans <= FLUSH and abs(depths[0] - depths[1]) <= FLUSH else None


def _rectangle(pieces: Sequence[Piece], row: list[_Edge]) -> Piece:
    first, last = row[0], max(row, key=lambda edge: edge.high)
    one, other = pieces[first.piece].points, pieces[last.piece].points
    corners = one[first.start], other[(last.start + 1) % 4], other[(last.start + 2) % 4], one[first.start - 1]
    return Piece(corners, pieces[first.piece].rounding, pieces[first.piece].surface, _members(pieces, row))


def _members(pieces: Sequence[Piece], row: Sequence[_Edge]) -> tuple[Key, ...]:
    return tuple(sorted({member for edge in row for member in pieces[edge.piece].members}))


# -- slabs


def _bridged(pieces: list[Piece]) -> list[Piece]:
    """Add a slab along each chain that is left, and lower the edges below it."""
    slabs: list[Piece] = []
    lowered: dict[int, dict[int, Point]] = {}  # by piece, the edges that are, with the direction out of each
    for chain in _chains(pieces):
        slab = _slab(pieces, chain, lowered)
        if slab is not None:
            slabs.append(slab)
            for edge in chain.edges:
                lowered.setdefault(edge.piece, {})[edge.start] = chain.out
    left = []
    for number, piece in enumerate(pieces):
        points = list(piece.points)
        for start, (nx, ny) in lowered.get(number, {}).items():
            x, y = piece.points[start]
            points = _below(points, nx, ny, nx * x + ny * y - BELOW)
        if number not in lowered:
            left.append(piece)
        elif len(points) > 2 and area(tuple(points)) > _LEAST_AREA:
            left.append(piece._replace(points=tuple(points)))
    return left + slabs


def _slab(pieces: Sequence[Piece], chain: _Chain, lowered: dict[int, dict[int, Point]]) -> Piece | None:
    """Return a slab along a chain: as deep as what is thinnest there, as rounded as what is least so."""
    (ax, ay), (nx, ny) = chain.along, chain.out
    rounding = min(pieces[edge.piece].rounding for edge in chain.edges)
    deep = min(_depth(pieces[edge.piece], edge.start, chain) for edge in chain.edges) - 2 * rounding
    if deep < UNDERCUT / 2:
        return None
    first, last = chain.edges[0], max(chain.edges, key=lambda edge: edge.high)
    top: list[Point] = []
    for edge, end, way in ((first, 0, 1.0), (last, 1, -1.0)):
        piece = pieces[edge.piece]
        count = len(piece.points)
        x, y = piece.points[(edge.start + end) % count]
        beside = (edge.start + (1 if end else -1)) % count
        # Where the edge round the corner has a slab of its own, the end of this one must not be a corner on that.
        back = BELOW * way if beside in lowered.get(edge.piece, {}) else 0.0
        rise = piece.rounding - rounding
        top.append((x + rise * nx + back * ax, y + rise * ny + back * ay))
    points = [*top, *((x - deep * nx, y - deep * ny) for x, y in reversed(top))]
    for edge, beside in ((first, first.start - 1), (last, last.start + 1)):
        corners = pieces[edge.piece].points
        x, y = corners[beside % len(corners)]
        (dx, dy), _ = _direction(corners, beside % len(corners))
        points = _below(points, dy, -dx, dy * x - dx * y + _ROUNDING)
    if len(points) < 3:
        return None
    return Piece(tuple(points), rounding, pieces[first.piece].surface, _members(pieces, chain.edges))


def _depth(piece: Piece, start: int, chain: _Chain) -> float:
    """Return how deep a piece is below an edge (m), all along it and with its rounding."""
    (nx, ny), points = chain.out, piece.points
    ends = points[start], points[(start + 1) % len(points)]
    deep = inf
    for beside in range(len(points)):
        (dx, dy), _ = _direction(points, beside)
        steep = dx * ny - dy * nx  # how much nearer to this side each metre of depth is
        if beside != start and steep > 1e-9:
            x, y = points[beside]
            for at_x, at_y in ends:
                room = (x - at_x) * dy - (y - at_y) * dx
                deep = min(deep, UNDERCUT if room < FLUSH else room / steep)
    return deep + 2 * piece.rounding


def _below(points: list[Point], nx: float, ny: float, limit: float) -> list[Point]:
    """Return the piece of a convex polygon that is not past a line."""
    piece: list[Point] = []
    for index, (bx, by) in enumerate(points):
        ax, ay = points[index - 1]
        before, after = nx * ax + ny * ay - limit, nx * bx + ny * by - limit
        if (before > 0.0) != (after > 0.0):
            t = before / (before - after)
            piece.append((ax + t * (bx - ax), ay + t * (by - ay)))
        if after <= 0.0:
            piece.append((bx, by))
    return piece
