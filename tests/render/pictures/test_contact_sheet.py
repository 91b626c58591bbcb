"""The sheet with all levels and their solutions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from sandbox.errors import BadFile, Refused
from sandbox.levels import library
from sandbox.render.colours import PALETTES
from sandbox.render.pictures import contact_sheet
from sandbox.render.pictures.contact_sheet import COLUMNS, SIZE, SheetChapter

WIDTH, HEIGHT = SIZE


def pictures(sheet: Path, top: int) -> list[np.ndarray[Any, Any]]:
    """The pictures of the first column from a row of pixels on, one below the other."""
    with Image.open(sheet) as image:
        pixels = np.asarray(image.convert("RGB"))
    return [pixels[y : y + HEIGHT, 28 : 28 + WIDTH] for y in (top, top + HEIGHT)]


def test_each_level_is_shown_at_rest_and_solved_in_its_chapter(gl_window: Any, tmp_path: Path) -> None:
    names = {path.stem: path for path in library.bundled_levels()}
    chapters = [
        SheetChapter("First", [(names["drop"], "Drop")]),
        SheetChapter("Others", [(names["workshop"], "Workshop")]),
    ]
    said: list[tuple[float, str]] = []

    def say(done: float, total: float, what: str) -> None:
        said.append((done / total, what))

    contact_sheet.draw(tmp_path / "sheet.png", chapters, progress=say)
    with Image.open(tmp_path / "sheet.png") as sheet:
        assert sheet.width == 2 * 28 + COLUMNS * (WIDTH + 16) - 16
    rest, solved = pictures(tmp_path / "sheet.png", 28 + 52)
    changed = np.abs(rest.astype(int) - solved).max(axis=2) > 40
    assert 0.001 < changed.mean() < 0.5, "the ball is elsewhere"
    free, nothing = pictures(tmp_path / "sheet.png", 28 + 2 * 52 + 2 * HEIGHT + 32 + 16)
    paper = [round(255 * part) for part in PALETTES["light"].inks.PAPER[:3]]
    assert free.std() > 5 and (nothing[HEIGHT // 2 :] == paper).all(), "there is nothing to solve"
    assert said == [(0.0, "Drop"), (0.5, "Workshop")]
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.png"]


def test_what_is_no_picture_is_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"name of a contact sheet ends in \.png"):
        contact_sheet.draw(tmp_path / "sheet.jpg", [])
    with pytest.raises(BadFile, match="no folder"):
        contact_sheet.draw(tmp_path / "nowhere" / "sheet.png", [])
