"""What a host decides: whether guests run the machine and edit the level, who is to leave, and who may come again."""

from __future__ import annotations

from functools import partial

from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.dialog import Choice, Question
from sandbox.window.ui.icons import Icon


class HostSwitches:
    """The rows of the File menu for a host."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.together = shell.workspace.together
        self.controls = self.together.controls

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""

        def hosting() -> bool:
            return self.together.host is not None

        def why() -> str:
            return "this is for whoever hosts a session"

        return Feature(actions=(
            Action("guests_start", "Guests may run the machine", self.switch_start,
                   "Guests start and stop the machine themselves; else they ask you for it", keys("Ctrl+Alt+R"),
                   Icon.PLAY, hosting, lambda: self.controls.guests_start, why=why),
            Action("guests_author", "Guests may edit the level", self.switch_author,
                   "Guests edit the level as its authors do, with its goals and its stock", keys("Ctrl+Alt+E"),
                   Icon.EDIT, hosting, lambda: self.controls.guests_author, why=why),
            Action("editors", "Others may edit only", self.switch_editors,
                   "Whose machine computes other bits than yours comes in to edit, and does not run with you",
                   keys("Ctrl+Alt+O"), Icon.EDIT, hosting, lambda: self.controls.editors, why=why),
            Action("remove_guest", "Ask a guest to leave\N{HORIZONTAL ELLIPSIS}", self.ask_whom,
                   "End it for one guest, whose work stays; you get a new line", keys("Ctrl+Alt+K"), Icon.CLOSE,
                   lambda: bool(self.controls.guests),
                   why=lambda: "no guest is there" if self.together.line else why()),
            Action("allow_guest", "Let a guest in again\N{HORIZONTAL ELLIPSIS}", self.ask_whom_to_allow,
                   "Let somebody join again whom you have asked to leave", keys("Ctrl+Alt+A"), Icon.GROUP,
                   lambda: bool(self.controls.barred),
                   why=lambda: "nobody was asked to leave" if self.together.line else why()),
        ))  # fmt: skip

    def switch_start(self) -> None:
        """Let guests start and stop the machine, or no longer."""
        self.controls.guests_start = not self.controls.guests_start

    def switch_author(self) -> None:
        """Let guests edit the level as its authors, or no longer."""
        self.controls.guests_author = not self.controls.guests_author

    def switch_editors(self) -> None:
        """Let machines in to edit only that compute other bits, or no longer."""
        self.controls.editors = not self.controls.editors

    def ask_whom(self) -> None:
        """Ask which guest is to leave; the answer is the confirmation."""
        choices = tuple(
            Choice(f"remove.{player}", f"{Icon.CLOSE}  {name} leaves", partial(self.controls.send_away, player))
            for player, name in self.controls.guests.items()
        )
        self.shell.dialog = Question(
            "Who is to leave?",
            "What a guest has built stays, and he goes on alone with it. He is not let in again under this name, "
            "unless you say so, and the line that he knows lets nobody in any more: you get a new one.",
            choices, Choice("cancel", "Nobody", lambda: None),
        )  # fmt: skip

    def ask_whom_to_allow(self) -> None:
        """Ask who may join again."""
        choices = tuple(
            Choice(f"allow.{number}", f"{Icon.GROUP}  {name} may join again", partial(self.controls.allow, name))
            for number, name in enumerate(self.controls.barred)
        )
        self.shell.dialog = Question(
            "Who may join again?",
            "The line is another one since then: copy it from Play together for whom you let in.",
            choices, Choice("cancel", "Nobody", lambda: None),
        )  # fmt: skip
