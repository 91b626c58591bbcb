"""The levels that the user has solved, and the best results, saved for the next start."""

from __future__ import annotations

from pathlib import Path

from sandbox.commands.session import Session
from sandbox.levels import library
from sandbox.levels.library import Best


class Wins:
    """The wins of one user. Attributes to read: `solved` and `best`, by `library.key_of`."""

    def __init__(self, data: Path) -> None:
        """Read the wins; `data` is the user's folder."""
        self._data = data
        self.solved = library.solved(data)
        self.best = library.best(data)
        self.before: Best | None = None  # the best result before the last win

    def best_in(self, level: Path | None) -> Best | None:
        """Return the best result in a level."""
        return self.best.get(library.key_of(level)) if level is not None else None

    def won(self, level: Path, result: Best) -> None:
        """Note that a player has won a level.

        Raises:
            OSError: it can't be saved for the next start.
        """
        key = library.key_of(level)
        self.before = best = self.best.get(key)
        if key in self.solved and best is not None and best.or_better(result) == best:
            return
        self.solved |= {key}
        self.best[key] = best.or_better(result) if best is not None else result
        library.remember_solved(self._data, key, result)


def result_of(session: Session) -> Best:
    """Return the result of the current winning run: parts and links of the player, and ticks."""
    design = session.design
    placed = [part.id for part in design.parts if not part.fixed]
    placed += [link.id for link in design.links if not link.fixed]
    decided = session.decided_tick if session.decided_tick is not None else session.tick
    return Best(len(placed), max(0, decided - session.start_tick))


__all__ = ["Wins", "result_of"]
