"""The effects of the running machine: started by its events, drawn until their time is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.machine.machine import Event
from sandbox.render.effects.confetti import Confetti
from sandbox.render.effects.effect import PARTS_ROPES, Brush, Effect
from sandbox.render.effects.explosions import effects_of
from sandbox.render.effects.falling_rope import falling_ropes
from sandbox.render.mark_list import MarkList

if TYPE_CHECKING:
    from sandbox.machine.machine import Machine
    from sandbox.render.instances.ties import DrawnPiece

MOST = 24  # at once; the oldest makes room


class Effects:
    """The effects of the running machine, and the overlay that they are drawn on."""

    def __init__(self, overlay: MarkList) -> None:
        self.overlay = overlay
        self._machine: Machine | None = None
        self._tick = 0
        self._going: list[Effect] = []
        self._cuts: dict[int, Point] = {}  # where the blades or the open hook were, by link
        self._won = False

    def __len__(self) -> int:
        return len(self._going)

    def follow(self, machine: Machine | None, tick: int) -> None:
        """Set the running machine and the session's tick; effects of another machine end."""
        self._tick = tick
        if machine is not self._machine:
            self._machine = machine
            self._going.clear()
            self._cuts.clear()
            self._won = False

    def happened(self, events: Iterable[Event]) -> None:
        """Start the effects of these events."""
        if self._machine is not None:
            for event in events:
                if event.what in PARTS_ROPES:
                    self._cuts[event.other] = event.x, event.y
                for effect in effects_of(self._machine, event):
                    self._begin(effect)

    def vanished(self, drawn: Sequence[DrawnPiece]) -> None:
        """Start a falling rope for each link that was drawn last and is no longer in the machine."""
        if self._machine is not None:
            for rope in falling_ropes(self._machine, self._tick, drawn, self._cuts):
                self._begin(rope)

    def won(self, tick: int | None, design: Design) -> None:
        """Note the tick on which the level was solved, or None; start the confetti once for each run."""
        if tick is not None and not self._won and self._machine is not None:
            self._begin(Confetti(tick, design.world.width, design.world.height))
        self._won = tick is not None

    def _begin(self, effect: Effect) -> None:
        self._going.append(effect)
        del self._going[:-MOST]

    def draw(self, leftover: float, pixels: float, still: bool) -> None:
        """Draw the current effects on the overlay, `leftover` seconds after the machine's last tick.

        `pixels` is the number of interface pixels in a metre.
        """
        machine = self._machine
        if machine is None:
            self.overlay.clear()
            return
        ages = [(effect, (self._tick - effect.tick) * machine.dt + leftover) for effect in self._going]
        ages = [(effect, age) for effect, age in ages if age < effect.life and not effect.over]
        self._going = [effect for effect, _ in ages]
        self.show(ages, pixels, still)

    def show(self, ages: Iterable[tuple[Effect, float]], pixels: float, still: bool) -> None:
        """Replace the marks on the overlay by these effects, each at an age in seconds."""
        self.overlay.clear()
        brush = Brush(self.overlay, pixels)
        for effect, age in ages:
            if 0.0 <= age < effect.life:
                effect.draw(brush, age, still)
