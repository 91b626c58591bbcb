"""The first lesson in the window: when it is offered, how far it has got, and leaving it."""

from __future__ import annotations

from pathlib import Path

from sandbox.editing.document import Notice
from sandbox.editing.lesson import LEVEL, Lesson, LessonMoment
from sandbox.levels import library
from sandbox.window.help.lesson_card import LessonCard
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon


class LessonGuide:
    """Begins or offers the lesson on the first start, and begins it when it is asked for; `lesson` is the one under
    way."""

    def __init__(self, shell: Shell, documents: Documents) -> None:
        self.shell, self.documents = shell, documents
        self.lesson: Lesson | None = None
        self._offered = False

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        begin = Action("lesson", "First lesson", self.begin,
                       "Place, run, wind back, join: learn it by doing, in two minutes", keys("Shift+F2"), Icon.POINTER,
                       lambda: self.shell.dialog is None and self.path is not None,
                       why=lambda: "the level of the lesson is not there")  # fmt: skip
        panels = (Panel("scene", LessonCard(self.shell.ui, self.shell, self).draw, 50),)
        return Feature(actions=(begin,), before_frame=self.look, panels=panels, escape=self.leave)

    @property
    def is_due(self) -> bool:
        """True on the first start: it was neither done nor left, and nothing has been solved, built or cut off."""
        workspace, chooser_only = self.shell.workspace, self.shell.dialog is None
        untouched = not workspace.wins.solved and not library.user_levels(workspace.data).all
        over = workspace.settings.now.lesson_over or bool(workspace.recovery.unfinished())
        return self.path is not None and chooser_only and untouched and not over

    @property
    def path(self) -> Path | None:
        """The level of the lesson, among those that come with the program."""
        path = library.bundled_dir() / f"{LEVEL}.toml"
        return path if path.is_file() else None

    def first_start(self, opened: bool) -> None:
        """Begin the lesson on the first start; if it has `opened` something that was asked for, offer it beside that,
        until it is taken or declined."""
        if not self.is_due:
            return
        if not opened:
            self.begin()
            return
        self._offered = True
        words = "New here? The first lesson shows in two minutes how to place, run, wind back and join."
        self.shell.toasts.tell(Notice(words, "info", "lesson", lasting=True))

    def begin(self) -> None:
        """Open the level of the lesson, empty, and begin with the first step."""
        if self.path is not None:
            path = self.path
            self.documents.guard(lambda: self._begin_now(path))

    def _begin_now(self, path: Path) -> None:
        if self.shell.workspace.files.open(path):
            self.shell.hide_chooser()
            self.shell.unfold("palette")
            self.lesson = Lesson()

    def leave(self) -> bool:
        """End the lesson, which is not shown again by itself; False if there was none."""
        if self.lesson is None:
            return False
        self._end()
        self.shell.workspace.messages.say("the lesson is over; the Help menu has it again, whenever you like")
        return True

    def _end(self) -> None:
        self.lesson = None
        if not self.shell.workspace.settings.now.lesson_over:
            self.shell.workspace.settings.remember(lesson_over=True)

    def look(self) -> None:
        """Take note of the player's acts since the last frame; the lesson ends with its level, or when that is won."""
        if self._offered and not self.shell.toasts.offers("lesson"):
            self._offered = False
            if self.lesson is None:
                self._end()  # the lesson was declined
        if self.lesson is None:
            return
        document = self.shell.workspace.document
        if document.file.path is None or document.file.path != self.path or document.watching:
            self._end()
            return
        session = document.session
        seconds = (session.tick - session.start_tick) / session.tick_rate if session.running else 0.0
        self.lesson.look(
            LessonMoment(session.design, session.running, seconds, document.in_past, session.outcome == "won")
        )
        if self.lesson.step is None:
            self._end()
