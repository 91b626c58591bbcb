"""The places of the engine's numbers in its structs, where addresses have eight bytes and where they have four.

The structs are those of `chipmunk_structs.h`, and C compilers lay them out by one rule: each field begins on a multiple
of its own size. WebAssembly has addresses of four bytes, and all else that runs this has eight. Who reads or writes by
these places checks first, on structs with known contents, that they hold.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

DOUBLE = 8  # bytes

# The fields of a struct, in order, as the letters of `struct`: P is an address.
# A body: two functions; mass, its inverse, moment, its inverse, centre of gravity (2), position (2), velocity (2),
# force (2), angle, spin, torque, and the transform (6); an address of the user's; three doubles of the solver; its
# space, its shapes, its contacts, its joints; the group that it sleeps in, the next one there, and a time.
_BODY_BEFORE_MASS, _BODY_BEFORE_GROUP, _BODY = "PP", "PP21dP3dPPPP", "PP21dP3dPPPPPPd"
# A space: iterations; gravity (2), damping, two bounds for sleeping, slop, bias; how long contacts last, an address of
# the user's, a count of steps; the last dt; then the lists of its bodies.
_SPACE_BEFORE_DT, _SPACE_BEFORE_LISTS = "i7dIPI", "i7dIPId"
_LIST = "iiP"  # how long it is, and may be; where it is
# A slide joint: its class, its space, two bodies, two neighbours; three bounds; whether the bodies collide; two
# functions and an address of the user's; then its anchors (4), and the least and the greatest distance.
_JOINT_BEFORE_BOUNDS, _JOINT_BEFORE_ANCHORS, _JOINT = "6P", "6P3d?3P", "6P3d?3P6d"


class StructLayout(NamedTuple):
    """The places in the engine's structs for addresses of one size. Those of doubles are counted in doubles."""

    address: int  # bytes of an address
    mass: int  # of a body: the first of its doubles
    group: int  # of a body, in bytes: the address of the group that it sleeps in, 0 while it is awake
    body: int  # doubles of a whole body
    last_dt: int  # of a space
    lists: int  # of a space, in bytes: four addresses of lists
    list_words: int  # addresses that take as much room as a list
    bounds: int  # of a slide joint: greatest force, error bias, greatest bias
    anchors: int  # of a slide joint: its anchors (4), the least and the greatest distance
    joint: int  # doubles of a slide joint so far


def layout_of(address: int) -> StructLayout:
    """Return the layout for addresses of so many bytes, four or eight."""
    letter = {4: "I", 8: "Q"}[address]

    def before(fields: str, then: str) -> int:
        return struct.calcsize(f"@{fields}0{then}".replace("P", letter))

    return StructLayout(
        address,
        before(_BODY_BEFORE_MASS, "d") // DOUBLE,
        before(_BODY_BEFORE_GROUP, "P"),
        before(_BODY, "d") // DOUBLE,
        before(_SPACE_BEFORE_DT, "d") // DOUBLE,
        before(_SPACE_BEFORE_LISTS, "P"),
        before(_LIST, "P") // address,
        before(_JOINT_BEFORE_BOUNDS, "d") // DOUBLE,
        before(_JOINT_BEFORE_ANCHORS, "d") // DOUBLE,
        before(_JOINT, "d") // DOUBLE,
    )


HERE = layout_of(struct.calcsize("P"))


def addresses_in(packed: bytes | memoryview) -> memoryview[int]:
    """Return the addresses that some bytes hold, one after the other."""
    return memoryview(packed).cast("B").cast("P")
