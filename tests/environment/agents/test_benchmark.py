"""The benchmark: its figures, that it keeps what it has measured, and its page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandbox.environment.agents import benchmark, page, variants
from sandbox.environment.agents.agents import AgentTries
from sandbox.environment.agents.benchmark import LEVELS, VARIANTS, BenchmarkPlan, Score, auccess, solved_within
from sandbox.levels import library
from tests.cli.test_cli import Ask, ask

__all__ = ["ask"]  # a fixture


def scores_of(*won_at: int | None) -> list[Score]:
    return [Score(VARIANTS, "chute", f"chute {n}", "random", AgentTries(at, 9)) for n, at in enumerate(won_at)]


def test_auccess_is_that_of_phyre() -> None:
    assert solved_within(scores_of(1, 3, None), 4) == pytest.approx([1 / 3, 1 / 3, 2 / 3, 2 / 3])
    assert auccess([1.0] * 100) == pytest.approx(1.0) and auccess([0.0] * 100) == 0.0
    # Won on the second try and not on the first: all but log(2) of log(101).
    assert auccess([0.0] + [1.0] * 99) == pytest.approx(0.8498, abs=1e-4)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> BenchmarkPlan:
    """A benchmark of one template, in a cache folder of its own."""
    monkeypatch.setenv("SANDBOX_CHECKS", str(tmp_path / "checks"))
    monkeypatch.setattr(variants, "TEMPLATES", (variants.template("chute"),))
    return BenchmarkPlan(6, held_out=1, training=1, lessons=8, wins=None)


def test_what_was_measured_is_not_measured_again(small: BenchmarkPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [library.find("drop")]
    steps: list[float] = []
    first = benchmark.measure(paths, small, lambda done, total=1.0, what="": steps.append(done / total))
    assert {(score.group, score.name) for score in first} == {(VARIANTS, "chute 1000"), (LEVELS, "drop")}
    assert steps == sorted(steps) and steps[-1] == pytest.approx(1.0)
    monkeypatch.setattr(benchmark.Pool, "each", lambda self, orders: iter(pytest.fail("asked again") for _ in orders))
    assert benchmark.measure(paths, small) == first


def test_the_page_has_a_curve_and_a_row_for_each_agent(tmp_path: Path) -> None:
    scores = [
        Score(group, "chute & co", "chute 1", agent, AgentTries(at, 9))
        for group in (VARIANTS, LEVELS)
        for agent, at in (("random", None), ("learned", 2), ("search", 5))
    ]
    page.write(tmp_path / "x.html", scores, BenchmarkPlan(9))
    text = (tmp_path / "x.html").read_text("utf-8")
    assert text.count("<polyline") == 6 and "chute &amp; co" in text and "chute & co" not in text
    assert text.count("<td>learned</td>") == 2 and "100%" in text and "http" not in text


def test_the_command_refuses_in_one_sentence(ask: Ask, tmp_path: Path) -> None:
    for line in (["agents", "dropp"], ["agents", "drop", "-o", "x.txt"], ["agents", "workshop", "--tries", "0"]):
        ran = ask(*line)
        assert ran.code == 2 and ran.err.count("\n") == 1, ran


def test_json_names_each_group_and_agent(ask: Ask, small: BenchmarkPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "measure", lambda paths, plan, progress: scores_of(1, None))
    ran = ask("agents", "drop", "--tries", "9", "--json")
    assert json.loads(ran.out)["within"] == {"1": 0.5, "9": 0.5}
