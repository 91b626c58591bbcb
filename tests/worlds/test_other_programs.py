"""Three of pymunk's own examples, as they are in its package, recorded and verified as a project of somebody else.

Their files are copied into the project untouched; a small pygame in it lets their `main()` run without a window.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pymunk
import pytest

from sandbox.recording import fingerprint
from sandbox.tasks import child
from sandbox.tasks.limits import USUAL
from sandbox.verify import repeating, verifier
from sandbox.verify.verdicts import Report, Verdict
from sandbox.worlds import factories

PROJECT = Path(__file__).with_name("project")
EXAMPLES = Path(str(pymunk.__file__)).parent / "examples"
PLUGIN = Path(fingerprint.PACKAGE) / "plugin"  # in an installed package it stands beside that
PROGRAMS = ("arrows", "breakout", "flipper")
NAMES = [f"mygame.worlds:{program}" for program in PROGRAMS]


def project_in(folder: Path) -> Path:
    """Somebody's project, with pymunk's examples in it."""
    shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
    for program in PROGRAMS:
        shutil.copy(EXAMPLES / f"{program}.py", folder / "mygame")
    return folder


def run(project: Path, *arguments: str) -> str:
    """Run Python in a project, which stands first where modules are looked for."""
    search = os.pathsep.join(map(str, (project, PLUGIN)))
    around = {**os.environ, "PYTHONPATH": search, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, *arguments], cwd=project, env=around, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = project_in(tmp_path_factory.mktemp("project"))
    run(folder, "record.py", *PROGRAMS)
    return folder


def files(project: Path) -> list[Path]:
    return [project / f"{program}.replay" for program in PROGRAMS]


def test_each_runs_alike_in_four_processes_with_other_hash_seeds_and_allocators(project: Path) -> None:
    with factories.naming(NAMES, [project]):
        reports = list(repeating.verify_repeatedly(files(project), 4))
    assert [(report.verdict, report.compared) for report in reports] == [
        (Verdict.PASS, 200), (Verdict.PASS, 200), (Verdict.PASS, 250),
    ]  # fmt: skip


def edit(file: Path, old: str, new: str) -> None:
    source = file.read_text()
    assert old in source
    file.write_text(source.replace(old, new, 1))


def test_a_change_is_found_with_its_tick_and_its_body(project: Path, tmp_path: Path) -> None:
    """A velocity that is another by 1e-12, twice, and an input that is dropped."""
    changed = project_in(tmp_path)
    fired = "flying_arrows.append(arrow_body)\n"
    edit(changed / "mygame" / "arrows.py", fired, f"{fired}{' ' * 16}arrow_body.velocity += (1e-12, 0)\n")
    edit(changed / "mygame" / "breakout.py", "velocity = (600, 0)", "velocity = (600 + 1e-12, 0)")
    dropped = "        if name == 'down' and values == ('b',) and self.controls.frame == 100:\n            return\n"
    edit(
        changed / "mygame" / "played.py",
        "    def do(self, name, *values):\n",
        f"    def do(self, name, *values):\n{dropped}",
    )
    arrows, breakout, flipper = verified(files(project), changed)
    assert arrows.first_bad_tick == 21, "the first arrow is let go on tick 20"
    assert "body 3: position" in "\n".join(arrows.explanation), "after the target and the cannon"
    assert "the code of mygame.arrows, " in arrows.reason
    assert breakout.first_bad_tick == 51, "the paddle goes to the right from tick 50 on"
    assert "body 1: position" in "\n".join(breakout.explanation)
    assert flipper.first_bad_tick == 101
    assert "only in the recording: body 7" in "\n".join(flipper.explanation)


def verified(recordings: list[Path], project: Path) -> list[Report]:
    with factories.naming(NAMES, [project]):
        reports = {report.file: report for report in verifier.verify_all(recordings, 1, limits=USUAL)}
    return [reports[str(file)] for file in recordings]


def test_a_project_has_a_package_called_sandbox_of_its_own(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    (project / "sandbox").mkdir()
    (project / "sandbox" / "__init__.py").write_text("THEIRS = 1e-12\n")
    edit(project / "mygame" / "worlds.py", '"""\n', '"""\n\nimport sandbox\n\nassert sandbox.THEIRS\n')
    run(project, "record.py", "arrows")
    (project / "pytest.ini").write_text("[pytest]\nsandbox_worlds = mygame.worlds:arrows\n")
    assert "1 passed" in run(project, "-m", "pytest", "-q", "-p", "pytest_contraption", "-p", "no:cacheprovider")
    edit(
        project / "mygame" / "arrows.py", "flying_arrow.angular_velocity *= 0.5", "flying_arrow.angular_velocity *= 0.4"
    )
    (arrows,) = verified([project / "arrows.replay"], project)
    assert (arrows.verdict, arrows.first_bad_tick) == (Verdict.CHANGED, 21)


def test_what_a_file_names_is_not_imported(project: Path, tmp_path: Path) -> None:
    planted = project_in(tmp_path)
    edit(planted / "mygame" / "worlds.py", '"""\n', '"""\n\nraise SystemExit("imported")\n')
    (tmp_path / "other.py").write_text("def make():\n    raise RuntimeError\n")
    around = {**child.environment(), "PYTHONPATH": os.pathsep.join(map(str, (planted, fingerprint.PACKAGE.parent)))}
    for named, said in (("other:make", "name that one too"), ("", "--world mygame.worlds:arrows")):
        options = ["--world", named] if named else []
        command = [sys.executable, "-m", "sandbox", "verify", *options, str(project / "arrows.replay")]
        done = subprocess.run(command, cwd=planted, env=around, capture_output=True, text=True)
        assert done.returncode == 2
        assert said in done.stdout
        assert "can't be imported" not in done.stdout
