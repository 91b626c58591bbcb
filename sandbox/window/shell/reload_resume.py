"""Protection of the user's work: files that other programs changed, and sessions that were cut off."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from sandbox.window.shell.recovery import RecoverySheet
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.dialog import Choice, Question
from sandbox.window.ui.icons import Icon
from sandbox.workspace.files.file_watch import CHANGED, GONE
from sandbox.workspace.files.session_files import Unfinished

_KEPT = "it is kept: the list of levels offers it at the top, to go on with"


def quoted(text: str) -> str:
    return f"\N{LEFT DOUBLE QUOTATION MARK}{text}\N{RIGHT DOUBLE QUOTATION MARK}"


def duration(seconds: float) -> str:
    """Format a duration in words."""
    number, unit = (round(seconds), "second") if seconds < 90 else (round(seconds / 60), "minute")
    return f"{number} {unit}{'s' if number != 1 else ''}"


def was_cut_off(session: Unfinished) -> str:
    """Describe a session that was cut off, in a sentence."""
    when = time.strftime("%d %B, %H:%M", time.localtime(session.when))
    steps = f"{session.commands} step{'s' if session.commands != 1 else ''}"
    return f"{quoted(session.title)} was cut off on {when}, after {duration(session.seconds)} and {steps}."


class Care:
    """Asks the user; `save_as` and `resume` (with the number of commands to keep, None: all) do what was answered."""

    def __init__(self, shell: Shell, save_as: Callable[[], None], resume: Callable[[Path, int | None], object]) -> None:
        self.shell = shell
        self.save_as = save_as
        self.resume = resume
        self._look = False  # at the file, as soon as no other question is open

    def came_back(self) -> None:
        """Check the file soon: the window has the keyboard focus again, and other programs may have changed files."""
        self._look = True

    def update(self) -> None:
        """Before a frame."""
        shell = self.shell
        if self._look and shell.dialog is None and shell.editor.gesture is None and shell.screen == "editor":
            self._look = False
            state = shell.workspace.document.file.state
            if state == CHANGED:
                self._ask_to_reload()
            elif state == GONE:
                shell.workspace.files.keep_mine()
                shell.workspace.messages.say(f"{self._file} is no longer there; save writes it again", "refused")

    def before_saving(self, save: Callable[[], object]) -> None:
        """Save, but ask first if that would undo what another program has written."""
        if self.shell.workspace.document.file.state != CHANGED:
            save()
            return
        self.shell.dialog = Question(
            f"{self._file} has been changed by another program. Save over it?",
            "What the other program has written would be lost. Under another name, both are kept.",
            (
                Choice("elsewhere", f"{Icon.SAVE}  Save as\N{HORIZONTAL ELLIPSIS}", self.save_as, primary=True),
                Choice("over", "Save over it", save),
            ),
        )

    def offer(self, session: Unfinished) -> None:
        """Ask whether to resume a session that was cut off."""
        if session.crashed:
            self.offer_what_came_before(session.path, was_cut_off(session), "Go on", self.resume)
            return
        self.shell.dialog = Question(
            "Go on where it was cut off?",
            f"{was_cut_off(session)} Nothing is lost: it comes back with all its parts, and its steps can be undone.",
            (Choice("go_on", f"{Icon.CLOCK}  Go on", lambda: self.resume(session.path, None), primary=True),),
            Choice("later", "Not now", lambda: self.shell.workspace.messages.say(_KEPT)),
        )

    def offer_what_came_before(
        self, path: Path, about: str, verb: str, go: Callable[[Path, int | None], object], cautious: bool = True
    ) -> None:
        """Ask whether to go on with what has ended the program, up to the command that does so."""
        self.shell.dialog = RecoverySheet(self.shell, path, about, verb, lambda kept: go(path, kept), cautious)

    def close(self) -> None:
        """End an inquiry that is under way: the program ends."""
        if isinstance(self.shell.dialog, RecoverySheet):
            self.shell.dialog.cancel()

    @property
    def _file(self) -> str:
        path = self.shell.workspace.document.file.path
        return path.name if path is not None else "the file"

    def _ask_to_reload(self) -> None:
        workspace = self.shell.workspace
        dirty = workspace.document.dirty
        lost = " What you have built since you saved would no longer be in it." if dirty else ""
        self.shell.dialog = Question(
            f"{self._file} has been changed by another program.",
            f"Open it again as it is now, or keep what is here?{lost} The session itself is recorded in any case.",
            (
                Choice("reload", f"{Icon.OPEN}  Open it again", workspace.files.reload, primary=not dirty),
                Choice("keep", "Keep mine", workspace.files.keep_mine, primary=dirty),
            ),
        )
