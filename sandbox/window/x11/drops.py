"""Files that are dropped on the window, by the protocol of X11's desktops (XDND, version 5)."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from sandbox.errors import Refused
from sandbox.window.x11.selections import SelectionReader, XConnection

_VERSION = 5
_FILES = "text/uri-list"


class Drops:
    """Talks with the program out of which something is dragged. `then` gets the paths of what was dropped, or why there
    are none."""

    def __init__(
        self, connection: XConnection, reader: SelectionReader, then: Callable[[list[str] | Refused], None]
    ) -> None:
        self._x, self._reader, self._then = connection, reader, then
        self._source = 0
        self._version = 0
        self._has_files = False

    def message(self, event: Any) -> bool:
        """Take a client message; return whether it was about something that is dragged."""
        kind, numbers = event.message_type, event.data.l
        if kind == self._x.atom("XdndEnter"):
            self._enter(numbers)
        elif kind == self._x.atom("XdndPosition"):
            self._position(numbers[0])
        elif kind == self._x.atom("XdndDrop"):
            self._drop(numbers[0], numbers[2])
        elif kind == self._x.atom("XdndLeave"):
            self._source = 0
        else:
            return False
        return True

    def _enter(self, numbers: Any) -> None:
        self._source, self._version = numbers[0], numbers[1] >> 24
        if numbers[1] & 1:  # more than three formats: they are in a property
            formats: tuple[int, ...] = self._x.atoms_of(self._source, self._x.atom("XdndTypeList"))
        else:
            formats = tuple(numbers[2:5])
        self._has_files = self._x.atom(_FILES) in formats and self._version <= _VERSION

    def _position(self, source: int) -> None:
        taken = self._has_files and source == self._source
        action = self._x.atom("XdndActionCopy") if taken else 0
        self._x.message_from(source, "XdndStatus", int(taken), 0, 0, action)

    def _drop(self, source: int, time: int) -> None:
        if not self._has_files or source != self._source:
            self._finish(source, False)
            return
        self._source = 0

        def answered(answer: bytes | Refused) -> None:
            self._finish(source, not isinstance(answer, Refused))
            self._then(answer if isinstance(answer, Refused) else paths_in(answer))

        self._reader.ask("XdndSelection", (_FILES,), time, answered)

    def _finish(self, source: int, taken: bool) -> None:
        """Tell the other program that it may end its drag: it waits for this."""
        action = self._x.atom("XdndActionCopy") if taken else 0
        self._x.message_from(source, "XdndFinished", int(taken), action)


def paths_in(uris: bytes) -> list[str]:
    """Return the paths of the local files in a list of URIs (RFC 2483); names in any encoding stay what they are."""
    paths = []
    for line in uris.split(b"\n"):
        uri = line.strip(b"\r\0 \t").decode("utf-8", "surrogateescape")
        if not uri or uri.startswith("#"):
            continue
        try:
            parts = urlsplit(uri)
        except ValueError:  # brackets that are no address
            continue
        if parts.scheme in ("", "file") and parts.path:
            paths.append(os.fsdecode(unquote_to_bytes(parts.path.encode("utf-8", "surrogateescape"))))
    return paths
