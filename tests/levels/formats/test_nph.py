"""Levels of NumptyPhysics: which strokes are fixed, which fall, and what they have for a goal."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.conditions import AnyOf, Touches
from sandbox.errors import BadFile
from sandbox.levels.formats import foreign
from sandbox.levels.formats.imported import Imported

LEVEL = """Title: See-saw
Author: test
Background: paper.png
Sf5: 20,400 780,400
St: 100,300 120,300 120,320 100,320 100,300
Sgs1: 90,380 130,380
S2: 600,300 640,310
Sd6: 10,10 40,40
S3: 5,5
E: 1,2
"""


def convert(folder: Path, text: str) -> Imported:
    path = folder / "L4_see_saw.nph"
    path.write_text(text, "utf-8")
    return foreign.read(path)


def test_strokes_become_parts(tmp_path: Path) -> None:
    imported = convert(tmp_path, LEVEL)
    level = imported.design
    assert (level.title, level.text, level.world.width, level.world.height) == ("See-saw", "By test", 4.0, 2.4)
    assert [part.props.get("body", "fixed") for part in level.parts] == ["fixed", "loose", "fixed", "loose"]
    ground = level.parts[0]
    assert (ground.x, ground.y) == (2.0, 0.4), "80 points above the bottom, at 5 mm a point"
    assert ground.props["width"] == pytest.approx(3.82) and ground.props["height"] == pytest.approx(0.02)
    assert imported.unknown == {"decoration": 1, "recorded move": 1, "stroke of one point": 1}
    assert imported.lines["decoration"] == 8
    assert (imported.objects, imported.converted) == (6, 4)


def test_the_goal_is_that_the_red_thing_reaches_the_yellow_one(tmp_path: Path) -> None:
    level = convert(tmp_path, LEVEL).design
    (goal,) = level.goals
    assert goal.when == AnyOf((Touches(2, 3),))
    session = Session(level)
    session.do(Start())
    session.advance(240)
    assert session.won_tick is not None, "it falls onto it"


def test_gravity_points_as_in_the_file(tmp_path: Path) -> None:
    world = convert(tmp_path, "Gd: 1.5,-2\nS: 0,0 100,100\n").design.world
    assert (world.gravity_x, world.gravity_y) == (1.5, 2.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no stroke"),
        ("hello", "line 1: not a level of NumptyPhysics: 'hello' has no colon"),
        ("X: 1", "a line begins with one of"),
        ("T: x\nS: 1,2 nan,3", "line 2: 'nan,3' is not two numbers"),
        ("S: 1,2 9999999,3", "too far away"),
        ("S: 1,2 3", "'3' is not two numbers"),
        ("S-4: 1,2 3,4", "'S-4' is no stroke"),
        ("G: 1000,0", "the gravity is 1000,0"),
        ("S:" + " 1,2" * 20_001, "more than 20000 points"),
        ("S: 1,1 2,2\n" * 2001, "more than 20000 points or 2000 strokes"),
        ("Sd: 1,1 2,2", "nothing in the drawing can become a part (left out: line 1: decoration)"),
    ],
)
def test_a_level_that_is_none_is_refused_in_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        convert(tmp_path, text)
    assert said in str(caught.value) and "\n" not in str(caught.value)
