"""Several players at one window, who take turns at the mouse: each has a hand, a sign and undo steps of his own."""

from __future__ import annotations

from sandbox.commands.commands import Join
from sandbox.design.values import MAX_PLAYERS
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon


class HotSeat:
    """The rows of the Edit menu about who sits here."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        one_more = Action(
            "add_player", "One more player", self.add,
            "Somebody else takes the mouse, with a hand and undo steps of his own", keys("Ctrl+Alt+J"), Icon.GROUP,
            lambda: self._is_local and len(self._players) < MAX_PLAYERS,
            why=lambda: "each plays on a machine of his own in this session",
        )  # fmt: skip
        following = Action(
            "next_player", "Next player", self.next,
            "The mouse goes to the next player; what the others hold they keep",
            keys("Ctrl+Alt+N"), Icon.REPEAT, lambda: self._is_local and len(self._players) > 1,
            why=lambda: "nobody else plays here: add a player first",
        )  # fmt: skip
        return Feature(actions=(one_more, following))

    @property
    def _is_local(self) -> bool:
        return self.shell.building() and not self.shell.workspace.gate.in_turns

    @property
    def _players(self) -> dict[int, str]:
        return self.shell.workspace.document.session.players

    def add(self) -> None:
        """Let one more player join, and give him the mouse; the first one gets a name then, too."""
        gate = self.shell.workspace.gate
        if 0 not in self._players and not gate.do(Join("Player 1")):
            return
        player = next(player for player in range(MAX_PLAYERS) if player not in self._players)
        if gate.do(Join(f"Player {player + 1}", player=player)):
            self._sit_down(player)

    def next(self) -> None:
        """Give the mouse to the next of those who have joined."""
        order = sorted(self._players)
        self._sit_down(next((p for p in order if p > self.shell.workspace.gate.player), order[0]))

    def _sit_down(self, player: int) -> None:
        workspace = self.shell.workspace
        workspace.gate.player = player
        workspace.document.messages.say(f"{self._players[player]} has the mouse now", "info")
