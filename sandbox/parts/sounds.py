"""Sounds by name: of a knock on a part, of its hum while it runs, and of its events.

Names are data; who makes sounds of them looks them up. A knock's name says of what stuff the thing is: how long and
how bright it rings. How loud follows from the impulse, how high from the size.
"""

from __future__ import annotations

from typing import Any

from sandbox.parts.kind import Circle, Kind, LinkKind

KNOCKS = (
    "wood", "metal", "iron", "rubber", "stone", "felt", "leather", "cloth", "glass", "foam", "card", "wicker", "ball",
    "ivory", "none",
)  # fmt: skip
HUMS = ("motor", "belt", "wind", "saw", "wheel", "ticking", "fuse", "jet", "hum")
CUES = (
    "bang", "bark", "bell", "boing", "cheer", "chime", "clack", "click", "crash", "creak", "fizz", "flap", "meow",
    "munch", "peep", "pop", "puff", "punch", "shake", "snap", "snip", "splash", "squeak", "switch", "thud", "tick",
    "twang", "whoosh",
)  # fmt: skip
# A look's material is a name of a knock, but for what is drawn glowing: a lamp is of glass.
_BY_LOOK = {"glow": "glass", "coil": "metal"}


def knock(kind: Kind | LinkKind) -> str:
    """The sound of a knock on a part or link of this kind, as it is by default: one of `KNOCKS`."""
    if kind.sound:
        return kind.sound
    material = kind.look.material if isinstance(kind, LinkKind) else _material(kind)
    return _BY_LOOK.get(material, material) or "none"


def _material(kind: Kind) -> str:
    """Return the material of the largest shape that collides and is drawn; if none is both, that is drawn."""
    drawn = [shape for shape in kind.blueprint(kind.values({})).shapes if shape.look is not None]
    solid = [shape for shape in drawn if shape.collides] or drawn
    best, size = "", 0.0
    for shape in solid:
        outline = shape.outline
        area = outline.r * outline.r * 3.0 if isinstance(outline, Circle) else outline.mass_properties()[0]
        if shape.look is not None and area > size:
            best, size = shape.look.material, area
    return best


def plain(kind: Kind | LinkKind) -> dict[str, Any]:
    """Return all sounds of a kind as data: ``{"knock": "metal", "hum": "motor", "cues": {"started": "switch"}}``."""
    sounds: dict[str, Any] = {"knock": knock(kind)}
    if kind.hum:
        sounds |= {"hum": kind.hum, "hums_while": kind.hums_while}
    if kind.cues:
        sounds["cues"] = dict(kind.cues)
    return sounds
