"""A loudspeaker that nobody hears, for tests of what is ordered of it."""

from __future__ import annotations

from sandbox.sound.speaker import Order
from sandbox.sound.waveforms import SoundName


class Loudspeaker:
    """Notes what is played, and plays nothing."""

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.prepared: list[SoundName] = []
        self.stopped: list[int] = []
        self.silent = False
        self.why_not = ""

    def play(self, order: Order) -> None:
        self.orders.append(order)

    def prepare(self, effect: SoundName) -> None:
        self.prepared.append(effect)

    def stop(self, voice: int) -> None:
        self.stopped.append(voice)

    def close(self) -> None:
        pass
