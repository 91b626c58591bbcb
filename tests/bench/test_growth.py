"""The curve of the load by the number of active parts: its rows, its powers, and the sheets that show it."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from PIL import Image

from sandbox import cli
from sandbox.bench import chart, growth, growth_table
from sandbox.bench.growth import SizeCost
from sandbox.bench.scenes import ACTIVE, ACTIVE_PARTS, active, halls


def row(parts: int, tick: float, frame: float | None = 0.5) -> SizeCost:
    return SizeCost(parts, tick, 0.9 * tick, 1.1 * tick, 0.3 * tick, 0.25 * tick, frame, 240)


def test_a_hall_of_fifty_is_the_one_that_is_measured_alone_and_two_have_twice_as_many_parts() -> None:
    assert halls(1) == active(ACTIVE)
    assert len(halls(2).parts) == 2 * len(halls(1).parts) and len(halls(2).links) == 2 * len(halls(1).links)
    assert growth.HALLS[-1] * ACTIVE_PARTS == 1600


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_the_power_is_that_of_the_number_of_parts(power: float) -> None:
    small, large = row(50, 100.0), row(400, 100.0 * 8**power)
    assert large.power_over(small) == pytest.approx(power)
    assert [plain["power"] for plain in growth_table.as_json([small, large])] == [None, pytest.approx(power)]


def test_the_load_is_the_share_of_a_core_that_all_ticks_of_a_second_take() -> None:
    assert row(50, 1e6 / 240).load == pytest.approx(1.0)


def test_steps_are_measured_within_a_run_and_the_run_is_the_same() -> None:
    measured = growth.ticks_of(halls(1), 2 * growth.TURN)
    assert 0 < measured.steps < measured.whole
    assert 0 < measured.bare < measured.whole


@pytest.mark.parametrize("power", [1.0, 2.0])
def test_what_grows_by_a_power_lies_on_a_straight_line(power: float) -> None:
    points = [(50.0 * 2**n, 0.03 * 2 ** (n * power)) for n in range(6)]
    axes = growth_table.Axes.around(points)
    places = [axes.at(*point) for point in points]
    slopes = [(y - up) / (x - left) for (left, up), (x, y) in itertools.pairwise(places)]
    assert slopes == pytest.approx([slopes[0]] * 5)
    assert places[0][0] == 0.0 and places[-1][0] == 1.0 and all(0.0 <= y <= 1.0 for _, y in places)
    bent = [axes.at(x, y + 0.03) for x, y in points[:3]]
    assert (bent[1][1] - bent[0][1]) / bent[1][0] != pytest.approx(slopes[0], rel=0.1)


def test_the_command_prints_a_line_for_each_number_of_parts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(growth, "QUICK_HALLS", (1, 2))
    with pytest.raises(SystemExit) as left:
        cli.main(["bench", "--curve", "--quick", "--json", "--picture", str(tmp_path / "curve.png")])
    assert not left.value.code
    fifty, hundred = map(json.loads, capsys.readouterr().out.splitlines())
    assert (fifty["parts"], hundred["parts"]) == (50, 100)
    assert fifty["power"] is None and -1.0 < hundred["power"] < 3.0
    for plain in (fifty, hundred):
        assert 0.0 < plain["step_us"] < plain["tick_us"] == pytest.approx(plain["load"] * 1e6 / 240, rel=0.01)
        assert plain["spread"][0] <= plain["tick_us"] <= plain["spread"][1]
    with Image.open(tmp_path / "curve.png") as image:
        colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or ()}
    assert {chart.MISSED, chart.PLAIN} <= colours


def test_kinds_and_the_curve_are_not_measured_together(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["bench", "--kinds", "--curve"])
    assert left.value.code and "one at a time" in capsys.readouterr().err
