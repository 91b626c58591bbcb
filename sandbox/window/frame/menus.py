"""The menus, by the names of the actions that features give; toolbar, keys and sheet of keys are made from the same."""

from __future__ import annotations

from sandbox.render.colours import PALETTES
from sandbox.window.author import author_actions
from sandbox.window.build import arrange_actions, edit_actions
from sandbox.window.shell.shell import Shell
from sandbox.window.time import time_actions
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


def fill(shell: Shell) -> None:
    """Fill the table of actions of a window with those of all its features."""
    shell.actions.fill(tuple(action for feature in shell.registered for action in feature.actions), MENUS)
