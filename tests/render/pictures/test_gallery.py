"""The sheet with every part and its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sandbox import parts
from sandbox.errors import BadFile, Refused
from sandbox.render.colours import PALETTES
from sandbox.render.pictures import gallery


def test_every_kind_has_its_place_on_the_sheet_and_a_theme_gives_it_its_colours(gl_window: Any, tmp_path: Path) -> None:
    grounds = []
    for theme, colours in PALETTES.items():
        gallery.draw(tmp_path / "parts.png", *((theme,) if theme != "light" else ()))
        with Image.open(tmp_path / "parts.png") as sheet:
            assert sheet.width == 2 * 28 + 10 * (144 + 10) - 10
            assert sheet.height > 144 * len(parts.KINDS) / 10
            assert len(sheet.resize((400, 400)).convert("P", palette=Image.Palette.ADAPTIVE).getcolors() or ()) > 100
            ground = sheet.getpixel((2, 2))
        assert ground == tuple(round(255 * part) for part in colours.inks.PAPER[:3])
        grounds.append(ground)
    assert len(set(grounds)) > 1
    assert [path.name for path in tmp_path.iterdir()] == ["parts.png"]


def test_families_share_a_row_only_if_they_fit() -> None:
    kind = next(iter(parts.KINDS.values()))
    shelves = gallery._shelves({"a": [kind] * 4, "b": [kind] * 6, "c": [kind] * 1, "d": [kind] * 12, "e": [kind]})
    assert [[(block.family, block.column) for block in shelf] for shelf in shelves] == [
        [("a", 0), ("b", 4)], [("c", 0)], [("d", 0)], [("e", 0)],
    ]  # fmt: skip


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"ends in \.png"):
        gallery.draw(tmp_path / "parts.jpg")
    with pytest.raises(BadFile, match="no folder"):
        gallery.draw(tmp_path / "nowhere" / "parts.png")
