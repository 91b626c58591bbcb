"""Recovery of a session or recording that ended the program: it offers as much as another process can run without
harm."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from imgui_bundle import imgui

from sandbox.tasks.background import Background
from sandbox.tasks.messages import Answer, Failure, unpack
from sandbox.verify.postmortem import SETUP, Diagnosis, Examine
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui


class Inquiry:
    """A post-mortem in another process. `finding`: its result; `error`: why it failed; neither: still in progress."""

    def __init__(self, path: Path) -> None:
        self.finding: Diagnosis | None = None
        self.error = ""
        self._folder = tempfile.TemporaryDirectory(prefix="sandbox-inquiry-")
        self._work = Background(SETUP)
        try:
            self._work.begin(Examine(str(path), self._folder.name))
        except OSError as error:
            self._fail(str(error))

    def look(self) -> None:
        """Take in the result, if it is there."""
        for message in self._work.poll():
            if isinstance(message, Answer):
                self.finding = unpack(message.value, Diagnosis)
                self._folder.cleanup()
            elif isinstance(message, Failure):
                self._fail(message.sentence("examining it", optional=False))

    def _fail(self, why: str) -> None:
        self.error = f"The recording can't be examined: {why}"
        self._folder.cleanup()

    def stop(self) -> None:
        """Give up; do nothing if it is done."""
        self._work.cancel()
        self._folder.cleanup()


class RecoverySheet(Dialog):
    """A dialog that shows where the program ended and offers what came before. It runs nothing in this process."""

    name = "recovery"
    width = 560.0

    def __init__(
        self, shell: Shell, path: Path, about: str, verb: str, go: Callable[[int | None], object],
        cautious: bool = True,
    ) -> None:  # fmt: skip
        """Start the post-mortem of a recording.

        `about`: a sentence about the session; `verb`: the label of the button; `go` gets the number of commands to
        keep, None: all. `cautious`: even if all commands ran elsewhere, the last run is not offered first.
        """
        super().__init__()
        self._shell, self._about, self._verb, self._go = shell, about, verb, go
        self._cautious = cautious
        self.inquiry = Inquiry(path)

    def draw(self, ui: Ui) -> None:
        ui.icon(Icon.WARNING, Colour.BAD, 22.0)
        ui.bold("This ended the program last time", 19.0)
        ui.space(2)
        ui.text(self._about)
        ui.space(4)
        self.inquiry.look()
        finding = self.inquiry.finding
        if finding is not None:
            ui.text(finding.text)
            ui.space(4)
            ui.text(finding.offer if self._kept is not None else "All of it is offered.")
        elif self.inquiry.error:
            ui.text(self.inquiry.error)
        else:
            ui.faint("Another process runs it again to find out where it fails \N{HORIZONTAL ELLIPSIS}")
            imgui.progress_bar(-imgui.get_time(), (-1.0, ui.px(10)), "")
            if self._shell.loop is not None:
                self._shell.loop.stir()
        ui.space(8)
        if finding is not None:
            if ui.button("recovery.go_on", f"{Icon.CLOCK}  {self._verb}", size=(0.0, ui.px(32)), primary=True):
                self.accept()
            imgui.same_line()
            if finding.whole and self._kept is not None:
                if ui.button("recovery.all", "All of it", size=(0.0, ui.px(32))):
                    self._end(None)
                imgui.same_line()
        if ui.button("recovery.later", "Not now", size=(0.0, ui.px(32))):
            self.cancel()

    @property
    def _kept(self) -> int | None:
        """The number of commands offered first; None: all."""
        finding = self.inquiry.finding
        less = finding is not None and finding.left_out and (self._cautious or not finding.whole)
        return finding.kept if finding is not None and less else None

    def accept(self) -> None:
        if self.inquiry.finding is not None:
            self._end(self._kept)

    def _end(self, kept: int | None) -> None:
        self.done = True
        self._go(kept)

    def cancel(self) -> None:
        self.inquiry.stop()
        self.done = True
