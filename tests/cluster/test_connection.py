"""A connection to a scheduler that is only played: who is there, who is lost, and what is no answer."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from sandbox.cluster import connection
from sandbox.cluster.address import ClusterAddress
from sandbox.cluster.connection import Connection, Event, Identified, Roster
from sandbox.cluster.jobs import PROTOCOL, Identity
from sandbox.errors import Refused
from sandbox.recording import fingerprint
from tests.clusters import require_dask

require_dask()
PLACE = ClusterAddress("tcp://127.0.0.1:1", insecure=True)
IDENTITY = Identity(PROTOCOL, fingerprint.current())


class PlayedClient:
    """A client of Dask whose scheduler answers as long as it is not `silent`; all workers move that are not frozen."""

    id, status = "ours", "running"

    def __init__(self) -> None:
        self.scheduler = self
        self.silent, self.frozen, self.moves = threading.Event(), set[str](), 0
        self.answers: dict[str, Any] = {"a": msgspec.json.encode(IDENTITY), "b": msgspec.json.encode(IDENTITY)}

    def identity(self) -> None: ...

    def run(self) -> None: ...

    def sync(self, function: Callable[..., Any], *arguments: Any, callback_timeout: float, **options: Any) -> Any:
        if function == self.run:
            answers = {address: self.answers[address] for address in options["workers"]}
            for answer in answers.values():
                if isinstance(answer, threading.Event):
                    answer.wait()
            return answers
        if self.silent.is_set():
            raise TimeoutError
        self.moves += 1
        return {"workers": {name: {"last_seen": self._sign(name), "nthreads": 1} for name in self.answers}}

    def _sign(self, name: str) -> int:
        return 0 if name in self.frozen else self.moves

    def close(self, timeout: float) -> None:
        self.status = "closed"


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> PlayedClient:
    client = PlayedClient()
    monkeypatch.setattr(connection, "_connected", lambda place: client)
    monkeypatch.setattr(connection, "_PULSE", 0.01)
    return client


@pytest.fixture
def played(client: PlayedClient) -> Iterator[Connection]:
    with contextlib.closing(Connection(PLACE)) as played:
        yield played


def following(played: Connection, fits: Callable[[Event], bool]) -> Event:
    """Wait for an event."""
    for _ in range(10_000):
        event = played.next_event(1.0)
        if event is not None and fits(event):
            return event
    raise AssertionError("it does not come")


def test_each_worker_says_once_who_it_is(client: PlayedClient) -> None:
    client.answers |= {"b": TimeoutError("nothing"), "c": b"{}"}
    identities: dict[str, Any] = {}
    with contextlib.closing(Connection(PLACE)) as played:
        while len(identities) < 3:
            event = following(played, lambda event: isinstance(event, Identified))
            assert isinstance(event, Identified) and not identities.keys() & event.identities.keys()
            identities |= event.identities
        assert [following(played, lambda event: True) for _ in range(9)] == 9 * [Roster({"a": 1, "b": 1, "c": 1})]
    assert identities["a"] == IDENTITY
    assert identities["b"] == "it does not say who it is (TimeoutError: nothing)"
    assert identities["c"].startswith("its answer can't be read")


def test_a_worker_that_does_not_say_who_it_is_holds_up_nobody(client: PlayedClient) -> None:
    released = threading.Event()
    client.answers["b"] = released
    with contextlib.closing(Connection(PLACE)) as played:
        event = following(played, lambda event: isinstance(event, Identified))
        assert event == Identified({"a": IDENTITY})
        released.set()
        event = following(played, lambda event: isinstance(event, Identified))
        assert isinstance(event, Identified) and list(event.identities) == ["b"]


def test_a_worker_that_gives_no_sign_of_life_is_lost_and_asked_again_when_it_is_back(
    client: PlayedClient, played: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        following(played, lambda event: isinstance(event, Identified))
    monkeypatch.setattr(connection, "STALE", 0.0)
    client.frozen.add("b")
    following(played, lambda event: event == Roster({"a": 1}))
    client.frozen.clear()
    following(played, lambda event: event == Roster({"a": 1, "b": 1}))
    assert following(played, lambda event: isinstance(event, Identified)) == Identified({"b": IDENTITY})


@pytest.mark.parametrize("how", ["silent", "closed"])
def test_a_scheduler_that_answers_no_more_is_lost(
    client: PlayedClient, played: Connection, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    following(played, lambda event: isinstance(event, Roster))
    if how == "silent":
        client.silent.set()
        monkeypatch.setattr(connection, "SILENCE", 0.3)
    else:
        client.status = "closed"
    with pytest.raises(Refused, match="the scheduler of the cluster was lost"):
        following(played, lambda event: False)


def test_who_listens_but_says_nothing_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "CONNECT", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(Refused, match=f"{address}: no scheduler answers there"):
            Connection(ClusterAddress(address, insecure=True))


def test_a_lost_scheduler_is_noticed_within_half_a_minute() -> None:
    assert connection.CONNECT + connection._CLOSE <= 30 and connection.SILENCE + 2 * connection._CLOSE <= 30
