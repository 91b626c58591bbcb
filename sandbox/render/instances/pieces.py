"""Lays out everything to draw as arrays: the instances of the meshes, built once when a design or machine changes.

Each instance refers to its body by a row's index, so a tick is one gather.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox import parts as catalogue
from sandbox.design.design import Design, Link, PartSpec
from sandbox.design.geometry import Point, place
from sandbox.parts.kind import pose_of
from sandbox.render.instances.bodies import Stamp, slotted, stamp_of
from sandbox.render.instances.cords import Cords
from sandbox.render.instances.forms import (
    AWAY,
    HOVERED,
    MARK,
    MAX_POINTS,
    POLYGON_ROW,
    SEED,
    SELECTED,
    SOLID,
    STYLE,
    Placed,
    draw_order,
    grain_seed,
)
from sandbox.render.instances.layout import BODY_STATIC, Indices, Rows, index_pairs
from sandbox.render.instances.link_cords import tied_pieces, waters_of
from sandbox.render.instances.ties import Tied

if TYPE_CHECKING:
    from sandbox.machine.machine import Machine


_SHELF = 16  # polygons in a row of the texture: as in distance.glsl


class Pieces:
    """The instances of a design or a machine; `rows` holds the poses of the parts as placed."""

    def __init__(self, placed: Iterable[Placed], tied: Iterable[Tied], rows: Rows, style: float = SOLID) -> None:
        self.rows = rows
        ordered = sorted(placed, key=draw_order)
        stamps = [stamp_of(part) for part in ordered]
        counts = [len(stamp.records) for stamp in stamps]
        first_polygon = self._lay_out_polygons(stamps)

        def each(values: list[float] | list[int], dtype: type[np.generic]) -> npt.NDArray[Any]:
            return np.repeat(np.array(values, dtype), counts)

        none = [np.zeros(0, BODY_STATIC)]
        self.bodies = np.concatenate([stamp.records for stamp in stamps] or none)
        self.bodies["look"][:, SEED] = each([grain_seed(part.id) for part in ordered], np.float32)
        self.bodies["look"][:, STYLE] = style
        self.bodies["form"][:, POLYGON_ROW] += each([first_polygon[id(stamp)] for stamp in stamps], np.float32)
        bodies = np.concatenate([stamp.bodies for stamp in stamps] or [np.zeros(0, np.intp)])
        self.body_rows: Indices = bodies + each([part.row for part in ordered], np.intp)
        self.owners = each([part.id for part in ordered], np.int64)
        self.slotted = index_pairs(slotted(ordered, stamps, counts))
        links = list(tied)
        self.behind = Cords([link for link in links if link.hangs_behind], style)
        self.front = Cords([link for link in links if not link.hangs_behind], style)

    def _lay_out_polygons(self, stamps: list[Stamp]) -> dict[int, int]:
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
            (self.owners, self.bodies["look"][:, MARK]),
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
        placed[spec.id] = Placed.of(spec, len(rows))
        rows += [
            (*(AWAY if index in plan.spare else place(pose, (body.x, body.y))), pose.angle, 0.0, 0.0, 0.0)
            for index, body in enumerate(plan.bodies)
        ]
    waters = waters_of(spec_by_id.values())
    tied = [piece for link in links for piece in tied_pieces(link, placed, spec_by_id, {}, waters)]
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
    placed = {id_: Placed.of(spec, cast.row_of[id_, 0], slots.get(id_, {})) for id_, spec in specs.items()}
    seen = [link for link in design.links if link.id in cast.links and catalogue.LINKS[link.kind].seen]
    waters = waters_of(specs.values())
    tied = [piece for link in seen for piece in tied_pieces(link, placed, specs, slots.get(link.id, {}), waters)]
    return Pieces((part for part in placed.values() if part.id not in hidden), tied, rows, style)
