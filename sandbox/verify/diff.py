"""Compare two recordings: their levels, the first command that differs, the first tick, and from there on each body.

Where both run here as they were recorded they are run again side by side, so that every tick is seen. Where one does
not, as after a change of the program, the states that both files hold are compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from sandbox.commands.driver import Driver, count_before, ignore_refusal
from sandbox.commands.session import Snapshot
from sandbox.design.design import Design
from sandbox.recording import used_code
from sandbox.recording.filebytes import BLOCK, Digests
from sandbox.recording.recording import Recording, plain_level
from sandbox.recording.sessions import session_of
from sandbox.verify.compare import largest_shift, phrase, same
from sandbox.verify.explain import MICROMETRE, VISIBLE, at, differences, length, name, outcome
from sandbox.verify.judgement import FINGERPRINTED, listed

_SHOWN = 8
_RELATED = 3  # levels of which one part in so many is the same are versions of one


class Growth(NamedTuple):
    """The growing distance (m) between the bodies of two runs, on ticks on which both ran."""

    micrometre: tuple[int, float, int] | None  # tick, shift, part
    visible: tuple[int, float, int] | None
    greatest: tuple[int, float, int] | None


class Diff(NamedTuple):
    """The answer: whether all is equal, the figures, and the lines for people; `first_command` counts from 0."""

    equal: bool
    first_command: int | None
    first_tick: int | None  # whose hash differs, or that only one of them has
    growth: Growth
    lines: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The object that `diff --json` prints."""
        micrometre, visible, greatest = self.growth
        return {
            "equal": self.equal,
            "first_command": self.first_command,
            "first_tick": self.first_tick,
            "micrometre_tick": micrometre and micrometre[0],
            "visible_tick": visible and visible[0],
            "greatest": greatest[1] if greatest else 0.0,
            "lines": list(self.lines),
        }


def diff(one: Recording, other: Recording) -> Diff:
    """Compare two recordings."""
    if _are_other_levels(one.head.design, other.head.design):
        titles = f"one is a recording of '{one.head.design.title}', other of '{other.head.design.title}'"
        nothing = Growth(None, None, None)
        return Diff(False, first_command(one, other), first_tick(one, other), nothing, (f"other levels: {titles}",))
    heads = list(_heads(one, other))
    command = first_command(one, other)
    tick = first_tick(one, other)
    growth, bodies = _bodies(one, other, tick) if tick is not None else (Growth(None, None, None), [])
    ends = [_ending(one), _ending(other)]
    lines = [*heads, *_command_lines(one, other, command), *_tick_lines(one, other, tick), *bodies]
    if outcome(one.marks) != outcome(other.marks):
        lines.append(f"outcome: one {outcome(one.marks)}; other {outcome(other.marks)}")
    if ends[0] != ends[1]:
        lines.append(f"end: one {ends[0]}; other {ends[1]}")
    equal = not lines
    if equal:
        lines = [f"the same level, the same {len(one.commands)} commands, the same {one.hashed} ticks and the same end"]
    lines += _fingerprints(one, other)
    return Diff(equal, command, tick, growth, tuple(lines))


def _ending(recording: Recording) -> str:
    end = recording.end
    return f"cut at tick {recording.ticks}" if end is None else f"at tick {end.tick}, hash {end.hash.hex()}"


# -- what they start from


def _are_other_levels(a: Design, b: Design) -> bool:
    """Tell whether two levels have hardly anything to do with each other: they have other titles and other parts."""
    equal = sum(b.part_by_id.get(id_) == part for id_, part in a.part_by_id.items())
    return a.title != b.title and equal * _RELATED < max(len(a.parts), len(b.parts))


def _heads(one: Recording, other: Recording) -> Iterator[str]:
    if one.head.seed != other.head.seed:
        yield f"seed: one {one.head.seed}, other {other.head.seed}"
    a, b = one.head.design, other.head.design
    if a == b:
        return
    lines = list(_designs(a, b))
    yield "the levels differ:"
    yield from (f"  {line}" for line in lines[:_SHOWN])
    if len(lines) > _SHOWN:
        yield f"  and {len(lines) - _SHOWN} more"


def _designs(a: Design, b: Design) -> Iterator[str]:
    old, new = plain_level(a), plain_level(b)
    for field in sorted(old.keys() | new.keys()):
        was, is_ = old.get(field), new.get(field)
        if was == is_:
            continue
        if field in ("parts", "links"):
            yield from _items(a, b, was or [], is_ or [])
        else:
            yield f"{field}: one {was!r:.60}, other {is_!r:.60}"


def _items(a: Design, b: Design, was: list[dict[str, Any]], is_: list[dict[str, Any]]) -> Iterator[str]:
    old, new = ({item["id"]: item for item in items} for items in (was, is_))
    for id_ in sorted(old.keys() | new.keys()):
        if id_ not in new:
            yield f"{name(id_, a)}: only in one"
        elif id_ not in old:
            yield f"{name(id_, b)}: only in other"
        elif old[id_] != new[id_]:
            fields = [
                key for key in sorted(old[id_].keys() | new[id_].keys()) if old[id_].get(key) != new[id_].get(key)
            ]
            values = ", ".join(f"{key} {old[id_].get(key)!r:.40} and {new[id_].get(key)!r:.40}" for key in fields)
            yield f"{name(id_, a)}: {values}"


def _fingerprints(one: Recording, other: Recording) -> list[str]:
    a, b = one.head.fingerprint, other.head.fingerprint
    pairs = [(part, getattr(a, part), getattr(b, part)) for part in FINGERPRINTED]
    lines = [f"{part}: one {was}, other {is_}" for part, was, is_ in pairs if was != is_]
    uses = [dict(recording.end.fingerprint.uses) if recording.end else {} for recording in (one, other)]
    if a.code != b.code and all(uses):  # both say which code they use; what one of them lacks is no other code
        both = [name for name in uses[0] if name in uses[1]]
        another = listed([used_code.title(name) for name in both if uses[0][name] != uses[1][name]])
        lines[0] = f"code: another in {another}" if another else "code: the same in all that both use"
    return lines


# -- what was commanded


def first_command(one: Recording, other: Recording) -> int | None:
    """Find the index of the first command that differs, or that only one of them has."""
    for index in range(max(len(one.commands), len(other.commands))):
        if one.commands[index : index + 1] != other.commands[index : index + 1]:
            return index
    return None


def _command_lines(one: Recording, other: Recording, index: int | None) -> Iterator[str]:
    if index is None:
        return
    descriptions = [describe_command(recording, index) for recording in (one, other)]
    yield f"first command that differs (number {index + 1}): one {descriptions[0]}; other {descriptions[1]}"


def describe_command(recording: Recording, index: int) -> str:
    """Describe a command of a recording with its tick; or say that there is none."""
    if index >= len(recording.commands):
        return f"no more ({len(recording.commands)} in all)"
    tick, command = recording.commands[index]
    return f"{phrase(command)} at tick {at(tick, recording.head.tick_rate)}"


# -- what happened


def first_tick(one: Recording, other: Recording) -> int | None:
    """Find the first tick whose hashes differ, or that only one of them has."""
    rows = [_ticks(recording) for recording in (one, other)]
    while True:
        a, b = (next(row, None) for row in rows)
        if a != b:
            return min(tick for tick, _ in filter(None, (a, b)))
        if a is None:
            return None


def first_tick_of_runs(one: Recording, other: Recording, begins: tuple[int, int], length: int) -> int | None:
    """Find the first tick of two runs whose hashes differ, counted from the ticks on which they begin.

    `length` is that of the shorter run. None: they are equal as long as both run.
    """
    rows = [
        {tick - begin: digest for tick, digest in _ticks(recording) if begin < tick <= begin + length}
        for recording, begin in zip((one, other), begins, strict=True)
    ]
    return next((tick for tick in range(1, length + 1) if rows[0].get(tick) != rows[1].get(tick)), None)


def _ticks(recording: Recording) -> Iterator[tuple[int, bytes]]:
    for first, digests in recording.hashes.items():
        for index, digest in enumerate(_in_eights(digests)):
            yield first + index, digest


def _in_eights(digests: Digests) -> Iterator[bytes]:
    for begin in range(0, len(digests), BLOCK):
        block = digests[begin : begin + BLOCK]
        yield from (block[at : at + 8] for at in range(0, len(block), 8))


def _hash_of(recording: Recording, tick: int) -> bytes | None:
    for first, digests in recording.hashes.items():
        if first <= tick < first + len(digests) // 8:
            return digests[(tick - first) * 8 : (tick - first) * 8 + 8]
    return None


def _tick_lines(one: Recording, other: Recording, tick: int | None) -> Iterator[str]:
    if tick is None:
        return
    equal = sum(1 for when, _ in _ticks(one) if when < tick)
    ran = [_hash_of(some, tick) is not None for some in (one, other)]
    difference = "its hashes differ" if all(ran) else f"it ran in {'one' if ran[0] else 'other'} only"
    yield f"first tick that differs: {at(tick, one.head.tick_rate)}: {difference}; {equal} ticks before it are equal"


class _Rerun:
    """A recording that is run again, tick by tick. It is the `session.Log`, and keeps the last digest."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.session = session_of(recording, self)
        self.driver = Driver(self.session, recording.commands, ignore_refusal)  # `verify` is what reports refusals
        self.last = (0, b"")  # the last tick that ran and its hash, as of the last time it was told
        self.faithful = True  # up to there it runs here as it was recorded

    # -- what a session tells (it is a `session.Log`)

    def command(self, tick: int, packed: bytes) -> None:
        pass

    def hashes(self, first: int, digests: bytes) -> None:
        self.last = (first + len(digests) // 8 - 1, digests[-8:])
        for index in range(len(digests) // 8):
            recorded = _hash_of(self.recording, first + index)
            self.faithful = self.faithful and recorded in (None, digests[8 * index : 8 * index + 8])

    def state(self, tick: int, snapshot: Snapshot) -> None:
        pass

    def mark(self, tick: int, what: str, text: str) -> None:
        pass

    # -- going on

    def to(self, tick: int) -> None:
        """Go on to the end of a tick, before the commands on it."""
        self.driver.to(tick, count_before(self.recording.commands, tick))

    @property
    def soon(self) -> int | None:
        """The next tick on which something may have moved."""
        if self.session.running:
            return self.session.tick + 1
        return self.driver.due + 1 if self.driver.due is not None else None


def _bodies(one: Recording, other: Recording, tick: int) -> tuple[Growth, list[str]]:
    """Compare the bodies from the first bad tick on: on every tick, if both run here as they were recorded."""
    players = [_Rerun(recording) for recording in (one, other)]
    for player in players:
        player.to(tick)
    first = [player.session.snapshot() for player in players]
    design = _design(players[0])
    growth = _grow(players, min(one.ticks, other.ticks))
    if not all(player.faithful for player in players):
        return _stored_bodies(one, other, tick, players, design)
    lines = []
    if first[0] is not None and first[1] is not None:
        lines.append(f"what differs on tick {tick}, one against other:")
        lines += [f"  {line}" for line in differences(first[0], first[1], design, ("one", "other"))]
    return growth, [*lines, *_growth_lines(growth, _design(players[0]), one.head.tick_rate)]


def _stored_bodies(
    one: Recording, other: Recording, tick: int, players: list[_Rerun], design: Design
) -> tuple[Growth, list[str]]:
    """Compare the bodies in the states that both files hold from the first bad tick on: as they were recorded."""
    deviants = [label for label, player in zip(("one", "other"), players, strict=True) if not player.faithful]
    lines = [
        f"{label} does not run here as recorded (`sandbox verify` tells why): the states in the files are compared"
        for label in deviants
    ]
    both = ((when, a, b) for when, a, b in _states_of_both(one, other) if when >= tick)
    shifts, differs = [], False
    for when, a, b in both:
        shifts.append((when, *largest_shift(a, b)))
        if not differs and not _are_equal(a, b):
            differs = True
            lines.append(f"what differs in the state at tick {at(when, one.head.tick_rate)}, one against other:")
            lines += [f"  {line}" for line in differences(a, b, design, ("one", "other"))]
    if not shifts:
        return Growth(None, None, None), [*lines, "the files hold no state of the same tick from there on"]
    if not differs:
        lines.append(f"the {len(shifts)} states that both files hold from there on are equal")
    growth = _growth_of(shifts)
    return growth, [*lines, *_growth_lines(growth, design, one.head.tick_rate)]


def _states_of_both(one: Recording, other: Recording) -> Iterator[tuple[int, Snapshot, Snapshot]]:
    """Yield the states that both files hold of the same tick."""
    states, others = iter(one.states), iter(other.states)
    a, b = next(states, None), next(others, None)
    while a is not None and b is not None:
        if a[0] == b[0]:
            yield a[0], a[1], b[1]
        ahead = a[0] - b[0]
        if ahead <= 0:
            a = next(states, None)
        if ahead >= 0:
            b = next(others, None)


def _are_equal(a: Snapshot, b: Snapshot) -> bool:
    return all(same(x, y) for x, y in zip(a, b, strict=True))


def _growth_of(shifts: list[tuple[int, float, int]]) -> Growth:
    """Find the first shift over each limit, and the greatest one."""
    micrometre, visible = (
        next((shift for shift in shifts if shift[1] > limit or math.isnan(shift[1])), None)
        for limit in (MICROMETRE, VISIBLE)
    )
    greatest = max(shifts, key=lambda shift: math.inf if math.isnan(shift[1]) else shift[1])
    return Growth(micrometre, visible, greatest if greatest[1] else None)


def _growth_lines(growth: Growth, design: Design, rate: int) -> Iterator[str]:
    titles = ("over a micrometre from", "visible (over 1 mm) from", "greatest at")
    for title, moment in zip(titles, growth, strict=True):
        if moment is not None:
            when, shift, part = moment
            yield f"{title} tick {at(when, rate)}: {name(part, design)} by {length(shift)}"


def _design(player: _Rerun) -> Design:
    machine = player.session.machine
    return machine.design if machine is not None else player.session.design


def _grow(players: list[_Rerun], last: int) -> Growth:
    """Follow both to the end of the shorter one."""
    first_beyond: dict[float, tuple[int, float, int]] = {}
    greatest: tuple[int, float, int] | None = None
    while True:
        tick = players[0].session.tick
        states: list[Snapshot | None] = [player.session.snapshot() for player in players]
        if states[0] is not None and states[1] is not None:
            shift, part = largest_shift(states[0], states[1])
            for limit in (MICROMETRE, VISIBLE):
                if limit not in first_beyond and (shift > limit or math.isnan(shift)):
                    first_beyond[limit] = (tick, shift, part)
            if shift > (greatest[1] if greatest else 0.0):
                greatest = (tick, shift, part)
        soon = [player.soon for player in players]
        ahead = min((when for when in soon if when is not None), default=last + 1)
        if ahead > last or not all(player.faithful for player in players):
            for player in players:
                player.session.flush()
            return Growth(first_beyond.get(MICROMETRE), first_beyond.get(VISIBLE), greatest)
        for player in players:
            player.to(ahead)
