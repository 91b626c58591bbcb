"""The sheet of the machine of the day while another process makes it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from sandbox.authoring.daily.day import Day
from sandbox.trials.checks.line_process import LineProcess
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui


def today() -> Day:
    """Return the date by the computer's clock and its time zone."""
    return Day.read(time.strftime("%Y-%m-%d"))


class Making:
    """A machine of the day that is being made. `look` reads the process's output since the last time."""

    def __init__(self, day: Day, path: Path) -> None:
        """Start the process.

        Raises:
            OSError: no process can be started.
        """
        self.share, self.what = 0.0, "beginning"
        self.path, self.error, self.ended, self.is_made = path, "", False, False
        self._process = LineProcess("sandbox.authoring.daily.worker", str(day), str(path))

    def look(self) -> bool:
        """Read new output; return whether it is still being made."""
        for message in self._process.messages():
            self._hear(message)
        if self._process.finished and not self.ended:
            if not self.is_made and not self.error:
                self.error = f"the process ended unexpectedly (exit code {self._process.exit_code}); try it again"
            self.end()
        return not self.ended

    def _hear(self, message: dict[str, Any]) -> None:
        if "done" in message:
            self.share, self.what = message["done"], message["what"]
        else:
            self.is_made = "level" in message
            self.error = message.get("error", "")

    def end(self) -> None:
        """Kill the process, whatever it is doing."""
        if not self.ended:
            self.ended = True
            self._process.end()


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
