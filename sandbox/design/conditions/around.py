"""Conditions around others: all or one of several, the opposite, held for a time, once. And the list of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec.structs import replace

from sandbox.design.conditions import changes, containers, places
from sandbox.design.conditions.condition import (
    Condition,
    Facts,
    Field,
    NumberArray,
    NumberField,
    Observed,
    Pointed,
    Range,
    Test,
)
from sandbox.design.geometry import total

if TYPE_CHECKING:
    AnyCondition = Condition  # at run time it is the union of all conditions, which files are read by


class ConditionGroup(Condition, frozen=True):
    """Any number of conditions. A button that says `word` puts another one beside a condition."""

    title: ClassVar[str]
    tip: ClassVar[str]
    word: ClassVar[str]
    asks: ClassVar[str]  # the title of the list that the other one is chosen from

    of: tuple[AnyCondition, ...]

    @property
    def inner(self) -> tuple[Condition, ...]:
        return self.of

    def around(self, inner: Sequence[Condition]) -> Self:
        return replace(self, of=tuple(inner))

    def refusal(self) -> str:
        return super().refusal() if self.of else "all and any need at least one condition"

    def sentence(self, facts: Facts) -> str:
        return f" {self.word} ".join(condition.sentence(facts) for condition in self.of)


class All(ConditionGroup, frozen=True, tag="all"):
    """Each of several conditions is true."""

    canonical_name = "All"
    title, tip = "All of these", "both must be true"
    word, asks = "and", "... and at the same time"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        return lambda: all([test() for test in inner])  # noqa: C419  (a list, so that each of them is called)

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        return total(inner) / len(inner)


class AnyOf(ConditionGroup, frozen=True, tag="any"):
    """At least one of several conditions is true."""

    canonical_name = "AnyOf"
    title, tip = "One of these", "one of them is enough"
    word, asks = "or", "... or instead"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        return lambda: any([test() for test in inner])  # noqa: C419  (a list, so that each of them is called)

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        return max(inner)


class Wrapper(Condition, frozen=True):
    """Something that is asked of one condition: a button beside it switches that on and off."""

    title: ClassVar[str]
    tip: ClassVar[str]
    level: ClassVar[int]  # in the author's panel, one with a higher level goes around those with a lower one

    @property
    def of(self) -> Condition:
        raise NotImplementedError

    @property
    def inner(self) -> tuple[Condition, ...]:
        return (self.of,)

    def around(self, inner: Sequence[Condition]) -> Self:
        return replace(self, of=inner[0])

    @classmethod
    def wrap(cls, condition: Condition) -> Self:
        """Make the wrapper around a condition, with its usual figures."""
        fields: dict[str, Any] = {"of": condition}
        return cls(**fields)


class Held(Wrapper, frozen=True, tag="held"):
    """True once the condition inside has been true for this long without a gap."""

    canonical_name = "Held"
    title, tip = "for a time", "It must be so for this long without a gap"
    level = 1
    ranges = {"seconds": Range(0.0, 3600.0, "s")}

    seconds: float
    of: AnyCondition

    @classmethod
    def wrap(cls, condition: Condition) -> Self:
        return cls(0.5, condition)

    @property
    def lasts(self) -> float:
        return self.seconds

    def sentence(self, facts: Facts) -> str:
        return f"{self.of.sentence(facts)}, for {self.seconds:g} s"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        (test,), need = inner, self._ticks(machine.tick_length)

        def is_held() -> bool:
            if test():
                memory[0] = min(memory[0] + machine.dt / machine.tick_length, need)
                return bool(memory[0] >= need)
            if memory[0]:  # reading takes a quarter of the time of writing
                memory[0] = 0.0
            return False

        return is_held

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        return 0.9 * inner[0] + 0.1 * self.share(float(memory[0]), machine.tick_length)

    def share(self, memory: float, tick_length: float) -> float:
        return min(1.0, memory / self._ticks(tick_length))

    def fields(self, facts: Facts) -> Iterator[Field]:
        low, high = 0.01, self.ranges["seconds"].high
        yield NumberField("seconds", self.seconds, lambda v: replace(self, seconds=min(max(low, v), high)), "s", "for",
                          2, 0.05, low, high)  # fmt: skip

    def _ticks(self, tick_length: float) -> int:
        return max(1, round(self.seconds / tick_length))


class Latched(Wrapper, frozen=True, tag="latched"):
    """True from the first tick on which its condition is true."""

    canonical_name = "Latched"
    title, tip = "once", "Once is enough: it counts from the first time on, also when it is over"
    level = 2

    of: AnyCondition

    def sentence(self, facts: Facts) -> str:
        return f"{self.of.sentence(facts)} (once is enough)"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        (test,) = inner

        def is_latched() -> bool:
            if test():  # called on every tick, as the test may have a memory of its own
                memory[0] = 1.0
            return bool(memory[0])

        return is_latched

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        return 1.0 if memory[0] else inner[0]


class Not(Wrapper, frozen=True, tag="not"):
    """True while the condition inside is not true."""

    canonical_name = "Not"
    title, tip = "not", "The opposite: it must not be so"
    level = 0

    of: AnyCondition

    def sentence(self, facts: Facts) -> str:
        return f"not so: {self.of.sentence(facts)}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        (test,) = inner
        return lambda: not test()

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        return 1.0 - inner[0]


GROUPS: tuple[type[ConditionGroup], ...] = (All, AnyOf)
WRAPPERS: tuple[type[Wrapper], ...] = (Held, Latched, Not)  # in the order of their buttons
SIMPLE: tuple[type[Condition], ...] = (*places.CONDITIONS, *containers.CONDITIONS, *changes.CONDITIONS)
CONDITIONS: dict[str, type[Condition]] = {
    str(cls.__struct_config__.tag): cls for cls in (*SIMPLE, *GROUPS, *WRAPPERS)
}  # by name in files
if not TYPE_CHECKING:
    AnyCondition = reduce(or_, CONDITIONS.values())


def new(name: str, at: Pointed, facts: Facts) -> Condition:
    """Make a condition from the things that its author pointed at, held for its usual time."""
    condition = CONDITIONS[name].pointed_out(at, facts)
    return Held(condition.form.held, condition) if condition.form and condition.form.held else condition
