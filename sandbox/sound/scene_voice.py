"""Plays the ambient sound of a scene without end: one grain after another, each beginning in the middle of the last.

It goes on as long as frames are drawn. Where they stop, the last grain fades out by itself; another scene, or silence,
ends it at once.
"""

from __future__ import annotations

from sandbox.sound import ambience
from sandbox.sound.speaker import Order
from sandbox.sound.waveforms import TAKES, SoundName

_FIRST = 1_000_000_000  # numbers of voices from here on are those of scenes
_NS = 1_000_000_000
_EVERY_NS = int(ambience.LENGTH / 2 * _NS)
_LOUDEST = 100 * 100  # percent of percent


class Ambience:
    """The voices of the scene that is heard now."""

    def __init__(self) -> None:
        self._scene = ""
        self._last_ns = 0
        self._count = 0
        self._voices: list[int] = []

    def frame(self, now: int, scene: str, volume: int) -> tuple[list[Order], list[int]]:
        """Return the grains to play now, and the voices to stop.

        `volume` is the volume of all sounds times that of scenes, both in percent.
        """
        ended: list[int] = []
        if scene != self._scene:
            self._scene, ended, self._voices = scene, self._voices, []
            self._last_ns = now - 2 * _EVERY_NS
        since = now - self._last_ns
        if not ambience.known(scene) or 0 <= since < _EVERY_NS:
            return [], ended
        self._last_ns = self._last_ns + _EVERY_NS if since < 2 * _EVERY_NS else now
        self._count += 1
        number = _FIRST + self._count
        self._voices = [*self._voices[-1:], number]
        gain = (volume / _LOUDEST) ** 2
        return [Order(number, SoundName("scene", scene, take=self._count % TAKES), gain, 1.0, 0.0)], ended
