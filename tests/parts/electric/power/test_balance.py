"""The watts on one net of cables: what its parts ask for, and what its sources can give at most."""

from __future__ import annotations

import pytest

from sandbox.parts.electric.power.balance import PowerBalance, power_balance, watts_of
from tests.contraptions import Builder
from tests.parts.rig import Rig


def net(source: str, *loads: str) -> tuple[Builder, int, list[int]]:
    """One source, and loads that hang on it by cables."""
    b = Builder()
    port = {"battery": "socket", "outlet": "left"}.get(source, "socket")
    given = b.part(source, 1.0, 2.0)
    asking = [b.part(load, 2.0 + 0.5 * number, 2.0) for number, load in enumerate(loads)]
    for load in asking:
        b.link("cable", given, port, load, "plug")
    return b, given, asking


@pytest.mark.parametrize(
    ("loads", "says"),
    [
        (("toaster",), "on its cables 50 W are asked for, of 60 W"),
        (("toaster", "electromagnet"), "W are asked for, of 60 W: nothing there will run"),
    ],
)
def test_each_part_of_a_net_gets_its_balance_in_words(loads: tuple[str, ...], says: str) -> None:
    b, source, asking = net("battery", *loads)
    design = b.design()
    for part in (source, *asking):
        balance = power_balance(design, part)
        assert balance is not None and balance.sentence().endswith(says)
        assert balance.is_short == (len(loads) > 1)


@pytest.mark.parametrize("loads", [("toaster",), ("toaster", "electromagnet"), ("fan",), ("fan", "toaster")])
def test_a_net_that_is_short_runs_nothing_and_one_that_is_not_does(loads: tuple[str, ...]) -> None:
    rig = Rig()
    battery = rig.add("battery", 1.0, 2.0)
    for number, load in enumerate(loads):
        rig.link("cable", battery, "socket", rig.add(load, 2.0 + number, 2.0), "plug")
    rig.run(0.2)
    balance = power_balance(rig.design, battery)
    assert balance is not None and balance.is_short == bool(rig.state(battery, "overloaded"))


def test_without_a_cable_there_is_no_balance_and_other_nets_do_not_count() -> None:
    b, source, _ = net("battery", "toaster")
    lone = b.part("toaster", 4.0, 2.0)
    other = b.part("outlet", 5.0, 2.0)
    b.link("cable", other, "left", b.part("electromagnet", 5.5, 2.0), "plug")
    design = b.design()
    assert power_balance(design, lone) is None
    assert power_balance(design, source) == PowerBalance(watts_of(design.part_by_id[source + 1]), 60.0)


def test_loads_without_a_source_are_not_short_but_said_to_have_none() -> None:
    assert PowerBalance(50.0, 0.0).sentence() == "on its cables 50 W are asked for, and no source is there"
    assert not PowerBalance(50.0, 0.0).is_short
