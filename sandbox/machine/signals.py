"""The hand-out of signals: every signal arrives within the tick in which it was sent, one sender after the other.

A part that sends while a signal is being handed out has its turn after that one: so each wire ends with what its sender
sent last, whoever set off whom. What switches back before its turn has come sends nothing: two wires of different
length from one button to a gate make no pulse of no length.
"""

from __future__ import annotations

from sandbox.machine.link_ends import LinkEnds
from sandbox.parts.world import Running, RunningMachine

SIGNAL_DEPTH = 64  # of signals that set off signals: parts that switch each other in a ring would go on for ever


class Signals:
    """The signals that are still to be handed out, over the wires among a machine's links."""

    def __init__(self, link_ends: LinkEnds) -> None:
        self._link_ends = link_ends
        self._waiting: dict[int, tuple[Running, bool, int, bool]] = {}  # by sender: on, depth, and sent more than once
        self._depth: int | None = None  # the depth of the signal that is being handed out

    def send(self, run: Running, on: bool, machine: RunningMachine) -> None:
        """Send a signal along the wires out of a part, in id order; at once, or after those that are on their way."""
        if self._depth is None:
            self._depth = 0
            self._hand_out(run, on, False, machine)
            while self._waiting:
                sender, last, self._depth, again = self._waiting.pop(next(iter(self._waiting)))
                self._hand_out(sender, last, again, machine)
            self._depth = None
        elif run.id in self._waiting:
            self._waiting[run.id] = run, on, self._waiting[run.id][2], True
        elif self._depth + 1 < SIGNAL_DEPTH:
            self._waiting[run.id] = run, on, self._depth + 1, False

    def _hand_out(self, run: Running, on: bool, again: bool, machine: RunningMachine) -> None:
        """Let a signal arrive; one that was sent `again` before its turn only where it changes something."""
        for link in self._link_ends.at(run):
            for sender, receiver, port, end in (
                (link.a, link.b, link.port_a, link.port_b),
                (link.b, link.a, link.port_b, link.port_a),
            ):
                if sender is run and port.type == "signal out":
                    if "on" in link:
                        if again and bool(link["on"]) == on:
                            continue
                        link["on"] = float(on)
                    receiver.kind.signal_at(receiver, end.name, on, machine)
