"""Putting another session in the place of the open one: a new one, one to watch, or one that was run again."""

from __future__ import annotations

from pathlib import Path

from sandbox import parts
from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import library
from sandbox.recording.recording import Recording
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.files.journal import Journal, SessionLog
from sandbox.workspace.files.level_file import LevelFile
from sandbox.workspace.files.live_recording import LiveRecording
from sandbox.workspace.gate import Gate
from sandbox.workspace.pacing import Pacing
from sandbox.workspace.past.branches import Branch, Tree
from sandbox.workspace.past.playhead import Past
from sandbox.workspace.past.resimulation import Rerun
from sandbox.workspace.playback import Playback
from sandbox.workspace.watchdog import WatchedSession

SEED = 0  # every live session's, so that the same level always runs the same


class Opening:
    """Replaces the open session. What it held stays in its recording."""

    def __init__(self, document: OpenDocument, pacing: Pacing, gate: Gate, recording: LiveRecording) -> None:
        self._document = document
        self._pacing = pacing
        self._gate = gate
        self._recording = recording

    def open(self, design: Design, file: LevelFile | None = None) -> None:
        """Begin a session with a design, and record it."""
        self._document.generation += 1
        self.replace(design, SEED, SessionLog(), file)
        self._recording.begin()

    def replace(self, design: Design, seed: int, session_log: SessionLog, file: LevelFile | None = None) -> None:
        """End the session, and begin another that is not recorded yet."""
        document = self._document
        design = parts.as_read(design)  # as the session has it, so that what is compared with it is equal
        self._recording.end("replaced")
        tree = Tree(self._recording.sessions.folder, document.messages)
        document.begin(design, seed, session_log, LevelFile(design) if file is None else file, tree)
        self._gate.clear()
        self._pacing.reset()

    def take_in(self, session: WatchedSession, first: Design, journal: Journal) -> None:
        """Replace the session by one that goes on elsewhere, too, and is recorded already.

        `first` is the design with which it has begun.
        """
        document = self._document
        self._recording.end("replaced")
        document.generation += 1
        tree = Tree(self._recording.sessions.folder, document.messages)
        document.begin_with(session, first, journal, LevelFile(session.document), tree)
        self._gate.clear()
        self._pacing.reset()
        self._recording.go_on()

    def watch(self, opened: Recording, path: Path) -> None:
        """Play a recording from its start; one that is watched already keeps its past."""
        document = self._document
        before = document.playback if document.playback is not None and opened is document.playback.recording else None
        past = document.past
        self.replace(opened.head.design, opened.head.seed, SessionLog(opened.hashes))
        document.playback = Playback(opened, path, document.session, before)
        if before is None:
            history = document.playback.history
            past = Past(history, lambda: history.place_of(document.session.tick))
        past.leave()
        document.past = past
        self._recording.begin_attempt(path)
        self._pacing.retime()

    def go_on_as(self, rerun: Rerun, past: Past) -> None:
        """Replace the open session by one that was run again, and record that."""
        document = self._document
        self._recording.end_attempt()
        document.go_on_as(rerun, past)
        self._gate.clear()
        self._recording.begin()
        document.session.flush(state=False)  # up to this very tick
        document.journal.session_log.force()
        document.generation += 1
        self._pacing.reset(paused=True)

    def leave_for(self, rerun: Rerun, past: Past, branch: Branch | str) -> str:
        """Replace this session, which is kept, by one that was run again; return the name under which it is kept.

        `branch`: the branch that it is, or the name of a new one. The new file is written first, so that a program
        killed at any moment leaves at least one of the two whole.
        """
        document = self._document
        old, session, watched = document.journal, document.recorded, document.playback
        left = old.claimed if old.session_log.commands else None
        if watched is not None:
            left = watched.path
            document.file.path = level_path(rerun.session.design if isinstance(branch, Branch) else document.first)
        self.go_on_as(rerun, past)
        kept_name = document.tree.leave(left, document.journal.claimed, branch, rerun.tick)
        old.end(session, "left for another branch")
        document.look()
        return kept_name


def level_path(design: Design) -> Path | None:
    """Path of the level file that a session's design came from, as far as it is known."""
    try:
        return library.level_of(design)
    except BadFile:
        return None
