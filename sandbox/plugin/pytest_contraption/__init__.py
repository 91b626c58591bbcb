"""The pytest plugin: what makes recordings and levels pytest items, as in ``pytest replays levels``.

pytest loads this package in every project that it is installed for, whatever else is called `sandbox` there. So this
one has a name of its own, stands beside the package and not in it, needs nothing but pytest, and says nothing where
there is no recording and no level. The program itself, with the items (`sandbox.verify.pytest_plugin`), is imported
when there is something to run, and is called `sandbox` only meanwhile: to the tests of the project that name means what
it always did.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SUFFIX = ".replay"
LEVELS, REPLAYS, INDEX = "levels", "replays", "index.toml"
_A_LEVEL = re.compile(rb"^format *= *\d+ *$", re.MULTILINE)
_A_RECORDING = b"sandbox-replay/"  # within the first bytes of a recording
_HEAD = 4096  # bytes of a file that are looked at
_NAME = "sandbox"  # of our package
_ITEMS = f"{_NAME}.verify.pytest_plugin"  # the module with the items
_BESIDE = Path(__file__).resolve().parents[1]
_HOME = _BESIDE if (_BESIDE / _NAME).is_dir() else _BESIDE.parents[1]  # the folder that our package is in


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("contraption sandbox")
    group.addoption("--bless", metavar="REASON", help="bless recordings that differ, and say why the change is meant")
    group.addoption("--bless-outcome", action="store_true", help="with --bless: also where the outcome changes")
    group.addoption("--allow-cut", action="store_true", help="a recording without an end that agrees so far passes")
    worlds = "functions that make the worlds of recordings of other programs, as mygame.world:make, one a line"
    parser.addini("sandbox_worlds", worlds, type="linelist")
    parser.addini("sandbox_solutions", "folder of the levels' recorded solutions (default: replays, beside levels)")
    parser.addini("sandbox_patience", "seconds that a level runs untouched and may not win (default: 30)", default="30")


# -- whose `sandbox`


class _Finder:
    """Finds our package, wherever Python would look for another of its name."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        return PathFinder.find_spec(name, [str(_HOME)]) if name == _NAME else None


_ours: dict[str, ModuleType] = {}  # our modules, while they are not in use


@contextmanager
def program() -> Iterator[None]:
    """Let `sandbox` be our package in a `with` block, and outside what the project means by it."""
    there = sys.modules.get(_NAME)
    if there is not None and Path(there.__file__ or "") == _HOME / _NAME / "__init__.py":
        yield  # the project itself has imported ours
        return
    theirs = _taken_out()
    sys.modules.update(_ours)
    sys.meta_path.insert(0, _Finder)
    try:
        yield
    finally:
        sys.meta_path.remove(_Finder)
        _ours.update(_taken_out())
        sys.modules.update(theirs)


def _taken_out() -> dict[str, ModuleType]:
    """Take the modules of a `sandbox` out of those that Python knows, and return them."""
    names = [name for name in sys.modules if name.partition(".")[0] == _NAME]
    return {name: sys.modules.pop(name) for name in names}


def _is_ours(node: pytest.Item | pytest.Collector) -> bool:
    return type(node).__module__ == _ITEMS


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    if not _is_ours(collector):
        return (yield)
    with program():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    if not _is_ours(item):
        return (yield)
    with program():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    if not _is_ours(item):
        return (yield)
    with program():
        return (yield)


# -- collection


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == SUFFIX:
        return _collected(parent, file_path, "ReplayFile") if _is_meant(file_path, parent.config) else None
    if file_path.suffix != ".toml" or file_path.name == INDEX:
        return None
    folders = up_to_levels(file_path, parent.config)
    if not folders:
        return None
    if not _A_LEVEL.search(_head(file_path)) and not _are_asked_for(parent.config, file_path, *folders):
        return None
    return _collected(parent, file_path, "LevelCollector")


def _is_meant(path: Path, config: pytest.Config) -> bool:
    """Tell whether a file is meant as a recording of ours, be it damaged: other programs have files of this name, too.

    It is if it begins like one, lies among such files or in a folder named `replays`, or is asked for.
    """
    folder = path.parent
    if folder.name == REPLAYS or _A_RECORDING in _head(path):
        return True
    asked = (path,) if folder in (config.rootpath, config.invocation_params.dir) else (path, folder)
    return _are_asked_for(config, *asked) or any(_A_RECORDING in _head(file) for file in folder.glob(f"*{SUFFIX}"))


def _collected(parent: pytest.Collector, path: Path, collector: str) -> pytest.Collector:
    """Return the collector of a file."""
    with program():
        from sandbox.verify import pytest_plugin as items

        kind: type[pytest.File] = getattr(items, collector)
        return kind.from_parent(parent, path=path)


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if path.name != REPLAYS or not _are_asked_for(parent.config, path):
        return None
    not_empty = any(path.rglob(f"*{SUFFIX}")) or any(path.rglob("*.py"))  # or tests in a folder that has this name
    return None if not_empty else EmptyFolder.from_parent(parent, path=path)


def up_to_levels(path: Path, config: pytest.Config) -> list[Path]:
    """List the folders that a file lies in, up to one of the project that is named `levels`; none without one."""
    roots = {config.rootpath, config.invocation_params.dir}  # a project may itself lie in a folder of that name
    inside = [folder for folder in path.parents if roots.intersection((folder, *folder.parents))]
    names = [folder.name for folder in inside]
    return inside[: names.index(LEVELS) + 1] if LEVELS in names else []


def _are_asked_for(config: pytest.Config, *paths: Path) -> bool:
    """Tell whether an argument of the command line names one of these paths."""
    asked = [config.invocation_params.dir / argument.split("::")[0] for argument in config.args]
    return any(place.resolve() == path.resolve() for place in asked for path in paths)


def _head(path: Path) -> bytes:
    """Read the first bytes of a file, by which ours are told from others of such names; none if it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""


class EmptyFolder(pytest.Directory):
    """A folder of recordings that holds none: an error, as a pass would be a lie."""

    def collect(self) -> Iterator[pytest.Item]:
        raise self.CollectError(f"{self.path}: there is no recording (*{SUFFIX}) here; nothing was verified")


# -- at the end


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the recordings that were blessed: they count as passed, and must not go unnoticed."""
    blessed = [
        (report.nodeid, text)
        for report in terminalreporter.stats.get("passed", ())
        for name, text in report.user_properties
        if name == "blessed"
    ]
    if blessed:
        terminalreporter.section("blessed recordings")
        for nodeid, text in blessed:
            terminalreporter.write_line(nodeid)
            for line in text.splitlines():
                terminalreporter.write_line(f"    {line}")
