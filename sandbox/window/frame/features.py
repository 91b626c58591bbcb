"""All features of a window in one list, and the menus that show their actions.

A new feature is made here, its row stands among the others, and a menu names its actions.
"""

from __future__ import annotations

from collections.abc import Callable

from sandbox.editing.operations import Operations
from sandbox.render.colours import PALETTES
from sandbox.sound.controls import SoundControls
from sandbox.window.author import author_actions
from sandbox.window.author.author_view import AuthorView
from sandbox.window.author.level_check import Checking
from sandbox.window.author.panel import AuthorPanel
from sandbox.window.author.shortcuts import Shortcuts
from sandbox.window.build import arrange_actions, edit_actions
from sandbox.window.build.bill import Bill
from sandbox.window.build.context_menu import ContextMenu
from sandbox.window.build.forecasting import Forecasting
from sandbox.window.build.hot_seat import HotSeat
from sandbox.window.build.inspector import Inspector
from sandbox.window.build.keyboard import Keyboard
from sandbox.window.build.palette import PalettePanel
from sandbox.window.build.scene_labels import SceneLabels
from sandbox.window.build.snapping import Snapping
from sandbox.window.build.steps import StepsPanel
from sandbox.window.build.viewing import Viewing
from sandbox.window.film.filming import Filming
from sandbox.window.film.watching import Watching
from sandbox.window.help.green_zone import GreenZone
from sandbox.window.help.hints import Hints
from sandbox.window.help.lesson import LessonGuide
from sandbox.window.help.near_misses import NearMisses
from sandbox.window.help.pages import Pages
from sandbox.window.levels.campaign_controls import CampaignControls
from sandbox.window.levels.chooser import Chooser
from sandbox.window.levels.daily import Daily
from sandbox.window.levels.level_text import LevelText
from sandbox.window.run.rest_notice import RestNotice
from sandbox.window.run.run_controls import RunControls
from sandbox.window.run.somebody_at_home import SomebodyAtHome
from sandbox.window.run.win_proofs import WinProofs
from sandbox.window.settings import settings_sheet, sound
from sandbox.window.settings.advanced import Advanced
from sandbox.window.settings.appearance import Appearance
from sandbox.window.share.importing import Importing
from sandbox.window.share.sharing import Sharing
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.time import time_actions
from sandbox.window.time.chain import ChainView
from sandbox.window.time.time_cards import TimeCards
from sandbox.window.time.time_controls import TimeControls
from sandbox.window.time.timeline import Timeline
from sandbox.window.together.host_switches import HostSwitches
from sandbox.window.together.playing_together import PlayingTogether
from sandbox.window.together.race_view import RaceView
from sandbox.window.ui.keymap import Keymap
from sandbox.workspace.clock import SCHEMES
from sandbox.workspace.records import Records
from sandbox.workspace.settings import Preferences

MENUS: dict[str, tuple[str | None, ...]] = {
    "File": (
        "new", "workshop", "open", "open_recent", "levels", "next_level", "skip_level", "daily", None, "save",
        "save_as", "save_recording", "share", "share_picture", "export", "save_page", None, "together", "say_line",
        "begin_race",
        "guests_start", "guests_author", "editors", "remove_guest", "allow_guest", "leave_together", None, "quit",
    ),
    "Edit": edit_actions.MENU,
    "Arrange": arrange_actions.MENU,
    "View": (
        "zoom_in", "zoom_out", "fit", "show_overlap", None, "fold_palette", "fold_side", None, "grid", "forecast",
        "green_zone", None, "snap", "snap_grid", "snap_edges", "snap_angles", None, "sound", "louder", "quieter",
        "ambience_up", "ambience_down", "music", "music_up", "music_down", None, "resident",
        *(f"theme_{name}" for name in PALETTES), "next_theme",
        "next_scenes", None, "larger", "smaller", "usual_size", "reduced_motion", None, "settings",
    ),
    "Time": time_actions.MENU,
    "Run": ("run", "step", "stop", None, "press", None, "slower", "faster", "take_over", None, "watch_it", "see_ways",
            None, "hint", "which_way", "do_near_miss"),
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

    def __init__(self, shell: Shell, scale: float, show_chooser: Callable[[], None], close: Callable[[], None]) -> None:
        workspace = shell.workspace
        self.records, self.preferences = Records(workspace.data), Preferences(workspace.settings)
        self.sound = SoundControls(workspace)
        self.keymap = Keymap(shell.actions, workspace.settings.path.parent)
        self.operations = Operations(shell.editor)
        self.appearance = Appearance(shell, scale)
        self.documents = Documents(shell, show_chooser, close)
        self.campaign = CampaignControls(
            shell, self.documents, self.records, lambda chapters: self.filming.save_reel(chapters)
        )
        self.daily = Daily(shell, self.documents)
        self.keyboard = Keyboard(shell)
        self.time = TimeControls(shell, self.documents)
        self.filming = Filming(shell, self.time, self.documents)
        self.watching = Watching(shell, self.filming, self.sound)
        self.checking = Checking(shell)
        self.shortcuts = Shortcuts(shell, self.watching.play)
        self.wins = WinProofs(shell, self.documents, self.records, self.time.race)
        self.lesson = LessonGuide(shell, self.documents)
        self.sharing = Sharing(shell, self.documents, self.records, self.filming.draw_shared)
        self.importing = Importing(shell, self.documents)
        self.together = PlayingTogether(shell, self.documents)
        self.run = RunControls(shell)
        self.advanced = Advanced(shell)
        self.rest = RestNotice(shell)
        self.view = Viewing(shell, self.operations)
        self.forecasting = Forecasting(shell)
        self.snapping = Snapping(shell, self.preferences)
        self.hints = Hints(shell)
        self.zone = GreenZone(shell, self.hints)
        self.near_misses = NearMisses(shell)
        self.home = SomebodyAtHome(shell, self.sound, lambda: self.near_misses.shown is not None)
        self.help = Pages(shell, self.keymap, self.keyboard.leave_panel, lambda: self.sound.state)
        self.chooser = Chooser(shell.ui, shell, self.documents, self.campaign, self.daily)
        self.author = AuthorView(shell.ui, shell)
        self.inspector = Inspector(shell.ui, shell, self.time)
        self.author_panel = AuthorPanel(self.author, shell, self.inspector.world)
        self.palette = PalettePanel(shell, self.author, self.keyboard, self.preferences)
        self.level = LevelText(shell.ui, shell, self.campaign.record_of)
        self.steps = StepsPanel(shell.ui, shell)
        self.timeline = Timeline(shell.ui, shell, self.time)
        self.time_cards = TimeCards(shell.ui, shell, self.time)
        self.chain = ChainView(shell)
        self.context_menu = ContextMenu(shell.ui, shell)
        self.bill = Bill(shell)
        self.labels = SceneLabels(shell.ui, shell, self.keyboard, self.author_panel.labels)
        paste = self.sharing.paste_or_open(self.operations)
        first = (
            self.keyboard, self.steps, self.view, self.run, self.filming, self.watching, self.wins, self.rest,
            self.forecasting, self.hints, self.zone, self.snapping, self.near_misses, self.home,
        )  # fmt: skip
        others = (
            self.lesson, self.campaign, self.daily, self.sharing, self.importing, self.together,
            self.help,
            self.appearance, self.advanced, self.checking, self.shortcuts, self.documents,
            self.chooser, self.inspector, self.palette, self.level, self.timeline, self.time_cards,
            self.chain, self.context_menu, self.labels, self.bill,
        )  # fmt: skip
        self.rows: tuple[Feature, ...] = (
            *(part.feature() for part in first), time_actions.feature(shell, self.time),
            *(part.feature() for part in others),
            sound.feature(shell, self.sound),
            settings_sheet.feature(shell, self.appearance, self.sound, self.keymap),
            author_actions.feature(shell, self.author, self.author_panel),
            edit_actions.feature(shell, self.operations, self.view, self.palette, self.steps, paste),
            HotSeat(shell).feature(), HostSwitches(shell).feature(), RaceView(shell).feature(),
            arrange_actions.feature(shell, self.operations),
        )  # fmt: skip

    def close(self) -> None:
        """End, with the window, all that goes on beside it."""
        for feature in self.rows:
            feature.close()
