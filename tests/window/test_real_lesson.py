"""The first start in a real window: the lesson begins by itself, is left by Escape, and does not come again."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.levels import library
from tests.real_window import State, Window, window

__all__ = ["window"]  # a fixture


def test_the_first_start_teaches_and_the_next_one_shows_the_levels(window: Callable[..., Window]) -> None:
    child = window(None)
    state = child.until(lambda state: "lesson.place" in state["rects"])
    assert (state["screen"], state["title"]) == ("editor", "Hello")
    child.key("Escape")
    child.until(lambda state: "lesson.place" not in state["rects"])
    child.key("ctrl+q")
    assert child.ends() == 0

    def shows_levels(state: State) -> bool:
        return bool(state["screen"] == "chooser" and "chooser.lesson" in state["rects"])

    child = window(None)
    child.until(shows_levels)


def test_a_first_start_with_a_level_offers_the_lesson_beside_it(window: Callable[..., Window]) -> None:
    """As `sandbox play drop` does."""
    child = window(library.bundled_dir() / "drop.toml", newcomer=True)
    state = child.until(lambda state: "toast.lesson" in state["rects"])
    assert (state["screen"], state["title"]) == ("editor", "Drop")
    child.click("toast.lesson")
    state = child.until(lambda state: "lesson.place" in state["rects"])
    assert state["title"] == "Hello"
