"""Sounds that are ordered ahead of time: a sheet that notes the mixer's orders, and a player that follows it.

A film is planned before it is shown, and so is its sound. Nothing here asks a clock: the caller says how many seconds
of the film have passed.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from sandbox.sound.speaker import Order
from sandbox.sound.waveforms import SoundName

LATE = 0.25  # s: a sound that is due for longer is left out, as after a stall of the window
_FIRST = 2_000_000_000  # numbers of voices from here on are those of films; the mixer and scenes have lower ones


class Cue(NamedTuple):
    """A sound that begins, or a voice that is stopped, at a time of the film."""

    seconds: float
    order: Order | int


class CueSheet:
    """Takes the mixer's orders in place of a loudspeaker, and notes when they come."""

    silent = False
    why_not = ""

    def __init__(self) -> None:
        self.now = 0.0  # s of the film
        self.cues: list[Cue] = []  # in the order of their times

    def play(self, order: Order) -> None:
        self.cues.append(Cue(self.now, order))

    def prepare(self, effect: SoundName) -> None:
        pass  # the waves of a sheet are synthesised when they are added up

    def stop(self, voice: int) -> None:
        self.cues.append(Cue(self.now, voice))

    def close(self) -> None:
        pass


class Plays(Protocol):
    """The interface of a `Speaker` that a player needs."""

    def play(self, order: Order) -> None:
        """Play a sound now."""

    def stop(self, voice: int) -> None:
        """Stop one voice."""


class CuePlayer:
    """Plays a sheet, whose volume is 100 %, at a loudspeaker while its film is shown."""

    def __init__(self, sheet: CueSheet, speaker: Plays) -> None:
        self._cues, self._speaker = sheet.cues, speaker
        self._next = 0  # index of the first cue that has not been due
        self._count = 0
        self._voices: dict[int, int] = {}  # numbers at the loudspeaker, by the sheet's

    def go_on(self, seconds: float, volume: int) -> None:
        """Play what has become due by a time of the film, at a volume in percent; 0 silences what still sounds."""
        if volume == 0:
            self.stop()
        while self._next < len(self._cues) and self._cues[self._next].seconds <= seconds:
            cue = self._cues[self._next]
            self._next += 1
            if not isinstance(cue.order, Order):
                self._end(cue.order)
            elif volume > 0 and seconds - cue.seconds <= LATE:
                self._begin(cue.order, volume)

    def rewind(self) -> None:
        """Fall silent, and begin anew with the first cue."""
        self.stop()
        self._next = 0

    def stop(self) -> None:
        """Stop all voices."""
        for voice in [*self._voices]:
            self._end(voice)

    def _begin(self, order: Order, volume: int) -> None:
        self._count += 1
        number = self._voices[order.voice] = _FIRST + self._count
        self._speaker.play(order._replace(voice=number, gain=order.gain * (volume / 100) ** 2))

    def _end(self, voice: int) -> None:
        number = self._voices.pop(voice, None)
        if number is not None:
            self._speaker.stop(number)
