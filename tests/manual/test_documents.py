"""The README and the manual: commands exist, links lead somewhere, and examples print what the documents say."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from sandbox import cli
from sandbox.manual import manual
from tests.manual import fences
from tests.tools import manual_pages

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(manual.__file__).parent
DOCUMENTS = {"README": ROOT / "README.md", **{topic: FOLDER / f"{topic}.md" for topic in manual.TOPICS}}
TEXTS = {name: path.read_text("utf-8") for name, path in DOCUMENTS.items()}
_COMMAND = re.compile(r"\s*(?:\$ |- run: |- |\w+=\S+ )*(?:\.venv/bin/)?sandbox ([a-z-].*)")
_REST_OF_LINE = re.compile(r"\s+#.*$|\s*[|&<>].*$|\s+\.\.\.$")
_WORD_FOR_VALUE = re.compile(r"\b[A-Z]{2,}\b|\[")  # FILE, [TOPIC]: no command to be typed as it is


# -- commands


class CommandLine(NamedTuple):
    """What a document says after `sandbox`."""

    text: str
    whole: bool  # it stands in a block, and can be typed as it is


def command_lines(markdown: str) -> list[CommandLine]:
    """Every command line of the program in the blocks of a document, and in its text between backticks."""
    in_blocks = "\n".join(block.text for block in fences.blocks(markdown)).replace("\\\n", " ").splitlines()
    outside = re.sub(r"^ *```.*?^ *```$", "", markdown, flags=re.MULTILINE | re.DOTALL)
    in_text = [text.replace("\n", " ") for text in re.findall(r"`([^`]+)`", outside)]
    found = []
    for whole, lines in ((True, in_blocks), (False, in_text)):
        for match in filter(None, map(_COMMAND.match, lines)):
            text = _REST_OF_LINE.sub("", match[1]).strip()
            found.append(CommandLine(text, whole and not _WORD_FOR_VALUE.search(text)))
    return found


def why_not(line: CommandLine) -> str:
    """Why the program would not understand a command line; empty if it would."""
    context = manual_pages.root_context()
    words = shlex.split(line.text)
    while words and isinstance(context.command, click.Group) and not words[0].startswith("-"):
        command = context.command.get_command(context, words[0])
        if command is None:
            return f"sandbox {line.text}: there is no command {words[0]}"
        context, words = click.Context(command, info_name=words[0], parent=context), words[1:]
    known = {name for parameter in context.command.get_params(context) for name in parameter.opts}
    unknown = [word for word in words if word.startswith("--") and word.partition("=")[0] not in known]
    if unknown or not line.whole or isinstance(context.command, click.Group):
        return f"sandbox {line.text}: there is no {unknown[0]}" if unknown else ""
    try:
        context.command.parse_args(context, words)
    except click.UsageError as error:
        return f"sandbox {line.text}: {error.format_message()}"
    return ""


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_line_of_a_document_is_understood(name: str) -> None:
    assert [why for why in map(why_not, command_lines(TEXTS[name])) if why] == []


def test_a_command_line_that_is_no_longer_understood_is_caught() -> None:
    found = command_lines(
        "```sh\nsandbox run x --seconds 3 >log  # so\n```\nand `sandbox show\nx`, `sandbox run LEVEL`."
    )
    assert found == [("run x --seconds 3", True), ("show x", False), ("run LEVEL", False)]
    assert "no command verfy" in why_not(CommandLine("verfy replays", False))
    assert "--repot" in why_not(CommandLine("verify --repot out.html", False))
    assert "PATH" in why_not(CommandLine("verify -v", True)) and not why_not(CommandLine("verify -v", False))
    assert "--secret" in why_not(CommandLine("cluster worker tls://127.0.0.1:8786 --secret k", True))


def test_the_documents_name_every_command() -> None:
    named = {line.text.split()[0] for name, text in TEXTS.items() if name != "commands" for line in command_lines(text)}
    assert set(cli.app.commands) <= named
    targets = set(re.findall(r"(?:^|`)make ([a-z]+)", TEXTS["README"], re.MULTILINE))
    assert {"play", "test"} <= targets
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


# -- links


def broken_links(name: str, markdown: str) -> list[str]:
    """The links of a document that lead to no file, or to no heading of one."""
    folder = DOCUMENTS[name].parent
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^ *```.*?^ *```$", "", markdown, flags=re.M | re.S)):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        file = folder / path if path else DOCUMENTS[name]
        if not file.exists() or (anchor and anchor not in anchors(file)):
            found.append(target)
    return found


def anchors(file: Path) -> set[str]:
    """The names of the headings of a document, as links have them."""
    return {section.anchor for section in manual.cut("", file.read_text("utf-8"))}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_to_a_file_or_a_heading(name: str) -> None:
    assert broken_links(name, TEXTS[name]) == []


def test_a_link_to_nowhere_is_caught() -> None:
    text = "[a](play.md) [b](nowhere.md) [c](testing.md#in-pytest) [d](testing.md#in-cobol) [e](https://example.org)"
    assert broken_links("play", text) == ["nowhere.md", "testing.md#in-cobol"]


def test_the_readme_is_short_and_leads_to_every_page() -> None:
    assert len(TEXTS["README"].encode()) <= 10_000
    linked = set(re.findall(r"\]\(sandbox/manual/(\w+)\.md", TEXTS["README"]))
    assert linked == set(manual.TOPICS)


# -- examples

COPIED = ("levels/gears.toml", "levels/roll.toml", "levels/drop.toml", "replays/gears.replay", "replays/drop.replay")


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> fences.Sandbox:
    """`sandbox(["show", "x"])` in this process, in a folder with the levels and recordings of the documents."""
    for name in COPIED:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)

    def carry_out(arguments: list[str]) -> tuple[int, str]:
        with pytest.raises(SystemExit) as left:
            cli.main(arguments)
        return int(left.value.code or 0), capsys.readouterr().out

    return carry_out


def test_the_examples_of_all_documents_print_what_they_say(sandbox: fences.Sandbox, tmp_path: Path) -> None:
    """They share a folder, as the pages refer to each other."""
    found = [fault for text in TEXTS.values() for fault in fences.faults(text, tmp_path, sandbox)]
    assert found == [], "\n\n".join(found)


def test_what_an_example_prints_otherwise_is_caught(sandbox: fences.Sandbox, tmp_path: Path) -> None:
    command = "sandbox run levels/drop.toml --seconds 0.1"
    said = f"<!-- run -->\n```\n$ {command}\nopen; ended at 0.10 s (tick 24) with ...\n```\n"
    assert list(fences.faults(said, tmp_path, sandbox)) == []
    (fault,) = fences.faults(said.replace("tick 24", "tick 25"), tmp_path, sandbox)
    assert "tick 24" in fault and "tick 25" in fault
    assert len(list(fences.faults(said.replace("--seconds", "--secs"), tmp_path, sandbox))) == 1


def test_three_dots_stand_for_lines_and_for_the_rest_of_one() -> None:
    assert not fences.differs("a\nb\nc\nd 12\n", "a\n...\nd ...\n")
    assert not fences.differs("a\nd 12\n", "a\n...\nd ...\n")
    assert fences.differs("a\nb\n", "a\n")
    assert fences.differs("a\nx\n", "a\n...\nd ...\n")


def test_what_a_session_of_python_prints_otherwise_is_caught(sandbox: fences.Sandbox, tmp_path: Path) -> None:
    said = "```pycon\n>>> seven = 7\n```\nand\n```pycon\n>>> seven\n7\n```\n"
    assert list(fences.faults(said, tmp_path, sandbox)) == []
    (fault,) = fences.faults(said.replace("\n7\n", "\n8\n"), tmp_path, sandbox)
    assert "Expected:\n    8\nGot:\n    7\n" in fault
    assert list(fences.scripts(said)) == ["seven = 7\n#\nseven\n# Expected:\n## 7\n"]
