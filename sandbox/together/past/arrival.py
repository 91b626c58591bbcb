"""The arrival of a guest: the past of the session comes in pieces, and is run ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.recording.recording import MAX_FILE
from sandbox.together.joint_session import JointSession
from sandbox.together.messages import Welcome
from sandbox.together.past import catching_up, editing_only


class GuestArrival:
    """What a guest has of the session before he is in it. `share` is how much of the past has been run ahead."""

    def __init__(self, make: Callable[[Design, int], Session]) -> None:
        self._make = make
        self._path = Path()
        self.share = 0.0
        self._welcome: Welcome | None = None
        self._past = bytearray()
        self._steps: Iterator[JointSession | float] | None = None

    @property
    def runs(self) -> bool:
        """True while the past is run ahead."""
        return self._steps is not None

    def begin(self, welcome: Welcome, path: Path) -> None:
        """Expect the past that a welcome speaks of; the recording here gets a path.

        Raises:
            BadFile: it is larger than a recording can be.
        """
        if welcome.past > MAX_FILE:
            raise BadFile("the host's recording is larger than a recording can be")
        self._welcome, self._path = welcome, path
        self._past.clear()

    def take(self, data: bytes) -> None:
        """Take in the next bytes; once all are there, the past is run ahead."""
        welcome = self._welcome
        if welcome is None:
            return
        self._past += data
        if len(self._past) >= welcome.past:
            self._welcome = None
            begin = editing_only.begin if welcome.kind == "editing" else catching_up.begin
            self._steps = begin(bytes(self._past), self._path, welcome.next_turn, welcome.state, self._make)

    def step(self) -> JointSession | None:
        """Run ahead a little; return the session once it is there.

        Raises:
            BadFile: it can't be run here, or ends in another state than on the host's machine.
        """
        assert self._steps is not None
        try:
            step = next(self._steps)
        except BadFile:
            self._steps = None
            raise
        if isinstance(step, float):
            self.share = step
            return None
        self._steps, self.share = None, 1.0
        self._past.clear()
        return step
