"""The names that `import sandbox` gives: which there are, what they load, and that they stay what they are."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import sandbox
from sandbox.manual import manual

# Each line is carried out in one fresh process; then it is listed what has been loaded by then.
_LINES = (
    "import sandbox.verify.verdicts, sandbox.render, sandbox",
    "assert inspect.isfunction(sandbox.verify) and inspect.isfunction(sandbox.render)",
    "run = sandbox.load('drop').start()",
    "run.step(24), run.parts[2].x, run.contacts, run.states, run.goals, run.hash",
    "from sandbox import bless, solve, render",
    "sandbox.verify(run.record('drop.replay')).verdict",
    "run.picture(size=(32, 18))",
)
_PROGRAM = """
import inspect, json, sys
for line in json.loads(sys.argv[1]):
    exec(line)
    print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def test_nothing_is_loaded_before_it_is_asked_for(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _PROGRAM, json.dumps(_LINES)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert ran.returncode == 0, ran.stderr
    loaded = dict(zip(_LINES, (set(json.loads(line)) for line in ran.stdout.splitlines()), strict=True))
    drawing = {"pyglet", "PIL", "imgui_bundle"}
    assert not loaded[_LINES[0]] & {"numpy", "pymunk", "click", *drawing}
    assert [line for line in _LINES[:-1] if loaded[line] & drawing] == []
    assert loaded[_LINES[-1]] >= {"pyglet", "PIL"}


def test_every_name_is_there_and_no_other() -> None:
    for name in sandbox.__all__:
        assert name in dir(sandbox) and getattr(sandbox, name).__doc__, name
    with pytest.raises(AttributeError, match="module 'sandbox' has no attribute 'lode'"):
        sandbox.lode  # type: ignore[attr-defined]  # noqa: B018


def test_where_another_package_has_this_name_it_is_said_where_to_use_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sandbox.__dict__, "load", raising=False)
    with monkeypatch.context() as within:
        within.setitem(sys.modules, "sandbox", types.ModuleType("sandbox"))
        with pytest.raises(ImportError, match=r"sandbox\.load is asked for where .* pytest_contraption\.program\(\)"):
            sandbox.load  # noqa: B018
    assert sandbox.load


def test_a_type_checker_finds_each_name_where_the_program_does() -> None:
    tree = ast.parse(Path(sandbox.__file__).read_text("utf-8"))
    seen = {
        alias.name: f"{node.module}".removeprefix("sandbox.")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and f"{node.module}".startswith("sandbox.")
        for alias in node.names
    }
    assert seen == sandbox._MODULES and sorted(seen) == sorted(sandbox.__all__)


def test_a_package_that_is_imported_is_no_function_s_successor() -> None:
    from sandbox import verify  # which this process has imported as a package long ago
    from sandbox.verify.verify import verify as inside

    assert verify is inside
    sandbox.verify = sys.modules["sandbox.verify"]  # type: ignore[assignment]  # as an import of it does
    assert sandbox.verify is inside


def undocumented(kind: type) -> list[str]:
    """Return the public attributes of a class that say nothing of themselves."""
    own = {name: value for name, value in vars(kind).items() if not name.startswith("_") and callable(value)}
    own |= {name: value for name, value in vars(kind).items() if isinstance(value, property)}
    return [name for name, value in own.items() if not inspect.getdoc(value)]


def test_everything_that_is_promised_is_documented() -> None:
    kinds = [getattr(sandbox, name) for name in sandbox.__all__]
    assert {kind.__name__: undocumented(kind) for kind in kinds if inspect.isclass(kind) and undocumented(kind)} == {}
    page = manual.text("library")
    of_run = {name for name in vars(sandbox.Run) if not name.startswith("_")}
    assert [name for name in (*sandbox.__all__, *of_run) if not re.search(rf"\b{name}\b", page)] == []


def test_an_attribute_without_a_word_is_caught() -> None:
    class Silent:
        def silent(self) -> None: ...
        @property
        def also(self) -> int:
            return 1

    assert sorted(undocumented(Silent)) == ["also", "silent"]
