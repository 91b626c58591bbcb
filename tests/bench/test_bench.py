"""The benchmark measures what it says: its keys, its scene, and a ratio of 1 for two equal sides."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymunk
import pytest
from PIL import Image

from sandbox import cli
from sandbox.bench import (
    bare_side,
    bench,
    bench_program,
    chart,
    cluster_cost,
    drawing,
    environment_cost,
    figures,
    forecast_cost,
    scenes,
    search_cost,
)
from sandbox.bench.calls import call_in_child
from sandbox.levels import library
from sandbox.machine.machine import Machine
from sandbox.parts.world import Running


@pytest.fixture(scope="module")
def quick() -> figures.BenchResults:
    """What a quick run measures, with a workshop of 50 parts for that of 400, and one pair for what is not bounded."""

    def once(measured: Callable[..., list[figures.Figure]]) -> Callable[..., list[figures.Figure]]:
        return lambda effort, *more: measured(effort._replace(pairs=1), *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench, "EIGHTFOLD", 1)
        for name in ("_active", "_workshop", "_suite"):
            patch.setattr(bench, name, once(getattr(bench, name)))
        return bench.measure(quick=True)


def test_it_prints_one_object_with_the_documented_keys(
    quick: figures.BenchResults, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bench, "measure", lambda quick: results)
    monkeypatch.setattr(bench_program, "measure", lambda effort: [figure])
    monkeypatch.setattr(forecast_cost, "measure", lambda: [path])
    monkeypatch.setattr(search_cost, "measure", lambda: [search])
    monkeypatch.setattr(cluster_cost, "measure", lambda note: [cluster])
    monkeypatch.setattr(environment_cost, "measure", lambda note: [learning])
    results = quick
    figure = figures.Figure("frame_vs_debug_draw", "Frame", 0.001, 0.001, 0.002, 0.01, "x", "a frame")
    path = figures.Figure("forecast_first", "First path", 100.0, 90.0, 110.0, 150.0, "ms", "a path")
    search = figures.Figure("search_ratio", "Search", 1.5, 1.4, 1.6, 1.3, "x", "a search")
    cluster = figures.Figure("cluster_share", "Cluster", 0.09, 0.08, 0.1, 0.1, "of the work", "a cluster")
    learning = figures.Figure("environment_ratio", "Learning environment", 1.4, 1.3, 1.5, 1.5, "x", "an episode")
    plot = tmp_path / "bench.png"
    with pytest.raises(SystemExit) as left:
        cli.main(["bench", "--json", "--quick", "--picture", str(plot)])
    assert not left.value.code
    plain = json.loads(capsys.readouterr().out)
    with Image.open(plot) as image:
        colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 20)}
    assert colours & {chart.MET, chart.MISSED} and chart.PLAIN in colours
    for key in (
        "replay_ratio",
        "active_ratio",
        "active_ratio_mechanical",
        "workshop_400",
        "record_ratio",
        "bytes_per_minute",
        "hash_share",
        "frame_vs_debug_draw",
        "forecast_first",
        "search_ratio",
        "cluster_share",
        "environment_ratio",
    ):
        assert isinstance(plain[key], int | float)
        low, high = plain["spread"][key]
        assert low <= plain[key] <= high
    assert plain["pairs"] >= 5


def test_the_figures_are_of_the_right_size(quick: figures.BenchResults) -> None:
    """Wide bounds: a broken measurement is off by far, and a busy machine must not fail this."""
    plain = figures.as_json(quick)
    assert 0.9 < plain["replay_ratio"] < 2.0
    assert 0.9 < plain["record_ratio"] < 1.5
    assert -0.1 < plain["hash_share"] < 0.5
    assert 10_000 < plain["bytes_per_minute"] < 60_000
    assert plain["bytes_per_minute_moving"] > 8 * 60 * 240  # a hash for each tick at least


def test_many_recordings_are_measured_on_one_process_and_on_two(quick: figures.BenchResults) -> None:
    plain = figures.as_json(quick)
    assert 0.3 < plain["suite_speedup"] < 4
    assert plain["suite_ratio"] > 0.9  # eight short ones: mostly the start of two processes


def test_the_table_shows_each_figure_with_its_target(
    quick: figures.BenchResults, capsys: pytest.CaptureFixture[str]
) -> None:
    figures.show(quick)
    shown = capsys.readouterr().out
    for figure in quick.figures:
        assert figure.title in shown
    assert "1.050" in shown
    assert "1.020" in shown


@pytest.mark.parametrize("bodies", [1, 100, 200])
def test_the_pile_has_as_many_loose_bodies_and_stays_in_its_box(bodies: int) -> None:
    design = scenes.pile(bodies)
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


def run_second(machine: Machine) -> None:
    for _ in range(240):
        machine.tick()


@pytest.mark.parametrize("hall", [scenes.ACTIVE, scenes.MECHANICAL], ids=["all", "mechanical"])
def test_each_hall_has_fifty_active_parts_that_do_something_throughout(hall: Any) -> None:
    design = scenes.active(hall)
    turning = ("motor", "generator", "windmill", "hot_air_balloon", "balloon", "walker", "dog")
    still = ("fan", "conveyor", "flashlight", "photocell", "timer", "burner", "kettle", "candle")
    active = {kind: [spec.id for spec in design.parts if spec.kind == kind] for kind in (*turning, *still)}
    reeved = [link for link in design.links if link.via]
    assert sum(map(len, active.values())) + len(reeved) == 50
    machine = Machine(design)
    for second in range(5):
        travelled = machine.states.copy()
        before = machine.read_rows().copy()
        run_second(machine)
        moved = abs(machine.read_rows() - before).max(axis=1)
        assert len(machine.parts) == len(design.parts), "nothing pops, dies and goes, or falls out of its stall"
        for kind in ("motor", "generator", "balloon", "hot_air_balloon", "walker"):
            body = int(kind in ("motor", "generator"))
            assert all(moved[machine.row_of[id_, body]] > 0.001 for id_ in active[kind]), (kind, second)
        assert all(abs(machine.states - travelled)[machine.slot_of[id_, "travel"]] > 0 for id_ in active["conveyor"])
        assert all(len(machine.parts[id_].joints) >= 1 for id_ in active["fan"]), "what the wind pushes"
        for link in reeved:
            assert any(moved[machine.row_of[part, 0]] > 0.001 for part in (link.a.part, link.b.part))
    for kind, event in (("photocell", "pressed"), ("timer", "rang"), ("dog", "noticed"), ("kettle", "boiled")):
        assert set(active[kind]) <= {happened.part for happened in machine.events if happened.what == event}
    assert all(machine.parts[id_]["turning"] for id_ in active["windmill"])


def test_the_bare_side_has_all_joints_and_bodies_of_the_machine_that_it_follows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Systems count the time of a process by the hundredth of a second, and these steps take less.
    monkeypatch.setattr(time, "process_time_ns", time.perf_counter_ns)
    design = scenes.active(((scenes._fan, 1), (scenes._rope, 1), (scenes._bells, 1), (scenes._motor, 1)))
    machine, side = Machine(design), bare_side.BareSide(design)
    follower = side.machine
    at_start = len(follower.space.constraints)
    for _ in range(4):
        side.turn(machine, 30)
        run_second(machine)
        side.follow(machine)
        assert len(follower.space.bodies) == len(machine.space.bodies)
        for run, bare in zip([*machine.parts.values(), *machine.links.values()],
                             [*follower.parts.values(), *follower.links.values()], strict=True):  # fmt: skip
            mirrored = [side._joints[run.id][joint] for joint in run.joints]
            assert all(joint in follower.space.constraints for joint in mirrored)
            for joint, image in zip(run.joints, mirrored, strict=True):
                assert type(joint) is type(image) and joint.max_force == image.max_force
                if isinstance(joint, pymunk.SlideJoint):
                    assert (joint.max, joint.anchor_a) == (image.max, image.anchor_a)
            if isinstance(run, Running):
                assert [body.space is None for body in run.bodies] == [body.space is None for body in bare.bodies]
                present = [pair for pair in zip(run.bodies, bare.bodies, strict=True) if pair[0].space is not None]
                assert all(body.position == image.position for body, image in present)
        assert len(follower.space.constraints) == len(machine.space.constraints)
    assert len(follower.space.constraints) > at_start, "the springs by which the fan pushes"
    assert side.spent > 0


# -- around the engine

ROUGH = figures.Effort(pairs=2, seconds=1)


def by_key(measured, folder: Path) -> dict[str, figures.Figure]:
    return {figure.key: figure for figure in measured(ROUGH, folder)}


def test_the_cost_of_an_editing_session_grows_with_its_commands_and_not_with_its_hours(tmp_path: Path) -> None:
    found = by_key(bench_program.idle_session, tmp_path)
    assert 0.01 < found["idle_session_seconds"].value < 5
    assert found["idle_session_ratio"].value == pytest.approx(1.0, abs=0.5)
    from sandbox.recording import reader

    read = reader.read(tmp_path / "10.replay")
    assert len(read.commands) == 500
    assert read.ticks > 0.99 * 10 * 3600 * 240


def test_a_slow_disk_is_waited_for_by_nobody_and_one_in_the_frame_would_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "control").mkdir()
    found = by_key(bench_program.slow_disk, tmp_path)
    assert found["write_block_ms"].low < 50
    from sandbox.workspace.files.journal import SessionLog

    def sync_at_once(self: SessionLog, now_ns: int) -> None:
        if self.sync_due_ns(now_ns) == 0:
            self.force()
            self._synced_ns = now_ns

    monkeypatch.setattr(SessionLog, "sync", sync_at_once)
    found = by_key(bench_program.slow_disk, tmp_path / "control")
    assert found["write_block_ms"].value > 100


def test_the_memory_of_a_longer_run_is_that_of_a_short_one(tmp_path: Path) -> None:
    short, longer = (
        call_in_child(bench_program.record_memory, str(tmp_path / f"{seconds}.replay"), seconds)["kilobytes"]
        for seconds in (2, 20)
    )
    assert longer / short == pytest.approx(1.0, abs=0.1)
    assert call_in_child(bench_program.verify_memory, str(tmp_path / "2.replay"), 2)["kilobytes"] > 10_000


def test_a_frame_costs_the_same_for_many_bodies_and_less_than_debug_drawing() -> None:
    times = call_in_child(drawing.frame_times, 1, PYGLET_HEADLESS="true", GALLIUM_NOOP="1")
    assert times["between_most"][0] < 3 * times["between_few"][0]
    assert times["ticked"][0] < 0.05 * times["debug"][0]


def test_the_interface_is_measured_without_its_canvas(tmp_path: Path) -> None:
    found = call_in_child(drawing.interface_times, 1, str(tmp_path), PYGLET_HEADLESS="true", GALLIUM_NOOP="1")
    assert 0.01 < found["milliseconds"][0] < 20


def test_the_chooser_is_measured_with_pictures_that_are_there(tmp_path: Path) -> None:
    asked = {"PYGLET_HEADLESS": "true", "LIBGL_ALWAYS_SOFTWARE": "1", "SANDBOX_PICTURES": str(tmp_path / "pictures")}
    first, second = (call_in_child(drawing.chooser_times, str(tmp_path / "data"), **asked) for _ in range(2))
    assert len(list((tmp_path / "data" / "contraptions").iterdir())) + len(library.bundled_levels()) >= drawing.LEVELS
    assert len(list((tmp_path / "pictures").iterdir())) >= 8, "those in view"
    assert 0.02 < second["seconds"] < 5.0
    assert second["seconds"] < first["seconds"], "which has drawn the pictures"
    assert 0.1 < second["frame_ms"] < 100


def test_playing_costs_less_than_the_loop_of_the_engines_examples(tmp_path: Path) -> None:
    found = call_in_child(drawing.other_times, 1, PYGLET_HEADLESS="true", GALLIUM_NOOP="1")
    assert 0 < sum(found["play"]) < 0.5 * sum(found["examples"])


def test_the_help_of_the_command_line_is_a_process_of_its_own(tmp_path: Path) -> None:
    found = by_key(lambda effort, folder: bench_program.starts(effort._replace(pairs=1), folder), tmp_path)
    assert 0.01 < found["help_seconds"].value < 1
    assert found["start_seconds"].value > found["help_seconds"].value
    assert found["help_seconds"].value < found["verify_seconds"].value < 10 * found["help_seconds"].value
