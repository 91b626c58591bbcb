"""Generated sessions over the whole catalogue, in two processes each: ``python -m tests.tools.sessions``.

A session is generated in one process; what was recorded of it is played again in another one, with another hash seed
and without collections of garbage, or with many. All hashes have to be equal, of each tick and of the end. At the end
it says of each kind in how many sessions it was, and in how many of them it came to work: a kind that never did,
though its turn has come, is a hole in this check, and so it exits with 1.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import click
from rich.console import Console
from rich.progress import track

from sandbox import parts
from tests.support import OtherProcess
from tests.tools.sessions.generator import Otherwise, Player, kinds_of, play
from tests.tools.soak import planted

LIVELY = 20  # of how many sessions one is played again with a collection of garbage every few ticks


class Order(NamedTuple):
    """A session to play; `kinds` whose demonstrations are in it, or none: those whose turn it is."""

    seed: int
    commands: int
    kinds: tuple[str, ...]
    plant: str


class Played(NamedTuple):
    """A session as it went in both processes; `failure` says how they differ."""

    seed: int
    failure: str
    numbers: Counter[str]
    done: Counter[str]
    placed: frozenset[str]
    worked: frozenset[str]


def play_twice(order: Order) -> Played:
    """Generate a session, and play what was recorded of it in another process."""
    player, began, failure = Player(order.seed), time.process_time(), ""
    try:
        play(order.seed, order.commands, player, order.kinds)
        failure = difference(order, player)
    except Otherwise as otherwise:
        failure = str(otherwise)
    except Exception:
        failure = traceback.format_exc()
    numbers = Counter({
        "commands": player.done.total(), "refused": player.refused, "ticks": len(player.tape.digests) // 8,
        "cpu_ms": round(1000 * (time.process_time() - began)), "back": player.done.pop("(back)", 0),
    })  # fmt: skip
    notes = player.working
    return Played(order.seed, failure, numbers, player.done, frozenset(notes.placed), frozenset(notes.worked))


def difference(order: Order, player: Player) -> str:
    """Play what was recorded in another process; returns how it went otherwise, or nothing."""
    mode = "gc every 7 ticks" if order.seed % LIVELY == 0 else "gc off"
    other = OtherProcess(str(order.seed % 2**32), mode, order.plant)
    session = player.session
    try:
        digests, end_hash, outcome = other.replay(player.design, player.tape.commands, session.tick)
    except (json.JSONDecodeError, BrokenPipeError):
        return "the other process refuses a command, or fails"
    finally:
        other.close()
    expected = player.tape.digests.hex()
    if digests != expected:
        ticks = range(0, min(len(digests), len(expected)), 16)
        first = next((at for at in ticks if digests[at : at + 16] != expected[at : at + 16]), len(ticks) * 16)
        return f"hashes differ from running tick {first // 16} on"
    if end_hash != session.end_hash().hex() or outcome != session.outcome:
        return "all ticks are equal, and the end is not"
    return ""


class Summary:
    """Totals of all sessions."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.sessions = 0
        self.failures: dict[int, str] = {}
        self.numbers: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.placed: Counter[str] = Counter()
        self.worked: Counter[str] = Counter()

    def add(self, played: Played) -> None:
        """Count a session."""
        self.sessions += 1
        if played.failure:
            self.failures[played.seed] = played.failure
        self.numbers += played.numbers
        self.done += played.done
        self.placed.update(played.placed)
        self.worked.update(played.worked)

    def as_json(self) -> dict[str, Any]:
        """Return it all, with the kinds that never came to work."""
        names = [*parts.KINDS, *parts.LINKS]
        return {
            "sessions": self.sessions,
            "failures": {str(seed): failure for seed, failure in sorted(self.failures.items())},
            **self.numbers,
            "seconds": round(time.monotonic() - self.began, 1),
            "done": dict(self.done.most_common()),
            "kinds": {name: [self.placed[name], self.worked[name]] for name in names},
            "idle": [name for name in names if not self.worked[name]],
        }

    def show(self, console: Console) -> None:
        """Print it for people."""
        numbers = self.as_json()
        for name, (placed, worked) in sorted(numbers["kinds"].items(), key=lambda entry: entry[1][1]):
            console.print(f"{name:<20} in {placed:>4} sessions, at work in {worked:>4}", highlight=False)
        for seed, failure in self.failures.items():
            console.print(
                f"{failure}\n  again: python -m tests.tools.sessions --first {seed} --sessions 1", markup=False
            )
        console.print(
            f"{self.sessions} sessions of {self.numbers['commands'] // max(1, self.sessions)} commands, "
            f"{self.numbers['ticks']} running ticks: {len(self.failures)} failed; "
            f"{len(numbers['idle'])} of {len(numbers['kinds'])} kinds never came to work"
        )


@click.command(help=__doc__)
@click.option("--sessions", type=click.IntRange(1), default=200, help="How many.")
@click.option("--first", type=click.IntRange(0), default=0, help="The first one's seed.")
@click.option("--commands", type=click.IntRange(1), default=400, help="Commands carried out in each of them.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Sessions at a time.")
@click.option("--kinds", default="", metavar="A,B", help="Begin with the demonstrations of these kinds.")
@click.option("--plant", default="", metavar="FAULT", help="A fault of `tests.tools.soak.planted`, to see it noticed.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def main(sessions: int, first: int, commands: int, jobs: int, kinds: str, plant: str, as_json: bool) -> None:
    if plant:
        planted.plant(plant)
    chosen = tuple(kinds.split(",")) if kinds else ()
    orders = [Order(seed, commands, chosen, plant) for seed in range(first, first + sessions)]
    summary, console = Summary(), Console(stderr=True)
    with ProcessPoolExecutor(jobs) as pool:
        played = pool.map(play_twice, orders)
        for one in track(played, "Sessions", sessions, console=console):
            summary.add(one)
    if as_json:
        print(json.dumps(summary.as_json(), indent=1))
    else:
        summary.show(Console())
    names = {*parts.KINDS, *parts.LINKS}
    shown = set(chosen) if chosen else {name for seed in range(first, first + sessions) for name in kinds_of(seed)}
    holes = names <= shown and bool(summary.as_json()["idle"])
    sys.exit(1 if summary.failures or holes else 0)


if __name__ == "__main__":
    main()
