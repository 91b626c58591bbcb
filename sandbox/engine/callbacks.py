"""Functions of ours that the engine calls straight, where pymunk's layers around each call take longer than the call.

The system has to allow code that is made at run time. Where it does not, pymunk's own way does the same, and is tested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pymunk
from pymunk._chipmunk_cffi import ffi, lib

# Called on each step with two things that may be the engine's or pymunk's (a body, and the gravity), the damping, and
# the length of the step in s.
Law = Callable[[Any, Any, float, float], None]


def callback_of(type_: str, function: Callable[..., None]) -> Any:
    """Wrap a function so that the engine can call it, for as long as the wrapper is kept; None if the system does not
    allow it."""
    try:
        return ffi.callback(type_, function)
    except MemoryError:
        return None


def set_law(body: pymunk.Body, law: Law) -> None:
    """Let a body move by a law of its own, until its `velocity_func` is set to another. It takes half the time."""
    body.velocity_func = law
    straight = callback_of("cpBodyVelocityFunc", law)
    if straight is not None:
        lib.cpBodySetVelocityUpdateFunc(body._body, straight)
        body._straight_law = straight  # so that it is kept as long as the body
