"""The families of kinds: a module each with a tuple `KINDS` (and `LINKS`), and all kinds of parts and links by name.

A family of one module stands beside this one, a larger one in a folder of its own. Adding a kind touches one or two of
its modules, adding a family adds one line here.
"""

from __future__ import annotations

from types import ModuleType

from sandbox.parts import (
    actors,
    air,
    animals,
    balls,
    bang,
    electric,
    fire,
    fluids,
    levers,
    light,
    notes,
    sharp,
    transport,
)
from sandbox.parts.blocks import blocks
from sandbox.parts.classics import classics
from sandbox.parts.electric import power
from sandbox.parts.joints import joints
from sandbox.parts.kind import Kind, LinkKind
from sandbox.parts.launchers import launchers as launcher_kinds
from sandbox.parts.ropes import ropes as rope_kinds
from sandbox.parts.slopes import slopes
from sandbox.parts.turning import turning

FAMILIES: dict[str, ModuleType] = {
    "Balls": balls,
    "Blocks": blocks,
    "Slopes": slopes,
    "Levers": levers,
    "Launchers": launcher_kinds,
    "Ropes": rope_kinds,
    "Joints": joints,
    "Turning": turning,
    "Transport": transport,
    "Air": air,
    "Fluids": fluids,
    "Fire": fire,
    "Light": light,
    "Sharp": sharp,
    "Bang": bang,
    "Actors": actors,
    "Animals": animals,
    "Notes": notes,
    "Electric": electric,
    "Power": power,
    "Classics": classics,
}
KINDS: dict[str, Kind] = {kind.name: kind for family in FAMILIES.values() for kind in family.KINDS}
LINKS: dict[str, LinkKind] = {kind.name: kind for family in FAMILIES.values() for kind in getattr(family, "LINKS", ())}
