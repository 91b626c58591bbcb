"""Rules that the classics have in common: The Butterfly Effect's figures, properties and rules of shape and motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pymunk

from sandbox.engine.callbacks import engines_law, set_law
from sandbox.engine.engine import push_at
from sandbox.engine.readout import MOVING, numbers_of
from sandbox.parts.drawing import painted
from sandbox.parts.kind import Circle, Kind, Point, Polygon, Property, Shape

if TYPE_CHECKING:
    from sandbox.parts.world import RunningMachine

GRAVITY = 9.81  # m/s^2: of the heights that its jets are made of
_WELD = 0.0223606797749979  # m: Box2D 2.3.1 drops a corner that is nearer than this to one before it
FRICTION = 0.2  # Box2D's own, for what says nothing
_WIDTH = Property("width", "Width", 0.2, "m", 0.02, 10.0, 0.01)
_HEIGHT = Property("height", "Height", 0.2, "m", 0.02, 10.0, 0.01)
MASS = Property("mass", "Mass", 1.0, "kg", 0.001, 200.0, 0.05)
NUMBER = Property("number", "Number", "", high=40, help="A detonator's call goes to all dynamite with its number")
KNOCK = Property("knock", "Knock", 1.0, "N s", 0.001, 50.0, 0.1)


def surface(restitution: float) -> tuple[Property, ...]:
    return (
        Property("friction", "Friction", FRICTION, "", 0.0, 5.0, 0.05, help="Its own, to be mixed with the other's"),
        Property(
            "restitution", "Bounce", restitution, "", 0.0, 1.0, 0.05, help="Its own, to be mixed with the other's"
        ),
    )


def usual(prop: Property, default: float, **more: Any) -> Property:
    return msgspec.structs.replace(prop, default=default, **more)


def size(width: float, height: float) -> tuple[Property, ...]:
    # Not much smaller than usual: near corners are dropped, and three at least must be left.
    return usual(_WIDTH, width, low=round(0.4 * width, 2)), usual(_HEIGHT, height, low=round(0.4 * height, 2))


def corners(points: tuple[Point, ...], sx: float, sy: float) -> Polygon:
    """Return a polygon of The Butterfly Effect, scaled, with the corners that its engine keeps."""
    distinct: list[Point] = []
    for px, py in points:
        x, y = px * sx, py * sy
        if all((x - ox) * (x - ox) + (y - oy) * (y - oy) >= _WELD * _WELD for ox, oy in distinct):
            distinct.append((x, y))
    return Polygon(tuple(distinct))


def drawn(of: Kind, sx: float, sy: float, body: int = 0) -> list[Shape]:
    """Return the looks of one of our own kinds, scaled, as shapes that don't collide."""
    shapes = []
    for shape in of.blueprint(of.values({})).shapes:
        outline = shape.outline
        if shape.look is None:
            continue
        if isinstance(outline, Circle):
            scaled: Circle | Polygon = Circle(min(sx, sy) * outline.r, sx * outline.x, sy * outline.y)
        else:
            scaled = Polygon(tuple((sx * x, sy * y) for x, y in outline.points), min(sx, sy) * outline.rounding)
        look = msgspec.structs.replace(shape.look, slot="")
        shapes.append(painted(scaled, look, body))
    return shapes


def damp(body: pymunk.Body, lift: float, drag: float, spin_drag: float) -> None:
    """Give a body lift (N, upwards) and damping (1/s, of moving and of turning) as Box2D works them out."""
    push, numbers, update = lift / body.mass, numbers_of(body), engines_law(body)

    def update_velocity(_body: object, gravity: Any, damping: float, dt: float) -> None:
        # Through the arguments alone: setting a velocity in here would keep the body from ever coming to rest.
        slow, spin = damping / (1.0 + dt * drag), damping / (1.0 + dt * spin_drag)
        _, _, vx, vy = numbers[MOVING]
        back = (slow - spin) / dt
        pull = gravity.x * slow + vx * back, (gravity.y + push) * slow + vy * back
        update(pull, spin, dt)

    set_law(body, update_velocity)


def kick(body: pymunk.Body, impulse: Point, at: Point, machine: RunningMachine) -> None:
    """Give a body an impulse (N s) at a point of the world as Box2D does: contacts take it up before anything moves.

    A step here moves all bodies before it solves the contacts, so what is kicked against a wall would first sink in by
    half a millimetre and then be pushed out again, a little turned each time. A force of one step is solved first.
    """
    x, y = impulse
    push_at(body, (x / machine.dt, y / machine.dt), at)
