"""Judge a re-run that differs from its recording: whether the code is another, the engine, or the arithmetic.

The verdict follows from what the recording was made with, and from the classes of arithmetic that it holds its end for.
"""

from __future__ import annotations

import functools
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sandbox.recording import fingerprint as fingerprints
from sandbox.recording import used_code
from sandbox.recording.arithmetic_classes import PORTABLE, name_of
from sandbox.recording.fingerprint import Fingerprint
from sandbox.recording.recording import Expectation, Recording
from sandbox.verify.verdicts import Verdict
from sandbox.worlds.program import WorldDesign

FINGERPRINTED = ("code", "engine", "arithmetic")
MOST_NAMES = 8  # that a sentence lists


@functools.lru_cache(maxsize=1)
def here() -> Fingerprint:
    """Return the fingerprint that this process had when it was first asked for."""
    return fingerprints.current()


def changed(recording: Recording) -> list[str]:
    """Name which of code, engine and arithmetic differ from the start or the end of the recording."""
    return [*([] if _is_of_this_code(recording, *_taken(recording)) else ["code"]), *foreign(recording)]


def foreign(recording: Recording) -> list[str]:
    """Name which of engine and arithmetic differ from the start or the end of the recording."""
    taken = _taken(recording)
    return [part for part in FINGERPRINTED[1:] if any(getattr(one, part) != getattr(here(), part) for one in taken)]


def changed_code(recording: Recording) -> tuple[str, ...]:
    """Name the things that a recording uses and that have other code now; nothing if it only knows the whole code."""
    return used_code.changed_since(_taken(recording)[-1], recording.head.design)


def _taken(recording: Recording) -> list[Fingerprint]:
    return [recording.head.fingerprint] + ([recording.end.fingerprint] if recording.end else [])


def _is_of_this_code(recording: Recording, begun: Fingerprint, ended: Fingerprint | None = None) -> bool:
    """Tell whether fingerprints from the start and the end of a run are of this code.

    The end knows what was used; where it does not, the whole code has to be the same.
    """
    last = ended or begun
    if last.uses:
        return not used_code.changed_since(last, recording.head.design)
    return all(one.code == here().code for one in (begun, ended) if one is not None)


# -- the verdict on a difference


class Judgement(NamedTuple):
    """A verdict on a re-run that differs, the reason, and the command that helps, or "" if there is none."""

    verdict: Verdict
    reason: str
    command: str = ""

    def __str__(self) -> str:
        return f"{self.reason}: {self.command}" if self.command else self.reason


def judge_difference(path: Path, recording: Recording) -> Judgement:
    """Find out why a re-run differs from a recording, if the program repeats itself.

    Args:
        recording: as it is seen from this machine's class of arithmetic.
    """
    if recording.stale:
        return judge_stale(path, recording)
    elsewhere, code = foreign(recording), "code" in changed(recording)
    if elsewhere and code and not passed_with_this_code(recording):
        return _undecided(path, recording, elsewhere)
    if elsewhere:
        return _drift(path, recording, f"the {' and '.join(elsewhere)} of the recording's machine was another")
    if code:
        file = _arguments(path, recording)
        meant = f"if that is meant: sandbox bless {file} --reason TEXT"
        look = f"sandbox verify --report out.html {file}"
        return Judgement(Verdict.CHANGED, f"{code_sentence(recording)}; {meant}; if not, look at both runs", look)
    same = "code, engine and arithmetic are the recording's, so live and headless runs differ, or the file was altered"
    return Judgement(Verdict.RECORDER_MISMATCH, same)


def _arguments(path: Path, recording: Recording) -> str:
    """Write the arguments of a command about a recording, as a shell takes them."""
    design, file = recording.head.design, shlex.quote(str(path))
    world = design.program.factory if isinstance(design, WorldDesign) else ""
    return f"--world {world} {file}" if world else file


def passed_with_this_code(recording: Recording) -> bool:
    """Tell whether the file's expectations come from this very code, in any class of arithmetic.

    What is expected in a class whose blessing is still to come does not count.
    """
    if recording.head.generation == recording.generation and _is_of_this_code(recording, *_taken(recording)):
        return True
    return any(
        is_of_this_code(recording, other) for other in recording.others if other.generation == recording.generation
    )


def is_of_this_code(recording: Recording, expected: Expectation) -> bool:
    """Tell whether a recording's expectations in a class of arithmetic come from this very code."""
    return _is_of_this_code(recording, expected.fingerprint, expected.end.fingerprint)


def code_sentence(recording: Recording) -> str:
    """Say what has other code than when a recording was made or last blessed."""
    names = changed_code(recording)
    if not names:
        return "the simulation's code is not the one that recorded it"
    return f"the code of {listed([used_code.title(name) for name in names])} has changed since"


def _undecided(path: Path, recording: Recording, elsewhere: list[str]) -> Judgement:
    """Say that two things have changed at once, and where each can be looked at alone."""
    what = " and ".join(elsewhere)
    reason = f"{code_sentence(recording)}, and the {what} of the recording's machine was another, so either can be why"
    fresh = {recording.head.fingerprint.arithmetic: recording.head.generation}
    fresh.update((other.fingerprint.arithmetic, other.generation) for other in recording.others)
    held = [name for name, age in fresh.items() if age == recording.generation and name != here().arithmetic]
    if not held:
        return _undecided_by_engine(path, recording, reason)
    names = ", ".join(name_of(one) for one in held)
    reason = f"{reason}; to tell, verify it on a machine of a class that it holds ({names})"
    if PORTABLE.digest not in held:
        return Judgement(Verdict.UNDECIDED, reason)
    return Judgement(Verdict.UNDECIDED, f"{reason}, or here with the portable engine", "sandbox engine build")


def _undecided_by_engine(path: Path, recording: Recording, reason: str) -> Judgement:
    """Name the engine that a recording of this machine's class was made with, where that is a release to be had."""
    version = recording.head.fingerprint.engine.split(" ")[1]
    if version == here().engine.split(" ")[1]:
        return Judgement(Verdict.UNDECIDED, f"{reason}; to tell, verify it with the engine that made it")
    command = f"sandbox verify --engine pymunk=={version} {_arguments(path, recording)}"
    return Judgement(Verdict.UNDECIDED, f"{reason}; to tell, verify it with the engine that made it", command)


def judge_stale(path: Path, recording: Recording) -> Judgement:
    """Explain why the expectations for the class of arithmetic of this machine no longer count."""
    last = recording.blessings[-1] if recording.blessings else None
    change = f"the change of {last.date} ('{last.reason}')" if last is not None else "a change"
    reason = f"{change} was approved in another class of arithmetic only; look at it here, and bless it"
    return Judgement(Verdict.STALE, reason, f"sandbox bless {_arguments(path, recording)} --reason TEXT")


def _drift(path: Path, recording: Recording, reason: str) -> Judgement:
    """Name the classes of arithmetic of the recording and of this machine, if they differ, and say what can be done."""
    then, now = recording.head.fingerprint.arithmetic, here().arithmetic
    if then == now:
        return Judgement(Verdict.DRIFT, reason)
    names = f"recorded on: {name_of(then)}; verified on: {name_of(now)}"
    wish = "to keep what it ends in here beside what is expected there"
    command = f"sandbox bless --add-class {_arguments(path, recording)}"
    return Judgement(Verdict.DRIFT, f"{reason}; {names}; {wish}", command)


def classes_held(recording: Recording) -> Iterator[str]:
    """Name, line by line, the class of arithmetic that a recording was made in, the others that it holds the end for,
    and the class of this machine, if it was not made in that.

    Args:
        recording: as it was read, or as it is seen from any class.
    """
    maker, head, newest = recording.recorded_on.arithmetic, recording.head, recording.generation
    generations = {head.fingerprint.arithmetic: head.generation}
    generations.update((other.fingerprint.arithmetic, other.generation) for other in recording.others)
    names = {held: name_of(held) + (" (stale)" if age < newest else "") for held, age in generations.items()}
    yield f"recorded on: {names.pop(maker)}"
    if names:
        yield f"also holds its end for: {', '.join(sorted(names.values()))}"
    if here().arithmetic != maker:
        yield f"this machine: {name_of(here().arithmetic)}"


def code_lines(recording: Recording) -> Iterator[str]:
    """Report which code that a recording uses is another now."""
    *_, ended = _taken(recording)
    names = changed_code(recording)
    if "code" not in changed(recording):
        yield "code: the same"
    elif not ended.uses:
        yield f"code: was {ended.code}, is {here().code}; which of it this recording uses is not known"
    else:
        titles = listed([used_code.title(name) for name in names])
        yield f"code: another in {len(names)} of the {len(ended.uses)} things that it uses: {titles}"


def listed(names: Sequence[str], comma: str = ", ") -> str:
    """Write some names in a row, the first of many."""
    more = f"{comma}and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return comma.join(names[:MOST_NAMES]) + more
