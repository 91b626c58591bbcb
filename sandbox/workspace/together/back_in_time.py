"""Going back in time with everybody, as a window does it: its session is run again, and the later part is a branch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sandbox.errors import BadFile
from sandbox.recording import reader
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.files.journal import SessionLog
from sandbox.workspace.files.opening import Opening
from sandbox.workspace.past.history import History
from sandbox.workspace.past.playhead import Past
from sandbox.workspace.past.resimulation import Rerun
from sandbox.workspace.together.joint_record import JournalRecord

if TYPE_CHECKING:
    from sandbox.together.joint_session import JointSession
    from sandbox.together.messages import Back

_SLICE_NS = 8_000_000  # of a frame's time


class BackInTime:
    """The way of the open document back to an earlier moment of a shared session.

    Args:
        arrived: is told when another session has taken the place of the one before.
    """

    def __init__(self, document: OpenDocument, opening: Opening, arrived: Callable[[], None]) -> None:
        self._document, self._opening, self._arrived = document, opening, arrived

    def way(self, joint: JointSession) -> Callable[[Back], Iterator[JointSession | float]]:
        """Return how a session in this window goes back, for `JointSession.run_again`."""
        return lambda to: self._run_again(joint, to)

    def _run_again(self, joint: JointSession, to: Back) -> Iterator[JointSession | float]:
        """Run the session again up to a moment, and put it in the place of the open one; yield it in the end.

        Raises:
            BadFile: there is no such moment, or it can't be run again.
        """
        from sandbox.together.joint_session import JointSession
        from sandbox.together.past import going_back

        document = self._document
        recording = reader.parse(joint.recorded())
        going_back.moment(recording, to.tick, to.commands)
        head, history = recording.head, History(recording.head.design)
        commands, expected = recording.commands[: to.commands], SessionLog(recording.hashes)
        rerun = Rerun(head.design, head.seed, commands, to.tick, expected, history)
        while not rerun.work(document.now, document.now() + _SLICE_NS):
            yield rerun.progress
        if rerun.broken is not None:
            raise BadFile(str(rerun.broken))
        document.past.leave()
        kept = self._opening.leave_for(rerun, Past(history), f"From tick {to.tick}")
        document.messages.say(rerun.complaint or f"the later part is kept as '{kept}'")
        self._arrived()
        yield JointSession(document.session, JournalRecord(document.journal), joint.turn, joint.first)
