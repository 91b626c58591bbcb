"""An overlay that notes what is drawn on it, and a design to draw signs of."""

from __future__ import annotations

from typing import Any

from sandbox.design.design import Design
from tests.contraptions import Builder


class Notes:
    """An overlay that notes what is drawn."""

    def __init__(self) -> None:
        self.figures: list[tuple[float, float]] = []
        self.radii: list[float] = []
        self.frames: list[tuple[float, ...]] = []
        self.strokes: list[tuple[float, ...]] = []

    def figure(self, _name: str, x: float, y: float, r: float = 0.0, *_more: Any, **_options: Any) -> None:
        self.figures.append((x, y))
        self.radii.append(r)

    def disc(self, *_numbers: Any) -> None: ...

    def rect(self, *numbers: Any, **_options: Any) -> None:
        self.frames.append(numbers[:4])

    def line(self, *numbers: Any, **_options: Any) -> None:
        self.strokes.append(numbers[:4])

    def outline(self, *_numbers: Any, **_options: Any) -> None: ...


def two_crates() -> Design:
    b = Builder()
    b.part("crate", 1.0, 0.15)  # 1
    b.part("crate", 3.0, 0.15)  # 2
    b.part("bowling_ball", 2.0, 1.0)  # 3
    return b.design()
