"""Opening and saving levels and recordings: the dialogs, and the question before unsaved changes are lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sandbox.commands.commands import SetTexts
from sandbox.editing.document import why_closed
from sandbox.levels import library
from sandbox.recording.recording import SUFFIX
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.recent import Recent, with_latest
from sandbox.window.shell.reload_resume import Care, quoted
from sandbox.window.shell.save_level import SaveLevelDialog
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.dialog import Choice, Question
from sandbox.window.ui.file_dialog import FileDialog, FolderShortcut
from sandbox.window.ui.file_list import Browser
from sandbox.window.ui.icons import Icon


class Documents:
    """Asks the user which files to open and save; the workspace does it."""

    def __init__(self, shell: Shell, show_chooser: Callable[[], None], close: Callable[[], None]) -> None:
        self.shell = shell
        self.show_chooser, self.close = show_chooser, close
        # Takes a path and what opens it; True if it asks the user first, and opens it then.
        self.before_opening: Callable[[Path, Callable[[], object]], bool] = lambda path, open_now: False
        self.care = Care(shell, self.save_as, self.resume_kept)

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        building = self.shell.building
        actions = (
            Action("new", "New", self.new, "A contraption of your own: a floor, and every part to build with",
                   keys("Ctrl+N"), Icon.NEW),
            Action("workshop", "Workshop", self.open_workshop, "A room with every part and nothing to solve: try out",
                   keys("Ctrl+Shift+W"), Icon.HAMMER),
            Action("open", "Open\N{HORIZONTAL ELLIPSIS}", self.open,
                   "A level, a recording, a shared file or picture, or a drawing", keys("Ctrl+O"), Icon.OPEN),
            Action("open_recent", "Open recent\N{HORIZONTAL ELLIPSIS}", self.open_recent,
                   "A file that was opened or saved lately", keys("Ctrl+Shift+O"), Icon.HISTORY),
            Action("levels", "Levels\N{HORIZONTAL ELLIPSIS}", self.show_chooser, "Choose a level", keys("Ctrl+L"),
                   Icon.LEVELS),
            Action("next_level", "Next level", self.open_next, "The next one that is open and not solved yet",
                   keys("Ctrl+Shift+L"), Icon.NEXT, lambda: self.next_level is not None,
                   why=lambda: "no further level is open and not solved"),
            Action("save", "Save", self.save, "Save the level with all its parts", keys("Ctrl+S"), Icon.SAVE,
                   building),
            Action("save_as", "Save as\N{HORIZONTAL ELLIPSIS}", self.save_as, "Save under another name",
                   keys("Ctrl+Shift+S"), enabled=building),
            Action("save_recording", "Save recording as\N{HORIZONTAL ELLIPSIS}", self.save_recording,
                   "Keep all that was done in this session, to be watched and verified", keys("Ctrl+Shift+R"),
                   Icon.SAVE, building),
            Action("quit", "Quit", self.quit, "Leave the program", keys("Ctrl+Q"), Icon.QUIT),
        )  # fmt: skip
        return Feature(
            actions=actions, came_back=self.care.came_back, before_frame=self.care.update, close=self.care.close
        )

    # -- leaving

    def guard(self, then: Callable[[], object]) -> None:
        """Do something that ends this document; ask first if it holds changes that no file has. A player's try in a
        puzzle is kept unasked."""
        self.shell.editor.settle()
        self.shell.editor.cancel()
        if self.shell.workspace.tries.keep() or not self.shell.workspace.document.dirty or self._solved:
            then()
            return
        self.shell.dialog = Question(
            f"Save the changes to {quoted(self.shell.workspace.document.title)}?",
            "What you have built is not in a level file yet. The session itself is recorded in any case.",
            (
                Choice("save", f"{Icon.SAVE}  Save", lambda: self.save(then), primary=True),
                Choice("discard", "Don't save", then),
            ),
        )

    @property
    def _solved(self) -> bool:
        """True if a player has solved the open level: what was built is recorded, and changes no level."""
        session = self.shell.workspace.document.session
        return session.won_tick is not None and not session.by_author and not session.design.free

    def quit(self) -> None:
        self.guard(self.close)

    # -- opening

    def new(self) -> None:
        self.guard(self._new_now)

    def _new_now(self) -> None:
        self.shell.workspace.files.new()
        self.shell.hide_chooser()

    def open(self) -> None:
        self.guard(self._ask_what_to_open)

    def _ask_what_to_open(self) -> None:
        path = self.shell.workspace.document.file.path
        folder = path.parent if path is not None else library.user_dir(self.shell.workspace.data)
        others = self.shell.opens
        browser = Browser(folder, (".toml", SUFFIX, *others), saving=False)

        def chosen(path: Path) -> None:
            opens = others.get(path.suffix.lower())
            if opens is not None:
                opens(path)
            elif not self._open_now(path) and (message := self.shell.workspace.messages.latest) is not None:
                dialog.refuse(message.text)

        dialog = FileDialog("Open a file", "Open", browser, self.places(), chosen)
        self.shell.dialog = dialog

    def open_recent(self) -> None:
        """Offer the files that were opened or saved last."""
        self.shell.dialog = Recent(self.shell.workspace.settings.now.recent, self.open_path)

    def remember(self, path: Path) -> None:
        """Put a file that is open now first among those opened last."""
        settings = self.shell.workspace.settings
        settings.remember(recent=with_latest(settings.now.recent, path))

    def open_path(self, path: Path) -> None:
        """Open a level or recording, asking first if there are unsaved changes."""
        self.guard(lambda: self._ask_or_open(path))

    def _ask_or_open(self, path: Path) -> None:
        """Open a level or recording now, unless there is a question about it, with the try that was kept of it."""
        if not self.before_opening(path, lambda: self._open_now(path)) and self._open_now(path):
            self.shell.workspace.tries.bring_back()

    def _open_now(self, path: Path) -> bool:
        """Open a level or recording; False if it can't be opened, for the reason in the last message."""
        if self.shell.workspace.recovery.crashed(path):
            about = f"The program ended when it played {path.name}."
            self.care.offer_what_came_before(path, about, "Watch", self._watch_kept, cautious=False)
            return True
        if not self.shell.workspace.files.open(path):
            return False
        self.remember(path)
        self.shell.hide_chooser()
        return True

    def _watch_kept(self, path: Path, kept: int | None) -> None:
        """Watch a recording that ended the program before, up to the command that did; None: it no longer does."""
        if kept is None:
            self.shell.workspace.recovery.forgive(path)
        if self.shell.workspace.files.open_recording(path, kept):
            self.shell.hide_chooser()

    @property
    def next_level(self) -> Path | None:
        """The level to play after the one that is open."""
        path = self.shell.workspace.document.file.path
        return self.shell.workspace.campaign.next_after(path) if path is not None else None

    def open_workshop(self) -> None:
        """Open the room for free building that comes with the program."""
        self.open_path(library.workshop())

    def open_next(self) -> None:
        """Open the next level."""
        path = self.next_level
        if path is not None:
            self.open_path(path)

    def resume(self, path: Path) -> None:
        """Go on with a session that was cut off."""
        if self.shell.workspace.recovery.crashed(path):
            for session in self.shell.workspace.recovery.unfinished():
                if session.path == path:
                    self.care.offer(session)
        else:
            self.resume_kept(path, None)

    def resume_kept(self, path: Path, kept: int | None) -> None:
        """Resume a session that was cut off, with this many of its commands; None: with all."""
        self.guard(lambda: self._resume_now(path, kept))

    def _resume_now(self, path: Path, kept: int | None) -> None:
        from_chooser = self.shell.screen == "chooser"
        if self.shell.workspace.recovery.resume(path, lambda: self._not_resumed(from_chooser), kept):
            self.shell.hide_chooser()

    def _not_resumed(self, to_chooser: bool) -> None:
        """Report that resuming was cancelled, and go back to the screen on which it was asked for."""
        self.shell.workspace.messages.say("resume cancelled; the session stays in the list")
        if to_chooser:
            self.show_chooser()

    # -- saving

    def save(self, then: Callable[[], object] | None = None) -> None:
        """Save the level to its own file, or ask for one."""
        if self.shell.workspace.document.file.needs_name:
            self.save_as(then)
        else:
            self.care.before_saving(lambda: self._save_now(then))

    def _save_now(self, then: Callable[[], object] | None) -> None:
        if self.shell.workspace.files.save() and then is not None:
            then()

    def save_as(self, then: Callable[[], object] | None = None) -> None:
        workspace = self.shell.workspace
        design, file = workspace.document.session.design, workspace.document.file
        path = self.own_place() if file.needs_name else file.path
        assert path is not None  # `needs_name` is true without one
        if file.needs_name and file.path is not None:  # the level came with the program
            path = library.free_path(path.parent, f"my {design.title}")

        def done(chosen: Path) -> None:
            title = dialog.level_title
            if not workspace.files.save_as(chosen, title):
                return
            if title != design.title:
                self.shell.editor.set(SetTexts(title, design.text))
            self.remember(workspace.document.file.path or chosen)
            if then is not None:
                then()

        own_path = None if file.needs_name else file.path
        browser = Browser(path, (".toml",), saving=True)
        dialog = SaveLevelDialog(browser, self.places(), done, design.title, own_path, self._why_titled())
        self.shell.dialog = dialog

    def _why_titled(self) -> str:
        """Return why the open level can't get another title now; empty if it can."""
        document = self.shell.workspace.document
        closed = why_closed(document)
        if closed is not None:
            return closed.text
        return "" if document.session.design.free else "A level that is solved as it is keeps its title."

    def save_recording(self) -> None:
        browser = Browser(self.own_place().with_suffix(SUFFIX), (SUFFIX,), saving=True)
        done = self.shell.workspace.files.save_recording_as
        self.shell.dialog = FileDialog("Save the recording of this session as", "Save", browser, self.places(), done)

    # -- folders

    def own_place(self) -> Path:
        """Return a free name in the user's folder, and make that folder if it does not exist."""
        path = self.shell.workspace.files.suggested_path
        with suppress(OSError):  # then the browser starts in the nearest folder that is there
            path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def places(self) -> tuple[FolderShortcut, ...]:
        """List the folders that a file dialog offers as shortcuts."""
        data = self.shell.workspace.data
        return (
            FolderShortcut("Levels", Icon.LEVELS, library.bundled_dir()),
            FolderShortcut("My contraptions", Icon.EDIT, library.user_dir(data)),
            FolderShortcut("My sessions", Icon.FILM, data / "sessions"),
            FolderShortcut("Home", Icon.HOME, Path.home()),
        )
