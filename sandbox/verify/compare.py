"""Run a recording again and compare the run with the file, tick by tick, bit by bit."""

from __future__ import annotations

import hashlib
import math
import struct
from collections.abc import Callable, Sequence
from typing import Any

from sandbox.commands import commands
from sandbox.commands.driver import Driver
from sandbox.commands.session import Session, Snapshot
from sandbox.design.design import Design
from sandbox.engine import arrays
from sandbox.errors import Refused
from sandbox.machine.machine import Machine
from sandbox.recording.filebytes import Digests
from sandbox.recording.plain_text import printable
from sandbox.recording.recording import Mark, Recording
from sandbox.recording.sessions import failure_of, session_of
from sandbox.tasks.progress import ShowProgress
from sandbox.worlds.program import WorldDesign

SLICE = 2400  # ticks between two calls of `progress`
BodyKey = tuple[int, int]  # the part (0: the hand), and which of its bodies


def rerun(
    recording: Recording,
    session: Session,
    refused: Callable[[int, str], object],
    progress: ShowProgress | None = None,
    every: int = SLICE,
    after: Callable[[], object] | None = None,
) -> None:
    """Give a fresh session the recording's commands, each on its tick, up to the last tick.

    The re-run goes on after a command that the session does not carry out as recorded: `refused` gets the tick of each
    and the reason, and `after` is called after each command.
    """

    def report(tick: int, command: commands.AnyCommand, refusal: Refused | None) -> None:
        effect = "changes nothing now" if refusal is None else f"is refused now: {refusal}"
        refused(tick, f"the command {phrase(command)} {effect}")

    driver = Driver(session, recording.commands, report)
    for ticks in driver.steps(recording.ticks, most=None if progress is None else every):
        if ticks and progress is not None:
            progress(session.tick, recording.ticks)
        if not ticks and after is not None:
            after()
    session.flush()


def phrase(command: commands.AnyCommand) -> str:
    """Describe a command in a few words, with its player where that is not the first one."""
    name, *values = command.to_array()
    words = " ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values)
    whose = f" by player {command.player}" if command.player else ""
    return printable(f"{name} {words}".strip(), 80 - len(whose)) + whose


class Comparison:
    """Compare a re-run with its recording. It is the `session.Log` of the session that runs again."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.session = session_of(recording, self)
        self.compared = 0
        self.bad_tick: int | None = None
        self.what = ""  # what is wrong on the bad tick
        self.last_bad_tick: int | None = None  # of those whose hash differs
        self.ran = hashlib.blake2b()  # of all hashes of the re-run
        self.marks: list[Mark] = []
        self.end_hash = ""
        # Of the first state that differs: its tick, what the recording holds, what is there now, and the design.
        self.first_difference: tuple[int, Snapshot, Snapshot, Design] | None = None
        self.growth: list[tuple[int, float, int]] = []  # of each state from there on: tick, largest shift, whose
        self._stretches = list(recording.hashes.items())
        self._stretch = 0
        self.session.tell_states_on(recording.states.ticks)
        self._states = iter(recording.states)
        self._state = next(self._states, None)
        # A state that differs from the recorded one before the commands on its tick, and may yet be it after them:
        # sessions of older programs told some states only then.
        self._pending: tuple[int, Snapshot, Snapshot, Design] | None = None

    def run(self, progress: ShowProgress | None, every: int = SLICE) -> None:
        rerun(self.recording, self.session, self._blame, progress, every, self._look_again)
        self._settle()
        self.end_hash = self.session.end_hash().hex()
        recording = self.recording
        if self.bad_tick is None and self.compared < recording.hashed:
            why = failure_of(self.session)
            what = f"it does not run now: {why}" if why else "it does not run now"
            self._blame(nth_tick(recording, self.compared), what)
        self._compare_marks()
        if recording.end is not None and recording.end.hash.hex() != self.end_hash:
            self._blame(recording.ticks, "the end hash differs, though no tick before it does")
        for _ in self._states:  # what the re-run did not pass is checked for its form all the same
            pass

    def _blame(self, tick: int, what: str) -> None:
        if self.bad_tick is None:
            self.bad_tick, self.what = tick, what

    # -- what the session tells

    def command(self, tick: int, packed: bytes) -> None:
        pass

    def hashes(self, first: int, digests: bytes) -> None:
        self._settle()
        self.ran.update(digests)
        recorded = self._recorded(first, len(digests))
        if recorded == digests:
            if self.bad_tick is None:
                self.compared += len(digests) // 8
            return
        equal = equal_ticks(recorded, digests)
        if self.bad_tick is None:
            self.compared += equal
        if self.recording.end is None and self.compared == self.recording.hashed:
            return  # the file is cut here
        self.last_bad_tick = first + last_difference(recorded, digests)
        has_hash = equal * 8 < len(recorded)
        self._blame(first + equal, "its hash differs" if has_hash else "it runs now, but has no hash in the file")

    def _recorded(self, first: int, size: int) -> bytes:
        """Return the recorded hashes from a tick on, as far as there are any in one stretch."""
        stretches = self._stretches
        while self._stretch < len(stretches) and first > _last(stretches[self._stretch]):
            self._stretch += 1
        if self._stretch == len(stretches):
            return b""
        begin, expected = stretches[self._stretch]
        at = (first - begin) * 8
        return expected[at : at + size] if at >= 0 else b""

    def state(self, tick: int, snapshot: Snapshot) -> None:
        if self._pending is not None and self._pending[0] == tick and _all_same(self._pending[1], snapshot):
            self._pending = None  # the file does not hold the state from before the last command, as that of a guest
            return
        self._settle()
        while self._state is not None and self._state[0] < tick:
            self._state = next(self._states, None)
        if self._state is None or self._state[0] != tick:
            return
        recorded = self._state[1]
        self._state = next(self._states, None)
        if _all_same(recorded, snapshot):
            if self.growth:
                self.growth.append((tick, 0.0, 0))
            return
        self._pending = tick, recorded, snapshot, _running_design(self.session)

    def _look_again(self) -> None:
        """Compare a state that differs once more, after a command on its tick."""
        if self._pending is not None and self._pending[0] == self.session.tick:
            recorded = self._pending[1]
            now = self.session.snapshot()
            if now is not None and _all_same(recorded, now):
                self._pending = None

    def _settle(self) -> None:
        """Take note of a state that differs for good."""
        if self._pending is None:
            return
        tick, recorded, snapshot, design = self._pending
        self._pending = None
        self._blame(tick, "the recorded state differs, though every hash up to it is equal")
        if self.first_difference is None:
            self.first_difference = tick, recorded, snapshot, design
        self.growth.append((tick, *largest_shift(recorded, snapshot)))

    def mark(self, tick: int, what: str, text: str) -> None:
        self.marks.append(Mark(tick, what, text))

    def _compare_marks(self) -> None:
        then = [(mark.tick, mark.what) for mark in self.recording.marks if mark.what != "note"]
        now = [(mark.tick, mark.what) for mark in self.marks]
        if self.recording.end is None:  # a mark may have been lost with the block of hashes after it
            hashed = _last(self._stretches[-1]) if self._stretches else 0
            now = [mark for mark in now if mark in then or mark[0] <= hashed]
        for recorded, repeated in zip([*then, None], [*now, None], strict=False):
            if recorded != repeated:
                tick, kind = min(mark for mark in (recorded, repeated) if mark is not None)
                where = "recorded, but not found now" if (tick, kind) == recorded else "found now, but not recorded"
                self._blame(tick, f"{kind} is {where}")
                return


def _running_design(session: Session) -> Design:
    return session.machine.design if session.machine is not None else session.design


def _last(stretch: tuple[int, Digests]) -> int:
    return stretch[0] + len(stretch[1]) // 8 - 1


def nth_tick(recording: Recording, index: int) -> int:
    """Return the tick of the hash with this index, from 0."""
    for first, digests in recording.hashes.items():
        if index < len(digests) // 8:
            return first + index
        index -= len(digests) // 8
    return recording.ticks


def equal_ticks(first: bytes | bytearray, second: bytes | bytearray) -> int:
    """Count the ticks that two rows of hashes have in common from their beginning."""
    most = min(len(first), len(second)) // 8
    return next(
        (tick for tick in range(most) if first[tick * 8 : tick * 8 + 8] != second[tick * 8 : tick * 8 + 8]), most
    )


def last_difference(recorded: bytes, digests: bytes) -> int:
    """Return the index of the last tick that differs in two rows of hashes which are not equal."""
    last = max(len(recorded), len(digests)) // 8 - 1
    while recorded[last * 8 : last * 8 + 8] == digests[last * 8 : last * 8 + 8]:
        last -= 1
    return last


# -- two states


def same(first: Any, second: Any) -> bool:
    """Compare two arrays as bits: a NaN equals itself, -0.0 differs from 0.0."""
    return bool(first.shape == second.shape and first.tobytes() == second.tobytes())


def _all_same(first: Snapshot, second: Snapshot) -> bool:
    """Compare two states as bits."""
    return all(same(one, other) for one, other in zip(first, second, strict=True))


def same_numbers(first: Sequence[float], second: Sequence[float]) -> bool:
    """Compare as many numbers as bits, in the same way."""
    return struct.pack(f"<{len(first)}d", *first) == struct.pack(f"<{len(first)}d", *second)


def rows_by_body(snapshot: Snapshot) -> dict[BodyKey, list[float]]:
    """Map each body to its row, by part and number within the part: two states need not have the same parts."""
    rows: dict[BodyKey, list[float]] = {}
    seen: dict[int, int] = {}
    for part, row in zip(snapshot.ids.tolist(), snapshot.rows.tolist(), strict=True):
        nth = seen[part] = seen.get(part, -1) + 1
        rows[part, nth] = row
    return rows


def largest_shift(then: Snapshot, now: Snapshot) -> tuple[float, int]:
    """Find the body that has moved furthest: its shift (m) and its part, or (0, 0) if none has moved.

    The hand is left out, because it goes where its command says.
    """
    old, new = rows_by_body(then), rows_by_body(now)
    shifts = [
        (math.hypot(new[key][0] - old[key][0], new[key][1] - old[key][1]), key[0])
        for key in old
        if key in new and key[0]
    ]
    shift, part = max(shifts, key=lambda each: math.inf if math.isnan(each[0]) else each[0], default=(0.0, 0))
    return (shift, part) if shift > 0 or math.isnan(shift) else (0.0, 0)


def ulps(first: float, second: float) -> int:
    """Count the doubles from one number to another (units in the last place)."""
    # Doubles are ordered like their bits read as sign and magnitude.
    ordered = [
        bits if bits >= 0 else -(bits & (2**63 - 1)) for bits in struct.unpack("<2q", struct.pack("<2d", first, second))
    ]
    return abs(int(ordered[0]) - int(ordered[1]))


def contacts(design: Design, snapshot: Snapshot) -> list[tuple[int, int]] | None:
    """Find the parts that touch or overlap in a state: pairs of ids, sorted. None if it is no state of this design.

    Contacts are not recorded, so a machine that is never stepped is put into the poses of the state and queried.
    """
    if isinstance(design, WorldDesign):
        return None  # its shapes are those of another program
    machine = Machine(design)
    rows = snapshot.rows
    if not same(snapshot.ids, machine.row_part) or not arrays.isfinite(rows[:, :3]).all():
        return None
    for (part, index), row in machine.row_of.items():
        body = machine.parts[part].bodies[index]
        x, y, angle = rows[row, :3].tolist()
        if (body.position.x, body.position.y, body.angle) != (x, y, angle):
            body.position, body.angle = (x, y), angle
            machine.space.reindex_shapes_for_body(body)
    pairs = {
        (min(run.id, touched.id), max(run.id, touched.id))
        for run in machine.parts.values()
        for index, shape in enumerate(run.shapes)
        if shape is not None and run.plan.bodies[run.plan.shapes[index].body].kind == "dynamic"
        for touched in machine.touched_by(shape)
        if touched is not run
    }
    return sorted(pairs)
