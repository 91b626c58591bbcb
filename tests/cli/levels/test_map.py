"""`sandbox check --map` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from sandbox.cli import app
from sandbox.commands.commands import Place, Start, to_json
from sandbox.render.pictures import map_picture
from sandbox.render.pictures.offscreen import NoGraphics
from sandbox.trials.judging import OUTCOMES
from sandbox.trials.maps.tolerance_map import ToleranceMap
from tests.trials.maps.mapping import plan
from tests.trials.search.puzzles import DROP


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "drop.toml"
    path.write_text(DROP)
    commands = (Place("bowling_ball", 1.8, 1.3), Start())
    path.with_suffix(".jsonl").write_text("".join(f"{json.dumps(to_json(0, command))}\n" for command in commands))
    return path


def check(level: Path, *arguments: str) -> tuple[int, str]:
    ran = CliRunner().invoke(
        app, ["check", str(level), "--solution", str(level.with_suffix(".jsonl")), *arguments], standalone_mode=False
    )
    return ran.return_value if ran.exception is None else 2, f"{ran.stdout}{ran.exception or ''}"


def green_pixels(picture: Path) -> int:
    """Count the pixels of the level's picture, without the legend, that are green."""
    with Image.open(picture) as image:
        pixels = np.asarray(image.convert("RGB")).astype(int)[: -map_picture.LEGEND]
    return int(((pixels[:, :, 1] > pixels[:, :, 0] + 60) & (pixels[:, :, 1] > pixels[:, :, 2] + 30)).sum())


def test_it_draws_where_a_part_wins(level: Path) -> None:
    out = level.with_name("map.png")
    code, said = check(level, "--map", "bowling_ball", str(out), "--map-size", "0.4", "--map-finest", "25", "--json")
    assert code == 0, said
    mapped = json.loads(said)["map"]
    assert mapped["part"].startswith("Bowling ball") and mapped["runs"] > 20
    assert mapped["won"] > 0.0 and green_pixels(out) > 0


def test_it_is_drawn_over_outlines_where_there_is_no_graphics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise NoGraphics("no OpenGL")

    monkeypatch.setattr(map_picture, "ensure_context", none)
    for outcome in ("won", "open"):
        mapped = ToleranceMap(plan())
        mapped.raster[:] = OUTCOMES.index(outcome)
        map_picture.draw(mapped, "A map", tmp_path / f"{outcome}.png")
    assert green_pixels(tmp_path / "won.png") > 10_000 and green_pixels(tmp_path / "open.png") == 0


def test_outcomes_differ_in_more_than_colour() -> None:
    won, refused, other = (
        map_picture.coloured(np.full((40, 40), OUTCOMES.index(outcome), np.int8)).astype(int).sum(axis=2)
        for outcome in ("won", "refused", "open")
    )
    assert np.ptp(other) == 0 and np.ptp(won) > 0 and np.ptp(refused) > 0
    assert len({*np.diag(won)}) > 1 and (won[5, 5:20] != refused[5, 5:20]).any(), "stripes are no dots"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--map", "ramp", "x.png"), "there is no part 'ramp'"),
        (("--map", "hint1", "x.png"), "there is no hint 1: the level has 0"),
        (("--map", "bowling_ball", "x.jpg"), "the name of a picture ends in .png"),
        (("--map", "bowling_ball", "x.png", "--map-size", "20", "--map-finest", "1"), "over 2000 places"),
        (("--map", "bowling_ball", "nowhere/x.png"), "there is no folder"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(level: Path, arguments: tuple[str, ...], sentence: str) -> None:
    code, said = check(level, *arguments)
    assert code == 2 and sentence in said
