"""A race as a guest knows it: the level when it begins, how far the others are, and who has won."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.recording import reader
from sandbox.recording.plain_text import one_line
from sandbox.together.messages import (
    SLICE,
    ClaimRefused,
    Letter,
    PastSlice,
    RaceBegins,
    RaceProgress,
    RaceResult,
    Runner,
    Runners,
    WinClaim,
)

MAX_LEVEL = 4 * 1024 * 1024  # bytes of an empty recording of a level
PACE = 0.25  # s between two reports of how far somebody is


class RaceGuest:
    """One guest's side of a race. He plays `level` in a session of his own, whose owner reports to this here.

    Attributes:
        level: the level; None until the race begins.
        runners: all who take part, by their players.
        winner: the player who has won; None until the host has run his recording again.
        verdict: the result in words.
    """

    def __init__(self, send: Callable[[Letter], None], player: int, news: deque[str]) -> None:
        """`send`: sends messages to the host; `news`: gets lines for people."""
        self._send, self.player, self._news = send, player, news
        self.level: Design | None = None
        self.seed = 0
        self.runners: dict[int, Runner] = {}
        self.winner: int | None = None
        self.verdict = ""
        self.fault = ""  # the race can't be run here, and why
        self._coming: bytearray | None = None
        self._size = 0
        self._progress: RaceProgress | None = None  # that was sent last
        self._reported = 0.0
        self._claim = b""  # that has no answer yet

    @property
    def begun(self) -> bool:
        """True from the moment when the level is there."""
        return self.level is not None

    def report(self, progress: RaceProgress, now: float) -> None:
        """Tell the host how far this player is; as often as one likes."""
        changed = self._progress is None or progress.state != self._progress.state
        if progress != self._progress and (changed or now - self._reported >= PACE):
            self._progress, self._reported = progress, now
            self._send(progress)

    def claim(self, recording: bytes) -> None:
        """Say that this player has won, and send the recording that shows it."""
        self._claim = recording
        self._send(WinClaim(len(recording)))
        for at in range(0, len(recording), SLICE):
            self._send(PastSlice(recording[at : at + SLICE]))

    def come_back(self) -> None:
        """Say again, on a new connection, what the host may not have heard."""
        if self._progress is not None:
            self._send(self._progress)
        if self._claim:
            self.claim(self._claim)

    def take(self, message: object) -> bool:
        """Take in a message of the host's; False: it is none of a race."""
        match message:
            case RaceBegins():
                self._size, self._coming = message.size, bytearray() if self.level is None else None
                if message.size > MAX_LEVEL:
                    self.fault = "the level of the race is larger than a level can be"
            case PastSlice():
                self._take_level(message.data)
            case Runners():
                self.runners = {runner.player: runner for runner in message.runners}
            case RaceResult():
                self.winner, self.verdict, self._claim = message.player, one_line(message.text, 400), b""
                self._news.append(self.verdict)
            case ClaimRefused():
                self._claim = b""
                self._news.append(f"your win does not count: {one_line(message.why, 380)}")
            case _:
                return False
        return True

    def _take_level(self, data: bytes) -> None:
        if self._coming is None or self.fault:
            return
        self._coming += data
        if len(self._coming) < self._size:
            return
        try:
            head = reader.parse(bytes(self._coming)).head
        except BadFile as error:
            self.fault = f"the host has sent a level that can't be read here: {one_line(str(error), 300)}"
            return
        self._coming = None
        self.level, self.seed = head.design, head.seed
        self._news.append("the race begins")
