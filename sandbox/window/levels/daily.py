"""The machine of the day: opens it, and has it made first if nobody has yet."""

from __future__ import annotations

from sandbox.authoring.daily.day import Day
from sandbox.levels import library
from sandbox.window.levels.daily_sheet import DailySheet, Making, today
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon


class Daily:
    """Makes and opens machines of the day."""

    def __init__(self, shell: Shell, documents: Documents) -> None:
        self.shell, self.documents = shell, documents

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        daily = Action("daily", "Machine of the day", self.begin,
                       "A new puzzle each day, the same for everybody; made when it is opened first",
                       keys("Ctrl+Shift+T"), Icon.CALENDAR)  # fmt: skip
        return Feature(actions=(daily,), close=self.close)

    @property
    def today(self) -> Day:
        """The date by the computer's clock and its time zone."""
        return today()

    @property
    def is_solved(self) -> bool:
        """True if the machine of this day has been solved."""
        workspace = self.shell.workspace
        return library.key_of(self.today.level_in(workspace.data)) in workspace.wins.solved

    def begin(self) -> None:
        """Open the machine of the day; if it is not there yet, make it first, beside the window."""
        day = self.today
        path = day.level_in(self.shell.workspace.data)
        if path.exists():
            self.documents.open_path(path)
            return
        try:
            making = Making(day, path)
        except OSError as error:
            self.shell.workspace.messages.say(f"the machine of the day can't be made: {error}", "bad")
            return
        self.shell.dialog = DailySheet(making, self.documents.open_path)
        self.shell.watch(self._goes_on)

    def _goes_on(self) -> bool:
        return isinstance(self.shell.dialog, DailySheet)

    def close(self) -> None:
        """End the making of a machine, because the program ends."""
        if isinstance(self.shell.dialog, DailySheet):
            self.shell.dialog.making.end()
