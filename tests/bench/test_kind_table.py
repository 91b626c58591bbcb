"""The table of costs: the costliest kinds first, and those that cost nothing in one line."""

from __future__ import annotations

import pytest

from sandbox.bench import kind_table
from sandbox.bench.kind_costs import KindCost

DEAR = KindCost("vacuum", "Vacuum cleaner", 0.1, 16.0, 12.0, 20.0, 90.0, 30.0, 3.0)
CHEAP = KindCost("timer", "Kitchen timer", 0.0, 0.4, 0.3, 0.5, 150.0, 0.2, 3.0)
FREE = KindCost("floor", "Floor", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0)
FAN = KindCost("fan", "Fan", 0.0, 7.0, 6.5, 7.5, 90.0, 20.0, 8.0)


def test_the_table_begins_with_what_costs_most_and_says_what_it_means(capsys: pytest.CaptureFixture[str]) -> None:
    kind_table.show([FREE, CHEAP, FAN, DEAR])
    shown = capsys.readouterr().out
    assert shown.index("Vacuum cleaner") < shown.index("Fan") < shown.index("Kitchen timer")
    assert "Nothing of their own: floor." in shown
    assert "ropes over pulleys, 8." in " ".join(shown.split())


def test_only_what_is_above_its_bound_is_not_met() -> None:
    assert [cost.met for cost in (DEAR, CHEAP, FREE, FAN)] == [False, True, True, True]


def test_a_row_as_plain_data() -> None:
    plain = kind_table.as_json(DEAR)
    assert plain["kind"] == "vacuum" and plain["work_us"] == 16.0 and plain["target_us"] == 3.0
    assert plain["spread"] == [12.0, 20.0]


def test_a_picture_has_a_bar_for_each_of_the_costliest() -> None:
    bars = kind_table.bars([CHEAP, DEAR] + [FREE] * 40)
    assert [bar.title for bar in bars[:2]] == ["Vacuum cleaner", "Kitchen timer"]
    assert len(bars) < 42 and bars[0].bound == 3.0
