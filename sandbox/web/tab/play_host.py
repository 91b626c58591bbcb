"""The editor's host in a browser: one session with its recording, and the one gate to it."""

from __future__ import annotations

from pathlib import Path

from sandbox.commands.commands import AnyCommand, Drag, Stop
from sandbox.commands.driver import Timed
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.editing.document import Notice, Tell, sentence, why_closed
from sandbox.errors import BadFile, Refused
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder

FOLDER = Path("/tmp")


class PlayDocument:
    """The level that is played, as `editing.document.Opened`. `in_past` is set while the page shows an earlier
    moment."""

    working = watching = False

    def __init__(self, level: Design, folder: Path) -> None:
        self.level, self.in_past = level, False
        self.recorder = Recorder(folder / "playing.replay", level, 0, fingerprint.current())
        self._copy = folder / "saved.replay"
        self.session = Session(level, 0, self.recorder)

    def part_in_past(self, at: Point, reach: float) -> int | None:
        """Return None: what an earlier moment shows is to be looked at."""
        return None

    def recording(self) -> bytes:
        """Return the recording of the session up to now, whole."""
        self._copy.unlink(missing_ok=True)
        self.recorder.save_copy(self._copy, self.session)
        return self._copy.read_bytes()


class PlayGate:
    """The door for commands, as `editing.document.CommandGate`; `told` holds what has been said since the last look."""

    player, reaching, follows = 0, False, False

    def __init__(self, document: PlayDocument) -> None:
        self._document = document
        self._drag: Drag | None = None  # the last one since the last tick
        self.commands: list[Timed] = []  # all that were carried out
        self.notices: list[Notice] = []

    def design(self, kept: tuple[int, ...] = ()) -> Design:
        return self._document.session.design

    def id_of(self, id_: int) -> int:
        return id_

    def tell(self, notice: Notice) -> None:
        """Take a note for the user."""
        self.notices.append(notice)

    def do(self, command: AnyCommand, tell: Tell | None = None) -> bool:
        """Carry out a command now; False: it was refused, and `tell` has the reason, or it changes nothing."""
        tell, session = tell or self.tell, self._document.session
        why = why_closed(self._document, command.changes_design)
        if why is not None:
            tell(why)
            return False
        if isinstance(command, Drag) and session.machine is not None and session.machine.held_by(0) is not None:
            self._drag = command
            return True
        self.settle()
        return self._carry_out(command, tell)

    def settle(self) -> None:
        """Carry out the last drag of the hand; of several between two ticks only that counts."""
        drag, self._drag = self._drag, None
        machine = self._document.session.machine
        if drag is not None and machine is not None and machine.held_by(0) is not None:
            self._carry_out(drag, self.tell)

    def stop(self) -> bool:
        """Stop the machine, whatever the page shows."""
        self._document.in_past = False
        return self.do(Stop())

    def _carry_out(self, command: AnyCommand, tell: Tell) -> bool:
        session = self._document.session
        try:
            tick = session.tick
            done = session.do(command)
        except (Refused, BadFile) as refused:
            tell(Notice(sentence(str(refused)), "refused"))
            return False
        if done:
            self.commands.append((tick, command))
        return done


class PlayHost:
    """The workspace of a page, as `editing.document.EditorHost`."""

    def __init__(self, level: Design, folder: Path = FOLDER) -> None:
        self.document = PlayDocument(level, folder)
        self.gate = PlayGate(self.document)
