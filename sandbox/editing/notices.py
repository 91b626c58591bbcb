"""Messages to the user: a sentence, its tone, and an action that helps, if there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Notice(NamedTuple):
    """A message to the user. `tone`: info, refused or good; `offer` names an action to show a button for."""

    text: str
    tone: str = "info"
    offer: str = ""
    also: str = ""  # another action to offer


Tell = Callable[[Notice], None]  # gets every notice for the user


def sentence(text: str) -> str:
    """Turn a message into a sentence: a capital first, a full stop last."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".") if text else ""


__all__ = ["Notice", "Tell", "sentence"]
