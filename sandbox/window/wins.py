"""What the user has solved, and how well: kept for the next time."""

from __future__ import annotations

from pathlib import Path

from sandbox import library
from sandbox.library import Best
from sandbox.session import Session


class Wins:
    """Of one user. Attributes to read: `solved` and `best`, by `library.key_of`."""

    def __init__(self, data: Path) -> None:
        """`data` is the user's folder."""
        self._data = data
        self.solved = library.solved(data)
        self.best = library.best(data)
        self.before: Best | None = None  # the best when the level was last won, without that

    def best_in(self, level: Path | None) -> Best | None:
        """The best that was done in a level."""
        return self.best.get(library.key_of(level)) if level is not None else None

    def won(self, level: Path, result: Best) -> None:
        """A level has been won by a player.

        Raises:
            OSError: it can't be kept for the next time.
        """
        key = library.key_of(level)
        self.before = known = self.best.get(key)
        if key in self.solved and known is not None and known.or_better(result) == known:
            return
        self.solved |= {key}
        self.best[key] = known.or_better(result) if known is not None else result
        library.remember_solved(self._data, key, result)


def result_of(session: Session) -> Best:
    """What it took to win the run that goes on: parts and links of the player, and ticks."""
    design = session.design
    placed = [part.id for part in design.parts if not part.fixed]
    placed += [link.id for link in design.links if not link.fixed]
    decided = session.decided_tick if session.decided_tick is not None else session.tick
    return Best(len(placed), max(0, decided - session.start_tick))


__all__ = ["Wins", "result_of"]
