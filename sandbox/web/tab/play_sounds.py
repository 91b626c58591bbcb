"""The sounds of a level that is played in a browser: of its devices, links and animals, of the steps of building,
and of the end of a run. The page has the waves, and plays them."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.commands.driver import Timed
from sandbox.commands.session import Session
from sandbox.design.geometry import Box
from sandbox.machine.machine import Event
from sandbox.sound.event_sounds import CUE_GAIN, DESK_GAIN, cue_of, heard_from

MOST = 8  # that begin at once
Sound = tuple[str, str, float, float]  # kind and name, gain (0 to 1), and pan (-1 to 1)


class PlaySounds:
    """Lists the sounds of everything since the last call."""

    def __init__(self) -> None:
        self._given = 0  # commands that have been heard
        self._outcome = "open"

    def heard(
        self, session: Session, commands: Sequence[Timed], events: Sequence[Event], seen: Box
    ) -> list[Sound]:  # fmt: skip
        """Return what is to be heard now, each sound once."""
        fresh, self._given = commands[self._given :], len(commands)
        names = sorted({single.sound for _, command in fresh for single in command.singles} - {""})
        sounds: list[Sound] = [("desk", name, DESK_GAIN, 0.0) for name in names]
        machine = session.machine
        for event in events if machine is not None else ():
            assert machine is not None
            if name := cue_of(machine, event):
                gain, pan = heard_from(event.x, event.y, seen)
                sounds.append(("cue", name, CUE_GAIN * gain, pan))
        outcome, self._outcome = self._outcome, session.outcome
        if session.running and self._outcome != outcome and self._outcome in ("won", "lost"):
            sounds.append(("desk", self._outcome, 1.0, 0.0))
        once = {sound[:2]: sound for sound in reversed(sounds)}
        return sorted(once.values(), key=lambda sound: -sound[2])[:MOST]
