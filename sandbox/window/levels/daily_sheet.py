"""The sheet of the machine of the day while another process makes it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from imgui_bundle import imgui

from sandbox.authoring.daily.day import Day
from sandbox.authoring.daily.maker import MakeDaily
from sandbox.tasks.background import Background
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, Failure, Progress
from sandbox.tasks.task_process import Setup
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui

LIMITS = Limits(seconds=3600)


def today() -> Day:
    """Return the date by the computer's clock and its time zone."""
    return Day.read(time.strftime("%Y-%m-%d"))


class Making:
    """A machine of the day that is being made. `look` takes in the news since the last time."""

    def __init__(self, day: Day, path: Path) -> None:
        """Start the process.

        Raises:
            OSError: no process can be started.
        """
        self.share, self.what = 0.0, "beginning"
        self.path, self.error, self.ended, self.is_made = path, "", False, False
        self._work = Background(Setup("sandbox.authoring.daily.maker", LIMITS, gentle=True))
        self._work.begin(MakeDaily(str(day), str(path)))

    def look(self) -> bool:
        """Take in the news; return whether it is still being made."""
        for message in self._work.poll():
            if isinstance(message, Progress):
                self.share, self.what = message.share, message.what
                continue
            self.ended, self.is_made = True, isinstance(message, Answer)
            if isinstance(message, Failure):
                self.error = message.sentence("making it", optional=False)
        return not self.ended

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.ended = True
        self._work.cancel()


class DailySheet(Dialog):
    """Shows how far the machine of the day is; `then` gets the file when it is there."""

    name = "daily"
    width = 520.0

    def __init__(self, making: Making, then: Callable[[Path], object]) -> None:
        super().__init__()
        self.making, self._then = making, then

    def draw(self, ui: Ui) -> None:
        making = self.making
        if not making.look() and making.is_made and not self.done:
            self.done = True
            self._then(making.path)
            return
        ui.bold("The machine of the day", 19.0)
        ui.space(2)
        if making.error:
            ui.line_of(Icon.FAILED, Colour.BAD, making.error)
        else:
            ui.text("It is made from the date, tried out, and searched for shortcuts: the same for everybody today.")
            ui.space(2)
            ui.faint(f"Now: {making.what} \N{HORIZONTAL ELLIPSIS}")
            imgui.progress_bar(making.share, (-1.0, ui.px(10)), "")
            ui.mark("daily.progress")
        ui.space(6)
        if ui.button("daily.close", "Close" if making.ended else "Stop", size=(0.0, ui.px(32))):
            self.accept()

    def accept(self) -> None:
        self.making.end()
        self.done = True

    def cancel(self) -> None:
        self.accept()
