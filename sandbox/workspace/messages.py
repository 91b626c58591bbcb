"""The messages of a workspace: sentences for the status line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Literal, NamedTuple

from sandbox.editing.document import Notice
from sandbox.errors import BadFile, Mistakes, Refused
from sandbox.recording.plain_text import printable

KEPT = 100
LONGEST = 1000  # characters of one
MOST_TITLE = 200  # characters of a document's title


class Message(NamedTuple):
    """One sentence."""

    text: str
    kind: str  # "info", "refused" (the user's act can't be done), "good", "bad" (something is wrong)
    number: int  # grows with each message, so that the same sentence said twice is two messages


class Messages:
    """The latest messages, the oldest first."""

    def __init__(self) -> None:
        self._kept: deque[Message] = deque(maxlen=KEPT)
        self._said = 0

    def __iter__(self) -> Iterator[Message]:
        return iter(self._kept)

    @property
    def latest(self) -> Message | None:
        return self._kept[-1] if self._kept else None

    def say(self, text: str, kind: str = "info") -> None:
        """Add a sentence for the user."""
        self._add(text[:1].upper() + text[1:], kind)

    def tell(self, note: Notice) -> None:
        """Add a note; its ways out are for those who can show them."""
        self.say(note.text, note.tone)

    def fail(self, error: BadFile | OSError | Refused) -> Literal[False]:
        """Add a sentence about an error and its file; the file's name stays as it is written.

        Returns False, for the caller to return.
        """
        where = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
        text = getattr(error, "strerror", None) or error
        if isinstance(error, Mistakes):
            text = " ".join(map(str.strip, error.lines))
        self._add(f"{where}{text}", "bad")
        return False

    def _add(self, text: str, kind: str) -> None:
        self._said += 1
        self._kept.append(Message(printable(text, LONGEST), kind, self._said))
