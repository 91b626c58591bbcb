"""Whatever a process does over a task, the task gets one answer, and the others get theirs."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from sandbox.tasks import child
from sandbox.tasks.background import Background
from sandbox.tasks.limits import GENTLE, Limits
from sandbox.tasks.messages import Answer, End, Failure, Inflow, Message, Progress, framed, pack, unpack
from sandbox.tasks.pool import Pool
from sandbox.tasks.task_process import Setup, TaskProcess
from tests.tasks.working import ends, runs

WITH_LIMITS = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits of a process, no signals")
SETUP = Setup("tests.tasks.working", Limits(seconds=60, megabytes=256), patience=30.0)  # no fault waits for ever


@pytest.fixture(scope="module")
def single() -> Iterator[Pool]:
    """One process, which is replaced where it dies."""
    with Pool(SETUP) as pool:
        yield pool


def value(end: End) -> Any:
    assert isinstance(end, Answer), end
    return unpack(end.value, Any)


def failure(end: End) -> Failure:
    assert isinstance(end, Failure), end
    return end


# -- messages


def test_messages_come_back_from_pieces_of_any_size() -> None:
    messages: list[Message] = [
        Progress(1, 2.0, 3.0, "half", b"\x00"),
        Answer(2, pack([1, None, "x"])),
        Failure(3, "died", "so"),
    ] * 50
    written, sizes, inflow, read = b"".join(map(framed, messages)), itertools.cycle((1, 7, 90, 2)), Inflow(Message), []
    while written:
        size = next(sizes)
        read += inflow.take(written[:size])
        written = written[size:]
    assert read == messages


@pytest.mark.parametrize("name", ["plain", "\udcff\udcfe ä \n", "", "\x00"])
def test_any_name_of_a_file_can_be_sent(name: str) -> None:
    assert unpack(pack({"file": name}), dict[str, str]) == {"file": name}
    (read,) = Inflow(Message).take(framed(Failure(1, "refused", name)))
    assert read == Failure(1, "refused", name)


# -- one process


def test_an_answer_comes_back_with_the_time_it_took(single: Pool) -> None:
    end = single.ask(("echo", [1, 2.5, "x", b"\xff"]))
    assert value(end) == [1, 2.5, "x", b"\xff"] and isinstance(end, Answer) and 0 <= end.seconds < 60


def test_a_refusal_is_a_sentence_and_a_bug_has_a_traceback(single: Pool) -> None:
    pid = value(single.ask(("pid", None)))
    assert failure(single.ask(("refuse", "it can't be"))).sentence() == "it can't be"
    bug = failure(single.ask(("fail", "no")))
    assert bug.sentence() == "this program failed on it (ValueError: no), which is a bug; please report it"
    assert "raise ValueError(value)" in "\n".join(bug.trace)
    assert failure(single.ask(("nest", None))).sentence() == "values nested too deep"
    assert value(single.ask(("pid", None))) == pid, "the process goes on"


@WITH_LIMITS
@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV", "SIGABRT", "SIGFPE"])
def test_what_ends_the_process_costs_one_task(single: Pool, name: str) -> None:
    number = getattr(signal, name)
    died = failure(single.ask(("signal", number)))
    assert died.signal == number
    assert died.sentence().startswith(f"it was ended by signal {name}: it probably needed more than 256 MB of memory")
    assert "--max-memory" in died.sentence() and "--max-memory" not in died.sentence(optional=False)
    assert value(single.ask(("echo", 1))) == 1


def test_an_exit_is_an_end_too(single: Pool) -> None:
    assert failure(single.ask(("exit", 7))).sentence("your level").startswith("your level left with exit code 7: ")


@WITH_LIMITS
def test_too_much_time_is_said() -> None:
    with Pool(SETUP._replace(limits=Limits(seconds=1, megabytes=256))) as pool:
        late = failure(pool.ask(("spin", None)))
        assert late.sentence(optional=False) == "it took more than 1 s of processor time and was stopped"
        assert late.sentence().endswith("; --max-seconds allows more")
        assert value(pool.ask(("echo", 1))) == 1


@WITH_LIMITS
def test_each_task_has_its_own_time() -> None:
    with Pool(SETUP._replace(limits=Limits(seconds=1, megabytes=256))) as pool:
        assert [value(pool.ask(("work", 0.7))) for _ in range(3)] == ["work"] * 3


@WITH_LIMITS
def test_too_much_memory_is_said_and_the_process_goes_on(single: Pool) -> None:
    pid = value(single.ask(("pid", None)))
    sentence = failure(single.ask(("eat", 512))).sentence()
    assert sentence == "it needed more than 256 MB of memory and was stopped; --max-memory allows more"
    assert value(single.ask(("pid", None))) == pid


def test_who_does_not_come_to_an_end_is_stopped() -> None:
    with Pool(SETUP._replace(patience=2.0)) as pool:
        hung = failure(pool.ask(("sleep", 600)))
        assert hung.sentence() == "it has not come to an end in 2 s, and was stopped"
        assert value(pool.ask(("echo", 1))) == 1


def test_what_is_printed_is_no_message(single: Pool) -> None:
    assert value(single.ask(("print", None))) == "print"


def test_a_flood_of_output_is_read_to_its_end() -> None:
    news: list[Progress] = []
    with Pool(SETUP, progress=news.append) as pool:
        assert value(pool.ask(("flood", 5000))) == "flood"
    assert [int(one.done) for one in news] == list(range(5000))
    assert unpack(news[-1].news, list[int]) == [4999] * 10 and news[-1].share == pytest.approx(0.9998)


def test_a_system_that_takes_few_bytes_at_a_time_gets_all(single: Pool) -> None:
    assert value(single.ask(("dribble", None))) == "dribble"


def test_a_large_order_meets_a_large_answer(single: Pool) -> None:
    large = "x" * (3 * 2**20)
    assert value(single.ask(("echo", large))) == large


def test_a_task_that_is_asked_to_stop_answers_with_what_it_has() -> None:
    process = TaskProcess(SETUP)
    process.give(0, ("count", None))
    process.end_of_task(lambda news: process.stop() if news.done == 3 else None)
    process.give(0, ("stopped", None))
    assert value(process.end_of_task()) is False, "that was another task, if of the same number"
    process.end()


def test_a_process_has_what_it_was_set_up_with() -> None:
    setup = SETUP._replace(arguments=("one", "two"), more={"ANYTHING": "here"}, gentle=True)
    with Pool(setup) as pool:
        there, niceness, arguments = value(pool.ask(("environment", "ANYTHING")))
    assert (there, arguments) == ("here", ["one", "two"]) and niceness >= (0 if sys.platform == "win32" else GENTLE)


# -- many


@pytest.mark.parametrize("jobs", [1, 3])
def test_answers_come_in_the_order_of_their_tasks(jobs: int) -> None:
    orders = [("sleep", 0.3), *(("echo", number) for number in range(8)), ("refuse", "no"), ("echo", 9)]
    with Pool(SETUP, jobs) as pool:
        ends = list(pool.in_order(orders))
    assert [end.number for end in ends] == list(range(len(orders)))
    assert value(ends[-1]) == 9 and failure(ends[-2]).text == "no"


@WITH_LIMITS
def test_a_dead_process_is_replaced_and_every_task_has_its_answer() -> None:
    orders = [("echo", 0), ("signal", signal.SIGKILL), ("echo", 2), ("signal", signal.SIGKILL), ("echo", 4)]
    with Pool(SETUP, 2) as pool:
        ends = dict(pool.each(orders))
    assert {number for number, end in ends.items() if isinstance(end, Failure)} == {1, 3} and len(ends) == 5


def test_closing_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    processes: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def watched(*arguments: object, **options: object) -> subprocess.Popen[bytes]:
        processes.append(start(*arguments, **options))  # type: ignore[call-overload]
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", watched)
    with Pool(SETUP, 2) as pool:
        next(pool.each([("echo", 1), ("sleep", 600), ("sleep", 600)]))
    assert len(processes) == 2 and all(process.returncode is not None for process in processes)


def test_another_thread_may_end_it() -> None:
    with Pool(SETUP, 2) as pool:
        timer = threading.Timer(1.0, pool.kill)
        timer.start()
        ends = list(pool.in_order([("sleep", 600), ("sleep", 600)]))
        assert all(failure(end).reason == "died" for end in ends)
        timer.join()


# -- beside a frame loop


def polled(work: Background) -> list[Message]:
    """All that a task says, by a loop that looks now and then."""
    messages: list[Message] = []
    while work.busy:
        messages += work.poll()
        time.sleep(0.01)
    return messages


def test_a_loop_hears_of_its_task_when_it_looks() -> None:
    work = Background(SETUP)
    work.begin(("flood", 3000))
    *news, end = polled(work)
    assert len(news) == 3000 and value(end_of(end)) == "flood" and not work.poll()
    work.begin(("exit", 3))
    (end,) = polled(work)
    assert failure(end_of(end)).text == "left with exit code 3"


def end_of(message: Message) -> End:
    assert not isinstance(message, Progress)
    return message


def test_a_task_that_is_cancelled_says_no_more_and_its_process_is_gone() -> None:
    work = Background(SETUP)
    for order in (("flood", 10**9), ("spin", None), ("sleep", 600)):
        work.begin(order)
        time.sleep(1.0)
        pid = work.pid
        work.cancel()
        assert pid is not None and not runs(pid) and not work.busy and not work.poll()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)  # nor does it wait for its parent to take note of its end


def test_a_new_task_takes_the_place_of_the_old_one() -> None:
    work = Background(SETUP)
    work.begin(("sleep", 600))
    first = work.pid
    work.begin(("echo", 2))
    assert first is not None and not runs(first)
    (end,) = polled(work)
    assert value(end_of(end)) == 2


def test_a_task_in_the_background_can_be_stopped() -> None:
    work = Background(SETUP)
    work.begin(("count", None))
    messages: list[Message] = []
    while work.busy:
        messages += work.poll()
        if messages:
            work.stop()
        time.sleep(0.01)
    assert value(end_of(messages[-1])) >= 1


# -- the starter is gone

STARTS = """
import sys, time
from sandbox.tasks.limits import Limits
from sandbox.tasks.task_process import Setup, TaskProcess
from tests.tasks.working import ends, runs
process = TaskProcess(Setup("tests.tasks.working", Limits(60, 256), {arguments}, outlives={outlives}))
process.give(0, {order})
print(process.pid, flush=True)
time.sleep(600)
"""


def killed_starter(order: tuple[str, Any], arguments: tuple[str, ...] = (), outlives: bool = False) -> int:
    """Kill a process that has given a task to another one; return the id of that one."""
    script = STARTS.format(order=order, arguments=arguments, outlives=outlives)
    with subprocess.Popen(child.command("-c", script), env=child.environment(), stdout=subprocess.PIPE) as starter:
        assert starter.stdout is not None
        pid = int(starter.stdout.readline())
        starter.kill()
    return pid


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists processes in /proc")
@pytest.mark.parametrize("order", [("sleep", 600), ("spin", None), ("count", None), ("flood", 10**9)])
def test_a_task_ends_with_who_wants_its_answer(order: tuple[str, Any]) -> None:
    assert ends(killed_starter(order))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists processes in /proc")
def test_what_outlives_its_starter_comes_to_its_end(tmp_path: Any) -> None:
    path = tmp_path / "written"
    assert ends(killed_starter(("write", str(path)), ("stays",), outlives=True))
    assert path.read_text() == "done"
