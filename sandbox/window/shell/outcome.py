"""The outcome of a run as it is shown: won or lost, until the user closes its card."""

from __future__ import annotations

from sandbox.workspace.workspace import Workspace


class ShownOutcome:
    """Remembers the run whose outcome has been closed."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._dismissed: int | None = None  # the tick on which that run was started

    @property
    def word(self) -> str:
        """The word won or lost, while that run goes on and the card has not been closed; else open."""
        document = self._workspace.document
        session = document.session
        is_live = session.running and not document.in_past
        if not is_live or self._dismissed == session.start_tick:
            return "open"
        return session.outcome

    def dismiss(self) -> None:
        """Close the card of this run."""
        self._dismissed = self._workspace.document.session.start_tick

    def begin_anew(self) -> None:
        """Let outcomes be shown again, because another document is there."""
        self._dismissed = None
