"""Run recordings again, headless, compare every tick, and say in words where and why a run parted from its file.

A verifier that compared nothing never says pass: a recording in which nothing ran is refused. No tolerance is
applied anywhere: a tick is equal if its hash is.
"""

from __future__ import annotations

import functools
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sandbox import commands, parts
from sandbox import fingerprint as fingerprints
from sandbox.errors import BadFile, Refused
from sandbox.recording import SUFFIX, Fingerprint, Mark, Recording, load, parse
from sandbox.session import Session, Snapshot

VISIBLE = 1e-3  # m: a shift that a player can see
SLICE = 2400  # ticks between two calls of `progress`
_BODIES_SHOWN = 8
_COMMANDS_SHOWN = 3
_HASH_SEEDS = ("1", "2")  # of the two fresh processes: whatever follows the order of a set parts them
Progress = Callable[[int, int], object]  # ticks done, ticks in all


class Verdict(StrEnum):
    """What a verification found; `exit_of` gives its exit code."""

    PASS = "pass"
    CUT = "cut"
    CHANGED = "changed"
    RECORDER_MISMATCH = "recorder-mismatch"
    NONDETERMINISTIC = "nondeterministic"
    DRIFT = "drift"
    REFUSED = "refused"


_EXITS = {Verdict.PASS: 0, Verdict.REFUSED: 2, Verdict.DRIFT: 3}


class Report(NamedTuple):
    """The answer for one file.

    `ticks` is the file's last tick; `compared` how many ticks were found equal before the first that was not;
    `end_hash` (hex) what the re-run ended with, None if there was none; `reason` one sentence; `explanation` more
    lines for people: where a difference begins, in which bodies, when it shows, and what has changed.
    """

    file: str
    verdict: Verdict
    exit: int
    ticks: int
    compared: int
    end_hash: str | None
    first_bad_tick: int | None
    reason: str
    explanation: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The report as the object that `verify --json` prints: all but the explanation, which is for people."""
        plain = {**self._asdict(), "verdict": str(self.verdict)}
        del plain["explanation"]
        return plain


def exit_of(verdict: Verdict, allow_cut: bool = False) -> int:
    """The exit code of one verdict."""
    return 0 if allow_cut and verdict is Verdict.CUT else _EXITS.get(verdict, 1)


def worst_exit(codes: Iterable[int]) -> int:
    """The exit code of many files: 1 if any is 1, else 2, else 3, else 0."""
    found = set(codes)
    return next((code for code in (1, 2, 3) if code in found), 0)


# -- many files


def find(paths: Iterable[Path | str]) -> list[Path]:
    """The recordings that are meant: a file as it is, a directory's `*.replay` at any depth, by name; each once.

    Raises:
        BadFile: a directory in which there is none.
    """
    found: dict[Path, None] = {}
    for path in map(Path, paths):
        if not path.is_dir():
            found[path] = None
            continue
        inside = sorted(file for file in path.rglob(f"*{SUFFIX}") if not file.is_dir())
        if not inside:
            raise BadFile(f"{path}: there is no recording (*{SUFFIX}) in this directory; nothing was verified")
        found.update(dict.fromkeys(inside))
    return list(found)


def verify_many(paths: Iterable[Path | str], jobs: int = 1, allow_cut: bool = False) -> Iterator[Report]:
    """A report for each recording, in the order of `find`, on up to `jobs` processes.

    Raises:
        BadFile: a directory without recordings; before anything is run.
    """
    return _verify_all(find(paths), jobs, allow_cut)


def _verify_all(files: list[Path], jobs: int, allow_cut: bool) -> Iterator[Report]:
    work = functools.partial(verify, allow_cut=allow_cut)
    if min(jobs, len(files)) <= 1:
        yield from map(work, files)
        return
    import concurrent.futures
    import multiprocessing

    # Not forked: a fork of a process with a window or threads may hang, and would share what this one has run.
    fresh = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(min(jobs, len(files)), fresh) as pool:
        yield from pool.map(work, files)


# -- one file


def verify(path: Path | str, allow_cut: bool = False, progress: Progress | None = None) -> Report:
    """Run one recording again and compare. Never raises for what a file holds: that is `refused`."""
    try:
        recording = parse(load(path))
        comparison = _Comparison(recording)
        comparison.run(progress)
    except BadFile as error:
        return Report(str(path), Verdict.REFUSED, exit_of(Verdict.REFUSED), 0, 0, None, None, str(error))
    if comparison.bad_tick is None:
        verdict, reason = _agreed(comparison)
        lines: tuple[str, ...] = ()
    else:
        verdict, reason = _classify(Path(path), comparison)
        lines = tuple(_explain(comparison))
    return Report(
        str(path),
        verdict,
        exit_of(verdict, allow_cut),
        recording.ticks,
        comparison.compared,
        comparison.end_hash,
        comparison.bad_tick,
        reason,
        lines,
    )


def rerun(
    recording: Recording,
    session: Session,
    refused: Callable[[int, str], object],
    progress: Progress | None = None,
    every: int = SLICE,
) -> None:
    """Give a fresh session the recording's commands, each on its tick, up to the last tick.

    `refused` is told of each command that the session would not carry out as recorded (tick, why); it goes on.
    """
    for tick, command in recording.commands:
        _advance(session, tick, recording.ticks, progress, every)
        try:
            if not session.do(command):
                refused(tick, f"the command {_phrase(command)} changes nothing now")
        except Refused as why:
            refused(tick, f"the command {_phrase(command)} is refused now: {why}")
    _advance(session, recording.ticks, recording.ticks, progress, every)
    session.flush()


def _advance(session: Session, to: int, total: int, progress: Progress | None, every: int) -> None:
    while session.tick < to:
        left = to - session.tick
        session.advance(min(left, every) if progress is not None and session.running else left)
        if progress is not None:
            progress(session.tick, total)


class _Comparison:
    """Listens to a re-run (it is a `session.Log`) and compares what it hears with the recording."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.session = Session(recording.head.design, recording.head.seed, self)
        self.compared = 0
        self.bad_tick: int | None = None
        self.what = ""  # what is wrong on the bad tick
        self.digests = bytearray()
        self.marks: list[Mark] = []
        self.end_hash = ""
        self.first_difference: tuple[int, list[str]] | None = None  # tick of a state, what differs in it
        self.first_visible: tuple[int, str] | None = None
        self._stretches = list(recording.hashes.items())
        self._stretch = 0
        self._states = iter(recording.states)
        self._state = next(self._states, None)

    def run(self, progress: Progress | None) -> None:
        rerun(self.recording, self.session, self._blame, progress)
        self.end_hash = self.session.end_hash().hex()
        recording = self.recording
        if self.bad_tick is None and self.compared < recording.hashed:
            self._blame(_nth_tick(recording, self.compared), "it does not run now")
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
        self.digests += digests
        if self.bad_tick is not None:
            return
        stretches = self._stretches
        while self._stretch < len(stretches) and first > _last(stretches[self._stretch]):
            self._stretch += 1
        if self._stretch == len(stretches):
            recorded = b""
        else:
            begin, theirs = stretches[self._stretch]
            at = (first - begin) * 8
            recorded = theirs[at : at + len(digests)] if at >= 0 else b""
        if recorded == digests:
            self.compared += len(digests) // 8
            return
        equal = _equal_ticks(recorded, digests)
        self.compared += equal
        at_the_cut = self.recording.end is None and self.compared == self.recording.hashed
        if not at_the_cut:
            has_hash = equal * 8 < len(recorded)
            self._blame(first + equal, "its hash differs" if has_hash else "it runs now, but has no hash in the file")

    def state(self, tick: int, snapshot: Snapshot) -> None:
        while self._state is not None and self._state[0] < tick:
            self._state = next(self._states, None)
        if self._state is None or self._state[0] != tick:
            return
        recorded = self._state[1]
        self._state = next(self._states, None)
        if all(_same(then, now) for then, now in zip(recorded, snapshot, strict=True)):
            return
        self._blame(tick, "the recorded state differs, though every hash up to it is equal")
        if self.first_difference is None:
            self.first_difference = tick, _differences(recorded, snapshot, self.session)
        if self.first_visible is None:
            moved = _visible_shift(recorded, snapshot, self.session)
            self.first_visible = (tick, moved) if moved else None

    def mark(self, tick: int, what: str, text: str) -> None:
        self.marks.append(Mark(tick, what, text))

    def _compare_marks(self) -> None:
        then = [(mark.tick, mark.what) for mark in self.recording.marks if mark.what != "note"]
        now = [(mark.tick, mark.what) for mark in self.marks]
        if self.recording.end is None:  # a mark may have been lost with the block of hashes after it
            hashed = _last(self._stretches[-1]) if self._stretches else 0
            now = [mark for mark in now if mark in then or mark[0] <= hashed]
        for one, other in zip([*then, None], [*now, None], strict=False):
            if one != other:
                tick, what = min(mark for mark in (one, other) if mark is not None)
                where = "recorded, but not found now" if (tick, what) == one else "found now, but not recorded"
                self._blame(tick, f"{what} is {where}")
                return


def _last(stretch: tuple[int, bytes]) -> int:
    return stretch[0] + len(stretch[1]) // 8 - 1


def _nth_tick(recording: Recording, index: int) -> int:
    """The tick of the hash with this index, from 0."""
    for first, digests in recording.hashes.items():
        if index < len(digests) // 8:
            return first + index
        index -= len(digests) // 8
    return recording.ticks


def _equal_ticks(one: bytes | bytearray, other: bytes | bytearray) -> int:
    """How many ticks two rows of hashes have in common from their beginning."""
    most = min(len(one), len(other)) // 8
    return next((tick for tick in range(most) if one[tick * 8 : tick * 8 + 8] != other[tick * 8 : tick * 8 + 8]), most)


# -- verdicts


def _agreed(comparison: _Comparison) -> tuple[Verdict, str]:
    recording, compared = comparison.recording, comparison.compared
    count = f"{compared} tick{'' if compared == 1 else 's'}"
    if recording.end is None:
        so_far = f"equal as far as it goes ({count})" if compared else "nothing could be compared"
        why = "the session did not finish, or bytes are missing"
        return Verdict.CUT, f"{so_far}, but the file {recording.cut}: {why}"
    if not compared:
        return Verdict.REFUSED, "nothing ran in this session, so there is nothing to compare; record one with a run"
    changed = _changed(recording)
    note = f" (although another {' and '.join(changed)} made it)" if changed else ""
    return Verdict.PASS, f"equal on every tick, {count} in all{note}"


def _classify(path: Path, comparison: _Comparison) -> tuple[Verdict, str]:
    """Why a re-run differs. Two fresh processes tell a program that can't repeat itself from one that changed."""
    recording, bad = comparison.recording, comparison.bad_tick
    assert bad is not None
    where = f"tick {bad} of {recording.ticks} ({_seconds(bad, recording)}) is the first that differs: {comparison.what}"
    one, other = _fresh_runs(path)
    if one != other:
        tick = _nth_tick(recording, _equal_ticks(one, other))
        return Verdict.NONDETERMINISTIC, f"two fresh processes disagree from tick {tick} on; {where}"
    if one != bytes(comparison.digests) + bytes.fromhex(comparison.end_hash):
        return Verdict.NONDETERMINISTIC, f"two fresh processes agree, but not with one that ran other things; {where}"
    changed = _changed(recording)
    foreign = " and ".join(name for name in changed if name != "code")
    if foreign:
        too = " (and the code has changed too)" if "code" in changed else ""
        return Verdict.DRIFT, f"{where}; the {foreign} of the recording's machine was another{too}"
    if changed:
        return Verdict.CHANGED, f"{where}; the simulation's code is not the one that recorded it"
    same = "code, engine and arithmetic are the recording's, so live and headless runs differ, or the file was altered"
    return Verdict.RECORDER_MISMATCH, f"{where}; {same}"


@functools.lru_cache(maxsize=1)
def _here() -> Fingerprint:
    return fingerprints.current()


def _changed(recording: Recording) -> list[str]:
    """Which of code, engine and arithmetic differ from what they were at the start or the end of the recording."""
    taken = [recording.head.fingerprint] + ([recording.end.fingerprint] if recording.end else [])
    return [
        name
        for name in ("code", "engine", "arithmetic")
        if any(getattr(one, name) != getattr(_here(), name) for one in taken)
    ]


def _fresh_runs(path: Path) -> tuple[bytes, bytes]:
    """Every digest and the end hash of the recording's re-run in two new processes with different hash seeds."""
    import subprocess

    package = str(Path(__file__).resolve().parent.parent)
    runs = []
    for seed in _HASH_SEEDS:
        search = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
        runs.append(
            subprocess.Popen(
                [sys.executable, "-P", "-m", "sandbox.verify", "--rerun", str(path)],
                env={**os.environ, "PYTHONPATH": search, "PYTHONHASHSEED": seed},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
            )
        )
    one, other = (run.communicate()[0] for run in runs)
    if any(run.returncode for run in runs):
        raise RuntimeError(f"{path}: a fresh process that re-ran it failed; its traceback stands above")
    return one, other


class _Digests:
    """Collects what a re-run hashes, and nothing else."""

    def __init__(self) -> None:
        self.data = bytearray()

    def command(self, tick: int, packed: bytes) -> None:
        pass

    def hashes(self, first: int, digests: bytes) -> None:
        self.data += digests

    def state(self, tick: int, snapshot: Snapshot) -> None:
        pass

    def mark(self, tick: int, what: str, text: str) -> None:
        pass


def _rerun_here(path: str) -> bytes:
    """Every digest and the end hash of a recording's re-run."""
    recording, digests = parse(load(path)), _Digests()
    session = Session(recording.head.design, recording.head.seed, digests)
    rerun(recording, session, lambda tick, why: None)
    return bytes(digests.data) + session.end_hash()


# -- explanations


def _explain(comparison: _Comparison) -> Iterator[str]:
    recording, bad = comparison.recording, comparison.bad_tick
    assert bad is not None
    time = _seconds(bad, recording)
    yield f"first bad tick {bad} ({time}): {comparison.what}; {comparison.compared} ticks before it are equal"
    yield f"commands before it: {_commands_before(recording, bad)}"
    if comparison.first_difference is None:
        yield "which bodies differ is not known: no state at or after this tick was recorded and reached"
    else:
        tick, lines = comparison.first_difference
        yield f"what differs at tick {tick} ({_seconds(tick, recording)}), the first state recorded at or after it:"
        yield from (f"  {line}" for line in lines)
        if comparison.first_visible is None:
            yield "  no recorded state shows a shift of more than a millimetre"
        else:
            tick, moved = comparison.first_visible
            yield f"  visible (over 1 mm) in the state at tick {tick} ({_seconds(tick, recording)}): {moved}"
    yield f"outcome: then {_outcome(recording.marks)}; now {_outcome(comparison.marks)}"
    yield from _explain_fingerprint(recording)


def _commands_before(recording: Recording, bad: int) -> str:
    # A command given on tick t acts on the step that ends on t + 1.
    before = [(tick, command) for tick, command in recording.commands if tick < max(bad, 1)]
    if not before:
        return "none"
    told = "; ".join(f"tick {tick} {_phrase(command)}" for tick, command in before[-_COMMANDS_SHOWN:])
    return told if len(before) <= _COMMANDS_SHOWN else f"{told} (the last {_COMMANDS_SHOWN} of {len(before)})"


def _explain_fingerprint(recording: Recording) -> Iterator[str]:
    then, now = recording.head.fingerprint, _here()
    for name in ("code", "engine", "arithmetic"):
        was, is_ = getattr(then, name), getattr(now, name)
        yield f"{name}: the same" if was == is_ else f"{name}: was {was}, is {is_}"
    yield f"recorded on {then.env}; verified on {now.env}"
    if recording.end and recording.end.fingerprint.arithmetic != then.arithmetic:
        yield "the arithmetic changed while it was being recorded: a library has switched the processor's float mode"


def _differences(then: Snapshot, now: Snapshot, session: Session) -> list[str]:
    """What differs between two states, in lines."""
    lines = []
    old, new = _rows_by_body(then), _rows_by_body(now)
    both = [key for key in old if key in new]
    differing = [key for key in both if not _same(old[key], new[key])]
    lines.append(f"{len(differing)} of {len(both)} bodies")
    lines += [_body_line(key, old[key], new[key], session) for key in differing[:_BODIES_SHOWN]]
    if len(differing) > _BODIES_SHOWN:
        lines.append(f"and {len(differing) - _BODIES_SHOWN} more")
    for there, where in ((old, "recording"), (new, "re-run")):
        only = sorted({part for part, _ in there if (part, 0) not in (new if there is old else old)})
        if only:
            named = ", ".join(_name(part, session) for part in only[:_BODIES_SHOWN])
            lines.append(f"only in the {where}: {named}")
    return lines + _state_lines(then, now, session)


def _rows_by_body(snapshot: Snapshot) -> dict[tuple[int, int], Any]:
    """Each body's row by part and number within the part: two states need not have the same parts."""
    rows: dict[tuple[int, int], Any] = {}
    seen: dict[int, int] = {}
    for part, row in zip(snapshot.ids.tolist(), snapshot.rows, strict=True):
        nth = seen[part] = seen.get(part, -1) + 1
        rows[part, nth] = row
    return rows


def _body_line(key: tuple[int, int], then: Any, now: Any, session: Session) -> str:
    body = f", body {key[1] + 1}" if key[1] else ""
    with np.errstate(invalid="ignore", over="ignore"):
        x, y, angle, vx, vy, spin = (now - then).tolist()
    ulps = max(_ulps(a, b) for a, b in zip(then.tolist(), now.tolist(), strict=True))
    return (
        f"{_name(key[0], session)}{body}: position {x:+.3g}, {y:+.3g} m; velocity {vx:+.3g}, {vy:+.3g} m/s; "
        f"angle {angle:+.3g} rad; spin {spin:+.3g} rad/s; {_many(ulps)} in the last place"
    )


def _state_lines(then: Snapshot, now: Snapshot, session: Session) -> list[str]:
    lines = []
    if then.states.shape != now.states.shape or then.goals.shape != now.goals.shape:
        lines.append("the parts have other running states, or the level other goals")
    elif session.machine is not None:
        for (part, state), slot in session.machine.slot_of.items():
            was, is_ = float(then.states[slot]), float(now.states[slot])
            if was != is_:
                lines.append(f"{_name(part, session)}: {state} was {was:g}, is {is_:g}")
        if not _same(then.goals, now.goals):
            lines.append("the memory of the goals (what is met, and for how long)")
    return lines[:_BODIES_SHOWN]


def _visible_shift(then: Snapshot, now: Snapshot, session: Session) -> str | None:
    """The body that is furthest from where it was, if that is over a millimetre."""
    old, new = _rows_by_body(then), _rows_by_body(now)
    worst, line = VISIBLE, None
    for key in old:
        if key in new and key[0]:  # the hand goes where its command says
            shift = math.hypot(new[key][0] - old[key][0], new[key][1] - old[key][1])
            if shift > worst or math.isnan(shift):
                worst, line = shift, f"{_name(key[0], session)} by {shift * 1000:.3g} mm"
    return line


def _same(one: Any, other: Any) -> bool:
    """Equal as bits: a NaN equals itself, -0.0 differs from 0.0."""
    return bool(one.shape == other.shape and one.tobytes() == other.tobytes())


def _ulps(one: float, other: float) -> int:
    """How many doubles lie between two numbers."""
    first, second = (int(np.float64(value).view(np.int64)) for value in (one, other))
    # Doubles are ordered like their bits read as sign and magnitude.
    first, second = (bits if bits >= 0 else -(bits & (2**63 - 1)) for bits in (first, second))
    return abs(first - second)


def _many(ulps: int) -> str:
    return f"up to {ulps} unit{'' if ulps == 1 else 's'}" if ulps < 1_000_000 else "over a million units"


def _name(part: int, session: Session) -> str:
    if part == 0:
        return "the hand"
    design = session.machine.design if session.machine is not None else session.design
    item = design.part_by_id.get(part)
    if item is not None:
        return f"part {part} ({parts.KINDS[item.kind].title})"
    link = design.link_by_id.get(part)
    return f"link {part} ({parts.LINKS[link.kind].title})" if link is not None else f"part {part}"


def _phrase(command: commands.AnyCommand) -> str:
    name, *values = commands.to_plain(command)
    told = " ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values)
    return f"{name} {told}".strip()[:80]


def _outcome(marks: list[Mark]) -> str:
    told = [f"{mark.what} at tick {mark.tick}" for mark in marks if mark.what != "note"]
    return ", ".join(told[:_COMMANDS_SHOWN]) + (", ..." if len(told) > _COMMANDS_SHOWN else "") or "open"


def _seconds(tick: int, recording: Recording) -> str:
    return f"{tick / recording.head.tick_rate:.3f} s"


if __name__ == "__main__":  # in a fresh process: see `_fresh_runs`
    sys.stdout.buffer.write(_rerun_here(sys.argv[2]))
