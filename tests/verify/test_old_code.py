"""Old code is found in the history by the digest that its recordings carry, wherever its modules stood then."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandbox.recording import fingerprint
from sandbox.tasks import programs
from sandbox.verify import old_code
from tests import frames
from tests.support import copy_of_package

MOVES = ("machine.py", "session.py", "recording.py")  # by the names that they keep


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository of its own with this package in its first commit."""
    if shutil.which("git") is None:
        pytest.skip("there is no git here")
    folder = copy_of_package(tmp_path).parent
    git(folder, "init", "-q")
    commit(folder)
    return folder


def git(tree: Path, *arguments: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "core.autocrlf=false"]
    return subprocess.run(["git", *who, *arguments], cwd=tree, check=True, capture_output=True, text=True).stdout


def commit(tree: Path) -> None:
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "another")


def python(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the package of a tree."""
    env = {**os.environ, "PYTHONPATH": str(tree), "XDG_CACHE_HOME": str(tree.parent / "cache")}
    return subprocess.run([sys.executable, "-P", *arguments], env=env, cwd=tree.parent, capture_output=True, text=True)


def own_code(tree: Path) -> str:
    fingerprints = next((tree / "sandbox").rglob("fingerprint.py")).relative_to(tree).with_suffix("")
    return python(tree, "-c", f"from {'.'.join(fingerprints.parts)} import code; print(code())").stdout.strip()


def place_of(first: str, moved: dict[str, str]) -> str:
    return next((place for place in moved if moved[place] == first and (fingerprint.PACKAGE / place).exists()), first)


def move(tree: Path, old: str, new: str) -> None:
    """Move a module of a tree, and change all imports of it."""
    package = tree / "sandbox"
    (package / new).parent.mkdir(exist_ok=True)
    (package / new).parent.joinpath("__init__.py").touch()
    (package / old).rename(package / new)
    was, is_ = ("sandbox." + place.removesuffix(".py").replace("/", ".") for place in (old, new))
    (folder, name), (new_folder, new_name) = was.rsplit(".", 1), is_.rsplit(".", 1)

    def apart(match: re.Match[str]) -> str:
        """The import of several modules as one of those that stay, and one of this one under the name it had."""
        names = match[2].split(", ")
        stay = [other for other in names if other.split()[0] != name]
        lines = [f"from {new_folder} import {new_name} as {it.split()[-1]}" for it in names if it not in stay]
        return "\n".join(
            match[1] + line for line in (*lines, *([f"from {folder} import {', '.join(stay)}"] * bool(stay)))
        )

    for file in package.rglob("*.py"):
        source = re.sub(rf"^( *)from {folder} import (\w.*)$", apart, file.read_text("utf-8"), flags=re.MULTILINE)
        file.write_text(re.sub(rf"\b{re.escape(was)}\b", is_, source), "utf-8")


def move_all(tree: Path, listed: bool = True) -> None:
    """Move some modules, the list of moves among them; `listed`: with a line in it for each."""
    moved = dict(fingerprint.MOVED)
    for first in MOVES:
        place = place_of(first, moved)
        move(tree, place, f"elsewhere/{Path(place).name}")
        moved[f"elsewhere/{Path(place).name}"] = first
    rules = Path(str(fingerprint.__file__)).relative_to(fingerprint.PACKAGE).as_posix()
    move(tree, rules, "elsewhere/fingerprint.py")
    file = tree / "sandbox" / "elsewhere" / "fingerprint.py"
    table = re.compile(r"^MOVED: dict\[str, str\] = \{.*?\}$", re.MULTILINE | re.DOTALL)
    text, count = table.subn(f"MOVED: dict[str, str] = {moved if listed else {}!r}", file.read_text("utf-8"))
    assert count == 1
    file.write_text(text, "utf-8")


def test_code_from_before_and_after_a_move_is_found(tree: Path) -> None:
    before = own_code(tree)
    assert before == fingerprint.code()
    move_all(tree)
    commit(tree)
    after = own_code(tree)
    goals = tree / "sandbox" / place_of("goals.py", fingerprint.MOVED)
    goals.write_text(goals.read_text("utf-8") + "# changed\n", "utf-8")
    commit(tree)
    assert before != after and len(after) == 32
    script = (
        "from sandbox.verify import old_code; import sys; print(*(old_code.package_of(code) for code in sys.argv[1:]))"
    )
    ran = python(tree, "-c", script, before, after, "0" * 32)
    old, new, nothing = ran.stdout.split()
    assert (Path(old).name, Path(new).name, nothing) == (before, after, "None"), ran.stderr
    assert own_code(Path(old)) == before and own_code(Path(new)) == after
    assert not (Path(old) / "sandbox" / "elsewhere").exists() and (Path(new) / "sandbox" / "elsewhere").is_dir()


@pytest.mark.parametrize("listed", [True, False])
def test_a_run_from_before_a_move_is_shown_by_the_program_of_that_time(
    listed: bool, tree: Path, tmp_path: Path
) -> None:
    """Without the list of moves the film can't be made, so it is the list that does it."""
    frames.small_session(tmp_path / "small.replay")
    move_all(tree, listed)
    balls = tree / "sandbox" / "parts" / "balls.py"
    balls.write_text(balls.read_text("utf-8").replace("0.11, 0.43, 0.5, 0.87", "0.11, 0.43, 0.5, 0.6"), "utf-8")
    done = python(tree, "-m", "sandbox", "verify", "small.replay", "--report", "out.html")
    assert done.returncode == 1 and done.stdout.startswith("changed"), done.stderr
    assert ("found in the history" in (tmp_path / "out.html").read_text("utf-8")) is listed


def test_the_rules_of_another_version_are_read_from_its_source() -> None:
    source = Path(str(fingerprint.__file__)).read_bytes()
    assert fingerprint.rules_of(source) == fingerprint.Rules()
    old = b'_MODULES = ("errors", "machine")\n'
    assert fingerprint.rules_of(old) == fingerprint.Rules(("errors", "machine"), {})
    new = old + b'MOVED: dict[str, str] = {"machine/steps.py": "machine.py"}\n'
    rules = fingerprint.rules_of(new)
    assert rules is not None
    names = ("errors.py", "machine/steps.py", "machine/other.py", "parts/balls.py", "session.py", "errors.txt")
    assert [rules.name_of(name) for name in names] == ["errors.py", "machine.py", None, "parts/balls.py", None, None]
    assert fingerprint.rules_of(b"_MODULES = (") is None and fingerprint.rules_of(b"_MODULES = list()") is None


def test_a_history_without_fingerprints_is_passed_over(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tree, "rm", "-q", "--cached", *git(tree, "ls-files", "*fingerprint.py").split())
    git(tree, "commit", "-q", "-m", "none")
    monkeypatch.setattr(fingerprint, "PACKAGE", tree / "sandbox")
    with old_code.Blobs() as blobs:
        assert old_code._code_of(git(tree, "rev-parse", "HEAD").strip(), blobs) is None
        assert old_code._code_of(git(tree, "rev-parse", "HEAD~1").strip(), blobs) == fingerprint.code()


def test_one_process_of_git_reads_all_contents_and_those_that_are_missing_are_empty(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fingerprint, "PACKAGE", tree / "sandbox")
    contents = {path: (tree / "sandbox" / path).read_bytes() for path in ("errors.py", "machine/machine.py")}
    names = {path: git(tree, "rev-parse", f"HEAD:sandbox/{path}").strip() for path in contents}
    started: list[object] = []
    start = subprocess.Popen

    def counted(*words: Any, **more: Any) -> subprocess.Popen[bytes]:
        started.append(words)
        return start(*words, **more)

    monkeypatch.setattr(subprocess, "Popen", counted)
    with old_code.Blobs() as blobs:
        assert blobs["0" * 40] == b""
        assert {path: blobs[name] for path, name in names.items()} == contents
    assert len(started) == 1
    monkeypatch.setattr(programs, "find", lambda name: None)
    with old_code.Blobs() as blobs:
        assert blobs[names["errors.py"]] == b"", "there is no git here"
