"""Recordings and levels as pytest items: ``pytest replays levels``.

Each ``*.replay`` is one item, which is verified. Each level file in a folder named ``levels``, or in a folder in that,
that has goals is two: the empty run does not win, and its recorded solution does. A failure shows the explanation. A
file that can't be judged is an error, not a pass: a damaged recording, one in which nothing ran, a level without its
solution, a directory of recordings without any.

pytest loads this module in every project that it is installed for, so it imports the program only when there is
something to run.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from sandbox.design.design import Design
    from sandbox.verify.pool import Verifier
    from sandbox.verify.verdicts import Report

SUFFIX = ".replay"
LEVELS, REPLAYS, INDEX = "levels", "replays", "index.toml"
_A_LEVEL = re.compile(rb"^format *= *\d+ *$", re.MULTILINE)
_KEPT = pytest.StashKey["_Kept"]()


class _Kept:
    """State of one pytest process: the worker that verifies, and the reports so far."""

    def __init__(self) -> None:
        self.verifier: Verifier | None = None
        self.reports: dict[Path, Report] = {}

    def report(self, path: Path) -> Report:
        from sandbox.verify.pool import Verifier

        if path not in self.reports:
            self.verifier = self.verifier or Verifier()
            self.reports[path] = self.verifier.verify(path)
        return self.reports[path]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("contraption sandbox")
    group.addoption("--bless", metavar="REASON", help="bless recordings that differ, and say why the change is meant")
    group.addoption("--bless-outcome", action="store_true", help="with --bless: also where the outcome changes")
    group.addoption("--allow-cut", action="store_true", help="a recording without an end that agrees so far passes")
    parser.addini("sandbox_solutions", "folder of the levels' recorded solutions (default: replays, beside levels)")
    parser.addini("sandbox_patience", "seconds that a level runs untouched and may not win (default: 30)", default="30")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_KEPT] = _Kept()


def pytest_unconfigure(config: pytest.Config) -> None:
    state = config.stash.get(_KEPT, None)
    if state is not None and state.verifier is not None:
        state.verifier.close()


# -- collection


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == SUFFIX:
        return ReplayFile.from_parent(parent, path=file_path)
    if file_path.suffix != ".toml" or file_path.name == INDEX:
        return None
    folders = _up_to_levels(file_path, parent.config)
    if not folders:
        return None
    asked = _are_asked_for(parent.config, file_path, *folders)
    return LevelCollector.from_parent(parent, path=file_path) if asked or _looks_like_a_level(file_path) else None


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if path.name != REPLAYS or not _are_asked_for(parent.config, path):
        return None
    not_empty = any(path.rglob(f"*{SUFFIX}")) or any(path.rglob("*.py"))  # or tests in a folder that has this name
    return None if not_empty else EmptyFolder.from_parent(parent, path=path)


def _up_to_levels(path: Path, config: pytest.Config) -> list[Path]:
    """List the folders that a file lies in, up to one of the project that is named `levels`; none without one."""
    roots = {config.rootpath, config.invocation_params.dir}  # a project may itself lie in a folder of that name
    inside = [folder for folder in path.parents if roots.intersection((folder, *folder.parents))]
    names = [folder.name for folder in inside]
    return inside[: names.index(LEVELS) + 1] if LEVELS in names else []


def _are_asked_for(config: pytest.Config, *paths: Path) -> bool:
    """Tell whether an argument of the command line names one of these paths."""
    asked = [config.invocation_params.dir / argument.split("::")[0] for argument in config.args]
    return any(place.resolve() == path.resolve() for place in asked for path in paths)


def _looks_like_a_level(path: Path) -> bool:
    """Tell whether a file begins like a level: other projects have folders and files of such names too."""
    try:
        with path.open("rb") as file:
            return _A_LEVEL.search(file.read(4096)) is not None
    except OSError:
        return False


class EmptyFolder(pytest.Directory):
    """A folder of recordings that holds none: an error, as a pass would be a lie."""

    def collect(self) -> Iterator[pytest.Item]:
        raise self.CollectError(f"{self.path}: there is no recording (*{SUFFIX}) here; nothing was verified")


class ReplayFile(pytest.File):
    """One recording."""

    def collect(self) -> Iterator[pytest.Item]:
        yield ReplayItem.from_parent(self, name="verify")


class LevelCollector(pytest.File):
    """One level; two items if it has goals."""

    def collect(self) -> Iterator[pytest.Item]:
        from sandbox.errors import BadFile
        from sandbox.levels import levels
        from sandbox.recording.plain_text import printable_lines

        try:
            level = levels.read(self.path)
        except BadFile as error:
            raise self.CollectError(printable_lines(str(error))) from None
        if level.goals:
            yield EmptyRunItem.from_parent(self, name="empty run does not win", level=level)
            yield SolutionItem.from_parent(self, name="solution wins", level=level)


# -- items


class _Item(pytest.Item):
    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.stem}: {self.name}"

    @property
    def kept(self) -> _Kept:
        return self.config.stash[_KEPT]


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
        from sandbox.errors import BadFile, Refused
        from sandbox.recording.plain_text import printable_lines
        from sandbox.verify import bless

        try:
            proposal = bless.propose(self.path, reason, self.config.getoption("--bless-outcome"))
            if proposal is not None:
                proposal.write(datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"))
        except (BadFile, Refused) as error:
            _fail(str(error))
        lines = [*bless.table([proposal]), proposal.warning] if proposal is not None else ["it passes in this process"]
        summary = printable_lines("\n".join(filter(None, lines)))
        self.user_properties.append(("blessed", summary))
        return summary


class _LevelItem(_Item):
    def __init__(self, level: Design, **more: Any) -> None:
        super().__init__(**more)
        self.level = level


class EmptyRunItem(_LevelItem):
    """Test that pressing run and doing nothing else does not win."""

    def runtest(self) -> None:
        from sandbox.commands.commands import Start
        from sandbox.commands.session import Session

        session = Session(self.level)
        session.do(Start())
        patience = float(self.config.getini("sandbox_patience"))
        session.advance(round(patience * self.level.world.tick_rate))
        if session.outcome == "won":
            when = f"tick {session.won_tick} ({(session.won_tick or 0) / self.level.world.tick_rate:.3f} s)"
            _fail(f"{self.path}: the level wins itself, at {when}, without anything being done")


class SolutionItem(_LevelItem):
    """Test that the recording of the level's name wins the level."""

    @property
    def solution(self) -> Path:
        folder, levels = self.config.getini("sandbox_solutions"), _up_to_levels(self.path, self.config)[-1]
        solutions = self.config.rootpath / folder if folder else levels.parent / REPLAYS
        return solutions / self.path.relative_to(levels).with_suffix(SUFFIX)

    def setup(self) -> None:
        if not self.solution.is_file():
            _fail(f"{self.path}: its solution is missing: there is no {self.solution}")
        report = self.kept.report(self.solution)
        if report.verdict == "refused":
            _fail(_told(report))

    def runtest(self) -> None:
        from sandbox.levels import levels, solutions
        from sandbox.recording import reader

        report = self.kept.report(self.solution)
        if report.exit:
            _fail(_told(report))
        solution = reader.read(self.solution)
        if levels.as_run(solution.head.design) != levels.as_run(self.level):
            _fail(f"{self.path}: the level has changed since its solution {self.solution} was recorded")
        why = solutions.author_in(solution.commands)
        if why:
            _fail(f"{self.path}: its solution {self.solution} is no player's: {why}")
        if "won" not in [mark.what for mark in solution.marks]:
            _fail(f"{self.path}: its solution {self.solution} does not win")


def _fail(text: str) -> NoReturn:
    """Fail with text that may come from a file, made safe to print: pytest writes it to the terminal as it is."""
    from sandbox.recording.plain_text import printable_lines

    pytest.fail(printable_lines(text), pytrace=False)


def _told(report: Report) -> str:
    return "\n".join((f"{report.verdict}: {report.file}: {report.reason}", *report.explanation))


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
