"""The longest chain that the builder has made in free building, kept with the best runs."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from sandbox.errors import BadFile
from sandbox.reading import files, json_text
from sandbox.recording import atomic_files

_FILE, _MOST = "chain.json", 64 * 1024  # bytes


class ChainRecord(msgspec.Struct, frozen=True):
    """The length of a chain in parts, and the number of their families."""

    length: int = 0
    families: int = 0


class ChainRecords:
    """The record and its file, in the folder of the best runs."""

    def __init__(self, data: Path) -> None:
        self._path = data / "best" / _FILE

    @property
    def best(self) -> ChainRecord:
        """The record as the file says now: another window may have beaten it. A file that can't be read holds none."""
        with contextlib.suppress(OSError, BadFile):
            return json_text.decode(files.read_bytes(self._path, _MOST), ChainRecord)
        return ChainRecord()

    def beaten_by(self, length: int, families: int) -> ChainRecord | None:
        """Keep a chain if it is a record: longer than all before, or as long with more families.

        Returns:
            The record before; None if it is none.

        Raises:
            OSError: the file can't be written.
        """
        before, now = self.best, ChainRecord(length, families)
        if (now.length, now.families) <= (before.length, before.families):
            return None
        self._path.parent.mkdir(parents=True, exist_ok=True)
        atomic_files.write(self._path, msgspec.json.encode(now))
        return before
