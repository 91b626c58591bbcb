"""Proposals of places for a part: on the paths of what moves, on surfaces, beside parts, in mesh, above ports.

A place at random is nearly never one where something happens. Half of all new places therefore lie where something
passed in the run of the candidate that is being varied; the rest are places as people choose them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandbox import parts as catalogue
from sandbox.design.design import StockItem, Value
from sandbox.design.geometry import Box, Point
from sandbox.editing.gestures.gestures import rim_of
from sandbox.editing.snapping import TURN, fine, mesh, radians, to_grid
from sandbox.parts.kind import Blueprint, Jet, Kind
from sandbox.parts.turning.gearing import TOOTH, Turning
from sandbox.trials.candidate import Placement
from sandbox.trials.judging import Waypoint
from sandbox.trials.search.numbers import Numbers
from sandbox.trials.search.scene import Surroundings, box_of, extents, plan_of, turned

_CLEAR = 0.0005  # m: the gap between a surface and a part that is laid on it
_OVER_PORT = (0.3, 1.4)  # m: how high above a port a pulley is tried


class Shaped(NamedTuple):
    """A part out of the stock, turned and flipped, that has no place yet."""

    item: str
    kind: Kind
    plan: Blueprint
    props: dict[str, Value]
    angle: float
    flip: bool
    box: Box  # around it, when it stands at (0, 0)

    def at(self, x: float, y: float) -> Placement:
        """Return the part's placement with its middle at a point."""
        return Placement(self.item, fine(x), fine(y), self.angle, self.flip, self.props)

    @property
    def jet(self) -> Jet | None:
        """What it does to the air, in its own frame."""
        return self.kind.jet(self.kind.values(self.props), -1.0 if self.flip else 1.0)


# -- turned, flipped, sized


def shaped(numbers: Numbers, name: str, item: StockItem) -> Shaped | None:
    """Choose an angle, a side and the sizes that the player may set; None if no such part can be built."""
    kind = catalogue.KINDS[item.kind]
    props = {prop: new_size(numbers, kind, prop) for prop in item.resizes if numbers.chance(0.5)}
    flip = kind.flips and numbers.chance(0.5)
    return of_shape(name, item, new_angle(numbers, kind, item), flip, props)


def of_shape(name: str, item: StockItem, angle: float, flip: bool, props: dict[str, Value]) -> Shaped | None:
    """Return a part out of the stock with such an angle, side and sizes; None if it can't be built."""
    kind = catalogue.KINDS[item.kind]
    plan = plan_of(kind, {**item.props, **props}, flip)
    return Shaped(name, kind, plan, props, angle, flip, extents(plan, angle)) if plan is not None else None


def new_angle(numbers: Numbers, kind: Kind, item: StockItem) -> float:
    """Choose an angle: mostly as the part comes out of the stock, else a multiple of 15 degrees."""
    if not (kind.turns and item.turns) or numbers.chance(0.55):
        return item.angle
    steps = numbers.weighted((1, 2, 3, 4, 5, 6, 9, 12), (6.0, 5.0, 5.0, 3.0, 2.0, 4.0, 1.0, 2.0))
    return radians(TURN * steps * (1 if numbers.chance(0.5) else -1))


def new_size(numbers: Numbers, kind: Kind, name: str) -> Value:
    """Choose a value of a property that the player may set."""
    prop = kind.property(name)
    assert prop is not None
    if prop.type == "switch":
        return numbers.chance(0.5)
    if prop.type == "choice":
        return numbers.one_of(prop.choices)
    if prop.type == "number":
        high = min(prop.high, 2.0) if prop.unit == "m" else prop.high
        return max(prop.low, min(prop.high, to_grid(numbers.between(prop.low, high))))
    return prop.default


# -- where


def proposed(numbers: Numbers, scene: Surroundings, part: Shaped, paths: Sequence[Waypoint]) -> Placement:
    """Propose a place for a part."""
    world = scene.level.world
    if isinstance(part.kind, Turning) and numbers.chance(0.6):
        meshing = _in_mesh(numbers, scene, part)
        if meshing is not None:
            return meshing
    if part.plan.sheave is not None and numbers.chance(0.7):
        return _over_port(numbers, scene, part)
    way = numbers.fraction()
    if paths and way < 0.5:
        return on_path(numbers, part, numbers.one_of(paths))
    x, y = numbers.between(0.0, world.width), numbers.between(0.0, world.height)
    if way < 0.7:
        return _on_surface(numbers, scene, part, x, y)
    if way < 0.85:
        return _beside(numbers, scene, part)
    if way < 0.9 and any(port.type == "rope" for port in part.plan.ports):
        return _over_port(numbers, scene, part)
    return part.at(to_grid(x), to_grid(y))


def _snapped(numbers: Numbers, x: float, y: float) -> Point:
    """Snap each coordinate to the grid, or not."""
    return (to_grid(x) if numbers.chance(0.5) else x), (to_grid(y) if numbers.chance(0.5) else y)


def on_path(numbers: Numbers, part: Shaped, point: Waypoint) -> Placement:
    """Put a part in the way of a body that passed a point, or where its wind blows on that point."""
    box = part.box
    jet = part.jet
    if jet is not None and numbers.chance(0.7):
        return _blowing_on(numbers, part, jet, point.x, point.y)
    gap = numbers.between(0.0, 0.25)
    way = numbers.fraction()
    if way < 0.5:  # below the point: the body is caught, or rolls down
        x, y = point.x - numbers.between(box.x0, box.x1), point.y - gap - box.y1
    elif way < 0.7:  # beside, left or right
        edge = box.x0 - gap if numbers.chance(0.5) else box.x1 + gap
        x, y = point.x - edge, point.y - numbers.between(box.y0, box.y1)
    elif way < 0.8:  # above
        x, y = point.x - numbers.between(box.x0, box.x1), point.y + gap - box.y0
    else:
        x, y = point.x + numbers.spread(0.4), point.y + numbers.spread(0.4)
    return part.at(*_snapped(numbers, x, y))


def _blowing_on(numbers: Numbers, part: Shaped, jet: Jet, x: float, y: float) -> Placement:
    """Put a part where its wind blows on a point."""
    far = numbers.between(0.1, max(0.2, min(1.2, 0.8 * jet.reach)))
    mx, my = turned(part.angle, jet.mouth[0] + far * jet.axis[0], jet.mouth[1] + far * jet.axis[1])
    return part.at(*_snapped(numbers, x - mx, y - my))


def _on_surface(numbers: Numbers, scene: Surroundings, part: Shaped, x: float, y: float) -> Placement:
    """Lay a part on the first surface below a point, or hang it below the first one above."""
    at = to_grid(x) if numbers.chance(0.5) else x
    if numbers.chance(0.8):
        under = scene.below(at, y)
        return part.at(at, (under if under is not None else y) - part.box.y0 + _CLEAR)
    over = scene.above(at, y)
    return part.at(at, (over if over is not None else y) - part.box.y1 - _CLEAR)


def _beside(numbers: Numbers, scene: Surroundings, part: Shaped) -> Placement:
    """Place a part right beside another one, in line with its lower edge, its upper edge or its middle."""
    box, around = box_of(numbers.one_of(list(scene.specs.values()))), part.box
    shifts = ((box.x1 - around.x0, 0), (box.x0 - around.x1, 0), (box.y1 - around.y0, 1), (box.y0 - around.y1, 1))
    shift, axis = numbers.one_of(shifts)
    low, high = (box.y0 - around.y0, box.y1 - around.y1) if axis == 0 else (box.x0 - around.x0, box.x1 - around.x1)
    along = numbers.one_of((low, high, (low + high) / 2.0, numbers.between(low, high)))
    return part.at(shift, along) if axis == 0 else part.at(along, shift)


def _in_mesh(numbers: Numbers, scene: Surroundings, part: Shaped) -> Placement | None:
    """Place a gear in mesh with one other, or with two; None if there is none to mesh with."""
    assert isinstance(part.kind, Turning)
    item = scene.level.stock_items[part.item]
    radius = TOOTH * part.kind.teeth(part.kind.values({**item.props, **part.props}))
    rims = [rim for spec in scene.specs.values() if (rim := rim_of(spec)) is not None]
    if not radius or not rims:
        return None
    rim = numbers.one_of(rims)
    c, s = turned(radians(TURN * numbers.below(24)), rim.radius + radius, 0.0)
    reach = 0.03 if numbers.chance(0.4) else 2.0 * (rim.radius + radius)  # the latter to mesh with two
    snap = mesh((0.0, 0.0), (rim.x + c, rim.y + s), radius, rims, reach)
    return part.at(snap.dx, snap.dy) if snap is not None else None


def _over_port(numbers: Numbers, scene: Surroundings, part: Shaped) -> Placement:
    """Place a part above something that a rope can be tied to; a pulley so that the rope hangs straight down."""
    wheels = scene.wheels()
    ports = [port for port in scene.ports("rope") if port.loose] or scene.ports("rope")
    free = [port for port in ports if all(abs(wheel.x - port.x) > 2.0 * wheel.r for wheel in wheels)]
    ports = free or ports
    if not ports:
        return part.at(numbers.between(0.0, scene.level.world.width), numbers.between(0.0, scene.level.world.height))
    port = numbers.one_of(ports)
    high = numbers.between(*_OVER_PORT)
    if part.plan.sheave is None:
        return part.at(*_snapped(numbers, port.x + numbers.spread(0.4), port.y + high))
    aside = numbers.one_of((0.0, part.plan.sheave.r, -part.plan.sheave.r))
    over = scene.above(port.x + aside, port.y + 0.2)
    top = (over if over is not None else scene.level.world.height) - part.box.y1 - _CLEAR
    y = min(port.y + high, max(port.y + 0.2, top)) if numbers.chance(0.6) else max(port.y + 0.2, top)
    return part.at(port.x + aside, y)


# -- where it sets another part off

# By stimulus: how likely a part is placed above, beside and below what it shall set off, and the widest gap (m).
_SIDES = {
    "knock": ((3.0, 5.0, 2.0), 0.3), "weight": ((8.0, 1.0, 0.0), 0.6), "prick": ((4.0, 3.0, 2.0), 0.3),
    "heat": ((0.5, 2.0, 6.0), 0.08), "blast": ((1.0, 3.0, 2.0), 0.15), "light": ((2.0, 4.0, 1.0), 0.8),
    "lure": ((0.0, 1.0, 0.0), 1.2), "turn": ((1.0, 2.0, 1.0), 0.3), "wind": ((1.0, 4.0, 2.0), 0.3),
}  # fmt: skip


def aimed(numbers: Numbers, scene: Surroundings, part: Shaped, stimulus: str, at: Box) -> Placement:
    """Place a part so that it may set off what is in a box, by one of its stimuli (see `editing.stimuli`)."""
    x, y = numbers.between(at.x0, at.x1), numbers.between(at.y0, at.y1)
    if stimulus == "turn" and isinstance(part.kind, Turning):
        meshing = _in_mesh(numbers, scene, part)
        if meshing is not None:
            return meshing
    jet = part.jet
    if stimulus == "wind" and jet is not None:
        return _blowing_on(numbers, part, jet, x, y)
    if stimulus == "light" and part.kind.rays:
        aim, far = next(iter(part.kind.rays.values())), numbers.between(0.2, 1.5)
        side = -1.0 if part.flip else 1.0
        mx, my = turned(part.angle, side * (aim.x + far * aim.dx), aim.y + far * aim.dy)
        return part.at(x - mx, y - my)
    return _around(numbers, part, at, *_SIDES[stimulus])


def _around(numbers: Numbers, part: Shaped, at: Box, sides: tuple[float, float, float], widest: float) -> Placement:
    """Place a part above, beside or below a box, at a small gap more often than at a wide one."""
    around, share = part.box, numbers.fraction()
    gap = _CLEAR + widest * share * share
    side = numbers.weighted(("above", "beside", "below"), sides)
    if side == "beside":
        x = at.x0 - gap - around.x1 if numbers.chance(0.5) else at.x1 + gap - around.x0
        low, high = at.y0 - around.y0 + _CLEAR, at.y1 - around.y1
        y = numbers.one_of((low, high, (low + high) / 2.0, numbers.between(low - 0.1, high + 0.1)))
        return part.at(x, y)
    x = numbers.between(at.x0, at.x1) - numbers.between(around.x0, around.x1) * numbers.fraction()
    return part.at(x, at.y1 + gap - around.y0 if side == "above" else at.y0 - gap - around.y1)


# -- moved a little


def jittered(numbers: Numbers, placement: Placement) -> Placement:
    """Shift a part: by millimetres, by centimetres, by decimetres."""
    size = numbers.one_of((0.005, 0.02, 0.08, 0.3))
    x, y = placement.x + numbers.spread(2.0 * size), placement.y + numbers.spread(2.0 * size)
    if size >= 0.05:
        x, y = _snapped(numbers, x, y)
    if numbers.chance(0.25):
        return Placement(placement.item, fine(x), placement.y, placement.angle, placement.flip, placement.props)
    if numbers.chance(0.33):
        return Placement(placement.item, placement.x, fine(y), placement.angle, placement.flip, placement.props)
    return Placement(placement.item, fine(x), fine(y), placement.angle, placement.flip, placement.props)
