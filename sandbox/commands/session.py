"""The session: a pure function of (level, commands per tick). One gate, one tick, undo, and the log.

It knows no clock, no window, no file: its driver decides when ticks happen, and its reports go to a `Log`. A replay
drives it with the commands of a recording, through the same gate.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

import xxhash

from sandbox import parts
from sandbox.commands import commands
from sandbox.commands.commands import AnyCommand, Join
from sandbox.commands.names import Names
from sandbox.design.design import Design, Goal, canonical_text
from sandbox.design.design_history import DesignHistory, EditStep
from sandbox.engine import arrays
from sandbox.errors import BadFile, Refused
from sandbox.machine.goals import GoalProgress, Judge
from sandbox.machine.machine import Event, Machine, Rows

MAX_COMMANDS_A_TICK = 256
MAX_TICK = 2**53
MAX_RUNNING_TICKS = 10_000_000  # eleven and a half hours; a run that reaches it is stopped
HASHES_EVERY = 60  # running ticks


class Snapshot(NamedTuple):
    """Everything a machine holds, for comparing, never for restoring."""

    ids: arrays.PartIds  # (N,) the part of each row, 0 for the hand
    rows: Rows  # (N, 6) x, y, angle, vx, vy, w: metres, radians, seconds
    states: Rows
    goals: Rows


def state_every(tick_rate: int) -> int:
    """Return the number of running ticks between two states: the whole blocks of hashes in a second, at least one."""
    return max(1, tick_rate // HASHES_EVERY) * HASHES_EVERY


class Log(Protocol):
    """The listener to which a session reports as it goes: a recorder, a comparer, or none of them."""

    def command(self, tick: int, packed: bytes) -> None:
        """A command that passed the checks, before it is applied."""

    def hashes(self, first: int, digests: bytes) -> None:
        """Eight bytes for each tick from `first` on; a tick's number is that of the moment it ends on."""

    def state(self, tick: int, snapshot: Snapshot) -> None:
        """At Start, each second of running ticks (`state_every`), at a win or a loss, at hard knocks (or on the ticks
        that the session was asked for), and at the end of a run."""

    def mark(self, tick: int, what: str, text: str) -> None:
        """Note an event on its tick; `what` is "won", "lost" or "note"."""


class Session:
    """A design being edited and run, from tick 0."""

    def __init__(self, design: Design, seed: int = 0, log: Log | None = None, *, is_read: bool = False) -> None:
        """Begin at tick 0, with nothing running.

        Args:
            is_read: the design comes from a file that was checked against the catalogue as it was read.
        """
        # Made in Python, a design may say the same in another way (2 and not 2.0, parts in another order), and a replay
        # of its recording would end in another hash.
        self.history = DesignHistory(design if is_read else parts.as_read(design))
        self.names = Names()
        self.players: dict[int, str] = {}  # the names of those who have joined, by player
        self.seed = seed
        self.tick = 0
        self.tick_rate = design.world.tick_rate
        self.running_ticks = 0
        self.machine: Machine | None = None
        self.outcome = "open"  # of the run that goes on, or of the last one: open, won or lost
        self.won_tick: int | None = None  # of the first win in this session
        self.decided_tick: int | None = None  # on which the run that goes on, or the last one, was won or lost
        self._judge: Judge | None = None
        self.log = log
        self._start_tick = 0
        self._digests = bytearray()
        self._commands_at = (0, 0)  # tick, how many commands on it
        self._last_state = -1
        self._state_every = state_every(self.tick_rate)
        self._asked: list[int] | None = None  # ticks on which to tell a state, the next one last

    def tell_states_on(self, ticks: Iterable[int]) -> None:
        """Tell a state on these ticks too, as those of a recording: none at knocks, which may be on others now."""
        self._asked = sorted(ticks, reverse=True)

    @property
    def won(self) -> bool:
        """True while the run that goes on, or else the last one, is won."""
        return self.outcome == "won"

    @property
    def broken(self) -> Goal | None:
        """The fail condition by which the run that goes on was lost; None if it is not lost."""
        return self._judge.broken if self._judge is not None else None

    # -- the gate

    def do(self, command: AnyCommand, packed: bytes | None = None) -> bool:
        """Carry out a command now, that is before the next tick. False: it would change nothing, and is dropped.

        What is applied is the decoded copy of what is logged, so live and replayed runs can't differ by a type
        or a rounding that the file does not keep.

        Args:
            packed: its bytes in a recording, if the command is their decoded copy already: it is not made once more,
                which would take longer than most commands do.

        Raises:
            Refused: it can't be done; nothing has changed and nothing was logged.
        """
        command, packed = self._taken(command, packed)
        after = self._check(command, len(packed))
        if command.is_idle(self, after):
            return False
        tick, count = self._commands_at
        self._commands_at = (self.tick, count + 1 if tick == self.tick else 1)
        if self.log is not None:
            self.log.command(self.tick, packed)
        first, makes = self.design.next_id, command.makes
        command.carry_out(self, after)
        if makes:
            self.names.give(command.player, command.number, range(first, first + makes))
        return True

    def why_not(self, command: AnyCommand) -> str | None:
        """The sentence with which `do` would refuse a command now; None if it would carry it out."""
        try:
            command, packed = self._taken(command)
            self._check(command, len(packed))
        except Refused as refused:
            return str(refused)
        return None

    def _taken(self, command: AnyCommand, packed: bytes | None = None) -> tuple[AnyCommand, bytes]:
        """The command as a recording will give it back, with ids for what its player has numbered; its bytes there."""
        if packed is None:
            command, packed = _decoded(command)
        with_ids = self.with_ids(command)
        return (command, packed) if with_ids is command else (with_ids, commands.pack(with_ids))

    def with_ids(self, command: AnyCommand) -> AnyCommand:
        """Return a command as the log would hold it now: with ids for what its player has numbered.

        Raises:
            Refused: a number stands for nothing.
        """
        return command.with_ids(self.names, self.design.next_id)

    def _check(self, command: AnyCommand, size: int) -> Design:
        """The design after a command that can be carried out now (the same one if it does not edit)."""
        tick, count = self._commands_at
        if self.tick > MAX_TICK - MAX_RUNNING_TICKS:  # a recording can't count beyond
            raise Refused("this session has gone on for too long; save the level and open it again")
        if tick == self.tick and count >= MAX_COMMANDS_A_TICK:
            raise Refused(f"more than {MAX_COMMANDS_A_TICK} commands on one tick; let time pass first")
        if size > commands.MAX_PACKED:
            raise Refused(f"this is too much for one command ({size} bytes); do it in several steps")
        joins = not command.player or command.player in self.players or isinstance(command, Join)
        if command.changes_design and not joins:
            raise Refused(f"player {command.player} has not joined this session; join first")
        if command.makes:
            self.names.refuse_repeated(command.player, command.number)
        return command.check(self)

    # -- what commands do

    @property
    def may_run_longer(self) -> bool:
        """True if there is time left for another run."""
        return self.running_ticks < MAX_RUNNING_TICKS

    def start_machine(self) -> None:
        """Build a machine and its judge. Only the command `Start` does this, once it is in the log."""
        self.machine = self.build_machine()
        self._judge = Judge(self.design, self.machine)
        self.outcome = "open"
        self.decided_tick = None
        self._start_tick = self.tick
        if self.log is not None and self._asked is None:
            self.machine.watch_knocks()
        self._tell_state()

    def build_machine(self) -> Machine:
        """Return the machine that a run begins with: one that reads causes takes its place and runs alike."""
        return Machine(self.design, self.seed)

    def stop_machine(self) -> None:
        """Throw the machine away. Only the command `Stop` does this, or the end of the longest run."""
        self.flush()
        self.machine = self._judge = None

    # -- time

    def advance(self, ticks: int = 1, seconds: float | None = None) -> None:
        """Let that many ticks pass. While nothing runs this is one addition.

        `seconds`: how long each of them is, if not as long as the world's. A recording can't hold that: a session that
        is logged does not take it.
        """
        if seconds is not None and (self.log is not None or not 0.0 < seconds < math.inf):
            raise ValueError(f"a step of {seconds} s: it is longer than 0, finite, and in a session without a log")
        if self.machine is None:
            self.tick += ticks
            return
        left = ticks
        while left:
            left -= self._pass(self.machine, left, seconds)
            if not self.running:  # the longest run there is has just ended
                self.tick += left
                return

    def _pass(self, machine: Machine, most: int, seconds: float | None) -> int:
        """One whole tick of a running machine (its commands have been applied), or several in a row on which nothing
        but the engine has a say; returns how many."""
        judge = self._judge
        assert judge is not None
        digests = self._digests if self.log is not None else None  # which nobody else would read
        before, hashed, asked = machine.ticks, len(self._digests), self._until_asked(self.tick)
        try:
            most = min(most, asked, HASHES_EVERY - machine.ticks % HASHES_EVERY)
            passed = judge.advance(most, digests, seconds)
        except BaseException:  # count the ticks before the one that failed
            self._count(machine.ticks - before if digests is None else (len(digests) - hashed) // 8)
            raise
        self._count(passed)
        if judge.outcome != self.outcome:
            self._decide(judge.outcome)
        if (machine.knocked or passed == asked) and self._last_state != self.tick:
            self._tell_hashes()  # before the state, as at a win
            self._tell_state()
        machine.knocked = False
        if machine.ticks % HASHES_EVERY == 0:
            self._tell_hashes()
            if machine.ticks % self._state_every == 0 and self._last_state != self.tick:
                self._tell_state()
            if self.running_ticks >= MAX_RUNNING_TICKS:
                self.stop_machine()
        return passed

    def _until_asked(self, tick: int) -> int:
        """Return the number of ticks from one to the next one on which a state is asked for; more than there are in a
        block of hashes if there is none."""
        asked = self._asked
        while asked and asked[-1] <= tick:
            asked.pop()
        return asked[-1] - tick if asked else HASHES_EVERY + 1

    def _count(self, passed: int) -> None:
        self.tick += passed
        self.running_ticks += passed

    def _decide(self, outcome: str) -> None:
        self.outcome = outcome
        self.decided_tick = self.tick
        if outcome == "won" and self.won_tick is None:
            self.won_tick = self.tick
        if self.log is not None:
            self.log.mark(self.tick, outcome, self.design.title)
            self._tell_hashes()  # before the state: what differs is blamed on the tick that first does
            self._tell_state()

    # -- what it tells

    def flush(self, state: bool = True) -> None:
        """Hand over the hashes that still wait, and the state if a machine runs: at Stop and before an end.

        Where commands may still come on this tick: without the state, which would be that from before them.
        """
        self._tell_hashes()
        if state and self.machine is not None and self._last_state != self.tick:
            self._tell_state()

    def _tell_hashes(self) -> None:
        if self._digests:
            digests = bytes(self._digests)
            self._digests.clear()
            if self.log is not None:
                self.log.hashes(self.tick - len(digests) // 8 + 1, digests)

    def _tell_state(self) -> None:
        self._last_state = self.tick
        if self.log is not None:
            snapshot = self.snapshot()
            if snapshot is not None:
                self.log.state(self.tick, snapshot)

    # -- looking

    @property
    def design(self) -> Design:
        """The design that is edited and run."""
        return self.history.present

    @property
    def by_author(self) -> bool:
        """True if an author has edited the level in this session."""
        return self.history.by_author

    def name_of(self, player: int) -> str:
        """The name under which a player has joined, or else his number in words."""
        return self.players.get(player, f"player {player}")

    def whose(self, command: AnyCommand) -> str:
        """Who gave a command, as the end of a sentence about it; empty where there is only one player."""
        return f" by {self.name_of(command.player)}" if command.player or self.players else ""

    @property
    def running(self) -> bool:
        return self.machine is not None

    @property
    def trying_out(self) -> bool:
        """True while an author tries the level out: `Author` goes back to the level as it was before."""
        return self.history.left is not None

    @property
    def document(self) -> Design:
        """The design that a level file of this session holds: while it is tried out, the level that its author left."""
        left = self.history.left
        return left if left is not None else self.history.present

    def can_undo(self, player: int = 0) -> bool:
        """Return whether a player has a step to undo; `why_not` says whether it still goes with those of others."""
        return self.machine is None and self.history.can_undo(player)

    def can_redo(self, player: int = 0) -> bool:
        """Return whether a player has a step to redo."""
        return self.machine is None and self.history.can_redo(player)

    @property
    def past(self) -> Sequence[Design]:
        """The designs that undoing goes back to, the oldest first."""
        return self.history.past

    @property
    def future(self) -> Sequence[Design]:
        """The designs that redoing goes to, the next one last."""
        return self.history.future

    def step(self, number: int) -> EditStep:
        """Return a step by its number from 1 on: those that can be undone, then the others, the next to redo first."""
        return self.history.step(number)

    @property
    def start_tick(self) -> int:
        """The tick on which the present (or last) run was started."""
        return self._start_tick

    @property
    def goals(self) -> list[GoalProgress]:
        """Each goal with its state now; none is met while nothing runs, and all are once the run is won."""
        if self._judge is not None and self._judge.outcome == "won":
            return [GoalProgress(goal.text, True, 1.0) for goal in self.design.goals]
        if self._judge is not None:
            return self._judge.progress()
        return [GoalProgress(goal.text, False, 0.0) for goal in self.design.goals]

    @property
    def nearness(self) -> float:
        """How near the present run is to being won, from 0 to 1; 0 if nothing runs."""
        return self._judge.nearness() if self._judge is not None else 0.0

    @property
    def goal_memory(self) -> Rows | None:
        """The numbers that the goals keep in the present run, to be looked at; None if nothing runs."""
        return self._judge.memory if self._judge is not None else None

    def take_events(self) -> list[Event]:
        """Return the events since the last call, with session ticks; for drawing and sound."""
        if self.machine is None:
            return []
        events = [event._replace(tick=event.tick + self._start_tick) for event in self.machine.events]
        self.machine.events.clear()
        return events

    def snapshot(self) -> Snapshot | None:
        """The machine's whole state, copied; None if nothing runs."""
        if self.machine is None or self._judge is None:
            return None
        machine = self.machine
        return Snapshot(machine.row_part, machine.read_rows().copy(), machine.states.copy(), self._judge.memory.copy())

    def end_hash(self) -> bytes:
        """Eight bytes (XXH64) of the design and, if one runs, the machine."""
        # Not its file form: that leaves out defaults, which msgspec tells by identity, not by value.
        state = xxhash.xxh64(canonical_text(self.design).encode())
        if self.history.left is not None:
            state.update(canonical_text(self.history.left).encode())
        if self.machine is not None and self._judge is not None:
            state.update(self.machine.digest(self._judge.memory.data))
        return state.digest()


def _decoded(command: AnyCommand) -> tuple[AnyCommand, bytes]:
    """The command as a recording will give it back, and its bytes there."""
    try:
        packed = commands.pack(commands.from_plain(commands.to_plain(command)))
        return commands.unpack(packed), packed
    except BadFile as error:
        raise Refused(str(error)) from None
