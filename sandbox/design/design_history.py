"""The design of a session with its undo and redo steps, and the level that an author left to try it out."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from sandbox.design import differences
from sandbox.design.design import Design
from sandbox.design.differences import ChangedThing, Changes


class Undone(NamedTuple):
    """A step that was undone: whose it was, and the design before it."""

    player: int
    before: Design


class EditStep(NamedTuple):
    """A step that can be undone or redone: whose it is, and the designs before and after it."""

    player: int
    before: Design
    after: Design


class Clash(NamedTuple):
    """The reason why a step can't be undone or redone: somebody has changed the same thing since."""

    player: int
    thing: ChangedThing


class DesignHistory:
    """The present design between the designs that undoing (`past`) and redoing (`future`, the next one last) go to.

    Each step is a player's, and a player undoes his own last one: where others have made steps since, what it has
    changed goes back, and the rest stays. Commands change the history; everybody else only looks.

    From `share` on no id is given a second time, not even that of a part whose placing was undone: a command of
    somebody who has not heard of the undoing yet may name it.
    """

    def __init__(self, design: Design) -> None:
        self.present = design
        self.past: list[Design] = []
        self.players: list[int] = []  # whose the step after each of `past` is
        self.future: list[Design] = []  # of the steps of others than its last player, as they were when undone
        self._undone: list[Undone] = []  # the step that leads to each of `future`
        self.by_author = design.author  # whether an author has had the level in hand in this session
        # While the author's level is tried out: the level, and the four lists.
        self._left: tuple[Design, list[Design], list[int], list[Design], list[Undone]] | None = None
        self._shared = False
        self._next_id = design.next_id  # the greatest one so far

    @property
    def left(self) -> Design | None:
        """The level as its author left it when trying it out began; None when nobody tries it out."""
        return self._left[0] if self._left is not None else None

    def share(self) -> None:
        """Take note that more than one player edits from now on."""
        self._shared = True
        self.present = self._with_new_ids(self.present)

    def edit(self, after: Design, player: int = 0) -> None:
        """Go on with another design; its player has nothing to redo then."""
        for index in range(len(self._undone) - 1, -1, -1):
            if self._undone[index].player == player:
                del self._undone[index], self.future[index]
        self._add(after, player)
        self.by_author = self.by_author or after.author

    # -- undo

    def can_undo(self, player: int) -> bool:
        return player in self.players

    def undone(self, player: int) -> Design:
        """Return the design without the last step of a player, who has one."""
        index = self._last_of(player)
        if index == len(self.past) - 1:
            return self._with_new_ids(self.past[index])
        return self._way_back(index).applied(self.present)

    def undo_clash(self, player: int) -> Clash | None:
        """Return what keeps the last step of a player from being undone; None if nothing does."""
        index = self._last_of(player)
        if index == len(self.past) - 1:
            return None
        back = self._way_back(index).values
        for later in range(len(self.past) - 1, index, -1):
            for thing in differences.between(self.past[later], self._after(later)).values:
                if thing in back:
                    return Clash(self.players[later], thing)
        return None

    def undo(self, player: int) -> None:
        """Take back the last step of a player; `undo_clash` knows of nothing against that."""
        index = self._last_of(player)
        without = self.undone(player)
        self.present.forget()
        self.future.append(self._after(index))
        self._undone.append(Undone(player, self.past[index]))
        if index < len(self.past) - 1:
            back = self._way_back(index)
            self.past[index + 1 :] = [back.applied(design) for design in self.past[index + 2 :]]
        else:
            self.past.pop()
        del self.players[index]
        self.present = without

    # -- redo

    def can_redo(self, player: int) -> bool:
        return any(step.player == player for step in self._undone)

    def redone(self, player: int) -> Design:
        """Return the design with the step again that a player has undone last."""
        index = self._last_undone(player)
        if self._undone[index].before is self.present:
            return self._with_new_ids(self.future[index])
        return self._way_again(index).applied(self.present)

    def redo_clash(self, player: int) -> Clash | None:
        """Return what keeps the step that a player has undone last from being made again; None if nothing does."""
        index = self._last_undone(player)
        if self._undone[index].before is self.present:
            return None
        thing = self._way_again(index).misfit(self.present)
        if thing is None:
            return None
        for later in range(len(self.past) - 1, -1, -1):
            if thing in differences.between(self.past[later], self._after(later)).values:
                return Clash(self.players[later], thing)
        return Clash(player, thing)

    def redo(self, player: int) -> None:
        """Make the step again that a player has undone last; `redo_clash` knows of nothing against that."""
        index, after = self._last_undone(player), self.redone(player)
        del self._undone[index], self.future[index]
        self._add(after, player)

    # -- trying out

    def try_out(self, after: Design) -> None:
        """Leave the author's level, with its past and future, and begin with a player's."""
        self._left = self.present, self.past, self.players, self.future, self._undone
        self.past, self.players, self.future, self._undone = [], [], [], []
        self.present = after

    def return_to_author(self) -> None:
        """Restore the present, the past and the future as they were before `try_out`."""
        assert self._left is not None
        (left, self.past, self.players, self.future, self._undone), self._left = self._left, None
        self.present = self._with_new_ids(left)

    # -- steps

    def step(self, number: int) -> EditStep:
        """Return a step by its number from 1 on: those that can be undone, then the others, the next to redo first."""
        if number <= len(self.past):
            return EditStep(self.players[number - 1], self.past[number - 1], self._after(number - 1))
        undone = len(self.past) + len(self.future) - number
        return EditStep(*self._undone[undone], self.future[undone])

    def _add(self, after: Design, player: int) -> None:
        self.present.forget()
        self.past.append(self.present)
        self.players.append(player)
        self.present = after
        self._next_id = max(self._next_id, after.next_id)

    def _after(self, index: int) -> Design:
        """Return the design after the step with this index."""
        return self.past[index + 1] if index + 1 < len(self.past) else self.present

    def _last_of(self, player: int) -> int:
        return len(self.players) - 1 - self.players[::-1].index(player)

    def _last_undone(self, player: int) -> int:
        return max(index for index, step in enumerate(self._undone) if step.player == player)

    def _way_back(self, index: int) -> Changes:
        return differences.between(self._after(index), self.past[index])

    def _way_again(self, index: int) -> Changes:
        return differences.between(self._undone[index].before, self.future[index])

    def _with_new_ids(self, design: Design) -> Design:
        """Return a design that gives no id that there has been, if ids have to stay apart."""
        if not self._shared or design.next_id >= self._next_id:
            return design
        return replace(design, next_id=self._next_id)
