"""Long texts as parameters of tests: written out in the test that needs them, not in each process that collects it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Long:
    """A text of `begin`, `count` times `piece`, and `end`; `str` writes it out."""

    begin: str
    piece: str
    count: int
    end: str = ""

    def __str__(self) -> str:
        return self.begin + self.piece * self.count + self.end
