"""The sheets that explain or set something up: actions, keys, settings, parts, the program; and the user's own keys."""

from __future__ import annotations

from sandbox.editing.document import sentence
from sandbox.errors import BadFile
from sandbox.levels import library
from sandbox.window.controls.keyboard import Keyboard
from sandbox.window.dialogs import sheets
from sandbox.window.dialogs.command_palette import CommandPalette
from sandbox.window.shell.shell import Shell


class HelpControls:
    """Shows the sheets, for the actions of the Help menu, and keeps the keys in effect."""

    def __init__(self, shell: Shell, keyboard: Keyboard) -> None:
        self.shell, self.keyboard = shell, keyboard
        self.keymap = shell.keymap

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

    def show_keys(self) -> None:
        self.shell.dialog = sheets.KeysSheet(self.keymap)

    # -- other sheets

    def show_command_palette(self) -> None:
        """Open the list of all actions, searched by name."""

        def do(name: str) -> None:
            self.shell.dialog = None
            self.shell.actions.run(name)

        self.keyboard.leave_panel()
        self.shell.dialog = CommandPalette(self.shell.actions, do)

    def about_part(self) -> None:
        kind = self.shell.kind_in_question
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
            sentence(self.shell.sound_controls.state),
        )
