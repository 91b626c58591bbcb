"""The settings of a level's world, and the checks of them."""

from __future__ import annotations

from sandbox.design.values import Document

FRICTION_MIXING = ("product", "root")
RESTITUTION_MIXING = ("product", "greater")
CONTACT_RANGES: dict[str, tuple[float, float, str]] = {
    "bounce_from": (0.0, 10.0, "m/s"),
    "slop": (0.00001, 0.01, "m"),
    "recovery": (0.01, 0.9999, ""),
    "rest_speed": (0.0, 1.0, "m/s"),
    "rest_turn": (0.0, 10.0, "rad/s"),
    "iterations": (1, 100, ""),
}
# Of each number: the lowest, the highest, and the unit.
RANGES: dict[str, tuple[float, float, str]] = {
    "tick_rate": (60, 1000, "ticks a second"),
    "width": (0.1, 1000.0, "m"),
    "height": (0.1, 1000.0, "m"),
    "air": (0.0, 0.99, "1/s"),
    "gravity_x": (-100.0, 100.0, "m/s^2"),
    "gravity_y": (-100.0, 100.0, "m/s^2"),
    **CONTACT_RANGES,
}


class World(Document, frozen=True):
    """The settings of a whole level."""

    canonical_name = "World"
    later = (
        "friction_mixing",
        "restitution_mixing",
        "bounce_from",
        "slop",
        "recovery",
        "rest_speed",
        "rest_turn",
        "iterations",
    )

    gravity_x: float = 0.0  # m/s^2
    gravity_y: float = -9.81
    air: float = 0.0  # 1/s: share of velocity that still air takes from everything, each second
    width: float = 4.0  # m: the part of the plane, from (0, 0), that the level is about
    height: float = 2.5
    tick_rate: int = 240  # ticks a second; fixed for a session
    sleep: bool = True  # bodies at rest for half a second are left out of the solver until touched
    # How two surfaces that touch share their figures, and how firmly the solver holds them apart.
    friction_mixing: str = "product"  # of both surfaces; or "root", the square root of the product (Box2D's rule)
    restitution_mixing: str = "product"  # of both surfaces; or "greater" (Box2D's rule)
    bounce_from: float = 0.0  # m/s: what closes in more slowly than this does not bounce at all
    slop: float = 0.0005  # m of overlap that is left alone, so that resting contacts stay contacts
    recovery: float = 0.1  # share of a deeper overlap that is mended in 1/60 s
    rest_speed: float = 0.0  # m/s: slower than this, and than the next, is at rest; both 0: the engine's own measure
    rest_turn: float = 0.0  # rad/s
    iterations: int = 16  # of the velocity solver: enough for a pyramid of 55 crates to stand


def contacts_refusal(world: World) -> str | None:
    """Return a fault in a world's contact settings, as a sentence that starts with the field, or None."""
    for name, rules in (("friction_mixing", FRICTION_MIXING), ("restitution_mixing", RESTITUTION_MIXING)):
        if getattr(world, name) not in rules:
            return f"{name} is '{getattr(world, name):.40}'; it is one of {', '.join(rules)}"
    return _range_refusal(world, CONTACT_RANGES)


def world_refusal(world: World) -> str | None:
    """Return the fault in a world's settings, as a sentence that starts with the field; None if they are valid."""
    return _range_refusal(world, RANGES) or contacts_refusal(world)


def _range_refusal(world: World, ranges: dict[str, tuple[float, float, str]]) -> str | None:
    for name, (low, high, unit) in ranges.items():
        value = getattr(world, name)
        if not low <= value <= high:  # also for what is not a number
            return f"{name} is {value:g}; it goes from {low:g} to {high:g} {unit}".rstrip()
    return None
