"""What sets a part off and what it hands on: it follows from what the part is built of, and from what it names."""

from __future__ import annotations

import pytest

from sandbox.editing import stimuli
from sandbox.editing.stimuli import STIMULI, Exchange
from sandbox.parts import KINDS, LINKS
from sandbox.parts.kind import Kind


@pytest.mark.parametrize(
    ("kind", "takes", "gives"),
    [
        ("bowling_ball", {"knock", "pull", "blast"}, {"knock", "weight", "pull"}),
        ("tennis_ball", {"knock", "wind", "blast"}, {"knock"}),
        ("button", {"knock", "blast"}, {"signal"}),
        ("motor", {"signal", "power"}, {"turn"}),
        ("gear", {"turn"}, {"turn"}),
        ("fan", {"signal", "power"}, {"wind"}),
        ("windmill", {"wind", "pull"}, {"turn", "pull"}),
        ("balloon", {"knock", "pull", "wind", "heat", "blast", "prick"}, {"knock", "pull"}),
        ("seesaw", {"knock", "weight", "pull"}, {"knock", "pull"}),
        ("dynamite", {"knock", "signal", "wind", "heat", "blast"}, {"knock", "blast"}),
        ("candle", {"wind", "heat"}, {"heat", "light"}),
        ("laser", {"signal", "power"}, {"heat", "light"}),
        ("mirror", {"light"}, {"light"}),
        ("photocell", {"light"}, {"signal"}),
        ("kettle", {"heat"}, {"wind"}),
        ("fuse", {"heat", "prick"}, {"heat"}),
        ("mouse", {"knock", "wind", "heat", "lure", "blast"}, {"knock", "lure"}),
        ("wall", set(), set()),
        ("rope", {"pull", "heat", "prick"}, {"pull"}),
        ("steel_cable", {"pull"}, {"pull"}),
        ("wire", {"signal"}, {"signal"}),
        ("cable", {"power", "prick"}, {"power"}),
    ],
)
def test_what_a_part_takes_and_hands_on(kind: str, takes: set[str], gives: set[str]) -> None:
    exchange = stimuli.of(KINDS.get(kind) or LINKS[kind])
    assert (set(exchange.takes), set(exchange.gives)) == (takes, gives)


def sets_off(name: str, other: str) -> bool:
    return bool(set(stimuli.of(KINDS[name]).gives) & set(stimuli.of(KINDS[other]).takes))


def test_a_ball_sets_off_a_button_and_a_button_a_motor_but_a_wall_nothing() -> None:
    assert sets_off("tennis_ball", "button")
    assert sets_off("button", "motor")
    assert not sets_off("tennis_ball", "motor")
    assert not any(sets_off("wall", name) for name in KINDS)


def test_kinds_name_only_stimuli_that_there_are() -> None:
    for kind in KINDS.values():
        assert {*kind.set_off_by, *kind.hands_on} <= set(STIMULI), kind.name


def test_each_stimulus_is_taken_by_some_kind_and_handed_on_by_another() -> None:
    for name in STIMULI:
        assert any(name in stimuli.of(kind).takes for kind in KINDS.values()), name
        assert any(name in stimuli.of(kind).gives for kind in KINDS.values()), name


def test_a_port_for_a_stimulus_counts_without_being_named() -> None:
    plain: Kind = KINDS["counter"]
    assert not plain.set_off_by and stimuli.of(plain) == Exchange(("signal",), ("signal",))
