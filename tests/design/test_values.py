"""Numbers of a design are of the types that a file gives back, however they were written in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

from sandbox.design import design as d
from sandbox.design.values import canonical_text


def in_numbers(number: Callable[[int], Any]) -> tuple[d.Document, ...]:
    """A value of each class with numbers, all of them made by a function."""
    n = number
    return (
        d.World(n(0), n(-9), n(0), n(4), n(3), 240, bounce_from=n(1), rest_speed=n(1)),
        d.PartSpec(1, "crate", n(1), n(2), n(0)),
        d.Link(3, "rope", d.End(1, at=(n(1), n(2))), d.End(2)),
        d.Hint("Here", "crate", n(1), n(2), n(3)),
        d.Hint("Tie", "rope", a=d.HintEnd(1, at=(n(0), n(1))), b=d.HintEnd(2)),
        d.StockItem("crate", 2, angle=n(1)),
        d.Par(2, n(3), d.Goal("Fast", d.Faster(1, n(2)))),
        d.NoBuildArea(n(0), n(1), n(2), n(3)),
        d.Goal("Held", d.Held(n(1), d.Not(d.Latched(d.All((d.Inside(1, n(0), n(0), n(1), n(1)),)))))),
        d.Count("crate", n(0), n(0), n(1), n(1), 2),
        d.AnyOf((d.Beyond(1, "x", "more", n(1)), d.Distance(1, 2, "less", n(1)), d.Moved(1, n(1)), d.Turned(1, n(2)))),
    )  # fmt: skip


MEANT = in_numbers(float)


@pytest.mark.parametrize("number", [int, np.float64, np.float32, np.int64], ids=lambda number: number.__name__)
def test_a_whole_number_becomes_what_is_meant(number: Callable[[int], Any]) -> None:
    for value, meant in zip(in_numbers(number), MEANT, strict=True):
        assert canonical_text(value) == canonical_text(meant)
        assert msgspec.json.encode(value) == msgspec.json.encode(meant)
        assert canonical_text(msgspec.convert(msgspec.to_builtins(value), type(value))) == canonical_text(value)


def test_whole_numbers_of_numpy_become_python_s() -> None:
    (spec,) = (d.PartSpec(np.int64(3), "crate", 1.0, 1.0, layer=np.int32(2)),)  # type: ignore[arg-type]
    assert (type(spec.id), type(spec.layer), repr(spec.id)) == (int, int, "3")
    assert type(d.World(tick_rate=np.int64(240)).tick_rate) is int  # type: ignore[arg-type]


def test_what_is_no_number_is_left_for_the_checks() -> None:
    for odd in ("1", None, True, [1.0], b"1"):
        spec = d.PartSpec(1, "crate", odd, 1.0)  # type: ignore[arg-type]
        assert spec.x is odd
    assert d.PartSpec(2.5, "crate", 1.0, 1.0).id == 2.5  # type: ignore[arg-type]


def test_a_changed_copy_is_fitted_as_well() -> None:
    spec = msgspec.structs.replace(d.PartSpec(1, "crate", 1.0, 1.0), x=2, angle=np.float64(0.5))
    assert canonical_text(spec) == canonical_text(d.PartSpec(1, "crate", 2.0, 1.0, 0.5))
