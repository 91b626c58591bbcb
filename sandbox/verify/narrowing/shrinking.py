"""Shrink a recording that differs here, or that ends the program, to a small one that does so in the same way.

Every smaller session is run by the program that made the recording and by this one, each in a process of its own, and
has to differ between them. What ends the program has to end it with the same words, in the same function.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

from sandbox import parts
from sandbox.errors import BadFile, Refused
from sandbox.recording import fingerprint
from sandbox.recording.plain_text import SUFFIX
from sandbox.recording.reader import read
from sandbox.recording.recording import Recording
from sandbox.verify import former, old_code
from sandbox.verify.judgement import here
from sandbox.verify.narrowing import history
from sandbox.verify.narrowing.cases import Case, case_of
from sandbox.verify.narrowing.old_program import OldProgram, OldRun
from sandbox.verify.narrowing.reducer import Reducer
from sandbox.verify.postmortem import BEYOND
from sandbox.verify.verify import verify

_RUN_SECONDS = 20  # of processor time for one run: what takes longer is no candidate
ShowCase = Callable[[Case, int], None]  # gets each smaller case, and the number of tries


class Shrunk(NamedTuple):
    """The result of shrinking.

    `before` and `after` are the numbers of parts, links, commands and ticks; `kinds` how many there are of each kind of
    part and link that is left, by its title; `what` says what happens; `tries` counts the sessions that were run;
    `is_whole` is False if the time was up before nothing more could go.
    """

    before: tuple[int, int, int, int]
    after: tuple[int, int, int, int]
    kinds: dict[str, int]
    commands: tuple[str, ...]
    what: str
    tries: int
    is_whole: bool


def shrink(path: Path, out: Path, was: str | None, in_time: Callable[[], bool], news: ShowCase | None = None) -> Shrunk:
    """Shrink a recording, and write the small one.

    Args:
        out: the small recording. Of a difference it is complete, made by the program that made the large one; of what
            ends the program it has no end.
        was: the program as it was when the recording passed, see `former.program_in`; None: the program that it was
            made with, from the history.
        in_time: False when the time is up: the smallest one so far is the answer then.
        news: gets each smaller session.

    Raises:
        BadFile: the recording can't be read, or the small one can't be written.
        Refused: there is nothing to shrink, or the program that made it can't be had.
    """
    recording = read(path).seen_from(here().arithmetic)
    case = case_of(recording)
    if recording.end is None:  # the last hashes of a run that was ended were never written
        case = case._replace(end=case.end + BEYOND)
    subject: _Crash | _Parting
    with OldProgram(fingerprint.PACKAGE.parent) as program:
        run = program.run(case, case.end)
    with former.program_in(was) if was is not None else nullcontext() as named:
        subject = _Crash(run) if run.failure else _Parting(named or _package(path, recording))
        with subject:
            reducer = Reducer(subject.fails, in_time, news)
            least = reducer.reduce(case)
            if least is None:
                raise Refused(f"{path}: {subject.nothing}")
            what = subject.write(least, out)
    steps = tuple(step["do"] for step in least.steps)
    kinds = dict(Counter(_titles(least)))
    return Shrunk(case.size, least.size, kinds, steps, what, reducer.tries, in_time())


def _titles(case: Case) -> list[str]:
    kinds = [parts.KINDS[part["kind"]].title for part in case.level.get("parts", [])]
    return kinds + [parts.LINKS[link["kind"]].title for link in case.level.get("links", [])]


def _package(path: Path, recording: Recording) -> Path:
    """Return the folder with the package of the program that made a recording, from the history."""
    named = "name a revision, a folder with its package, or a wheel, with --was"
    if not history.is_there():
        raise Refused(
            f"{path}: the program that made it is needed, and this one does not run from a git checkout; {named}"
        )
    ended = recording.end.fingerprint if recording.end is not None else recording.head.fingerprint
    package = old_code.package_of(ended.code)
    if package is None:
        raise Refused(f"{path}: the program that made it is not among the last commits; {named}")
    return package


class _Subject(ABC):
    """What happens to sessions, and programs that show it, each in a process of its own."""

    nothing: ClassVar[str]  # the words for a recording to which it does not happen

    def __init__(self, *packages: Path) -> None:
        self._packages = packages
        self._running = ExitStack()

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *error: object) -> None:
        self._running.close()

    def _start(self) -> None:
        self._running.close()
        self._programs = [self._running.enter_context(OldProgram(package)) for package in self._packages]

    def _run(self, case: Case, record: Path | None = None) -> list[OldRun]:
        """Let all the programs run a case at once; only the first of them records it."""
        for program in self._programs:
            program.ask(case, case.end, _RUN_SECONDS, record if program is self._programs[0] else None)
        runs = [program.answer() for program in self._programs]
        if any(program.is_over for program in self._programs):
            self._start()
        return runs

    @abstractmethod
    def fails(self, case: Case) -> Case | None:
        """Return a case to which it happens; None for another."""

    def write(self, case: Case, out: Path) -> str:
        """Record a case, and say what happens.

        Raises:
            Refused: it can't be recorded.
            BadFile: the file can't be written.
        """
        beside = out.with_name(f".{out.stem}.part{SUFFIX}")
        try:
            run = self._run(case, beside)[0]
            sentence = self._sentence(run)
            beside.replace(out)
        except OSError as error:
            raise BadFile(f"can't write {out}: {error.strerror}; choose another place") from None
        finally:
            beside.unlink(missing_ok=True)
        report = verify(out) if not run.failure else None
        return sentence if report is None else f"{report.verdict}: {report.reason}"

    @abstractmethod
    def _sentence(self, run: OldRun) -> str:
        """Return what a recorded run shows; empty where a verdict says it."""


class _Parting(_Subject):
    """This program and an older one run a session otherwise."""

    nothing = "this program and the one that made it run it alike, so there is nothing to shrink"

    def __init__(self, package: Path) -> None:
        super().__init__(package, fingerprint.PACKAGE.parent)

    def fails(self, case: Case) -> Case | None:
        then, now = self._run(case)
        if then.failure or now.failure or then.refused:
            return None
        return case if now.refused or (then.digests, then.end_hash) != (now.digests, now.end_hash) else None

    def _sentence(self, run: OldRun) -> str:
        if run.failure:
            raise Refused(f"the older program can't record the small session: {run.failure}")
        return ""


class _Crash(_Subject):
    """A session ends this program."""

    nothing = "it could not be repeated: run again in another process, all of it went through"

    def __init__(self, run: OldRun) -> None:
        super().__init__(fingerprint.PACKAGE.parent)
        self._signature = _signature(run)

    def fails(self, case: Case) -> Case | None:
        (run,) = self._run(case)
        return case if run.failure and _signature(run) == self._signature else None

    def _sentence(self, run: OldRun) -> str:
        where = f", in `{run.place}`" if run.place else ""
        return f"it ends the program: {run.failure}{where}"


def _signature(run: OldRun) -> str:
    """Return what two endings have in common that are taken for the same: the words but for numbers, the function."""
    return f"{re.sub(r'[-+]?[0-9][0-9.e+-]*', '#', run.failure)} in {run.place}"
