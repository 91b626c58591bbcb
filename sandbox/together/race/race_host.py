"""The host of a race: it hands out the level, shows everybody how far all are, and finds the first win that holds.

Nobody's word counts: a win is claimed with its recording, which the host runs again in a process of its own. Those
that come first are run first, and the first that holds has won. So does the host's own player.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.recording.plain_text import one_line
from sandbox.together import program
from sandbox.together.admission import Admission
from sandbox.together.host_wire import HostWire
from sandbox.together.messages import (
    SLICE,
    Budgets,
    ClaimRefused,
    Goodbye,
    PastSlice,
    Pointer,
    RaceBegins,
    RaceProgress,
    RaceResult,
    Runner,
    Runners,
    TextLine,
    Welcome,
    WinClaim,
)
from sandbox.together.race.judge import Judged, TaskJudge
from sandbox.together.race.race_guest import PACE
from sandbox.together.race.run import empty_recording
from sandbox.together.seats import SENT_AWAY, Company, Seat
from sandbox.together.wire import Arrived, Happening

MAX_CLAIM = 8 * 1024 * 1024  # bytes of a recording that is claimed to win: an hour of a machine of 100 parts
_MOST_REFUSED = 3  # claims of a guest that do not hold
_SENDING = 60.0  # seconds in which a recording has to come whole


class WinJudge(Protocol):
    """Whoever runs recordings again, one at a time, without letting anybody wait."""

    def begin(self, recording: bytes) -> None: ...
    def poll(self) -> Judged | None: ...
    def close(self) -> None: ...


class _Coming(NamedTuple):
    """A recording of which not all has come yet."""

    size: int
    data: bytearray
    since: float


class RaceHost:
    """A race with guests. Whoever owns it calls `advance` again and again; nothing in it ever waits.

    Attributes:
        level: the level of the race.
        begun: whether it has begun; a guest who comes later begins then.
        runners: all who take part, by their players; the host's own is 0.
        winner: the player whose win was run again first, and holds; None until then.
        winning: the recording of that win.
        verdict: the result in words.
        over: whether and why the race has ended.
    """

    def __init__(
        self, door: HostWire, level: Design, seed: int = 0, name: str = "host", *, most: int = 4,
        judge: Callable[[bytes], WinJudge] = TaskJudge,
    ) -> None:  # fmt: skip
        self.door, self.level, self.seed = door, level, seed
        self.begun, self.over = False, ""
        self.winner: int | None = None
        self.winning = b""
        self.verdict = ""
        self._level = empty_recording(level, seed)
        self._judge = judge(self._level)
        self._judging: tuple[int, bytes] | None = None
        self._claims: deque[tuple[int, bytes]] = deque()  # whole recordings, in the order in which they came
        self._coming: dict[int, _Coming] = {}
        self._refused: dict[int, int] = {}  # claims that do not hold, by player
        self._company = Company(door, name, program.here(), 0, most)
        self.runners = {0: Runner(0, self._company.name)}
        self._sent: tuple[Runner, ...] = ()
        self._sent_at = 0.0
        names = self.runners
        self.admission = Admission(
            self._company, Budgets(), self._welcome, self._let_go,
            lambda: {player: runner.name for player, runner in names.items()},
        )  # fmt: skip

    @property
    def name(self) -> str:
        """The name of the host's own player."""
        return self._company.name

    @property
    def news(self) -> deque[str]:
        """Lines for people; who reads them takes them out."""
        return self._company.news

    @property
    def guests(self) -> list[Seat]:
        """The guests who are there or may come back."""
        return self._company.kept

    # -- for the host's own player

    def begin(self) -> None:
        """Let the race begin, for all at once: nobody has seen the level before."""
        if not self.begun:
            self.begun = True
            for seat in self._company.seats:
                self._send_level(seat)
            self._company.news.append("the race begins")  # the guests say so themselves, when the level is there

    def report(self, progress: RaceProgress, now: float) -> None:
        """Note how far the host's own player is; as often as one likes."""
        self._note_progress(0, progress)

    def claim(self, recording: bytes) -> None:
        """Say that the host's own player has won; his recording is run again like that of everybody else."""
        if self.winner is None:
            self._claims.append((0, recording))

    def say(self, text: str) -> None:
        """Send a line of text to everybody."""
        self._company.note(f"{self.name}: {one_line(text, 200)}")

    def remove(self, seat: Seat, why: str) -> None:
        """Ask a guest to leave; his seat is not kept."""
        self.admission.remove(seat, why)

    def send_away(self, seat: Seat) -> None:
        """Ask a guest to leave for good; the door has a new line then, for those who join later."""
        self.admission.send_away(seat, SENT_AWAY)

    def close(self, why: str = "the host has ended the race") -> None:
        """End the race for everybody."""
        if not self.over:
            self.over = why
            self._company.tell(Goodbye(why))
            self._judge.close()
            self.door.close()

    # -- time, and what comes in

    def advance(self, now: float) -> None:
        """Hear the guests, look what has come out of a claim, and show everybody how far all are."""
        self.hear(self.door.poll(), now)
        if self.over:
            return
        for player, coming in list(self._coming.items()):
            if now - coming.since > _SENDING:
                del self._coming[player]
                self._refuse(player, f"its recording has not come within {_SENDING:g} s")
        self._look_at_claims()
        self._show_runners(now)

    def hear(self, happened: Iterable[Happening], now: float) -> None:
        """Take in what has come from the network."""
        for seat, message in self.admission.messages(happened, lambda: bool(self.over), now):
            self._take(seat, message, now)
        for seat, why in self.admission.look_after(now):
            self.remove(seat, why)

    def _take(self, seat: Seat, message: object, now: float) -> None:
        match message:
            case RaceProgress() if self.begun:
                self._note_progress(seat.player, message)
            case WinClaim() if self.begun:
                self._begin_claim(seat, message.size, now)
            case PastSlice():
                self._go_on_with_claim(seat, message.data)
            case Pointer():
                pass  # everybody has a machine of his own
            case TextLine():
                self._company.take_line(seat, message.text)
            case Goodbye():
                self.door.drop(seat.peer or 0, "left")
                self.admission.leave(seat, f"has left ({one_line(message.why, 300)})")
            case _:
                self.remove(seat, "your program has sent what no guest of a race sends at this time")

    # -- how far all are

    def _note_progress(self, player: int, progress: RaceProgress) -> None:
        self.runners[player] = replace(self.runners[player], progress=progress)

    def _show_runners(self, now: float) -> None:
        runners = tuple(self.runners.values())
        if runners != self._sent and now - self._sent_at >= PACE:
            self._sent, self._sent_at = runners, now
            self._company.tell(Runners(runners))

    # -- wins

    def _begin_claim(self, seat: Seat, size: int, now: float) -> None:
        self._coming.pop(seat.player, None)
        if self.winner is not None:
            self._company.send(seat, RaceResult(self.winner, self.verdict))
        elif any(player == seat.player for player, _ in self._waiting()):
            pass  # it was sent again after a lost connection
        elif size > MAX_CLAIM:
            self._refuse(seat.player, f"its recording has {size} bytes, and up to {MAX_CLAIM} are run again")
        else:
            self._coming[seat.player] = _Coming(size, bytearray(), now)

    def _waiting(self) -> Iterable[tuple[int, bytes]]:
        return (*self._claims, *((self._judging,) if self._judging is not None else ()))

    def _go_on_with_claim(self, seat: Seat, data: bytes) -> None:
        coming = self._coming.get(seat.player)
        if coming is None:
            return  # of one that was refused, or has come before
        coming.data.extend(data)
        if len(coming.data) >= coming.size:
            del self._coming[seat.player]
            self._claims.append((seat.player, bytes(coming.data[: coming.size])))
            self._company.note(f"{seat.name} says to have won; the host runs the recording again")

    def _look_at_claims(self) -> None:
        """Run the claims again, one after the other."""
        if self._judging is not None:
            judged = self._judge.poll()
            if judged is None:
                return
            (player, recording), self._judging = self._judging, None
            if judged.why:
                self._refuse(player, judged.why)
            elif self.winner is None:
                self._crown(player, recording, judged)
        if self.winner is not None:
            self._claims.clear()
        elif self._claims:
            self._judging = self._claims.popleft()
            try:
                self._judge.begin(self._judging[1])
            except OSError as error:
                (player, _), self._judging = self._judging, None
                self._refuse(player, f"the host can't run it again: {error.strerror or error}")

    def _crown(self, player: int, recording: bytes, judged: Judged) -> None:
        self.winner, self.winning = player, recording
        runner = self.runners[player]
        run = f"{judged.seconds:.2f} s with {judged.pieces} piece{'' if judged.pieces == 1 else 's'}"
        self.verdict = f"{runner.name} has won the race: a run of {run}, which the host has run again"
        self.runners[player] = replace(runner, progress=replace(runner.progress, state="won", pieces=judged.pieces))
        self.news.append(self.verdict)
        self._company.tell(RaceResult(player, self.verdict))

    def _refuse(self, player: int, why: str) -> None:
        """Say by name that a win does not count; who claims too many of them is asked to leave."""
        self._company.note(one_line(f"the win of {self.runners[player].name} does not count: {why}", 390))
        seat = next((seat for seat in self._company.kept if seat.player == player), None)
        if seat is None:
            return
        self._company.send(seat, ClaimRefused(one_line(why, 390)))
        self._refused[player] = self._refused.get(player, 0) + 1
        if self._refused[player] >= _MOST_REFUSED:
            self.remove(seat, f"{_MOST_REFUSED} of the wins that you have claimed do not hold")

    # -- who comes and goes

    def _welcome(self, seat: Seat, arrived: Arrived, had_it: bool, now: float) -> None:
        seat.since, seat.gone, seat.ready = now, False, True
        basics = (arrived.proof, seat.player, seat.ticket, Budgets(), had_it, 0, 0, 0)
        self.door.send(arrived.peer, Welcome(*basics, kind="race"))
        seat.peer = arrived.peer
        before = self.runners.get(seat.player) if had_it else None
        self.runners[seat.player] = replace(before or Runner(seat.player, seat.name), is_here=True)
        self._company.note(f"{seat.name} {'is back' if had_it else 'is there'}")
        self._company.send(seat, Runners(tuple(self.runners.values())))
        if self.begun:
            self._send_level(seat)
        if self.winner is not None:
            self._company.send(seat, RaceResult(self.winner, self.verdict))

    def _send_level(self, seat: Seat) -> None:
        pieces = (PastSlice(self._level[at : at + SLICE]) for at in range(0, len(self._level), SLICE))
        self._company.send(seat, RaceBegins(len(self._level)), *pieces)

    def _let_go(self, seat: Seat) -> None:
        """Note that somebody is not there; a recording that has not come whole is sent again when he comes back."""
        self._coming.pop(seat.player, None)
        runner = self.runners.get(seat.player)
        if runner is not None:
            self.runners[seat.player] = replace(runner, is_here=False)
