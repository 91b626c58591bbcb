"""The table of what each kind costs: its rows, what it calls busy, and bounds on how much a kind does in a tick."""

from __future__ import annotations

import json
from functools import cache

import pytest

from sandbox import cli
from sandbox.bench import kind_costs
from sandbox.bench.kind_costs import ROUND, ROUNDS, Subject, at_its_busiest, subjects
from sandbox.parts import KINDS, LINKS
from sandbox.parts.kind import Kind, LinkKind


@cache
def rows() -> dict[str, Subject]:
    """Return all rows of the table by their keys."""
    return {row.key: row for row in subjects()}


TICKS = 22 * ROUND
MAY_COST_MORE = ["fan", "bellows", "kettle"]  # they blow wind


def test_each_kind_and_a_rope_over_a_pulley_has_a_row() -> None:
    assert [*rows()] == [*KINDS, *LINKS, kind_costs.OVER_PULLEY]
    for key, row in rows().items():
        for scene in (row.rest, row.work):
            spec = scene.design.part_by_id.get(scene.subject) or scene.design.link_by_id[scene.subject]
            assert spec.kind == ("rope" if key == kind_costs.OVER_PULLEY else key)
    assert rows()[kind_costs.OVER_PULLEY].work.design.link_by_id[rows()[kind_costs.OVER_PULLEY].work.subject].via


def test_what_blows_wind_and_ropes_over_pulleys_may_cost_more() -> None:
    more = [key for key, row in rows().items() if row.most > kind_costs.MOST]
    assert more == [*MAY_COST_MORE, kind_costs.OVER_PULLEY]


def test_what_is_done_once_is_not_what_it_costs_at_work() -> None:
    once = [0.0] * TICKS
    once[100] = 1000.0
    assert at_its_busiest(once) == 0.0
    assert max(kind_costs.rounds(once)) > 0.0


def test_at_work_is_where_it_is_busy_for_some_rounds() -> None:
    a_while = [0.0] * TICKS
    a_while[3 * ROUND : (3 + ROUNDS) * ROUND] = [2.0] * ROUNDS * ROUND
    assert at_its_busiest(a_while) == 2.0


def test_what_acts_on_every_eighth_tick_costs_an_eighth() -> None:
    assert at_its_busiest([8.0 if tick % 8 == 3 else 0.0 for tick in range(TICKS)]) == 1.0


# -- how much a kind does in a tick at work: a clock would measure the neighbours, too, calls of functions do not vary

CALLS = 6.0  # of functions in a tick: less than 3 us
# What was counted of those that do more, and a little beyond for another release of Python. Wind, and ropes over
# pulleys, have no bound. What is in old recordings has to do on each tick what it did then, to the last bit; the
# classics follow another program's ticks.
MORE = {
    "classic_dynamite": 7, "rocket_bottle": 11, "cola_bottle": 7, "rope": 9.5, "steel_cable": 9.5,
    "boxing_glove": 14.5, "classic_walker": 14.3, "classic_balloon": 12, "butterfly": 10, "spring_match": 6.3,
    "firework": 12.5, "trap_door": 8, "light_gate": 8.5, "pressure_plate": 6.8, "bucket": 6.8,
    "lamp": 7.4, "classic_detonator": 14, "classic_butterfly": 13.5, "scissors": 12.8, "water_tank": 12.5,
    "dog": 10.8, "hamster_wheel": 9.5, "cat": 8.8, "detonator": 8.5, "spring_board": 8.1, "vacuum": 8, "mouse": 7.8,
    "flipper": 7.6, "ray_gun": 7, "pool_cue": 6.5, "ice_block": 6.5, "dynamite": 6.5,
    "sandbag": 11.5, "sand_hopper": 7,
}  # fmt: skip


def goes_on(kind: Kind | LinkKind) -> bool:
    """Tell whether a kind may do something tick after tick: it acts, has alarms, or a law of motion of its own."""
    if isinstance(kind, LinkKind) and type(kind).acting is not LinkKind.acting:
        return True
    base = Kind if isinstance(kind, Kind) else LinkKind
    return kind.name == "balloon" or type(kind).act is not base.act or type(kind).due is not base.due


BUSY = [key for key, kind in {**KINDS, **LINKS}.items() if goes_on(kind) and key not in MAY_COST_MORE]


@pytest.mark.parametrize("key", BUSY)
def test_no_kind_does_much_in_a_tick_at_work(key: str) -> None:
    """None looks on every tick at what it may see 30 times a second."""
    assert kind_costs.calls_of(rows()[key].work) <= MORE.get(key, CALLS)


def test_a_rope_over_a_pulley_is_worked_out_without_the_equations_of_all_ropes() -> None:
    """By these it makes 249 calls."""
    assert kind_costs.calls_of(rows()[kind_costs.OVER_PULLEY].work) <= 43


def test_a_kind_that_looks_on_every_tick_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("water_tank", "electromagnet", "bucket", "vacuum", "mouse"):
        monkeypatch.setattr(type(KINDS[key]), "act_interval", 0.0)
        assert kind_costs.calls_of(rows()[key].work) > MORE.get(key, CALLS), key


@pytest.mark.parametrize("key", ["floor", "crate", "gear", "mirror", "belt"])
def test_what_only_lies_there_or_is_left_to_the_engine_costs_nothing(key: str) -> None:
    assert kind_costs.calls_of(rows()[key].work) == 0.0


def test_the_number_of_calls_is_the_same_each_time() -> None:
    once, again = (kind_costs.calls_of(rows()["walker"].work) for _ in range(2))
    assert once == again > 0.0


def test_the_command_prints_a_row_for_each_kind(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    two = rows()["walker"], rows()["floor"]
    monkeypatch.setattr(kind_costs, "subjects", lambda: two)
    with pytest.raises(SystemExit) as left:
        cli.main(["bench", "--kinds", "--quick", "--json"])
    assert not left.value.code
    walker, floor = map(json.loads, capsys.readouterr().out.splitlines())
    assert (walker["kind"], floor["kind"]) == ("walker", "floor")
    assert 0.0 < walker["spread"][0] <= walker["work_us"] <= walker["spread"][1]
    assert walker["calls"] > 0 == floor["work_us"]
