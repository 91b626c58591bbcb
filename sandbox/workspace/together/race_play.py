"""A race in the window: everybody plays the level of the host in a session of his own, and the first win counts."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.reading import files
from sandbox.workspace.clock import NS
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.files.level_file import LevelFile
from sandbox.workspace.files.live_recording import LiveRecording
from sandbox.workspace.files.opening import Opening, level_path

if TYPE_CHECKING:
    from sandbox.together.host_wire import HostWire
    from sandbox.together.race.race_guest import RaceGuest
    from sandbox.together.race.race_host import RaceHost

MAX_RUN = 64 * 1024 * 1024  # bytes of a recording
_DOING = {"building": "builds", "running": "runs", "won": "has won a run"}


class Racer(NamedTuple):
    """Somebody in the race, and how far he is, in words; `pieces` that he has placed."""

    player: int
    name: str
    doing: str
    pieces: int
    seconds: float
    is_here: bool
    is_self: bool
    has_won: bool


class RacePlay:
    """This user's part in a race. `host` is there while he hosts one; `side` while he takes part in one.

    Attributes:
        verdict: the result in words, until it is dismissed; empty while nobody has won.
        has_won: whether this user has.
    """

    def __init__(self, document: OpenDocument, recording: LiveRecording, opening: Opening) -> None:
        self._document, self._recording, self._opening = document, recording, opening
        self.host: RaceHost | None = None
        self.side: RaceHost | RaceGuest | None = None
        self.verdict, self.has_won = "", False
        self._level: Design | None = None  # that is played here, once the race has begun
        self._claimed: int | None = None  # the tick on which the run was started whose win was claimed
        self._player = 0
        self._judged, self._generation = False, 0

    # -- beginning and ending

    def why_not_host(self) -> str:
        """Say why there can't be a race for what is open; empty if there can."""
        return "" if self._document.level.goals else "this level has no goals, so nobody could win a race in it"

    def open_door(self, door: HostWire, name: str) -> None:
        """Let others come to a race in the level that is open; it begins with `begin`."""
        from sandbox.together.race.race_host import RaceHost

        self.host = RaceHost(door, self._document.level, name=name)
        self._take_part(self.host, 0)

    def begin(self) -> None:
        """Begin the race that is hosted here, for all at once."""
        if self.host is not None and not self.host.begun:
            self.host.begin()

    def join(self, side: RaceGuest) -> None:
        """Take part as a guest."""
        self._take_part(side, side.player)

    def _take_part(self, side: RaceHost | RaceGuest, player: int) -> None:
        self.side, self._player = side, player
        self.verdict, self._level, self._claimed, self._judged = "", None, None, False
        self.has_won = False

    def leave(self) -> None:
        """Leave the race; a host ends it for all. What is played stays open."""
        host, self.host, self.side = self.host, None, None
        if host is not None:
            host.close()

    # -- while it goes on

    @property
    def has_begun(self) -> bool:
        """True from the moment when the level has been given out."""
        return self.side is not None and self.side.begun

    @property
    def racers(self) -> list[Racer]:
        """All who take part."""
        if self.side is None:
            return []
        return [
            Racer(
                player, runner.name, _DOING[(progress := runner.progress).state], progress.pieces, progress.seconds,
                runner.is_here,
                player == self._player, player == self.side.winner,
            )
            for player, runner in sorted(self.side.runners.items())
        ]  # fmt: skip

    def look(self) -> bool:
        """Take part once a frame: open the level when it comes, tell how far this player is. False: he has left."""
        side = self.side
        if side is None:
            return False
        if side.begun and side.level is not None and self._level is None:
            self._open(side.level)
        if self._level is not None:
            if self._document.generation != self._generation and self._document.level != self._level:
                return False  # another one has been opened
            self._generation = self._document.generation
            self._report(side)
        if side.verdict and not self._judged:
            self._judged, self.verdict, self.has_won = True, side.verdict, side.winner == self._player
        return True

    def _open(self, level: Design) -> None:
        level = levels.as_player(level)
        self._opening.open(level, LevelFile(level, level_path(level)))
        self._level, self._generation = self._document.level, self._document.generation

    def _report(self, side: RaceHost | RaceGuest) -> None:
        from sandbox.together.race.run import progress_of

        session = self._document.session
        assert self._level is not None
        side.report(progress_of(session, self._level.next_id), self._document.now() / NS)
        if session.won and self._claimed != session.start_tick and side.winner is None:
            self._claimed = session.start_tick
            try:
                side.claim(self._recorded())
            except (BadFile, Refused, OSError) as error:
                self._document.messages.fail(error)

    def _recorded(self) -> bytes:
        """Return the recording of this session so far."""
        with tempfile.TemporaryDirectory(prefix="sandbox-") as folder:
            path = self._recording.copy(Path(folder, "won.replay"))
            if path is None:
                raise Refused("this session is not being recorded, so the host can't run your win again")
            return files.read_bytes(path, MAX_RUN, "recording")
