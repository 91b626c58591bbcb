"""The design of a session with its undo and redo steps, and the level that an author left to try it out."""

from __future__ import annotations

from sandbox.design.design import Design


class DesignHistory:
    """The present design between the designs that undoing (`past`) and redoing (`future`, the next one last) go to.

    Commands change it; everybody else only looks.
    """

    def __init__(self, design: Design) -> None:
        self.present = design
        self.past: list[Design] = []
        self.future: list[Design] = []
        self.by_author = design.author  # whether an author has had the level in hand in this session
        self._left: tuple[Design, list[Design], list[Design]] | None = None  # while the author tries the level out

    @property
    def left(self) -> Design | None:
        """The level as its author left it when trying it out began; None when nobody tries it out."""
        return self._left[0] if self._left is not None else None

    def edit(self, after: Design) -> None:
        """Go on with another design; there is nothing to redo then."""
        self.present.forget()
        self.past.append(self.present)
        self.future.clear()
        self.present = after
        self.by_author = self.by_author or after.author

    def undo(self) -> None:
        self.present.forget()
        self.future.append(self.present)
        self.present = self.past.pop()

    def redo(self) -> None:
        self.present.forget()
        self.past.append(self.present)
        self.present = self.future.pop()

    def try_out(self, after: Design) -> None:
        """Leave the author's level, with its past and future, and begin with a player's."""
        self._left, self.past, self.future = (self.present, self.past, self.future), [], []
        self.present = after

    def return_to_author(self) -> None:
        """Restore the present, the past and the future as they were before `try_out`."""
        assert self._left is not None
        (self.present, self.past, self.future), self._left = self._left, None
