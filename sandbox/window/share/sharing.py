"""Sharing: the open level and the user's solution as text on the clipboard, and levels that others have shared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandbox.editing.operations import Operations
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, library, shared_text, solutions
from sandbox.levels import sharing as texts
from sandbox.recording import reader
from sandbox.recording.plain_text import printable
from sandbox.tasks.background import Background
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, Failure, unpack
from sandbox.tasks.task_process import Setup
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.reload_resume import quoted
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.dialog import Choice, Question
from sandbox.window.ui.file_dialog import FileDialog
from sandbox.window.ui.file_list import Browser
from sandbox.window.ui.icons import Icon
from sandbox.workspace.records import Records

LIMITS = Limits(20, 1024)
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif")  # of which a PNG can hold a level, and the others are told so


class Sharing:
    """Shares the open level, and opens shared ones. A process runs a shared solution, and the window goes on."""

    def __init__(
        self, shell: Shell, documents: Documents, records: Records, draw: Callable[[Path, str], object]
    ) -> None:
        """`draw` writes a picture of this moment to a file, which holds a shared text."""
        self.shell, self.documents, self.records, self._draw = shell, documents, records, draw
        self._work = Background(Setup("sandbox.levels.sharing", LIMITS, quiet=True))

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        share = Action("share", "Share\N{HORIZONTAL ELLIPSIS}", self.ask,
                       "The level, your solution, or both, as text for a message", keys("Ctrl+Shift+E"), Icon.GIVE,
                       self.shell.building)  # fmt: skip
        picture = Action("share_picture", "Share as a picture\N{HORIZONTAL ELLIPSIS}", self.ask_for_picture,
                         "A .png of this moment with the level inside, and your best solution: dropped here, it opens",
                         keys("Ctrl+Shift+P"), Icon.CAMERA, self.shell.building)  # fmt: skip
        opens = dict.fromkeys((texts.SUFFIX, *_PICTURES), self.open_file)
        return Feature(actions=(share, picture), before_frame=self.look, opens=opens, close=self.close)

    # -- to others

    def ask(self) -> None:
        """Ask which things to share: the level, the user's best solution, or both."""
        workspace = self.shell.workspace
        if self._is_watching():
            return
        choices = [Choice("level", f"{Icon.FILE}  The level", lambda: self._copy(None, with_level=True), True)]
        recording = self._best_run()
        text = "It is put on the clipboard as text, to be pasted into a message. Whoever pastes it here can play it."
        if recording is not None:
            choices += [
                Choice("solution", f"{Icon.DONE}  My solution", lambda: self._copy(recording, with_level=False)),
                Choice("both", f"{Icon.GIVE}  Both", lambda: self._copy(recording, with_level=True)),
            ]
            text += " Your solution with the fewest pieces is proven again there."
        choices.append(Choice("file", f"{Icon.SAVE}  As a file", lambda: self._ask_for_file(recording)))
        self.shell.dialog = Question(f"Share {quoted(workspace.document.title)}", text, tuple(choices))

    def _is_watching(self) -> bool:
        """Tell whether a recording is being watched, which can't be shared, and say so."""
        watching = self.shell.workspace.document.watching
        if watching:
            sentence = "take over first: a recording that is being watched can't be shared"
            self.shell.workspace.messages.say(sentence, "refused")
        return watching

    def _best_run(self) -> Path | None:
        """Return the recording of the user's solution with the fewest pieces, if there is one."""
        path = self.shell.workspace.document.file.path
        run = self.records.best_run(path, "parts") if path is not None else None
        return run[0] if run is not None else None

    def ask_for_picture(self) -> None:
        """Ask where a picture of this moment goes, which holds the level, and the best solution if there is one."""
        if self._is_watching():
            return
        browser = Browser(self.documents.own_place().with_suffix(".png"), (".png",), saving=True)
        self.shell.dialog = FileDialog(
            "Share as a picture that is the level", "Save", browser, self.documents.places(), self._save_picture
        )

    def _save_picture(self, path: Path) -> None:
        path = path if path.suffix.lower() == ".png" else path.with_name(f"{path.name}.png")
        if text := self._text(self._best_run(), with_level=True):
            self._draw(path, text)

    def _text(self, run: Path | None, with_level: bool) -> str:
        """Write the level and the solution of a recorded run as text; empty, with a message, if it can't be."""
        workspace = self.shell.workspace
        try:
            level = workspace.document.level
            commands = solutions.winning_run(reader.read(run), level).commands if run is not None else None
            return shared_text.to_text(texts.share(level, commands, with_level))
        except (BadFile, Refused) as error:
            workspace.messages.say(f"your best run can't be shared: {error}" if run is not None else str(error), "bad")
            return ""

    def _ask_for_file(self, run: Path | None) -> None:
        """Ask where the level goes as a file, with its solution if there is one."""
        place = self.documents.own_place().with_suffix(texts.SUFFIX)
        browser = Browser(place, (texts.SUFFIX,), saving=True)
        self.shell.dialog = FileDialog(
            "Share as a file", "Save", browser, self.documents.places(), lambda path: self._save(path, run)
        )

    def _save(self, path: Path, run: Path | None) -> None:
        path = path if path.suffix == texts.SUFFIX else path.with_name(f"{path.name}{texts.SUFFIX}")
        text = self._text(run, with_level=True)
        try:
            if text:
                levels.write_text(path, text)
                self.shell.workspace.messages.say(f"saved as {path.name}, to be dropped on a window like this", "good")
        except BadFile as error:
            self.shell.workspace.messages.say(str(error), "bad")

    def _copy(self, run: Path | None, with_level: bool) -> None:
        workspace, text = self.shell.workspace, self._text(run, with_level)
        if not text:
            return
        self.shell.host.clipboard = text
        workspace.messages.say(f"on the clipboard: {len(text)} characters, to be pasted into a message", "good")

    # -- from others

    def paste_or_open(self, operations: Operations) -> Callable[[], None]:
        """Return the action that pastes parts; without any copied, it opens what is shared on the clipboard."""

        def pasted(text: str | Refused) -> None:
            if isinstance(text, Refused):
                self.shell.workspace.messages.say(f"nothing was pasted from the clipboard: {text}", "bad")
            elif texts.is_shared(text):
                self.open_text(text)
            elif self.shell.building():
                operations.paste()

        def paste() -> None:
            if self.shell.screen == "editor" and operations.clip is not None:
                operations.paste()
            else:
                self.shell.host.ask_clipboard(pasted)

        return paste

    def open_file(self, path: Path) -> None:
        """Open a shared file."""
        try:
            self.open_text(shared_text.to_text(texts.read(path)))
        except BadFile as error:
            self.shell.workspace.messages.say(str(error), "bad")

    def open_text(self, text: str) -> None:
        """Have a shared text unpacked, and its solution run, by another process."""
        workspace = self.shell.workspace
        try:
            shared = texts.from_text(text)
            data = workspace.data
            self._work.begin(texts.Unpack(text, str(library.user_dir(data)), str(data)))
        except (BadFile, OSError) as error:
            workspace.messages.say(str(error), "bad")
            return
        workspace.messages.say(f"looking at {quoted(printable(shared.title, 60))}, which was shared")

    def look(self) -> None:
        """Look whether the process has answered, once a frame."""
        for message in self._work.poll():
            if isinstance(message, Answer):
                self._answered(unpack(message.value, texts.Unpacked))
            elif isinstance(message, Failure):
                sentence = printable(message.sentence("unpacking it", optional=False), 300)
                self.shell.workspace.messages.say(sentence, "bad")
        if self._work.busy:
            self.shell.watch(self._goes_on)

    def _goes_on(self) -> bool:
        return self._work.busy

    def _answered(self, files: texts.Unpacked) -> None:
        level = Path(files.level)
        choices = [Choice("play", f"{Icon.PLAY}  Play it", lambda: self.documents.open_path(level), True)]
        if files.solution is not None:
            solution = Path(files.solution)
            watch = Choice("watch", f"{Icon.FILM}  Watch the solution", lambda: self.documents.open_path(solution))
            choices.append(watch)
        text = files.proof.text if files.proof is not None else "no solution came with it"
        about = f"{text[:1].upper()}{text[1:]}."
        self.shell.dialog = Question(f"{quoted(files.title)} was shared with you", about, tuple(choices))

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._work.cancel()
