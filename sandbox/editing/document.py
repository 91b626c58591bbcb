"""The editor's view of the workspace: a session, and whether it accepts commands now."""

from __future__ import annotations

from typing import Protocol

from sandbox.commands.base import RUNNING
from sandbox.commands.commands import AnyCommand
from sandbox.commands.session import Session
from sandbox.design.geometry import Point
from sandbox.editing.notices import Notice, Tell, sentence


class Desk(Protocol):
    """The workspace. `do` carries out a command, or says why not (to `tell`, if there is one) and answers False."""

    @property
    def session(self) -> Session: ...
    @property
    def working(self) -> bool: ...
    @property
    def watching(self) -> bool: ...
    @property
    def in_past(self) -> bool: ...
    def part_in_past(self, at: Point, reach: float) -> int | None: ...
    def do(self, command: AnyCommand, tell: Tell | None = None) -> bool: ...


# Why a command is not taken now: the sentence, and a way out.
WORKING = Notice("Wait until this is done, or cancel it.", "refused")
IN_THE_PAST = Notice("This is the past. Resume here, or go back to now.", "refused", "resume_here", "to_now")
WATCHING = Notice("This is a recording. Take over to go on from here yourself.", "refused", "take_over")
MACHINE_RUNS = Notice(sentence(RUNNING), "refused", "stop")


def why_closed(desk: Desk, edits: bool = True) -> Notice | None:
    """Return why no command is taken now, with a way out; None if it is. `edits`: one that changes the design."""
    if desk.working:
        return WORKING
    if desk.in_past:
        return IN_THE_PAST
    if desk.watching:
        return WATCHING
    return MACHINE_RUNS if edits and desk.session.running else None


__all__ = ["Desk", "WORKING", "why_closed"]
