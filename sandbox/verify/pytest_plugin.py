"""Recordings and levels as pytest items, for the plugin `pytest_contraption`.

Each ``*.replay`` is one item, which is verified. Each level file in a folder named ``levels``, or in a folder in that,
that has goals is two: the empty run does not win, and its recorded solution does. A failure shows the explanation. A
file that can't be judged is an error, not a pass: a damaged recording, one in which nothing ran, a level without its
solution, a directory of recordings without any.

The plugin collects the files, and imports this module when there is something to run. All files are read and run in
other processes: one that ends such a process is an error, or fails, and all other tests go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from sandbox.verify.verdicts import Report

_KEPT = pytest.StashKey["_Kept"]()


class _Kept:
    """State of one pytest process: the process that runs its items, and the reports so far."""

    def __init__(self, config: pytest.Config) -> None:
        from sandbox.verify.item_worker import ItemRunner

        self.items = ItemRunner(more=_worlds(config))
        self.reports: dict[Path, Report] = {}
        config.add_cleanup(self.items.close)

    def report(self, path: Path) -> Report:
        if path not in self.reports:
            self.reports[path] = self.items.verify(path)
        return self.reports[path]


def _worlds(config: pytest.Config) -> dict[str, str]:
    """Return the variable that names the worlds of other programs, where the project has told of any."""
    worlds = config.getini("sandbox_worlds")
    if not worlds:
        return {}
    from sandbox.errors import Refused
    from sandbox.worlds import factories

    folders = [config.rootpath, *(config.rootpath / folder for folder in config.getini("pythonpath"))]
    try:
        return factories.variable(worlds, folders)
    except Refused as refused:
        raise pytest.UsageError(f"sandbox_worlds in {config.inipath}: {refused}") from None


def _kept(config: pytest.Config) -> _Kept:
    state = config.stash.get(_KEPT, None)
    if state is None:
        state = config.stash[_KEPT] = _Kept(config)
    return state


# -- files


class ReplayFile(pytest.File):
    """One recording."""

    def collect(self) -> Iterator[pytest.Item]:
        yield ReplayItem.from_parent(self, name="verify")


class LevelCollector(pytest.File):
    """One level; two items if it has goals."""

    def collect(self) -> Iterator[pytest.Item]:
        from sandbox.recording.plain_text import printable_lines

        answer = _kept(self.config).items.run("collect", self.path)
        if answer["fault"]:
            raise self.CollectError(printable_lines(answer["fault"]))
        if answer["has_goals"]:
            yield EmptyRunItem.from_parent(self, name="empty run does not win")
            yield SolutionItem.from_parent(self, name="solution wins")


# -- items


class _Item(pytest.Item):
    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.stem}: {self.name}"

    @property
    def kept(self) -> _Kept:
        return _kept(self.config)


class ReplayItem(_Item):
    """Test that a recording still ends in exactly the same state."""

    def setup(self) -> None:
        report = self.kept.report(self.path)
        if report.verdict == "refused":
            _fail(_told(report))

    def runtest(self) -> None:
        report = self.kept.report(self.path)
        self.user_properties.append(("compared ticks", report.compared))
        reason = self.config.getoption("--bless")
        if report.exit == 0 or (report.verdict == "cut" and self.config.getoption("--allow-cut")):
            return
        if reason is None:
            _fail(_told(report))
        self.add_report_section("call", "blessed", self._bless(reason))

    def _bless(self, reason: str) -> str:
        from sandbox.recording.plain_text import printable_lines

        allow = self.config.getoption("--bless-outcome")
        answer = self.kept.items.run("bless", self.path, reason=reason, allow_outcome=allow)
        if answer["fault"]:
            _fail(answer["fault"])
        summary = printable_lines(answer["summary"])
        self.user_properties.append(("blessed", summary))
        return summary


class EmptyRunItem(_Item):
    """Test that pressing run and doing nothing else does not win."""

    def runtest(self) -> None:
        patience = float(self.config.getini("sandbox_patience"))
        fault = self.kept.items.run("empty", self.path, patience=patience)["fault"]
        if fault:
            _fail(fault)


class SolutionItem(_Item):
    """Test that the commands of the level's recorded solution win the level, as its file is now.

    Whether the recording runs bit for bit as it did is another question, which its own item answers.
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.solution: Path | None = None

    def setup(self) -> None:
        from sandbox.levels import solution_places

        places = self._places()
        self.solution = next((place for place in places if place.is_file()), None)
        if self.solution is None:
            how = solution_places.how_to_record(self.path, places[0])
            _fail(f"{self.path}: its solution is missing: there is no {places[0]}; {how}")
        fault = self.kept.items.run("look", self.path, recording=str(self.solution))["fault"]
        if fault:  # already here: what can't be judged is an error
            _fail(fault)

    def runtest(self) -> None:
        answer = self.kept.items.run("solution", self.path, recording=str(self.solution))
        if answer["fault"]:
            _fail(answer["fault"])
        self.user_properties.append(("seconds to the win", answer["seconds"]))

    def _places(self) -> tuple[Path, ...]:
        """List the places where the solution may lie: in the folder that the project names, or in the usual ones."""
        from sandbox.levels.solution_places import LEVELS, places_of_solution
        from sandbox.recording.plain_text import SUFFIX

        folder = self.config.getini("sandbox_solutions")
        if not folder:
            return places_of_solution(self.path)
        levels = next(folder for folder in self.path.parents if folder.name == LEVELS)
        return (self.config.rootpath / folder / self.path.relative_to(levels).with_suffix(SUFFIX),)


def _fail(text: str) -> NoReturn:
    """Fail with text that may come from a file, made safe to print: pytest writes it to the terminal as it is."""
    from sandbox.recording.plain_text import printable_lines

    pytest.fail(printable_lines(text), pytrace=False)


def _told(report: Report) -> str:
    return "\n".join((f"{report.verdict}: {report.file}: {report.reason}", *report.explanation))
