"""What a guest may use up: commands in a turn and in a second, parts and links that stand there at a time, and the time
that these take of a tick."""

from __future__ import annotations

from sandbox.commands.commands import AnyCommand, Command, Connect, Paste
from sandbox.design.design import Design
from sandbox.together.joint_session import TURNS_A_SECOND
from sandbox.together.messages import Budgets

_WARNED = 0.8  # of what he may have


class Purse:
    """What one guest has used of his budgets. Commands are counted in turns; the time that his parts take of a tick is
    measured elsewhere (`cost`)."""

    def __init__(self, budgets: Budgets) -> None:
        self.budgets = budgets
        self._commands = float(2 * budgets.second)  # that he has left at present
        self._turn, self._of_turn = -1, 0
        self._ids: set[int] = set()  # of all that he has placed, some of which may be gone
        self._warned = set[str]()
        self.cost = 0.0  # ms of a tick that his parts take

    def why_no_command(self, turn: int) -> str:
        """Count a command; say why he can't give it in this turn, if so."""
        if turn != self._turn:
            passed = turn - self._turn if self._turn >= 0 else 0
            most = 2.0 * self.budgets.second
            self._commands = min(most, self._commands + passed * self.budgets.second / TURNS_A_SECOND)
            self._turn, self._of_turn = turn, 0
        if self._of_turn >= self.budgets.turn:
            return f"a guest gives up to {self.budgets.turn} commands in a turn; wait a moment"
        if self._commands < 1:
            return f"a guest gives up to {self.budgets.second} commands in a second; wait a moment"
        self._of_turn += 1
        self._commands -= 1
        return ""

    def note_cost(self, milliseconds: float) -> str:
        """Take down what his parts cost; return a warning when that comes near to his budget."""
        self.cost = milliseconds
        most = self.budgets.milliseconds
        if milliseconds < _WARNED * most:
            self._warned.discard("milliseconds")
        elif "milliseconds" not in self._warned:
            self._warned.add("milliseconds")
            return f"your parts take {milliseconds:.1f} of the {most:g} ms of a tick that a guest's may take"
        return ""

    def why_no_more(self, design: Design, command: AnyCommand) -> str:
        """Say why what a command makes is too much, if so."""
        if command.makes and self.cost >= self.budgets.milliseconds:
            allowed = f"{self.budgets.milliseconds:g}"
            return (
                f"your parts take {self.cost:.1f} ms of a tick, and a guest's may take {allowed}; take some out first"
            )
        for what, most, count in self._made_by(command):
            if count and self._standing(design, what) + count > most:
                return f"a guest has up to {most} {what} at a time; take some of yours out first"
        return ""

    def note(self, command: AnyCommand, before: Design, after: Design) -> str:
        """Note what a command of his has made; return a warning when his budget soon ends, for the first time."""
        self._ids.update(range(before.next_id, after.next_id))
        for what, most, count in self._made_by(command):
            standing = self._standing(after, what) if count else 0
            if standing and standing >= _WARNED * most and what not in self._warned:
                self._warned.add(what)
                return f"{standing} of the {most} {what} that a guest has at a time are there now"
        return ""

    def _made_by(self, command: AnyCommand) -> tuple[tuple[str, int, int], ...]:
        """Return what a command makes: of parts and of links, how many there may be, and how many it makes."""
        links = sum(_links_of(single) for single in command.singles)
        return ("parts", self.budgets.parts, command.makes - links), ("links", self.budgets.links, links)

    def _standing(self, design: Design, what: str) -> int:
        """Count the parts or links of his that are there."""
        there = design.part_by_id if what == "parts" else design.link_by_id
        return sum(1 for id_ in self._ids if id_ in there)


def _links_of(command: Command) -> int:
    if isinstance(command, Paste):
        return len(command.links)
    return command.makes if isinstance(command, Connect) else 0
