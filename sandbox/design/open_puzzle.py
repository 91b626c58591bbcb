"""What an open puzzle has besides a level's goals: clues in layers that never tell all of it, and aims beyond the win.

None of it decides what happens in a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from sandbox.design.objectives import MAX_PAR_PARTS, Seconds
from sandbox.design.values import Document

MOST_AIMS = 8  # aims of a level
MAX_PRICE = 1_000_000  # coins
Whole = Annotated[int, Meta(ge=0, le=MAX_PAR_PARTS)]
Coins = Annotated[int, Meta(ge=0, le=MAX_PRICE)]


class Clues(Document, frozen=True):
    """What helps a player of an open puzzle, in three layers: which goal first, which family of parts, one piece.

    The piece is the number of a hint about a part, from 1; 0: no piece is shown.
    """

    canonical_name = "Clues"
    later = ("goal", "family", "piece")

    goal: str = ""
    family: str = ""
    piece: Whole = 0

    def refusal(self, hints: Sequence[bool]) -> str | None:
        """Return the fault in it, as a sentence, or None. `hints` tells of each hint whether it is about a link."""
        if not self.piece:
            return None
        if self.piece > len(hints):
            has = f"{len(hints)} hint{'s' if len(hints) != 1 else ''}" if hints else "no hints"
            return f"clues: piece is {self.piece}, and the level has {has}; name one of them by its number, from 1"
        if hints[self.piece - 1]:
            return f"clues: piece is {self.piece}, and hint {self.piece} is about a link; name a hint about a part"
        return None


class PuzzleAim(Document, frozen=True):
    """An aim beyond the win: a sentence, and what the winning machine keeps to. Zero or nothing: not asked for.

    `pieces`, `price` and `seconds` are the most that it may have; `chain` and `families` the fewest.
    """

    canonical_name = "Aim"
    later = ("without", "pieces", "price", "seconds", "chain", "families")

    text: str
    without: tuple[str, ...] = ()  # kinds of the stock that it does not use
    pieces: Whole = 0  # parts and links that the player placed, at most
    price: Coins = 0  # of all these pieces, at most
    seconds: Seconds = 0.0  # from the start to the win, at most
    chain: Whole = 0  # parts that set off one another up to the win, at least
    families: Whole = 0  # of the parts in that chain, at least

    def __bool__(self) -> bool:
        """Tell whether it asks for anything."""
        return bool(self.without or self.pieces or self.price or self.seconds or self.chain or self.families)

    def refusal(self, kinds: Sequence[str]) -> str | None:
        """Return the fault in it, as the end of a sentence, or None. `kinds` are those in the stock."""
        if not self.text.strip():
            return "it has no text for the player to read"
        if not self:
            return "it asks for nothing; say without, pieces, price, seconds, chain or families"
        lacking = next((kind for kind in self.without if kind not in kinds), None)
        if lacking is not None:
            return f"it asks to do without '{lacking:.40}', which is not in the stock"
        return None


def puzzle_refusal(
    is_open: bool, clues: Clues | None, aims: Sequence[PuzzleAim], hints: Sequence[bool], kinds: Sequence[str]
) -> tuple[tuple[str | int, ...], str] | None:
    """Return the first fault in what only an open puzzle has: its keys and numbers from 0, and a sentence; or None.

    Args:
        hints: of each hint of the level whether it is about a link.
        kinds: the kinds in the stock.
    """
    for name, has in (("clues", clues is not None), ("aims", bool(aims))):
        if has and not is_open:
            return (name,), f"the level has {name}, which only an open puzzle has; write open = true, or take them out"
    if clues is not None and (why := clues.refusal(hints)):
        return ("clues", "piece"), why
    if len(aims) > MOST_AIMS:
        return ("aims",), f"the level has {len(aims)} aims; a level holds up to {MOST_AIMS}"
    for index, aim in enumerate(aims):
        if why := aim.refusal(kinds):
            return ("aims", index), f"aim {index + 1} ('{aim.text:.40}'): {why}"
    return None
