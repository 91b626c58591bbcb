"""`sandbox import` on the command line: drawings become levels, and what does not fit gets one sentence."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from sandbox.levels import levels
from tests.cli.test_cli import Ask, ask, is_one_line

__all__ = ["ask"]  # a fixture

DRAWING = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'><text>no</text>"
    "<path d='M0 20V10L40 18V20Z'/><circle id='loose' cx='5' cy='5' r='2' fill='#c83e34'/></svg>"
)


@pytest.fixture
def drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("hill.svg").write_text(DRAWING)
    return "hill.svg"


def test_a_drawing_becomes_a_level_that_is_sound(drawing: str, ask: Ask) -> None:
    answer = ask("import", drawing, "-o", "hill.toml")
    assert answer.code == 0
    assert answer.err.startswith("sandbox: hill.svg: left out, as it has no counterpart here: line 1: text (1); build")
    about = "hill.toml: 2 of 3 objects, 2 parts, 1 of them loose, in 4 by 2 m; a goal and a stock are still to be added"
    assert answer.out.startswith(about)
    checked = ask("check", "hill.toml")
    assert checked.code == 0 and "it has no goals: free building" in checked.out


def test_scale_accuracy_and_what_is_loose_can_be_said(drawing: str, ask: Ask) -> None:
    line = ("import", drawing, "-o", "x.toml", "--scale", "0.5", "--accuracy", "50", "--loose", "none", "--json")
    answer = ask(*line)
    assert json.loads(answer.out) == {"objects": 3, "converted": 2, "unknown": {"text": 1}}
    level = levels.read(Path("x.toml"))
    assert (level.world.width, level.world.height) == (20.0, 10.0)
    assert [part.props.get("body", "fixed") for part in level.parts] == ["fixed", "fixed"]
    assert len(level.parts[1].props["outline"][0]) == 16, "5 cm from a circle of a metre"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--strict",), "has no counterpart here: line 1: text (1)"),
        (("--hints", "x.jsonl"), "only levels of The Butterfly Effect have hints"),
        (("--scale", "1e5"), "100000.0 is not in the range"),
        (("--scale", "1000"), "would be 40000 by 20000 m"),
        (("--accuracy", "nan"), "--accuracy is nan, which is no length"),
    ],
)
def test_what_does_not_fit_is_refused_and_writes_nothing(
    more: tuple[str, ...], says: str, drawing: str, ask: Ask
) -> None:
    answer = ask("import", drawing, "-o", "x.toml", *more)
    assert is_one_line(answer, says), answer
    assert not Path("x.toml").exists()


def test_an_option_for_drawings_is_refused_with_another_level(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "a.xml").touch()
    answer = ask("import", str(tmp_path / "a.xml"), "-o", str(tmp_path / "x.toml"), "--loose", "all")
    assert is_one_line(answer, "--loose is for drawings")


def test_without_the_packages_for_it_one_line_says_what_to_install(
    drawing: str, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "shapely", None)
    assert is_one_line(ask("import", drawing, "-o", "x.toml"), "drawings need shapely, which is not installed here")
