"""The author's tab for an open puzzle: whether the level is one, its clues, and its aims beyond the win."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from imgui_bundle import imgui
from msgspec.structs import replace

from sandbox.commands.commands import SetPuzzle
from sandbox.design.open_puzzle import MOST_AIMS, Clues, PuzzleAim
from sandbox.editing.authoring import puzzles
from sandbox.parts import KINDS, LINKS
from sandbox.window.author.author_view import AuthorView
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.widgets import labelled


class _Limit(NamedTuple):
    """How the field for a limit of an aim reads."""

    name: str
    step: float
    some: str  # for imgui's `printf`
    none: str
    tip: str


_LIMITS = (
    _Limit("pieces", 1.0, "%.0f pieces at most", "any number of pieces", "Parts and links that the player places"),
    _Limit("price", 1.0, "%.0f coins at most", "any price", "Of all that the player places; each kind has its price"),
    _Limit("seconds", 0.5, "%.2f s at most", "any time", "From the start to the win"),
    _Limit("chain", 1.0, "a chain of %.0f at least", "any chain",
           "Parts that set off one another, up to the win"),
    _Limit("families", 1.0, "%.0f families at least", "any families", "Of the parts in that chain"),
)  # fmt: skip


class PuzzleTab:
    """Draws the tab."""

    def __init__(self, view: AuthorView) -> None:
        self.view, self.ui = view, view.ui

    def draw(self) -> None:
        design = self.view.design
        changed, on = imgui.checkbox("an open puzzle", design.open)
        self.ui.mark("puzzle.open")
        self.ui.tip("The player invents the way: many are right, and the hints are never shown, only the clues")
        if changed:
            self.view.editor.set(SetPuzzle(True) if on else SetPuzzle(False))
        if not design.open:
            self.ui.faint("An open puzzle says what shall happen, and never how. Its stock is large, many machines "
                          "win, and there is more to aim at than the win.")  # fmt: skip
            return
        self.ui.space(2)
        self._clues(design.clues or Clues())
        self.ui.space(2)
        self._aims(design.aims)

    def _set(self, *, clues: Clues | None = None, aims: tuple[PuzzleAim, ...] | None = None) -> None:
        design = self.view.design
        clues, aims = clues or design.clues, design.aims if aims is None else aims
        self.view.editor.set(SetPuzzle(True, clues, aims))

    # -- clues

    def _clues(self, clues: Clues) -> None:
        ui, view = self.ui, self.view
        ui.heading("Clues", Icon.HINT)
        ui.faint("A player who asks for help gets these three, one after the other, and nothing else.")
        ui.text("1. Which goal first, and why:")
        goal = view.text_field("clue.goal", clues.goal, lines=3)
        if goal is not None:
            self._set(clues=replace(clues, goal=goal.strip()))
        ui.text("2. Which family of parts helps:")
        family = view.text_field("clue.family", clues.family, lines=3)
        if family is not None:
            self._set(clues=replace(clues, family=family.strip()))
        self._piece(clues)

    def _piece(self, clues: Clues) -> None:
        """Draw the choice of the piece that the third clue shows at its place: one of the hints about parts."""
        hints = [(n, hint) for n, hint in enumerate(self.view.design.hints, 1) if not hint.ends]
        titles = {0: "no piece", **{n: f"{KINDS[hint.kind].title} (hint {n})" for n, hint in hints}}
        imgui.set_next_item_width(-1.0)
        opened = imgui.begin_combo("##clue.piece", f"3. It shows: {titles.get(clues.piece, 'no piece')}")
        self.ui.mark("clue.piece")
        if opened:
            self.ui.cover()
            for number, title in titles.items():
                if imgui.selectable(labelled(title, f"piece{number}"), number == clues.piece)[0]:
                    self._set(clues=replace(clues, piece=number))
                self.ui.mark(f"clue.piece.{number}")
            imgui.end_combo()
        else:
            self.ui.tip("One piece of your own way, at its place. The hints are that way: make them in the tab before")

    # -- aims

    def _aims(self, aims: tuple[PuzzleAim, ...]) -> None:
        ui = self.ui
        ui.heading("Aims beyond the win", Icon.STAR)
        if not aims:
            ui.faint("Each is a star more. The best ask for another machine, as without the obvious part.")
        for index, aim in enumerate(aims):
            imgui.push_id(index)
            changed = self._aim(index, aim)
            imgui.pop_id()
            if changed != aim:
                self._set(aims=(*aims[:index], *((changed,) if changed is not None else ()), *aims[index + 1 :]))
        if len(aims) < MOST_AIMS:
            self._add(aims)

    def _aim(self, index: int, aim: PuzzleAim) -> PuzzleAim | None:
        """Draw an aim; return it as it is now, None to take it out."""
        ui, now = self.ui, aim
        if ui.button(f"aim.delete.{index}", Icon.TRASH, "Take this aim out", size=(ui.px(30), 0.0)):
            return None
        imgui.same_line()
        text = self.view.text_field(f"aim.text.{index}", aim.text, "What the player reads")
        if text is not None and text.strip():
            now = replace(now, text=text.strip())
        imgui.indent(ui.px(12))
        asked = [limit for limit in _LIMITS if getattr(aim, limit.name)]
        if aim.without:
            now = self._without(index, now)
        now = self._limits(index, now, asked)
        is_unfolded = imgui.tree_node(labelled("more", f"more{index}"))
        ui.mark(f"aim.more.{index}")
        if is_unfolded:
            if not aim.without:
                now = self._without(index, now)
            now = self._limits(index, now, [limit for limit in _LIMITS if limit not in asked])
            imgui.tree_pop()
        imgui.unindent(ui.px(12))
        ui.space(1)
        return now or aim

    def _limits(self, index: int, aim: PuzzleAim, limits: Iterable[_Limit]) -> PuzzleAim:
        """Draw fields for some limits of an aim; return it as it is now."""
        now = aim
        for limit in limits:
            figure = getattr(aim, limit.name)
            imgui.set_next_item_width(-1.0)
            says = limit.some if figure else limit.none
            _, value = imgui.input_float(f"##{limit.name}", figure, limit.step, 0.0, says)
            self.ui.mark(f"aim.{limit.name}.{index}")
            self.ui.tip(f"{limit.tip}; 0: not asked for")
            value = round(max(0.0, value), 3 if limit.name == "seconds" else 0)
            if value != round(figure, 3) and not imgui.is_item_active():
                now = puzzles.limited(now, limit.name, value)
        return now

    def _without(self, index: int, aim: PuzzleAim) -> PuzzleAim:
        """Draw the choice of kinds that the winning machine does not use."""
        kinds = puzzles.stocked_kinds(self.view.design)
        titles = {kind: (KINDS.get(kind) or LINKS[kind]).title for kind in kinds}
        words = ", ".join(titles.get(kind, kind).lower() for kind in aim.without)
        imgui.set_next_item_width(-1.0)
        opened = imgui.begin_combo("##without", f"without {words}" if words else "with all kinds")
        self.ui.mark(f"aim.without.{index}")
        if not opened:
            self.ui.tip("Kinds of the stock that the winning machine does not use")
            return aim
        self.ui.cover()
        for kind, title in titles.items():
            has = kind in aim.without
            changed, on = imgui.checkbox(labelled(title, f"without{kind}"), has)
            self.ui.mark(f"aim.without.{index}.{kind}")
            if changed:
                wanted = {*aim.without, kind} if on else {*aim.without} - {kind}
                aim = puzzles.without(aim, [kind for kind in kinds if kind in wanted])
        imgui.end_combo()
        return aim

    def _add(self, aims: tuple[PuzzleAim, ...]) -> None:
        imgui.set_next_item_width(-1.0)
        opened = imgui.begin_combo("##add_aim", f"{Icon.STAR}  Add an aim \N{HORIZONTAL ELLIPSIS}")
        self.ui.mark("aim.add")
        if not opened:
            return
        self.ui.cover()
        for number, aim in enumerate(puzzles.aims_to_add(self.view.design)):
            if imgui.selectable(labelled(aim.text, f"add{number}"), False)[0]:
                self._set(aims=(*aims, aim))
            self.ui.mark(f"aim.add.{number}")
        imgui.end_combo()
