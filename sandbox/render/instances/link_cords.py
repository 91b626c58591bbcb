"""Finds the cords with which a link of a design is drawn: one for most links, several round the discs of a belt."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise

import msgspec

from sandbox import parts as catalogue
from sandbox.design.design import Link, PartSpec
from sandbox.design.geometry import Box, Point, localise, place
from sandbox.editing.belt_path import disc_of, loop_of
from sandbox.parts.fluids.water import WaterTank
from sandbox.parts.kind import Port, pose_of
from sandbox.parts.ropes import rope_path
from sandbox.parts.ropes.reeving import turn_state
from sandbox.parts.ropes.winch import Winch
from sandbox.parts.turning.gearing import WHEEL
from sandbox.render.instances.forms import Placed
from sandbox.render.instances.ties import Bend, Tied


def waters_of(specs: Iterable[PartSpec]) -> list[Box]:
    """Return the boxes (m) of the water in all tanks among some placed parts."""
    tanks = ((spec, catalogue.KINDS[spec.kind]) for spec in specs)
    hollows = ((spec, kind.hollow(kind.values(spec.props))) for spec, kind in tanks if isinstance(kind, WaterTank))
    return [hollow.bounds(pose_of(spec)) for spec, hollow in hollows if hollow is not None]


def tied_pieces(
    link: Link, placed: Mapping[int, Placed], specs: Mapping[int, PartSpec], slots: Mapping[str, int],
    waters: Collection[Box] = (),
) -> list[Tied]:  # fmt: skip
    """Return the cords with which a link is drawn: one, or for a belt all strands and arcs round its discs.

    `waters` are those of `waters_of` all parts: a rope that is tied to something in them would not be seen behind them.
    """
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
        # A rope on a winch has no length of its own: it is drawn straight.
        port_off_a, port_off_b = _off_drum(specs[a.id], port_a, points[1]), _off_drum(specs[b.id], port_b, points[-2])
        wound = (port_off_a, port_off_b) != (port_a, port_b)
        port_a, port_b = port_off_a, port_off_b
        length = way.span + float(kind.values(link.props).slack) if slack and not wound else -max(1e-3, way.span)
    bends = tuple(
        Bend(placed[part].row + sheave.body, sheave.r, turn, slots.get(turn_state(k), -1))
        for k, (part, sheave, turn) in enumerate(zip(link.via, sheaves, way.turns, strict=True))
    )
    is_wet = any(water.contains(*point) for water in waters for point in (points[0], points[-1]))
    return [Tied(link.id, kind, a, port_a, b, port_b, length, slots.get(kind.look.slot, -1), None, bends, is_wet)]


def _off_drum(spec: PartSpec, port: Port, towards: Point) -> Port:
    """Return where a rope at a winch comes off the drum, on its way to a point (m); any other port as it is."""
    kind, pose = catalogue.KINDS[spec.kind], pose_of(spec)
    if not isinstance(kind, Winch) or port.name != "rope":
        return port
    x, y = place(pose, (port.x, port.y))
    dx, dy = towards[0] - x, towards[1] - y
    far = math.sqrt(dx * dx + dy * dy) or 1.0
    beside = float(kind.values(spec.props).radius) * (-1.0 if spec.flip else 1.0) / far
    x, y = localise(pose, (x - beside * dy, y + beside * dx))
    return msgspec.structs.replace(port, x=x, y=y)


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
