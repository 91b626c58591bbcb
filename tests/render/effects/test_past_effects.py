"""What happened is seen in the past as it was seen when it was the present: pops, blasts, fuses, ropes, confetti."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from sandbox.commands.commands import Press, Start
from sandbox.commands.session import Session
from sandbox.design.design import Goal, Inside
from sandbox.machine.machine import Event
from sandbox.render.effects.effect import Effect
from sandbox.render.effects.explosions import effects_of
from sandbox.render.effects.live_effects import Effects
from sandbox.render.effects.past_effects import LONGEST, PastEffects
from sandbox.render.overlay import Overlay
from sandbox.workspace.past.history import SEEN, History
from tests.contraptions import Builder
from tests.render.effects.test_live_effects import PIXELS, canvas, scene  # noqa: F401  (a fixture)

TICKS = 400
PRESSED = 20


class Watched:
    """A run that was drawn on every tick: what effects marked then, and the history of it."""

    def __init__(self, canvas: Any, ticks: int = TICKS) -> None:  # noqa: F811
        design, *pressed = scene()
        crate = 4  # on the balloon
        design = replace(design, goals=(Goal("Up", Inside(crate, 0.0, 0.7, 4.0, 2.0)),))
        self.session, self.chronicle = Session(design), History(design)
        self.session.do(Start())
        self.chronicle.command(self.session, Start())
        live: Effects = canvas.effects
        live.follow(None, 0)
        live.follow(self.session.machine, 0)
        canvas.show_machine(self.session.machine)
        self.marks: dict[int, list[Any]] = {}
        self.names: dict[int, list[str]] = {}
        for tick in range(1, ticks + 1):
            if tick == PRESSED:
                for part in pressed:
                    self.session.do(Press(part))
            self.session.advance()
            self.chronicle.happened(events := self.session.take_events())
            self.chronicle.note(self.session)
            live.follow(self.session.machine, tick)
            live.happened(events)
            live.won(self.session.decided_tick if self.session.outcome == "won" else None, design)
            canvas.tick(self.session.machine.read_rows(), self.session.machine.states)
            live.draw(0.0, PIXELS, False)
            self.names[tick] = sorted(type(effect).__name__ for effect in live._going)
            self.marks[tick] = marks_of(live.overlay)
        self.overlay = Effects(live.overlay)


def marks_of(overlay: Overlay) -> list[Any]:
    """Where each mark is, its kind and size, and its colour."""
    return sorted((mark[1][0], mark[2], mark[0], mark[1]) for mark in overlay._marks)


@pytest.fixture(scope="module")
def watched(canvas: Any) -> Watched:  # noqa: F811
    return Watched(canvas)


def names(found: list[tuple[Effect, float]]) -> list[str]:
    return sorted(type(effect).__name__ for effect, _ in found)


def test_every_tick_shows_the_same_effects_as_it_did(watched: Watched) -> None:
    past_effects = PastEffects(watched.chronicle.run)
    seen = set()
    for tick in [*range(TICKS, 0, -7), *range(1, TICKS + 1)]:  # back, and on again
        assert names(past_effects.at(tick)) == watched.names[tick], tick
        seen.update(watched.names[tick])
    assert seen == {"Pop", "Blast", "Fizz", "FallingRope", "Confetti"}


def test_they_are_drawn_where_they_were_and_as_they_were(watched: Watched) -> None:
    past_effects = PastEffects(watched.chronicle.run)
    for tick in range(9, TICKS, 13):
        watched.overlay.show(past_effects.at(tick), PIXELS, False)
        marks = marks_of(watched.overlay.overlay)
        assert [mark[1] for mark in marks] == [mark[1] for mark in watched.marks[tick]]
        for here, there in zip(marks, watched.marks[tick], strict=True):
            assert np.allclose(here[2], there[2], atol=2e-3), tick
    assert any(watched.marks[tick] for tick in range(9, TICKS, 13))


def test_control_a_tick_later_they_look_different(watched: Watched) -> None:
    past_effects = PastEffects(watched.chronicle.run)
    blast = next(tick for tick in range(1, TICKS) if "Blast" in watched.names[tick])
    pictures = []
    for tick in (blast + 10, blast + 11):
        watched.overlay.show(past_effects.at(tick), PIXELS, False)
        pictures.append(marks_of(watched.overlay.overlay))
    assert pictures[0] != pictures[1]


def test_between_two_ticks_they_are_a_little_older(watched: Watched) -> None:
    past_effects = PastEffects(watched.chronicle.run)
    tick = next(tick for tick in range(1, TICKS) if "Pop" in watched.names[tick])
    one, two = past_effects.at(tick), past_effects.at(tick, 0.002)
    assert [age + 0.002 for _, age in one] == pytest.approx([age for _, age in two])


def test_what_was_cut_off_is_not_seen(watched: Watched, canvas: Any) -> None:  # noqa: F811
    again = Watched(canvas, ticks=PRESSED - 5)
    history = Watched(canvas).chronicle
    past_effects = PastEffects(history.run)
    history.cut(history.at(history.place_of(PRESSED - 5)), again.session)
    assert not past_effects.of(history.run)
    assert names(PastEffects(history.run).at(TICKS)) == []
    assert history.run.won is None


def test_all_that_effects_are_made_of_is_kept() -> None:
    b = Builder()
    b.part("balloon", 1.0, 1.0)
    session = Session(b.design())
    session.do(Start())
    for what in ("popped", "exploded"):
        assert what in SEEN
        assert effects_of(session.machine, Event(0, what, 1))
    assert {"lit", "cut"} <= SEEN
    assert max(kind.life for kind in Effect.__subclasses__()) <= LONGEST
