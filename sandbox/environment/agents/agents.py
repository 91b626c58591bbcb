"""The agents: one that places at random, the program's own search, and a small one that learns from tries.

All of them act through the environment, and what counts is what it says. A try is an episode.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct

from sandbox import parts as catalogue
from sandbox.api.level import Level
from sandbox.design.design import Design
from sandbox.environment.agents.experience import Experience, Memory, features, landmarks, worth
from sandbox.environment.contraption import ContraptionEnv
from sandbox.trials import judging
from sandbox.trials.candidate import Candidate, commands_of
from sandbox.trials.search import island

AGENTS = ("random", "learned", "search")
_RANKED = 600  # candidates of which the learning agent takes the most promising
Actions: TypeAlias = list[dict[str, Any]]  # one for each piece


class AgentTries(Struct, frozen=True):
    """The tries of an agent at a level: the number of the first that won, from 1 on; None: none did."""

    won_at: int | None
    tries: int


class Played(Struct, frozen=True):
    """An episode: what was placed, as numbers, and what it was worth."""

    experience: Experience
    won: bool


def try_level(
    agent: str, level: Level, tries: int, seed: int, memory: Memory, record: Path | None = None
) -> AgentTries:
    """Let an agent try a level until it wins, and record the episode that does."""
    env = ContraptionEnv(level)
    if agent == "search":
        return _search(env, tries, seed, record)
    numbers = np.random.default_rng(seed)
    known = [*memory]
    for number in range(1, tries + 1):
        # The learning agent tries every third time at random, or it would stay with what nearly wins.
        ranks = agent == "learned" and number % 3
        played = _episode(env, _ranked(env, numbers, known) if ranks else _at_random(env, numbers))
        known.append(played.experience)
        if played.won:
            if record is not None:
                env.record(record)
            return AgentTries(number, number)
    return AgentTries(None, tries)


def gather(level: Level, tries: int, seed: int) -> Memory:
    """Return the experience of so many random tries at a level."""
    env = ContraptionEnv(level)
    numbers = np.random.default_rng(seed)
    return [_episode(env, _at_random(env, numbers)).experience for _ in range(tries)]


# -- episodes


def _episode(env: ContraptionEnv, sequences: Iterator[Actions]) -> Played:
    """Play an episode: each piece as in a sequence; where an action is refused, the next sequence has its turn."""
    observation, _ = env.reset(seed=1)
    seen = landmarks(env, observation)
    actions: Actions = []
    sequence = next(sequences)
    while True:
        action = sequence[len(actions)]
        _, reward, terminated, truncated, info = env.step(action)
        if info["refused"]:
            sequence = next(sequences)
        else:
            actions.append(action)
        if terminated or truncated:
            whole = len(actions) == env.task.pieces
            vector = features(env, seen, actions) if whole else []
            return Played(Experience(pieces_of(env.task.design), vector, float(reward)), info["outcome"] == "won")


def pieces_of(design: Design) -> str:
    """Return the kinds of a level's pieces, in the order in which agents place them: parts before links."""
    return " ".join(design.stock_items[name].kind for name in _pieces(design))


def _pieces(design: Design) -> list[str]:
    names = [name for name, item in design.stock_items.items() for _ in range(item.count)]
    return sorted(names, key=lambda name: name in catalogue.LINKS)


def _sequence(env: ContraptionEnv, numbers: np.random.Generator) -> Actions:
    """Return an action for each piece: anywhere, however turned."""
    sequence = []
    for name in _pieces(env.task.design):
        action: dict[str, Any] = {
            "choice": 1 + env.task.items.index(name),
            "at": numbers.uniform(-1.0, 1.0, 2).astype(np.float32),
            "angle": numbers.uniform(-1.0, 1.0, 1).astype(np.float32),
            "flip": int(numbers.integers(2)),
        }
        if env.task.has_links:
            action["to"] = numbers.uniform(-1.0, 1.0, 2).astype(np.float32)
        if env.task.wheels:
            action["over"] = numbers.uniform(-1.0, 1.0, env.task.wheels).astype(np.float32)
        sequence.append(action)
    return sequence


def _at_random(env: ContraptionEnv, numbers: np.random.Generator) -> Iterator[Actions]:
    while True:
        yield _sequence(env, numbers)


def _ranked(env: ContraptionEnv, numbers: np.random.Generator, known: Sequence[Experience]) -> Iterator[Actions]:
    """Yield sequences, the most promising of many random ones first."""
    observation, _ = env.reset(seed=1)
    seen = landmarks(env, observation)
    while True:
        sequences = [_sequence(env, numbers) for _ in range(_RANKED)]
        values = worth([features(env, seen, sequence) for sequence in sequences], known, pieces_of(env.task.design))
        for index in np.argsort(-values, kind="stable")[:10]:
            yield sequences[int(index)]


# -- the program's own search


def _search(env: ContraptionEnv, tries: int, seed: int, record: Path | None) -> AgentTries:
    """Search as `sandbox solve` does, and do what it has found in the environment. A run is a try."""
    level = env.task.design
    limit = judging.run_ticks(level)
    entries: Sequence[Any] = ()
    for number, first in enumerate(range(0, tries, island.RUNS)):
        answer = island.explore(level, seed, number, min(island.RUNS, tries - first), limit, entries)
        for win in answer.wins:
            if _confirmed(env, win.candidate):
                if record is not None:
                    env.record(record)
                return AgentTries(first + win.run, first + win.run)
        entries = answer.entries
    return AgentTries(None, tries)


def _confirmed(env: ContraptionEnv, candidate: Candidate) -> bool:
    """Tell whether the actions that a candidate is win in the environment."""
    env.reset(seed=1)
    for _, command in commands_of(env.task.design, candidate):
        _, _, over, truncated, info = env.step(env.action_of(command.verb, **command.to_fields()))
        if over or truncated:
            return bool(info["outcome"] == "won")
    return False
