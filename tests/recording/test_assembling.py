"""Recordings for several classes of arithmetic: what the file holds, and its checks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox.errors import BadFile
from sandbox.recording import assembling, fingerprint
from sandbox.recording.reader import arithmetic_of, load, parse, read
from sandbox.recording.recording import Recording, describe
from tests import frames

HERE = fingerprint.current()
ELSEWHERE = HERE._replace(arithmetic="e" * 32, env="Somewhere")
DATE = "2026-11-23T00:00:00+00:00"


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """A recording of one class."""
    frames.small_session(tmp_path / "one.replay")
    return tmp_path / "one.replay"


@pytest.fixture
def two(one: Path, tmp_path: Path) -> Path:
    """The same with expectations for a second class, which end in the same."""
    apart = assembling.take_apart(load(one))
    section = assembling.section_of(apart, DATE, ELSEWHERE, 0)
    assembling.write(tmp_path / "two.replay", apart.with_class(ELSEWHERE.arithmetic, section))
    return tmp_path / "two.replay"


def contents(recording: Recording) -> list[Any]:
    states = [(tick, *(array.tobytes() for array in state)) for tick, state in recording.states]
    hashes = {first: bytes(digests) for first, digests in recording.hashes.items()}
    return [recording.commands, hashes, states, recording.marks, recording.end, recording.ticks]


def test_what_is_taken_apart_is_put_together_to_the_byte(one: Path, two: Path, tmp_path: Path) -> None:
    for path in (one, two):
        assembling.write(tmp_path / "again.replay", assembling.take_apart(load(path)))
        assert (tmp_path / "again.replay").read_bytes() == path.read_bytes()


def test_a_class_is_taken_out_again_to_the_byte(one: Path, two: Path, tmp_path: Path) -> None:
    assembling.write(tmp_path / "back.replay", assembling.take_apart(load(two))._replace(classes={}))
    assert (tmp_path / "back.replay").read_bytes() == one.read_bytes()


def test_the_class_of_the_recorder_is_read_from_the_first_bytes(one: Path, two: Path) -> None:
    arithmetic = read(one).head.fingerprint.arithmetic
    assert [arithmetic_of(path.read_bytes()) for path in (one, two)] == [arithmetic, arithmetic]
    assert arithmetic_of(one.read_bytes()[:40]) is None, "nothing can be read"


def test_the_first_class_is_what_it_was(one: Path, two: Path) -> None:
    before, after = read(one), read(two)
    assert contents(before) == contents(after)
    assert after.classes == (HERE.arithmetic, ELSEWHERE.arithmetic)
    (other,) = after.others
    assert (other.date, other.fingerprint, other.end.hash) == (DATE, ELSEWHERE, before.end and before.end.hash)


def test_each_class_sees_its_own(two: Path) -> None:
    recording = read(two)
    there = recording.seen_from(ELSEWHERE.arithmetic)
    assert there.head.fingerprint == ELSEWHERE and there.classes == (ELSEWHERE.arithmetic, HERE.arithmetic)
    back = there.seen_from(HERE.arithmetic)
    assert contents(back) == contents(recording) and back.head == recording.head
    assert recording.seen_from("0" * 32) is recording, "whoever has none sees those of the recorder"


def test_a_note_is_no_expectation(one: Path) -> None:
    told = frames.split(one.read_bytes())
    told.insert(frames.first(told, "end"), ["mark", told[-1][1], "note", "look here"])
    one.write_bytes(frames.seal(told))
    apart = assembling.take_apart(load(one))
    assembling.write(one, apart.with_class(ELSEWHERE.arithmetic, assembling.section_of(apart, DATE, ELSEWHERE, 0)))
    recording = read(one)
    assert [mark.what for mark in recording.marks] == ["won", "won", "note"]
    assert [mark.what for mark in recording.others[0].marks] == ["won", "won"]


def test_the_older_of_two_generations_is_stale(two: Path) -> None:
    assembling.write(two, assembling.take_apart(load(two)).with_generation(1))
    recording = read(two)
    assert (recording.generation, recording.stale) == (1, False)
    assert recording.seen_from(ELSEWHERE.arithmetic).stale
    assert [line["stale"] for line in describe(recording) if line.get("line") == "class"] == [True]


Spoil = Callable[[list[Any]], object]


def at(told: list[Any], kind: str) -> int:
    return frames.first(told, kind)


def doubled(told: list[Any]) -> None:
    section = told[at(told, "class") : at(told, "close") + 1]
    told[at(told, "do") : at(told, "do")] = section


def unhashed(told: list[Any]) -> None:
    fewer = len(told.pop(at(told, "hash"))[2]) // 8
    told[at(told, "close")][2] -= fewer


WRONG: dict[str, tuple[Spoil, str]] = {
    "within the session": (lambda t: t.insert(at(t, "do") + 1, t[at(t, "class")]), "a class frame within the session"),
    "twice": (doubled, "for a second time"),
    "the recorder's own": (lambda t: t[at(t, "class")].__setitem__(2, HERE.to_plain()), "for a second time"),
    "never opened": (lambda t: t.pop(at(t, "class")), "a close frame without a class"),
    "never closed": (lambda t: t.pop(at(t, "close")), "a do frame within a class"),
    "a command in it": (
        lambda t: t.insert(at(t, "close"), t[at(t, "do")]), "a do frame within a class; it has to be closed first",
    ),
    "a hash is missing": (lambda t: t.pop(at(t, "hash")), "the end speaks of"),
    "a hash and its number are missing": (
        unhashed, r"in the class of arithmetic e{32}: tick \d+ ran but has no hash",
    ),
    "it ends on another tick": (lambda t: t[at(t, "close")].__setitem__(1, t[-1][1] + 1), "the session on tick"),
    "a short end hash": (lambda t: t[at(t, "close")].__setitem__(5, b"1234567"), "not 8 bytes long"),
    "no such generation": (lambda t: t[at(t, "class")].__setitem__(3, -1), "generation -1"),
    "no fingerprint": (lambda t: t[at(t, "class")].__setitem__(2, ["a"]), "four texts"),
    "a wrong type": (lambda t: t[at(t, "class")].__setitem__(3, True), "wrong fields"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_class_is_said(two: Path, name: str) -> None:
    spoil, rule = WRONG[name]
    told = frames.split(two.read_bytes())
    spoil(told)
    with pytest.raises(BadFile, match=rule):
        parse(frames.seal(told, mend=False))


def test_a_cut_one_has_no_other_classes_to_compare_with(two: Path) -> None:
    told = frames.split(two.read_bytes())[:-1]
    recording = parse(frames.seal(told, mend=False))
    assert recording.cut is not None and recording.seen_from(ELSEWHERE.arithmetic) is recording
    two.write_bytes(frames.seal(told))
    with pytest.raises(BadFile, match="has no end"):
        assembling.take_apart(load(two))
