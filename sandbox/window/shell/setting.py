"""A row of the sheet of settings: what is chosen, how it stands, and what choosing does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


def _of_use() -> str:
    return ""


class Option(NamedTuple):
    """One thing to choose or to switch; `name` is that of its widget."""

    name: str
    label: str
    tip: str
    is_on: Callable[[], bool]
    choose: Callable[[], object]


@dataclass(frozen=True)
class Setting:
    """A title with its options beside it: switches, or, if only one can be on, choices that exclude each other.

    `why_not` returns why the setting changes nothing in the open level, as a sentence; empty if it does.
    """

    name: str
    title: str
    options: tuple[Option, ...]
    one_of: bool = False
    why_not: Callable[[], str] = _of_use

    @classmethod
    def switch(
        cls, name: str, title: str, label: str, tip: str, is_on: Callable[[], bool], toggle: Callable[[], object],
        why_not: Callable[[], str] = _of_use,
    ) -> Setting:  # fmt: skip
        """Return a setting with a single switch."""
        return cls(name, title, (Option(name, label, tip, is_on, toggle),), why_not=why_not)
