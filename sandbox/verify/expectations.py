"""Say which classes of arithmetic a recording holds its end for, and what it means that a re-run here differs."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sandbox.recording.arithmetic_classes import name_of
from sandbox.recording.recording import Recording
from sandbox.verify.explain import changed, here
from sandbox.verify.verdicts import Verdict


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
    names = changed(recording)
    foreign = " and ".join(name for name in names if name != "code")
    if foreign:
        too = " (and the code has changed too)" if "code" in names else ""
        return _drift(path, recording, f"the {foreign} of the recording's machine was another{too}")
    if names:
        return Judgement(Verdict.CHANGED, "the simulation's code is not the one that recorded it")
    same = "code, engine and arithmetic are the recording's, so live and headless runs differ, or the file was altered"
    return Judgement(Verdict.RECORDER_MISMATCH, same)


def judge_stale(path: Path, recording: Recording) -> Judgement:
    """Explain why the expectations for the class of arithmetic of this machine no longer count."""
    last = recording.blessings[-1] if recording.blessings else None
    change = f"the change of {last.date} ('{last.reason}')" if last is not None else "a change"
    reason = f"{change} was approved in another class of arithmetic only; look at it here, and bless it"
    return Judgement(Verdict.STALE, reason, f"sandbox bless {shlex.quote(str(path))} --reason TEXT")


def _drift(path: Path, recording: Recording, reason: str) -> Judgement:
    """Name the classes of arithmetic of the recording and of this machine, if they differ, and say what can be done."""
    then, now = recording.head.fingerprint.arithmetic, here().arithmetic
    if then == now:
        return Judgement(Verdict.DRIFT, reason)
    names = f"recorded on: {name_of(then)}; verified on: {name_of(now)}"
    wish = "to keep what it ends in here beside what is expected there"
    command = f"sandbox bless --add-class {shlex.quote(str(path))}"
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


__all__ = ["Judgement", "classes_held", "judge_difference", "judge_stale"]
