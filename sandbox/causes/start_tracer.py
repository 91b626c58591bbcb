"""Causes by the engine: what has touched, pushed or pulled a part that begins to move.

A part that begins to move was set off by the first of these that moved, acted or ran already: what pushed its body by
a behaviour (wind, a blast, a magnet); what touches it, or did so shortly before and gave way; what cut a link to it;
what pulls it by a rope, a belt, a gear or a joint; what knocks on parts at rest between. If there is none it began by
itself. What moves by itself is set off later by a knock or a push that changes its speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pymunk

from sandbox.causes.call_tracer import Act, CallTracer
from sandbox.causes.cause_tree import NOTHING
from sandbox.causes.ledger import ALONE, Ledger, Origin
from sandbox.causes.motion_watch import MotionWatch, others
from sandbox.engine.readout import Readout
from sandbox.machine.rows import MOTION
from sandbox.parts.world import Running

if TYPE_CHECKING:
    from sandbox.causes.traced_run import TracedMachine

KNOCK = 0.1  # m/s by which a knock must change the speed of what moves already
CUT_S = 0.5  # a link that was cut so long ago may have begun a motion
_PUSHED_S = 0.1  # and so a push
_THROUGH = 4  # parts at rest, one against the other, through which a knock may pass


class StartTracer:
    """Notes causes by the engine in a ledger, after each tick."""

    def __init__(self, machine: TracedMachine, ledger: Ledger, calls: CallTracer) -> None:
        self._machine, self._ledger, self._calls = machine, ledger, calls
        self._motion = MotionWatch(machine)
        self._pushes: dict[int, list[tuple[int, Act]]] = {}  # by part: when it was pushed, and by what
        self._part_of = {body: run.id for run in machine.parts.values() for body in run.bodies}
        self._ends = {link.id: (link.a.id, link.b.id, *(run.id for run in link.via)) for link in machine.links.values()}
        self._readout, self._seen = Readout(machine.space, MOTION), b""
        self._velocities = machine.read_rows()[:, 3:6].copy()
        self._is_noted = True  # False from a step of the engine on, until the velocities after it are looked at
        calls.touched_by, calls.before_act, calls.after_act = self.touched_by, self.before_act, self.after_act
        calls.blown = self.pushed  # a mill only adds up the wind when it comes, and turns at its own next look

    # -- pushes by behaviours

    def stepped(self) -> None:
        """Note that the engine has made a step: the velocities after it are those that behaviours change."""
        self._is_noted = False

    def before_act(self) -> None:
        """Look at the velocities before the first behaviour after a step."""
        if not self._is_noted:
            self._machine.read_rows()
            self._note_velocities()

    def _note_velocities(self) -> None:
        """Note the velocities that were read last."""
        self._velocities = self._machine.rows[:, 3:6].copy()
        self._seen = bytes(self._machine._body_rows.motion)
        self._is_noted = True

    def after_act(self, act: Act) -> None:
        """Note which bodies of other parts have another velocity since the last look: a behaviour has pushed them."""
        seen = bytes(self._readout.read())
        if seen == self._seen:
            return
        self._seen = seen
        velocities = self._machine.read_rows()[:, 3:6]
        changed = (velocities != self._velocities).any(axis=1)
        self._velocities = velocities.copy()
        for part in sorted({int(part) for part in self._machine.row_part[changed]} - {0, act.part}):
            self.pushed(part, act)

    def pushed(self, part: int, act: Act) -> None:
        """Note that a behaviour pushes or pulls a part."""
        if act.part != part:
            self._pushes.setdefault(part, []).append((self._machine.ticks, act))

    def joined(self, act: Act, joints: tuple[pymunk.Constraint, ...]) -> None:
        """Note that a behaviour has tied joints to bodies of other parts: wind pushes by one."""
        for part in sorted({self._part_of.get(body, 0) for joint in joints for body in (joint.a, joint.b)} - {0}):
            self.pushed(part, act)

    # -- after each tick

    def look(self) -> None:
        """Read the machine after a tick."""
        motion, ledger = self._motion, self._ledger
        motion.look()
        if not self._is_noted:
            self._note_velocities()
        starting = ledger.starting(motion.moving)
        for part in [part for part in motion.moving if ledger.is_free(part) and part not in starting]:
            first = min(self._changed(part), default=None)
            if first is not None:
                ledger.set_off(part, first[2])
        self._begin(starting)
        self._forget()

    def _begin(self, starting: list[int]) -> None:
        """Set off the parts that begin to move in this tick; some of them may have set off others of them."""
        while starting:
            part, origin = self._next_of(starting)
            self._ledger.set_off(part, origin)
            starting.remove(part)

    def _next_of(self, starting: list[int]) -> tuple[int, Origin]:
        """Return the part to be set off next: one with a direct cause, else one that was knocked through others."""
        for ways in ((self._beside, self._cut, self._tied), (self._through,)):
            for part in starting:
                for way in ways:
                    first = min(way(part), default=None)
                    if first is not None:
                        return part, first[2]
        return starting[0], ALONE

    def _forget(self) -> None:
        oldest = self._machine.ticks - _PUSHED_S / self._machine.tick_length
        for part in [part for part, pushes in self._pushes.items() if pushes[-1][0] < oldest]:
            del self._pushes[part]

    def _beside(self, part: int) -> Iterator[tuple[int, int, Origin]]:
        """Yield what has pushed or touched a part lately: how long ago (ticks, negative), its id, and how."""
        ledger = self._ledger
        yield from self._pushed(part, _PUSHED_S)
        touching = {*others(part, self._motion.touches)}
        for back, other in self._motion.touched_lately(part):
            if ledger.is_active(other):
                carries = ledger.hums(other) and other not in self._motion.moving
                how = "carry" if carries else "knock" if other in touching else "support"
                yield -back, other, Origin(ledger.current[other], how)

    def _pushed(self, part: int, lately: float) -> Iterator[tuple[int, int, Origin]]:
        """Yield what has pushed a part in the last seconds."""
        for tick, act in self._pushes.get(part, ()):
            ago = self._machine.ticks - tick
            if ago * self._machine.tick_length <= lately and act.step() != NOTHING:
                how, link = act.reached.get(part, ("push", act.link))
                yield -ago, self._ledger.steps[act.step()].part, Origin(act.step(), how, link)

    def _cut(self, part: int) -> Iterator[tuple[int, int, Origin]]:
        """Yield what has cut or lit a link to a part."""
        now = self._machine.ticks
        for link, (number, tick) in self._calls.links.items():
            is_cut = number != NOTHING and link not in self._machine.links
            if is_cut and part in self._ends.get(link, ()) and (now - tick) * self._machine.tick_length <= CUT_S:
                yield tick - now, self._ledger.steps[number].part, Origin(number, "cut", link)

    def _tied(self, part: int) -> Iterator[tuple[int, int, Origin]]:
        """Yield what is tied to a part and may pull it: the ends of links first, then what these run over."""
        run, ledger = self._machine.parts[part], self._ledger
        for link in self._machine.links_at(run):
            ends = self._ends[link.id]
            for rank, other in enumerate(ends):
                if other != part and self._drives(other):
                    yield int(rank > 1), other, Origin(ledger.current[other], link.kind.name, link.id)
        for body in run.bodies:
            for joint in body.constraints:
                other = self._part_of.get(joint.b if joint.a is body else joint.a, 0)
                if other not in (0, part) and self._drives(other):
                    yield 2, other, Origin(ledger.current[other], "joint")

    def _drives(self, part: int) -> bool:
        """Tell whether a part may pull others now: it moves, or it runs."""
        return self._ledger.is_active(part) and (part in self._motion.moving or self._ledger.hums(part))

    def _through(self, part: int) -> Iterator[tuple[int, int, Origin]]:
        """Yield what has been set off and touches a part by way of others at rest."""
        seen, edge = {part}, [part]
        for far in range(_THROUGH):
            beyond = sorted({other for near in edge for other in others(near, self._motion.touches)} - seen)
            seen.update(beyond)
            for other in beyond:
                if far and self._ledger.is_active(other):
                    yield far, other, Origin(self._ledger.current[other], "knock")
            edge = [other for other in beyond if self._is_loose(other)]

    def _is_loose(self, part: int) -> bool:
        run = self._machine.parts.get(part)
        return run is not None and any(body.kind != "static" for body in run.plan.bodies)

    def _changed(self, part: int) -> Iterator[tuple[int, int, Origin]]:
        """Yield what pushes, carries, lets go of or knocks a part now that moves by itself."""
        ledger = self._ledger
        yield from self._pushed(part, self._machine.tick_length)
        for _, other, origin in self._cut(part):
            yield 0, other, origin
        for touch in self._motion.touches:
            if part in touch[:2]:
                other = touch.other if touch.part == part else touch.part
                carries = ledger.is_active(other) and ledger.hums(other)
                if carries or self._knocks(other, part, touch.impulse):
                    yield 1, other, Origin(ledger.current[other], "carry" if carries else "knock")

    def _knocks(self, other: int, part: int, impulse: float) -> bool:
        """Tell whether a part has knocked one that moves by itself: of two such, the faster knocks the slower."""
        if other not in self._motion.before or not self._ledger.is_active(other):
            return False
        run = self._machine.parts[part]
        mass = run.bodies[run.main].mass
        if impulse < KNOCK * mass:
            return False
        return not self._ledger.is_free(other) or self._motion.before[other] > self._motion.before.get(part, 0.0)

    def touched_by(self, run: Running) -> Origin:
        """Return what a part that acts by its own behaviour has noticed: what touches it, overlaps it or moves near."""
        ledger, motion = self._ledger, self._motion
        near = [other for other in others(run.id, motion.touches) if ledger.is_active(other)]
        for shape in run.shapes:
            if shape is not None and shape.sensor and shape.space is not None and run.bodies[0].space is not None:
                owners = (self._machine.owner(met) for met in self._machine.shapes_on(shape))
                near += [owner[0].id for owner in owners if owner is not None and ledger.is_active(owner[0].id)]
        near = sorted({*near} - {run.id}, key=lambda other: (other not in motion.moving, other))
        if near:
            return Origin(ledger.current[near[0]], "touch")
        for way in (self._beside, self._cut, self._tied, self._through):
            first = min(way(run.id), default=None)
            if first is not None:
                return first[2]
        return ALONE
