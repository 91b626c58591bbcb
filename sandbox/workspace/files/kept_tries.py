"""Unsolved tries of a player, kept when a puzzle is left and brought back when it is opened again."""

from __future__ import annotations

from pathlib import Path

from sandbox.commands.commands import Together
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.gate import Gate
from sandbox.workspace.tryout import Before, put_back


class KeptTries:
    """The tries in the user's folder, one a level; a level that has changed since knows its try no more."""

    def __init__(self, document: OpenDocument, gate: Gate) -> None:
        self._document, self._gate = document, gate
        self._folder = document.data / "tries"

    @property
    def apply(self) -> bool:
        """True if the open document is a puzzle in the hands of a player, whose file is not the player's own: one that
        came with the program, or a machine of the day."""
        document = self._document
        path, session = document.file.path, document.session
        if path is None or document.watching or session.by_author or session.design.free:
            return False
        return library.is_bundled(path) or path.parent == document.data / "daily"

    @property
    def _file(self) -> Path:
        return self._folder / f"{levels.digest(self._document.level)}.toml"

    def keep(self) -> bool:
        """Keep what has been built, unless it is solved, in place of what was kept before; False if that failed or the
        document is none whose tries are kept."""
        document = self._document
        if not self.apply:
            return False
        try:
            if document.dirty and document.session.won_tick is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                levels.write(self._file, document.contents)
            else:
                self._file.unlink(missing_ok=True)
        except (BadFile, OSError) as error:
            document.messages.fail(error)
            return False
        return True

    def bring_back(self) -> bool:
        """Build again, in one step that Undo takes back, what was kept of the level that has just been opened."""
        document = self._document
        if not self.apply or not self._file.exists():
            return False
        try:
            last_try = levels.read(self._file)
        except (BadFile, OSError):
            return False  # an old version of the program, or a half-full disk: the level is as good without it
        back = put_back(Before(document.level, last_try), document.design)
        if not back.edits or not self._gate.do(Together(back.edits)):
            return False
        document.messages.say("this is your last try, as you left it; Undo takes it away", "info")
        return True
