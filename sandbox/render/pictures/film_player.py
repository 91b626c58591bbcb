"""Plays the run of a film: brings a session to each of its moments, and shows everything on the way to a watcher."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sandbox.commands.commands import AnyCommand
from sandbox.commands.driver import OnRefusal
from sandbox.commands.session import Session
from sandbox.errors import BadFile, Refused
from sandbox.machine.machine import Event
from sandbox.render.pictures.film_plan import Film, Script, Shot
from sandbox.workspace.past.history import History, HistoryDriver

LOOK_EVERY = 4  # ticks: a watcher is called as often as a window of 60 frames a second draws
MAX_LEAD = 1e6  # s
Watcher = Callable[[Session, Sequence[Event]], object]  # gets the events since its last call


class FilmPlayer(HistoryDriver):
    """A session that is driven through a script; with a history, every tick of its runs is kept there."""

    def __init__(
        self, script: Script, history: History | None = None, complaint: OnRefusal | None = None
    ) -> None:  # fmt: skip
        """`complaint` takes a command that is refused here, or changes nothing; without it that ends the play."""
        super().__init__(Session(script.design, script.seed), script.commands, complaint or self._complain, history)
        self.script = script
        self.events: list[Event] = []  # that nobody has taken

    def play(self, moments: Sequence[Shot], watch: Watcher, lead: float = 0.0) -> Iterator[tuple[Session, float]]:
        """Bring the session to each moment in turn; yield it with the seconds that have passed since its tick.

        `watch` is called at each moment, and every few ticks in the `lead` seconds before it.

        Raises:
            BadFile: a command of the recording is refused here.
        """
        lead_ticks = round(min(lead, MAX_LEAD) * self.script.rate)
        for moment in moments:
            first = max(self.session.tick, moment.tick - lead_ticks)
            for tick in range(first // LOOK_EVERY * LOOK_EVERY + LOOK_EVERY, moment.tick, LOOK_EVERY):
                self.to(tick)
                watch(self.session, self.take_events())
            self.to(moment.tick, moment.commands)
            watch(self.session, self.take_events())
            yield self.session, moment.leftover / self.script.rate

    def take_events(self) -> list[Event]:
        """Return and remove the events since the last call."""
        events = [*self.events, *self.session.take_events()]
        self.events.clear()
        return events

    def happened(self, events: list[Event]) -> None:
        self.events += events

    def _complain(self, tick: int, _: AnyCommand, refusal: Refused | None) -> None:
        if refusal is not None:
            raise BadFile(
                f"{self.script.name}: can't be re-run here: at {tick / self.script.rate:.3f} s, {refusal}; "
                "`sandbox verify` tells more"
            )


def events_of(film: Film) -> list[tuple[int, Event]]:
    """List what happens in a film, each event with the index of the first frame that shows it."""
    player = FilmPlayer(film.script)
    listed: list[tuple[int, Event]] = []
    for index, moment in enumerate(film.moments):
        player.to(moment.tick, moment.commands)
        events = player.take_events()
        listed += [(index, event) for event in events if index]  # those of the first frame came before the film
    return listed
