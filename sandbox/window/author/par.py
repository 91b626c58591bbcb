"""The author's fields for par: how many parts and how many seconds a good run takes, and a challenge."""

from __future__ import annotations

from imgui_bundle import imgui
from msgspec.structs import replace

from sandbox.commands.commands import SetPar
from sandbox.design.conditions import CONDITIONS
from sandbox.design.conditions.condition import Pointed
from sandbox.design.design import Goal, Par, items_of
from sandbox.parts import KINDS, LevelFacts
from sandbox.window.author.author_view import AuthorView
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import labelled

_FORBIDS = CONDITIONS["unused"]


class ParFields:
    """Draws the fields. A par of zero, and a challenge of none, earn no star."""

    def __init__(self, view: AuthorView) -> None:
        self.view, self.ui = view, view.ui

    def draw(self) -> None:
        ui, par = self.ui, self.view.design.par or Par()
        ui.text("Stars, besides the one for solving it:")
        self._parts(par)
        self._seconds(par)
        self._challenge(par)

    def _parts(self, par: Par) -> None:
        ui, size = self.ui, (self.ui.px(28), self.ui.px(30))
        if ui.button("par.less", "\N{MINUS SIGN}", "One piece less: parts and links", size=size, enabled=par.parts > 0):
            self._set(replace(par, parts=par.parts - 1))
        imgui.same_line()
        if ui.button("par.more", "+", "One piece more: parts and links", size=size):
            self._set(replace(par, parts=par.parts + 1))
        imgui.same_line(0.0, ui.px(8))
        count = f"with {par.parts} piece{'s' if par.parts != 1 else ''} or fewer"
        ui.line_of(Icon.STAR, Colour.ACCENT_DEEP, count if par.parts else "few pieces: no star")

    def _seconds(self, par: Par) -> None:
        imgui.set_next_item_width(-1.0)
        _, seconds = imgui.input_float(
            "##par.seconds", par.seconds, 0.5, 0.0, "in %.2f s" if par.seconds else "no time"
        )
        self.ui.mark("par.seconds")
        self.ui.tip("The time from the start to the win that earns a star; 0: time earns none")
        seconds = round(max(0.0, seconds), 3)
        if seconds != round(par.seconds, 3) and not imgui.is_item_active():
            self._set(replace(par, seconds=seconds))

    def _challenge(self, par: Par) -> None:
        """Draw the choice of a challenge: to do without one of the stock's kinds, or the one that a file brought."""
        kinds = [*dict.fromkeys(item.kind for item in items_of(self.view.design.stock or {}).values())]
        choices = [self._without(kind) for kind in kinds if kind in KINDS]
        if par.challenge is not None and par.challenge not in choices:
            choices.append(par.challenge)
        imgui.set_next_item_width(-1.0)
        opened = imgui.begin_combo(
            "##par.challenge", par.challenge.text if par.challenge is not None else "no challenge"
        )
        self.ui.mark("par.challenge")
        if opened:
            for number, choice in enumerate((None, *choices)):
                title = choice.text if choice is not None else "no challenge"
                if imgui.selectable(labelled(title, f"challenge{number}"), choice == par.challenge)[0]:
                    self._set(replace(par, challenge=choice))
                self.ui.mark(f"par.challenge.{number}")
            imgui.end_combo()
        else:
            self.ui.tip("Meeting it earns the same star as the time")

    def _without(self, kind: str) -> Goal:
        condition = _FORBIDS.pointed_out(Pointed(kind=kind), LevelFacts(self.view.design))
        return Goal(f"Without the {KINDS[kind].title.lower()}", condition)

    def _set(self, par: Par) -> None:
        self.view.editor.set(SetPar(par))
