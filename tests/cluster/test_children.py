"""The children of a worker: kept for the next batch of their command, and ended when it does not come."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.cluster import children
from sandbox.cluster.children import Child, Children, Sort, as_file
from sandbox.tasks.limits import USUAL
from tests.clusters import until

IDLE = 0.5  # seconds


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> Iterator[Children]:
    monkeypatch.setattr(children, "IDLE", IDLE)
    ours = Children()
    yield ours
    for command in "ab":
        ours.end_command(command)


def sort(command: str) -> Sort:
    return Sort(command, "sandbox.verify.verify_worker", USUAL, b"")


def taken(ours: Children, command: str) -> Child:
    child = ours.take(sort(command))
    assert child is not None
    return child


def is_alive(child: Child) -> bool:
    return child._process.poll() is None


def test_a_child_is_kept_for_its_own_command(ours: Children) -> None:
    child = taken(ours, "a")
    ours.put_back(child)
    assert taken(ours, "a") is child
    assert taken(ours, "b") is not child


def test_who_asks_no_more_keeps_no_child_however_busy_the_others_are(ours: Children) -> None:
    """The command of the first child was killed, so nobody says that it has ended."""
    orphan, busy = taken(ours, "a"), taken(ours, "b")
    ours.put_back(orphan)

    def is_ended_meanwhile() -> bool:
        ours.put_back(busy)
        assert taken(ours, "b") is busy
        return not is_alive(orphan)

    until(is_ended_meanwhile)
    assert is_alive(busy)
    ours.put_back(busy)
    until(lambda: not is_alive(busy))  # the next look comes by itself


def test_an_ended_command_gets_no_child(ours: Children) -> None:
    idle, busy = taken(ours, "a"), taken(ours, "a")
    ours.put_back(idle)
    ours.end_command("a")
    assert not is_alive(idle) and ours.take(sort("a")) is None
    busy.hear()
    assert busy.dead, "who waits for its answer finds out that it is dead"
    ours.end(busy)


def test_bytes_are_read_as_a_file_that_leaves_nothing_behind() -> None:
    with as_file(b"a recording") as path:
        assert Path(path).read_bytes() == b"a recording"
    assert not Path(path).exists()
