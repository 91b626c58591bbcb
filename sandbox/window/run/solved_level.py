"""A solved level is opened: empty, with the parts of one of the best runs, with its ghost, or to watch the run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from imgui_bundle import imgui

from sandbox.levels.best_runs import AIM
from sandbox.parts import KINDS, LINKS
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui, labelled
from sandbox.workspace.records import KeptRun

MOST = 9  # runs to choose from: as many as there are keys for them
_FEATS = {
    "parts": "fewest pieces",
    "time": "fastest",
    "touches": "least help by hand",
    "challenge": "meets the challenge",
    "price": "cheapest",
    "chain": "longest chain",
    "families": "most families",
}
_AIM = "reaches an aim"
_OLD = "as of the old level"
_OTHER = "another way"
_DIGITS = tuple(getattr(imgui.Key, f"_{number}") for number in range(1, MOST + 1))


class Opens(Protocol):
    """The ways to open a level that has been solved."""

    def empty(self) -> None: ...
    def mine(self, run: KeptRun) -> None: ...
    def race(self, run: KeptRun) -> None: ...
    def watch(self, run: KeptRun) -> None: ...


def title_of(run: KeptRun) -> str:
    """Name a run by the feats in which it is best; one that is best in none by its way."""
    feats = dict.fromkeys(_AIM if feat.startswith(AIM) else _FEATS[feat] for feat in run.feats)
    words = ", ".join(feats) or ("came with the level" if run.came_with_it else _OTHER)
    title = f"{_OLD}: {words}" if run.older else words
    return title[:1].upper() + title[1:]


def figures_of(run: KeptRun) -> str:
    """Say the result of a run in figures."""
    parts, touches = run.facts.parts, run.facts.touches
    words = [f"{parts} piece{'s' if parts != 1 else ''}", f"{run.seconds:.3f} s"]
    words += [f"touched {touches} time{'s' if touches != 1 else ''}"] if touches else []
    words += ["by hand"] if run.facts.by_hand else []
    words += [f"{run.facts.price} coins"] if run.facts.price else []
    return ", ".join([*words, *dict.fromkeys(_piece(name) for name in run.pieces)])


def _piece(name: str) -> str:
    """Return the words for an item of the stock. The second of a kind with other properties is named as `ramp_2`."""
    kind_name = re.sub(r"[_-]\d+$", "", name)
    kind = KINDS.get(kind_name) or LINKS.get(kind_name)
    return kind.title.lower() if kind is not None else name.replace("_", " ")  # an item of the level's own


class SolvedLevel(Dialog):
    """The sheet of the kept runs of a level, with buttons for the chosen one. The digits choose; Enter opens the level
    empty."""

    name = "solved"
    width = 620.0

    def __init__(self, title: str, runs: Sequence[KeptRun], opens: Opens) -> None:
        super().__init__()
        self.title, self.runs, self.opens = title, tuple(runs[:MOST]), opens
        self.chosen = 0

    @property
    def run(self) -> KeptRun:
        return self.runs[self.chosen]

    def draw(self, ui: Ui) -> None:
        ui.bold(f"Open {self.title}", 19.0)
        solved = any(not run.older for run in self.runs)
        known = "You have solved it. These are the ways that are known:"
        ui.text(known if solved else "You solved it before it was changed:")
        ui.space(2)
        for number, run in enumerate(self.runs):
            self._row(ui, number, run)
        ui.space(8)
        self._buttons(ui)

    def _row(self, ui: Ui, number: int, run: KeptRun) -> None:
        imgui.push_style_color(imgui.Col_.border, Colour.FAINT)
        if imgui.radio_button(labelled(title_of(run), f"run{number}"), self.chosen == number):
            self.chosen = number
        imgui.pop_style_color()
        ui.mark(f"solved.run.{number}")
        old = "The level has been changed since; the run holds the level as it was" if run.older else ""
        ui.tip(old or "Choose this run", str(number + 1))
        imgui.same_line()
        ui.faint(figures_of(run))
        if imgui.is_key_pressed(_DIGITS[number], False):
            self.chosen = number

    def _buttons(self, ui: Ui) -> None:
        size, run, opens = (0.0, ui.px(32)), self.run, self.opens
        now = not run.older
        why = "" if now else "This run was won in the level as it was: it can be watched"
        rows = (
            ("mine", imgui.Key.m, "M", f"{Icon.EDIT}  My solution",
             why or "The level with the parts of this run; Undo takes them away", now, opens.mine),
            ("race", imgui.Key.g, "G", f"{Icon.GHOST}  Race it", why or "The level empty, and this run as a ghost", now,
             opens.race),
            ("watch", imgui.Key.w, "W", f"{Icon.FILM}  Watch", "Play this run as it was", True, opens.watch),
        )  # fmt: skip
        if ui.button("solved.empty", f"{Icon.NEW}  Empty", "The level as it is", "Enter", size, primary=True):
            self.accept()
        for name, key, letter, label, tip, enabled, do in rows:
            imgui.same_line()
            pressed = ui.button(f"solved.{name}", label, tip, letter, size, enabled=enabled)
            if not self.done and (pressed or (enabled and imgui.is_key_pressed(key, False))):
                self.done = True
                do(run)
        imgui.same_line()
        if ui.button("solved.cancel", "Cancel", "", "Esc", size):
            self.cancel()

    def accept(self) -> None:
        self.done = True
        self.opens.empty()
