"""All features of a window in one list, and the menus that show their actions.

A new feature is made here, its row stands among the others, and a menu names its actions.
"""

from __future__ import annotations

from collections.abc import Callable

from sandbox.render.colours import PALETTES
from sandbox.window.author import author_actions
from sandbox.window.author.level_check import Checking
from sandbox.window.author.shortcuts import Shortcuts
from sandbox.window.build import arrange_actions, edit_actions
from sandbox.window.build.forecasting import Forecasting
from sandbox.window.build.keyboard import Keyboard
from sandbox.window.build.snapping import Snapping
from sandbox.window.build.viewing import Viewing
from sandbox.window.film.filming import Filming
from sandbox.window.film.watching import Watching
from sandbox.window.help.green_zone import GreenZone
from sandbox.window.help.hints import Hints
from sandbox.window.help.lesson import LessonGuide
from sandbox.window.help.near_misses import NearMisses
from sandbox.window.help.pages import Pages
from sandbox.window.levels.campaign_controls import CampaignControls
from sandbox.window.levels.daily import Daily
from sandbox.window.run.rest_notice import RestNotice
from sandbox.window.run.run_controls import RunControls
from sandbox.window.run.wins import Wins
from sandbox.window.settings import settings_sheet, sound
from sandbox.window.settings.advanced import Advanced
from sandbox.window.settings.appearance import Appearance
from sandbox.window.share.sharing import Sharing
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.time import time_actions
from sandbox.window.time.time_controls import TimeControls
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


class Features:
    """The features of one window, made in the order in which they need each other.

    `show_chooser` shows the first screen, and `close` ends the program.
    """

    def __init__(self, shell: Shell, show_chooser: Callable[[], None], close: Callable[[], None]) -> None:
        self.appearance = Appearance(shell, shell.scale)
        self.documents = Documents(shell, show_chooser, close)
        self.campaign = CampaignControls(shell, self.documents)
        self.daily = Daily(shell, self.documents)
        self.keyboard = Keyboard(shell)
        self.time = TimeControls(shell, self.documents)
        self.filming = Filming(shell, self.time, self.documents)
        self.watching = Watching(shell, self.filming)
        self.checking = Checking(shell)
        self.shortcuts = Shortcuts(shell, self.watching.play)
        self.wins = Wins(shell, self.documents, self.time.race)
        self.lesson = LessonGuide(shell, self.documents)
        self.sharing = Sharing(shell, self.documents)
        self.run = RunControls(shell)
        self.advanced = Advanced(shell)
        self.rest = RestNotice(shell)
        self.view = Viewing(shell)
        self.forecasting = Forecasting(shell)
        self.snapping = Snapping(shell)
        self.hints = Hints(shell)
        self.zone = GreenZone(shell, self.hints)
        self.near_misses = NearMisses(shell)
        self.help = Pages(shell, self.keyboard.leave_panel)
        parts = (
            self.keyboard, self.view, self.run, self.filming, self.watching, self.wins, self.rest,
            self.forecasting, self.hints, self.zone, self.snapping, self.near_misses, self.lesson,
            self.campaign, self.daily, self.sharing, self.help,
            self.appearance, self.advanced, self.checking, self.shortcuts, self.documents,
        )  # fmt: skip
        self.rows: tuple[Feature, ...] = (
            *(part.feature() for part in parts), time_actions.feature(shell, self.time),
            sound.feature(shell), settings_sheet.feature(shell, self.appearance),
        )  # fmt: skip

    def close(self) -> None:
        """End, with the window, all that goes on beside it."""
        for feature in self.rows:
            feature.close()
