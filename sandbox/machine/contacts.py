"""Contacts: notes taken while the engine steps, and handed out after it, in the order of our own ids.

A callback of the engine only takes notes; it sets nothing but a bounce by the world's own rule, which the engine asks
for there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

import pymunk

from sandbox.design.design import World
from sandbox.engine import arrays
from sandbox.engine.readout import Impulses
from sandbox.engine.shape_queries import (
    Meeting,
    closing_at,
    greatest_closing,
    meeting_of,
    other_body,
    shapes_that_meet,
)
from sandbox.machine.joined_shapes import JoinedShapes
from sandbox.parts.kind import Hit, limit_of
from sandbox.parts.world import Running

FAINT = 0.005  # N s in a tick: a contact that goes on and is weaker than this is not told

_WANTS_HITS, _BOUNCING = 1, 2  # collision types, added up: tells its part of hits; bounces by the world's own rule

Owners = Mapping[pymunk.Shape, tuple[Running, int]]  # the part of each shape, and its index there
RowsOf = Callable[[arrays.Addresses], arrays.Places]  # of bodies by the engine's ids


class Contacts:
    """The contacts of one space, as far as any part wants hits."""

    def __init__(self, space: pymunk.Space, world: World, owners: Owners, joined: JoinedShapes) -> None:
        self._space, self._world, self._owner, self._joined = space, world, owners, joined
        self._impulses = Impulses(space)
        self._touching = b""  # the bodies of all contacts when these three were worked out, one row for each contact:
        self._rows: arrays.Places = arrays.zeros((0, 2), arrays.intp)  # the rows of the two bodies of each contact
        self._squares: arrays.Floats = arrays.zeros((0, 2))  # the squares of their parts' thresholds, (N s)^2
        self._least: arrays.Floats = arrays.zeros(0)  # the lesser of those two
        self.notes: dict[tuple[int, int, int, int], list[float]] = {}  # part, shape, other part, its shape
        self._faintest = math.inf
        self._thresholds: arrays.Floats = arrays.zeros(0)
        self.silent = True  # the engine calls nobody

    def mix(self, made: pymunk.Shape, friction: float, restitution: float, wants_hits: bool) -> None:
        """Give a shape its friction and restitution such that the engine's product of two comes out as the world says.

        For the root of the product each shape has the root of its own. No such trick makes the greater of two, nor a
        least speed: then no shape has any restitution for the engine, and pairs that may bounce are seen to when they
        first touch.
        """
        world = self._world
        made.friction = math.sqrt(friction) if world.friction_mixing == "root" else friction
        bounces = 0
        if world.restitution_mixing == "product" and not world.bounce_from:
            made.elasticity = restitution
        elif restitution:
            bounces = _BOUNCING
        made.collision_type = (_WANTS_HITS if wants_hits else 0) + bounces

    def line_up(self, parts: Mapping[int, Running], row_of: Mapping[tuple[int, int], int], rows: int) -> None:
        """List the parts that want hits, and how hard ones; call it whenever parts have come or gone."""
        self._thresholds = arrays.full(rows, math.inf)
        for run in parts.values():
            if run.wants_hits:
                for index in range(len(run.bodies)):
                    self._thresholds[row_of[run.id, index]] = max(FAINT, limit_of(run.kind.hit_threshold, run.p))
        self._faintest = float(self._thresholds.min(initial=math.inf))
        self._touching = b""
        types = {shape.collision_type for shape in self._owner}
        self.silent = not any(types)
        for type_, begin in (
            (_WANTS_HITS, self._note_first),
            (_BOUNCING, self._bounce),
            (_WANTS_HITS + _BOUNCING, self._note_and_bounce),
        ):
            if type_ in types:
                self._space.on_collision(type_, None, begin=begin)

    @property
    def wanted(self) -> bool:
        """True if any part wants hits, or any are left to hand out."""
        return self._faintest < math.inf or bool(self.notes)

    def take(self) -> Iterator[Hit]:
        """Yield the notes of the last step, sorted; each is taken once."""
        notes, self.notes = self.notes, {}
        for key in sorted(notes):
            first, impulse, speed, nx, ny, x, y, push = notes[key]
            yield Hit(*key, bool(first), impulse, speed, nx, ny, x, y, push)

    def gather(
        self,
        parts: Mapping[int, Running],
        row_part: arrays.PartIds,
        row_of: Mapping[tuple[int, int], int],
        rows_of: RowsOf,
    ) -> None:
        """Note the impulses of this step on parts that want hits, from new contacts and from hard enough lasting ones.

        A callback after each contact's solution would be called for every foot on every floor, on every tick. Instead
        the contacts are looked through at once, and only those that a part wants are asked further.
        """
        loud = self._loud_rows(rows_of) if self._faintest < math.inf else ()
        if not loud and not self.notes:
            return
        struck = {(key[0], parts[key[0]].plan.shapes[key[1]].body) for key in self.notes if key[0] in parts}
        for row in loud:
            struck.add((int(row_part[row]), row - row_of[int(row_part[row]), 0]))
        asked: set[object] = set()  # bodies: what touches one of them has been noted
        for part, index in sorted(struck, reverse=True):  # where two met is told as the one with the greater id has it
            body = parts[part].bodies[index]
            if not body.is_sleeping:  # a sleeping body keeps the contacts that it fell asleep with
                body.each_arbiter(self._note_impulse, asked)
                asked.add(body._body)

    def _loud_rows(self, rows_of: RowsOf) -> list[int]:
        """Return the rows of bodies with a contact that exceeds the threshold of their part."""
        pressed = self._impulses.read()
        if float(pressed.dot(pressed)) < 0.9 * self._faintest * self._faintest:
            return []  # all of them together are fainter, by more than how numpy adds: so it is on most ticks
        pressed = pressed * pressed
        squares = pressed[::2] + pressed[1::2]
        if not (squares > self._faintest * self._faintest).any():
            return []  # each of them is fainter: so it is where many things lie about
        touching = self._impulses.touching()
        if touching != self._touching:  # which bodies touch changes now and then, how hard they do on every tick
            self._touching = touching
            self._rows = rows = rows_of(arrays.frombuffer(touching, arrays.uintp).reshape(-1, 2))
            thresholds = self._thresholds[rows]
            self._squares = thresholds * thresholds
            self._least = self._squares.min(axis=1, initial=math.inf)
        if not (squares > self._least).any():
            return []
        return [int(row) for row in self._rows[squares[:, None] > self._squares]]

    def _note_impulse(self, arbiter: pymunk.Arbiter, asked: set[object]) -> None:
        if other_body(arbiter) in asked:
            return
        met = meeting_of(arbiter)
        impulse = math.sqrt(met.jx * met.jx + met.jy * met.jy)
        if impulse > FAINT:
            self._note(met, 0.0, impulse, 0.0, abs(met.jx * met.nx + met.jy * met.ny) / met.points)

    def _note(self, met: Meeting, first: float, impulse: float, closing: float, push: float = 0.0) -> None:
        a, b = (self._joined.owner_at(shape, met.x, met.y) for shape in (met.first, met.second))
        assert a is not None and b is not None
        for wants, (run, shape), (their, their_shape), sign in (
            (met.first.collision_type & _WANTS_HITS, a, b, 1.0),
            (met.second.collision_type & _WANTS_HITS, b, a, -1.0),
        ):
            if wants:
                note = self.notes.setdefault((run.id, shape, their.id, their_shape), [0.0] * 8)
                note[0] = max(note[0], first)
                soft = their.kind.cushions
                note[1] = max(note[1], impulse * soft)
                note[2] = closing or note[2]
                note[3:] = (sign * met.nx, sign * met.ny, met.x, met.y, max(note[7], push * soft))

    # -- callbacks of the engine

    def _note_first(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: object) -> None:
        met = meeting_of(arbiter)
        self._note(met, 1.0, 0.0, closing_at(arbiter, met))

    def _note_and_bounce(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: object) -> None:
        self._note_first(arbiter, space, data)
        self._bounce(arbiter, space, data)

    def _bounce(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: object) -> None:
        """Set the restitution by the world's own rule, on the first touch: lasting contacts don't bounce."""
        bounce_a, bounce_b = (
            run.plan.shapes[index].restitution for run, index in map(self._owner.__getitem__, shapes_that_meet(arbiter))
        )
        world = self._world
        bounce = max(bounce_a, bounce_b) if world.restitution_mixing == "greater" else bounce_a * bounce_b
        if bounce and greatest_closing(arbiter) >= world.bounce_from:
            arbiter.restitution = bounce
