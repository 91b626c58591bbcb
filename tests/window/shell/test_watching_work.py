"""Work beside the window is looked at now and then, and a frame shows what has come of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.window.driver import Driver, data, drive, shop
from tests.window.waiting_loop import Loop

__all__ = ["data", "drive"]  # fixtures


class Work:
    """Work that goes on for some looks."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def goes_on(self) -> bool:
        self.left -= 1
        return self.left > 0


def look(loop: Loop) -> None:
    """Let time pass until the next look at all that is watched."""
    for scheduled in list(loop.clock.scheduled):
        scheduled(0.1)


def watching(drive: Callable[..., Driver]) -> tuple[Any, Loop]:
    shell = drive(shop()).app
    shell.loop = Loop()  # type: ignore[assignment]
    return shell, shell.loop  # type: ignore[return-value]


def test_a_frame_is_drawn_after_each_look_and_none_after_the_last(drive: Callable[..., Driver]) -> None:
    shell, loop = watching(drive)
    work = Work(3)
    shell.watch(work.goes_on)
    for count in (1, 2, 3):
        look(loop)
        assert loop.stirred == count
    look(loop)
    assert loop.stirred == 3 and not loop.clock.scheduled, "it is over, and its end was drawn"


def test_what_is_watched_is_not_watched_twice_but_may_be_again(drive: Callable[..., Driver]) -> None:
    shell, loop = watching(drive)
    work = Work(2)
    shell.watch(work.goes_on)
    shell.watch(work.goes_on)
    look(loop)
    assert work.left == 1
    look(loop)
    shell.watch(work.goes_on)
    assert len(loop.clock.scheduled) == 1


def test_some_work_asks_for_its_frames_itself(drive: Callable[..., Driver]) -> None:
    shell, loop = watching(drive)
    shell.watch(Work(2).goes_on, draws=False)
    look(loop)
    assert loop.stirred == 0
    shell.draw_once()
    assert loop.stirred == 1


def test_nothing_is_watched_without_a_loop(drive: Callable[..., Driver]) -> None:
    shell = drive(shop()).app
    work = Work(1)
    shell.watch(work.goes_on)
    assert work.left == 1
