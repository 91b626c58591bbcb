"""Conditions about what parts and links do or have become: turned, fast, in a state, gone, or not used at all."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from sandbox.design.conditions.condition import (
    COUNT,
    Badge,
    ChoiceField,
    Condition,
    DashedLine,
    Doubt,
    Facts,
    Field,
    Form,
    LinkBadge,
    NumberArray,
    NumberField,
    Observed,
    PlacedParts,
    Pointed,
    Range,
    Test,
    count_of,
    doubts_about_count,
    doubts_about_fixed,
    kind_field,
    number_field,
    number_of_parts,
    part_field,
    part_fields,
    unknown_kind,
)
from sandbox.design.conditions.nearness import best_of, of_others
from sandbox.design.values import Id
from sandbox.reading.nearest import meant

_EIGHTH_TURN = math.pi / 4
_ENDED, _SO = 1.0, 2.0  # memory of a link that has left: its end was another one, or the one asked for
_DEGREE = math.pi / 180.0  # rad
_RADIAN = 180.0 / math.pi  # degrees


class Turned(Condition, frozen=True, tag="turned"):
    """A part has turned from its angle at the start by at least this much, either way round."""

    canonical_name = "Turned"
    form = Form("turned", "Has turned", "A part has turned by an angle, either way round", "REPEAT", ("part",))
    ranges = {"angle": Range(0.0, 10_000.0, "rad")}

    part: Id
    angle: float  # rad

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        return doubts_about_fixed(facts, self.part)

    def sentence(self, facts: Facts) -> str:
        return f"{facts.title(self.part)} has turned by {self.angle * _RADIAN:.0f}\N{DEGREE SIGN}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        least, start = abs(self.angle), machine.design.part_by_id[self.part].angle
        return lambda: abs(machine.motion(self.part)[2] - start) >= least

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        turned = abs(machine.motion(self.part)[2] - machine.design.part_by_id[self.part].angle)
        return max(min(1.0, turned / abs(self.angle)), 0.3 * of_others(machine, self.part)) if self.angle else 1.0

    def marks(self, design: PlacedParts) -> Iterator[Badge | DashedLine]:
        yield Badge(self.part, "rotate")

    @classmethod
    def pointed_out(cls, at: Pointed, facts: Facts) -> Self:
        return cls(at.part, _EIGHTH_TURN)

    def fields(self, facts: Facts) -> Iterator[Field]:
        yield from part_fields(self, facts)
        low, high, _ = self.ranges["angle"]

        def make(degrees: float) -> Turned:
            return replace(self, angle=min(max(round(degrees, 3) * _DEGREE, low), high))

        yield NumberField("angle", self.angle * _RADIAN, make, "\N{DEGREE SIGN}", "", 1, 1.0,
                          low * _RADIAN, high * _RADIAN)  # fmt: skip


class Faster(Condition, frozen=True, tag="faster"):
    """A part moves faster than this, in m/s."""

    canonical_name = "Faster"
    form = Form("faster", "Is faster", "A part moves faster than so much", "FASTER", ("part",))
    ranges = {"speed": Range(0.0, 1000.0, "m/s")}

    part: Id
    speed: float

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        return doubts_about_fixed(facts, self.part)

    def sentence(self, facts: Facts) -> str:
        return f"{facts.title(self.part)} is faster than {self.speed:g} m/s"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        square = self.speed * self.speed

        def is_faster() -> bool:
            motion = machine.motion(self.part)
            return self.part in machine.parts and motion[3] * motion[3] + motion[4] * motion[4] > square

        return is_faster

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        motion = machine.motion(self.part)
        speed = math.sqrt(motion[3] * motion[3] + motion[4] * motion[4])
        share = min(1.0, speed / self.speed) if self.speed > 0.0 else 1.0
        return max(share, 0.3 * of_others(machine, self.part))

    def marks(self, design: PlacedParts) -> Iterator[Badge | DashedLine]:
        yield Badge(self.part, "triangle")

    @classmethod
    def pointed_out(cls, at: Pointed, facts: Facts) -> Self:
        return cls(at.part, 1.0)

    def fields(self, facts: Facts) -> Iterator[Field]:
        yield from part_fields(self, facts)
        yield number_field(self, "speed", "m/s", 2, 0.02)


class State(Condition, frozen=True, tag="state"):
    """A running state of a part is on (or off): "popped", "on", "pressed", ..."""

    canonical_name = "State"
    form = Form("state", "Is in a state", "A part is lit, popped, home, ...", "HINT", ("part",), stateful=True)

    part: Id
    state: str
    on: bool = True

    def misfit(self, facts: Facts) -> str:
        kind = facts.design.part_by_id[self.part].kind
        return _lacks(facts.states(kind), facts.kind_title(kind).lower(), self.state)

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        if self.on and not facts.can_become(self.part, self.state):
            yield "bad", f"{facts.label(self.part)} can't become {self.state} with its properties as they are"

    def sentence(self, facts: Facts) -> str:
        return f"{facts.title(self.part)} is {'' if self.on else 'not '}{self.state}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        slot = machine.slot_of.get((self.part, self.state))
        if slot is None:  # with its properties as they are it never gets there
            return lambda: not self.on
        return lambda: bool(machine.states[slot]) is self.on

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        if _is_so(machine, self.part, self.state) is self.on:
            return 1.0
        return 0.5 * of_others(machine, self.part)

    def marks(self, design: PlacedParts) -> Iterator[Badge | DashedLine]:
        yield Badge(self.part, "diamond")

    @classmethod
    def pointed_out(cls, at: Pointed, facts: Facts) -> Self:
        return cls(at.part, facts.states(at.kind)[0])

    def fields(self, facts: Facts) -> Iterator[Field]:
        def about(part: int) -> State:  # a part of another kind has other states
            states = facts.states(facts.design.part_by_id[part].kind)
            return replace(self, part=part, state=self.state if self.state in states else states[0])

        yield part_field(self, "part", facts, about)
        yield from _fields_of_state(self, facts.states(facts.design.part_by_id[self.part].kind))


class Tally(Condition, frozen=True, tag="tally"):
    """At least this many parts of a kind, those that are gone included, have a running state on (or off)."""

    canonical_name = "Tally"
    form = Form("tally", "So many are in a state", "A number of parts of one kind are lit, popped, ...", "DONE",
                ("kind",), stateful=True)  # fmt: skip
    ranges = {"at_least": COUNT}

    kind: str
    state: str
    on: bool = True
    at_least: int = 1

    @property
    def counted_kind(self) -> str:
        return self.kind

    def misfit(self, facts: Facts) -> str:
        if self.kind not in facts.kinds:
            return f"it counts {unknown_kind(self.kind, facts)}"
        return _lacks(facts.states(self.kind), self.kind, self.state)

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        return doubts_about_count(facts, self.kind, self.at_least)

    def sentence(self, facts: Facts) -> str:
        return f"{count_of(facts, self.at_least, self.kind)} {'' if self.on else 'not '}{self.state}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        of_parts = [
            machine.slot_of.get((spec.id, self.state)) for spec in machine.design.parts if spec.kind == self.kind
        ]
        slots = [slot for slot in of_parts if slot is not None]
        never = 0 if self.on else len(of_parts) - len(slots)  # the number of parts whose state is off, whatever happens
        return lambda: never + sum(1 for slot in slots if bool(machine.states[slot]) is self.on) >= self.at_least

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        shares = []
        for spec in machine.design.parts:
            if spec.kind == self.kind:
                so = _is_so(machine, spec.id, self.state) is self.on
                shares.append(1.0 if so else 0.5 * of_others(machine, spec.id))
        return best_of(shares, self.at_least)

    def marks(self, design: PlacedParts) -> Iterator[Badge | DashedLine]:
        return (Badge(spec.id, "diamond") for spec in design.parts if spec.kind == self.kind)

    @classmethod
    def pointed_out(cls, at: Pointed, facts: Facts) -> Self:
        return cls(at.kind, facts.states(at.kind)[0])

    def fields(self, facts: Facts) -> Iterator[Field]:
        kinds = [kind for kind in facts.kinds if facts.states(kind)]

        def of_kind(index: int) -> Tally:
            states = facts.states(kinds[index])
            return replace(self, kind=kinds[index], state=self.state if self.state in states else states[0])

        yield ChoiceField("kind", [*map(facts.kind_title, kinds)], kinds.index(self.kind), of_kind)
        yield number_of_parts(self, "at_least", self.at_least)
        yield from _fields_of_state(self, facts.states(self.kind))


class LinkState(Condition, frozen=True, tag="link_state"):
    """A state of a link is on (or off): a fuse is "burning", or "burnt out".

    What has left the machine is in the state in which it ended, if that is one for good, and in no other.
    """

    canonical_name = "LinkState"
    form = Form("link_state", "A link is in a state", "A fuse burns, or has burnt out", "FLAME", ("link",))

    link: Id
    state: str
    on: bool = True

    def misfit(self, facts: Facts) -> str:
        kind = facts.design.link_by_id[self.link].kind
        return _lacks(facts.link_states(kind), facts.link_kind_title(kind).lower(), self.state)

    def sentence(self, facts: Facts) -> str:
        return f"{facts.link_title(self.link)} is {'' if self.on else 'not '}{self.state}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        def is_so() -> bool:
            if self.link in machine.links:
                return machine.link_is(self.link, self.state) is self.on
            if not memory[0]:  # on the tick on which it has left: later its numbers may say something else
                memory[0] = _SO if machine.link_is(self.link, self.state) else _ENDED
            return (memory[0] == _SO) is self.on

        return is_so

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        so = memory[0] == _SO or (not memory[0] and machine.link_is(self.link, self.state))
        if so is self.on:
            return 1.0
        if self.link not in machine.links:
            return 0.0
        stirred = 0.5 * max(of_others(machine, part) for part in machine.design.link_by_id[self.link].parts)
        return max(stirred, machine.link_nearness(self.link, self.state)) if self.on else stirred

    def marks(self, design: PlacedParts) -> Iterator[LinkBadge]:
        yield LinkBadge(self.link, "diamond")

    @classmethod
    def pointed_out(cls, at: Pointed, facts: Facts) -> Self:
        return cls(at.link, facts.link_states(facts.design.link_by_id[at.link].kind)[0])

    def fields(self, facts: Facts) -> Iterator[Field]:
        ids = [link.id for link in facts.design.links if facts.link_states(link.kind)]

        def about(index: int) -> LinkState:  # a link of another kind has other states
            states = facts.link_states(facts.design.link_by_id[ids[index]].kind)
            return replace(self, link=ids[index], state=self.state if self.state in states else states[0])

        yield ChoiceField("link", [*map(facts.link_label, ids)], ids.index(self.link), about)
        yield from _fields_of_state(self, facts.link_states(facts.design.link_by_id[self.link].kind))


class Gone(Condition, frozen=True, tag="gone"):
    """A part is no longer there: popped, blown up, gone home, or out of the world."""

    canonical_name = "Gone"
    form = Form("gone", "Is gone", "A part is no longer there: popped, blown up, out of the world", "FAILED",
                ("part",))  # fmt: skip

    part: Id

    def sentence(self, facts: Facts) -> str:
        return f"{facts.title(self.part)} is gone"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        return lambda: self.part not in machine.parts

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        return 0.5 * of_others(machine, self.part) if self.part in machine.parts else 1.0

    def marks(self, design: PlacedParts) -> Iterator[Badge | DashedLine]:
        yield Badge(self.part, "cross", stays=True)


class Unused(Condition, frozen=True, tag="unused"):
    """No part of a kind has been placed by the player."""

    canonical_name = "Unused"
    form = Form("unused", "Is not used", "The player does without the parts of one kind", "CLOSE", ("kind",))

    kind: str

    def misfit(self, facts: Facts) -> str:
        return "" if self.kind in facts.kinds else f"it forbids {unknown_kind(self.kind, facts)}"

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        available = facts.available(self.kind)
        fixed = sum(1 for spec in facts.design.parts if spec.kind == self.kind and spec.fixed)
        if available is not None and available <= fixed:
            yield "note", f"it forbids the kind {facts.kind_title(self.kind).lower()}, and the player has none of it"

    def sentence(self, facts: Facts) -> str:
        title = facts.kind_title(self.kind).lower()
        return f"the player does without {'an' if title[0] in 'aeiou' else 'a'} {title}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        used = any(spec.kind == self.kind and not spec.fixed for spec in machine.design.parts)
        return lambda: not used

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        return 0.0 if any(spec.kind == self.kind and not spec.fixed for spec in machine.design.parts) else 1.0

    def fields(self, facts: Facts) -> Iterator[Field]:
        yield kind_field(self, self.kind, facts)


def _is_so(machine: Observed, part: int, state: str) -> bool:
    """Tell whether a state is on now; one that a part does not have with its properties is always off."""
    slot = machine.slot_of.get((part, state))
    return slot is not None and bool(machine.states[slot])


def _lacks(states: Sequence[str], title: str, state: str) -> str:
    """Say that a kind of part or link has no state of a name; empty if it has."""
    if state in states:
        return ""
    return f"a {title} has no state '{state:.40}' ({', '.join(states) or 'none'}){meant(state, states)}"


def _fields_of_state(condition: State | Tally | LinkState, states: Sequence[str]) -> Iterator[Field]:
    """Yield the list of a kind's states, each on and off."""
    if condition.state not in states:
        return
    words = [f"{'' if on else 'not '}{state}" for state in states for on in (True, False)]
    chosen = 2 * states.index(condition.state) + (not condition.on)
    yield ChoiceField("state", words, chosen, lambda n: replace(condition, state=states[n // 2], on=n % 2 == 0))


CONDITIONS = (Turned, Faster, State, Tally, LinkState, Gone, Unused)
