"""Sweeps over free numbers: the place that is chosen, the map of all places, and a script from end to end."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from PIL import Image

from sandbox.authoring.runner import run_script
from sandbox.authoring.script_run import Free
from sandbox.authoring.sweep import Sweep, choose, draw, lines, sweep
from sandbox.errors import Refused


def drawn(*rows: str, obvious: tuple[float | None, ...] = (None, None)) -> Sweep:
    """A sweep from its map, the highest value of the second number first; values are 0, 1, 2, ..."""
    signs = {"#": "won", ".": "not won", "x": "refused"}
    sizes = (len(rows[0]), len(rows))[: 1 if len(rows) == 1 else 2]
    free = tuple(Free(0.0, size - 1.0, 1.0, named, 7) for size, named in zip(sizes, obvious, strict=False))
    outcomes = {
        index: signs[rows[len(rows) - 1 - (index[1] if len(index) > 1 else 0)][index[0]]]
        for index in itertools.product(*map(range, sizes))
    }
    return Sweep(free, outcomes)


def chosen(swept: Sweep) -> tuple[int, ...]:
    choice = choose(swept)
    assert choice is not None
    return choice.at


def test_the_middle_of_the_widest_place_is_chosen() -> None:
    assert chosen(drawn(".###....#####...")) == (10,)
    assert chosen(drawn("......", ".###..", ".###..", ".###..", "......")) == (2, 2)


def test_an_obvious_place_is_left_to_the_player() -> None:
    assert chosen(drawn("######...###....")) == (10,), "the end of the range"
    assert chosen(drawn("..#######..###..")) == (5,)
    assert chosen(drawn("..#######..###..", obvious=(4.0,))) == (12,), "what anyone would try first"
    assert chosen(drawn("..#######...#...", obvious=(4.0,))) == (5,), "a single try is no place for a hand"


def test_if_all_is_obvious_the_choice_says_so() -> None:
    choice = choose(drawn("#####...."))
    assert choice is not None and choice.at == (2,) and choice.obvious
    assert choose(drawn("....xx...")) is None


def test_a_diagonal_of_single_tries_is_no_place() -> None:
    choice = choose(drawn("#....", ".#...", "..#..", ".....", "....."))
    assert choice is not None and choice.tries == 1


def test_the_map_in_text_and_as_a_picture(tmp_path: Path) -> None:
    swept = drawn("x....", ".###.", ".###.", ".###.", ".....")
    choice = choose(swept)
    text = lines(swept, choice)
    assert [line.split()[-1] for line in text[:5]] == ["x....", ".###.", ".#@#.", ".###.", "....."]
    assert "line 7" in text[-1]
    draw(swept, choice, tmp_path / "map.png")
    picture = Image.open(tmp_path / "map.png").convert("RGB")
    colours = {picture.getpixel((30 + 14 * c + 2, 30 + 14 * r + 2)) for r in range(5) for c in range(5)}
    assert len(colours) == 3


def test_a_range_holds_its_end() -> None:
    assert Free(2.0, 3.5, 0.05, None, 1).values[-1] == 3.5
    assert Free(0.0, 1.0, 0.3, None, 1).values == (0.0, 0.3, 0.6, 0.9)


SCRIPT = """\
from sandbox.authoring import Level, when

level = Level("Over the edge", width=3.2, height=2.0)
ground = level.room()
shelf = level.put("floor", width=0.9, height=0.1).turned(-8).at(0.6, 1.4)
ball = level.put("soccer_ball").on(shelf, x=0.4)
basket = level.put("basket").on(ground, x=2.8)
ramp = level.give("ramp").at(level.free(1.0, 2.2, step=0.1, obvious=1.7), 0.6)
level.goal("The ball is in the basket", when.held(0.5, when.inside(ball, basket)))
level.save("edge.toml")
"""


def test_a_script_with_a_free_number_is_swept_and_then_saved(tmp_path: Path) -> None:
    script = tmp_path / "edge.py"
    script.write_text(SCRIPT, "utf-8")
    asked = run_script(script, out=str(tmp_path), picture=False)
    assert asked.saved == () and asked.free == (Free(1.0, 2.2, 0.1, 1.7, 8),)
    assert not (tmp_path / "edge.toml").exists(), "nothing is written before the number is known"
    swept = sweep(script, asked.free, jobs=2)
    assert swept == sweep(script, asked.free, jobs=1), "the same on any number of processes"
    assert {"won", "not won"} <= set(swept.outcomes.values())
    at = chosen(swept)
    answer = run_script(script, out=str(tmp_path), picture=False, chosen=swept.values(at))
    (saved,) = answer.saved
    assert saved["solution"] is not None and not answer.error


def test_too_many_places_and_mistakes_in_a_try_are_refused(tmp_path: Path) -> None:
    script = tmp_path / "edge.py"
    script.write_text(SCRIPT, "utf-8")
    wide = Free(0.0, 1000.0, 0.5, None, 1)
    with pytest.raises(Refused, match="too many"):
        sweep(script, (wide, wide))
    script.write_text(SCRIPT.replace("0.6)\n", "0.6)\n1 / (ramp.x - 1.5 or 0)\n"), "utf-8")
    with pytest.raises(Refused, match="line 9: ZeroDivisionError"):
        sweep(script, (Free(1.4, 1.6, 0.1, None, 8),), jobs=1)
