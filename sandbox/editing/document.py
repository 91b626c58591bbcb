"""The editor's view of the workspace: a session, whether it accepts commands now, and notices for the user."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from sandbox.commands.command import RUNNING
from sandbox.commands.commands import AnyCommand
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.geometry import Point


class Notice(NamedTuple):
    """A message to the user. `tone`: info, refused or good; `offer` names an action to show a button for.

    One that offers something stays until it is answered or dismissed, or until the run or the document that it is about
    is gone; a `lasting` one is about neither.
    """

    text: str
    tone: str = "info"
    offer: str = ""
    also: str = ""  # another action to offer
    lasting: bool = False


Tell = Callable[[Notice], None]  # gets every notice for the user


def sentence(text: str) -> str:
    """Turn a message into a sentence: a capital first, a full stop last."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".") if text else ""


class Opened(Protocol):
    """The open document, as far as editing looks at it."""

    @property
    def session(self) -> Session: ...
    @property
    def working(self) -> bool: ...
    @property
    def watching(self) -> bool: ...
    @property
    def in_past(self) -> bool: ...
    def part_in_past(self, at: Point, reach: float) -> int | None: ...


class CommandGate(Protocol):
    """The door for commands: `do` carries one out, or says why not (to `tell`, if there is one) and returns False.

    `player` is who edits here: each command that says nobody else's is that player's. `reaching`: his hand is to take
    hold of what was grabbed, and does not yet, as the command is on its way to a host; `follows`: there is such a host.
    `design` is the one to edit: with all that such a host has not answered yet. What was placed has a stand-in for an
    id there, and also later if it is `kept`; `id_of` is the id that it has got by now.
    """

    @property
    def player(self) -> int: ...
    @property
    def reaching(self) -> bool: ...
    @property
    def follows(self) -> bool: ...
    def design(self, kept: tuple[int, ...] = ()) -> Design: ...
    def id_of(self, id_: int) -> int: ...
    def do(self, command: AnyCommand, tell: Tell | None = None) -> bool: ...


class EditorHost(Protocol):
    """The workspace."""

    @property
    def document(self) -> Opened: ...
    @property
    def gate(self) -> CommandGate: ...


# Why a command is not taken now: the sentence, and a way out.
WORKING = Notice("Wait until this is done, or cancel it.", "refused")
IN_THE_PAST = Notice("This is the past. Resume here, or go back to now.", "refused", "resume_here", "to_now")
WATCHING = Notice("This is a recording. Take over to go on from here yourself.", "refused", "take_over")
MACHINE_RUNS = Notice(sentence(RUNNING), "refused", "stop")


def why_closed(document: Opened, edits: bool = True) -> Notice | None:
    """Return why no command is taken now, with a way out; None if it is. `edits`: one that changes the design."""
    if document.working:
        return WORKING
    if document.in_past:
        return IN_THE_PAST
    if document.watching:
        return WATCHING
    return MACHINE_RUNS if edits and document.session.running else None
