"""A child process that draws variants and lets agents try levels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from sandbox.api.level import Level
from sandbox.design import design as document
from sandbox.environment.agents import agents, variants
from sandbox.environment.agents.experience import Experience
from sandbox.tasks.serving import Teller, serve


class DrawVariant(Struct, frozen=True, tag="draw"):
    """An order to find a variant that can be won, from a number on; the answer is its number."""

    template: str
    number: int

    def obeyed(self) -> int:
        return variants.held_out(self.template, self.number).number


class Gather(Struct, frozen=True, tag="gather"):
    """An order to try a level at random; the answer is the experience."""

    level: Any
    tries: int
    seed: int

    def obeyed(self) -> list[Experience]:
        return agents.gather(_level(self.level), self.tries, self.seed)


class TryLevel(Struct, frozen=True, tag="try"):
    """An order to let an agent try a level until it wins; its fields are as in `agents.try_level`."""

    agent: str
    level: Any
    tries: int
    seed: int
    memory: tuple[Experience, ...] = ()
    record: str = ""

    def obeyed(self) -> agents.AgentTries:
        record = Path(self.record) if self.record else None
        return agents.try_level(self.agent, _level(self.level), self.tries, self.seed, [*self.memory], record)


Order = DrawVariant | Gather | TryLevel


def _level(plain: Any) -> Level:
    return Level(document.from_plain(plain))


def carry_out(order: Order, teller: Teller) -> Any:
    """Carry out an order."""
    return order.obeyed()


if __name__ == "__main__":
    serve(carry_out, Order)
