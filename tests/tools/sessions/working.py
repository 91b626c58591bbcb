"""Notes of which kinds were in a running machine, and which of them came to work there.

A kind that has running states or tells events has come to work once one of its parts changes a state or tells an
event. One without either works by its weight and its shape: it has moved, or something loose has touched it. A link
works when a signal, power or a flame is in it, or when an end that it holds has moved. What is only looked at works by
being there.
"""

from __future__ import annotations

import math

import pymunk

from sandbox import parts
from sandbox.commands.session import Session
from sandbox.machine.machine import Machine, Running, RunningLink

LITTLE = 0.01  # m or rad: whoever has moved by less has not moved
MECHANICAL = frozenset({"rope", "shaft"})  # ends of links that carry forces
CARRIES = ("on", "burning")  # states of a link that has something in it

_Place = tuple[float, float, float]  # x, y (m), angle (rad)


class Working:
    """The notes of one session; a look at it changes nothing in it."""

    def __init__(self) -> None:
        self.placed: set[str] = set()
        self.worked: set[str] = set()
        self._machine: Machine | None = None

    def look(self, session: Session) -> None:
        """Note what has come to work since Start."""
        machine = session.machine
        if machine is None:
            self._machine = None
            return
        if machine is not self._machine:
            self._begin(machine)
        for event in session.take_events():
            if event.part in self._kinds and event.what in self._cues[event.part]:
                self.worked.add(self._kinds[event.part])
        for run in list(machine.parts.values()):
            if run.kind.name not in self.worked and self._works(run, machine):
                self.worked.add(run.kind.name)
        for link in list(machine.links.values()):
            if link.kind.name not in self.worked and self._carries(link):
                self.worked.add(link.kind.name)

    def _begin(self, machine: Machine) -> None:
        """Remember the parts of a machine that was started, and how they are."""
        self._machine = machine
        self._kinds = {run.id: run.kind.name for run in machine.parts.values()}
        self._cues = {run.id: run.kind.cues for run in machine.parts.values()}
        self._states = machine.states.copy()
        self._places = {run.id: places(run) for run in machine.parts.values()}
        self.placed |= set(self._kinds.values()) | {link.kind.name for link in machine.links.values()}

    def _works(self, run: Running, machine: Machine) -> bool:
        kind = run.kind
        slots = [machine.slot_of[run.id, name] for name in parts.states_of(run.spec)]
        if slots or (kind.cues and not kind.states):
            return any(machine.states[slot] != self._states[slot] for slot in slots)
        if not run.solid:
            return True
        return self._has_moved(run) or is_touched(run, machine)

    def _carries(self, link: RunningLink) -> bool:
        if set(link.kind.ends) <= MECHANICAL:
            return self._has_moved(link.a) or self._has_moved(link.b)
        return any(link[name] for name in CARRIES if name in link)

    def _has_moved(self, run: Running) -> bool:
        pairs = zip(places(run), self._places[run.id], strict=True)
        return any(abs(now - then) > LITTLE for place, before in pairs for now, then in zip(place, before, strict=True))


def places(run: Running) -> list[_Place]:
    """Return where the bodies of a part are that are in the machine; 0 for the others."""
    bodies = [(*body.position, body.angle) if body.space is not None else (0.0, 0.0, 0.0) for body in run.bodies]
    return [place if all(map(math.isfinite, place)) else (0.0, 0.0, 0.0) for place in bodies]


def is_touched(run: Running, machine: Machine) -> bool:
    """Tell whether something loose of another part touches a part."""
    owners = [(machine.owner(other), other) for shape in run.solid for other in machine.shapes_on(shape)]
    return any(
        owner is not None and owner[0] is not run and other.body is not None and not other.sensor
        and other.body.body_type == pymunk.Body.DYNAMIC
        for owner, other in owners
    )  # fmt: skip
