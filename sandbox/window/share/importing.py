"""Opening files of other programs: a drawing or a foreign level that is dropped on the window becomes a level."""

from __future__ import annotations

from pathlib import Path

from sandbox.levels import library
from sandbox.levels.formats import foreign
from sandbox.recording.plain_text import printable
from sandbox.tasks.background import Background
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, Failure, unpack
from sandbox.tasks.task_process import Setup
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.reload_resume import quoted
from sandbox.window.shell.shell import Shell

LIMITS = Limits(20, 1024)  # as of the command `sandbox import`
_LISTED = 4  # names of what has no counterpart


class Importing:
    """Converts files of other programs into the user's folder, by a process of its own, and opens the levels."""

    def __init__(self, shell: Shell, documents: Documents) -> None:
        self.shell, self.documents = shell, documents
        self._work = Background(Setup("sandbox.levels.formats.foreign", LIMITS, quiet=True))

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        opens = dict.fromkeys(foreign.SUFFIXES, self.convert)
        return Feature(before_frame=self.look, opens=opens, close=self._work.cancel)

    def convert(self, path: Path) -> None:
        """Begin to convert a file, and open the level when it is there."""
        messages = self.shell.workspace.messages
        try:
            folder = library.user_dir(self.shell.workspace.data)
            self._work.begin(foreign.Convert(str(path), str(folder)))
        except OSError as error:
            messages.say(str(error), "bad")
            return
        messages.say(f"making a level of {quoted(printable(path.name, 60))}")

    def look(self) -> None:
        """Look whether the process has answered, once a frame."""
        for message in self._work.poll():
            if isinstance(message, Answer):
                self._open(unpack(message.value, foreign.Converted))
            elif isinstance(message, Failure):
                sentence = printable(message.sentence("converting it", optional=False), 300)
                self.shell.workspace.messages.say(sentence, "bad")
        if self._work.busy:
            self.shell.watch(self._goes_on)

    def _goes_on(self) -> bool:
        return self._work.busy

    def _open(self, converted: foreign.Converted) -> None:
        """Open the level, and say what it lacks. A question about unsaved changes comes first."""
        level, names = Path(converted.level), [printable(name, 60) for name in converted.unknown]
        self.documents.open_path(level)
        sentence = f"{quoted(converted.title)} is kept as {level.name}, among your levels"
        if names:
            more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
            sentence += f"; left out: {', '.join(names[:_LISTED])}{more}"
        self.shell.workspace.messages.say(sentence, "good")
