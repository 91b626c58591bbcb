"""What is drawn of a design or a machine in a browser: the bytes for its graphics card, made without numpy.

The same instances in the same order as `render.instances.pieces` makes with numpy; a test compares the two.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sandbox import parts as catalogue
from sandbox.design.design import Design, Link, PartSpec
from sandbox.design.geometry import Point, Pose, place
from sandbox.machine.machine import Machine
from sandbox.parts.kind import Blueprint, pose_of
from sandbox.render.instances.forms import (
    AWAY,
    MAX_POINTS,
    POLYGON,
    POLYGON_ROW,
    SEED,
    SOLID,
    STYLE,
    Placed,
    draw_order,
    grain_seed,
)
from sandbox.render.instances.link_cords import tied_pieces, waters_of
from sandbox.render.instances.shape_records import MATERIALS, Record, records_of
from sandbox.render.instances.ties import Course, DrawnPiece, Motion, Tied
from sandbox.render.scenes import lamp_light

_BODY = struct.Struct("<19f4B")  # as BODY_STATIC
_CORD = struct.Struct("<11f4B")  # as CORD_STATIC
_SHELF = 16  # polygons in a row of the texture: as in distance.glsl
_FORM, _LOOK = 2, 3  # fields of a record
_MATERIAL = 3  # of a form
_ROW = 6  # numbers of a body's motion


class ByteBlock:
    """Arrays for the page in one piece of bytes, as `page.pack` has them: each by its place, type and count."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    def add(self, type_: str, data: bytes) -> dict[str, Any]:
        """Add an array; its type is one of u1, u4, i4, f4 and f8."""
        at, padding = self._size, -len(data) % 8
        self._pieces += [data, b"\0" * padding]
        self._size += len(data) + padding
        return {"at": at, "type": type_, "count": len(data) // int(type_[1])}

    def floats(self, values: Iterable[float]) -> dict[str, Any]:
        return self.add("f4", array("f", values).tobytes())

    def numbers(self, values: Iterable[int]) -> dict[str, Any]:
        return self.add("u4", array("I", values).tobytes())

    @property
    def bytes(self) -> bytes:
        return b"".join(self._pieces)


class Polygons:
    """The outlines of all that has been drawn, each once, in a table for the graphics card."""

    def __init__(self) -> None:
        self._rows: dict[tuple[Point, ...], int] = {}
        self._sent = -1  # rows that the page has

    def row(self, points: tuple[Point, ...]) -> int:
        return self._rows.setdefault(points, len(self._rows))

    def described(self, block: ByteBlock) -> dict[str, Any] | None:
        """Add the table to a block, if it has grown since the last time."""
        if len(self._rows) == self._sent:
            return None
        self._sent = len(self._rows)
        shelves = max(1, -(-len(self._rows) // _SHELF))
        table = array("f", bytes(4 * 2 * MAX_POINTS * _SHELF * shelves))
        for points, row in self._rows.items():
            at = 2 * MAX_POINTS * row
            table[at : at + 2 * len(points)] = array("f", [value for point in points for value in point])
        return {"points": block.add("f4", table.tobytes()), "shelves": shelves}


class _CordLayout:
    """The instances of links that are drawn together."""

    def __init__(self, tied: Sequence[Tied], style: float) -> None:
        self.tied = tied
        self.static = bytearray()
        self.rows: tuple[list[int], list[int]] = ([], [])
        self.lengths: list[float] = []
        self.owners: list[int] = []
        self.slots: list[int] = []
        self.running: list[int] = []
        self.travels: list[float] = []
        self.reeved: list[int] = []
        self.courses: list[Course] = []
        for link in tied:
            index, count = len(self.owners), link.pieces
            for anchors, cord, mark, tint in link.records(style):
                self.static += _CORD.pack(*anchors, *cord, *mark, *tint)
            for side, row in zip(self.rows, link.rows, strict=True):
                side += [row] * count
            self.lengths += [link.length] * count
            self.owners += [link.id] * count
            if link.slot >= 0:
                self.slots += [index, link.slot]
            if link.run is not None:
                self.running += [index, link.run[0]]
                self.travels += link.run[1:]
            if link.bends:
                self.reeved += range(index, index + count)
                self.courses.append(Course(link))

    def drawn(self, motion: Callable[[int], Motion], state: Callable[[int], float]) -> list[DrawnPiece]:
        """Return the pieces, by the motion of each row and the running state of each slot."""
        drawn = []
        for link in self.tied:
            pieces: Sequence[Motion] = [(*motion(link.rows[0]), *motion(link.rows[1]), link.length)]
            if link.bends:
                course = Course(link)
                pieces = course.moving([motion(row) for row in course.rows], course.turns(state))
            for nth, (record, moving) in enumerate(zip(link.records(SOLID), pieces, strict=True)):
                drawn.append(DrawnPiece(link.id, link.rows, record[0], nth % 2 == 1, moving))
        return drawn

    def described(self, block: ByteBlock) -> dict[str, Any]:
        return {
            "table": block.add("u1", bytes(self.static)),
            "rows": block.numbers((*self.rows[0], *self.rows[1])),
            "lengths": block.floats(self.lengths),
            "owners": block.numbers(self.owners),
            "slots": block.numbers(self.slots),
            "running": block.numbers(self.running),
            "travels": block.floats(self.travels),
            "reeved": block.numbers(self.reeved),
        }


class _Glow(NamedTuple):
    """An instance that glows: the row of its body, its place and half its size there, and the state that it shows."""

    row: int
    at: Point
    size: Sequence[float]
    tint: Sequence[int]
    slot: int  # -1: none


class PictureLayout:
    """The instances of parts and links. `rows` are the motions of the parts as placed; of a machine they are empty."""

    def __init__(
        self, placed: Iterable[Placed], tied: Sequence[Tied], polygons: Polygons, rows: Sequence[Sequence[float]] = (),
        style: float = SOLID,
    ) -> None:  # fmt: skip
        self.rows = rows
        self.static = bytearray()
        self.body_rows: list[int] = []
        self.owners: list[int] = []
        self.slots: list[int] = []
        self._glowing: list[_Glow] = []
        for part in sorted(placed, key=draw_order):
            first = len(self.owners)
            drawn = _records(part.plan, part.flip)
            seed = grain_seed(part.id)
            shown = dict(drawn.slots)
            for number, record in enumerate(drawn.records):
                if record[_FORM][_MATERIAL] == MATERIALS["glow"]:
                    slot = part.slots.get(shown.get(number, ""), -1)
                    self._glowing.append(
                        _Glow(part.row + drawn.bodies[number], record[0][:2], record[1], record[-1], slot)
                    )
                self.static += _BODY.pack(*_numbers(record, seed, style, drawn.polygons, polygons), *record[-1])
            self.body_rows += [part.row + body for body in drawn.bodies]
            self.owners += [part.id] * len(drawn.records)
            for index, name in drawn.slots:
                if name in part.slots:
                    self.slots += [first + index, part.slots[name]]
        self._sides = [
            _CordLayout([link for link in tied if link.hangs_behind is behind], style) for behind in (True, False)
        ]

    def described(self, block: ByteBlock) -> dict[str, Any]:
        """Add the layout to a block."""
        behind, front = (side.described(block) for side in self._sides)
        return {
            "table": block.add("u1", bytes(self.static)),
            "rows": block.numbers(self.body_rows),
            "owners": block.numbers(self.owners),
            "slots": block.numbers(self.slots),
            "behind": behind,
            "front": front,
        }

    def lamps(self, machine: Machine | None) -> list[list[float]]:
        """Return the lamps that are lit, brightest first: place (m), reach (m), brightness and colour (0 to 1)."""
        lamps = []
        for glow in self._glowing:
            state = machine.states[glow.slot] if machine is not None and glow.slot >= 0 else 0.0
            level = lamp_light.level_of(glow.tint, float(state))
            if level > 0.0:
                row = self.rows[glow.row] if machine is None else machine.rows[glow.row].tolist()
                x, y = place(Pose(*row[:3]), glow.at)
                light = lamp_light.light_of(max(0.0, *glow.size[:2]), level)
                lamps.append([x, y, *light, *(value / 255 for value in glow.tint[:3])])
        return sorted(lamps, key=lambda lamp: -lamp[2] * lamp[3])[: lamp_light.MOST]

    def drawn(self, rows: bytes, states: bytes) -> list[DrawnPiece]:
        """Return the ropes as these motions and running states of a machine draw them, each of them of 8 bytes."""
        motions, values = memoryview(rows).cast("d"), memoryview(states).cast("d")

        def motion(row: int) -> Motion:
            return motions[_ROW * row : _ROW * (row + 1)].tolist()

        return self._sides[0].drawn(motion, lambda slot: values[slot])

    def motions(self) -> bytes:
        """Return the motions of the parts as placed, six numbers of 8 bytes for each body."""
        return array("d", [value for row in self.rows for value in row]).tobytes()

    def courses(self, machine: Machine | None) -> bytes:
        """Return the motion of the pieces of ropes over pulleys, thirteen numbers of 4 bytes for each."""
        values = array("f")
        for course in (course for side in self._sides for course in side.courses):
            if machine is None:
                ends, turns = [self.rows[row] for row in course.rows], course.turns(None)
            else:
                ends = [machine.rows[row].tolist() for row in course.rows]
                turns = course.turns(lambda slot: float(machine.states[slot]))
            for piece in course.moving(ends, turns):
                values.extend(piece)
        return values.tobytes()


_kept: dict[tuple[int, bool], tuple[Blueprint, Any]] = {}  # by the blueprint's address, which is kept alive
_MOST_KEPT = 2048


def _records(plan: Blueprint, flip: bool) -> Any:
    kept = _kept.get((id(plan), flip))
    if kept is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        kept = _kept[id(plan), flip] = plan, records_of(plan, flip)
    return kept[1]


def _numbers(
    record: Record, seed: float, style: float, outlines: tuple[tuple[Point, ...], ...], polygons: Polygons
) -> list[float]:
    """Return the floating-point numbers of an instance."""
    fields = [[*field] for field in record[:-1]]
    if fields[_FORM][0] == POLYGON:
        fields[_FORM][POLYGON_ROW] = polygons.row(outlines[int(fields[_FORM][POLYGON_ROW])])
    fields[_LOOK][SEED], fields[_LOOK][STYLE] = seed, style
    return [value for field in fields for value in field]


def of_parts(
    specs: Iterable[PartSpec], links: Iterable[Link], polygons: Polygons, others: Iterable[PartSpec] = (),
    style: float = SOLID,
) -> PictureLayout:  # fmt: skip
    """Return the layout of parts as placed, and of links among them. `others` are not drawn: links may end at them."""
    drawn = {spec.id: spec for spec in specs}
    spec_by_id = {**{spec.id: spec for spec in others}, **drawn}
    placed: dict[int, Placed] = {}
    rows: list[tuple[float, ...]] = []
    for spec in spec_by_id.values():
        plan, pose = catalogue.blueprint(spec), pose_of(spec)
        placed[spec.id] = Placed.of(spec, len(rows))
        rows += [
            (*(AWAY if index in plan.spare else place(pose, (body.x, body.y))), pose.angle, 0.0, 0.0, 0.0)
            for index, body in enumerate(plan.bodies)
        ]
    waters = waters_of(spec_by_id.values())
    tied = [piece for link in links for piece in tied_pieces(link, placed, spec_by_id, {}, waters)]
    return PictureLayout((placed[id_] for id_ in drawn), tied, polygons, rows, style)


def of_design(design: Design, polygons: Polygons, hidden: Container[int] = ()) -> PictureLayout:
    """Return the layout of a design at rest, without the parts in `hidden` and the links at them."""
    specs = [spec for spec in design.parts if spec.id not in hidden]
    links = [link for link in design.links if not any(id_ in hidden for id_ in (link.id, *link.parts))]
    return of_parts(specs, links, polygons)


def of_machine(machine: Machine, polygons: Polygons) -> PictureLayout:
    """Return the layout of a running machine, without parts and links that have been removed."""
    slots: dict[int, dict[str, int]] = {}
    for (id_, name), slot in machine.slot_of.items():
        slots.setdefault(id_, {})[name] = slot
    specs = {spec.id: spec for spec in machine.design.parts if spec.id in machine.parts}
    placed = {id_: Placed.of(spec, machine.row_of[id_, 0], slots.get(id_, {})) for id_, spec in specs.items()}
    return PictureLayout(placed.values(), _tied(machine, placed, specs, slots), polygons)


def _tied(
    machine: Machine, placed: Mapping[int, Placed], specs: Mapping[int, PartSpec], slots: Mapping[int, dict[str, int]]
) -> list[Tied]:
    seen = [
        link for link in machine.design.links if link.id in machine.links and catalogue.LINKS[link.kind].seen
    ]  # fmt: skip
    waters = waters_of(specs.values())
    return [piece for link in seen for piece in tied_pieces(link, placed, specs, slots.get(link.id, {}), waters)]
