"""What was said and has happened in a shared session, for people."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from sandbox.workspace.clock import NS
from sandbox.workspace.messages import Messages

if TYPE_CHECKING:
    from sandbox.together.guest import JointGuest
    from sandbox.together.host import JointHost
    from sandbox.together.race.race_host import RaceHost

_KEPT_LINES = 200
_STALL_NS = NS
_IDLE = "not done: it would change nothing"  # as a drag to where the hand is; nobody is told that when he plays alone


class News:
    """Keeps the lines, the latest last, and shows each as a message.

    Attributes:
        ending: what has come out at the end, if machines have parted.
    """

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self.lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self.ending: tuple[str, ...] = ()
        self._recent: tuple[str, ...] = ()
        self._passed_ns, self._stalls = 0, False  # when the last tick passed, and whether it was said that none comes

    def begin(self, now: int) -> None:
        """Begin another session."""
        self.ending = ()
        self._passed_ns, self._stalls = now, False

    def take(self, side: JointHost | JointGuest | RaceHost, asked: list[str]) -> int:
        """Take what is new out of a side; return how many lines. What guests have `asked` for is shown elsewhere."""
        news = [line for line in side.news if line not in asked and line != _IDLE]
        side.news.clear()
        self.note(news)
        self._recent = (*self._recent, *news)[-12:]
        return len(news)

    def note(self, news: list[str]) -> None:
        """Show lines."""
        for line in news:
            self.lines.append(line)
            self._messages.say(line)

    def end(self, news: list[str], why: str, parted: bool) -> None:
        """Show the last lines; `parted`: because machines have parted, so that all of the end is kept."""
        self.note([*news, why])
        if parted:
            self.ending = (*self._recent, *news, why)[-16:]

    def watch_host(self, guest: JointGuest, passed: bool, now: int) -> int:
        """Say once that no turn comes from the host; its pause is no stall. Return how many lines are new."""
        if passed or guest.paused:
            self._passed_ns = now
            self._stalls = False
        elif not self._stalls and now - self._passed_ns > _STALL_NS:
            self._stalls = True
            self.note(["waiting for the host: nothing has come from there for a second"])
            return 1
        return 0
