"""The guests of a host: their seats, what they may do, and what is told to all of them."""

from __future__ import annotations

from collections import deque
from typing import Literal, NamedTuple

from sandbox.recording.plain_text import one_line
from sandbox.together.host_wire import HostWire
from sandbox.together.messages import (
    Budgets,
    Findings,
    Letter,
    Pointer,
    Program,
    TextLine,
    WhoIsThere,
    Wish,
    printable_name,
)
from sandbox.together.rules.budget import Purse

CATCHING_UP = 60.0  # seconds that somebody new may take to run ahead, and a fifth of the time of the run that goes on
SENT_AWAY = "the host has asked you to leave"
MOST_GUESTS = 15  # a session has 16 players


class GuestRights(NamedTuple):
    """What guests may do besides editing and playing."""

    start: bool = False  # start and stop the machine
    author: bool = False  # edit the level as its author
    editors: bool = False  # come in to edit only, though their machines compute other bits


EDIT_AND_PLAY = GuestRights()


class AskedFor(NamedTuple):
    """What a guest would like the host to do: start, stop, pause, go on."""

    name: str
    what: str

    @property
    def text(self) -> str:
        """The request for people."""
        of_machine = f"{self.what} the machine" if self.what in ("start", "stop") else self.what
        return f"{self.name} asks to {of_machine}"


class Seat:
    """The place of a guest: who he is, and how far he has come. `peer` is None while his connection is lost."""

    def __init__(self, player: int, budgets: Budgets) -> None:
        self.player = player
        self.name, self.ticket = "", b""
        self.wanted = ""  # the name under which he has called; that of the seat may have a number
        self.peer: int | None = None
        self.purse = Purse(budgets)
        self.heard = 0  # the number of the last wish that has been looked at
        self.agreed = 0  # the turns before this one have a digest of his, and it is right
        self.since = 0.0  # when he came, or was lost
        self.ready = False  # he has caught up
        self.may_catch_up = CATCHING_UP  # seconds that he may take for that
        self.ready_from = 0  # the turn before which all have to have a digest of his until he has
        self.edits_only = False  # his machine computes other bits: it does not run with the others
        self.gone = False  # his seat is not kept any longer
        self.slow_since: float | None = None
        self.wishes: deque[Wish] = deque()
        self.findings: Findings | None = None
        self.false_alarms = 0

    @property
    def counts(self) -> bool:
        """True while the others have to wait for his digests."""
        return self.peer is not None and self.ready

    @property
    def kind(self) -> Literal["together", "editing"]:
        """The kind of his welcome."""
        return "editing" if self.edits_only else "together"

    @property
    def is_kept(self) -> bool:
        """True while he is there, or may come back."""
        return not self.gone


class Company:
    """A host and his guests: their seats in the order in which they came, and what is told to all of them.

    Attributes:
        name: the host's.
        own_players: the greatest number of a player who was there before the first guest came.
        most: guests that may be there at a time.
        news: lines for the people at the host's machine.
        requests: what guests would like the host to do.
        pointers: of the guests, by their players.
        paused: whether the host has paused; guests are told.
        speed: how many times as fast as in the world time passes; guests are told.
    """

    def __init__(self, door: HostWire, name: str, here: Program, own_players: int = 0, most: int = 4) -> None:
        self.door, self.name, self.program = door, printable_name(name), here
        self.own_players = own_players
        self.most = min(most, MOST_GUESTS - own_players)
        self.seats: list[Seat] = []
        self.news: deque[str] = deque(maxlen=1000)
        self.requests: deque[AskedFor] = deque(maxlen=16)
        self.pointers: dict[int, Pointer] = {}
        self.paused = True
        self.speed = 1.0
        self._announced = WhoIsThere((0,))

    @property
    def present(self) -> tuple[int, ...]:
        """The players who are connected now, the host among them."""
        return (0, *(seat.player for seat in self.seats if seat.peer is not None))

    @property
    def kept(self) -> list[Seat]:
        """The seats of the guests who are there or may come back."""
        return [seat for seat in self.seats if seat.is_kept]

    def seat_at(self, peer: int) -> Seat | None:
        """Return the seat of a connection; None if it has none any more."""
        return next((seat for seat in self.seats if seat.peer == peer), None)

    def send(self, seat: Seat, *messages: Letter) -> None:
        """Send messages to one guest; nothing if his connection is lost."""
        if seat.peer is not None:
            self.door.send(seat.peer, *messages)

    def tell(self, message: Letter, but: Seat | None = None) -> None:
        """Send a message to all guests."""
        for seat in self.seats:
            if seat is not but:
                self.send(seat, message)

    def note(self, text: str) -> None:
        """Tell everybody, the host too; what is noted may be that somebody has come or gone."""
        self.news.append(text)
        self.show()
        self.tell(TextLine(text[:400]))

    def show(self) -> None:
        """Tell the guests who is there, and how time passes, if that has changed."""
        present = WhoIsThere(self.present, self.paused, self.speed)
        if present != self._announced:
            self._announced = present
            self.tell(present)

    def take_pointer(self, seat: Seat, pointer: Pointer) -> None:
        """Keep where a guest points, and show it to the others."""
        self.pointers[seat.player] = pointer
        self.tell(pointer, seat)

    def take_line(self, seat: Seat, text: str) -> None:
        """Show everybody a line of text of a guest."""
        self.note(f"{seat.name}: {one_line(text, 200)}")

    def ask(self, seat: Seat, what: str) -> None:
        """Take down what a guest would like the host to do."""
        asked = AskedFor(seat.name, what)
        self.news.append(asked.text)
        self.requests.append(asked)
