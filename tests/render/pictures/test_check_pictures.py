"""Pictures of what a check has found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sandbox.commands.commands import Place, Start
from sandbox.errors import BadFile
from sandbox.levels.level_rules import Finding
from sandbox.render.pictures import check_pictures
from sandbox.render.pictures.check_pictures import grid_map
from sandbox.trials.checks.hunt import HuntPlan
from tests.trials.checks.small_level import DROP, LEVEL, answer_of

ROWS = ["x" * 17] * 3 + ["w" * 8 + "-" * 9] * 14


def test_a_grid_becomes_a_map_that_stands_upright() -> None:
    machine = answer_of(margins=False).machine
    assert machine is not None
    mapped = grid_map(machine, 3, (0.3, 0.65), ROWS)
    assert mapped.shares == pytest.approx({"won": 14 * 8 / 289, "not_won": 14 * 9 / 289, "refused": 3 / 17})
    assert (mapped.plan.spec.x, mapped.plan.spec.y) == (0.3, 0.65)
    assert mapped.plan.box == pytest.approx((-0.1, 0.25, 0.7, 1.05))
    assert np.all(mapped.raster[-1] == mapped.raster[-1][0]) and not np.all(mapped.raster[0] == mapped.raster[0][0])


def test_the_grid_of_each_part_is_drawn(tmp_path: Path) -> None:
    answer = answer_of(margins=False)
    figures = {"parts": [{"part": 3, "x": 0.25, "y": 0.6, "rows": ROWS}]}
    around = answer._replace(findings=(Finding("good", "", "around", figures),))
    (picture,) = check_pictures.draw(tmp_path / "down.toml", around, tmp_path / "pictures")
    assert picture == tmp_path / "pictures" / "down.grid3.png"
    with Image.open(picture) as image:
        assert image.width > 500
    assert check_pictures.draw(tmp_path / "down.toml", answer, tmp_path / "pictures") == [], "nothing else was tried"


def test_a_shortcut_is_drawn_from_its_recording(tmp_path: Path) -> None:
    commands = ((0, Place("crate", 3.0, 1.2)), *DROP)
    plan = HuntPlan(tmp_path / "down.toml", 60, jobs=1, out=tmp_path)
    answer = answer_of(LEVEL, commands, margins=False, hunt=plan)
    assert check_pictures.draw(tmp_path / "down.toml", answer, tmp_path) == [tmp_path / "down.solve1.png"]


def test_a_folder_that_can_not_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(BadFile, match="can't be made"):
        check_pictures.draw(tmp_path / "down.toml", answer_of(commands=((0, Start()),)), tmp_path / "file" / "pictures")
