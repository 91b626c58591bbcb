"""The bill of an open puzzle in the status line: how many pieces the machine has so far, and what they cost."""

from __future__ import annotations

from sandbox.levels.prices import price_of
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell


class Bill:
    """Adds up what the player has placed; worked out anew only when the design is another one."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self._of: object = None
        self._words = ""

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(status=lambda: self.words)

    @property
    def words(self) -> str:
        """The number of pieces and their price; empty where nobody counts them."""
        document = self.shell.workspace.document
        moment = document.past.moment
        design = moment.design if moment is not None else document.session.design
        if not design.open or design.author:
            return ""
        if design is not self._of:
            pieces = sum(1 for part in design.parts if not part.fixed)
            pieces += sum(1 for link in design.links if not link.fixed)
            self._of, price = design, price_of(design)
            self._words = f"{_counted(pieces, 'piece')} of yours, {_counted(price, 'coin')}"
        return self._words


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"
