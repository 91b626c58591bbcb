"""A session in a world of another program: its inputs on their ticks, its steps, and a hash of the space after each.

A *world* is a `pymunk.Space`, or anything with a `space`. If it has a `do(name, *values)`, that takes its inputs; if it
has a `step(dt)`, that makes a step in place of `space.step`; if it has a `state()`, the numbers that this returns are
hashed with the bodies; if it has an `outcome` ("open", "won", "lost"), that is the session's.
"""

from __future__ import annotations

import struct
import traceback
from pathlib import Path
from typing import Any

import pymunk
import xxhash

from sandbox.commands import commands
from sandbox.commands.commands import AnyCommand
from sandbox.commands.session import HASHES_EVERY, MAX_COMMANDS_A_TICK, MAX_RUNNING_TICKS, Log, Session, Snapshot
from sandbox.design.design import Design, canonical_text
from sandbox.design.design_history import DesignHistory
from sandbox.engine import arrays, knock_watch
from sandbox.engine.knock_watch import KnockWatch
from sandbox.errors import BadFile, Refused
from sandbox.worlds import factories, inputs
from sandbox.worlds.inputs import Input, StepLength
from sandbox.worlds.program import WorldDesign
from sandbox.worlds.space_rows import STATIC, SpaceRows

_OUTCOMES = ("open", "won", "lost")
_MOST_STATES = 10_000


def world_of(design: WorldDesign) -> Any:
    """Make the world of a session anew, by a function that a person has named.

    Raises:
        BadFile: nobody has named it, it can't be imported, or it makes no world.
    """
    factory, program = factories.factory_of(design.program), design.program
    try:
        world = factory(*program.values)
    except Exception as error:
        raise BadFile(f"the world {program.factory} can't be made: {place_of(error)}") from None
    if space_of(world) is None:
        raise BadFile(f"the world {program.factory} is a {type(world).__name__}, and has no pymunk space")
    return world


def space_of(world: Any) -> pymunk.Space | None:
    """Return the space of a world; None if it has none."""
    space = world if isinstance(world, pymunk.Space) else getattr(world, "space", None)
    return space if isinstance(space, pymunk.Space) else None


def place_of(error: Exception) -> str:
    """Say in a line what another program has raised, and where."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(place.filename).name}, line {place.lineno})"


class WorldSession(Session):
    """A session in a world. It runs from its first tick on, as nothing is built in it.

    What `do` applies is the decoded copy of what is logged, as in every session.
    """

    def __init__(self, world: Any, design: WorldDesign, log: Log | None = None, live: bool = False) -> None:
        """Begin a session.

        Args:
            live: the program itself runs: what it raises is its own business.

        Raises:
            BadFile: its `state()` fails, and it is not live.
            Refused: the space can't be run twice alike.
        """
        super().__init__(Design(), 0, log)
        self.history, self.tick_rate = DesignHistory(design), design.world.tick_rate
        self.world, self.live = world, live
        self.dt = design.program.dt
        self.failure = ""  # what the world has raised; nothing runs after that
        self._rows = SpaceRows(self.space)
        self._states = arrays.zeros(0)
        self._own = b""  # the same
        self._begun = False
        self._knocks: KnockWatch | None = None
        if log is not None or live:
            self._knocks = knock_watch.watch(self.dt, self.space.gravity)
        try:
            self._read()
        except Exception as error:  # of its state()
            if live:
                raise
            raise BadFile(f"the world {design.title} can't be looked at: {place_of(error)}") from None

    @property
    def space(self) -> pymunk.Space:
        """The space that the world has now."""
        space = space_of(self.world)
        assert space is not None
        return space

    @property
    def running(self) -> bool:
        return not self.failure

    # -- the gate

    def do(self, command: AnyCommand, packed: bytes | None = None) -> bool:
        command, packed = _decoded(command)
        tick, count = self._commands_at
        if tick == self.tick and count >= MAX_COMMANDS_A_TICK:
            raise Refused(f"more than {MAX_COMMANDS_A_TICK} inputs on one tick; let a step pass first")
        if len(packed) > commands.MAX_PACKED:
            raise Refused(f"this is too much for one input ({len(packed)} bytes); give it in several")
        if isinstance(command, StepLength) and command.seconds == self.dt:
            return False
        if isinstance(command, Input) and not callable(getattr(self.world, "do", None)):
            kind = type(self.world).__name__
            raise Refused(
                f"the input {command.name}: this world (a {kind}) has no `do(name, *values)` that takes inputs"
            )
        self._begin()
        self._commands_at = (self.tick, count + 1 if tick == self.tick else 1)
        if self.log is not None:
            self.log.command(self.tick, packed)
        if isinstance(command, StepLength):
            self.dt = command.seconds
        else:
            self._input(command)
        return True

    def _input(self, command: AnyCommand) -> None:
        assert isinstance(command, Input)
        try:
            self.world.do(command.name, *command.values)
            self._read()
        except Exception as error:
            if self.live:
                raise
            raise Refused(f"it raises {place_of(error)}") from None

    # -- time

    def advance(self, ticks: int = 1, seconds: float | None = None) -> None:
        self._begin()
        for passed in range(ticks):
            if not self.running or self.running_ticks >= MAX_RUNNING_TICKS:
                self.tick += ticks - passed
                return
            self._pass_one()

    def _pass_one(self) -> None:
        try:
            step = self.world.step if self.world is not self.space and hasattr(self.world, "step") else self.space.step
            step(self.dt)
            self._read()
        except Exception as error:
            if self.live:
                raise
            self.failure = f"the world raises {place_of(error)}"
            self._tell_hashes()
            return
        self._count(1)
        self._digests += self._digest()
        outcome = getattr(self.world, "outcome", "open")
        if outcome != self.outcome and outcome in _OUTCOMES:
            self._decide(outcome)
        if self.running_ticks % HASHES_EVERY == 0:
            self._tell_hashes()
        if self.running_ticks % self.tick_rate == 0 or self._has_to_tell():
            self._tell_hashes()
            self._tell_state()

    def _has_to_tell(self) -> bool:
        """Tell whether a state of this tick is asked for, or else whether a body has been knocked."""
        if self._asked is not None:
            return self._until_asked(self.tick - 1) == 1
        knocks = self._knocks
        return knocks is not None and self.running_ticks % knocks.every == 0 and knocks.sees(self._rows.rows)

    def _begin(self) -> None:
        """Tell the state from which it starts, before the first command or step."""
        if not self._begun:
            self._begun = True
            self._tell_state()

    def _tell_state(self) -> None:
        if self._last_state != self.tick:
            super()._tell_state()

    def flush(self, state: bool = True) -> None:
        self._begin()
        self._tell_hashes()
        if state and self.running:
            self._tell_state()

    # -- looking

    def _read(self) -> None:
        if self._rows.space is not self.space:  # the world has begun anew
            self._rows = SpaceRows(self.space)
        self._rows.read()
        self._own = self._own_numbers()
        self._states = arrays.frombuffer(self._own, arrays.float64)

    def _own_numbers(self) -> bytes:
        """Return the counts and the numbers of the world's state() as doubles."""
        space, own = self.space, getattr(self.world, "state", None)
        numbers = [float(len(space.shapes)), float(len(space.constraints))]
        if callable(own):
            numbers += map(float, own())
        return struct.pack(f"{min(len(numbers), _MOST_STATES)}d", *numbers[:_MOST_STATES])

    def _digest(self) -> bytes:
        return self._rows.digest(self._own)

    def moved_by_itself(self) -> str:
        """Name what has changed since the last step or input without being either; empty if nothing has."""
        if self._rows.space is self.space and self._rows.is_as_read() and self._own_numbers() == self._own:
            return ""  # as nearly always, at a fraction of the cost
        before, ids = self._digest(), self._rows.ids
        rows, states = self._rows.rows, self._states
        self._read()
        if self._digest() == before:
            return ""
        if len(ids) != len(self._rows.ids) or (ids != self._rows.ids).any():
            return "bodies were added or removed"
        moved = arrays.flatnonzero((rows != self._rows.rows).any(axis=1)).tolist()
        if moved:
            return f"body {int(ids[moved[0]])} was moved"
        return "shapes or joints were added or removed" if (states != self._states)[:2].any() else "its state() changed"

    def bodies(self) -> dict[int, pymunk.Body]:
        """Return the bodies that are in the space now, by their numbers, and the space's own static body as 0."""
        return {STATIC: self.space.static_body, **self._rows.bodies()}

    def snapshot(self) -> Snapshot:
        return Snapshot(self._rows.ids.copy(), self._rows.rows.copy(), self._states.copy(), arrays.zeros(0))

    def end_hash(self) -> bytes:
        """Eight bytes (XXH64) of the program's name and the space as it is."""
        state = xxhash.xxh64(canonical_text(self.design).encode())
        state.update(self._digest())
        return state.digest()


def _decoded(command: AnyCommand) -> tuple[Input | StepLength, bytes]:
    """The command as a recording will give it back, and its bytes there."""
    if not isinstance(command, Input | StepLength):
        raise Refused(f"the command {command.verb} is for contraptions; a world of another program takes inputs")
    try:
        again = inputs.from_plain(command.to_plain())
    except BadFile as error:
        raise Refused(str(error)) from None
    return again, commands.pack(again)


def outline_of(shape: pymunk.Shape) -> list[Any] | None:
    """Return the outline of a shape in the frame of its body: [x, y, radius] or [rounding, [x, y, x, y, ...]]."""
    if isinstance(shape, pymunk.Circle):
        return [*shape.offset, shape.radius]
    if isinstance(shape, pymunk.Segment):
        return [shape.radius, [*shape.a, *shape.b]]
    if isinstance(shape, pymunk.Poly):
        return [shape.radius, [round(number, 5) for point in shape.get_vertices() for number in point]]
    return None
