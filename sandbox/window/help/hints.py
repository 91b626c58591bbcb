"""The hints of a level, one step at a time: asked for by a button, in the menu, or by key; shown in words and marks."""

from __future__ import annotations

from sandbox.design.design import Design
from sandbox.editing.authoring import hints
from sandbox.editing.authoring.hints import STEPS
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour

_CLUES = ("which goal first", "which family of parts", "one piece at its place")  # of an open level


class Hints:
    """Shows the next step of a level's hints, and says what that step would be."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.shown = 0  # steps of hints: `STEPS` for each; in an open level `STEPS` in all
        self._asked: int | None = None  # the start of the run in which the last one was asked for

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(
            actions=(
                Action("hint", lambda: self.title, self.show_next,
                       "What helps, then where about, then exactly where; what you have built by yourself needs no "
                       "hint. In an open puzzle: which goal first, which family of parts, one piece of it", keys("H"),
                       Icon.HINT, lambda: self.possible,
                       why=lambda: "its author has all hints on the right"),
            ),
            document_changed=self._hide,
            before_scene=self._show_in_scene,
            level_text=self._draw_texts,
            state=lambda: {"hints_shown": self.shown},
        )  # fmt: skip

    @property
    def next_step(self) -> int | None:
        """The number of steps that are shown once the next one is; None if there are no more."""
        return hints.next_step(self.shell.editor.design, self.shown)

    @property
    def possible(self) -> bool:
        """True in a level that somebody plays; its author has the list of hints instead."""
        return self.shell.building() and not self.shell.editor.design.author

    @property
    def title(self) -> str:
        """The label of the action, with the kind of the next step and how many steps are left."""
        following = self.next_step
        if following is None:
            return "Show a hint"
        design = self.shell.editor.design
        says = self._says(design, following)
        left = hints.steps_left(design, self.shown)
        return f"Show a hint ({says}; {left} small steps left)" if left > 1 else f"Show a hint ({says})"

    @staticmethod
    def _says(design: Design, number: int) -> str:
        """Say what a step tells, by its number."""
        index, step = divmod(number - 1, STEPS)
        if hints.has_clues(design):
            return _CLUES[step]
        hint = design.hints[index]
        is_named = hints.says_which(design, hint)
        if hint.ends:
            return ("which link" if is_named else "what to join", "between which parts", "from which port to which")[
                step
            ]
        return ("which part" if is_named else "what to do", "where about", "exactly where")[step]

    @property
    def in_scene(self) -> int:
        """The number of steps to draw in the scene. While a machine moves that is none: the marks would hide the show;
        but those that were asked for in the same run are drawn at once."""
        workspace = self.shell.workspace
        session = workspace.document.session
        hidden = session.running and workspace.pacing.moving and self._asked != session.start_tick
        return 0 if hidden else self.shown

    def _hide(self) -> None:
        """Begin without hints: those that were shown are another document's."""
        self.shown, self._asked = 0, None

    def _show_in_scene(self) -> None:
        self.shell.view.hints_shown = self.in_scene

    def _draw_texts(self) -> None:
        """Draw what the steps say; where about and exactly where are seen in the scene."""
        ui, design = self.shell.ui, self.shell.editor.design
        if self.next_step is not None:  # above the texts, which push nothing down that is clicked again
            ui.action("hint", 0, f"{Icon.HINT}  Show a hint")
        for number, text in enumerate(hints.texts_shown(design, self.shown)):
            ui.line_of(Icon.HINT, Colour.ACCENT_DEEP, text)
            ui.mark(f"hint.{number}")

    def show_next(self) -> None:
        """Show the next step; say what it tells if the panel is folded away, or that there are no more."""
        shell, design = self.shell, self.shell.editor.design
        following = self.next_step
        if following is None:
            none = "all hints of this level are shown, or built by you"
            if hints.has_clues(design) and design.clues is not None:
                none = "all hints of this level are shown: the rest of an open puzzle is yours to invent"
            elif hints.has_clues(design) or not design.hints:
                none = "this level has no hints"
            shell.workspace.messages.say(none)
            return
        self.shown = following
        session = shell.workspace.document.session
        self._asked = session.start_tick if session.running else None
        if "side" in shell.folded:
            shell.workspace.messages.say(hints.text_of_step(design, following))
