"""The moments in which an author can do something with the level, and why not in others."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.editing.document import why_closed
from sandbox.window.shell.shell import Shell

WATCHED = "this is a recording: take over to go on from here yourself"


def at_rest(shell: Shell) -> bool:
    """Tell whether the scene is in front and is no recording that is watched."""
    return shell.building() and not shell.workspace.document.watching


def not_author(shell: Shell) -> str:
    """Say that the level is not in its author's hands, or that its machine runs; empty if it can be changed."""
    document = shell.workspace.document
    if not document.design.author:
        return f"this is for the level's author: {shell.actions.key_of('author')} takes it in hand"
    closed = why_closed(document)
    return closed.text if closed is not None else ""


def unless_author(shell: Shell, otherwise: str) -> Callable[[], str]:
    """Return what says that the level is not in its author's hands, or, where that is no reason, something else."""
    return lambda: not_author(shell) or otherwise
