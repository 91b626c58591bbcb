r"""Whatever comes from a file is text: it never becomes a path, an argument, a module, markup or a terminal command.

Where strings from files go, what makes them harmless there, and which test holds it:

=============================================== ======================================= ==============================
from                                            to                                      made harmless by; held by
=============================================== ======================================= ==============================
level, recording, commands, TBE: all texts      terminal (stdout, stderr, rich)         `print_line`; TERMINAL here
the same, in refusals (`BadFile`, `Refused`)    terminal, stderr                        `complain`; TERMINAL here
the same                                        JSON on a terminal                      `plain_text.printable_json`;
                                                                                        TERMINAL here (`--json`)
names of files (a checkout of a stranger)       terminal, JSON, HTML, XML               as above; the rows "file name"
report: file, reason, explanation               HTML page                               `page._escaped`; PAGES here
bodies, ticks in the page's program             JSON in a script element                "<" escaped; test_page
report: file, reason, explanation               JUnit XML, and what CI shows of it      `printable_lines`; PAGES here
report, level's refusal, blessing               pytest's terminal                       `pytest_plugin._fail`; here
fingerprint: code                               folder, PYTHONPATH, module              `reader._fingerprint`,
                                                                                        `old_code.package_of`;
                                                                                        test_old_code,
                                                                                        test_hostile_files
fingerprint: engine, arithmetic, env            terminal, HTML                          `reader._fingerprint`;
                                                                                        test_hostile_files
git: names and links in an archive              files in the cache                      tarfile's filter "data";
                                                                                        test_past
blessing: date, reason; mark; end: reason       terminal (`show`)                       `print_line`; TERMINAL here
level: title                                    name of a file (`Save as`)              `library.free_path`; here
level, own sessions: name                       window's title, menu bar                `Workspace.title`;
                                                                                        window/test_strings_shown
goal, stock, names of files                     labels of imgui (## parts its id)       `widgets.labelled`; the same
all texts                                       text of imgui (no % is read)            `text_unformatted`; the same
refusals, settings.toml, keys.toml              messages in the window                  `Messages`; the same
index.toml: names of levels                     looked up, never joined to a path       `library.bundled_chapters`;
                                                                                        test_library
index.toml: titles of chapters                  text of imgui                           `printable`; test_library
keys.toml: names of actions                     a regular expression                    `re.escape`; test_bindings
.lock, .branch.json in the user's own folder    path of a level or recording            suffix, absolute, is there;
                                                                                        window/test_strings_shown
film: name of the file                          argument of ffmpeg                      "file:" before it;
                                                                                        window/test_strings_shown
recording, level: name of the file              argument of our own processes           behind the script's name, or
                                                                                        as JSON on stdin; here
=============================================== ======================================= ==============================

No string from a file reaches str.format, string.Template, eval, a shell, a glob pattern or a link.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import click
import pytest
import tomli_w
from click.testing import CliRunner
from msgspec.structs import replace

from sandbox import cli, parts
from sandbox.cli import output
from sandbox.design.design import Design, Goal, Hint, PartSpec, StockItem, to_plain
from sandbox.levels import levels
from sandbox.recording import plain_text, reader
from sandbox.verify import compare, junit, page, pytest_plugin
from sandbox.verify.verdicts import Report, Verdict
from tests import frames
from tests.levels.formats import tbe_level

OBEYED = "\x1b[2J\x1b]0;title\x07\x9b31m\x08\x7f\u202e\u2066\u2028\x85\r"
LINES = "\nforged.replay: pass\r\n::error::forged\n"
MARKUP = "[bold]b[/bold] </pre></td><script>s</script><!--ROWS-->&lt; ]]><failure/>"
FORMATS = "{0.__class__} %s%n%d ${HOME} $(id) `id` a###b##c"
PATHS = "../../../etc/passwd -rf --help"
HOSTILE = f"HERE {OBEYED}{LINES}{MARKUP} {FORMATS} {PATHS}"
KEY = HOSTILE[:90]  # a longer one is refused by its length
XML = "HERE &#x9b;31m&#x202e;&#x2028;&#10;forged.replay: pass&#10;[bold] &lt;script> {0.__class__} %s ../.."
NAME = "HERE\x1b[2J\x9b\u202e\nforged [bold]<script>&%s{0}" + os.fsdecode(b"\xff")


def problems(shown: str) -> list[str]:
    """What a terminal would do with this beside showing it."""
    lines = shown.split("\n")
    obeyed = [line for line in lines if not line.isprintable()]
    forged = [line for line in lines if line.lstrip().startswith(("forged", "::error"))]
    return obeyed + forged


# -- files with such strings in every field


def level(**changes: Any) -> Design:
    """A level with hostile text wherever it takes text."""
    note = PartSpec(4, "note", 1.0, 1.0, props={"text": HOSTILE[:200]})
    small = frames.small_level()
    goals = tuple(Goal(HOSTILE, goal.when) for goal in small.goals)
    full = replace(
        small, title=HOSTILE, text=HOSTILE, goals=goals, fails=goals, parts=(*small.parts, note), next_id=5,
        stock={"a###b": StockItem("crate", 2, HOSTILE)}, hints=(Hint(HOSTILE, "crate", 1.0, 1.0, item="a###b"),),
    )  # fmt: skip
    return parts.check(replace(full, **changes))


def level_file(folder: Path) -> Path:
    levels.write(folder / "level.toml", level())
    return folder / "level.toml"


def wrong(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], Path]:
    """A level file with something in it that is refused by name."""

    def make(folder: Path) -> Path:
        plain = to_plain(level())
        change(plain)
        (folder / "level.toml").write_text(tomli_w.dumps({"format": 1, **plain}), "utf-8")
        return folder / "level.toml"

    return make


def replay(folder: Path, name: str = "a.replay") -> Path:
    """A recording with hostile text wherever it takes text, and whose first hash is wrong."""
    path = folder / "whole.replay"
    frames.small_session(path)
    whole = reader.read(path)
    assert whole.end is not None
    taken = [list(whole.head.fingerprint)[:4]] * 2  # the head does not know what is used
    told = frames.split(path.read_bytes())
    told[0][2] |= {"title": HOSTILE, "text": HOSTILE}
    told[0][2]["goals"][0]["text"] = HOSTILE
    told[frames.first(told, "mark")][3] = HOSTILE
    told[-1][7] = HOSTILE
    told[frames.first(told, "hash")][2] = bytes(8) + told[frames.first(told, "hash")][2][8:]
    told.insert(1, ["bless", HOSTILE, HOSTILE, bytes(8), bytes(8), *taken])
    told.insert(frames.first(told, "do"), ["do", 2, [["set_texts", HOSTILE, HOSTILE]]])
    path.write_bytes(frames.seal(told))
    return path.rename(folder / name)


def named(folder: Path) -> Path:
    """A recording in a folder of a hostile name: what a checkout of a stranger may hold."""
    (folder / NAME).mkdir()
    replay(folder / NAME, f"{NAME}.replay")
    return folder / NAME


def damaged(folder: Path) -> Path:
    path = replay(folder)
    told = frames.split(path.read_bytes())
    told[0][2][HOSTILE[:80]] = 1
    path.write_bytes(frames.seal(told))
    return path


def moves(*lines: Any) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
        (folder / "moves.jsonl").write_text(text, "utf-8")
        levels.write(folder / "level.toml", frames.small_level())
        return folder / "moves.jsonl"

    return make


def tbe(**changes: str) -> Callable[[Path], Path]:
    """A level of The Butterfly Effect, with what its XML can hold of it."""

    def make(folder: Path) -> Path:
        text = tbe_level.text(**changes).replace("Small", XML).replace("N. N.", XML)
        (folder / "level.xml").write_text(text, "utf-8")
        return folder / "level.xml"

    return make


class Row(NamedTuple):
    """What is made, and what is asked of the command line; FILE, FOLDER stand for the file made and where it lies."""

    make: Callable[[Path], Path]
    ask: str


TERMINAL: dict[str, Row] = {
    "level: title, text, goals, stock": Row(level_file, "show FILE"),
    "level: the same as JSON": Row(level_file, "show FILE --json"),
    "level: goals, findings": Row(level_file, "check FILE"),
    "level: findings as JSON": Row(level_file, "check FILE --json"),
    "level: kind": Row(wrong(lambda plain: plain["parts"][0].update(kind=HOSTILE)), "run FILE"),
    "level: property": Row(wrong(lambda plain: plain["parts"][0].update(props={KEY: 1})), "run FILE"),
    "level: goal": Row(wrong(lambda plain: plain["goals"][0]["when"].update(part=99)), "run FILE"),
    "level: allow": Row(wrong(lambda plain: plain.update(allow=[HOSTILE])), "run FILE"),
    "level: field": Row(wrong(lambda plain: plain.update({KEY: 1})), "run FILE"),
    "level: mixing": Row(wrong(lambda plain: plain["world"].update(friction_mixing=HOSTILE)), "run FILE"),
    "level: stock": Row(wrong(lambda plain: plain.update(stock={KEY: 1}, hints=[])), "run FILE"),
    "recording: title, blessing, mark, reason, command": Row(replay, "show FILE"),
    "recording: the same as JSON": Row(replay, "show FILE --json"),
    "recording: what differs": Row(replay, "verify FILE"),
    "recording: what differs, as JSON": Row(replay, "verify FILE --json"),
    "recording: what parts it from another": Row(replay, "diff FILE GOOD"),
    "recording: a refusal": Row(damaged, "verify FILE"),
    "recording: a refusal at once": Row(damaged, "show FILE"),
    "commands: name": Row(moves({"tick": 0, "do": HOSTILE}), "run FOLDER/level.toml --commands FILE"),
    "commands: field": Row(moves({"tick": 0, "do": "press", HOSTILE: 1}), "run FOLDER/level.toml --commands FILE"),
    "commands: kind": Row(
        moves({"tick": 0, "do": "place", "kind": HOSTILE, "x": 1, "y": 1}), "run FOLDER/level.toml --commands FILE"
    ),
    "commands: of a check": Row(moves({"tick": 0, "do": HOSTILE}), "check FOLDER/level.toml --solution FILE"),
    "TBE: object": Row(tbe(predefined=tbe_level.thing(XML.replace("<", ""))), "import FILE -o FOLDER/out.toml"),
    "TBE: object as JSON": Row(tbe(predefined=tbe_level.thing(XML)), "import FILE -o FOLDER/out.toml --json"),
    "TBE: number": Row(tbe(predefined=tbe_level.thing("Floor", more=f"width='{XML}'")), "import FILE -o FOLDER/o.toml"),
    "TBE: goal": Row(tbe(goals=tbe_level.goal(XML)), "import FILE -o FOLDER/out.toml"),
    "TBE: strange": Row(tbe(predefined=tbe_level.thing(XML)), "import FILE -o FOLDER/out.toml --strict"),
    "file name: recording": Row(named, "verify FILE"),
    "file name: as JSON": Row(named, "verify FILE --json"),
    "file name: not there": Row(lambda folder: folder / f"{NAME}.toml", "show FILE"),
    "file name: of a level": Row(lambda folder: level_file(folder).rename(folder / f"{NAME}.toml"), "show FILE"),
    "file name: of a blessing": Row(named, "bless FILE --reason why"),
}


def shown(row: Row, folder: Path) -> str:
    """All that the command line prints, as a process of its own would."""
    path = row.make(folder)
    frames.small_session(folder / "good.replay")
    words = {"FILE": str(path), "GOOD": str(folder / "good.replay")}
    given = [words.get(word, word.replace("FOLDER", str(folder))) for word in row.ask.split()]
    done = CliRunner(charset="utf-8").invoke(Main(), given)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output.replace(str(folder), "")


class Main(click.Command):
    """`cli.main` as click's own tests run a command: with its sentences and exit codes."""

    def __init__(self) -> None:
        super().__init__("sandbox")

    def main(self, args: Any = None, **_: Any) -> Any:
        cli.main(args)


@pytest.mark.parametrize("name", TERMINAL)
def test_a_terminal_only_shows_what_a_file_says(name: str, tmp_path: Path) -> None:
    said = shown(TERMINAL[name], tmp_path)
    assert "HERE" in said, "the row does not print what it is about"
    assert problems(said) == []


# These are harmless before they come to the terminal, by `repr` or in the process that verifies.
BEFORE = {
    "recording: what differs", "recording: what differs, as JSON", "recording: a refusal", "commands: name",
    "commands: field", "commands: of a check", "TBE: number",
    # A level with mistakes is answered with what it says, by `repr`.
    "level: allow", "level: field", "level: goal", "level: kind", "level: mixing", "level: property", "level: stock",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(TERMINAL.keys() - BEFORE))
def test_negative_control_without_what_makes_it_harmless(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each row prints what a terminal would obey as soon as nothing stands between."""
    monkeypatch.setattr(output, "printable", lambda text, most=0: text)
    monkeypatch.setattr(reader, "printable", lambda text, most=0: text)
    monkeypatch.setattr(compare, "printable", lambda text, most=0: text)
    monkeypatch.setattr(output, "printable_json", lambda value: json.dumps(value, ensure_ascii=False))
    monkeypatch.setattr(cli, "complain", lambda sentence: print("sandbox: " + sentence, file=sys.stderr) or 2)
    try:
        assert problems(shown(TERMINAL[name], tmp_path))
    except UnicodeEncodeError:  # the half character in the name of a file
        assert name.startswith("file name")


def test_json_on_a_terminal_says_the_same(tmp_path: Path) -> None:
    """Escaped as JSON does it: whoever reads it gets every character."""
    said = shown(Row(level_file, "show FILE --json"), tmp_path)
    assert json.loads(said)["level"] == HOSTILE and json.loads(said)["text"] == HOSTILE
    assert plain_text.printable_json("Bär \U0001f600\U000e0001") == '"Bär \U0001f600\\udb40\\udc01"'


def test_only_one_function_prints() -> None:
    """A new command can't go round it."""
    source = "\n".join(path.read_text("utf-8") for path in sorted(Path(cli.__file__).parent.glob("*.py")))
    assert source.count("click.echo(") == 1
    assert re.findall(r"(?<![\w.])print\(.*|secho\(.*", source) == [
        "secho(family, bold=True)", 'print(json.dumps({"done": done, "total": total}), flush=True)',
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["HERE \x9b {", "[" * 100_000, "\ud800"])
def test_a_file_of_commands_that_is_none_gets_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "moves.jsonl"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    levels.write(tmp_path / "level.toml", frames.small_level())
    for ask in ("check FOLDER/level.toml --solution FILE", "run FOLDER/level.toml --commands FILE"):
        said = shown(Row(lambda folder: path, ask), tmp_path)
        assert said.count("\n") == 1 and ("not JSON" in said or "not text" in said) and problems(said) == []


# -- pages


REPORT = Report(NAME, Verdict.CHANGED, 1, 9, 5, None, 5, HOSTILE, (HOSTILE, HOSTILE))
TAGS = {
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "table", "thead", "tbody", "tr", "th", "td", "b",
    "a", "svg", "line", "polyline", "section", "pre", "script", "div",
}  # fmt: skip


def html_problems(text: str) -> list[str]:
    """Elements that are not the page's own, and characters that show something else than is there."""
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append(tag)

    text.encode("utf-8")
    Reader().feed(text)
    strange = [tag for tag in tags if tag not in TAGS] + ["script"] * (tags.count("script") - 2)
    return strange + [line for line in text.split("\n") if not line.isprintable()]


def xml_problems(data: bytes) -> list[str]:
    root = ElementTree.fromstring(data)
    told = [text for element in root.iter() for text in (element.text or "", *element.attrib.values())]
    wrong = [element.tag for element in root.iter("failure")][1:]
    return wrong + [line for text in told for line in text.split("\n") if not line.isprintable()]


def test_a_page_shows_a_report_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    player = page.PagePlayer("", script="'none'", style="'none'", film=lambda pair: "")
    shown = page.html_page([REPORT], lambda: player)
    assert "&lt;script&gt;s&lt;/script&gt;" in shown and html_problems(shown) == []
    monkeypatch.setattr(page, "_escaped", lambda text: text.encode("utf-8", "replace").decode())
    assert html_problems(page.html_page([REPORT], lambda: player))


def test_the_xml_for_ci_shows_a_report_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    data = junit.xml([REPORT], 1.0)
    assert b"]]&gt;&lt;failure/&gt;" in data and xml_problems(data) == []
    monkeypatch.setattr(junit, "printable_lines", lambda text: text.encode("utf-8", "replace").decode())
    with pytest.raises(ElementTree.ParseError):
        xml_problems(junit.xml([REPORT], 1.0))


def test_pytest_s_terminal_shows_a_report_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(pytest.fail.Exception) as failed:
        pytest_plugin._fail(pytest_plugin._told(REPORT))
    assert all(line.isprintable() for line in str(failed.value).split("\n"))
    source = Path(pytest_plugin.__file__).read_text("utf-8")
    assert source.count("pytest.fail(") == 1, "all that fails goes the same way"
    monkeypatch.setattr(plain_text, "printable_lines", lambda text: text)
    with pytest.raises(pytest.fail.Exception) as failed:
        pytest_plugin._fail(pytest_plugin._told(REPORT))
    assert not all(line.isprintable() for line in str(failed.value).split("\n"))


# -- paths and arguments


@pytest.mark.parametrize("title", [HOSTILE, "/etc/passwd", "..", "-rf", "~root", "x" * 4096, "\U00020000" * 1000, "\0"])
def test_a_title_is_no_path(title: str, tmp_path: Path) -> None:
    from sandbox.levels.library import free_path

    path = free_path(tmp_path, title)
    assert path.parent == tmp_path and path.suffix == ".toml" and not path.name.startswith(("-", ".", "~"))
    assert re.fullmatch(r"[\w-]+\.toml", path.name)
    levels.write(path, frames.small_level())  # there is room for the hidden name beside it, too


@pytest.mark.parametrize("name", ["--help", "-c", "-", "$(touch x)", "a;b.replay", "{0}%s"])
def test_a_recording_of_any_name_is_no_option_of_our_own_processes(name: str, tmp_path: Path) -> None:
    """Neither of the workers that verify, nor of the one that draws for the page."""
    frames.small_session(tmp_path / "a.replay")
    (tmp_path / "a.replay").rename(tmp_path / name)
    script = (
        "import sys; from pathlib import Path; from sandbox.recording import fingerprint;"
        "from sandbox.verify import page, verifier;"
        "print(*(r.verdict for r in verifier.verify_all([Path(sys.argv[1])])));"
        "print(page._shoot(sys.argv[1], fingerprint.PACKAGE.parent, [60, 70]) is not None)"
    )
    done = subprocess.run([sys.executable, "-c", script, name], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.split() == ["pass", "True"], done.stderr
