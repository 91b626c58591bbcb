"""The pytest plugin: what makes recordings and levels pytest items, as in ``pytest replays levels``.

pytest loads this module in every project that it is installed for, whatever else is called `sandbox` there: a module or
a package of that name in the folder of the project comes before ours, since ``python -m pytest`` looks there first. So
this one has a name of its own, stands beside the package and not in it, and needs nothing but pytest. The program
itself, with the items (`sandbox.verify.pytest_plugin`), is imported when there is something to run. Where another
`sandbox` stands in its way, the head of the report says so, and a recording or a level of ours is an error, not a pass.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SUFFIX = ".replay"
LEVELS, REPLAYS, INDEX = "levels", "replays", "index.toml"
_A_LEVEL = re.compile(rb"^format *= *\d+ *$", re.MULTILINE)
_A_RECORDING = b"sandbox-replay/"  # within the first bytes of a recording
_HEAD = 4096  # bytes of a file that are looked at
_ITEMS = ("verify", "pytest_plugin.py")  # the module with the items, in our package


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("contraption sandbox")
    group.addoption("--bless", metavar="REASON", help="bless recordings that differ, and say why the change is meant")
    group.addoption("--bless-outcome", action="store_true", help="with --bless: also where the outcome changes")
    group.addoption("--allow-cut", action="store_true", help="a recording without an end that agrees so far passes")
    parser.addini("sandbox_solutions", "folder of the levels' recorded solutions (default: replays, beside levels)")
    parser.addini("sandbox_patience", "seconds that a level runs untouched and may not win (default: 30)", default="30")


def pytest_report_header() -> list[str]:
    """Say that another `sandbox` stands in the way, if one does."""
    other = stranger()
    return [f"contraption-sandbox: off, as `import sandbox` finds {other!r} here"] if other else []


def stranger() -> str:
    """Return the place of what `import sandbox` finds if that is not the contraption sandbox; empty if it is."""
    try:
        module = sys.modules.get("sandbox")
        spec = importlib.util.find_spec("sandbox") if module is None else module.__spec__
    except (ImportError, ValueError):  # a module without a spec, or one whose finder fails
        spec = None
    places = [*(spec.submodule_search_locations or ())] if spec is not None else []
    if any(Path(place).joinpath(*_ITEMS).is_file() for place in places):
        return ""
    return str((spec and spec.origin) or (places and places[0]) or "something else")


def _items() -> Any:
    """Return the module with the items; None if another `sandbox` stands in its way."""
    if stranger():
        return None
    from sandbox.verify import pytest_plugin

    return pytest_plugin


# -- collection


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == SUFFIX:
        return _collected(parent, file_path, "ReplayFile", _A_RECORDING in _head(file_path))
    if file_path.suffix != ".toml" or file_path.name == INDEX:
        return None
    folders = up_to_levels(file_path, parent.config)
    if not folders:
        return None
    looks_like_one = _A_LEVEL.search(_head(file_path)) is not None
    if not looks_like_one and not _are_asked_for(parent.config, file_path, *folders):
        return None
    return _collected(parent, file_path, "LevelCollector", looks_like_one)


def _collected(parent: pytest.Collector, path: Path, collector: str, is_ours: bool) -> pytest.Collector | None:
    """Return the collector of a file; if the program can't be imported, an error in the place of what is surely ours.

    Other programs have files of these names too, and their projects are not to be stopped by ours.
    """
    items = _items()
    if items is not None:
        kind: type[pytest.File] = getattr(items, collector)
        return kind.from_parent(parent, path=path)
    return Hidden.from_parent(parent, path=path) if is_ours else None


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


class Hidden(pytest.File):
    """A recording or a level that can't be run here."""

    def collect(self) -> Iterator[pytest.Item]:
        yield HiddenItem.from_parent(self, name="can't be run here")


class HiddenItem(pytest.Item):
    """An error in the place of what can't be run, as a pass would be a lie; all other tests go on."""

    def setup(self) -> None:
        pytest.fail(
            f"{self.path}: can't be run here, since `import sandbox` finds {stranger()!r}, and not the contraption "
            "sandbox. Start `pytest` (or `python -P -m pytest`) instead of `python -m pytest`; "
            "if that is not enough, give the other one another name",
            pytrace=False,
        )

    def runtest(self) -> None:
        """Do nothing: its setup has failed."""


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
