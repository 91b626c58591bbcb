"""Every command that takes files answers one that it can't read in one sentence, and waits for nothing."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from sandbox import cli
from sandbox.design.design import Design
from sandbox.levels import sharing, solution_files

COMMANDS = {
    ".toml": (
        ("show",), ("run",), ("check",), ("share",), ("solve", "--runs", "1"), ("difficulty", "--tries", "1"),
        ("render", "-o", "x.png"), ("overview", "--quick"),
    ),
    ".replay": (
        ("show",), ("share",), ("bless", "--yes", "--reason", "x"), ("render", "-o", "x.png"),
        ("check", "drop", "--solution"),
    ),
    ".share": (("unpack", "-o", "out"),),
    ".xml": (("import", "-o", "x.toml"),),
    ".jsonl": (("run", "drop", "--commands"), ("check", "drop", "--solution")),
}  # fmt: skip
KEYS_OF_A_LEVEL = [name for name in Design.__struct_encode_fields__ if name != "author"]
LINES = [(*command, suffix) for suffix, commands in COMMANDS.items() for command in commands]


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """A test that waits for a pipe fails after a while."""

    def late(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it waits for a file that is none")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def answered(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    """The one sentence that a command line gives on bad input."""
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    said = capfd.readouterr().err.strip().splitlines()
    assert left.value.code == 2 and said and "Traceback" not in "".join(said)
    return said[-1]


@pytest.mark.parametrize("line", [line for line in LINES if line[-1] == ".toml"], ids=" ".join)
def test_all_mistakes_of_a_level_are_answered_each_in_a_line(
    tmp_path: Path, line: tuple[str, ...], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    *command, _ = line
    text = (
        'format = 1\nparts = [{ kind = "crat\\u001b[31me", x = 1, y = 1 }]\n\n[world]\nwidth = 0\n\n[stok]\ncrate = 1\n'
    )
    Path("mine.toml").write_text(text, "utf-8")
    with pytest.raises(SystemExit) as left:
        cli.main([*command, "mine.toml"])
    head, *lines = capfd.readouterr().err.splitlines()
    assert (left.value.code, head) == (2, "sandbox: mine.toml: 3 mistakes:")
    assert [said.split(";")[0] for said in lines] == [
        "  line 2: there is no kind of part 'crat?[31me'",
        "  line 5: width is 0",
        f"  line 7: a level has no key 'stok' (it has: {', '.join(KEYS_OF_A_LEVEL)})",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes and devices in folders")
@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_a_pipe_or_a_link_to_itself_is_no_file(
    tmp_path: Path, line: tuple[str, ...], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    *command, suffix = line
    os.mkfifo(f"pipe{suffix}")
    Path(f"loop{suffix}").symlink_to(f"loop{suffix}")
    assert "not a regular file" in answered([*command, f"pipe{suffix}"], capfd)
    assert "Too many levels of symbolic links" in answered([*command, f"loop{suffix}"], capfd)


@pytest.mark.parametrize(
    ("name", "content", "command", "said"),
    [
        ("dots.toml", "format = 1\n" + "a." * 24_000 + "b = 1\n", ("show",), "a key of 24001 parts"),
        ("digits.toml", "format = 1\nnext_id = " + "1" * 4301, ("show",), "a number of 4301 characters"),
        ("tag.xml", "<" + "a" * 40_000 + ">", ("import", "-o", "x.toml"), "a tag whose name has 40000 characters"),
        ("tag.xml", "<a " + "b='' " * 40_000 + ">", ("import", "-o", "x.toml"), "a tag of"),
        ("digits.jsonl", '{"tick": ' + "1" * 5000 + "}", ("run", "drop", "--commands"), "line 1: not JSON"),
        ("deep.jsonl", "[" * 100_000, ("run", "drop", "--commands"), "line 1: not JSON"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_a_parser_could_not_bear_is_named(
    tmp_path: Path, name: str, content: str, command: tuple[str, ...], said: str, capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(content)
    assert said in answered([*command, name], capfd)


@pytest.mark.parametrize("command", [("unpack", "-"), ("run", "drop", "--commands", "-")], ids=" ".join)
def test_standard_input_is_read_like_a_file(
    command: tuple[str, ...], tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for data, said in ((b"\xff\xfea\0", "it is not text"), (b"a" * 2000, "larger than 1 kB")):
        monkeypatch.setattr(sharing, "MAX_TEXT", 1024)
        monkeypatch.setattr(solution_files, "MAX_SCRIPT", 1024)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert said in answered([*command], capfd)
