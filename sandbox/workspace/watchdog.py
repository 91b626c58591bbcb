"""A watchdog that ends the program when a step of the simulation hangs, and notes that, or a crash, beside the
recording.

A step is one tick or one command. It is measured in processor time of its thread: a debugger, a slow disk, a machine
that sleeps, swaps or is stopped use none, so only a step that computes for too long triggers the watchdog. The engine
releases the interpreter lock while it steps, and Python code lets other threads in: a thread can watch both. A crash is
noted by `faulthandler`, from within the signal.
"""

from __future__ import annotations

import faulthandler
import os
import sys
import threading
import time
import traceback
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from sandbox.commands.commands import AnyCommand
from sandbox.commands.session import Session
from sandbox.errors import BadFile, Refused
from sandbox.parts.world import Running, RunningLink

if TYPE_CHECKING:
    from sandbox.workspace.files.session_files import Claim

LIMIT_S = 5.0  # of processor time for one step
EXIT_CODE = 70
_POLL_S = 0.25
_QUIET_S = 2.0  # without a step until the thread goes to sleep


class Broken(Exception):
    """An error of the program itself within a step: its session can't go on. The text is a sentence; the cause is the
    error."""


class _Steps:
    """The step in progress in this process. The main thread writes it on each step, so there is no lock."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.begun = 0
        self.asleep = False
        self.wake = threading.Event()

    def enter(self, session: Session) -> Session | None:
        outer, self.session = self.session, session
        self.begun += 1
        if self.asleep:
            self.asleep = False
            self.wake.set()
        return outer

    def mark(self) -> tuple[int, int, int] | None:
        """Return a value that changes with each step; None between two steps."""
        session = self.session
        if session is None:
            return None
        machine = session.machine
        return self.begun, session.tick, machine.ticks if machine is not None else 0


_steps = _Steps()


class WatchedSession(Session):
    """A session of the window: its steps are watched, and an error within one is raised as `Broken`."""

    def do(self, command: AnyCommand, packed: bytes | None = None) -> bool:
        outer = _steps.enter(self)
        try:
            return super().do(command, packed)
        except (Refused, BadFile):
            raise
        except Exception as error:
            raise self._broken(error) from error
        finally:
            _steps.session = outer

    def advance(self, ticks: int = 1, seconds: float | None = None) -> None:
        outer = _steps.enter(self)
        try:
            super().advance(ticks, seconds)
        except Exception as error:
            raise self._broken(error) from error
        finally:
            _steps.session = outer

    def drop_machine(self) -> None:
        """Discard a machine whose step has failed; only the hashes of its last ticks are recorded."""
        self.flush(state=False)
        self.machine = self._judge = None

    def _broken(self, error: Exception) -> Broken:
        trace = error.__traceback__
        frames = [frame for frame, _ in traceback.walk_tb(trace)]
        cause = f"{type(error).__name__}: {error!s:.200}".rstrip(": ")
        return Broken(f"{_subject(frames)} failed{moment(self)} ({cause})")


def moment(session: Session) -> str:
    """Format the time of a run as the end of a clause; empty while nothing runs."""
    if session.machine is None:
        return ""
    return f" {session.machine.ticks / session.tick_rate:.3f} s after the start"


def _subject(frames: list[FrameType]) -> str:
    """Name the part whose behaviour is at work in a stack of frames, the innermost last."""
    for frame in reversed(frames):
        run = frame.f_locals.get("run", frame.f_locals.get("link"))
        if isinstance(run, Running | RunningLink):
            return f"{run.kind.title} ({run.id})"
    return "a step of the simulation"


class Watchdog:
    """Watches the steps of the thread that creates it."""

    def __init__(self, limit_s: float | None = None) -> None:
        self.limit_s = LIMIT_S if limit_s is None else limit_s
        self._claim: Claim | None = None
        self._watched = threading.get_ident()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def mind(self, claim: Claim | None) -> None:
        """Note a crash or hang from now on in this claim; None: only on standard error."""
        self._claim = claim
        if claim is not None:
            faulthandler.enable(claim.handle, all_threads=False)
        elif sys.stderr is not None:
            faulthandler.enable(all_threads=False)
        else:  # a program without a terminal, on Windows
            faulthandler.disable()

    def _watch(self) -> None:
        while True:
            _steps.wake.clear()
            _steps.asleep = True
            if _steps.session is None:
                _steps.wake.wait()
            _steps.asleep = False
            self._watch_steps()

    def _watch_steps(self) -> None:
        """Watch the steps as long as there are some."""
        before, since, quiet = None, 0.0, 0.0
        while quiet < _QUIET_S:
            time.sleep(_POLL_S)
            now, spent = _steps.mark(), self._spent()
            quiet = quiet + _POLL_S if now is None else 0.0
            if now is None or now != before:
                before, since = now, spent
            elif spent - since >= self.limit_s:
                self._end(spent - since)

    def _spent(self) -> float:
        """Return the processor time of the watched thread in seconds, or of the process where the system measures no
        other."""
        if hasattr(time, "pthread_getcpuclockid"):
            return time.clock_gettime(time.pthread_getcpuclockid(self._watched))
        return time.process_time()

    def _end(self, spent: float) -> NoReturn:
        frame = sys._current_frames().get(self._watched)
        frames = [inner for inner, _ in traceback.walk_stack(frame)][::-1]
        session = _steps.session
        when = moment(session) if session is not None else ""
        text = f"{_subject(frames)} did not come back for {spent:.1f} s of processor time{when}"
        if self._claim is not None:
            self._claim.report(f"{text}\n{''.join(traceback.format_stack(frame))}")
        hint = (
            "the next start offers the session up to the command before"
            if self._claim is not None
            else "it was not recorded"
        )
        os.write(2, f"sandbox: {text}, so the program was ended; {hint}\n".encode())
        os._exit(EXIT_CODE)
