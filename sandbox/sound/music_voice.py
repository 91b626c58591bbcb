"""Plays the music of a scene bar by bar: more voices the more has happened in a run, and its end at the win."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from sandbox.commands.session import Session
from sandbox.machine.machine import Event
from sandbox.sound import music
from sandbox.sound.speaker import Order
from sandbox.sound.waveforms import SoundName

_FIRST = 1_500_000_000  # numbers of voices from here on are those of music
_NS = 1_000_000_000
_LOUDEST = 100 * 100  # percent of percent
_MORE_AT = (2, 5, 9)  # so many parts of a run have reported something: the melody, its echo and the beat come in


class MusicOrders(NamedTuple):
    """Waves to play now, voices to stop, and the waves that are likely to be played next."""

    play: tuple[Order, ...] = ()
    stop: tuple[int, ...] = ()
    prepare: tuple[SoundName, ...] = ()


class Liveliness:
    """Counts the parts of a run that have reported something, up to the moment that is shown."""

    def __init__(self) -> None:
        self._reported: dict[int, int] = {}  # the tick of a part's first event

    def level(self, session: Session, events: Iterable[Event], moving: bool) -> int:
        """Return the level of the music, from 0 to `music.MOST`, after some new events.

        After a step back in time only what has happened by then counts.
        """
        if session.machine is None:
            self._reported.clear()
            return 0
        begun, now = session.start_tick, session.start_tick + session.machine.ticks
        for event in events:
            if event.part:
                self._reported.setdefault(event.part, event.tick)
        self._reported = {part: tick for part, tick in self._reported.items() if begun <= tick <= now}
        return 1 + bisect_right(_MORE_AT, len(self._reported)) if moving else 0


class MusicVoice:
    """The bar that is heard now."""

    def __init__(self) -> None:
        self._scene = ""
        self._bar = 0
        self._next_ns = 0  # when the next bar begins
        self._over = False  # the win was played
        self._count = 0
        self._voices: tuple[int, ...] = ()  # those that may still be heard
        self._prepared: SoundName | None = None

    def frame(self, now: int, scene: str, level: int, won: bool, volume: int) -> MusicOrders:
        """Return what to do at a time (ns).

        Args:
            scene: whose piece is played; empty for silence.
            level: how many voices join the chords; see `music.bar_wave`.
            won: whether the run has been won; then the piece ends.
            volume: of all sounds times that of music, both in percent.
        """
        if scene != self._scene or won != self._over:
            ended, self._voices = self._voices, ()
            cadence = won and not self._over and scene == self._scene
            self._scene, self._over, self._bar, self._next_ns, self._prepared = scene, won, 0, now, None
            if cadence and music.known(scene):
                return MusicOrders((self._order(SoundName("music", scene, "win"), volume),), ended)
            if ended or won:
                return MusicOrders(stop=ended)
        if won or not music.known(scene):
            return MusicOrders()
        play: tuple[Order, ...] = ()
        length = int(music.bar_seconds(scene) * _NS)
        if not now < self._next_ns <= now + length:  # also where the clock has jumped
            late = now - self._next_ns
            self._next_ns = self._next_ns + length if 0 <= late < length else now + length
            play = (self._order(_bar(scene, self._bar, level), volume),)
            self._bar = (self._bar + 1) % music.BARS
        following = _bar(scene, self._bar, level)
        fresh = following != self._prepared
        self._prepared = following
        return MusicOrders(play, (), (following,) if fresh else ())

    def _order(self, effect: SoundName, volume: int) -> Order:
        self._count += 1
        number = _FIRST + self._count
        self._voices = (*self._voices[-1:], number)
        return Order(number, effect, (volume / _LOUDEST) ** 2, 1.0, 0.0)


def _bar(scene: str, bar: int, level: int) -> SoundName:
    return SoundName("music", scene, "bar", level, bar)
