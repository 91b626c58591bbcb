"""The actions of authors: rows of the table of actions for an application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.window.actions.action import Action, keys
from sandbox.window.actions.icons import Icon

if TYPE_CHECKING:
    from sandbox.window.dialogs.level_check import Checking
    from sandbox.window.panels.author.panel import AuthorPanel
    from sandbox.window.panels.author.state import AuthorView
    from sandbox.window.shell import Shell

MENU: tuple[str | None, ...] = (
    "author", "check", None, "new_goal", "new_fail", "next_goal", "delete_goal", None, "belongs", "to_stock",
    "hint_here", None, "put_back", "keep_hints", "save_solution", None, "next_tab",
)  # fmt: skip


def rows(shell: Shell, author: AuthorView, panel: AuthorPanel, checking: Checking) -> tuple[Action, ...]:
    """What an author can do, and how a level is tried out and checked."""

    def at_rest() -> bool:
        return shell.building() and not shell.workspace.watching

    def authoring() -> bool:
        return shell.building() and author.can_edit

    def chosen_parts() -> bool:
        return authoring() and bool(shell.editor.selection.parts)

    def trying() -> bool:
        return at_rest() and shell.workspace.session.trying_out

    def title() -> str:
        if shell.workspace.design.author:
            return "Try the level out"
        return "Back to building the level" if shell.workspace.session.trying_out else "Author's view"

    return (
        Action("author", title, lambda: author.toggle(),
               "From building a level to playing it as a player does, and back; nothing is lost", keys("F5"),
               lambda: Icon.PLAY if shell.workspace.design.author else Icon.FLAG, at_rest,
               lambda: shell.workspace.design.author),
        Action("check", "Check the level", checking.check,
               "Can it be solved, does it win itself, do its goals make sense, how exactly must one build?",
               keys("Shift+F5"), Icon.PROOF, at_rest),
        Action("new_goal", "New goal\N{HORIZONTAL ELLIPSIS}", lambda: panel.goals.ask_new(False),
               "What has to happen: choose what kind of thing, then point at what it is about", keys("Ctrl+G"),
               Icon.FLAG, authoring),
        Action("new_fail", "New fail condition\N{HORIZONTAL ELLIPSIS}", lambda: panel.goals.ask_new(True),
               "What must not happen", keys("Ctrl+Shift+G"), Icon.WARNING, authoring),
        Action("next_goal", "Next goal", lambda: author.next_goal(), "Take the next goal in hand", keys("F8"),
               enabled=lambda: authoring() and bool(author.design.goals or author.design.fails)),
        Action("delete_goal", "Delete the goal", lambda: author.delete_goal(), "Take the goal in hand out",
               keys("Ctrl+Del", "Ctrl+Backspace"), Icon.TRASH, lambda: authoring() and author.goal is not None),
        Action("belongs", "Belongs to the level", lambda: author.toggle_belongs(),
               "The player can't move, change or delete it; otherwise it is the player's", keys("Ctrl+Shift+B"),
               Icon.LOCK,
               lambda: authoring() and bool(shell.editor.selection.ids), lambda: author.belongs()),
        Action("to_stock", "Give to the player", lambda: author.give_selected(),
               "One more like the selected part into the stock", keys("Ctrl+I"), Icon.GIVE, chosen_parts),
        Action("hint_here", "Hint: it belongs here", lambda: author.hint_selected(),
               "The selected part's place becomes the next hint, or the selected link", keys("Ctrl+Shift+I"),
               Icon.HINT, lambda: authoring() and bool(shell.editor.selection.ids)),
        Action("put_back", "Put back what you placed", lambda: author.put_back(),
               "All parts and links that you had placed in the try before this one, where they were", keys("Ctrl+J"),
               Icon.HISTORY, lambda: trying() and not shell.editor.running and bool(author.to_put_back.edits)),
        Action("keep_hints", "Keep what you placed as hints", lambda: author.keep_as_hints(),
               "What you have placed in this try, in its order, becomes the hints of the level", keys("Ctrl+M"),
               Icon.HINT, lambda: trying() and not shell.editor.running and author.placed > 0),
        Action("save_solution", "Save the solution", checking.save_solution,
               "Your last try that won, as the recording that proves the level solvable", keys("Ctrl+Shift+M"),
               Icon.PROOF, lambda: at_rest() and shell.workspace.solved_try is not None),
        Action("next_tab", "Next tab", lambda: author.next_tab(), "Goals, stock, hints, level in turn", keys("F7"),
               enabled=authoring),
    )  # fmt: skip
