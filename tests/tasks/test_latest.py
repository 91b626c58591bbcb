"""Of the orders to a process that is kept the newest one counts; no call waits, and a lost process is replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sandbox.tasks.latest import Latest
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, Failure, Message, unpack
from sandbox.tasks.task_process import Setup
from tests.tasks.working import runs

PATIENCE_S, LEAST_S = 60.0, 0.15
SETUP = Setup("tests.tasks.working", Limits(seconds=60, megabytes=256), patience=30.0)
needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="processes can't be stopped there")


@pytest.fixture
def work() -> Iterator[Latest]:
    work = Latest(SETUP, LEAST_S)
    yield work
    work.close()


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.005)


def begin(work: Latest, *order: Any) -> int:
    return work.begin(lambda: order)


def news_of(work: Latest) -> list[Message]:
    """All that comes until nothing more is due."""
    until(lambda: not work.pending)
    return work.poll()


def last_value(work: Latest) -> Any:
    last = news_of(work)[-1]
    assert isinstance(last, Answer)
    return unpack(last.value, Any)


def test_a_process_is_started_by_the_first_order_and_kept(work: Latest) -> None:
    assert work.pid is None and not work.pending and work.poll() == []
    begin(work, "pid", None)
    first = last_value(work)
    assert first == work.pid
    begin(work, "pid", None)
    assert last_value(work) == first


def test_orders_that_are_replaced_in_time_are_never_begun(work: Latest) -> None:
    numbers = [begin(work, "echo", value) for value in range(50)]
    answers = [message for message in news_of(work) if isinstance(message, Answer)]
    assert [answer.number for answer in answers] == sorted(answer.number for answer in answers)
    assert answers[-1].number == numbers[-1] and unpack(answers[-1].value, int) == 49
    assert len(answers) < 50


def test_a_newer_order_ends_a_task_early_but_not_at_once(work: Latest) -> None:
    """(It counts until there is another order.)"""
    begin(work, "echo", 0)
    last_value(work)
    began = time.monotonic()
    begin(work, "count", None)
    until(work.poll)
    begin(work, "echo", 1)
    counted, echoed = (message for message in news_of(work) if isinstance(message, Answer))
    assert unpack(counted.value, int) >= 1 and unpack(echoed.value, int) == 1
    assert time.monotonic() - began >= LEAST_S


@needs_signals
def test_a_killed_process_is_replaced_by_the_next_order(work: Latest) -> None:
    begin(work, "pid", None)
    first = last_value(work)
    os.kill(first, signal.SIGKILL)
    until(lambda: work.pid is None)
    begin(work, "pid", None)
    assert last_value(work) not in (None, first)


@needs_signals
def test_a_task_that_its_process_dies_of_is_no_more_pending(work: Latest) -> None:
    begin(work, "signal", signal.SIGKILL)
    (died,) = news_of(work)
    assert isinstance(died, Failure) and died.signal == signal.SIGKILL


@needs_signals
def test_no_call_waits_for_a_process_that_is_stopped(work: Latest) -> None:
    """A thousand orders, each more than a pipe holds, to a process that reads none of them."""
    begin(work, "pid", None)
    os.kill(last_value(work), signal.SIGSTOP)
    large = "x" * 2**20
    began = time.monotonic()
    for _ in range(1000):
        begin(work, "echo", large)
        assert work.poll() == []
    assert time.monotonic() - began < 5.0
    begin(work, "echo", "small")
    assert work.pid is not None
    os.kill(work.pid, signal.SIGCONT)
    assert last_value(work) == "small"


def test_a_process_that_says_nothing_is_replaced_and_one_that_goes_on_is_not() -> None:
    work = Latest(SETUP._replace(patience=3.0), LEAST_S)
    begin(work, "sleep", 600)
    (hung,) = news_of(work)
    assert isinstance(hung, Failure) and hung.reason == "hung"
    until(lambda: work.pid is None)
    begin(work, "count", None)
    until(work.poll)
    counting = work.pid
    time.sleep(5.0)
    begin(work, "echo", 2)
    assert last_value(work) == 2 and work.pid == counting
    work.close()


def test_a_process_that_can_not_be_started_is_tried_again(work: Latest, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **named: object) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", fail)
    begin(work, "echo", 1)
    assert news_of(work) == []
    monkeypatch.undo()
    begin(work, "echo", 2)
    assert last_value(work) == 2


@needs_signals
def test_closing_ends_the_process_whatever_it_does(work: Latest) -> None:
    begin(work, "sleep", 600)
    until(lambda: work.pid is not None)
    pid = work.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    work.close()
    assert not runs(pid)
    begin(work, "echo", 1)
    assert not work.pending and work.pid is None
