"""Plays sessions in forks of this process: ``python -m tests.tools.soak.child MEGABYTES [MODULE]``.

An order is a line of JSON: ``{"seeds": [7, 8], "wild": true, "seconds": 5}``, or ``{"level": ..., "steps": [...],
"end": 900, "seconds": 5, "finite": false}``. The fork says what it is about to do before it does it, in lines of JSON
on standard output: so whoever listens knows what a fork was at that dies. The last line of each order is
``["over", ...]``.

FAULT is one of `planted`, to see it noticed.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

import sandbox
from sandbox import parts
from sandbox.commands import commands
from sandbox.commands.commands import AnyCommand, Start
from sandbox.commands.session import Session
from sandbox.design.design import Design, from_plain, to_plain
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.machine.machine import Machine
from sandbox.tasks.limits import limit_memory
from tests.support import Tape
from tests.tools.soak import planted, wild
from tests.tools.soak.company import Company

SLICE = 60  # ticks between two looks at the machine, at most
CLOSE = 6  # the same, where it is to be seen again that something is not finite: it is soon removed
KEPT_EVERY = 10  # of how many seeds one is to be played again
PACKAGE = str(Path(sandbox.__file__).parent) + os.sep
_ANSWERS = 1  # the pipe; a fork writes nothing else to it
_OFTEN = 1  # allocations between two collections


class NotFinite(Exception):
    """A number of a machine is not finite; the text says which."""

    where = "a machine"


def say(*what: Any) -> None:
    data = json.dumps(what).encode() + b"\n"
    while data:
        data = data[os.write(_ANSWERS, data) :]


class Theatre:
    """The stage on which a session is played: tells each step before it, and looks at the machine now and then."""

    def __init__(self, seconds: float, slice_: int, finite: bool) -> None:
        self.seconds, self.slice, self.finite = seconds, slice_, finite
        self.company: Company | None = None  # those who play; None: the commands say whose they are
        self.tape = Tape()
        self.kinds: set[str] = set()
        self.events: set[str] = set()
        self.done = self.refused = 0
        self.unraised: list[BaseException] = []
        sys.unraisablehook = lambda what: self.unraised.append(what.exc_value)  # by callbacks of the engine

    def open(self, design: Design) -> None:
        say("level", to_plain(design))
        self._wind_up()
        self.session = Session(design, log=self.tape)
        for join in self.company.joins() if self.company is not None else ():
            say("step", commands.to_json(self.session.tick, join))
            self.session.do(join)

    def do(self, command: AnyCommand) -> bool:
        if self.company is not None:
            command = self.company.given(self.session, command)
        say("step", commands.to_json(self.session.tick, command))
        self._wind_up()
        try:
            changed = self.session.do(command)
        except (Refused, BadFile):
            changed = False
        self._look()
        if not changed:
            self.refused += 1
            say("refused")
            return False
        self.done += 1
        if isinstance(command, Start):
            self.kinds |= {item.kind for item in (*self.session.design.parts, *self.session.design.links)}
        return True

    def advance(self, ticks: int) -> None:
        session = self.session
        end = session.tick + ticks
        say("end", end)
        while session.tick < end:
            self._wind_up()
            session.advance(min(self.slice - session.tick % self.slice, end - session.tick))
            self._look()

    def collect(self, what: str) -> None:
        say("step", {"line": "mark", "tick": self.session.tick, "what": what, "text": "a collection of garbage"})
        self._wind_up()
        if what == "now":
            gc.collect()
        else:
            gc.set_threshold(_OFTEN if what == "often" else 700)
        self._look()

    def close(self) -> None:
        """End the session, and free all that it held."""
        self.session.flush()
        self._wind_up()
        del self.session
        gc.set_threshold(700)
        gc.collect()
        self._look()

    def _wind_up(self) -> None:
        """From now on this process may take so much processor time (and much more of real time) until the next call.

        It is the system that ends it: a handler in Python would wait until the engine comes back.
        """
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        signal.setitimer(signal.ITIMER_REAL, 60 + 20 * self.seconds)

    def _look(self) -> None:
        if self.unraised:
            raise self.unraised[0]
        session = getattr(self, "session", None)
        if session is None or session.machine is None:
            return
        self.events |= {event.what for event in session.take_events()}
        machine = session.machine
        if self.finite and not (np.isfinite(machine.read_rows()).all() and np.isfinite(machine.states).all()):
            raise NotFinite(_not_finite(machine))


def _not_finite(machine: Machine) -> str:
    """Which kinds of parts and links have numbers that are not finite, and what for numbers."""
    rows = np.flatnonzero(~np.isfinite(machine.read_rows()).all(axis=1))
    ids = {int(machine.row_part[row]) for row in rows}
    kinds = sorted({machine.parts[id_].kind.name if id_ in machine.parts else "what is gone" for id_ in ids})
    states = sorted({name for (_, name), slot in machine.slot_of.items() if not np.isfinite(machine.states[slot])})
    return f"motion of {', '.join(kinds) or 'nothing'}; states {', '.join(states) or 'none'}"


def play_seed(seed: int, order: dict[str, Any]) -> None:
    say("begin", seed)
    stage, began = Theatre(order["seconds"], SLICE, True), time.process_time()
    stage.company = Company(seed)
    wild.play(seed, order["wild"], stage)
    ticks = stage.session.running_ticks
    stage.close()
    again = stage.tape.digests.hex() if seed % KEPT_EVERY == 0 else None
    cpu = time.process_time() - began
    covered = {"kinds": sorted(stage.kinds), "events": sorted(stage.events)}
    numbers = {"cpu": cpu, "ticks": ticks, "done": stage.done, "refused": stage.refused}
    say("done", {**numbers, **covered, "digests": again})


def play_steps(order: dict[str, Any]) -> None:
    """A session that was recorded or made smaller; what can't be done any more is left out."""
    say("begin", None)
    stage = Theatre(order["seconds"], CLOSE if order["finite"] else SLICE, order["finite"])
    try:
        stage.open(parts.check(from_plain(order["level"])))
        steps = [
            (step["tick"], step if "line" in step else commands.from_json(step, "step")[1]) for step in order["steps"]
        ]
    except BadFile:
        return
    for tick, step in steps:
        if tick > order["end"]:
            break
        stage.advance(tick - stage.session.tick)
        if isinstance(step, dict):
            stage.collect(step["what"])
        else:
            stage.do(step)
    stage.advance(order["end"] - stage.session.tick)
    stage.close()
    say("done", {"digests": stage.tape.digests.hex()})


def innermost(trace: TracebackType | None) -> str:
    """The last function of the program that a traceback is about, as in "machine.Machine.step"."""
    name = "?"
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename.startswith(PACKAGE) or name == "?":
            name = f"{Path(code.co_filename).stem}.{code.co_qualname}"
        trace = trace.tb_next
    return name


def fork(order: dict[str, Any]) -> None:
    """In the fork: play what is ordered, up to the first failure."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable()
    faulthandler.register(signal.SIGPROF, chain=True)
    try:
        if "seeds" in order:
            for seed in order["seeds"]:
                play_seed(seed, order)
        else:
            play_steps(order)
    except BrokenPipeError:
        pass
    except BaseException as error:
        where = error.where if isinstance(error, NotFinite) else innermost(error.__traceback__)
        say("failed", type(error).__name__, where, "".join(traceback.format_exception(error)))


def serve() -> None:
    for line in sys.stdin:
        order = json.loads(line)
        with tempfile.TemporaryFile() as errors:
            child = os.fork()
            if not child:
                os.dup2(errors.fileno(), 2)
                try:
                    fork(order)
                finally:
                    os._exit(0)
            _, status = os.waitpid(child, 0)
            errors.seek(0)
            said = errors.read(20_000).decode("utf-8", "replace")
        os.write(_ANSWERS, b"\n")  # what it was saying when it died may be half a line
        say("over", os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, said)


def main() -> None:
    limit_memory(int(sys.argv[1]))
    for name in sys.argv[2:]:
        planted.plant(name)
    levels.loads("format = 1\nrules = 3")  # what is worked out once is worked out before the first fork
    gc.collect()
    gc.freeze()  # the forks need not look through what is here already
    serve()


if __name__ == "__main__":
    main()
