"""Reading the causes of a run in a process beside the window, as far as the run has come.

`cause_reader` starts this module as a child process. An order holds the design that was run, in its written form, the
live commands so far and how far the run has come; the answer holds the steps of the causes up to there. The process
keeps its own run, so a later order of the same run only goes on with it.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec

from sandbox import parts
from sandbox.causes.cause_tree import CauseStep, CauseTree
from sandbox.causes.traced_run import TracedSession
from sandbox.commands import commands
from sandbox.commands.commands import Start
from sandbox.commands.driver import Driver, Timed, ignore_refusal
from sandbox.design import design as document
from sandbox.errors import BadFile, Refused
from sandbox.tasks.serving import Teller, serve

_TELLS_S = 0.3  # between two answers to the same order
_AT_ONCE = 24  # ticks between two looks whether there is a newer order


class CauseOrder(msgspec.Struct, array_like=True):
    """An order to read a run.

    Attributes:
        run: a number that stands for the run; 0: there is nothing to be read.
        design: that which was run, in its written form.
        given: the live commands since Start, packed, each with its tick since then.
        ticks: how far the run has come since Start.
    """

    run: int = 0
    design: Any = None
    seed: int = 0
    given: list[tuple[int, bytes]] = []
    ticks: int = 0


class CausesAnswer(msgspec.Struct, array_like=True):
    """The steps of a run up to a tick since Start."""

    run: int
    ticks: int
    steps: list[tuple[int, int, int, str, int]]

    def tree(self) -> CauseTree:
        """Return the steps as a tree."""
        return CauseTree([CauseStep(*step) for step in self.steps])


class _KeptRun:
    """The run that is being read: a session of its own, from its Start on."""

    def __init__(self, order: CauseOrder) -> None:
        self.order = order
        self.session = TracedSession(parts.check(document.from_plain(order.design)), order.seed)
        self._driver = Driver(self.session, self._timed(order), ignore_refusal)

    def _timed(self, order: CauseOrder) -> list[Timed]:
        return [(0, Start()), *((tick, commands.unpack(packed)) for tick, packed in order.given)]

    def continues(self, order: CauseOrder) -> bool:
        """Tell whether an order is about the same run, and not about an earlier moment of it."""
        before = self._driver.given - 1  # without Start
        return (
            order.run == self.order.run
            and order.ticks >= self.session.tick
            and order.given[:before] == self.order.given[:before]
        )

    def take(self, order: CauseOrder) -> None:
        """Take over the commands of a newer order."""
        self.order, self._driver.commands = order, self._timed(order)

    def advance(self) -> bool:
        """Run on for some ticks; False once it has come as far as the order."""
        self._driver.to(min(self.session.tick + _AT_ONCE, self.order.ticks))
        return self.session.tick < self.order.ticks

    def answer(self) -> CausesAnswer:
        steps = [(*step,) for step in self.session.causes.steps]
        return CausesAnswer(self.order.run, self.session.tick, steps)


_kept: list[_KeptRun] = []  # none or one: a process reads one run at a time


def carry_out(order: CauseOrder, teller: Teller) -> CausesAnswer | None:
    """Read a run as far as it has come, with what is known so far as progress; None if there is nothing to read."""
    if not order.run:
        _kept.clear()
        return None
    if _kept and _kept[0].continues(order):
        _kept[0].take(order)
    else:
        _kept.clear()
        try:
            _kept.append(_KeptRun(order))
        except (BadFile, Refused):
            return None
    told_s = time.monotonic()
    while _kept[0].advance() and not teller.superseded:
        if time.monotonic() - told_s > _TELLS_S:
            teller.progress(0.0, news=_kept[0].answer())
            told_s = time.monotonic()
    return _kept[0].answer()


if __name__ == "__main__":
    serve(carry_out, CauseOrder)
