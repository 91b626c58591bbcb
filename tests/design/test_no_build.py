"""Areas in which the player may put no part: in files, at the gate, and in what `sandbox show` says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox import parts
from sandbox.cli import main
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import RULES, Design, PartSpec, StockItem, from_plain, to_plain
from sandbox.design.no_build import MOST_AREAS, NOT_THERE, NoBuildArea
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels

AREA = NoBuildArea(1.0, 0.0, 2.0, 1.0)
STOCK = {"crate": StockItem("crate", 2, resizes=("width",)), "rope": 1, "seesaw": 1}


def level(**more: Any) -> Design:
    """A level with an anchor on either side of the area, and one within it."""
    anchors = tuple(PartSpec(n, "anchor", x, 0.5, fixed=True) for n, x in ((1, 0.5), (2, 1.5), (3, 2.5)))
    fields: dict[str, Any] = {"parts": anchors, "stock": STOCK, "no_build": (AREA,), "next_id": 4}
    return parts.check(Design(**(fields | more)))


@pytest.mark.parametrize(("x", "y"), [(1.5, 0.5), (0.86, 0.5), (2.14, 0.99), (1.5, 1.14)])
def test_a_part_that_reaches_into_the_area_is_refused(x: float, y: float) -> None:
    with pytest.raises(Refused, match="No part may be put here"):
        Session(level()).do(c.Place("crate", x, y))


@pytest.mark.parametrize(("x", "y"), [(0.84, 0.5), (0.85, 0.5), (2.16, 0.5), (1.5, 1.16), (0.8, 1.5)])
def test_a_part_beside_it_or_at_its_edge_is_not(x: float, y: float) -> None:
    assert Session(level()).do(c.Place("crate", x, y))


def test_a_corner_that_a_box_around_the_part_would_not_spare_is_free() -> None:
    """A turned crate's box reaches into the area, the crate itself does not."""
    session = Session(level())
    assert session.do(c.Place("crate", 0.85, 1.15, 0.7853981633974483))
    with pytest.raises(Refused, match="No part may be put here"):
        session.do(c.Move(4, 0.95, 1.05, 0.7853981633974483))


def test_moving_turning_growing_and_pasting_into_it_are_refused_too() -> None:
    session = Session(level())
    session.do(c.Place("crate", 0.84, 0.5))
    crate = session.design.parts[-1]
    for command in (
        c.Move(4, 1.4, 0.5),
        c.Move(4, 0.84, 0.5, 0.7853981633974483),
        c.Resize(4, 0.84, 0.5, {"width": 0.5}),
        c.Paste((crate,), dx=0.4),
    ):
        assert session.why_not(command) == NOT_THERE
    assert session.do(c.Resize(4, 0.84, 0.5, {"width": 0.25}))


def test_ropes_may_end_in_it_and_run_through_it() -> None:
    assert Session(level()).do(c.Connect("rope", 1, "hook", 3, "hook"))
    assert Session(level()).do(c.Connect("rope", 1, "hook", 2, "hook"))


def test_the_author_and_who_builds_freely_put_parts_where_they_like() -> None:
    for design in (replace(level(), author=True), level(stock=None)):
        assert Session(design).do(c.Place("crate", 1.5, 0.5))


def test_it_is_written_and_read_and_left_out_where_there_is_none() -> None:
    design = level()
    assert levels.loads(levels.dumps(design)) == design
    by_hand = levels.dumps(level(no_build=())) + "[[no_build]]\nx0 = 1\ny0 = 0\nx1 = 2\ny1 = 1\n"
    assert levels.loads(by_hand) == design
    assert "no_build" not in to_plain(level(no_build=()))
    assert levels.digest(design) != levels.digest(level(no_build=()))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"no_build": [{"x0": 1.0, "y0": 0.0, "x1": 1.0, "y1": 1.0}]}, "no_build 1: it goes from x0, y0 to x1, y1"),
        ({"no_build": [{"x0": 1.0, "y0": 0.0, "x1": 2.0}]}, "y1"),
        ({"no_build": [{"x0": 0, "y0": 0, "x1": 1, "y1": 1}] * (MOST_AREAS + 1)}, "up to 64"),
        ({"rules": 7}, "rules is 7; this version of the program knows 2 to 3"),
    ],
)
def test_a_fault_in_a_file_is_said_in_a_sentence(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadFile, match=sentence):
        from_plain({"rules": RULES, **fields})


def test_show_names_the_areas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.toml"
    levels.write(path, level())
    with pytest.raises(SystemExit):
        main(["show", str(path)])
    assert "no-build area: x from 1 to 2 m, y from 0 to 1 m" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["show", "--json", str(path)])
    assert json.loads(capsys.readouterr().out)["no_build"] == [[1.0, 0.0, 2.0, 1.0]]
