"""The arrival of a guest: the past of the session comes in pieces, and is run ahead while the rest is on its way."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.together.joint_session import JointSession
from sandbox.together.messages import PastCommands, PastSlice, Welcome
from sandbox.together.past import catching_up, editing_only
from sandbox.together.past.sent_past import ComingPast


class GuestArrival:
    """What a guest has of the session before he is in it. `share` is how much of the past has been run ahead."""

    def __init__(self, make: Callable[[Design, int], Session]) -> None:
        self._make = make
        self._path = Path()
        self.share = 0.0
        self._past: ComingPast | None = None
        self._steps: Iterator[JointSession | float] | None = None
        self._is_waiting = False  # for what is on its way

    @property
    def runs(self) -> bool:
        """True while the past is run ahead, and perhaps waits for more of it."""
        return self._steps is not None

    @property
    def is_busy(self) -> bool:
        """True while there is something to run ahead."""
        return self.runs and not self._is_waiting

    @property
    def has_all(self) -> bool:
        """True once the past has come as a whole."""
        return self._past is not None and self._past.is_complete

    def begin(self, welcome: Welcome, path: Path) -> None:
        """Expect the past that a welcome speaks of; the recording here gets a path.

        Raises:
            BadFile: it is larger than a recording can be.
        """
        self.stop()
        self._past, self._path, self.share = ComingPast(welcome), path, 0.0

    def stop(self) -> None:
        """Run no further; the recording is cut there."""
        if isinstance(self._steps, Generator):
            self._steps.close()
        self._past = self._steps = None

    def take(self, message: PastSlice | PastCommands) -> None:
        """Take in what has come next; as soon as anything can be run ahead, that begins.

        Raises:
            BadFile: it is damaged, or not what was promised.
        """
        past = self._past
        if past is None:
            return
        past.take(message)
        self._is_waiting = False
        if past.recording is not None and self._steps is None:
            begin = editing_only.begin if past.welcome.kind == "editing" else catching_up.begin
            self._steps = begin(past, self._path, self._make)

    def expect_all(self) -> None:
        """Refuse what only follows a whole past.

        Raises:
            BadFile: some of it has not come.
        """
        if self._past is not None and not self._past.is_complete:
            raise BadFile(f"the host goes on though {self._past.missing} of its past have not come")

    def step(self) -> JointSession | None:
        """Run ahead a little; return the session once it is there.

        Raises:
            BadFile: it can't be run here, or ends in another state than on the host's machine.
        """
        assert self._steps is not None and self._past is not None
        had_all = self._past.is_complete
        step = next(self._steps)
        if isinstance(step, float):
            self._is_waiting = not had_all and step == self.share
            self.share = step
            return None
        self.share = 1.0
        self._past = self._steps = None
        return step
