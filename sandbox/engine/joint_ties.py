"""The points at which a slide joint is tied to its two bodies, written straight into the engine: for ropes, on every
tick.

It uses where the engine keeps these numbers, which is checked before anything is written there.
"""

from __future__ import annotations

from typing import Any, Protocol

import pymunk
from pymunk._chipmunk_cffi import ffi, lib

from sandbox.engine.layout import DOUBLE, HERE

_TIES = slice(HERE.anchors, HERE.anchors + 4)
_BOUNDS = slice(HERE.bounds, HERE.bounds + 3)
_TIES_AND_DISTANCES = slice(HERE.anchors, HERE.anchors + 6)


class Ties(Protocol):
    """Four numbers: x and y of a joint's anchor in the frame of its first body, then of its second (m).

    To write one wakes nobody, unlike the engine's own functions: whatever else is set of the joint must do that.
    """

    def __setitem__(self, index: int, value: float, /) -> None: ...


class _SetTies:
    """The same numbers, set by the engine's own functions: where its structs are laid out in another way."""

    def __init__(self, joint: pymunk.SlideJoint) -> None:
        self._joint = joint._constraint

    def __setitem__(self, index: int, value: float, /) -> None:
        read, write = _OF_FIRST if index < 2 else _OF_SECOND
        at = read(self._joint)
        write(self._joint, (at.x, value) if index % 2 else (value, at.y))


_OF_FIRST = lib.cpSlideJointGetAnchorA, lib.cpSlideJointSetAnchorA
_OF_SECOND = lib.cpSlideJointGetAnchorB, lib.cpSlideJointSetAnchorB


def ties_of(joint: pymunk.SlideJoint) -> Ties:
    """Return the numbers of a joint that can be written; they are good as long as it is there."""
    return _doubles_of(joint)[_TIES] if _LAID_OUT else _SetTies(joint)


def _doubles_of(joint: pymunk.SlideJoint) -> Any:
    return memoryview(ffi.buffer(ffi.cast("char *", joint._constraint), DOUBLE * HERE.joint)).cast("B").cast("d")


def _laid_out() -> bool:
    """Check that the numbers are where they should be, by reading them and by writing them."""
    if ffi.sizeof("cpFloat") != 8 or ffi.sizeof("uintptr_t") != HERE.address:
        return False
    joint = pymunk.SlideJoint(pymunk.Body(1.0, 1.0), pymunk.Body(1.0, 1.0), (2.0, 3.0), (5.0, 7.0), 11.0, 13.0)
    joint.max_force, joint.error_bias, joint.max_bias = 17.0, 0.19, 23.0
    doubles = _doubles_of(joint)
    known = [2.0, 3.0, 5.0, 7.0, 11.0, 13.0]
    if doubles[_BOUNDS].tolist() != [17.0, 0.19, 23.0] or doubles[_TIES_AND_DISTANCES].tolist() != known:
        return False
    ties = doubles[_TIES]
    ties[0], ties[1], ties[2], ties[3] = 29.0, 31.0, 37.0, 41.0
    return (*joint.anchor_a, *joint.anchor_b) == (29.0, 31.0, 37.0, 41.0) and (joint.min, joint.max) == (11.0, 13.0)


_LAID_OUT = _laid_out()
