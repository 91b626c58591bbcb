"""Toasts over the canvas: the workspace's latest message, for a while; one with buttons until it is answered."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.editing.document import Notice, sentence
from sandbox.window.ui.action import Actions
from sandbox.workspace.clock import NS
from sandbox.workspace.messages import Message
from sandbox.workspace.workspace import Workspace

TOAST_NS = 6 * NS  # the time that a message without a button stays over the canvas
STATUS_NS = 15 * NS  # and any of them in the status line


class Toasts:
    """Shows one message at a time; a newer one replaces it. What offers something is there again after that, until it
    is answered or dismissed: who reads it may be slow, and what is typed for its button is meant for no other.

    `building` is true while the editor is in front, so that its actions are possible or not for reasons of their own.
    """

    def __init__(
        self, workspace: Workspace, actions: Actions, outcome: Callable[[], str], building: Callable[[], bool]
    ) -> None:
        self.workspace = workspace
        self.actions = actions
        self._outcome, self._building = outcome, building
        self._number = 0  # of the message that is shown, or was the last
        self._until = self._until_in_status = workspace.now()
        self._offers: dict[int, Notice] = {}  # that wait for an answer, by the numbers of their messages
        actions.on_run = self._answered

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
            waiting = {number: other for number, other in self._offers.items() if other.lasting}
            self._offers = {**waiting, message.number: note._replace(text=sentence(message.text))}

    def notice(self) -> bool:
        """Tell, before a frame, whether there is a message that the last frame did not show."""
        if self._building():  # else nothing is possible, and an offer may still be wanted
            self._offers = {number: note for number, note in self._offers.items() if note.lasting or self._may(note)}
        message = self.workspace.messages.latest
        if message is None or message.number == self._number:
            return False
        now = self.workspace.now()
        self._number, self._until, self._until_in_status = message.number, now + TOAST_NS, now + STATUS_NS
        return True

    def clear(self) -> None:
        """Take away, before `notice`, the messages of earlier frames, whose subject is shown no longer."""
        self._until = self._until_in_status = self.workspace.now()
        self._offers = {number: note for number, note in self._offers.items() if note.lasting or number > self._number}

    def dismiss(self) -> bool:
        """Take away the message that offers something and is shown; False if there is none."""
        shown = self.shown
        numbers = [number for number, note in self._offers.items() if note == shown]
        for number in numbers:
            del self._offers[number]
            if number == self._number:
                self._until = self.workspace.now()
        return bool(numbers)

    def offers(self, action: str) -> bool:
        """Tell whether some message waits that offers an action."""
        return any(action in (note.offer, note.also) for note in self._offers.values())

    def _answered(self, action: str) -> None:
        """Take away the offer that an action has answered, however the action was run."""
        answered = [number for number, note in self._offers.items() if action in (note.offer, note.also)]
        for number in answered:
            del self._offers[number]
            if number == self._number:
                self._until = self.workspace.now()

    def _may(self, note: Notice) -> bool:
        return self.actions[note.offer].enabled()

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
        if message is not None and message.number == self._number and message.number not in self._offers:
            latest = self._latest(message)
            if latest is not None:
                return latest
        waiting = [note for number, note in self._offers.items() if number <= self._number and self._may(note)]
        return waiting[-1] if waiting else None

    def _latest(self, message: Message) -> Notice | None:
        """Return a message without an offer, while it is shown."""
        if self.workspace.now() >= self._until:
            return None
        if self._outcome() != "open" and message.kind in ("good", "bad"):
            return None  # the card says it
        return Notice(sentence(message.text), message.kind)
