"""The facts about a run that won, and the stars that they earn. Needs no file and no numpy: a browser asks it, too."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandbox.commands.commands import Live, Start
from sandbox.commands.driver import Driver
from sandbox.commands.session import Session
from sandbox.design.design import Design, Goal, Par, canonical_text
from sandbox.machine.goals import Judge

Figure = Annotated[int, Meta(ge=0, le=2**53)]  # that can stand in an index; a quotient of two has no limit


class Solution(NamedTuple):
    """The winning run of a recording: its design, and the commands while it ran."""

    design: Design
    live: tuple[tuple[int, Live], ...]  # with ticks since the start
    ticks: int  # from the start to the win

    @property
    def placed(self) -> tuple[int, ...]:
        """The parts that the player placed."""
        return tuple(part.id for part in self.design.parts if not part.fixed)

    @property
    def used(self) -> int:
        """The number of parts and links that the player placed."""
        return len(self.placed) + sum(1 for link in self.design.links if not link.fixed)

    @property
    def touches(self) -> int:
        """The number of commands that the player gave while the machine ran; a pull of the hand is one of them."""
        return sum(1 for _, command in self.live if command.is_touch)


class RunFacts(Struct, frozen=True):
    """The facts about a run that won, as its proof has found them. The last four are those of open puzzles."""

    ticks: Figure  # from the start to the win
    parts: Figure  # and links that the player placed
    touches: Figure  # presses and pulls while it ran
    by_hand: bool = False  # the level is about building, and the run was won by hand
    challenge: str = ""  # the digest of the level's challenge, if the run meets it
    price: Figure = 0  # coins, of all that the player placed
    chain: Figure = 0  # parts of the longest chain of causes up to the win
    families: Figure = 0  # of the parts of that chain
    aims: tuple[str, ...] = ()  # the digests of the level's aims that it reaches


def is_about_building(level: Design) -> bool:
    """Tell whether a level hands out any parts."""
    return any(item.count for item in level.stock_items.values())


def by_hand(solved: Solution, wins: Callable[[Solution], bool]) -> bool:
    """Tell whether a level about building was won by hand.

    That is so if the machine does not win without the pulls of the hand, or if nothing was placed and the machine does
    not win without being touched at all.

    Args:
        wins: runs the machine of a solution again, and tells whether that wins.
    """
    if not is_about_building(solved.design) or not solved.touches:
        return False
    pulled = tuple(timed for timed in solved.live if not timed[1].of_hand)
    if len(pulled) < len(solved.live) and not wins(solved._replace(live=pulled)):
        return True
    return not solved.used and not wins(solved._replace(live=()))


def facts_of(solved: Solution, level: Design, wins: Callable[[Solution], bool]) -> RunFacts:
    """Return the facts of a solution of a level, some of them by running it; `wins` is as in `by_hand`."""
    challenge = level.par.challenge if level.par is not None else None
    met = challenge is not None and meets(challenge, solved)
    hand = by_hand(solved, wins)
    return RunFacts(solved.ticks, solved.used, solved.touches, hand, digest_of(challenge) if challenge and met else "")


def meets(challenge: Goal, solved: Solution) -> bool:
    """Tell whether a challenge's condition holds on the tick of the win. It is tested on every tick up to there."""
    session = Session(solved.design)
    session.do(Start())
    assert session.machine is not None
    judge = Judge(replace(solved.design, goals=(challenge,), fails=()), session.machine)
    for ticks in Driver(session, solved.live).steps(solved.ticks, most=1):
        if ticks:
            judge.update()
    return judge.progress()[0].met


class Stars(NamedTuple):
    """The stars of a level: whether each can be earned there, and whether it is."""

    solved: bool
    parts: bool = False  # at par in parts
    third: bool = False  # at par in time, or the challenge met
    possible: int = 1

    @property
    def earned(self) -> int:
        return self.solved + self.parts + self.third

    def of_par(self, level: Design) -> tuple[bool, ...]:
        """Tell, for each star of a level's par, whether it is earned; in the order of `missing`."""
        par = level.par or Par()
        aims = ((self.parts, par.parts), (self.third, par.seconds or par.challenge is not None))
        return tuple(is_earned for is_earned, is_asked in aims if is_asked)

    def __str__(self) -> str:
        return f"{self.earned} of {self.possible} stars" if self.possible > 1 else f"{self.earned} of 1 star"


def digest_of(challenge: Goal) -> str:
    """Return the digest that identifies a challenge: of its condition, whatever its text says."""
    text = canonical_text(challenge.when)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def stars(level: Design, runs: Sequence[RunFacts], solved: bool = False) -> Stars:
    """Count the stars that runs have earned in a level. A run by hand earns none but the first.

    Args:
        solved: the level was solved at some time, though no run may be kept of that.
    """
    par = level.par or Par()
    built = [facts for facts in runs if not facts.by_hand]
    ticks = par.seconds * level.world.tick_rate
    challenge = digest_of(par.challenge) if par.challenge is not None else "none"
    return Stars(
        solved or bool(runs),
        any(facts.parts <= par.parts for facts in built if par.parts),
        any(facts.ticks <= ticks for facts in built) or any(facts.challenge == challenge for facts in built),
        par.stars,
    )


def missing(level: Design, earned: Stars) -> Iterator[str]:
    """Yield the ways to earn the stars that are still missing, in words."""
    par = level.par or Par()
    if not earned.solved:
        yield "solve it"
    if par.parts and not earned.parts:
        yield f"with {par.parts} piece{'s' if par.parts != 1 else ''} or fewer"
    if earned.third:
        return
    ways = [f"in {par.seconds:g} s"] if par.seconds else []
    ways += [par.challenge.text[:1].lower() + par.challenge.text[1:]] if par.challenge is not None else []
    if ways:
        yield ", or ".join(ways)
