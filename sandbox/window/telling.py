"""What the user is told: a sentence, how it is meant, and a way out where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Note(NamedTuple):
    """Something to tell the user. `tone`: info, refused or good; `offer` names an action to put a button for."""

    text: str
    tone: str = "info"
    offer: str = ""
    also: str = ""  # another action to offer


Tell = Callable[[Note], None]  # is given every note for the user


def sentence(text: str) -> str:
    """A refusal as the user reads it: a capital first, a full stop last."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".") if text else ""


__all__ = ["Note", "Tell", "sentence"]
