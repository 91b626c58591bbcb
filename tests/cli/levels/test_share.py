"""Sharing on the command line: what is shared is unpacked with its proof; what is damaged gets one sentence."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from PIL import Image

from sandbox import cli
from sandbox.levels import levels, library
from sandbox.recording import reader
from sandbox.verify.verify import Verdict, verify


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and an empty folder of the user's."""
    monkeypatch.setenv("SANDBOX_DATA", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def code(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    return int(left.value.code or 0)


def test_a_bundled_level_and_its_solution_go_round(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert code("share", "drop") == 0
    assert capsys.readouterr().out.startswith("drop.share: ") and (here / "drop.share").stat().st_size < 6000
    assert code("unpack", "drop.share", "-o", "got") == 0
    out = capsys.readouterr().out
    assert "its solution holds here: solved after 1.06 s, bit for bit as where it was shared" in out
    (replay,) = (here / "got").rglob("*.replay")
    assert verify(replay).verdict is Verdict.PASS
    bundled = library.bundled_dir() / "drop.toml"
    assert levels.as_run(reader.read(replay).head.design) == levels.as_run(levels.read(bundled))
    assert not [*(here / "got").rglob("*.toml")], "the level came with the program"


def test_a_text_goes_through_a_pipe(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = str(library.bundled_dir().parent / "replays" / "roll.replay")
    assert code("share", "--text", "--only", "solution", replay) == 0
    text = capsys.readouterr().out
    assert text.startswith("contraption-sandbox/1 solution ") and len(text) < 1000
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert code("unpack", "--json", "-") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["title"], answer["holds"], Path(answer["level"]).name) == ("Roll", True, "roll.toml")
    assert Path(answer["solution"]).is_file() and not [*here.glob("*.share")]


def test_a_flipped_byte_is_refused_in_one_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert code("share", "drop", "-o", "a.share") == 0
    data = bytearray((here / "a.share").read_bytes())
    data[len(data) // 2] ^= 1
    (here / "a.share").write_bytes(data)
    capsys.readouterr()
    assert code("unpack", "a.share") == 2
    streams = capsys.readouterr()
    assert streams.out == "" and streams.err.startswith("sandbox: a.share: the shared text is damaged or cut off")
    assert streams.err.count("\n") == 1
    assert sorted(path.name for path in here.iterdir()) == ["a.share"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("share", "--text", "drop", "-o", "a.share"), "--text prints what is shared"),
        (("share", "none.toml"), "none.toml: can't be read"),
        (("unpack", "none.share"), "none.share: can't be read"),
        (
            ("share", "--only", "solution", "mine.toml"),
            "there is no recording of a solution beside it; solve it in the window and save",
        ),
        (("unpack", "mine.toml"), "mine.toml: not a shared level or solution"),
    ],
)
def test_bad_input_gets_one_sentence(
    here: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    (here / "mine.toml").write_bytes((library.bundled_dir() / "drop.toml").read_bytes())
    assert code(*arguments) == 2
    error = capsys.readouterr().err
    assert says in error and error.count("\n") == 1


def test_a_picture_that_is_the_level_goes_round(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert code("share", "drop", "-o", "drop.png") == 0
    assert capsys.readouterr().out.startswith("drop.png: a picture that is the level; read it with sandbox unpack")
    with Image.open(here / "drop.png") as picture:
        assert picture.size == (1280, 720) and len(picture.resize((64, 36)).getcolors(10_000) or ()) > 100, (
            "of the machine"
        )
        picture.resize((64, 36)).save("small.png")
    assert code("unpack", "drop.png", "-o", "got", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["title"], answer["holds"]) == ("Drop", True)
    assert code("unpack", "small.png") == 2
    assert "small.png: this picture holds no level: messengers" in capsys.readouterr().err
