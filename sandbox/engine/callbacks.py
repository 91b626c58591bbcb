"""Functions of ours that the engine calls straight, where pymunk's layers around each call take longer than the call.

The system has to allow code that is made at run time. Where it does not, pymunk's own way does the same, and is tested.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pymunk
from pymunk._chipmunk_cffi import ffi, lib

# Called on each step with two things that may be the engine's or pymunk's (a body, and the gravity), the damping, and
# the length of the step in s.
Law = Callable[[Any, Any, float, float], None]
_NO_GRAVITY = ffi.new("cpVect *", (0.0, 0.0))[0]


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


def engines_law(body: pymunk.Body) -> Callable[[Any, float, float], None]:
    """Return the engine's own law for a body, for a law of ours to call with other numbers: a gravity in m/s^2, a
    damping, and the length of the step in s."""
    return functools.partial(lib.cpBodyUpdateVelocity, body._body)


def let_float(body: pymunk.Body, damping: float | None = None) -> None:
    """Let a body move without gravity, until its `velocity_func` is set to another.

    `damping`: the share of its speed that each step leaves, if not the world's.
    """
    update = engines_law(body)

    def law(_body: object, _gravity: object, worlds: float, dt: float) -> None:
        update(_NO_GRAVITY, worlds if damping is None else damping, dt)

    set_law(body, law)
