"""The pictures of the documents: one command draws each, and the kept ones show the program as it is now."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sandbox import cli
from sandbox.manual import manual
from tests import golden_pictures
from tests.tools import screenshots

DOCUMENTS = [screenshots.ROOT / "README.md", *Path(manual.__file__).parent.glob("*.md")]
TEXT = "\n\n".join(path.read_text("utf-8") for path in DOCUMENTS)
OF_THE_WINDOW = sorted(set(screenshots.PICTURES) - set(screenshots.COMMANDS))
_MOST = 0.01  # of the pixels: another driver's letters, but no panel, part or button more or less


def test_every_picture_that_a_document_shows_is_drawn_by_the_command_and_kept() -> None:
    shown = set(re.findall(r"!\[[^\]]*\]\([^)\s]*?([^/)\s]+)\)", TEXT))
    assert shown == set(screenshots.PICTURES)
    assert {path.name for path in screenshots.FOLDER.iterdir()} == set(screenshots.PICTURES)


@pytest.mark.parametrize("name", OF_THE_WINDOW)
def test_a_picture_of_the_window_shows_it_as_it_is_now(gl_window: Any, tmp_path: Path, name: str) -> None:
    screenshots.PICTURES[name](tmp_path / name)
    gl_window.switch_to()
    again = golden_pictures.read(tmp_path / name)
    off = golden_pictures.share_that_differs(again, screenshots.FOLDER / name)
    assert off < _MOST, f"{off:.2%} of its pixels differ: python -m tests.tools.screenshots {name}"


def test_a_picture_of_another_moment_would_be_noticed() -> None:
    dark = golden_pictures.read(screenshots.FOLDER / "dark.png")
    dark[80:200, 300:700] = 0  # a panel over the scene
    assert golden_pictures.share_that_differs(dark, screenshots.FOLDER / "dark.png") > _MOST
    assert golden_pictures.share_that_differs(dark[1:], screenshots.FOLDER / "dark.png") == 1.0


@pytest.mark.parametrize("name", screenshots.COMMANDS)
def test_a_document_names_the_command_that_draws_a_film_or_a_chart(name: str) -> None:
    assert f"sandbox {screenshots.COMMANDS[name]}" in " ".join(TEXT.split())


@pytest.mark.parametrize("name", sorted(name for name in screenshots.COMMANDS if name.endswith(".gif")))
def test_a_film_of_the_documents_can_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    small = re.sub(r"--size \S+ --fps \d+", "--size 64x36 --fps 1", screenshots.COMMANDS[name])
    monkeypatch.chdir(screenshots.ROOT)
    with pytest.raises(SystemExit) as left:
        cli.main(small.replace(f"-o {name}", f"-o {tmp_path / name}").split())
    assert not left.value.code and (tmp_path / name).stat().st_size > 1000


def test_the_command_draws_a_picture_by_its_name_and_names_all_if_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(screenshots, "FOLDER", tmp_path)
    monkeypatch.setattr(subprocess, "run", lambda words, **_: ran.append(words))
    assert screenshots.main(["loops.png"]) == 0
    assert ran[0][-3:] == ["loops", "--picture", str(tmp_path / "loops.png")]
    assert screenshots.main(["lops.png"]) == 2
    assert "loops.png" in capsys.readouterr().out
