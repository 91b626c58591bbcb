"""The user's files of the open document: open, save, save as; levels, and recordings."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from msgspec.structs import replace

from sandbox.design.design import new_design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, library
from sandbox.recording import atomic_files, fingerprint, reader
from sandbox.recording.recording import SUFFIX, Recording
from sandbox.trials.checks.presentation import why_outside
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.files.level_file import LevelFile
from sandbox.workspace.files.live_recording import LiveRecording
from sandbox.workspace.files.opening import Opening


class DocumentFiles:
    """Opens and saves. On failure its methods return False, leave a sentence, and the open document stays."""

    def __init__(self, document: OpenDocument, opening: Opening, recording: LiveRecording) -> None:
        self._document = document
        self._opening = opening
        self._recording = recording

    # -- opening

    def new(self) -> bool:
        """Open a contraption in which there is nothing but a floor."""
        self._opening.open(new_design())
        return True

    def open(self, path: Path) -> bool:
        """Open a level, or a recording if the name ends in .replay."""
        return self.open_recording(path) if path.suffix == SUFFIX else self.open_level(path)

    def open_level(self, path: Path) -> bool:
        """Open a level file for editing and running."""
        try:
            design = levels.read(path)
        except (BadFile, OSError) as error:
            return self._document.messages.fail(error)
        self._opening.open(design, LevelFile(design, path))
        outside = why_outside(design)
        if outside:
            self._document.messages.say(outside, "bad")
        return True

    def open_recording(self, path: Path, kept: int | None = None) -> bool:
        """Open a recording for watching: its commands come at their ticks in real time. No file is written.

        `kept`: only this many of its commands, because the next one ends the program.
        """
        messages = self._document.messages
        try:
            opened = shortened(reader.read(path).seen_from(fingerprint.arithmetic()), kept)
        except (BadFile, OSError) as error:
            return messages.fail(error)
        self._document.generation += 1
        self._opening.watch(opened, path)
        if kept is not None:
            messages.say(f"{path.name} is shown up to the command that ends the program", "info")
        elif opened.end is None:
            messages.say(f"{path.name} has no end: the session that it records was cut off", "info")
        return True

    # -- saving

    @property
    def suggested_path(self) -> Path:
        """An unused name for `save_as` in the user's folder of contraptions."""
        return library.free_path(library.user_dir(self._document.data), self._document.design.title)

    def save(self) -> bool:
        """Write the level to its own file."""
        file = self._document.file
        if file.path is None or file.needs_name:
            self._document.messages.say("this level needs a file name of its own first; use Save as", "refused")
            return False
        return self.save_as(file.path)

    def save_as(self, path: Path, title: str = "") -> bool:
        """Write the level, with all parts as placed, to a file that becomes this document's; with another title, if one
        is given that a command then gives to the document, too."""
        document = self._document
        contents = document.contents
        try:
            document.file.write(replace(contents, title=title) if title else contents, path)
        except (BadFile, OSError) as error:
            return document.messages.fail(error)
        document.journal.note(document.file.path)
        assert document.file.path is not None
        document.messages.say(f"saved as {document.file.path.name}", "info")
        return True

    def save_recording_as(self, path: Path) -> bool:
        """Write a complete recording of this session up to now; the session continues."""
        document = self._document
        path = path if path.suffix == SUFFIX else path.with_name(f"{path.name}{SUFFIX}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if document.playback is not None:
                _copy(document.playback.path, path)
            elif self._recording.copy(path) is None:
                why = document.journal.session_log.broken or "this session is not being recorded"
                document.messages.say(why, "refused")
                return False
        except (BadFile, OSError, Refused) as error:
            return document.messages.fail(error)
        document.messages.say(f"recording saved as {path.name}", "info")
        return True

    # -- the level file, which other programs may change

    def reload(self) -> bool:
        """Open the level file again, as it is now. What was built here stays in the recording of its session."""
        path = self._document.file.path
        return path is not None and self.open_level(path)

    def keep_mine(self) -> None:
        """Accept that the level file differs: this document counts as having unsaved changes."""
        self._document.file.look(self._document.contents)


def shortened(whole: Recording, kept: int | None) -> Recording:
    """Cut a recording down to this many commands, up to the tick of the next one."""
    if kept is None or kept >= len(whole.commands):
        return whole
    return whole._replace(commands=whole.commands[:kept], ticks=whole.commands[kept][0], end=None)


def _copy(source: Path, target: Path) -> None:
    with atomic_files.replacing(target) as new:
        shutil.copyfile(source, new)
        with new.open("r+b") as file:
            os.fsync(file.fileno())
