"""Calls of functions of this package in processes of their own, which hold nothing but what is measured.

The arguments are plain data, and so is the answer.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import End, Failure, unpack
from sandbox.tasks.pool import Pool
from sandbox.tasks.serving import Teller, serve
from sandbox.tasks.task_process import Setup

Plain = dict[str, Any]
SETUP = Setup("sandbox.bench.calls", Limits(0, 0))


class Call(Struct, frozen=True):
    """An order to call a function of a module."""

    module: str
    function: str
    arguments: tuple[Any, ...] = ()

    @classmethod
    def of(cls, function: Callable[..., Plain], *arguments: Any) -> Call:
        return cls(function.__module__, function.__name__, arguments)


def call_in_child(function: Callable[..., Plain], *arguments: Any, **environment: str) -> Plain:
    """Call a function in a new process, which has more variables in its environment."""
    with Pool(SETUP._replace(more=environment)) as pool:
        return _value(pool.ask(Call.of(function, *arguments)))


def call_at_once(calls: list[Call], before: Call) -> list[Plain]:
    """Carry out calls, each in a process of its own and all at the same time, after `before` in each of them.

    So no process has to load anything any more when they begin.
    """
    with Pool(SETUP, len(calls)) as pool:
        for _, end in pool.each([before] * len(calls)):
            _value(end)
        return [_value(end) for end in pool.in_order(calls)]


def _value(end: End) -> Plain:
    if isinstance(end, Failure):
        raise RuntimeError(f"measuring failed: {end.sentence(optional=False)}")
    value: Plain = unpack(end.value, Plain)
    return value


def carry_out(call: Call, teller: Teller) -> Plain:
    """Call the function of an order."""
    answer: Plain = getattr(importlib.import_module(call.module), call.function)(*call.arguments)
    return answer


if __name__ == "__main__":
    serve(carry_out, Call)
