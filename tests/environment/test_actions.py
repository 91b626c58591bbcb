"""Actions: that every solution is one, in both forms, and what is said of those outside the space."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandbox.environment.contraption import ContraptionEnv
from sandbox.errors import Refused
from sandbox.levels import library
from sandbox.levels.solution_places import solution_beside
from sandbox.recording import reader

# Links over pulleys in an order of their own, a crossed belt, ports that lie close together, parts that are turned.
SAMPLE = ("drawbridge", "longer-way", "crossed", "one-may-pass", "full-circle")


def solve(level: str, form: str) -> tuple[str, bool]:
    """Do the actions of a level's solution; return the outcome, and whether each was in the spaces."""
    env = ContraptionEnv(level, actions=form)
    env.reset(seed=1)
    solution = solution_beside(library.find(level))
    assert solution is not None
    fits, outcome = True, "open"
    for _, command in reader.read(solution).commands:
        action = env.action_of(command.verb, **command.to_fields())
        observation, _, over, _, info = env.step(action)
        fits = fits and action in env.action_space and observation in env.observation_space and not info["refused"]
        outcome = info["outcome"]
        if over:
            break
    return outcome, fits


@pytest.mark.parametrize("form", ["dict", "flat"])
def test_solutions_are_actions(form: str) -> None:
    assert {level: solve(level, form) for level in SAMPLE} == dict.fromkeys(SAMPLE, ("won", True))


def test_an_action_is_a_command_of_the_written_units() -> None:
    env = ContraptionEnv("drop")
    env.reset(seed=1)
    width, height = env.task.level.size
    action = {"choice": 1, "at": np.array((0.0, 0.5)), "angle": np.array([0.5]), "flip": 0}
    env.step(action)
    (_, place), *_ = env.run.commands
    assert place.to_fields() | {"x": width / 2, "y": 0.75 * height, "angle": 1.5708} == place.to_fields()


def test_what_is_outside_the_space_is_one_sentence() -> None:
    env = ContraptionEnv("drop")
    env.reset(seed=1)
    good: dict[str, Any] = {"choice": 1, "at": np.zeros(2), "angle": np.zeros(1), "flip": 0}
    wrong = {
        "the action's choice is 2, and not a whole number below 2": {"choice": 2},
        "the action's flip is 0.5, and not a whole number below 2": {"flip": 0.5},
        "the action's at has numbers that are not from -1 to 1; see env.action_space": {"at": np.array((0, np.nan))},
        "the action's at has the shape (3,), and not (2,); see env.action_space": {"at": np.zeros(3)},
        "the action's angle is no array of numbers; see env.action_space": {"angle": "left"},
        "the action is no dictionary of choice, at, angle, flip; see env.action_space": {"of": 1},
    }
    for sentence, change in wrong.items():
        with pytest.raises(Refused) as refused:
            env.step({**good, **change})
        assert str(refused.value) == sentence
    with pytest.raises(Refused, match="the stock has no 'ramp'"):
        env.action_of("place", kind="ramp", x=1.0, y=1.0)
    with pytest.raises(Refused, match="no action is a command 'undo'; actions place, connect and start"):
        env.action_of("undo")


def test_a_link_finds_the_ports_nearest_to_its_points() -> None:
    env = ContraptionEnv("hello")
    env.reset(seed=1)
    solution = solution_beside(library.find("hello"))
    assert solution is not None
    wire = next(command for _, command in reader.read(solution).commands if command.verb == "connect")
    action = env.action_of("connect", **wire.to_fields())
    assert isinstance(action, dict)
    action["to"] = np.clip(action["to"] + 0.02, -1.0, 1.0)
    env.step(action)
    assert env.run.commands[-1][1] == wire
