"""Convert each object type of The Butterfly Effect to a kind with the same size, mass and surface."""

from __future__ import annotations

import re
from math import sqrt
from typing import NamedTuple

from sandbox.design.design import Values
from sandbox.design.geometry import Point, Polygon, Pose, place_all, total
from sandbox.levels.formats.tbe_read import Thing, outlines, plain_text
from sandbox.levels.formats.tbe_types import (
    ACTIVE,
    BALLS,
    FIXED,
    FRICTION,
    SOLIDS,
    Outline,
    RoundType,
    Solid,
    scaled,
)
from sandbox.parts import KINDS
from sandbox.parts.kind import STRUCTURE_FRICTION, STRUCTURE_RESTITUTION, Blueprint
from sandbox.parts.notes import PAGE_BREAK

_WEIGHTLESS = 1e-6  # kg: the least that a free shape may be told to weigh; 0 would mean its own stuff's
_BALL_COLOURS = {
    "bowling": "dark", "volley": "yellow", "tennis": "green", "soccer": "white", "petanque": "dark", "metal": "white",
    "wood": "red", "beach": "blue",
}  # fmt: skip


PAGE = re.compile(r"page(\d+)")
_PAPER = 2.5  # size of a slip: those of TBE are 0.22 m wide, three times as large as real ones
# Type -> kind, bounce, share of width x height that is filled (its body's share of its mass), mass; 0: none of its own.
_CLASSICS: dict[str, tuple[str, float, float, float]] = {
    "Balloon": ("classic_balloon", 0.7, 0.735, 0.1),
    "BedOfNails": ("classic_nails", 0.2, 0.0, 0.0),
    "Butterfly": ("classic_butterfly", 0.0, 1.0, 0.01),
    "Cactus": ("classic_cactus", 0.3, 0.549, 1.0),
    "CircularSaw": ("saw_blade", 0.1, 1.0, 0.4),
    "ColaMintBottle": ("cola_bottle", 0.2, 1.0, 1.7),
    "DetonatorBox": ("classic_detonator", 0.0, 1.0, 4.0),
    "Dynamite": ("classic_dynamite", 0.1, 0.6515 / 0.8, 0.8),
    "PingusExit": ("classic_exit", 0.0, 0.0, 0.0),
    "PingusSleeping": ("classic_walker", 0.0, 0.0, 0.0),
    "PingusWalkLeft": ("classic_walker", 0.0, 0.0, 0.0),
    "PingusWalkRight": ("classic_walker", 0.0, 0.0, 0.0),
    "Spring": ("classic_spring", 0.0, 1.0, 0.8),
}


def what(thing: Thing) -> str:
    """Name an object that can't be converted, in a list of such things."""
    return f"object {thing.type}" + (" without a shape" if thing.type in SOLIDS else "")


class Made(NamedTuple):
    """A kind and its properties; `moves`: it is more than scenery or a wall, so that joints make sense."""

    kind: str
    props: Values
    moves: bool
    limited: tuple[str, ...] = ()  # properties that are taken nearer to the usual, as in "height 0.02, here 0.16"


def size(thing: Thing) -> Point:
    """Return the width and height of an object, or else its type's."""
    if thing.type in SOLIDS:
        usual = (SOLIDS[thing.type].width, SOLIDS[thing.type].height)
    elif thing.type in BALLS:
        usual = (2 * BALLS[thing.type].radius, 2 * BALLS[thing.type].radius)
    else:
        usual = ACTIVE.get(thing.type, (1.0, 1.0))
    return thing.width or usual[0], thing.height or usual[1]


def made(thing: Thing) -> Made | None:
    """Convert an object into a part; None for a type that is unknown here, and for one whose corners all coincide.

    Raises:
        BadFile: a property of it cannot be read.
    """
    if thing.type in SOLIDS:
        return _solid(thing, SOLIDS[thing.type])
    if thing.type in BALLS:
        return _ball(thing, BALLS[thing.type])
    if thing.type in ACTIVE:
        return _within_ranges(_active(thing))
    return None


def _within_ranges(part: Made) -> Made:
    """Bring the properties of a part into the ranges of its kind: TBE has none, and builds what can't be built here."""
    props, limited = {**part.props}, []
    for prop in KINDS[part.kind].properties:
        value = props.get(prop.name)
        if prop.type == "number" and isinstance(value, float):
            props[prop.name] = within_range(part.kind, prop.name, value)
            if props[prop.name] != value:
                limited.append(f"{prop.name} {value:g}, here {props[prop.name]:g}")
        elif prop.type == "text" and isinstance(value, str) and len(value) > prop.high:
            props[prop.name] = value[: int(prop.high)]
            limited.append(f"{prop.name} of {len(value)} characters, here {prop.high:g}")
    return part._replace(props=props, limited=tuple(limited))


def within_range(kind: str, name: str, value: float) -> float:
    """Return the number nearest to a value that a kind's property may have."""
    prop = KINDS[kind].property(name)
    assert prop is not None
    return min(prop.high, max(prop.low, value))


def note(thing: Thing) -> Made | None:
    """Convert an object that is only there to be looked at: a slip of paper or a picture; None for any other."""
    if thing.type == "Scenery":
        width, height = thing.width or 1.0, thing.height or 1.0
        return Made("backdrop", {"width": min(20.0, width), "height": min(20.0, height)}, False)
    if not thing.type.startswith("PostIt"):
        return None
    numbered = sorted((int(match[1]), key) for key in thing.properties if (match := PAGE.fullmatch(key)))
    pages = [plain_text(thing.properties[key]) for _, key in numbered]
    prop = KINDS["note"].property("text")
    assert prop is not None
    text = f"\n{PAGE_BREAK}\n".join(pages)[: int(prop.high)]
    colour = {"PostItTutorial": "green", "PostItMisc": "blue"}.get(thing.type, "yellow")
    return Made(
        "note", {"text": text, "colour": colour, "size": _PAPER * min(2.0, (thing.width or 0.22) / 0.22)}, False
    )


def _solid(thing: Thing, solid: Solid) -> Made | None:
    width, height = size(thing)
    outlines_given = _own_outlines(thing) if solid.outlines else ()
    polygons = scaled(outlines_given or solid.outlines, solid.reach if not outlines_given else (), width, height)
    if not polygons:
        return None
    mass = thing.number("Mass")
    mass = solid.mass if mass is None else mass
    props = outline_props(polygons, width, height)
    props |= {"stuff": solid.stuff, "colour": solid.colour, "surface": "own"}
    props |= surface(thing, solid.bounce, thing.number("Friction"))
    if mass is None:
        return Made("polygon", {**props, "body": "fixed"}, False)
    if mass <= 0.0:  # there a body of no mass has 1 kg, and never turns
        return Made("polygon", {**props, "body": "upright", "mass": 1.0}, True)
    filled = total(polygon.mass_properties()[0] for polygon in polygons) / (width * height) if solid.outlines else 1.0
    props["mass"] = min(1000.0, max(_WEIGHTLESS, mass * filled))
    pin = thing.point("PivotPoint") or solid.pivot
    if pin is None or thing.number("TranslationGuide") is not None:
        return Made("polygon", {**props, "body": "loose"}, True)
    return Made("polygon", {**props, "body": "pinned", "pin_x": pin[0], "pin_y": pin[1]}, True)


def _own_outlines(thing: Thing) -> tuple[Outline, ...]:
    return outlines(thing.properties.get("Polygons", ""), f"line {thing.line}: Polygons")


def _ball(thing: Thing, ball: RoundType) -> Made:
    radius, mass = ball.radius, ball.mass
    if thing.type == "CustomBall":
        radius_given, mass_given = thing.number("Radius"), thing.number("Mass")
        radius = radius if radius_given is None else radius_given if radius_given > 0.001 else 0.1
        mass = mass if mass_given is None else mass_given
    figures = surface(thing, ball.bounce, None)
    props: Values = {
        "radius": min(2.0, max(0.01, radius)),
        "mass": min(1000.0, max(0.001, mass)),
        # A custom ball's figures are those against our hard floor.
        "friction": STRUCTURE_FRICTION * figures["friction"],
        "restitution": STRUCTURE_RESTITUTION * figures["restitution"],
        "colour": _BALL_COLOURS[ball.look],
        "fixed": mass <= FIXED,
    }
    return Made("custom_ball", props, mass > FIXED)


def _active(thing: Thing) -> Made:
    """Convert an object that does something. Its behaviour and its physics are those of our kind."""
    width, height = size(thing)
    sizes: Values = {"width": width, "height": height}
    mass, friction = thing.number("Mass"), thing.number("Friction")
    kind, bounce, share, whole = _CLASSICS[thing.type]
    figures = surface(thing, bounce, friction)
    props: Values = {}
    if whole:
        props["mass"] = max(_WEIGHTLESS, share * (whole if mass is None else mass))
    if thing.type == "Balloon":
        props |= {**sizes, **figures, **_balloon_outline(thing, whole if mass is None else mass)}
    elif thing.type in ("Cactus", "BedOfNails", "Dynamite", "DetonatorBox", "Spring"):
        props |= {**sizes, **figures}
    elif thing.type == "CircularSaw":
        radius = thing.number("Radius")
        props |= {"radius": 0.19 if radius is None else radius if radius > 0.001 else 0.1}
        props |= surface(thing, bounce, None)
    elif thing.type == "Butterfly":
        props |= {**sizes, "restitution": figures["restitution"]}
    elif thing.type == "ColaMintBottle":
        thrust = thing.number("Thrust")
        props |= {**sizes, **figures, "thrust": 2.0 if thrust is None else thrust}
    elif thing.type == "PingusExit":
        # Only its picture has a size: penguins are looked for in the same square at its middle anyhow.
        props |= {name: within_range(kind, name, extent) for name, extent in (("width", width), ("height", height))}
    else:
        gaits = {"PingusWalkLeft": "left", "PingusWalkRight": "right", "PingusSleeping": "sleeping"}
        props |= {"gait": gaits[thing.type], "restitution": figures["restitution"]}
    if thing.type == "Dynamite":
        props["number"] = thing.id
    if thing.type == "DetonatorBox":
        props["number"] = thing.properties.get("PhoneNumber", "").strip()
    if thing.type == "Spring":
        stiffness = thing.number("SpringConstant")
        props["stiffness"] = 320.0 if stiffness is None else stiffness
    return Made(kind, props, thing.type not in ("BedOfNails", "PingusExit"))


def _balloon_outline(thing: Thing, mass: float) -> Values:
    """Return the outline that a level gives a balloon, and the mass of it; nothing for a balloon of the usual form."""
    width, height = size(thing)
    outlines_given = _own_outlines(thing)
    if not outlines_given:
        return {}
    polygons = scaled(outlines_given, (), width, height)
    if not polygons:
        return {}
    filled = total(polygon.mass_properties()[0] for polygon in polygons) / (width * height)
    return {**outline_props(polygons, width, height), "mass": max(_WEIGHTLESS, filled * mass)}


def surface(thing: Thing, bounce: float, friction: float | None) -> dict[str, float]:
    """Return friction and restitution of an object, within the limits of a surface."""
    bounciness = thing.number("Bounciness")
    return {
        "friction": min(5.0, max(0.0, FRICTION if friction is None else friction)),
        "restitution": min(1.0, max(0.0, bounce if bounciness is None else bounciness)),
    }


def outline_props(polygons: list[Polygon], width: float, height: float) -> Values:
    """Return outline and size of a free shape. The outline is in shares of the size, which is cut to its limit."""
    prop = KINDS["polygon"].property("width")
    assert prop is not None
    w, h = min(width, prop.high), min(height, prop.high)
    shares = tuple(tuple((x / w, y / h) for x, y in polygon.points) for polygon in polygons)
    return {"outline": shares, "width": w, "height": h}


DEEP = 0.005  # m: two outlines that reach into each other by less than this only touch


def overlap(first: Blueprint, first_pose: Pose, second: Blueprint, second_pose: Pose) -> bool:
    """Test whether the polygons of two placed parts overlap by more than `DEEP` (separating axes)."""
    first_outlines, second_outlines = _placed(first, first_pose), _placed(second, second_pose)
    return any(_depth(a, b) > DEEP and _depth(b, a) > DEEP for a in first_outlines for b in second_outlines)


def _placed(plan: Blueprint, pose: Pose) -> list[Outline]:
    solid = [shape.outline for shape in plan.shapes if shape.collides]
    return [tuple(place_all(pose, outline.points)) for outline in solid if isinstance(outline, Polygon)]


def _depth(a: Outline, b: Outline) -> float:
    """Return the least depth of b behind any edge of a."""
    least = 1e9
    for (px, py), (qx, qy) in zip(a, (*a[1:], a[0]), strict=True):
        ex, ey = qx - px, qy - py
        length = sqrt(ex * ex + ey * ey)
        if length:
            # Outwards of a counter-clockwise outline is to the right of its edges.
            least = min(least, -min((x - px) * ey / length - (y - py) * ex / length for x, y in b))
    return least
