"""Lays out everything to draw as arrays: the instances of the meshes, built once when a design or machine changes.

No OpenGL here. A *row* is the motion of one body (x, y, angle, vx, vy, w); an instance refers to its body by that row's
index, so a tick is one gather. Outlines are turned into their own frame: origin in the middle, x along the grain.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from sandbox import parts as catalogue
from sandbox.design.design import Design, Link, PartSpec
from sandbox.design.geometry import Circle, Outline, Point, Polygon, Pose, bearing, localise, place
from sandbox.editing.belt_path import disc_of, loop_of
from sandbox.parts import rope_path
from sandbox.parts.base import Blueprint, LinkKind, Look, Port, Shape, pose_of
from sandbox.parts.reeving import turn_state
from sandbox.parts.shafts import WHEEL

if TYPE_CHECKING:
    from sandbox.machine.machine import Machine

MAX_POINTS = 64
MATERIALS = {  # the numbers by which the shader knows them
    "wood": 0, "metal": 1, "rubber": 2, "stone": 3, "felt": 4, "leather": 5, "cloth": 6, "plastic": 7, "glow": 8,
}  # fmt: skip
_BELT, _BELT_BACK = 9, 10  # rubber whose look has a slot
_CIRCLE, _BOX, POLYGON = 0, 1, 2
_CORDS = {"cloth": 0, "glow": 1, "metal": 2, "coil": 3, "rubber": 4}  # by material, as in cord.frag
_BELT_STRAND = 5
_DEEPEST_BEVEL = 0.009  # m
_ROUNDED_BEVEL = 0.022  # m: of materials that are cast or turned, not cut
_SMOOTH = 12  # points: from here on a polygon stands for a curve
_FLAT, _PAINT, _BLOWN = 0.0, -1.0, -2.0  # in place of a ball's radius

BODY_DYNAMIC = np.dtype([("pose", "f4", 3), ("motion", "f4", 3), ("slot", "f4")])
BODY_STATIC = np.dtype(
    [("place", "f4", 4), ("size", "f4", 4), ("form", "f4", 4), ("look", "f4", 4), ("ball", "f4", 3), ("tint", "u1", 4)]
)
CORD_DYNAMIC = np.dtype(
    [
        ("pose_a", "f4", 3), ("motion_a", "f4", 3), ("pose_b", "f4", 3), ("motion_b", "f4", 3), ("reach", "f4"),
        ("slot", "f4"),
    ]
)  # fmt: skip
CORD_STATIC = np.dtype([("anchors", "f4", 4), ("cord", "f4", 4), ("mark", "f4", 3), ("tint", "u1", 4)])
AWAY = (0.0, -1e4)  # m: far out of sight; spare bodies wait here until they are let out, hidden instances are put here
_TAUT = 1.0005  # a rope up to this many times as long as its way is drawn straight, though its ends move on
_SOON = 1e-3  # s: step of the difference that gives the velocity of a rope's pieces
WHOLE, _FIRST, _LAST, _BETWEEN, _ARC = range(5)  # column 2 of a cord's "mark": which piece of a rope it is
_SEED, _MARK, _STYLE = 0, 2, 3  # columns of "look"; of a cord's "mark", 0 is the mark
POLYGON_ROW = 1  # column of "form"
_SHELF = 16  # polygons in a row of the texture: as in distance.glsl

HOVERED, SELECTED = 1.0, 2.0
SOLID, GHOST, REFUSED, ECHO = 0.0, 1.0, 2.0, 3.0

Rows = npt.NDArray[np.float64]
Motions = npt.NDArray[np.floating[Any]]
Indices = npt.NDArray[np.intp]
Record = tuple[object, ...]
Quad = tuple[float, float, float, float]


class Placed(NamedTuple):
    """A part to draw: its blueprint, the row of its first body, and the state slots that its looks may show."""

    id: int
    plan: Blueprint
    row: int
    slots: Mapping[str, int] = {}
    flip: bool = False
    layer: int = 0


class Bend(NamedTuple):
    """A wheel that a rope runs over: the row of its body, its radius, and the state that holds its angle of contact."""

    row: int
    r: float
    turn: float  # rad, at rest
    slot: int  # -1: none


class Tied(NamedTuple):
    """A link to draw between two ports.

    `length` is in metres; 0 for a cord that is always as long as it has to be; negative for a straight one, whose
    length at rest is its absolute value.
    """

    id: int
    kind: LinkKind
    a: Placed
    port_a: Port
    b: Placed
    port_b: Port
    length: float
    slot: int  # of the state that lights it; -1: none
    run: tuple[int, float, float] | None = None  # of a belt: the row that turns with it, m for each rad, m before it
    bends: tuple[Bend, ...] = ()


class Cords:
    """The instances of links that are drawn together: one for a link from end to end; for a rope over pulleys, one for
    each straight piece and each arc.
    """

    def __init__(self, tied: list[Tied], style: float) -> None:
        counts = [2 * len(link.bends) + 1 for link in tied]
        total = sum(counts)
        self.static = np.zeros(total, CORD_STATIC)
        self.rows: Indices = np.zeros((2, total), np.intp)
        self.lengths = np.zeros(total, np.float32)
        self.owners = np.repeat(np.array([link.id for link in tied], np.int64), counts)
        self.reeved: list[Reeved] = []
        slotted: list[tuple[int, int]] = []
        running: list[tuple[int, int]] = []
        travels: list[tuple[float, float]] = []
        index = 0
        for link, count in zip(tied, counts, strict=True):
            anchors = (*_anchor(link.a, link.port_a), *_anchor(link.b, link.port_b))
            form = _BELT_STRAND if link.kind.loops else _CORDS[link.kind.look.material]
            cord = (form, link.kind.radius, link.length, style)
            rows = (link.a.row + link.port_a.body, link.b.row + link.port_b.body)
            for nth in range(count):
                mark = (0.0, _seed(link.id), _piece(nth, count))
                self.static[index + nth] = anchors, cord, mark, (*link.kind.look.tint, 255)
            self.rows[:, index : index + count] = np.array(rows)[:, None]
            self.lengths[index : index + count] = link.length
            if link.slot >= 0:
                slotted.append((index, link.slot))
            if link.run is not None:
                running.append((index, link.run[0]))
                travels.append(link.run[1:])
            if link.bends:
                self.static[index : index + count]["anchors"] = 0.0
                self.reeved.append(Reeved(index, link, rows, anchors))
            index += count
        self.slotted = _pairs(slotted)
        self.running = _pairs(running)
        self.travels = np.array(travels, np.float64).reshape(-1, 2)  # m for each rad; m at 0

    def fill(self, moving: npt.NDArray[np.float32], motions: Motions, states: Motions) -> None:
        """Fill the rows of CORD_DYNAMIC, except the last column, from the motions of all bodies."""
        moving[:, 0:6] = motions[self.rows[0]]
        moving[:, 6:12] = motions[self.rows[1]]
        moving[:, 12] = self.lengths
        for rope in self.reeved:
            rope.fill(moving, motions, states)


def _piece(nth: int, count: int) -> int:
    if count == 1:
        return WHOLE
    if nth % 2:
        return _ARC
    return _FIRST if nth == 0 else _LAST if nth == count - 1 else _BETWEEN


class Reeved:
    """A rope over pulleys; the points where its pieces touch the wheels change with each tick.

    A straight piece has its two end points in place of two bodies. An arc has the middle of its wheel and the angle at
    which it begins in place of the first body, its radius and its turn in place of the second.
    """

    def __init__(self, first: int, link: Tied, rows: tuple[int, int], anchors: Quad) -> None:
        self._first = first
        self._length = link.length
        self._rows = [rows[0], *(bend.row for bend in link.bends), rows[1]]
        ax, ay, bx, by = anchors
        self._anchors: list[Point] = [(ax, ay), *((0.0, 0.0) for _ in link.bends), (bx, by)]
        self._radii = [bend.r for bend in link.bends]
        self._turns = [bend.turn for bend in link.bends]
        self._slots = [bend.slot for bend in link.bends]

    def fill(self, moving: npt.NDArray[np.float32], motions: Motions, states: Motions) -> None:
        """Fill the rope's rows of CORD_DYNAMIC, except the last column."""
        measured = len(states) > 0 and min(self._slots) >= 0
        turns = [float(states[slot]) for slot in self._slots] if measured else self._turns
        now, soon = self._course(motions, turns, 0.0), self._course(motions, turns, _SOON)
        rates = soon - now
        rates[1::2, 2] = np.remainder(rates[1::2, 2] + np.pi, 2 * np.pi) - np.pi  # the angles at which arcs begin
        rates /= _SOON
        rows = moving[self._first : self._first + len(now)]
        rows[:, 0:3], rows[:, 3:6] = now[:, 0:3], rates[:, 0:3]
        rows[:, 6:9], rows[:, 9:12] = now[:, 3:6], rates[:, 3:6]
        rows[:, 12] = now[:, 6]

    def _course(self, motions: Motions, turns: list[float], ahead: float) -> Rows:
        """Return, for each piece, the values in place of the two poses and the piece's length, `ahead` seconds after
        the tick.
        """
        points: list[Point] = []
        for row, anchor in zip(self._rows, self._anchors, strict=True):
            x, y, angle, vx, vy, w = motions[row].tolist()
            points.append(place(Pose(x + vx * ahead, y + vy * ahead, angle + w * ahead), anchor))
        way = rope_path.path(points, self._radii, turns)
        # Spare length is shared out in proportion to the length of the pieces.
        loose = max(1.0, 1.0 + (self._length - way.span) / (sum(way.straight) or 1.0))
        course = np.zeros((2 * len(turns) + 1, 7))
        begin = points[0]
        for k, length in enumerate(way.straight):
            last = k == len(turns)
            end = points[-1] if last else rope_path.rim(points[k + 1], way.ways[k], way.offs[k])
            course[2 * k] = (*begin, 0.0, *end, 0.0, length * loose if loose > _TAUT else -1.0)
            if not last:
                (x, y), off, (nx, ny) = points[k + 1], way.offs[k], way.ways[k]
                course[2 * k + 1] = (x, y, bearing(off * ny, -off * nx), abs(off), way.turns[k], 0.0, 0.0)
                begin = rope_path.rim(points[k + 1], way.ways[k + 1], off)
        return course


class _Stamp(NamedTuple):
    """The instances of one blueprint, ready to be copied for each part that has it."""

    plan: Blueprint
    records: npt.NDArray[np.void]  # of BODY_STATIC; polygons are counted from 0
    bodies: Indices
    slots: tuple[tuple[int, str], ...]  # which record shows which running state
    polygons: tuple[tuple[Point, ...], ...]


_stamps: dict[tuple[int, bool], _Stamp] = {}  # by the blueprint's address: the stamp keeps it alive
_MOST_STAMPS = 4096


def _stamp(part: Placed) -> _Stamp:
    key = id(part.plan), part.flip
    stamp = _stamps.get(key)
    if stamp is None:
        if len(_stamps) >= _MOST_STAMPS:
            _stamps.clear()
        stamp = _stamps[key] = _make_stamp(part.plan, part.flip)
    return stamp


def _make_stamp(plan: Blueprint, flip: bool) -> _Stamp:
    records: list[Record] = []
    slots: list[tuple[int, str]] = []
    polygons: list[tuple[Point, ...]] = []
    drawn = [(index, shape) for index, shape in enumerate(plan.shapes) if shape.look is not None]
    for index, shape in drawn:
        assert shape.look is not None
        if shape.look.slot:
            slots.append((len(records), shape.look.slot))
        records.append(_record(plan, index, flip, polygons))
    bodies: Indices = np.array([shape.body for _, shape in drawn], np.intp)
    return _Stamp(plan, np.array(records, BODY_STATIC), bodies, tuple(slots), tuple(polygons))


def _record(plan: Blueprint, index: int, flip: bool, polygons: list[tuple[Point, ...]]) -> Record:
    """Return one shape as an instance, seed and style left at 0; a polygon's points are appended to `polygons`."""
    shape = plan.shapes[index]
    look, body = shape.look, plan.bodies[shape.body]
    assert look is not None
    outline = shape.outline.moved(-body.x, -body.y)
    frame = _frame(outline)
    row = count = 0
    if frame.form == POLYGON:
        assert isinstance(outline, Polygon)
        row, count = len(polygons), len(outline.points)
        polygons.append(tuple(frame.localise(point) for point in outline.points))
    rounded = count > _SMOOTH and look.material in ("leather", "plastic")
    bevel = min(_ROUNDED_BEVEL if rounded else _DEEPEST_BEVEL, 0.45 * min(frame.half))
    return (
        (*frame.middle, *frame.axis),
        (*frame.half, frame.rounding, bevel),
        (frame.form, row, count, _material(look, flip)),
        (0.0, look.outline, 0.0, SOLID),
        _ball(plan, index, frame),
        (*look.tint, 255),
    )


class Pieces:
    """The instances of a design or a machine; `rows` holds the poses of the parts as placed."""

    def __init__(self, placed: Iterable[Placed], tied: Iterable[Tied], rows: Rows, style: float = SOLID) -> None:
        self.rows = rows
        ordered = sorted(placed, key=_layer)
        stamps = [_stamp(part) for part in ordered]
        counts = [len(stamp.records) for stamp in stamps]
        first_polygon = self._lay_out_polygons(stamps)

        def each(values: list[float] | list[int], dtype: type[np.generic]) -> npt.NDArray[Any]:
            return np.repeat(np.array(values, dtype), counts)

        none = [np.zeros(0, BODY_STATIC)]
        self.bodies = np.concatenate([stamp.records for stamp in stamps] or none)
        self.bodies["look"][:, _SEED] = each([_seed(part.id) for part in ordered], np.float32)
        self.bodies["look"][:, _STYLE] = style
        self.bodies["form"][:, POLYGON_ROW] += each([first_polygon[id(stamp)] for stamp in stamps], np.float32)
        bodies = np.concatenate([stamp.bodies for stamp in stamps] or [np.zeros(0, np.intp)])
        self.body_rows: Indices = bodies + each([part.row for part in ordered], np.intp)
        self.owners = each([part.id for part in ordered], np.int64)
        self.slotted = _pairs(_slotted(ordered, stamps, counts))
        # A rope hangs behind everything, as nothing runs into it; a wire only informs the player, so it stays in front.
        links = list(tied)
        self.behind = Cords([link for link in links if _hangs_behind(link)], style)
        self.front = Cords([link for link in links if not _hangs_behind(link)], style)

    def _lay_out_polygons(self, stamps: list[_Stamp]) -> dict[int, int]:
        """Fill the table of polygons; return the index of each stamp's first polygon, by the stamp's address."""
        first: dict[int, int] = {}
        polygons: list[tuple[Point, ...]] = []
        for stamp in stamps:
            if id(stamp) not in first:
                first[id(stamp)] = len(polygons)
                polygons += stamp.polygons
        shelves = max(1, -(-len(polygons) // _SHELF))
        table = np.zeros((shelves * _SHELF, MAX_POINTS, 4), np.float32)
        for row, points in enumerate(polygons):
            table[row, : len(points), :2] = points
        # Several polygons share a row of the texture, whose height the graphics card limits.
        self.polygons = table.reshape(shelves, _SHELF * MAX_POINTS, 4)
        return first

    @property
    def outlines(self) -> npt.NDArray[np.float32]:
        """The points of each polygon, by its row."""
        return self.polygons.reshape(-1, MAX_POINTS, 4)

    def mark(self, selected: Collection[int], hovered: int | None) -> None:
        """Set which parts and links are drawn with a halo."""
        chosen = np.fromiter(selected, np.int64)
        for owners, marks in (
            (self.owners, self.bodies["look"][:, _MARK]),
            (self.behind.owners, self.behind.static["mark"][:, 0]),
            (self.front.owners, self.front.static["mark"][:, 0]),
        ):
            marks[:] = np.where(np.isin(owners, chosen), SELECTED, 0.0)
            if hovered is not None:
                marks[(owners == hovered) & (marks == 0.0)] = HOVERED


def of_design(design: Design, hidden: Collection[int] = ()) -> Pieces:
    """Pieces of a design at rest, without the parts and links in `hidden` and the links that hang on hidden parts."""
    gone = set(hidden)
    specs = [spec for spec in design.parts if spec.id not in gone]
    links = [link for link in design.links if not {link.id, *link.parts} & gone]
    return of_parts(specs, links)


def of_parts(
    specs: Iterable[PartSpec], links: Iterable[Link] = (), others: Iterable[PartSpec] = (), style: float = SOLID
) -> Pieces:
    """Pieces of parts as placed, and of links among them. `others` are not drawn: links may end at them."""
    drawn = {spec.id: spec for spec in specs}
    spec_by_id = {**{spec.id: spec for spec in others}, **drawn}
    placed: dict[int, Placed] = {}
    rows: list[tuple[float, ...]] = []
    for spec in spec_by_id.values():
        plan = catalogue.blueprint(spec)
        pose = pose_of(spec)
        placed[spec.id] = Placed(spec.id, plan, len(rows), {}, spec.flip, spec.layer)
        rows += [
            (*(AWAY if index in plan.spare else place(pose, (body.x, body.y))), pose.angle, 0.0, 0.0, 0.0)
            for index, body in enumerate(plan.bodies)
        ]
    tied = [piece for link in links for piece in _tied(link, placed, spec_by_id, {})]
    return Pieces((placed[id_] for id_ in drawn), tied, np.array(rows, np.float64).reshape(-1, 6), style)


def of_machine(machine: Machine) -> Pieces:
    """Pieces of a running machine, without removed parts and links. Nothing is written to the machine."""
    cast = RunLayout(machine.row_of, machine.slot_of, machine.parts, machine.links)
    return of_cast(machine.design, cast, machine.rows)


class RunLayout(NamedTuple):
    """The parts and links that are left in a run, and the rows and state slots of each (as of a `Machine`)."""

    row_of: Mapping[tuple[int, int], int]
    slot_of: Mapping[tuple[int, str], int]
    parts: Container[int]
    links: Container[int]


def of_cast(design: Design, cast: RunLayout, rows: Rows, style: float = SOLID, hidden: Container[int] = ()) -> Pieces:
    """Pieces of a design during a run, without removed parts and links. `hidden` parts are not drawn; links may end at
    them.
    """
    slots: dict[int, dict[str, int]] = {}
    for (id_, name), slot in cast.slot_of.items():
        slots.setdefault(id_, {})[name] = slot
    specs = {spec.id: spec for spec in design.parts if spec.id in cast.parts}
    placed = {
        id_: Placed(id_, catalogue.blueprint(spec), cast.row_of[id_, 0], slots.get(id_, {}), spec.flip, spec.layer)
        for id_, spec in specs.items()
    }
    seen = [link for link in design.links if link.id in cast.links and catalogue.LINKS[link.kind].seen]
    tied = [piece for link in seen for piece in _tied(link, placed, specs, slots.get(link.id, {}))]
    return Pieces((part for part in placed.values() if part.id not in hidden), tied, rows, style)


def _tied(
    link: Link, placed: Mapping[int, Placed], specs: Mapping[int, PartSpec], slots: Mapping[str, int]
) -> list[Tied]:
    """Return the cords with which a link is drawn: one, or for a belt all strands and arcs round its discs."""
    kind = catalogue.LINKS[link.kind]
    a, b = placed[link.a.part], placed[link.b.part]
    port_a, port_b = catalogue.port_of(specs[link.a.part], link.a), catalogue.port_of(specs[link.b.part], link.b)
    assert port_a is not None and port_b is not None  # checked with the design
    if kind.loops:
        strands = _strands(link, placed, specs)
        if strands:
            return strands
    points = [place(pose_of(specs[link.a.part]), (port_a.x, port_a.y))]
    sheaves = []
    for part in link.via:
        sheave = placed[part].plan.sheave
        assert sheave is not None  # checked with the design
        sheaves.append(sheave)
        points.append(place(pose_of(specs[part]), (sheave.x, sheave.y)))
    points.append(place(pose_of(specs[link.b.part]), (port_b.x, port_b.y)))
    way = rope_path.lay(points, [sheave.r for sheave in sheaves])
    length = 0.0
    if not kind.loose:
        slack = kind.property("slack")
        length = way.span + float(kind.values(link.props).slack) if slack else -max(1e-3, way.span)
    bends = tuple(
        Bend(placed[part].row + sheave.body, sheave.r, turn, slots.get(turn_state(k), -1))
        for k, (part, sheave, turn) in enumerate(zip(link.via, sheaves, way.turns, strict=True))
    )
    return [Tied(link.id, kind, a, port_a, b, port_b, length, slots.get(kind.look.slot, -1), None, bends)]


def _strands(link: Link, placed: Mapping[int, Placed], specs: Mapping[int, PartSpec]) -> list[Tied]:
    """Return a belt's strands and the pieces of its arcs; empty if its discs are too close for it to be put on."""
    a, b = specs[link.a.part], specs[link.b.part]
    ends = (placed[a.id], pose_of(a), link.a.port), (placed[b.id], pose_of(b), link.b.port)
    strands = []
    before = 0.0
    for (at_a, p), (at_b, q) in pairwise(loop_of(link, a, b)):
        ports = []
        for disc, point in ((at_a, p), (at_b, q)):
            part, pose, name = ends[disc]
            port = part.plan.port(name)
            assert port is not None
            x, y = localise(pose, point)
            ports.append(msgspec.structs.replace(port, x=x, y=y))
        long = ((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2) ** 0.5
        run = placed[a.id].row + WHEEL, -disc_of(a), before
        strands.append(
            Tied(link.id, catalogue.LINKS[link.kind], ends[at_a][0], ports[0], ends[at_b][0], ports[1], -long, -1, run)
        )
        before += long
    return strands


def _hangs_behind(link: Tied) -> bool:
    return link.kind.look.material in ("cloth", "coil")


def _anchor(part: Placed, port: Port) -> Point:
    body = part.plan.bodies[port.body]
    return port.x - body.x, port.y - body.y


def _layer(part: Placed) -> tuple[int, bool, int]:
    """Sort key of the draw order: by layer; on one layer, parts that never move behind those that do; then by id."""
    return part.layer, any(body.kind == "dynamic" for body in part.plan.bodies), part.id


def _seed(id_: int) -> float:
    """Number from 0 to 10, well spread over neighbouring ids, so that each part has its own grain."""
    return (id_ * 0.6180339887498949) % 1.0 * 10.0


def _pairs(pairs: list[tuple[int, int]]) -> Indices:
    return np.array(pairs, np.intp).reshape(-1, 2)


def _slotted(shown: list[Placed], stamps: list[_Stamp], counts: list[int]) -> list[tuple[int, int]]:
    """Pairs of instance index and state slot, for the instances that show a state."""
    pairs, first = [], 0
    for part, stamp, count in zip(shown, stamps, counts, strict=True):
        pairs += [(first + record, part.slots[name]) for record, name in stamp.slots if name in part.slots]
        first += count
    return pairs


def _material(look: Look, flip: bool) -> int:
    if look.material == "rubber" and look.slot:
        return _BELT_BACK if flip else _BELT
    return MATERIALS[look.material]


def _is_ball(shape: Shape) -> bool:
    if shape.look is None or not isinstance(shape.outline, Circle):
        return False
    material = shape.look.material
    return material in ("metal", "plastic", "glow", "rubber") or (material in ("felt", "leather") and shape.collides)


def _ball(plan: Blueprint, index: int, frame: _Frame) -> tuple[float, float, float]:
    """Return the ball whose roundness a shape shows, its own or the one it is painted on: middle (in its frame) and
    radius.
    """
    shape = plan.shapes[index]
    look, body = shape.look, plan.bodies[shape.body]
    assert look is not None
    if not shape.collides:
        for under in plan.shapes[:index]:
            ball = under.outline
            if under.body == shape.body and under.collides and isinstance(ball, Circle) and _is_ball(under):
                x, y = frame.localise((ball.x - body.x, ball.y - body.y))
                if x * x + y * y < ball.r * ball.r:
                    return x, y, ball.r
    if _is_ball(shape):
        return 0.0, 0.0, frame.half[0]
    if not shape.collides and look.outline == 0.0 and look.material != "metal":
        return 0.0, 0.0, _PAINT
    many = isinstance(shape.outline, Polygon) and len(shape.outline.points) > _SMOOTH
    return 0.0, 0.0, _BLOWN if look.material == "rubber" and many else _FLAT


class _Frame(NamedTuple):
    """The frame in which the shader measures an outline: its middle, the direction of its grain, half extents along
    both axes.
    """

    form: int
    middle: Point
    axis: Point
    half: Point
    rounding: float

    def localise(self, point: Point) -> Point:
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        return self.axis[0] * x + self.axis[1] * y, self.axis[0] * y - self.axis[1] * x


def _frame(outline: Outline) -> _Frame:
    if isinstance(outline, Circle):
        return _Frame(_CIRCLE, (outline.x, outline.y), (1.0, 0.0), (outline.r, outline.r), 0.0)
    if len(outline.points) > MAX_POINTS:
        raise ValueError(f"an outline of {len(outline.points)} points is drawn; the shader reads up to {MAX_POINTS}")
    points = np.array(outline.points)
    edges = np.roll(points, -1, axis=0) - points
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    longest = 0 if lengths[0] >= 0.999 * lengths.max() else int(lengths.argmax())
    axis = edges[longest] / lengths[longest]
    if axis[0] < -1e-9 or (abs(axis[0]) <= 1e-9 and axis[1] < 0):
        axis = -axis  # up stays up: belts run the right way round
    c, s = float(axis[0]), float(axis[1])
    along, across = c * points[:, 0] + s * points[:, 1], c * points[:, 1] - s * points[:, 0]
    u, v = float(along.min() + along.max()) / 2, float(across.min() + across.max()) / 2
    half = float(np.ptp(along)) / 2 + outline.rounding, float(np.ptp(across)) / 2 + outline.rounding
    form = _BOX if _is_box(along, across) else POLYGON
    return _Frame(form, (c * u - s * v, s * u + c * v), (c, s), half, outline.rounding)


def _is_box(along: Rows, across: Rows) -> bool:
    """Tell whether points are the four corners of their own bounding box."""
    if len(along) != 4:
        return False
    right, top = along > (along.min() + along.max()) / 2, across > (across.min() + across.max()) / 2
    square = all(np.allclose(a, np.where(b, a.max(), a.min()), atol=1e-9) for a, b in ((along, right), (across, top)))
    return square and len({*zip(right.tolist(), top.tolist(), strict=True)}) == 4
