"""The hints of a level, asked for one step at a time: by the button beside them, in the menu, or by key."""

from __future__ import annotations

from sandbox.editing.authoring import hints
from sandbox.editing.authoring.hints import STEPS
from sandbox.window.shell.shell import Shell


class HintControls:
    """Shows the next step of a level's hints, and says what that step would be."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self._asked: tuple[int, int] | None = None  # the document, and the start of the run in which it was asked

    @property
    def next_step(self) -> int | None:
        """The number of steps that are shown once the next one is; None if there are no more."""
        return hints.next_step(self.shell.editor.design, self.shell.hints_shown)

    @property
    def possible(self) -> bool:
        """True in a level that somebody plays; its author has the list of hints instead."""
        return self.shell.building() and not self.shell.editor.design.author

    @property
    def title(self) -> str:
        """What can be done, with the kind of the next step and how many steps are left."""
        following = self.next_step
        if following is None:
            return "Show a hint"
        design = self.shell.editor.design
        index, step = divmod(following - 1, STEPS)
        hint = design.hints[index]
        which = hints.says_which(design, hint)
        steps = ("which link" if which else "what to join", "between which parts", "from which port to which")
        if not hint.ends:
            steps = ("which part" if which else "what to do", "where about", "exactly where")
        left = hints.steps_left(design, self.shell.hints_shown)
        return f"Show a hint ({steps[step]}; {left} small steps left)" if left > 1 else f"Show a hint ({steps[step]})"

    @property
    def in_scene(self) -> int:
        """The number of steps to draw in the scene. While a machine moves that is none: the marks would hide the show;
        but those that were asked for in the same run are drawn at once."""
        workspace = self.shell.workspace
        hidden = workspace.document.session.running and workspace.pacing.moving and self._asked != self._run
        return 0 if hidden else self.shell.hints_shown

    @property
    def _run(self) -> tuple[int, int]:
        document = self.shell.workspace.document
        return document.generation, document.session.start_tick

    def show_next(self) -> None:
        """Show the next step; say what it tells if the panel is folded away, or that there are no more."""
        shell, design = self.shell, self.shell.editor.design
        following = self.next_step
        if following is None:
            none = "all hints of this level are shown, or built by you" if design.hints else "this level has no hints"
            shell.workspace.messages.say(none)
            return
        shell.hints_shown = following
        self._asked = self._run if shell.workspace.document.session.running else None
        if "side" in shell.folded:
            index, step = divmod(following - 1, STEPS)
            shell.workspace.messages.say(hints.at_step(design, design.hints[index], step + 1))
