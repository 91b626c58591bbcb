"""Scripts run by `sandbox author`: from an empty file to a checked level, watched, and with every kind of mistake."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sandbox.authoring.runner import ScriptAnswer, run_script
from sandbox.authoring.script import ScriptFault, compile_script, execute
from sandbox.authoring.script_run import ScriptRun
from sandbox.cli import app
from sandbox.levels import levels, solution_files
from sandbox.manual import manual
from sandbox.tasks import child
from sandbox.trials.checks import check
from sandbox.verify.verify import verify

pytestmark = pytest.mark.usefixtures("forked_starts")
HEAD = "from sandbox.authoring import Level, when\n"

WHOLE = manual.text("scripts").partition("```python\n# heave.py\n")[2].partition("```")[0]  # the example in there


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "level.py"


def author(script: Path, *options: str) -> tuple[int, list[dict[str, Any]], str]:
    """The exit code of `sandbox author`, what it answers, and what it complains of."""
    command = [sys.executable, "-P", "-m", "sandbox", "author", str(script), "--json", "--out", str(script.parent)]
    ran = subprocess.run([*command, *options], capture_output=True, text=True, timeout=280, env=child.environment())
    assert "Traceback" not in ran.stderr
    return ran.returncode, [json.loads(line) for line in ran.stdout.splitlines()], ran.stderr


def test_from_an_empty_file_to_a_checked_level_with_its_solution(script: Path) -> None:
    assert 10 < len(WHOLE.splitlines()) < 40
    script.write_text(WHOLE, "utf-8")
    code, (answer,), _ = author(script, "--no-picture", "--margins")
    assert code == 0 and answer["sound"], answer["findings"]
    level, solution = script.with_name("heave.toml"), script.with_name("heave.replay")
    assert (answer["level"], answer["solution"]) == (str(level), str(solution))
    design = levels.read(level)
    assert design.title == "Heave" and [hint.kind for hint in design.hints] == ["weight", "rope"]
    attempt, name = solution_files.read_solution(level, None)
    assert check.check(design, attempt, name, check.CheckPlan(margins=False)).sound, (
        "the program's own check says the same"
    )
    assert verify(str(solution)).verdict == "pass"
    assert any("weight" in row.lower() for row in answer["margins"])


def test_a_level_whose_solution_does_not_win_is_not_sound(script: Path) -> None:
    script.write_text(WHOLE.replace('"more", 0.8', '"more", 2.3'), "utf-8")
    code, (answer,), _ = author(script, "--no-picture")
    assert code == 1 and not answer["sound"] and answer["solution"] is None
    assert any("does not solve it" in finding["text"] for finding in answer["findings"])
    assert not script.with_name("heave.replay").exists()


def test_what_is_not_needed_is_told(script: Path) -> None:
    script.write_text(WHOLE.replace("level.par", 'level.give("crate").on(ground, x=3.0)\nlevel.par'), "utf-8")
    _, (answer,), _ = author(script, "--no-picture")
    faults = [finding["text"] for finding in answer["findings"] if finding["grade"] == "bad"]
    assert any(re.search(r"wins without the crate of line 14", fault) for fault in faults), faults
    assert not any("without the rope" in fault for fault in faults)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("level = Level('A'\n", "line 2: not Python: '(' was never closed"),
        ("level = Level('A')\nlevel.put('crate').on(shelf)\n", "line 3: NameError: name 'shelf' is not defined"),
        (
            "level = Level('A')\n\nlevel.put('soccerball')\n",
            "line 4: there is no kind of part 'soccerball'; is 'soccer",
        ),
        ("level = Level('A')\nlevel.put('anchor').knot\n", "line 3: the anchor of line 3 has no port 'knot'"),
        ("level = Level('A')\nlevel.put('crate').at(1, 1)\n", 'it saves no level; end it with level.save("levels/name'),
        ("level = Level('A')\nlevel.save('a.toml', 3)\n", "line 3: TypeError"),
        ("1 / 0\n", "line 2: ZeroDivisionError: division by zero"),
        ("import nothing_like_this\n", "line 2: ModuleNotFoundError"),
        ("input()\n", "line 2: EOFError"),
    ],
)
def test_a_mistake_names_its_line(source: str, sentence: str, script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script.write_text(HEAD + source, "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(ScriptFault) as fault:
        execute(compile_script(script), ScriptRun(out=script.parent))
    assert str(fault.value).startswith((f"{script}, {sentence}", f"{script}: {sentence}"))
    assert "\n" not in str(fault.value)


def test_a_mistake_is_one_line_of_the_command_and_exit_code_2(script: Path) -> None:
    script.write_text(HEAD + "level = Level('A')\nlevel.put('soccerball')\n", "utf-8")
    code, answers, complaint = author(script)
    assert (code, answers) == (2, []) and len(complaint.splitlines()) == 1
    assert "level.py, line 3: there is no kind of part 'soccerball'" in complaint


def test_a_script_that_does_not_end_is_stopped(script: Path) -> None:
    script.write_text("while True:\n    pass\n", "utf-8")
    assert "more than 1 s of processor time" in run_script(script, seconds=1).error
    script.write_text("import time\ntime.sleep(1000)\n", "utf-8")
    assert "not come to an end in 2 s" in run_script(script, patience=2.0).error


def test_a_script_may_print_and_import_what_lies_beside_it(script: Path) -> None:
    script.with_name("sizes.py").write_text("WIDTH = 3.5\n", "utf-8")
    script.write_text(
        HEAD + "from sizes import WIDTH\nprint('hello')\nLevel('Empty', width=WIDTH).save('empty.toml')\n", "utf-8"
    )
    answer = run_script(script, out=str(script.parent), picture=False)
    assert answer == ScriptAnswer(saved=answer.saved) and levels.read(script.with_name("empty.toml")).world.width == 3.5


def test_a_missing_script_is_bad_input(script: Path) -> None:
    result = CliRunner().invoke(app, ["author", str(script)])
    assert "there is no such file" in str(result.exception)


def test_a_folder_stands_for_its_scripts_and_unchanged_solutions_stay_as_they_are(tmp_path: Path) -> None:
    """What a solution knows besides, as of other classes of arithmetic, is not lost by making it anew."""
    folder = tmp_path / "levels" / "harbour"
    folder.mkdir(parents=True)
    (tmp_path / "replays" / "harbour").mkdir(parents=True)
    (folder / "heave.py").write_text(WHOLE.replace('"levels/heave.toml"', ""), "utf-8")
    (folder / "_sizes.py").write_text("WIDTH = 4.0\n", "utf-8")
    runner, order = CliRunner(), ["author", str(tmp_path / "levels"), "--no-picture"]
    ran = runner.invoke(app, order, standalone_mode=False)
    assert ran.return_value == 0, ran.output
    solution = tmp_path / "replays" / "harbour" / "heave.replay"
    assert (folder / "heave.toml").exists()
    first = solution.read_bytes()
    assert runner.invoke(app, order, standalone_mode=False).return_value == 0 and solution.read_bytes() == first
    (folder / "heave.py").write_text(WHOLE.replace('"levels/heave.toml"', "").replace("2.6, 1.5", "2.6, 1.4"), "utf-8")
    assert runner.invoke(app, order, standalone_mode=False).return_value == 0 and solution.read_bytes() != first


def test_one_script_that_goes_wrong_keeps_no_other_from_running(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1 / 0\n", "utf-8")
    (tmp_path / "b.py").write_text(WHOLE.replace('"levels/heave.toml"', ""), "utf-8")
    ran = CliRunner().invoke(app, ["author", str(tmp_path), "--no-picture"], standalone_mode=False)
    assert ran.return_value == 2 and "a.py, line 1: ZeroDivisionError" in ran.output + ran.stderr
    assert (tmp_path / "b.toml").exists()


def test_a_folder_without_scripts_is_bad_input(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["author", str(tmp_path)])
    assert "holds no scripts" in str(ran.exception)


# -- watching


@pytest.fixture
def watching(script: Path) -> Iterator[subprocess.Popen[str]]:
    script.write_text(WHOLE, "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "sandbox", "author", str(script), "--watch", "--no-picture", "--json", "-q",
         "--out", str(script.parent)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=child.environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in the background
    )  # fmt: skip
    yield process
    process.kill()
    process.wait()


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are listed from /proc, which Linux has")
def test_each_save_is_answered_and_no_child_is_left(watching: subprocess.Popen[str], script: Path) -> None:
    assert watching.stdout is not None
    assert json.loads(watching.stdout.readline())["title"] == "Heave"
    script.write_text(WHOLE.replace('"Heave"', '"Heave ho"'), "utf-8")
    assert json.loads(watching.stdout.readline())["title"] == "Heave ho"
    script.write_text(WHOLE.replace('crate", width', 'crat", width'), "utf-8")
    assert "line 5: there is no kind of part 'crat'; is 'crate' meant" in watching.stdout.readline()
    script.write_text(WHOLE, "utf-8")
    assert json.loads(watching.stdout.readline())["title"] == "Heave"
    children = _children(watching.pid)
    assert children, "one waits for the next save"
    time.sleep(1.0)  # it has begun to wait
    watching.send_signal(signal.SIGINT)
    assert watching.wait(60) == 130
    assert not any(_alive(child) for child in children)


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
