"""A session as somebody has it whose machine computes other bits than the host's: he edits, and does not run.

Time passes here as for all others, but no machine is built. Stopping goes back to the design, so that all have the
same one again as soon as the others have stopped, and digests are compared while nothing runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sandbox.commands import commands
from sandbox.commands.commands import AnyCommand, Live, Start, Stop
from sandbox.commands.driver import Timed
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.together.joint_session import JointSession, Record
from sandbox.together.past.sent_past import ComingPast

NOTE = "recorded by a guest who edits only: the runs of the others are not in it"


class EditingSession(JointSession):
    """A session in turns, of which only the edits are carried out here.

    Attributes:
        history: all commands of the session, also those that are not carried out here.
    """

    def __init__(self, session: Session, recorder: Record, turn: int, first: Design) -> None:
        super().__init__(session, recorder, turn, first)
        self.history: list[Timed] = []

    def give(self, command: AnyCommand, wish: int = 0) -> bool:
        if isinstance(command, Start | Stop | Live):
            if not isinstance(command, Live):
                self.others_run = isinstance(command, Start)
            self._note_given(command, commands.pack(command), wish)
        elif not super().give(command, wish):
            return False
        self.history.append((self.session.tick, command))
        return True

    def go_on_as(self, other: JointSession) -> None:
        super().go_on_as(other)
        assert isinstance(other, EditingSession)
        self.others_run, self.history = other.others_run, other.history


def begin(
    past: ComingPast, path: Path, make: Callable[[Design, int], Session] = Session
) -> Iterator[JointSession | float]:
    """Begin where the past of a session ends, once it is there, with what was edited; nothing is run.

    The arguments are those of `catching_up.begin`.

    Raises:
        BadFile: it can't be done here, or while nothing runs the design is another one than the host's.
    """
    while not past.is_complete:
        yield 0.0
    assert past.recording is not None
    head, welcome = past.recording.head, past.welcome
    for joint in again(past.commands, welcome.tick, path, welcome.next_turn, head.design, head.seed, make):
        if not joint.others_run and joint.session.end_hash() != welcome.state:
            joint.close("this machine ends elsewhere")
            raise BadFile(f"this machine has another design than the host's for tick {joint.session.tick}")
        yield joint


def again(
    given: Sequence[Timed], end: int, path: Path, turn: int, first: Design, seed: int,
    make: Callable[[Design, int], Session],
) -> Iterator[EditingSession]:  # fmt: skip
    """Give a session the edits among commands, up to a tick; yield it.

    Raises:
        BadFile: they can't be carried out, or not be recorded.
    """
    recorder = Recorder(path, first, seed, fingerprint.current())
    recorder.mark(0, "note", NOTE)
    joint = EditingSession(make(first, seed), recorder, turn, first)
    try:
        for tick, command in given:
            joint.session.advance(tick - joint.session.tick)
            joint.give(command)
        joint.session.advance(end - joint.session.tick)
    except Refused as refused:
        recorder.abandon()
        raise BadFile(f"the host has carried out what can't be done here: {refused}") from None
    joint.forget_given()
    yield joint
