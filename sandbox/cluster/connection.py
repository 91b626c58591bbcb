"""The connection of a command to the scheduler of a cluster: batches out; answers, and news of the workers, in.

Dask's client waits without end for a scheduler that is gone. So the scheduler is asked every second who its workers
are, and one that does not answer is lost.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import queue
import threading
import time
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sandbox.cluster import remote
from sandbox.cluster.address import ClusterAddress, check_address, require_dask, security
from sandbox.cluster.jobs import Batch, Done, Identity, unpack_answers
from sandbox.errors import Refused
from sandbox.tasks.messages import Progress

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT = 20.0  # seconds to wait for a scheduler
SILENCE = 20.0  # seconds without an answer, after which a scheduler is lost
STALE = 30.0  # seconds without a sign of life, after which a worker is lost
_PULSE = 1.0  # seconds between two questions
_IDENTIFY = 30.0  # seconds that a worker has to say who it is
_CLOSE = 3.0  # seconds that each step of leaving may take


class Answered(NamedTuple):
    """The answers to a batch, or why there are none."""

    number: int
    answers: list[Done]
    error: str = ""


class JobProgress(NamedTuple):
    """Progress of the only job."""

    progress: Progress


class Roster(NamedTuple):
    """The addresses of the workers, with their numbers of threads."""

    threads: dict[str, int]


class Identified(NamedTuple):
    """The identities of new workers; a text is the reason why there is none."""

    identities: dict[str, Identity | str]


Event = Answered | JobProgress | Roster | Identified


class Connection:
    """A connection to a scheduler; close it to end all that it has started on the workers.

    Raises:
        Refused: the address is not allowed, or nobody answers there.
    """

    def __init__(self, place: ClusterAddress) -> None:
        check_address(place.address, place.insecure)
        require_dask()
        self.address = place.address
        self._inbox: queue.Queue[Event] = queue.Queue()
        self._client = _connected(place)
        self._futures: dict[int, Future] = {}
        self._numbers = itertools.count()
        self._closing, self._heard = threading.Event(), time.monotonic()
        self._asked: set[str] = set()
        self._signs: dict[str, tuple[Any, float]] = {}  # each worker's last sign of life, and since when it is the last
        self._used: set[str] = set()
        _in_background(self._watch)

    def next_event(self, seconds: float) -> Event | None:
        """Return the next event; None if none comes in time.

        Raises:
            Refused: the scheduler is lost.
        """
        with contextlib.suppress(queue.Empty):
            event = self._inbox.get(timeout=seconds)
            if self._is_alive():
                return event
        if not self._is_alive():
            raise Refused(f"{self.address}: the scheduler of the cluster was lost; what has no answer yet gets none")
        return None

    def _is_alive(self) -> bool:
        return self._client.status == "running" and time.monotonic() - self._heard < SILENCE

    # -- the workers

    def _watch(self) -> None:
        """Ask who the workers are, again and again."""
        while not self._closing.is_set():
            try:
                answer = self._client.sync(self._client.scheduler.identity, n_workers=-1, callback_timeout=SILENCE)
            except Exception:  # whatever the reason is, the time since the last answer grows
                self._closing.wait(_PULSE)
                continue
            self._heard = time.monotonic()
            workers = {address: row for address, row in answer["workers"].items() if self._has_moved(address, row)}
            self._inbox.put(Roster({address: row["nthreads"] for address, row in workers.items()}))
            new = workers.keys() - self._asked
            self._asked = set(workers)  # one that was lost and comes back is asked again
            for address in sorted(new):  # each for itself: one that does not answer must not hold up the others
                _in_background(self._identify, address)
            self._closing.wait(_PULSE)

    def _has_moved(self, address: str, row: dict[str, Any]) -> bool:
        """Tell whether a worker has given a sign of life lately; the scheduler itself waits five minutes for one."""
        sign, since = self._signs.get(address, (None, 0.0))
        if sign != row["last_seen"]:
            self._signs[address] = row["last_seen"], self._heard
            return True
        return self._heard - since < STALE

    def _identify(self, address: str) -> None:
        """Ask a new worker who it is."""
        try:
            answers = self._client.sync(
                self._client.run, remote.identify, workers=[address], on_error="return", callback_timeout=_IDENTIFY
            )
        except Exception as error:
            answers = {address: error}
        self._inbox.put(Identified({address: _identity(answers.get(address))}))

    # -- batches

    def submit(self, batch: Batch, address: str) -> int:
        """Give a batch to a worker; return the number that its answers will have."""
        number = next(self._numbers)
        self._used.add(address)
        future = self._client.submit(
            remote.run, self._client.id, batch.packed(), workers=[address], allow_other_workers=False, pure=False
        )
        self._futures[number] = future
        future.add_done_callback(lambda done: self._inbox.put(_answered(number, done)))
        return number

    def drop(self, number: int) -> None:
        """Let go of a batch; what runs for it ends."""
        future = self._futures.pop(number, None)
        if future is not None:
            future.release()

    @property
    def topic(self) -> str:
        """The topic for progress; from the first use on they come as events."""
        self._client.subscribe_topic(
            self._client.id, lambda event: self._inbox.put(JobProgress(msgspec.json.decode(event[1], type=Progress)))
        )
        return str(self._client.id)

    def close(self) -> None:
        """End all that runs for this command, and leave."""
        self._closing.set()
        is_alive = self._is_alive()
        for number in list(self._futures):
            self.drop(number)
        if is_alive and self._used:
            used = sorted(self._used)
            _within(
                _CLOSE, lambda: self._client.run(remote.end_command, self._client.id, workers=used, on_error="ignore")
            )
        _within(_CLOSE, lambda: self._client.close(timeout=_CLOSE))


def _connected(place: ClusterAddress) -> Client:
    """Connect to a scheduler.

    Raises:
        Refused: nobody answers there.
    """
    import dask
    from distributed import Client

    _silence()
    # A whole recording may travel in a batch, and 10 MB would be called too much.
    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GiB"})
    options = {"security": security(place), "timeout": CONNECT, "set_as_default": False, "direct_to_workers": False}
    outcomes: queue.Queue[Client | Exception] = queue.Queue()

    def connect() -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of libraries of other versions; the workers are asked who they are
                outcomes.put(Client(place.address, **options))
        except Exception as error:
            outcomes.put(error)

    # Dask waits without end for the first words of who accepts a connection.
    _in_background(connect)
    try:
        outcome = outcomes.get(timeout=CONNECT + _CLOSE)
    except queue.Empty:
        outcome = TimeoutError("connections are accepted, but nothing is said")
    if isinstance(outcome, Exception):
        text = f"{type(outcome).__name__}: {' '.join(str(outcome).split()):.200}"
        raise Refused(f"{place.address}: no scheduler answers there ({text})")
    return outcome


def _silence() -> None:
    """Keep Dask from printing: a lost connection is reported in one sentence of this program's."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _answered(number: int, future: Future) -> Answered:
    from distributed import CancelledError, KilledWorker
    from distributed.comm import CommClosedError

    try:
        return Answered(number, unpack_answers(future.result()))
    except (CancelledError, CommClosedError, KilledWorker):  # the way there is broken, or nobody is there any more
        return Answered(number, [])
    except Exception as error:
        return Answered(number, [], f"{type(error).__name__}: {' '.join(str(error).split()):.200}")


def _identity(answer: Any) -> Identity | str:
    """Read the answer of a worker to `remote.identify`."""
    if not isinstance(answer, bytes):
        return f"it does not say who it is ({type(answer).__name__}: {' '.join(str(answer).split()):.200})"
    try:
        return msgspec.json.decode(answer, type=Identity)
    except msgspec.MsgspecError as error:
        return f"its answer can't be read ({error})"


def _in_background(function: Callable[..., object], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=function, args=arguments, daemon=True)
    thread.start()
    return thread


def _within(seconds: float, function: Callable[[], object]) -> None:
    """Call a function that may fail or never return, and wait for it at most `seconds`."""

    def attempt() -> None:
        with contextlib.suppress(Exception):
            function()

    _in_background(attempt).join(seconds)
