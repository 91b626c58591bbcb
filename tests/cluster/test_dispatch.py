"""Sharing out, on machines that are only played: which jobs go where, and what becomes of those of a lost machine."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from sandbox.cluster import dispatch
from sandbox.cluster.address import ClusterAddress
from sandbox.cluster.connection import Answered, Event, Identified, Roster
from sandbox.cluster.dispatch import SECONDS, Dispatcher
from sandbox.cluster.jobs import PROTOCOL, Assignment, Batch, ClusterJob, Done, Identity
from sandbox.errors import Refused
from sandbox.recording import fingerprint
from sandbox.tasks.limits import USUAL
from sandbox.tasks.messages import Answer, End, Failure

HERE = fingerprint.current()
NextJob = Callable[[], Assignment | None]
OTHER = "b" * 32  # another class of arithmetic


class PlayedConnection:
    """A connection to machines that answer at once, but for those that are lost over a job (`lethal`)."""

    address = "tcp://127.0.0.1:1"

    def __init__(self, classes: dict[str, str], lethal: Iterable[int] = (), code: str = HERE.code) -> None:
        self.seconds, self.answered = 0.0, 0  # that a job takes; jobs
        self.threads = dict.fromkeys(classes, 1)
        self.lethal = set(lethal)
        self.ran: list[tuple[str, tuple[int, ...]]] = []
        self.inbox: deque[Event] = deque([Roster(dict(self.threads))])
        self.inbox.append(Identified({address: self.identity(kind, code) for address, kind in classes.items()}))
        self.is_closed = False

    @staticmethod
    def identity(arithmetic: str, code: str = HERE.code) -> Identity:
        return Identity(PROTOCOL, HERE._replace(arithmetic=arithmetic, code=code))

    def next_event(self, seconds: float) -> Event | None:
        event = self.inbox.popleft() if self.inbox else None
        self.answered += len(event.answers) if isinstance(event, Answered) else 0
        return event

    def submit(self, batch: Batch, address: str) -> int:
        numbers = tuple(job.number for job in batch.jobs)
        self.ran.append((address, numbers))
        if self.lethal & set(numbers):
            del self.threads[address]
            again = f"{address}'"  # the nanny starts another one
            self.threads[again] = 1
            self.inbox += [Roster(dict(self.threads)), Identified({again: self.identity(HERE.arithmetic)})]
        else:
            answers = [Done(Answer(number, b"%d" % number), self.seconds) for number in numbers]
            self.inbox.append(Answered(len(self.ran), answers))
        return len(self.ran)

    def drop(self, number: int) -> None:
        pass

    def close(self) -> None:
        self.is_closed = True


def jobs(count: int, arithmetic: str | None = None) -> list[Assignment]:
    return [Assignment(ClusterJob(number, b"{}"), arithmetic) for number in range(count)]


def values(answers: dict[int, End]) -> dict[int, bytes]:
    """The values of answers; a failure has none."""
    return {number: end.value for number, end in answers.items() if isinstance(end, Answer)}


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[dict[int, End], list[str]]]:
    def play(
        connection: PlayedConnection,
        given: Iterable[Assignment] | NextJob,
        alike: bool = False,
        worth: float = 0.0,
    ) -> tuple[dict[int, End], list[str]]:
        monkeypatch.setattr(dispatch, "Connection", lambda place: connection)
        monkeypatch.setattr(dispatch, "GRACE", 0.0)
        notes: list[str] = []
        dispatcher = Dispatcher(
            ClusterAddress(connection.address, insecure=True),
            Batch("verify", USUAL, b"", ()),
            alike,
            notes.append,
            worth=worth,
        )
        answers = list(dispatcher.answers(given if callable(given) else functools.partial(next, iter(given), None)))
        assert len(answers) == len(dict(answers)), "each has one answer"
        return dict(answers), notes

    return play


Play = Callable[..., Any]
HOME = HERE.arithmetic


def test_all_jobs_are_answered_in_batches_that_grow_with_their_speed(play: Play) -> None:
    connection = PlayedConnection({"a": HOME, "b": HOME})
    connection.seconds = 0.01
    answers, notes = play(connection, jobs(3000))
    assert values(answers) == {number: b"%d" % number for number in range(3000)} and not notes
    sizes = [len(numbers) for _, numbers in connection.ran]
    assert sizes[0] == 1 and 140 < max(sizes) <= round(SECONDS / connection.seconds) and sizes[-1] < 50
    assert {address for address, _ in connection.ran} == {"a", "b"}


@pytest.mark.parametrize(("machines", "each"), [(2, 4), (4, 2), (8, 1), (16, 1)])
def test_small_jobs_go_together_but_leave_no_machine_idle(play: Play, machines: int, each: int) -> None:
    """A search gives eight orders at a time, and the next ones when it has the answers to these."""
    connection = PlayedConnection({f"{number}": HOME for number in range(machines)})
    connection.seconds = 0.1
    given = 0

    def next_job() -> Assignment | None:
        nonlocal given
        if given == 160 or (given % 8 == 0 and connection.answered < given):
            return None
        given += 1
        return Assignment(ClusterJob(given, b"{}"))

    answers, _ = play(connection, next_job, worth=0.4)
    assert len(answers) == 160
    last = [len(numbers) for _, numbers in connection.ran[-8 // each :]]
    assert last == 8 // each * [each]


def test_what_may_be_long_is_shared_out_singly(play: Play) -> None:
    """A recording of a second may stand beside one of an hour."""
    connection = PlayedConnection({"a": HOME, "b": HOME})
    connection.seconds = 0.001
    play(connection, jobs(40))
    assert [len(numbers) for _, numbers in connection.ran[-3:]] == [1, 1, 1]


def test_a_recording_goes_to_its_class_of_arithmetic(play: Play) -> None:
    connection = PlayedConnection({"a": HOME, "b": OTHER})
    mixed = [Assignment(ClusterJob(number, b"{}"), (HOME, OTHER, None)[number % 3]) for number in range(60)]
    answers, notes = play(connection, mixed)
    assert len(answers) == 60 and not notes
    ran = {number: address for address, numbers in connection.ran for number in numbers}
    assert all(ran[number] == "ab"[number % 3] for number in range(60) if number % 3 < 2)


def test_a_class_that_no_worker_has_is_said_and_not_waited_for(play: Play) -> None:
    connection = PlayedConnection({"a": "c" * 32, "b": HOME})
    answers, notes = play(connection, jobs(5, OTHER))
    assert len(answers) == 5 and {address for address, _ in connection.ran} == {"b"}
    assert notes == [f"no worker has the class of arithmetic {OTHER[:8]}; recordings made in it run in another"]


def test_who_needs_the_same_bits_uses_only_machines_like_this_one(play: Play) -> None:
    connection = PlayedConnection({"a": OTHER, "b": HOME})
    answers, notes = play(connection, jobs(5), alike=True)
    assert len(answers) == 5 and {address for address, _ in connection.ran} == {"b"}
    assert len(notes) == 1 and f"the worker a is not used: its class of arithmetic is {OTHER[:8]}" in notes[0]
    connection = PlayedConnection({"a": OTHER})
    with pytest.raises(Refused, match="no worker of this cluster can be used"):
        play(connection, jobs(1), alike=True)
    assert connection.is_closed


def test_other_simulation_code_is_refused_by_name(play: Play) -> None:
    connection = PlayedConnection({"a": HOME}, code="d" * 32)
    with pytest.raises(Refused, match="no worker of this cluster can be used"):
        play(connection, jobs(1))
    assert not connection.ran


def test_the_jobs_of_a_lost_machine_go_elsewhere_and_what_kills_three_is_given_up(play: Play) -> None:
    connection = PlayedConnection({"a": HOME, "b": HOME}, lethal=[7])
    answers, _ = play(connection, jobs(40))
    assert answers.pop(7) == Failure(7, "lost", "3 machines were lost while they ran it")
    assert values(answers) == {number: b"%d" % number for number in range(40) if number != 7}
    lost_with = [numbers for _, numbers in connection.ran if 7 in numbers]
    assert len(lost_with) == 3 and lost_with[1:] == [(7,), (7,)], "nobody else suffers twice"


def test_when_no_machine_is_left_that_is_the_answer(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = PlayedConnection({"a": HOME})
    submit = connection.submit

    def last(batch: Batch, address: str) -> int:
        number = submit(batch, address)
        connection.inbox.clear()
        connection.inbox.append(Roster({}))
        return number

    monkeypatch.setattr(connection, "submit", last)
    with pytest.raises(Refused, match="no worker of this cluster can be used"):
        play(connection, jobs(3))


def test_a_machine_that_fails_is_used_no_more(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = PlayedConnection({"a": HOME, "b": HOME})
    submit = connection.submit

    def failing(batch: Batch, address: str) -> int:
        number = submit(batch, address)
        if address == "a":
            connection.inbox[-1] = Answered(number, [], "OSError: no space left")
        return number

    monkeypatch.setattr(connection, "submit", failing)
    answers, notes = play(connection, jobs(10))
    assert values(answers) == {number: b"%d" % number for number in range(10)}
    assert notes == ["the worker a is not used: it failed (OSError: no space left)"]
    assert sum(address == "a" for address, _ in connection.ran) == 1
