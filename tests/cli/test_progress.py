"""A long command gives signs of life also where no terminal shows a bar, and a quick one none."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from sandbox import cli
from sandbox.cli import output
from sandbox.cli.output import Pulse, print_note, progress
from sandbox.errors import BadFile
from sandbox.tasks.child import ROOT
from tests import signs_of_life

LEVEL_SCRIPT = str(ROOT / "levels" / "mill" / "wound-up.py")
REPLAY = str(ROOT / "replays" / "drop.replay")


def test_a_quick_command_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("drawing a.gif") as shown:
        shown(0.5)
    assert capsys.readouterr().err == ""


def test_a_sign_of_life_comes_while_one_still_waits_for_it() -> None:
    assert 1.0 <= signs_of_life.FIRST_S <= 5.0 < Pulse.FIRST_S, "in tests none comes by itself"


def test_a_long_one_speaks_soon_and_again(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pulse, "FIRST_S", 0.0)
    monkeypatch.setattr(Pulse, "EVERY_S", 0.01)
    said = ""
    with progress("drawing a{b}[c].gif") as shown:
        shown(0.25)
        while said.count("still") < 2:
            time.sleep(0.01)
            said += capsys.readouterr().err
    lines = said.splitlines()
    assert lines[0] == "note: drawing a{b}[c].gif ..."
    assert lines[1].startswith("note: still drawing a{b}[c].gif (25% after ")


def test_it_ends_with_what_fails() -> None:
    with pytest.raises(ValueError, match="for a reason"), progress("drawing"):
        raise ValueError("for a reason")


def test_the_bar_of_a_terminal_shows_the_name_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with progress("drawing a{b}[c].gif") as shown:
        shown(1.0)


_DRAWN = """
import time
from sandbox.cli.output import progress
with progress("drawing a.gif") as shown:
    shown(0.5)
    print("a line of the answer", flush=True)
    time.sleep(0.3)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
def test_the_bar_is_seen_at_a_terminal_also_where_the_answer_goes_to_a_file(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    with (tmp_path / "answer").open("w") as answer:
        done = subprocess.run([sys.executable, "-c", _DRAWN], stdin=subprocess.DEVNULL, stdout=answer, stderr=theirs)
    os.close(theirs)
    drawn = os.read(ours, 65536).decode()
    os.close(ours)
    assert done.returncode == 0 and "drawing a.gif" in drawn and "50%" in drawn
    assert (tmp_path / "answer").read_text() == "a line of the answer\n"


# What a command does for minutes where there is much to do, and what it says meanwhile.
LONG = {
    ("render", "drop", "-o", "x.gif"): ("sandbox.render.pictures.film:render", "drawing x.gif"),
    ("parts", "--magnitudes"): ("sandbox.authoring.table:read_or_measure", "measuring every part"),
    ("daily",): ("sandbox.authoring.daily.maker:make", "making the machine of"),
    ("check", "drop", "--no-cache"): ("sandbox.trials.checks.check:check", "checking"),
    ("check", "drop", "--map", "hint1", "x.png"): ("sandbox.trials.search.try_service:run_job", "mapping"),
    ("solve", "drop"): ("sandbox.trials.search.search:Search.run", "searching drop"),
    ("difficulty", "drop"): ("sandbox.trials.search.random_share:measure", "trying drop"),
    ("agents", "drop", "--tries", "1"): ("sandbox.environment.agents.benchmark:measure", "agents are trying"),
    ("overview", "drop", "--quick"): ("sandbox.cli.levels.overview:_row", "checking"),
    ("bless", REPLAY, "--reason", "meant"): ("sandbox.verify.bless:propose", "running recordings again"),
    ("bless", REPLAY, "--add-class"): ("sandbox.verify.bless:propose_class", "running recordings again"),
    ("bless", REPLAY, "--renew"): ("sandbox.verify.bless:renewal_of", "running recordings again"),
    ("run", "drop"): ("sandbox.commands.session:Session.advance", "running Drop"),
    ("diff", REPLAY, REPLAY): ("sandbox.verify.diff:diff", "running both recordings again"),
    ("verify", REPLAY): ("sandbox.verify.verifier:verify_all", f"verifying {REPLAY}"),
    ("verify", REPLAY, REPLAY, "--json"): ("sandbox.verify.verifier:verify_all", f"verifying {REPLAY}"),
    ("share", "drop", "--text"): ("sandbox.levels.solutions:winning_run", "running what drop.toml holds"),
    ("unpack", "x.share"): ("sandbox.levels.sharing:read", "running the solution that was shared"),
    ("loops", "drop"): ("sandbox.loops.loops:LoopRun.run", "running main loops"),
    ("bench", "--quick"): ("sandbox.bench.bench:measure", "measuring"),
    ("author", LEVEL_SCRIPT): ("sandbox.authoring.runner:ScriptProcess.run", "running wound-up.py"),
    ("show", REPLAY): ("sandbox.recording.reader:read", "reading drop.replay"),
    ("play", REPLAY): ("sandbox.recording.reader:read", "reading drop.replay"),
    ("import", "x.xml", "-o", "x.toml"): ("sandbox.levels.formats.tbe:read", "converting x.xml"),
    ("verify", REPLAY, "--engine", "pymunk==7.2.0"): ("sandbox.verify.engines:prepare", "downloading engines"),
    ("engine", "build"): ("sandbox.verify.engine_build:built", "building pymunk==7.3.1 with portable mathematics"),
    ("engine", "stock"): ("sandbox.verify.engine_build:install_stock", "installing the engine"),
    ("parts", "--picture", "x.png"): ("sandbox.render.pictures.gallery:draw", "drawing x.png"),
    ("render", "drop", "-o", "x.gif", "--json"): ("sandbox.render.pictures.film:render", "drawing x.gif"),
    ("bench", "--against", str(ROOT)): ("sandbox.bench.against:measure", "measuring"),
    ("bench", "--kinds", "--against", str(ROOT)): ("sandbox.bench.kind_against:measure", "measuring"),
    ("bench", "--quick", "--kinds"): ("sandbox.bench.kind_costs:measure", "measuring"),
    ("bench", "--quick", "--curve"): ("sandbox.bench.growth:measure", "measuring"),
}


@pytest.mark.parametrize(("line", "work", "says"), [(line, *more) for line, more in LONG.items()], ids=lambda value: "")
def test_what_may_take_minutes_gives_signs_of_life(
    line: tuple[str, ...], work: str, says: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Its work is over here as soon as the first sign has come."""
    came = threading.Event()

    def pulse(sentence: str) -> None:
        print_note(sentence)
        came.set()

    def wait(*_: object, **__: object) -> None:
        raise BadFile("after a sign of life" if came.wait(60.0) else "without a word")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(output, "print_note", pulse)
    monkeypatch.setattr(Pulse, "FIRST_S", 0.0)
    module, _, name = work.partition(":")
    monkeypatch.setattr(pkgutil.resolve_name(f"{module}:{name.rpartition('.')[0]}"), name.rpartition(".")[2], wait)
    with pytest.raises(SystemExit):
        cli.main(line)
    said = capsys.readouterr().err
    assert f"note: {says}" in said and said.endswith("after a sign of life\n"), said


def test_what_was_drawn_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "drop.png"
    with pytest.raises(SystemExit):
        cli.main(["render", "drop", "-o", str(out), "--size", "64x36"])
    assert capsys.readouterr().err == f"written: {out}\n"


@pytest.mark.parametrize(
    ("line", "file"),
    [
        (("run", "drop", "--seconds", "0.1", "--record", "x.replay"), "x.replay"),
        (("run", "drop", "--seconds", "0.1", "--record", "x.replay", "--json"), "x.replay"),
        (("verify", REPLAY, "--junit", "x.xml"), "x.xml"),
        (("verify", REPLAY, "--report", "x.html", "--json"), "x.html"),
    ],
    ids=lambda value: "",
)
def test_a_file_beside_the_answer_is_named_on_stderr(
    line: tuple[str, ...],
    file: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        cli.main(line)
    output = capsys.readouterr()
    assert (tmp_path / file).is_file()
    assert output.err == f"written: {file}\n" and "written" not in output.out
