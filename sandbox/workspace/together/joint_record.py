"""The recording of the open document as a session in turns sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandbox.commands.session import Session, Snapshot
from sandbox.errors import BadFile
from sandbox.workspace.files.journal import Journal


class JournalRecord:
    """Writes to the journal of the open document, which goes on when the others are gone."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @property
    def path(self) -> Path:
        path = self._journal.path
        if path is None:
            raise BadFile("this session is no longer being recorded, so nobody can join it")
        return path

    def command(self, tick: int, packed: bytes) -> None:
        self._journal.session_log.command(tick, packed)

    def hashes(self, first: int, digests: bytes) -> None:
        self._journal.session_log.hashes(first, digests)

    def state(self, tick: int, snapshot: Snapshot) -> None:
        self._journal.session_log.state(tick, snapshot)

    def mark(self, tick: int, what: str, text: str) -> None:
        self._journal.session_log.mark(tick, what, text)

    def close(self, session: Session, reason: str, fingerprint: Any) -> None:
        session.log = self._journal.session_log
