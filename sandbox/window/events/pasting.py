"""Pasting into a text field: the text is asked for first, and keys that are pressed meanwhile wait their turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from sandbox.editing.keys import Modifiers
from sandbox.errors import Refused
from sandbox.window.shell.shell import Shell

LONGEST = 20_000  # characters that a field takes: a level's text has up to 2,000


class Pasting:
    """Stands between the window's key events and their handlers while the owner of the clipboard is asked."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._held_back: deque[Callable[[], object]] = deque()
        self._waits_for = 0  # the number of the request that is open; 0: none
        self._asked = 0

    @property
    def waiting(self) -> bool:
        return self._waits_for > 0

    def hold_back(self, event: Callable[[], object]) -> bool:
        """Keep a key event for later if an answer is awaited; return whether it is."""
        if self.waiting:
            self._held_back.append(event)
        return self.waiting

    def begins(self, name: str, held: Modifiers, paste: Callable[[], object]) -> bool:
        """Ask for the clipboard if a key press pastes into a field; return whether it does.

        `paste` is the press itself; it is handled when the text is there, and not at all if there is none.
        """
        pastes = (name == "v" and held.ctrl and not held.alt) or (name == "insert" and held.shift)
        if not pastes or not self._shell.host.typing:
            return False
        self._asked += 1
        self._waits_for = number = self._asked

        def answered(text: str | Refused) -> None:
            if self._waits_for != number:
                return  # given up
            self._waits_for = 0
            if text == "":
                text = Refused("there is no text on it")
            elif isinstance(text, str) and len(text) > LONGEST:
                text = Refused(f"it has {len(text)} characters, and a field takes up to {LONGEST}")
            if isinstance(text, Refused):
                self._shell.workspace.messages.say(f"nothing was pasted from the clipboard: {text}", "bad")
            else:
                paste()
            self._go_on()
            self._shell.stir()

        self._shell.host.ask_clipboard(answered)
        return True

    def give_up(self) -> None:
        """End the wait: something else is done, such as a click into another field."""
        if self.waiting:
            self._waits_for = 0
            self._go_on()

    def _go_on(self) -> None:
        """Handle the keys that were held back, until one of them pastes again."""
        while self._held_back and not self.waiting:
            self._held_back.popleft()()
