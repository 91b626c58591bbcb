"""The rows of the Level menu: building, checking and trying out a level."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.window.author import moments
from sandbox.window.author.author_view import AuthorView
from sandbox.window.author.panel import AuthorPanel
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, explained, keys
from sandbox.window.ui.icons import Icon

MENU: tuple[str | None, ...] = (
    "author", "check", "shortcuts", None, "new_goal", "new_fail", "next_goal", "delete_goal", None, "new_no_build",
    "next_no_build", "delete_no_build", None, "belongs", "to_stock",
    "hint_here", None, "put_back", "keep_hints", "save_solution", None, "next_tab",
)  # fmt: skip


def feature(shell: Shell, author: AuthorView, panel: AuthorPanel) -> Feature:
    """Return the row that registers the author's panel in the window."""

    def show_hints() -> None:
        shell.view.hints_shown = author.hints_to_show(shell.view.hints_shown)

    actions = explained(_rows(shell, author, panel), _reasons(shell))
    return Feature(
        actions=actions, panels=(Panel("right", panel.draw, 10),), forget=author.forget, before_scene=show_hints
    )


def _reasons(shell: Shell) -> dict[str, str | Callable[[], str]]:
    def unless_author(otherwise: str) -> Callable[[], str]:
        return moments.unless_author(shell, otherwise)

    return {
        "author": moments.WATCHED,
        **dict.fromkeys(("new_goal", "new_fail", "new_no_build", "next_tab"), unless_author("")),
        "next_goal": unless_author("the level has no goals yet"),
        "delete_goal": unless_author("no goal is in hand: choose one on the right"),
        "next_no_build": unless_author("the level has no areas without building"),
        "delete_no_build": unless_author("no area is selected: choose one on the level's tab"),
        **dict.fromkeys(("belongs", "hint_here"), unless_author("nothing is selected: click a part, or press Tab")),
        "to_stock": unless_author("no part is selected: click one, or press Tab"),
        "put_back": "there is nothing to put back: nothing was placed in a try before this one",
        "keep_hints": "there is nothing to keep: nothing has been placed while the level is tried out",
    }


def _rows(shell: Shell, author: AuthorView, panel: AuthorPanel) -> tuple[Action, ...]:
    when = _Moments(shell, author)
    return (
        *_trying_out(shell, author, when), *_goals(author, panel, when), *_areas(author, when),
        *_giving(author, when), *_keeping(author, when),
    )  # fmt: skip


class _Moments:
    """The moments in which actions of authors are possible."""

    def __init__(self, shell: Shell, author: AuthorView) -> None:
        self.shell, self.author = shell, author

    def at_rest(self) -> bool:
        return moments.at_rest(self.shell)

    def authoring(self) -> bool:
        return self.shell.building() and self.author.can_edit

    def selected(self) -> bool:
        return self.authoring() and bool(self.shell.editor.selection.ids)

    def parts_selected(self) -> bool:
        return self.authoring() and bool(self.shell.editor.selection.parts)

    def building_in_a_try(self) -> bool:
        return self.at_rest() and self.shell.workspace.document.session.trying_out and not self.shell.editor.running


def _trying_out(shell: Shell, author: AuthorView, when: _Moments) -> tuple[Action, ...]:
    """List the actions that lead from building a level to playing it, and back."""

    def title() -> str:
        if shell.workspace.document.design.author:
            return "Try the level out"
        return "Back to building the level" if shell.workspace.document.session.trying_out else "Author's view"

    return (
        Action("author", title, lambda: author.toggle(),
               "From building a level to playing it as a player does, and back; nothing is lost", keys("F5"),
               lambda: Icon.PLAY if shell.workspace.document.design.author else Icon.FLAG, when.at_rest,
               lambda: shell.workspace.document.design.author),
    )  # fmt: skip


def _goals(author: AuthorView, panel: AuthorPanel, when: _Moments) -> tuple[Action, ...]:
    """List the actions that make, choose and delete goals, and turn the tabs."""
    return (
        Action("new_goal", "New goal\N{HORIZONTAL ELLIPSIS}", lambda: panel.goals.ask_new(False),
               "What has to happen: choose what kind of thing, then point at what it is about", keys("Shift+F8"),
               Icon.FLAG, when.authoring),
        Action("new_fail", "New fail condition\N{HORIZONTAL ELLIPSIS}", lambda: panel.goals.ask_new(True),
               "What must not happen", keys("Ctrl+F8"), Icon.WARNING, when.authoring),
        Action("next_goal", "Next goal", lambda: author.next_goal(), "Take the next goal in hand", keys("F8"),
               enabled=lambda: when.authoring() and bool(author.design.goals or author.design.fails)),
        Action("delete_goal", "Delete the goal", lambda: author.delete_goal(), "Take the goal in hand out",
               keys("Ctrl+Del", "Ctrl+Backspace"), Icon.TRASH, lambda: when.authoring() and author.goal is not None),
        Action("next_tab", "Next tab", lambda: author.next_tab(), "Goals, stock, hints, puzzle, level in turn",
               keys("F7"), enabled=when.authoring),
    )  # fmt: skip


def _areas(author: AuthorView, when: _Moments) -> tuple[Action, ...]:
    """List the actions that draw, choose and delete the areas in which the player may put no part."""

    def any_area() -> bool:
        return when.authoring() and bool(author.design.no_build)

    return (
        Action("new_no_build", "New no-build area", lambda: author.no_build.begin(),
               "Draw a rectangle in which the player may put no part", keys("Ctrl+Shift+N"), Icon.GRID, when.authoring),
        Action("next_no_build", "Next no-build area", lambda: author.no_build.next(), "Select the next area",
               keys("Alt+F8"), enabled=any_area),
        Action("delete_no_build", "Delete no-build area", lambda: author.no_build.delete(),
               "Delete the selected area", keys("Ctrl+Shift+Del", "Ctrl+Shift+Backspace"), Icon.TRASH,
               lambda: when.authoring() and author.tab == "level" and author.no_build.area is not None),
    )  # fmt: skip


def _giving(author: AuthorView, when: _Moments) -> tuple[Action, ...]:
    """List the actions that give the selected part or link to the level or the player, or make it a hint."""
    return (
        Action("belongs", "Belongs to the level", lambda: author.toggle_belongs(),
               "The player can't move, change or delete it; otherwise it is the player's", keys("Ctrl+Shift+B"),
               Icon.LOCK, when.selected, lambda: author.belongs()),
        Action("to_stock", "Give to the player", lambda: author.give_selected(),
               "One more like the selected part into the stock", keys("Ctrl+I"), Icon.GIVE, when.parts_selected),
        Action("hint_here", "Hint: it belongs here", lambda: author.hint_selected(),
               "The selected part's place becomes the next hint, or the selected link", keys("Ctrl+Shift+I"),
               Icon.HINT, when.selected),
    )  # fmt: skip


def _keeping(author: AuthorView, when: _Moments) -> tuple[Action, ...]:
    """List the actions for the parts that the author has placed in a try."""
    return (
        Action("put_back", "Put back what you placed", lambda: author.put_back(),
               "All parts and links that you had placed in the try before this one, where they were", keys("Ctrl+J"),
               Icon.HISTORY, lambda: when.building_in_a_try() and bool(author.to_put_back.edits)),
        Action("keep_hints", "Keep what you placed as hints", lambda: author.keep_as_hints(),
               "What you have placed in this try, in its order, becomes the hints of the level", keys("Ctrl+M"),
               Icon.HINT, lambda: when.building_in_a_try() and author.placed > 0),
    )  # fmt: skip
