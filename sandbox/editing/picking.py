"""Picking: parts, ports and links of a design under the pointer, and parts of a running machine.

Pure geometry on world coordinates (metres). `reach` is how far from a thing the pointer may be and still hit it: the
caller computes it from a number of pixels and the zoom.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.design.geometry import Box, Point, Pose, localise, place, place_all
from sandbox.editing.belt_path import loop_of
from sandbox.parts import KINDS, LINKS, blueprint, port_of, pose_of
from sandbox.parts.kind import Blueprint, loose_sag
from sandbox.parts.ropes import rope_path

if TYPE_CHECKING:
    from sandbox.machine.machine import Machine

HERE = Pose(0.0, 0.0, 0.0)
_CENTRAL = 0.15  # of a part's width: a port so near its middle is in the middle
_CORD_PIECES = 16
_EDGE = 0.03  # m: what is seen of the walls around a room
_FRAME = 0.15  # m: walls and ground that are thicker than this outside of it are more than its frame
_AIR = 0.02  # m about a link in its box
_TAP_LENGTH = 0.3  # of its stalk, at the outer end
_OWN_REACH = 0.7  # of the reach: so near, a player's own part is meant and not what is given
_SCENERY_REACH = 1.6  # of the reach: the same before scenery, which nobody wants to take


class Pick(NamedTuple):
    """Something under the pointer. `what`: part, port, link, turn, size, bend, split, or empty for nothing."""

    what: str = ""
    id: int = 0
    name: str = ""  # of the port, or of the property that a handle changes
    side: int = 0  # of a size handle: +1 or -1 along its axis; of a point of a line: its number, from 0

    def __bool__(self) -> bool:
        return bool(self.what)


NOTHING = Pick()


class Socket(NamedTuple):
    """A port of a placed part, in world coordinates."""

    end: End
    type: str
    title: str
    x: float
    y: float
    aside: bool = False  # see `plans.Port`


@lru_cache(maxsize=16384)
def box_of(spec: PartSpec) -> Box:
    """Return the world box around a placed part."""
    return blueprint(spec).bounds(pose_of(spec))


def box_of_level(design: Design) -> Box:
    """Return the box of the level with everything built around it, except parts far larger than it: endless ground."""
    world = design.world
    box = Box(0.0, 0.0, world.width, world.height)
    for part_box in map(box_of, design.parts):
        if part_box.x1 - part_box.x0 < 3 * world.width and part_box.y1 - part_box.y0 < 3 * world.height:
            box = box.union(part_box)
    return box


def room_of_level(design: Design) -> Box:
    """Return the box to show so that all of a level is visible; of the outer walls and the ground only an edge, as they
    are its frame."""
    world = design.world
    box = Box(0.0, 0.0, world.width, world.height)
    edge = Box(-_EDGE, -_EDGE, world.width + _EDGE, world.height + _EDGE)
    for spec in design.parts:
        part = box_of(spec)
        if part.x1 - part.x0 >= 3 * world.width or part.y1 - part.y0 >= 3 * world.height:
            continue
        frames = all(body.kind == "static" for body in blueprint(spec).bodies) and _sticks_out(part, edge) <= _FRAME
        box = box.union(_common(part, edge) if frames else part)
    return box


def _common(a: Box, b: Box) -> Box:
    return Box(max(a.x0, b.x0), max(a.y0, b.y0), min(a.x1, b.x1), min(a.y1, b.y1))


def _sticks_out(box: Box, of: Box) -> float:
    """Return by how much one box reaches beyond another at most."""
    return max(of.x0 - box.x0, of.y0 - box.y0, box.x1 - of.x1, box.y1 - of.y1)


def box_around(specs: Iterable[PartSpec]) -> Box:
    """Return the world box around some parts (at least one)."""
    boxes = [box_of(spec) for spec in specs]
    around = boxes[0]
    for box in boxes[1:]:
        around = around.union(box)
    return around


def local_box(spec: PartSpec) -> Box:
    """Return the box around a part in its own frame, on which its handles sit."""
    return blueprint(spec).bounds(HERE)


def upper_left(spec: PartSpec) -> Point:
    """Return the corner of a placed part's own box that is at the upper left in the world."""
    box, pose = local_box(spec), pose_of(spec)
    corners = place_all(pose, ((x, y) for x in (box.x0, box.x1) for y in (box.y0, box.y1)))
    return max(corners, key=lambda corner: corner[1] - corner[0])


def may_change(design: Design, item: PartSpec | Link) -> bool:
    """Return whether the player may move, change or delete a part or link at all."""
    locked = isinstance(item, PartSpec) and item.locked
    return not locked and (design.free or not item.fixed)


# -- parts


def part_at(
    design: Design, at: Point, reach: float, prefer: tuple[int, ...] = (), among: Collection[int] | None = None
) -> int | None:
    """Return the part under a point: a preferred (selected) one if it is there, else the one drawn on top, else the
    nearest within reach; with `among`, one of these. To a player, what he may not change is behind what he may, and
    what nothing touches is behind all else: panels on a container are the container to him, and a small part before
    scenery is taken as easily as one before nothing."""
    x, y = at
    best, best_distance = None, reach
    inside: list[PartSpec] = []
    for spec in design.parts:
        if among is not None and spec.id not in among:
            continue
        box = box_of(spec)
        if not Box(box.x0 - reach, box.y0 - reach, box.x1 + reach, box.y1 + reach).contains(x, y):
            continue
        distance = blueprint(spec).distance(*localise(pose_of(spec), at))
        if distance <= 0:
            inside.append(spec)
        elif distance <= best_distance:
            best, best_distance = spec.id, distance
    if inside:
        # Drawn from behind to the front: by layer, then what never moves, then what does; each by id.
        front = max(
            inside,
            key=lambda spec: (
                spec.id in prefer, may_change(design, spec) and not design.free, design.free or _is_touched(spec),
                spec.layer, loose(spec), not KINDS[spec.kind].hides_content, spec.id,
            ),
        )  # fmt: skip
        if best is None or design.free or front.id in prefer or _is_touched(front):
            return front.id
        return best if _is_touched(design.part_by_id[best]) else front.id
    return best


def _is_own(design: Design, id_: int | None) -> bool:
    spec = design.part_by_id.get(id_) if id_ is not None else None
    return spec is not None and may_change(design, spec)


def _is_touched(spec: PartSpec) -> bool:
    """Tell whether anything can run into a part; scenery and panels are only looked at."""
    return any(shape.collides for shape in blueprint(spec).shapes)


def loose(spec: PartSpec) -> bool:
    """Tell whether any body of a part can move."""
    return any(body.kind == "dynamic" for body in blueprint(spec).bodies)


def parts_within(design: Design, band: Box) -> tuple[int, ...]:
    """Return the parts whose boxes lie wholly within a rectangle, in id order."""
    whole = []
    for spec in design.parts:
        box = box_of(spec)
        if band.x0 <= box.x0 and box.x1 <= band.x1 and band.y0 <= box.y0 and box.y1 <= band.y1:
            whole.append(spec.id)
    return tuple(whole)


def running_part_at(machine: Machine, at: Point, reach: float) -> int | None:
    """Return the part of a running machine under a point, or the nearest within reach; loose parts before fixed ones.

    It reads `machine.rows` as they are: of the tick that was last read for drawing.
    """
    best, best_rank = None, (2, reach)
    for id_, run in machine.parts.items():
        fixed = int(not machine.grabbable(id_))
        for shape in run.plan.shapes:
            body = run.plan.bodies[shape.body]
            x, y = localise(_pose(machine, machine.row_of[id_, shape.body]), at)
            distance = max(0.0, shape.outline.distance(x + body.x, y + body.y))
            if distance <= reach and (fixed, distance) <= best_rank:
                best, best_rank = id_, (fixed, distance)
    return best


def _pose(machine: Machine, row: int) -> Pose:
    x, y, angle = machine.rows[row, :3].tolist()
    return Pose(x, y, angle)


# -- ports and links


def sockets(spec: PartSpec) -> Iterator[Socket]:
    """Yield the ports of a placed part."""
    pose = pose_of(spec)
    for port in blueprint(spec).ports:
        x, y = place(pose, (port.x, port.y))
        yield Socket(End(spec.id, port.name), port.type, port.title or port.name, x, y, port.aside)


class Tap(NamedTuple):
    """The spot beside a part from which a link is drawn out of a port: `x, y`, at the end of a stalk."""

    socket: Socket
    edge: Point  # where the stalk leaves the part
    x: float
    y: float


def port_types(design: Design) -> frozenset[str]:
    """Return the types of ports that a player may join here: those for which the stock has a link, or had one."""
    kinds = (kind for name, kind in LINKS.items() if design.free or name in design.stock_items)
    return frozenset(type_ for kind in kinds for type_ in kind.ends)


def taps(spec: PartSpec, stand_off: float, types: Container[str] | None = None) -> list[Tap]:
    """Return the taps of a part's ports, `stand_off` metres outside it: of all of them, or of those of some types.

    Not the ports themselves: many lie in the middle of the part, where one drags to move it.
    """
    pose, plan, box = pose_of(spec), blueprint(spec), local_box(spec)
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    taps_found = []
    for port, socket in zip(plan.ports, sockets(spec), strict=True):
        if types is not None and port.type not in types:
            continue
        away = (port.x - middle[0], port.y - middle[1])
        far = math.hypot(*away)
        # From the middle downwards: what turns the part is above it.
        way = (away[0] / far, away[1] / far) if far > _CENTRAL * (box.x1 - box.x0) else (0.0, -1.0)
        edge = _way_out(plan, (port.x, port.y), way)
        tap = (edge[0] + way[0] * stand_off, edge[1] + way[1] * stand_off)
        taps_found.append(Tap(socket, place(pose, edge), *place(pose, tap)))
    return taps_found


def _way_out(plan: Blueprint, point: Point, way: Point) -> Point:
    """Return the first point outside a part's shapes in a direction from a point."""
    x, y = point
    for _ in range(64):
        inside = -plan.distance(x, y)
        if inside <= 0:
            break
        step = max(inside, 0.001)
        x, y = x + way[0] * step, y + way[1] * step
    return x, y


def tap_at(
    specs: Iterable[PartSpec], at: Point, stand_off: float, reach: float, types: Container[str]
) -> Socket | None:
    """Return the port of one of these types whose tap is nearest to a point, within reach: not its stalk, whose
    beginning lies where a thin part is taken hold of."""
    best, nearest = None, reach
    for spec in specs:
        for tap in taps(spec, stand_off, types):
            (x, y), stalk = tap.edge, 1.0 - _TAP_LENGTH
            begin = x + stalk * (tap.x - x), y + stalk * (tap.y - y)
            distance = segment_distance(at, begin, (tap.x, tap.y))
            if distance <= nearest:
                best, nearest = tap.socket, distance
    return best


def socket_of(design: Design, end: End) -> Socket | None:
    """Return the port at an end of a link; None if it does not exist."""
    spec = design.part_by_id.get(end.part)
    port = port_of(spec, end) if spec is not None else None
    if spec is None or port is None:
        return None
    return Socket(end, port.type, port.title or port.name, *place(pose_of(spec), (port.x, port.y)), port.aside)


def link_at(design: Design, at: Point, reach: float, among: Iterable[Link] | None = None) -> int | None:
    """Return the link that passes within reach of a point, as it hangs; the topmost of several. `among`: one of these
    of the design, rather than of all."""
    topmost = None
    for link in design.links if among is None else among:
        if _distance_to(design, link, at) <= reach:
            topmost = link.id
    return topmost


def box_of_link(design: Design, link: Link) -> Box:
    """Return the box around a link as it is drawn at rest, with a little air."""
    points = cord(design, link)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs) - _AIR, min(ys) - _AIR, max(xs) + _AIR, max(ys) + _AIR)


def cord(design: Design, link: Link) -> tuple[Point, ...]:
    """Return the points of a link as it is drawn at rest: parabolas between its ports and pulleys, as long as the link
    is."""
    a, b = socket_of(design, link.a), socket_of(design, link.b)
    if a is None or b is None:
        return ()
    kind = LINKS[link.kind]
    if kind.loops:
        loop = loop_of(link, design.part_by_id[link.a.part], design.part_by_id[link.b.part])
        if loop:
            return tuple(point for _, point in loop)
    slack = float(kind.values(link.props).slack) if kind.property("slack") is not None else None
    if slack is None and not kind.loose:
        return (a.x, a.y), (b.x, b.y)
    pull = (design.world.gravity_x, design.world.gravity_y)
    wheels = [wheel for part in link.via for wheel in [wheel_of(design.part_by_id[part])] if wheel is not None]
    pieces = course((a.x, a.y), wheels, (b.x, b.y))
    straight = sum(math.dist(*piece) for piece in pieces[::2]) or 1.0
    points: list[Point] = []
    for index, piece in enumerate(pieces):
        if index % 2:
            points += piece
        else:
            spare = slack * math.dist(*piece) / straight if slack is not None else None
            points += _hanging(piece[0], piece[1], spare, pull)
    return tuple(points)


class Round(NamedTuple):
    """The wheel of a placed pulley, in world coordinates. `winds`: it is a drum, see `Sheave`."""

    part: int
    x: float
    y: float
    r: float
    winds: bool = False


def wheel_of(spec: PartSpec) -> Round | None:
    """Return the wheel of a part that ropes run over; None if it has none."""
    sheave = blueprint(spec).sheave
    if sheave is None:
        return None
    return Round(spec.id, *place(pose_of(spec), (sheave.x, sheave.y)), sheave.r, sheave.winds)


def course(a: Point, wheels: Sequence[Round], b: Point) -> list[tuple[Point, ...]]:
    """Return the straight pieces and the arcs, in turn, of a taut rope from a over wheels to b."""
    points = [a, *((wheel.x, wheel.y) for wheel in wheels), b]
    return rope_path.pieces(points, rope_path.lay(points, [wheel.r for wheel in wheels]))


@lru_cache(maxsize=4096)
def _hanging(a: Point, b: Point, slack: float | None, pull: Point) -> tuple[Point, ...]:
    chord, strength = math.dist(a, b), math.hypot(*pull)
    down = (pull[0] / strength, pull[1] / strength) if strength else (0.0, -1.0)
    if slack is None:  # a cord that is always as long as it has to be
        return _parabola(a, b, loose_sag(chord), down)
    low, high = 0.0, chord + slack
    for _ in range(24):  # the length of the parabola grows with its sag: halve
        sag = (low + high) / 2
        points = _parabola(a, b, sag, down)
        length = sum(math.dist(p, q) for p, q in pairwise(points))
        low, high = (sag, high) if length < chord + slack else (low, sag)
    return _parabola(a, b, low, down)


def _parabola(a: Point, b: Point, sag: float, down: Point) -> tuple[Point, ...]:
    points = []
    for index in range(_CORD_PIECES + 1):
        t = index / _CORD_PIECES
        drop = 4 * sag * t * (1 - t)
        points.append((a[0] + (b[0] - a[0]) * t + down[0] * drop, a[1] + (b[1] - a[1]) * t + down[1] * drop))
    return tuple(points)


def segment_distance(at: Point, a: Point, b: Point) -> float:
    """Return the distance from a point to the straight line from a to b."""
    ex, ey, wx, wy = b[0] - a[0], b[1] - a[1], at[0] - a[0], at[1] - a[1]
    square = ex * ex + ey * ey
    along = min(1.0, max(0.0, (wx * ex + wy * ey) / square)) if square else 0.0
    dx, dy = wx - along * ex, wy - along * ey
    return float((dx * dx + dy * dy) ** 0.5)


def links_of(design: Design, part: int) -> list[Link]:
    """List the links that end at a part, and the ropes that run over it."""
    return [link for link in design.links if part in link.parts]


def all_at(design: Design, at: Point, reach: float) -> tuple[int, ...]:
    """Return all parts and links within reach of a point, links first, the nearest of each first: what to choose from
    where they lie over each other. Scenery and walls are among them only where the design is free."""
    links = (link for link in design.links if may_change(design, link) or design.free)
    crossing = [(_distance_to(design, link, at), link.id) for link in links]
    parts = (spec for spec in design.parts if design.free or may_change(design, spec))
    under = [(max(0.0, blueprint(spec).distance(*localise(pose_of(spec), at))), spec.id) for spec in parts]
    return tuple(id_ for near in (crossing, under) for distance, id_ in sorted(near) if distance <= reach)


def _distance_to(design: Design, link: Link, at: Point) -> float:
    """Return how far a point is from a link as it hangs."""
    points = cord(design, link)
    return min((segment_distance(at, a, b) for a, b in pairwise(points)), default=math.inf)


def target_at(
    design: Design, at: Point, reach: float, prefer: tuple[int, ...], near: Iterable[PartSpec], stand_off: float
) -> Pick:
    """Return the part, link or port at a point. Ports are picked by taps beside the parts in `near`, `stand_off`
    outside of them; of overlapping parts, one in `prefer` is picked. A thin part of the player's own is picked as
    easily before what the puzzle gives, or beside a link, as before nothing; so is a link of the player's own, except
    before a part at which it ends."""
    socket = tap_at(near, at, stand_off, reach, port_types(design))
    id_ = part_at(design, at, 0.0, prefer)
    if socket is not None and id_ != socket.end.part:
        return Pick("port", socket.end.part, socket.end.port)
    if not design.free and id_ not in prefer and not _is_own(design, id_):
        own = [spec.id for spec in design.parts if may_change(design, spec)]
        spec = design.part_by_id.get(id_) if id_ is not None else None
        around = _SCENERY_REACH if spec is not None and not _is_touched(spec) else _OWN_REACH
        own_id = part_at(design, at, around * reach, prefer, own)
        if own_id is None and id_ is not None:
            passing = [link for link in design.links if may_change(design, link) and id_ not in link.parts]
            link = link_at(design, at, _OWN_REACH * reach, passing)
            if link is not None:
                return Pick("link", link)
        id_ = own_id if own_id is not None else id_
    if id_ is None:
        link = link_at(design, at, reach)
        if link is not None:
            return Pick("link", link)
        id_ = part_at(design, at, reach, prefer)
    return Pick("part", id_) if id_ is not None else NOTHING
