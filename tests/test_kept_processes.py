"""The processes that tests keep for the next task: which one goes on, and which one does not."""

from __future__ import annotations

import time
from typing import Any

import pytest

from sandbox.tasks.background import Background
from sandbox.tasks.messages import Answer, Message, unpack
from tests import kept_processes
from tests.tasks.test_tasks import SETUP
from tests.tasks.working import runs


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept_processes.end_all()
    kept_processes.keep(monkeypatch)


def end_of(work: Background, order: tuple[str, Any]) -> Message:
    work.begin(order)
    while work.busy:
        time.sleep(0.005)
        if messages := work.poll():
            return messages[-1]
    raise AssertionError("it ended without a word")


def pid_of(work: Background) -> int:
    end = end_of(work, ("pid", None))
    assert isinstance(end, Answer)
    return unpack(end.value, int)


def test_one_that_has_answered_gets_the_next_task_of_its_kind_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    first = pid_of(Background(SETUP))
    assert pid_of(Background(SETUP)) == first
    assert pid_of(Background(SETUP._replace(gentle=True))) != first
    monkeypatch.setenv("SANDBOX_DATA", "/elsewhere")
    assert pid_of(Background(SETUP)) != first


def test_one_that_was_cancelled_or_has_died_gets_none() -> None:
    work = Background(SETUP)
    first = pid_of(work)
    work.begin(("spin", None))
    assert work.pid == first
    work.cancel()
    assert not runs(first)
    second = pid_of(work)
    assert second != first
    assert not isinstance(end_of(work, ("exit", 3)), Answer)
    assert pid_of(work) != second


def test_one_that_is_ended_with_its_answer_unheard_gets_none() -> None:
    work = Background(SETUP)
    work.begin(("pid", None))
    first, thread = work.pid, work._thread
    assert thread is not None
    thread.join()
    work.cancel()
    assert pid_of(work) != first


def test_few_of_them_wait_and_none_is_left_in_the_end() -> None:
    pids = [pid_of(Background(SETUP._replace(arguments=(str(number),)))) for number in range(5)]
    assert [runs(pid) for pid in pids] == [False, False, True, True, True]
    kept_processes.end_all()
    assert not any(map(runs, pids))
