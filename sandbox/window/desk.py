"""What the hands work on, seen from their side: a session, and whether it takes anything from them now."""

from __future__ import annotations

from typing import Protocol

from sandbox.commands import AnyCommand
from sandbox.geometry import Point
from sandbox.session import Session
from sandbox.window.telling import Note


class Desk(Protocol):
    """The workspace. `do` carries out a command, or says why not and answers False."""

    @property
    def session(self) -> Session: ...
    @property
    def watching(self) -> bool: ...
    @property
    def in_past(self) -> bool: ...
    def part_in_past(self, at: Point, reach: float) -> int | None: ...
    def do(self, command: AnyCommand) -> bool: ...


def why_closed(desk: Desk) -> Note | None:
    """Why nothing can be edited now, with a way out: a machine runs, or a recording plays. None if all can be."""
    if desk.in_past:
        return Note("This is the past. Resume here, or go back to now.", "refused", "resume_here", "to_now")
    if desk.watching:
        return Note("This is a recording. Take over to go on from here yourself.", "refused", "take_over")
    if desk.session.running:
        return Note("The machine is running. Stop it to edit.", "refused", "stop")
    return None


__all__ = ["Desk", "why_closed"]
