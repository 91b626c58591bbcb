"""The sheets that explain something: actions, the manual, parts, the program; and the user's own keys."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.editing.document import sentence
from sandbox.errors import BadFile
from sandbox.levels import library
from sandbox.window.help import sheets
from sandbox.window.help.command_palette import CommandPalette
from sandbox.window.help.manual_sheet import ManualSheet
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.keymap import Keymap


class Pages:
    """Shows the sheets, for the actions of the Help menu, and keeps the keys in effect."""

    def __init__(
        self, shell: Shell, keymap: Keymap, leave_panel: Callable[[], object], of_sound: Callable[[], str]
    ) -> None:
        """`leave_panel` ends the walk through a panel by keys; `of_sound` says how the sound is."""
        self.shell, self.keymap = shell, keymap
        self._leave_panel, self._of_sound = leave_panel, of_sound

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        shell = self.shell
        actions = (
            Action("commander", "Find an action\N{HORIZONTAL ELLIPSIS}", self.show_command_palette,
                   "All that can be done, by name: type some letters, Up and Down choose, Enter does it",
                   keys("Ctrl+P", "F10"), Icon.SEARCH, shell.building),
            Action("keys", "Keys and manual", self.show_manual,
                   "All keys on one page, and the pages of the manual, with a search", keys("F1", "?"), Icon.KEYS),
            Action("write_keys", "Make a file of keys", self.write_keys,
                   "A file with all keys, in which they can be changed; it is read when you come back",
                   keys("Ctrl+F1"), Icon.KEYS),
            Action("about_part", "About this part", self.about_part, "What the selected part does, and its figures",
                   keys("F2"), Icon.INFO, lambda: shell.building() and shell.editor.kind_in_question is not None,
                   why=lambda: "no part is pointed at or selected whose kind this could be about"),
            Action("about", "About", self.about, "This program, its version and its folders", keys("Shift+F1"),
                   Icon.INFO),
        )  # fmt: skip
        return Feature(actions=actions, came_back=self.read_keys)

    # -- keys

    def read_keys(self) -> None:
        """Read the user's file of keys, if it has changed, and report each mistake in it."""
        if self.keymap.load():
            for problem in self.keymap.problems:
                self.shell.workspace.messages.say(problem, "bad")

    def write_keys(self) -> None:
        """Write the file in which keys can be changed."""
        try:
            self.keymap.write_usual()
        except BadFile as error:
            self.shell.workspace.messages.say(str(error), "refused")
        else:
            self.shell.workspace.messages.say(f"all keys are in {self.keymap.path}: change them there", "good")

    # -- sheets

    def show_manual(self) -> None:
        """Open the manual at the page of keys."""
        self.shell.dialog = ManualSheet(self.keymap)

    def show_command_palette(self) -> None:
        """Open the list of all actions, searched by name."""

        def do(name: str) -> None:
            self.shell.dialog = None
            self.shell.actions.run(name)

        self._leave_panel()
        self.shell.dialog = CommandPalette(self.shell.actions, do)

    def about_part(self) -> None:
        kind = self.shell.editor.kind_in_question
        if kind is not None:
            self.shell.dialog = sheets.PartSheet(kind)

    def about(self) -> None:
        workspace = self.shell.workspace
        self.shell.dialog = sheets.About(
            (
                ("This session is being written to", workspace.document.recording_path),
                ("Your contraptions are in", library.user_dir(workspace.data)),
                ("Your settings and keys are in", workspace.settings.path.parent),
                ("Levels come from", library.bundled_dir()),
            ),
            sentence(self._of_sound()),
        )
