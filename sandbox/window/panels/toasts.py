"""Toasts over the canvas: the workspace's latest message, for a while, with a button for its way out."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.editing.document import Notice, sentence
from sandbox.window.actions.action import Actions
from sandbox.workspace.clock import NS
from sandbox.workspace.workspace import Workspace

TOAST_NS = 6 * NS  # so long one is shown over the canvas
STATUS_NS = 15 * NS  # and in the status line


class Toasts:
    """Shows one message at a time; a newer one replaces it."""

    def __init__(self, workspace: Workspace, actions: Actions, outcome: Callable[[], str]) -> None:
        self.workspace = workspace
        self.actions = actions
        self._outcome = outcome
        self._number = 0  # of the message that is shown, or was the last
        self._until = self._until_in_status = workspace.now()
        self._offers: dict[int, tuple[str, str]] = {}

    def pass_over(self) -> None:
        """Skip all messages up to now."""
        message = self.workspace.messages.latest
        self._number = message.number if message is not None else 0
        self._until_in_status = self.workspace.now() + STATUS_NS

    def tell(self, note: Notice) -> None:
        """Turn a notice into a message, with its offer beside it."""
        workspace = self.workspace
        workspace.messages.say(note.text, note.tone)
        message = workspace.messages.latest
        assert message is not None
        if note.offer:
            self._offers = {message.number: (note.offer, note.also)}

    def notice(self) -> bool:
        """Tell, before a frame, whether there is a message that the last frame did not show."""
        message = self.workspace.messages.latest
        if message is None or message.number == self._number:
            return False
        now = self.workspace.now()
        self._number, self._until, self._until_in_status = message.number, now + TOAST_NS, now + STATUS_NS
        return True

    def clear(self) -> None:
        """Take away, before `notice`, the message of earlier frames: it is about something that is shown no longer."""
        self._until = self._until_in_status = self.workspace.now()

    @property
    def in_status(self) -> str:
        """The message for the status line; empty if there is none or it is too old."""
        message = self.workspace.messages.latest
        if message is None or message.number != self._number or self.workspace.now() >= self._until_in_status:
            return ""
        return sentence(message.text)

    @property
    def shown(self) -> Notice | None:
        """The message to show now, with what it offers; None if there is none."""
        message = self.workspace.messages.latest
        if message is None or message.number != self._number or self.workspace.now() >= self._until:
            return None
        if self._outcome() != "open" and message.kind in ("good", "bad"):
            return None  # the card says it
        offer, also = self._offers.get(message.number, ("", ""))
        if offer and not self.actions[offer].enabled():
            return None  # it has been done, or is past
        return Notice(sentence(message.text), message.kind, offer, also)


__all__ = ["STATUS_NS", "TOAST_NS", "Toasts"]
