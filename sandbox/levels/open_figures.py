"""The figures of a machine that wins an open puzzle (price, pieces, seconds, chain, families), the aims that it
reaches, and how both compare with earlier runs. Nothing is run here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandbox.design.design import Design, canonical_text
from sandbox.design.open_puzzle import PuzzleAim
from sandbox.levels.run_facts import RunFacts


class FigureKind(NamedTuple):
    """One of the figures; `words` tells a value to the player, and gets the ticks of a second as well."""

    name: str
    title: str
    of: Callable[[RunFacts], int]
    more_is_better: bool
    words: Callable[[int, int], str]


def _number(value: int, _rate: int) -> str:
    return f"{value}"


FIGURES = (
    FigureKind("price", "Price in coins", lambda facts: facts.price, False, _number),
    FigureKind("parts", "Pieces", lambda facts: facts.parts, False, _number),
    FigureKind("ticks", "Seconds", lambda facts: facts.ticks, False, lambda value, rate: f"{value / rate:.3f}"),
    FigureKind("chain", "Longest chain", lambda facts: facts.chain, True, _number),
    FigureKind("families", "Families", lambda facts: facts.families, True, _number),
)


class FigureRow(NamedTuple):
    """A figure of a run beside the best of all runs with it; `is_new` tells whether this run is better than before."""

    name: str
    title: str
    now: str
    best: str
    is_new: bool


def figure_rows(now: RunFacts, before: Sequence[RunFacts], rate: int) -> list[FigureRow]:
    """Compare a run with earlier ones, for `rate` ticks a second; a run by hand is no best."""
    built = [facts for facts in before if not facts.by_hand]
    counted = built if now.by_hand else [*built, now]
    rows = []
    for kind in FIGURES:
        best = max if kind.more_is_better else min
        values = [kind.of(facts) for facts in built]
        counts = not now.by_hand and kind.of(now) > 0
        is_new = counts and (not values or best(*values, kind.of(now)) != best(values))
        words = kind.words(best(map(kind.of, counted)), rate) if counted else ""
        rows.append(FigureRow(kind.name, kind.title, kind.words(kind.of(now), rate), words, is_new))
    return rows


# -- aims


class AimState(NamedTuple):
    """An aim of a level: whether this run reaches it, and whether an earlier one did."""

    text: str
    now: bool
    before: bool


def aim_states(level: Design, now: RunFacts, before: Sequence[RunFacts]) -> list[AimState]:
    """Return the aims of a level, each with who has reached it."""
    both = zip(reached_by(level, (now,)), reached_by(level, before), strict=True)
    return [AimState(aim.text, *states) for aim, states in zip(level.aims, both, strict=True)]


def reached_by(level: Design, runs: Sequence[RunFacts]) -> list[bool]:
    """Tell of each aim of a level whether any of these runs reaches it."""
    reached = {digest for facts in runs for digest in facts.aims}
    return [digest_of(aim) in reached for aim in level.aims]


def digest_of(aim: PuzzleAim) -> str:
    """Return the digest that identifies an aim: of what it asks for, whatever its text says."""
    text = canonical_text(replace(aim, text=""))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def is_reached(aim: PuzzleAim, design: Design, facts: RunFacts) -> bool:
    """Tell whether the winning machine of a design keeps to all that an aim asks for."""
    kinds = {part.kind for part in design.parts if not part.fixed}
    kinds |= {link.kind for link in design.links if not link.fixed}
    return (
        not facts.by_hand
        and kinds.isdisjoint(aim.without)
        and all(most >= has for most, has in ((aim.pieces, facts.parts), (aim.price, facts.price)) if most)
        and (not aim.seconds or facts.ticks <= aim.seconds * design.world.tick_rate)
        and facts.chain >= aim.chain
        and facts.families >= aim.families
    )


def with_figures(facts: RunFacts, built: Design, level: Design, price: int, chain: int, families: int) -> RunFacts:
    """Add the figures of an open puzzle to the facts about a run that won it with the machine of a design.

    Args:
        price: of that machine.
        chain: the number of parts in the longest chain of causes up to the win.
        families: the number of their families.
    """
    if not level.open:
        return facts
    full = replace(facts, price=price, chain=chain, families=families)
    return replace(full, aims=tuple(digest_of(aim) for aim in level.aims if is_reached(aim, built, full)))
