"""The agents: what a win counts for, what the learning one makes of what it knows, and that none sees a solution."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import sandbox
from sandbox.api.level import Level
from sandbox.environment.agents import agents, variants
from sandbox.environment.agents.experience import Experience, worth
from sandbox.verify.verdicts import Verdict


@pytest.mark.parametrize("agent", agents.AGENTS)
def test_every_win_is_a_recording_that_passes(agent: str, tmp_path: Path) -> None:
    drop = sandbox.load("drop")
    file = tmp_path / "win.replay"
    tried = agents.try_level(agent, drop, 40, 1, [], file)
    assert tried.won_at is not None and tried.won_at == tried.tries
    assert sandbox.verify(file).verdict is Verdict.PASS and sandbox.replay(file).won
    assert agents.try_level(agent, drop, 40, 1, []) == tried


def test_an_agent_that_may_not_try_wins_nothing() -> None:
    assert agents.try_level("random", sandbox.load("drop"), 0, 1, []) == agents.AgentTries(None, 0)


def test_no_agent_reads_the_hints() -> None:
    level = sandbox.load("drop")
    blind = Level(replace(level.design, hints=()))
    for agent in agents.AGENTS:
        assert agents.try_level(agent, blind, 20, 1, []) == agents.try_level(agent, level, 20, 1, [])


def test_worth_is_that_of_known_episodes_nearby() -> None:
    known = [
        Experience("ramp", [0.0, 0.0], 2.0),
        Experience("ramp", [9.0, 9.0], 0.0),
        Experience("fan", [9.0, 9.0], 2.0),
    ]
    near, far, between = worth([[0.1, 0.0], [9.0, 9.1], [50.0, 50.0]], known, "ramp").tolist()
    assert near > 1.0 > far >= 0.0 and between == pytest.approx(0.0)
    assert np.array_equal(worth([[0.0], [1.0]], known, "glove"), np.zeros(2))


def test_a_variant_is_another_level_for_each_number_and_the_same_for_one() -> None:
    for idea in variants.TEMPLATES:
        first, again, other = (variants.drawn(idea, number).design() for number in (1, 1, 2))
        assert first == again and first.parts != other.parts
        assert sum(item.count for item in first.stock_items.values()) in (1, 2)
    with pytest.raises(sandbox.Refused, match="there is no template 'chutes'"):
        variants.template("chutes")
