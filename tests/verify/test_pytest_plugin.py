"""pytest on recordings and levels: what is green, what is red, what is an error, and that others are left in peace."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandbox.commands.commands import Drag, Grab, Move, Start
from sandbox.commands.session import Session
from sandbox.design.design import Beyond, Design, Goal, PartSpec
from sandbox.levels import levels
from sandbox.recording import fingerprint
from sandbox.recording.reader import read
from sandbox.recording.recorder import Recorder
from sandbox.tasks import child, forking
from sandbox.verify.bless import propose_class
from tests import frames, hostile_files
from tests.plants import plant
from tests.verify.test_classes import foreign as made_elsewhere

PLUGIN = Path(fingerprint.PACKAGE) / "plugin"  # in an installed package it stands beside that


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of somebody else: two recordings, and a level that a nudge solves."""
    (tmp_path / "replays").mkdir()
    (tmp_path / "levels").mkdir()
    frames.small_session(tmp_path / "replays" / "one.replay")
    shutil.copy(tmp_path / "replays" / "one.replay", tmp_path / "replays" / "two.replay")
    ball = PartSpec(1, "soccer_ball", 1.0, 1.0)
    level = Design("Nudge", parts=(ball,), goals=(Goal("To the right", Beyond(1, "x", "more", 1.1)),), next_id=2)
    levels.write(tmp_path / "levels" / "nudge.toml", level)
    solve(level, tmp_path / "replays" / "nudge.replay")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def solve(level: Design, path: Path, drag: float = 2.0) -> None:
    recorder = Recorder(path, level, 0, fingerprint.current())
    session = Session(level, 0, recorder)
    session.do(Start())
    session.do(Grab(1, 1.0, 1.0))
    session.do(Drag(drag, 1.0))
    session.advance(240)
    recorder.close(session, "end")


def run(
    project: Path, *arguments: object, hidden: bool = False, around: dict[str, str] | None = None
) -> tuple[int, str]:
    """The exit code and the output of pytest in a project; `hidden`: its own modules come first."""
    around = around or child.environment()
    search = os.pathsep.join((str(PLUGIN), around["PYTHONPATH"]))
    done = subprocess.run(
        [sys.executable, *(() if hidden else ("-P",)), "-m", "pytest", "-p", "pytest_contraption", "-v",
         *map(str, arguments)],
        cwd=project, env={**around, "PYTHONPATH": search, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def counts(said: str) -> dict[str, int]:
    """passed, failed and errors of the last line."""
    return {
        word.rstrip("s"): int(count)
        for count, word in re.findall(r"(\d+) (passed|failed|errors?)", said.splitlines()[-1])
    }


def damage(path: Path, change: Any) -> None:
    told = frames.split(path.read_bytes())
    change(told)
    path.write_bytes(frames.seal(told))


def other_end(told: list[Any]) -> None:
    told[-1][6] = bytes(8)


@pytest.mark.usefixtures("real_starts")
@pytest.mark.parametrize("processes", [(), ("-p", "xdist", "-n", "2")], ids=["one process", "two"])
def test_all_green_and_one_red(project: Path, processes: tuple[str, ...]) -> None:
    code, said = run(project, "replays", "levels", *processes)
    assert (code, counts(said)) == (0, {"passed": 5}), said
    damage(project / "replays" / "two.replay", other_end)
    code, said = run(project, "replays", "levels", *processes)
    assert (code, counts(said)) == (1, {"passed": 4, "failed": 1}), said
    assert "replays/two.replay::verify" in said and "recorder-mismatch: " in said
    assert "the end hash differs, though no tick before it does" in said and "outcome: then won at tick" in said
    assert "Traceback" not in said and "def runtest" not in said


def test_items_are_picked_by_name_and_the_last_failed_again(project: Path) -> None:
    code, said = run(project, "-k", "solution or one")
    assert (code, counts(said)) == (0, {"passed": 2})
    damage(project / "replays" / "two.replay", other_end)
    assert counts(run(project)[1]) == {"passed": 4, "failed": 1}
    code, said = run(project, "--lf")
    assert (code, counts(said)) == (1, {"failed": 1})


def test_levels_in_folders_have_their_solutions_in_folders_of_the_same_names(project: Path) -> None:
    for folder, suffix in (("levels", ".toml"), ("replays", ".replay")):
        (project / folder / "harbour").mkdir()
        (project / folder / f"nudge{suffix}").rename(project / folder / "harbour" / f"nudge{suffix}")
    for asked in (("replays", "levels"), ()):
        code, said = run(project, *asked)
        assert (code, counts(said)) == (0, {"passed": 5}), said
    code, said = run(project, "levels/harbour")
    assert (code, counts(said)) == (0, {"passed": 2}), said
    (project / "replays" / "harbour" / "nudge.replay").rename(project / "replays" / "nudge.replay")
    code, said = run(project, "levels")
    assert (code, counts(said)) == (1, {"passed": 1, "error": 1}), said
    assert "its solution is missing: there is no" in said and "replays/harbour/nudge.replay" in said
    assert "nudge.toml --commands MOVES.jsonl --record " in said, "what to type"


def test_what_can_not_be_judged_is_an_error(project: Path) -> None:
    design = frames.small_level()
    recorder = Recorder(project / "replays" / "one.replay", design, 0, fingerprint.current())
    recorder.close(Session(design, 0, recorder), "nothing ran")
    (project / "replays" / "two.replay").write_bytes(b"nothing")
    (project / "replays" / "nudge.replay").unlink()
    code, said = run(project)
    assert (code, counts(said)) == (1, {"passed": 1, "error": 3}), said
    assert "nothing ran in this session, so there is nothing to compare" in said
    assert "is not a recording" in said and "its solution is missing: there is no" in said
    assert "Traceback" not in said


def test_a_folder_without_recordings_is_an_error(project: Path) -> None:
    shutil.rmtree(project / "replays")
    (project / "replays").mkdir()
    code, said = run(project, "replays")
    assert code not in (0, 5) and "there is no recording (*.replay) here; nothing was verified" in said


def test_levels_that_win_themselves_or_have_changed_or_are_not_won(project: Path) -> None:
    path = project / "levels" / "nudge.toml"
    level = levels.read(path)
    easy = msgspec.structs.replace(level, goals=(Goal("Down", Beyond(1, "y", "less", 0.5)),))
    levels.write(path, easy)
    code, said = run(project, "levels")
    assert (code, counts(said)) == (1, {"failed": 2})
    assert "the level wins itself, at tick " in said
    assert "it ends open and not won (it was recorded for another state of the level)" in said

    levels.write(path, level)
    solve(level, project / "replays" / "nudge.replay", drag=1.0)
    code, said = run(project, "levels")
    assert counts(said) == {"passed": 1, "failed": 1} and "does not win" in said
    path.write_text("title = 5\n")
    code, said = run(project, "levels")
    assert code != 0 and "Traceback" not in said
    assert "nudge.toml: 2 mistakes:" in said and "line 1: title is 5; it is a text in quotes" in said
    assert "line 1: it has no line 'format = 1'; write it at the top" in said


def test_solutions_may_lie_elsewhere(project: Path) -> None:
    (project / "solved").mkdir()
    (project / "replays" / "nudge.replay").rename(project / "solved" / "nudge.replay")
    (project / "pytest.ini").write_text("[pytest]\nsandbox_solutions = solved\nsandbox_patience = 1\n")
    assert run(project, "levels")[0] == 0


def test_bless_by_pytest(project: Path) -> None:
    path = project / "replays" / "two.replay"

    def foreign(told: list[Any]) -> None:
        told[-1][8][4]["core"] = bytes(8)
        other_end(told)

    damage(path, foreign)
    assert counts(run(project, "replays")[1]) == {"passed": 2, "failed": 1}
    code, said = run(project, "replays", "--bless", "meant to be so")
    assert (code, counts(said)) == (0, {"passed": 3}), said
    assert "blessed recordings" in said and "first bad tick" in said
    assert [kept.reason for kept in read(path).blessings] == ["meant to be so"]
    assert run(project, "replays")[0] == 0
    damage(project / "replays" / "one.replay", other_end)  # nothing has changed but the file
    code, said = run(project, "replays", "--bless", "meant to be so")
    assert counts(said) == {"passed": 2, "failed": 1} and "this is no intended change" in said


def test_a_blessing_by_pytest_names_the_classes_that_are_stale_now(project: Path) -> None:
    path = project / "replays" / "two.replay"
    made_elsewhere(path)
    addition = propose_class(path)
    assert addition is not None
    addition.write("2026-11-23T00:00:00+00:00")
    told = frames.split(path.read_bytes())
    closing, frame = told[frames.first(told, "close")], told[frames.first(told, "hash")]
    told[-1][8][4]["core"] = closing[6][4]["core"] = bytes(8)  # both classes are of older code, with another end here
    frame[2] = frame[2][:-8] + bytes(8)
    path.write_bytes(frames.seal(told, mend=False))
    code, said = run(project, "replays", "--bless", "meant to be so")
    assert (code, counts(said)) == (0, {"passed": 3}), said
    assert "stale now, until it is blessed there: unnamed class eeeeeeee" in said


@pytest.mark.usefixtures("real_starts")
@pytest.mark.parametrize("hidden", [True, False], ids=["python -m pytest", "pytest"])
@pytest.mark.parametrize("name", ["sandbox.py", "sandbox/__init__.py"])
def test_a_project_with_a_sandbox_of_its_own_has_both(project: Path, name: str, hidden: bool) -> None:
    """Its own tests find theirs, before and after ours has verified the recordings, and neither knows of the other."""
    planted = project / name
    planted.parent.mkdir(exist_ok=True)
    planted.write_text("THEIRS = True\n")
    for test in ("test_after.py", "before/test_before.py"):
        (project / test).parent.mkdir(exist_ok=True)
        (project / test).write_text("import sandbox\n\ndef test_theirs():\n    assert sandbox.THEIRS\n")
    (project / "conftest.py").touch()  # by which pytest finds their modules, too
    code, said = run(project, hidden=hidden)
    assert (code, counts(said)) == (0, {"passed": 7}), said
    damage(project / "replays" / "two.replay", other_end)
    code, said = run(project, hidden=hidden)
    assert (code, counts(said)) == (1, {"passed": 6, "failed": 1}) and "recorder-mismatch: " in said, said


@pytest.mark.usefixtures("real_starts")
def test_a_project_that_imports_ours_shares_it(project: Path) -> None:
    (project / "test_a.py").write_text(
        "import sandbox\n\ndef test_a():\n    assert sandbox.load('drop').title == 'Drop'\n"
    )
    (project / "conftest.py").write_text("import sandbox\n")
    code, said = run(project)
    assert (code, counts(said)) == (0, {"passed": 6}), said


def test_what_a_recording_says_of_itself_proves_nothing(project: Path) -> None:
    """Its head says that an author is at work, and may move the level's own ball; its mark says that this is a win."""
    path = project / "levels" / "nudge.toml"
    ball = PartSpec(1, "soccer_ball", 1.0, 1.0, fixed=True)
    goals = (Goal("There", Beyond(1, "x", "more", 1.1)),)
    level = Design("Nudge", parts=(ball,), goals=goals, stock={"crate": 1}, next_id=2)
    levels.write(path, level)
    forged = msgspec.structs.replace(level, author=True)
    recorder = Recorder(project / "replays" / "nudge.replay", forged, 0, fingerprint.current())
    session = Session(forged, 0, recorder)
    session.do(Move(1, 2.0, 1.0))
    session.do(Start())
    session.advance(240)
    assert session.outcome == "won"
    recorder.close(session, "end", fingerprint.current())
    code, said = run(project)
    assert (code, counts(said)) == (1, {"passed": 4, "failed": 1}), said
    assert "nudge.replay does not win: it ends open and not won; move at tick 0 is refused" in said


def test_a_mark_of_another_class_of_arithmetic_proves_nothing(project: Path) -> None:
    """A recorder that nobody has says "won" of a run that this machine knows to be open."""
    path = project / "replays" / "nudge.replay"
    solve(levels.read(project / "levels" / "nudge.toml"), path, drag=1.0)
    made_elsewhere(path)
    addition = propose_class(path)
    assert addition is not None
    addition.write("2026-11-23T00:00:00+00:00")
    told = frames.split(path.read_bytes())
    told.insert(-1, ["mark", told[-1][1], "won", "Nudge"])
    told[-1][5] += 1
    path.write_bytes(frames.seal(told, mend=False))
    assert [mark.what for mark in read(path).marks] == ["won"], "as `show` prints it"
    code, said = run(project)
    assert (code, counts(said)) == (1, {"passed": 4, "failed": 1}), said
    assert "nudge.replay does not win: it ends open and not won" in said


def test_a_level_that_still_wins_is_green_though_its_recording_has_changed(project: Path) -> None:
    """Whether the bits are the same is what the recording's own item answers, and `sandbox verify`."""
    damage(project / "replays" / "nudge.replay", other_end)
    code, said = run(project)
    assert (code, counts(said)) == (1, {"passed": 4, "failed": 1}), said
    assert "replays/nudge.replay::verify FAILED" in said and "levels/nudge.toml::solution wins PASSED" in said


@pytest.mark.skipif(not forking.CAN_FORK, reason="no process has limits here")
def test_a_file_that_ends_the_process_which_reads_it_stops_no_other_test(project: Path) -> None:
    around = hostile_files.planted(project)
    for folder, suffix in (("levels", ".toml"), ("replays", ".replay")):
        shutil.copy(project / folder / f"nudge{suffix}", project / folder / f"{hostile_files.STEM}{suffix}")
    code, said = run(project, "--continue-on-collection-errors", around=around)
    assert (code, counts(said)) == (1, {"passed": 5, "error": 2}), said
    assert said.count("ended by signal SIGSEGV") >= 2
    (project / "levels" / f"{hostile_files.STEM}.toml").unlink()
    (project / "replays" / "nudge.replay").unlink()
    (project / "replays" / "nudge.replay").symlink_to(f"{hostile_files.STEM}.replay")
    code, said = run(project, "levels", around=around)
    assert (code, counts(said)) == (1, {"passed": 1, "error": 1}), said
    assert "solution wins" in said and "ended by signal SIGSEGV" in said


@pytest.mark.skipif(not forking.CAN_FORK, reason="no process has limits here")
def test_a_level_that_ends_the_process_which_runs_it_stops_no_other_test(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Crates crash here when a run starts: that of a level, and those of two recordings."""
    level = levels.read(project / "levels" / "nudge.toml")
    crate = PartSpec(2, "crate", 3.0, 1.0)
    levels.write(
        project / "levels" / "crate.toml", msgspec.structs.replace(level, parts=(*level.parts, crate), next_id=3)
    )
    shutil.copy(project / "replays" / "nudge.replay", project / "replays" / "crate.replay")
    with monkeypatch.context() as planting:
        plant(planting, project / "site", "crash", "start")
        code, said = run(project)
    assert (code, counts(said)) == (1, {"passed": 4, "failed": 2, "error": 2}), said
    assert said.count("ended by signal SIGSEGV") >= 4


def test_a_solution_may_lie_beside_its_level(project: Path) -> None:
    """There `sandbox author` writes it where there is no folder of recordings, and `sandbox check` finds it."""
    (project / "replays" / "nudge.replay").rename(project / "levels" / "nudge.replay")
    shutil.rmtree(project / "replays")
    code, said = run(project, "levels")
    assert (code, counts(said)) == (0, {"passed": 3}), said


@pytest.mark.usefixtures("real_starts")
def test_others_are_left_in_peace(tmp_path: Path) -> None:
    """Their own levels/*.toml and *.replay, an empty replays folder beside them, and nothing of ours in memory."""
    (tmp_path / "levels").mkdir()
    (tmp_path / "replays").mkdir()
    (tmp_path / "levels" / "log.toml").write_text('debug = "low"\n')
    (tmp_path / "game.replay").write_bytes(b"of some game of theirs")
    (tmp_path / "test_theirs.py").write_text(
        "import sys\n"
        "def test_theirs():\n"
        "    heavy = {'pymunk', 'numpy', 'msgspec', 'sandbox.commands.session', 'sandbox.verify.verifier'}\n"
        "    assert not heavy & set(sys.modules)\n"
    )
    code, said = run(tmp_path)
    assert (code, counts(said)) == (0, {"passed": 1}), said
    code, said = run(tmp_path, "game.replay")
    assert (code, counts(said)) == (1, {"error": 1}), "it is asked for"


@pytest.mark.usefixtures("real_starts")
def test_nothing_is_said_where_no_recordings_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "sandbox.py").write_text("THEIRS = True\n")
    (tmp_path / "test_theirs.py").write_text("import sandbox\n\ndef test_theirs():\n    assert sandbox.THEIRS\n")
    around = child.environment()

    def said(*plugin: str) -> str:
        search = os.pathsep.join((str(PLUGIN), around["PYTHONPATH"]))
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *plugin, "-v"], cwd=tmp_path, capture_output=True, text=True,
            env={**around, "PYTHONPATH": search, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        )  # fmt: skip
        assert done.returncode == 0
        printed = re.sub(r"in [\d.]+s", "in a moment", done.stdout + done.stderr)
        return re.sub(r"^plugins: .*\n", "", printed, flags=re.MULTILINE)  # pytest's own list of what is installed

    assert said("-p", "pytest_contraption") == said()
