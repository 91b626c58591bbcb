"""One action: a row of the table that menus, toolbar, keys and the sheet of keys are made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.window.keys import Chord, chord


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Action:
    """Something that can be done. `checked` makes it a switch; `title` and `icon` may depend on the moment."""

    name: str
    title: str | Callable[[], str]
    run: Callable[[], object]
    tip: str
    keys: tuple[Chord, ...] = ()
    icon: str | Callable[[], str] = ""
    enabled: Callable[[], bool] = _always
    checked: Callable[[], bool] | None = None

    @property
    def label(self) -> str:
        return self.title if isinstance(self.title, str) else self.title()

    @property
    def symbol(self) -> str:
        return self.icon if isinstance(self.icon, str) else self.icon()

    @property
    def shortcut(self) -> str:
        """The first key, as it reads; empty if there is none."""
        return str(self.keys[0]) if self.keys else ""


def keys(*texts: str) -> tuple[Chord, ...]:
    return tuple(chord(text) for text in texts)
