"""Stimuli, which set parts off and which parts hand on, so that people can look for a part that fits another.

Most of it follows from what a kind is built of: its ports, its loose bodies, what it answers to. A kind that hands on
or takes what cannot be seen in that names it in `hands_on` and `set_off_by`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from sandbox.parts.animals.wants import Animal
from sandbox.parts.electric.switches import PullCord
from sandbox.parts.fire import heat
from sandbox.parts.kind import Kind, LinkKind
from sandbox.parts.light.ray_sources import RaySource
from sandbox.parts.light.rays import GLOW
from sandbox.parts.plans import Blueprint


class Stimulus(NamedTuple):
    """One way in which a part can set off another."""

    title: str
    help: str


STIMULI = {
    "knock": Stimulus("a knock", "Whatever moves bumps into things"),
    "weight": Stimulus("a weight", "What is heavy lies on things and presses them down"),
    "pull": Stimulus("a pull", "Through a rope, a rod or a spring"),
    "turn": Stimulus("a turning shaft", "Through a belt, or by gears in mesh"),
    "signal": Stimulus("a signal", "Through a wire"),
    "power": Stimulus("power", "Through a cable"),
    "wind": Stimulus("wind", "Moving air drives what is light or has sails"),
    "heat": Stimulus("heat", "Flames and hot points set fire to what they touch"),
    "light": Stimulus("light", "Rays of torches and lasers, and the light of lamps; mirrors and glass pass rays on"),
    "lure": Stimulus("a lure", "Animals go to what they like, and run from what they fear"),
    "blast": Stimulus("a blast", "An explosion throws what is near"),
    "prick": Stimulus("something sharp", "It pricks balloons and cuts ropes"),
}
_HEAVY = 1.0  # kg: presses a plate of its usual strength
_LIGHT = 1.0  # kg: a fan of its usual strength moves it
_STARTS: tuple[Callable[..., object], ...] = (Kind.press, Kind.signal, Kind.struck, Kind.on_wind)  # a shaft by itself
_INTO = {"signal in": "signal", "power in": "power", "fuse": "heat"}
_OUT_OF = {"signal out": "signal", "power out": "power"}
_CARRIED = {"rope": "pull", "shaft": "turn", "fuse": "heat", **_INTO, **_OUT_OF}


class Exchange(NamedTuple):
    """The stimuli that set a kind off, and those that it hands on; each in the order of `STIMULI`."""

    takes: tuple[str, ...]
    gives: tuple[str, ...]


@cache
def of(kind: Kind | LinkKind) -> Exchange:
    """Return the stimuli of a kind with its default properties; a link carries what its ends are tied to."""
    if isinstance(kind, LinkKind):
        carried = {_CARRIED[end] for end in kind.ends if end in _CARRIED}
        ends = {name for name, does in (("prick", kind.cuttable), ("heat", kind.burns < math.inf)) if does}
        return Exchange(_sorted(carried | ends), _sorted(carried))
    plan = kind.blueprint(kind.values({}))
    return Exchange(_sorted({*_takes(kind, plan), *kind.set_off_by}), _sorted({*_gives(kind, plan), *kind.hands_on}))


def _sorted(names: set[str]) -> tuple[str, ...]:
    return tuple(name for name in STIMULI if name in names)


def _takes(kind: Kind, plan: Blueprint) -> Iterator[str]:
    loose, turns = _loose(plan), plan.sheave is not None or _has_shaft(plan)
    if (loose and not turns and not isinstance(kind, PullCord)) or _answers(kind, Kind.struck):
        yield "knock"  # a grip gives way to a rope only
    if 0 in loose:
        yield "blast"
        if plan.bodies[0].mass < _LIGHT:
            yield "wind"
    if kind.catches_wind and _answers(kind, Kind.on_wind):
        yield "wind"
    if kind.catches < math.inf or _answers(kind, Kind.heated):
        yield "heat"
    if _answers(kind, Kind.lit_by) or _answers(kind, Kind.on_ray):
        yield "light"
    if isinstance(kind, Animal) or kind.hears:
        yield "lure"
    for port in plan.ports:
        if port.type == "rope" and port.body in loose:
            yield "pull"
        elif port.type in _INTO:
            yield _INTO[port.type]
        elif port.type == "shaft" and not any(_answers(kind, hook) for hook in _STARTS):
            yield "turn"


def _gives(kind: Kind, plan: Blueprint) -> Iterator[str]:
    if 0 in _loose(plan):
        yield "knock"
        if plan.bodies[0].mass >= _HEAVY:
            yield "weight"
    if _answers(kind, Kind.jet):
        yield "wind"
    if kind.sharp:
        yield "prick"
    if set(heat.STATES) <= set(kind.states) and not _sends_cold_light(kind):
        yield "heat"
    if kind.rays or GLOW[0] in kind.states or _answers(kind, Kind.on_ray):
        yield "light"
    if kind.smells:
        yield "lure"
    for port in plan.ports:
        if port.type == "rope" and (0 in _loose(plan) or _has_shaft(plan)):
            yield "pull"
        elif port.type in _OUT_OF:
            yield _OUT_OF[port.type]
        elif port.type == "shaft":
            yield "turn"


def _sends_cold_light(kind: Kind) -> bool:
    """Tell whether no ray of a kind burns, unless something gathers it."""
    return isinstance(kind, RaySource) and not _answers(kind, RaySource.heat_of)


def _loose(plan: Blueprint) -> set[int]:
    """Return the bodies that can be moved, without those that wait outside the machine."""
    return {index for index, body in enumerate(plan.bodies) if body.kind == "dynamic" and index not in plan.spare}


def _has_shaft(plan: Blueprint) -> bool:
    return any(port.type == "shaft" for port in plan.ports)


def _answers(kind: Kind, hook: Callable[..., object]) -> bool:
    """Tell whether a kind has its own method in place of one that does nothing."""
    return getattr(type(kind), hook.__name__) is not hook
