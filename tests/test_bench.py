"""The benchmark measures what it says: its keys, its scene, and a ratio of 1 for two equal sides."""

from __future__ import annotations

import json

import pytest

from sandbox import bench, cli
from sandbox.machine import Machine


def stepper(machine: Machine, times: int = 1) -> bench.Advance:
    """A side of a pair that does each step's work so many times over."""

    def advance(ticks: int) -> None:
        for _ in range(ticks * times):
            machine.space.step(machine.dt)

    return advance


@pytest.fixture(scope="module")
def quick() -> bench.Results:
    return bench.measure(quick=True)


def test_it_prints_one_object_with_the_documented_keys(
    quick: bench.Results, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "measure", lambda quick: results)
    results = quick
    with pytest.raises(SystemExit) as left:
        cli.main(["bench", "--json", "--quick"])
    assert not left.value.code
    plain = json.loads(capsys.readouterr().out)
    for key in ("replay_ratio", "record_ratio", "bytes_per_minute", "hash_share"):
        assert isinstance(plain[key], int | float)
        low, high = plain["spread"][key]
        assert low <= plain[key] <= high
    assert plain["pairs"] >= 5


def test_the_figures_are_of_the_right_size(quick: bench.Results) -> None:
    """Wide bounds: a broken measurement is off by far, and a busy machine must not fail this."""
    plain = bench.as_json(quick)
    assert 0.9 < plain["replay_ratio"] < 2.0
    assert 0.9 < plain["record_ratio"] < 1.5
    assert -0.1 < plain["hash_share"] < 0.5
    assert 10_000 < plain["bytes_per_minute"] < 130_000
    assert plain["bytes_per_minute_moving"] > 8 * 60 * 240  # a hash for each tick at least


def test_many_recordings_are_measured_on_one_process_and_on_two(quick: bench.Results) -> None:
    plain = bench.as_json(quick)
    assert 0.3 < plain["suite_speedup"] < 4
    assert plain["suite_ratio"] > 0.9  # eight short ones: mostly the start of two processes


def test_the_table_shows_each_figure_with_its_target(quick: bench.Results, capsys: pytest.CaptureFixture[str]) -> None:
    bench.show(quick)
    shown = capsys.readouterr().out
    for figure in quick.figures:
        assert figure.title in shown
    assert "1.050" in shown
    assert "1.020" in shown


@pytest.mark.parametrize(("times", "ratio", "within"), [(1, 1.0, 0.15), (2, 2.0, 0.5)])
def test_equal_sides_give_a_ratio_of_one_and_double_work_one_of_two(times: int, ratio: float, within: float) -> None:
    """(Doubled not exactly: a pile that is twice as far is at another stage of its fall.)"""
    design = bench.pile(60)
    sides = (lambda: stepper(Machine(design), times), lambda: stepper(Machine(design)))
    measured = sorted(bench._pair(*sides, 240) for _ in range(3))
    assert measured[1] == pytest.approx(ratio, abs=within)


@pytest.mark.parametrize("bodies", [1, 100, 200])
def test_the_pile_has_as_many_loose_bodies_and_stays_in_its_box(bodies: int) -> None:
    design = bench.pile(bodies)
    machine = Machine(design)
    for _ in range(240):
        machine.step()
        machine.tidy()
    loose = [run for run in machine.parts.values() if machine.grabbable(run.id)]
    assert len(loose) == bodies
    rows = machine.read_rows()[3:-1]
    assert rows[:, 0].min() > 0.1
    assert rows[:, 0].max() < design.world.width - 0.1
    assert rows[:, 1].min() > 0.1
