"""Measures steps of the environment for learning programs against the bare loop of the same machines, in turns."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sandbox.bench.figures import Figure, figure_of
from sandbox.bench.search_cost import run_bare
from sandbox.bench.timing import Stopwatch, no_collector
from sandbox.commands.commands import AnyCommand
from sandbox.levels import library
from sandbox.levels.solution_places import solution_beside
from sandbox.recording import reader

if TYPE_CHECKING:
    from sandbox.environment.contraption import ContraptionEnv

LEVELS = ("drop", "press", "nightshift")  # one of balls alone, one with a device, one of many parts that act
RATIO = 1.5  # the target
EPISODES = 5  # of each level


def measure(note: Callable[[str], object]) -> list[Figure]:
    """Measure by processor time; `note` is called with a sentence if Gymnasium is not there to measure with."""
    try:
        import sandbox.environment  # noqa: F401
    except ImportError as error:
        note(f"what the learning environment costs is left out: {error}")
        return []
    ratios = [environment_ratio(name, EPISODES) for name in LEVELS]
    meaning = (
        f"{EPISODES} episodes of the solution of each of {', '.join(LEVELS)} as actions, with observations, hashes and "
        "rewards, against building the same machines and running them as long"
    )
    return [figure_of("environment_ratio", "Learning environment", ratios, RATIO, "x", meaning)]


def environment_ratio(level: str, episodes: int) -> float:
    """Return the processor time of episodes over that of the bare loop of their machines.

    Garbage is collected between them, on neither side: whoever learns decides when that is done.
    """
    from sandbox.environment.contraption import ContraptionEnv

    env = ContraptionEnv(level)
    solution = solution_beside(library.bundled_dir() / f"{level}.toml")
    assert solution is not None
    commands = [command for _, command in reader.read(solution).commands]
    _play(env, commands)  # once before: some of what is found out stays the same for all episodes
    playing = bare = 0
    with no_collector():
        for _ in range(episodes):
            playing += _play(env, commands)
            with Stopwatch() as running:
                run_bare(env.run.session.design, env.run.tick)
            bare += running.ns
            gc.collect()
    return playing / bare


def _play(env: ContraptionEnv, commands: Sequence[AnyCommand]) -> int:
    """Play an episode; return the processor time (ns) of the environment."""
    with Stopwatch() as resetting:
        env.reset(seed=1)
    spent = resetting.ns
    for command in commands:
        action = env.action_of(command.verb, **command.to_fields())  # the agent's work, and not measured
        with Stopwatch() as stepping:
            _, _, is_over, _, _ = env.step(action)
        spent += stepping.ns
        if is_over:
            break
    return spent
