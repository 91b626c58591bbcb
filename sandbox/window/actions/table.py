"""All actions of the window in one table: menus, toolbar, keys and the sheet of keys are all made from it."""

from __future__ import annotations

from sandbox.render.colours import PALETTES
from sandbox.window.actions import arrange_actions, author_actions, edit_actions, reasons
from sandbox.window.time import time_actions
from sandbox.window.controls.features import Features
from sandbox.window.controls.view_controls import ViewControls
from sandbox.window.panels.panels import Panels
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.workspace.clock import SCHEMES

MENUS: dict[str, tuple[str | None, ...]] = {
    "File": (
        "new", "workshop", "open", "open_recent", "levels", "next_level", "skip_level", "daily", None, "save",
        "save_as", "save_recording", "share", "export", None, "quit",
    ),
    "Edit": edit_actions.MENU,
    "Arrange": arrange_actions.MENU,
    "View": (
        "zoom_in", "zoom_out", "fit", "show_overlap", None, "fold_palette", "fold_side", None, "grid", "forecast",
        "green_zone", None, "snap", "snap_grid", "snap_edges", "snap_angles", None, "sound", "louder", "quieter",
        "ambience_up", "ambience_down", None, *(f"theme_{name}" for name in PALETTES), "next_theme",
        "next_scenes", None, "larger", "smaller", "usual_size", "reduced_motion", None, "settings",
    ),
    "Time": time_actions.MENU,
    "Run": ("run", "step", "stop", None, "press", None, "slower", "faster", "take_over", None, "watch_it", None,
            "hint", "which_way", "do_near_miss"),
    "Level": author_actions.MENU,
    "Advanced": (
        "tester_view", None, "smooth_none", "smooth_interpolate", "smooth_extrapolate", "next_smoothing", None,
        *(f"loop_{scheme.name}" for scheme in SCHEMES),
    ),
    "Help": ("lesson", "commander", "keys", "write_keys", None, "about_part", "about"),
}  # fmt: skip


def fill(shell: Shell, features: Features, panels: Panels) -> None:
    """Fill the table of actions of a window."""
    groups = (
        edit_actions.rows(shell, features, panels.palette, panels.steps),
        arrange_actions.rows(shell),
        _view(shell, features.view),
        author_actions.rows(shell, panels.author, panels.author_panel),
    )
    actions = tuple(action for group in groups for action in group)
    of_features = tuple(action for feature in shell.registered for action in feature.actions)
    shell.actions.fill((*reasons.explained(actions, shell), *of_features), MENUS)


def _view(shell: Shell, view: ViewControls) -> tuple[Action, ...]:
    building = shell.building
    return (
        Action("zoom_in", "Zoom in", lambda: view.zoom(1.25), "Closer; or turn the wheel", keys("+", "Shift++"),
               Icon.ZOOM_IN, building),
        Action("zoom_out", "Zoom out", lambda: view.zoom(0.8), "Farther away; or turn the wheel", keys("-"),
               Icon.ZOOM_OUT, building),
        Action("fit", "Show everything", view.fit, "The whole level", keys("0", "Home"), Icon.FIT, building),
        Action("show_overlap", "Show the overlap", view.show_overlap,
               "Go to parts that overlap and would be torn apart; once more: to the next", keys("O"), Icon.WARNING,
               lambda: shell.building() and bool(view.overlaps)),
        _fold(shell, "palette", "parts", "F3", True), _fold(shell, "side", "level and settings", "F4", False),
    )  # fmt: skip


def _fold(shell: Shell, panel: str, title: str, key: str, at_left: bool) -> Action:
    """Return the action that folds a panel away and unfolds it."""

    def icon() -> str:
        return Icon.LEFTWARDS if at_left != (panel in shell.folded) else Icon.RIGHTWARDS

    return Action(
        f"fold_{panel}", f"Panel of {title}", lambda: shell.fold(panel),
        f"Show the panel at the {'left' if at_left else 'right'}, or fold it away for more of the scene", keys(key),
        icon, shell.building, lambda: panel not in shell.folded,
    )  # fmt: skip
