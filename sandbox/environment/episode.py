"""The run of an episode: a run of the library that knows how near it comes to being won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.api.run import Run
from sandbox.commands.building import Place
from sandbox.commands.command import edit, refuse_stretched
from sandbox.commands.session import Session
from sandbox.environment.actions import Building
from sandbox.errors import Refused
from sandbox.machine import overlaps
from sandbox.machine.stillness import Stillness
from sandbox.trials.judging import LOOK_S

if TYPE_CHECKING:
    from sandbox.render.pictures.offscreen import Pixels
    from sandbox.render.pictures.studio import Studio


class EpisodeRun(Run):
    """A run in which pieces are placed, and which is then run to its end."""

    @property
    def session(self) -> Session:
        """The session of this run, to be looked at: its commands go through `do`, which keeps them."""
        return self._session

    def build(self, command: Building) -> None:
        """Place a part or make a link, if the machine could be started with it.

        Raises:
            Refused: the level's rules forbid it, or parts would overlap; nothing has changed.
        """
        after = edit(self._session.design, command)
        if isinstance(command, Place):
            new = {after.parts[-1].id}
            if overlaps.found(after, new):
                raise Refused("it would overlap another part")
        else:
            refuse_stretched(after)
        self.do(command.verb, **command.to_fields())

    def finish(self, ticks: int) -> float:
        """Start the machine, and let ticks pass until it is won or lost, or nothing can change any more.

        It ends on a look, of which there are four a second: a little after what decides it.

        Args:
            ticks: the most that may pass.

        Returns:
            The greatest nearness that was seen, from 0 to 1.

        Raises:
            Refused: the machine can't be started.
        """
        self.do("start")
        session = self._session
        machine, memory = session.machine, session.goal_memory
        assert machine is not None and memory is not None
        still = Stillness(machine, memory)
        look = max(1, round(LOOK_S * session.tick_rate))
        nearest = session.nearness
        while machine.ticks < ticks and session.outcome == "open":
            session.advance(min(look, ticks - machine.ticks))
            nearest = max(nearest, session.nearness)
            if still.look():
                break
        return 1.0 if session.won else nearest

    def drawn(self, studio: Studio) -> Pixels:
        """Draw the present moment; the next drawing overwrites the pixels."""
        return studio.present(self._session)
