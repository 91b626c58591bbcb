"""Explain how a re-run differs from its recording: where, in which bodies, by how much, since when, and why."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sandbox import parts
from sandbox.commands.session import Snapshot
from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.parts.titles import numbered
from sandbox.recording.recording import Mark, Recording
from sandbox.verify import compare
from sandbox.verify.compare import Comparison, phrase, rows_by_body, same, same_numbers, ulps
from sandbox.verify.judgement import FINGERPRINTED, MOST_NAMES, changed, changed_code, code_lines, here, listed
from sandbox.verify.verdicts import Difference
from sandbox.worlds.program import COUNTS, WorldDesign

VISIBLE = 1e-3  # m: a shift that a player can see
MICROMETRE = 1e-6
_COMMANDS_SHOWN = 3


# -- the difference


def difference(comparison: Comparison) -> Difference:
    """Measure how a re-run differs from its recording."""
    recording, growth = comparison.recording, comparison.growth
    return Difference(
        _first_beyond(growth, MICROMETRE),
        _first_beyond(growth, VISIBLE),
        max((shift for _, shift, _ in growth if not math.isnan(shift)), default=0.0),
        tuple((tick, shift) for tick, shift, _ in growth),
        outcome(recording.marks),
        outcome(comparison.marks),
        tuple(changed(recording)),
        changed_code(recording),
        healed_tick(comparison),
    )


def healed_tick(comparison: Comparison) -> int | None:
    """Return the tick from which on everything is as recorded again, up to the end; None if there is none.

    A body that was off and then left the level, or a sum that was rounded back, can leave no trace.
    """
    end, last = comparison.recording.end, comparison.last_bad_tick
    if end is None or end.hash.hex() != comparison.end_hash or last is None:
        return None
    return last + 1 if last < comparison.recording.ticks else None


def unchanged(recording: Recording) -> Difference:
    """Return the difference of a re-run that has none, though its expectations do not count any more."""
    ended = outcome(recording.marks)
    return Difference(None, None, 0.0, (), ended, ended, tuple(changed(recording)), changed_code(recording))


def _first_beyond(growth: list[tuple[int, float, int]], limit: float) -> int | None:
    return next((tick for tick, shift, _ in growth if shift > limit or math.isnan(shift)), None)


def explain(comparison: Comparison) -> Iterator[str]:
    """Write the report for people, line by line."""
    recording, bad = comparison.recording, comparison.bad_tick
    assert bad is not None
    rate = recording.head.tick_rate
    yield f"first bad tick {at(bad, rate)}: {comparison.what}; {comparison.compared} ticks before it are equal"
    yield f"commands before it: {commands_before(recording, bad)}"
    if comparison.first_difference is None:
        yield "which bodies differ is not known: no state at or after this tick was recorded and reached"
    else:
        tick, then, now, design = comparison.first_difference
        if tick == bad:
            yield f"what differs at tick {at(tick, rate)}, of which the recording holds the whole state:"
        else:
            yield f"what differs at tick {at(tick, rate)}, the first state recorded at or after it:"
        yield from (f"  {line}" for line in differences(then, now, design))
        yield from (f"  {line}" for line in _growth(comparison.growth, design, rate))
    if (healed := healed_tick(comparison)) is not None:
        yield f"it heals: from tick {at(healed, rate)} on every tick is as recorded"
    yield f"outcome: then {outcome(recording.marks)}; now {outcome(comparison.marks)}"
    yield from _fingerprint(recording)


def at(tick: int, rate: int) -> str:
    """Write a tick with its time."""
    return f"{tick} ({seconds(tick, rate)})"


def seconds(tick: int, rate: int) -> str:
    return f"{tick / rate:.3f} s"


def commands_before(recording: Recording, bad: int) -> str:
    """List the last commands that could have contributed to a bad tick."""
    # A command given on tick t acts on the step that ends on t + 1.
    before = [(tick, command) for tick, command in recording.commands if tick < max(bad, 1)]
    if not before:
        return "none"
    phrases = "; ".join(f"tick {tick} {phrase(command)}" for tick, command in before[-_COMMANDS_SHOWN:])
    return phrases if len(before) <= _COMMANDS_SHOWN else f"{phrases} (the last {_COMMANDS_SHOWN} of {len(before)})"


def _growth(growth: list[tuple[int, float, int]], design: Design, rate: int) -> Iterator[str]:
    """Report when the difference shows. Only recorded states can tell; nothing is known between two of them."""
    visible = False
    for limit, words in ((MICROMETRE, "over a micrometre"), (VISIBLE, "visible (over 1 mm)")):
        tick = _first_beyond(growth, limit)
        if tick is not None:
            shift, part = next((shift, part) for when, shift, part in growth if when == tick)
            yield f"{words} in the state at tick {at(tick, rate)}: {name(part, design)} by {length(shift)}"
            visible = limit == VISIBLE
    if not visible:
        yield "no recorded state shows a shift of more than a millimetre"
    if len(growth) > 1:
        tick, shift, part = max(growth, key=lambda item: math.inf if math.isnan(item[1]) else item[1])
        where = f"tick {at(tick, rate)}: {name(part, design)} by {length(shift)}"
        yield f"greatest of the {len(growth)} recorded states from there on: {where}"


def length(metres: float) -> str:
    """Write a length in a unit that suits it."""
    if metres >= 1:
        return f"{metres:.3g} m"
    return f"{metres * 1000:.3g} mm" if metres >= 1e-4 or math.isnan(metres) else f"{metres * 1e6:.3g} um"


def _fingerprint(recording: Recording) -> Iterator[str]:
    then, now = recording.head.fingerprint, here()
    yield from code_lines(recording)
    for part in FINGERPRINTED[1:]:
        was, is_ = getattr(then, part), getattr(now, part)
        yield f"{part}: the same" if was == is_ else f"{part}: was {was}, is {is_}"
    yield f"recorded on {then.env}; verified on {now.env}"
    if recording.end and recording.end.fingerprint.arithmetic != then.arithmetic:
        yield "the arithmetic changed while it was being recorded: a library has switched the processor's float mode"


# -- two states


def differences(then: Snapshot, now: Snapshot, design: Design, sides: tuple[str, str] = ("was", "is")) -> list[str]:
    """List the differences of two states, in lines. `sides` names the two where a running state has two values."""
    lines = []
    old, new = rows_by_body(then), rows_by_body(now)
    both = [key for key in old if key in new]
    differing = [key for key in both if not same_numbers(old[key], new[key])]
    lines.append(f"{len(differing)} of {len(both)} bodies")
    lines += [_body_line(key, old[key], new[key], design) for key in differing[:MOST_NAMES]]
    if len(differing) > MOST_NAMES:
        lines.append(f"and {len(differing) - MOST_NAMES} more")
    for side, opposite, where in ((old, new, "recording"), (new, old, "re-run")):
        only = sorted({part for part, _ in side if (part, 0) not in opposite})
        if only:
            lines.append(f"only in the {where}: {listed([name(part, design) for part in only])}")
    return lines + _contact_lines(then, now, design) + _state_lines(then, now, design, sides)


def _body_line(key: compare.BodyKey, then: list[float], now: list[float], design: Design) -> str:
    body = f", body {key[1] + 1}" if key[1] else ""
    x, y, angle, vx, vy, spin = (after - before for before, after in zip(then, now, strict=True))
    most = max(map(ulps, then, now))
    return (
        f"{name(key[0], design)}{body}: position {x:+.3g}, {y:+.3g} m; velocity {vx:+.3g}, {vy:+.3g} m/s; "
        f"angle {angle:+.3g} rad; spin {spin:+.3g} rad/s; {_many(most)} in the last place"
    )


def _contact_lines(then: Snapshot, now: Snapshot, design: Design) -> list[str]:
    before, after = compare.contacts(design, then), compare.contacts(design, now)
    if before is None or after is None:
        return []
    lines = []
    for some, others, word in ((before, after, "lost"), (after, before, "gained")):
        pairs = [f"{name(a, design)} and {name(b, design)}" for a, b in some if (a, b) not in others]
        if pairs:
            lines.append(f"contacts {word}: {listed(pairs, '; ')}")
    return lines


def _state_lines(then: Snapshot, now: Snapshot, design: Design, sides: tuple[str, str]) -> list[str]:
    if then.states.shape != now.states.shape or then.goals.shape != now.goals.shape:
        return ["the parts have other running states, or the level other goals"]
    if isinstance(design, WorldDesign):
        return _world_state_lines(then, now, sides)
    lines = []
    slots = Machine(design).slot_of if not same(then.states, now.states) else {}
    if len(slots) == len(then.states):
        for (part, state), slot in slots.items():
            was, is_ = float(then.states[slot]), float(now.states[slot])
            if not same_numbers([was], [is_]):
                lines.append(f"{name(part, design)}: {state} {sides[0]} {was:g}, {sides[1]} {is_:g}")
    if len(lines) > MOST_NAMES:
        lines[MOST_NAMES:] = [f"and {len(lines) - MOST_NAMES} more states of parts"]
    if not same(then.goals, now.goals):
        lines.append("the memory of the goals (what is met, and for how long)")
    return lines


def _world_state_lines(then: Snapshot, now: Snapshot, sides: tuple[str, str]) -> list[str]:
    """List the numbers of a world of another program that differ: two counts, and what its `state()` gives."""
    lines = []
    for nth, (was, is_) in enumerate(zip(then.states.tolist(), now.states.tolist(), strict=True)):
        if not same_numbers([was], [is_]):
            title = COUNTS[nth] if nth < len(COUNTS) else f"number {nth - len(COUNTS) + 1} of its state()"
            lines.append(f"{title}: {sides[0]} {was:g}, {sides[1]} {is_:g}")
    return lines[:MOST_NAMES]


def _many(count: int) -> str:
    return f"up to {count} unit{'' if count == 1 else 's'}" if count < 1_000_000 else "over a million units"


def name(part: int, design: Design) -> str:
    """Name a part or link by its id and kind."""
    if isinstance(design, WorldDesign):
        return f"body {part}" if part else "the space's own static body"
    if part == 0:
        return "the hand"
    item = design.part_by_id.get(part)
    if item is not None:
        return numbered(item)
    link = design.link_by_id.get(part)
    return f"link {part} ({parts.LINKS[link.kind].title})" if link is not None else f"part {part}"


def outcome(marks: list[Mark]) -> str:
    """Describe how a session ended, from its marks."""
    phrases = [f"{mark.what} at tick {mark.tick}" for mark in marks if mark.what != "note"]
    return ", ".join(phrases[:_COMMANDS_SHOWN]) + (", ..." if len(phrases) > _COMMANDS_SHOWN else "") or "open"
