"""The command line as one whole: an option has one name, one form and one meaning in all commands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import click
import pytest

from tests.cli.test_cli import Ask, ask, is_one_line
from tests.tools.manual_pages import root_context

__all__ = ["ask"]  # a fixture


class Use(NamedTuple):
    """An option or an argument of a command."""

    command: str
    param: click.Parameter

    @property
    def metavar(self) -> str:
        return self.param.metavar or (self.param.type.name if self.param.type.name != "boolean" else "")

    @property
    def words(self) -> str:
        """What --help says about it, without its default and what follows "try"."""
        told = self.param.help or "" if isinstance(self.param, click.Option) else ""
        return re.split(r"; (?:default|try|see)\b", told.rstrip("."))[0]


def commands() -> Iterator[tuple[str, click.Context]]:
    """Every command by its whole name, with the program itself as "sandbox"."""

    def below(context: click.Context) -> Iterator[tuple[str, click.Context]]:
        yield context.command_path, context
        if isinstance(context.command, click.Group):
            for name in context.command.commands:
                inner = context.command.get_command(context, name)
                assert inner is not None
                yield from below(click.Context(inner, info_name=name, parent=context))

    return below(root_context())


COMMANDS = dict(commands())
USES: dict[str, list[Use]] = defaultdict(list)
ARGUMENTS: list[Use] = []
for _command, _context in COMMANDS.items():
    for _param in _context.command.get_params(_context):
        if isinstance(_param, click.Option):
            USES[next(name for name in _param.opts if name.startswith("--"))].append(Use(_command, _param))
        else:
            ARGUMENTS.append(Use(_command, _param))

# Options about which each command says something else, and the beginning that they share all the same.
SHARED_WORDS = {
    "--out": "Write ", "--json": "Print one JSON object", "--picture": "Draw ", "--record": "Write a recording",
    "--quick": "Be quicker and rougher: ", "--hunt": "Search for shortcuts by so many runs", "--strict": "Be strict: ",
    "--tries": "Make so many ",
}  # fmt: skip
# What is written in several forms: a file of one kind or a folder.
SEVERAL_METAVARS = {"--out": {"DIR", "OUT", "OUT.toml", "OUT.share", "OUT.replay", "OUT.html", "OUT.mp4"}}
# Words for one meaning: the first is the one that names of options are made of here.
SYNONYMS = (
    ("out", "output", "to-file", "destination", "folder", "dir"),
    ("picture", "plot", "sheet", "image", "draw", "chart"),
    ("json", "as-json", "machine-readable"),
    ("jobs", "processes", "workers", "cores", "parallel"),
    ("seconds", "time", "duration", "length"),
    ("seed", "random"),
    ("quiet", "silent"),
    ("verbose", "details", "debug"),
    ("record", "recording", "replay"),
    ("theme", "palette", "colours"),
    ("quick", "fast", "rough"),
    ("yes", "force", "assume-yes"),
    ("keep", "store", "save"),
    ("margins", "check", "tolerances"),
)
METAVARS_OF_ARGUMENTS = {
    "LEVEL", "LEVEL...", "[LEVEL...]", "LEVEL|REPLAY", "[LEVEL|REPLAY]", "[REPLAY...]", "PATH...",
    "ONE.replay", "OTHER.replay",
    "SCRIPT.py...", "FILE.svg|FILE.nph|FILE.xml", "FILE.share|FILE.png|-", "[DATE]", "[KIND...]", "[TOPIC]", "DIR",
    "[DIR]",
    "ADDRESS", "LINE", "CHAPTER",
}  # fmt: skip


@pytest.mark.parametrize("name", USES)
def test_an_option_has_one_form_and_one_meaning(name: str) -> None:
    uses = USES[name]
    assert len({tuple(use.param.opts) for use in uses}) == 1, "the same short name everywhere"
    metavars = {use.metavar for use in uses}
    assert len(metavars) == 1 or metavars <= SEVERAL_METAVARS.get(name, set())
    assert len({use.param.type.name for use in uses}) == 1
    assert len({use.param.nargs for use in uses}) == 1
    if name not in SHARED_WORDS:
        assert len({use.words for use in uses}) == 1, {use.command: use.words for use in uses}
    assert all(use.words.startswith(SHARED_WORDS.get(name, "")) for use in uses), {u.command: u.words for u in uses}


def test_no_meaning_has_two_names() -> None:
    parts = {part for name in USES for part in (name, name.removeprefix("--no-"), f"{name}s")}
    for meant, *others in SYNONYMS:
        assert f"--{meant}" in USES
        assert [other for other in others if f"--{other}" in parts] == []


def test_arguments_are_named_alike() -> None:
    assert {use.param.metavar or str(use.param.name).upper() for use in ARGUMENTS} == METAVARS_OF_ARGUMENTS


def test_every_option_says_in_a_sentence_what_it_does() -> None:
    told = {f"{use.command} {name}": getattr(use.param, "help", "") for name, uses in USES.items() for use in uses}
    assert [where for where, text in told.items() if not re.match(r"[A-Za-z0-9].*\.$", text or "")] == []


def test_what_a_file_is_called_says_whether_it_is_read_or_written() -> None:
    for name, uses in USES.items():
        for use in uses:
            if use.param.type.name == "path":
                assert re.fullmatch(r"DIR|OUT(\.\w+)?|FILE\.\w+", use.metavar), (use.command, name, use.metavar)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_quiet_and_verbose(command: str) -> None:
    context = COMMANDS[command]
    names = [name for param in context.command.get_params(context) for name in param.opts]
    assert {"-q", "--quiet", "-v", "--verbose", "-h", "--help"} <= {*names}
    assert len(names) == len(set(names))


# -- versions


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_names_the_engine_and_python(ask: Ask, option: str) -> None:
    assert re.fullmatch(r"sandbox \S+; engine: pymunk [\d.]+; Python [\d.]+\S*\n", ask(option).out)


# -- how much is said


def test_quiet_leaves_out_all_but_the_answer(ask: Ask, tmp_path: object) -> None:
    line = ("run", "drop", "--seconds", "0.1", "--record", f"{tmp_path}/x.replay")
    usual, quiet = ask(*line), ask(*line, "-q")
    assert usual.err == f"written: {tmp_path}/x.replay\n" and quiet.err == ""
    assert usual.out == quiet.out != ""
    assert is_one_line(ask("run", "nosuch", "--quiet"), "nosuch"), "but an error is said"


def test_verbose_names_files_and_times_on_stderr(ask: Ask) -> None:
    line = ("run", "drop", "--seconds", "0.1", "--json")
    usual, verbose = ask(*line), ask(*line, "-v")
    assert usual.out == verbose.out and usual.err == ""
    told = verbose.err.splitlines()
    assert re.fullmatch(r"note: drop is the level .*drop\.toml", told[0])
    assert any(re.fullmatch(r"note: running Drop: \d+\.\d\d s", line) for line in told)
    assert re.fullmatch(r"note: sandbox run took \d+\.\d\d s", told[-1])


def test_what_one_command_was_told_does_not_hold_for_the_next(ask: Ask) -> None:
    ask("schema", "-v")
    assert ask("run", "drop", "--seconds", "0.1").err == ""


def test_the_program_hands_quiet_on_to_its_command(ask: Ask) -> None:
    assert ask("-v", "schema").err.startswith("note: sandbox schema took ")
    assert ask("-v", "schema", "-q").err == "", "the last word holds"


# -- what was mistyped

MISTYPED = {
    "a command": (("verfy", "replays"), "there is no command 'verfy'; is 'verify' meant?"),
    "a command of a command": (("engine", "biuld"), "there is no command 'biuld'; is 'build' meant?"),
    "an option": (("run", "drop", "--secnds", "1"), "there is no option '--secnds'; is '--seconds' meant?"),
    "an option of all": (("run", "drop", "--verbos"), "is '--verbose' meant?"),
    "an option of the program": (("--versoin",), "is '--version' meant?"),
    "a choice": (("run", "drop", "--expect", "wno"), "is none of won, lost, open; is 'won' meant?"),
    "a theme": (("render", "drop", "-o", "x.png", "--theme", "drak"), "is 'dark' meant?"),
    "a level": (("run", "gaers"), "no level of this name comes with the program; is 'gears' meant?"),
    "a level to check": (("check", "gaers"), "is 'gears' meant?"),
    "a level to play": (("play", "gaers"), "is 'gears' meant?"),
    "a level to share": (("share", "gaers"), "is 'gears' meant?"),
    "a level to measure": (("difficulty", "gaers"), "is 'gears' meant?"),
    "a level file": (("show", "FOLDER/mien.toml"), "there is no such file; is 'FOLDER/mine.toml' meant?"),
    "a recording": (("verify", "FOLDER/mien.replay"), "there is no such file; is 'FOLDER/mine.replay' meant?"),
    "a folder": (("verify", "FOLDER/reply"), "is 'FOLDER/replays' meant?"),
    "a recording to compare": (("diff", "FOLDER/mien.replay", "x"), "is 'FOLDER/mine.replay' meant?"),
    "a recording to bless": (("bless", "FOLDER/mien.replay", "--reason", "x"), "is 'FOLDER/mine.replay' meant?"),
    "a solution": (("check", "drop", "--solution", "FOLDER/mien.replay"), "is 'FOLDER/mine.replay' meant?"),
    "commands": (("run", "drop", "--commands", "FOLDER/mvoes.jsonl"), "is 'FOLDER/moves.jsonl' meant?"),
    "a script": (("author", "FOLDER/mien.py"), "is 'FOLDER/mine.py' meant?"),
    "a foreign level": (("import", "FOLDER/mien.xml", "-o", "x.toml"), "is 'FOLDER/mine.xml' meant?"),
    "a shared level": (("unpack", "FOLDER/mien.share"), "is 'FOLDER/mine.share' meant?"),
    "a kind to follow": (("render", "drop", "-o", "x.png", "--camera", "vollyball"), "is 'volleyball' meant?"),
    "a kind to trail": (("render", "drop", "-o", "x.png", "--trails", "3,vollyball"), "is 'volleyball' meant?"),
    "a kind to map": (("check", "drop", "--map", "bowlin_ball", "x.png"), "is 'bowling_ball' meant?"),
    "a stimulus": (("parts", "--interplay", "--of", "haet"), "is 'heat' meant?"),
    "a simulated machine": (("loops", "--profile", "stedy-30"), "is 'steady-30' meant?"),
    "a page of the manual": (("help", "tsting"), "is 'testing' meant?"),
    "a command in help": (("help", "verfy"), "is 'verify' meant?"),
}


@pytest.mark.parametrize(("line", "asks"), MISTYPED.values(), ids=MISTYPED)
def test_what_is_mistyped_is_answered_with_the_nearest_name(
    ask: Ask, line: tuple[str, ...], asks: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("files")
    (folder / "replays").mkdir()
    for name in ("mine.toml", "mine.replay", "mine.py", "mine.xml", "mine.share", "moves.jsonl"):
        (folder / name).touch()
    answer = ask(*(word.replace("FOLDER", str(folder)) for word in line))
    assert is_one_line(answer, asks.replace("FOLDER", str(folder))), answer
    assert len((answer.err or answer.out).replace(str(folder), "")) < 250, "and not a hundred names"


def test_a_name_that_is_like_none_is_not_answered_with_a_guess(ask: Ask) -> None:
    for line in (("xylophone",), ("run", "drop", "--xylophone"), ("run", "xylophone"), ("show", "xylophone.toml")):
        answer = ask(*line)
        assert is_one_line(answer, "xylophone") and "meant" not in answer.err and len(answer.err) < 250
