"""The environment: episodes, their rewards and seeds, by Gymnasium's own check and across processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sandbox
from sandbox.environment.contraption import ContraptionEnv
from sandbox.errors import BadFile, Refused
from sandbox.tasks import child
from sandbox.verify.verdicts import Verdict

NAME = "sandbox.environment:Contraption-v0"
# One of a ball alone, one with links and pulleys, one that can be lost.
SAMPLE = ("drop", "over-the-wheel", "he-presses")
BALL = {"kind": "bowling_ball", "x": 2.0, "y": 2.1}


@pytest.fixture
def drop() -> ContraptionEnv:
    env = ContraptionEnv("drop")
    env.reset(seed=1)
    return env


def test_gymnasium_s_own_check_passes(recwarn: pytest.WarningsRecorder) -> None:
    for level in SAMPLE:
        for options in ({}, {"actions": "flat"}):
            env = gymnasium.make(NAME, level=level, **options).unwrapped
            check_env(env, skip_render_check=True)
    assert not [str(warning.message) for warning in recwarn]


def test_a_win_is_a_recording_that_passes(drop: ContraptionEnv, tmp_path: Path) -> None:
    _, reward, terminated, truncated, info = drop.step(drop.action_of("place", **BALL))
    assert (terminated, truncated, info["outcome"], info["goals"], info["nearness"]) == (True, False, "won", 1, 1.0)
    assert 1.0 < reward <= 2.0
    report = sandbox.verify(drop.record(tmp_path / "win.replay"))
    assert report.verdict is Verdict.PASS and report.end_hash == info["hash"]


def test_a_ball_beside_the_gap_is_worth_less_the_farther_it_stays(drop: ContraptionEnv) -> None:
    rewards = []
    for x in (2.0, 1.2, 0.4):
        drop.reset(seed=1)
        _, reward, terminated, truncated, _ = drop.step(drop.action_of("place", **{**BALL, "x": x}))
        assert terminated and not truncated
        rewards.append(reward)
    assert rewards[0] > 1.0 > rewards[1] and rewards[0] > rewards[2]


def test_a_refused_action_changes_nothing_and_spends_the_budget(drop: ContraptionEnv) -> None:
    inside = drop.action_of("place", kind="bowling_ball", x=2.0, y=0.0)  # within the floor
    for left in range(drop.task.most_actions - 1, -1, -1):
        observation, reward, terminated, truncated, info = drop.step(inside)
        assert info["refused"] == "No part may be put here." and not drop.run.commands
        assert (reward, terminated, truncated) == (0.0, False, left == 0)
        assert observation["left"][0] == pytest.approx(left / drop.task.most_actions)
    with pytest.raises(Refused, match=r"the episode is over; call reset\(\) for the next one"):
        drop.step(inside)


def test_the_action_to_run_ends_the_episode(drop: ContraptionEnv) -> None:
    _, reward, terminated, _, info = drop.step(drop.action_of("start"))
    assert terminated and info["outcome"] == "open" and reward < 1.0 and info["tick"] > 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"observation": "pictur"}, "there is no observation 'pictur'; is 'picture' meant?"),
        ({"actions": "flatt"}, "there is no form of actions 'flatt'; is 'flat' meant?"),
        ({"render_mode": "human"}, "there is no render_mode 'human'; known is rgb_array"),
        ({"size": (4, 4)}, r"pictures of \(4, 4\) pixels: each side has 16 to 1024"),
        ({"seconds": 0.0}, "a run of 0.0 s: it takes more than 0 s, and at most an hour"),
    ],
)
def test_a_wrong_option_is_one_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        ContraptionEnv("drop", **options)


def test_an_unknown_level_and_one_without_goals() -> None:
    with pytest.raises(BadFile, match="dropp"):
        gymnasium.make(NAME, level="dropp")
    with pytest.raises(Refused, match="the level has no goal, so no placement wins it"):
        ContraptionEnv("workshop")
    with pytest.raises(Refused, match=r"no episode has begun; call reset\(\) first"):
        ContraptionEnv("drop").record("x.replay")


_EPISODES = """
import json, sys, gymnasium
env = gymnasium.make("sandbox.environment:Contraption-v0", level="over-the-wheel")
lines = []
observation, info = env.reset(seed=3)
env.action_space.seed(int(sys.argv[1]))
for _ in range(12):
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    lines.append([reward, terminated, truncated, info["hash"], info["refused"], float(observation["parts"].sum())])
    if terminated or truncated:
        env.reset()
print(json.dumps(lines))
"""


def test_the_same_seed_gives_the_same_bits_in_processes_with_other_hash_seeds() -> None:
    def episodes(hash_seed: str, actions: int) -> list[Any]:
        command = [sys.executable, "-c", _EPISODES, str(actions)]
        more = {**os.environ, "PYTHONHASHSEED": hash_seed}
        ran = subprocess.run(command, cwd=child.ROOT, env=more, capture_output=True, text=True, timeout=300)
        assert ran.returncode == 0, ran.stderr
        return list(json.loads(ran.stdout))

    first = episodes("1", 7)
    assert first == episodes("2", 7)
    assert first != episodes("2", 8)


def test_a_vector_of_processes_does_what_one_process_does() -> None:
    def steps(mode: str) -> list[Any]:
        envs = gymnasium.make_vec(NAME, num_envs=2, vectorization_mode=mode, level="drop", seconds=1.0)
        envs.reset(seed=5)
        envs.action_space.seed(3)
        seen = []
        for _ in range(4):
            observation, rewards, terminated, _, info = envs.step(envs.action_space.sample())
            seen.append((rewards.tolist(), terminated.tolist(), info["hash"].tolist(), observation["parts"].tobytes()))
        envs.close()
        return seen

    assert steps("async") == steps("sync")


def test_without_gymnasium_one_sentence_says_what_to_install() -> None:
    lines = "import sys; sys.modules['gymnasium'] = None; import sandbox.environment"
    ran = subprocess.run([sys.executable, "-c", lines], cwd=child.ROOT, capture_output=True, text=True, timeout=100)
    assert ran.stderr.endswith("ImportError: Gymnasium is not installed: pip install 'gymnasium>=1.2,<2'\n")


def test_a_picture_is_an_observation(tmp_path: Path) -> None:
    env = ContraptionEnv("drop", observation="picture", render_mode="rgb_array", size=(64, 40), seconds=2.0)
    before, _ = env.reset(seed=1)
    assert before.shape == (40, 64, 3) and before in env.observation_space and before.std() > 10
    after, *_ = env.step(env.action_of("place", **BALL))
    assert np.array_equal(env.render(), after) and not np.array_equal(before, after)
    again, _ = env.reset(seed=1)
    assert np.array_equal(again, before)
    env.close()
