"""All settings of a player on one sheet. A choice takes effect at once.

How the machine is stepped and drawn is no taste but an experiment: the menu *Advanced* has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from imgui_bundle import imgui

from sandbox.editing.document import sentence
from sandbox.render.colours import PALETTES
from sandbox.sound.controls import SoundControls
from sandbox.window.settings.appearance import Appearance
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.setting import Setting
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.dialog import FLAGS, Sheet
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.keymap import Keymap
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui, labelled
from sandbox.workspace.settings import SCENES

_LABELS = 170.0  # px: the column of what is asked


def feature(shell: Shell, looks: Appearance, sound: SoundControls, keymap: Keymap) -> Feature:
    """Return the row that registers the sheet in the window."""

    def show() -> None:
        shell.dialog = SettingsSheet(shell, looks, sound, keymap)

    about = "Everything that can be chosen, on one sheet"
    return Feature(actions=(
        Action("settings", "Settings\N{HORIZONTAL ELLIPSIS}", show, about, keys("Ctrl+,"), Icon.SLIDERS),
    ))  # fmt: skip


class SettingsSheet(Sheet):
    """The settings. Tab and the arrow keys move through them, Space chooses, Esc closes."""

    name = "settings"
    width = 660.0
    flags = FLAGS & ~imgui.WindowFlags_.no_nav
    enter_accepts = False  # Enter is for what is pointed at by the keys

    def __init__(self, shell: Shell, looks: Appearance, sound: SoundControls, keymap: Keymap) -> None:
        super().__init__()
        self.shell, self.looks, self.sound, self.keymap = shell, looks, sound, keymap

    def body(self, ui: Ui) -> None:
        # Only here: elsewhere the arrow keys move parts, and Alt is no key of menus.
        imgui.get_io().config_flags |= imgui.ConfigFlags_.nav_enable_keyboard
        ui.bold("Settings", 19.0)
        ui.faint("Choices take effect at once. Tab and the arrow keys move through them, Space chooses.")
        ui.space(2)
        self._looks(ui)
        ui.space(2)
        self._building(ui)
        ui.space(2)
        self._sound(ui)
        ui.space(2)
        self._files(ui)

    def ended(self) -> None:
        imgui.get_io().config_flags &= ~imgui.ConfigFlags_.nav_enable_keyboard

    # -- sections

    def _looks(self, ui: Ui) -> None:
        looks = self.looks
        ui.heading("Looks", Icon.POINTER)
        self._label(ui, "Theme")
        for index, palette in enumerate(PALETTES.values()):
            if index:
                imgui.same_line(0.0, ui.px(16))
            if self._radio(ui, f"theme.{palette.name}", palette.title, looks.palette is palette, palette.about):
                looks.use(palette)
        self._label(ui, "Size of the interface")
        ui.action("smaller", 32, "-", as_="settings.smaller")
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(f"{looks.percent} %")
        ui.mark("settings.percent")
        imgui.same_line()
        ui.action("larger", 32, "+", as_="settings.larger")
        imgui.same_line()
        ui.action("usual_size", 0, "Usual size", as_="settings.usual_size")
        self._label(ui, "Scenes")
        for index, (mode, (title, tip)) in enumerate(SCENES.items()):
            if index:
                imgui.same_line(0.0, ui.px(16))
            if self._radio(ui, f"scenes.{mode}", title, looks.scenes == mode, tip):
                looks.use_scenes(mode)
        self._label(ui, "Motion")
        if self._box(ui, "motion", "Reduced", looks.still, "No confetti, no flashes: nothing moves but the machine"):
            looks.toggle_motion()

    def _building(self, ui: Ui) -> None:
        ui.heading("Building", Icon.EDIT)
        for feature in self.shell.registered:
            for setting in feature.settings:
                self._row(ui, setting)

    def _sound(self, ui: Ui) -> None:
        sound = self.sound
        ui.heading("Sound", Icon.SOUND)
        self._label(ui, "All sounds")
        if self._box(ui, "sound", "On", sound.on, sound.state):
            sound.toggle()
        imgui.same_line(0.0, ui.px(16))
        ui.action("quieter", 32, as_="settings.quieter")
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(f"{sound.volume} %")
        imgui.same_line()
        ui.action("louder", 32, as_="settings.louder")
        self._label(ui, "Those of scenes")
        ui.action("ambience_down", 32, as_="settings.ambience_down")
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(f"{sound.sounds.ambience} %")
        ui.mark("settings.ambience")
        imgui.same_line()
        ui.action("ambience_up", 32, as_="settings.ambience_up")
        self._label(ui, "Music")
        tip = "The piece of the level's scene, with more voices as more happens"
        if self._box(ui, "music", "On", sound.music_on, tip):
            sound.toggle_music()
        imgui.same_line(0.0, ui.px(16))
        ui.action("music_down", 32, as_="settings.music_down")
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(f"{sound.music_volume} %")
        ui.mark("settings.music_volume")
        imgui.same_line()
        ui.action("music_up", 32, as_="settings.music_up")

    def _files(self, ui: Ui) -> None:
        store, keymap = self.shell.workspace.settings, self.keymap
        ui.heading("Files", Icon.FOLDER)
        self._label(ui, "These settings are in")
        ui.faint(str(store.path))
        self._label(ui, "Keys of your own in")
        if keymap.path.exists():
            ui.faint(str(keymap.path))
        else:
            ui.action("write_keys", 0, f"{Icon.KEYS}  Make a file of keys", as_="settings.write_keys")
        for problem in (*store.problems, *keymap.problems):
            ui.line_of(Icon.WARNING, Colour.BAD, problem)

    # -- widgets

    def _row(self, ui: Ui, setting: Setting) -> None:
        """Draw a setting of a feature; grey, with the reason below it, if it changes nothing in the open level."""
        self._label(ui, setting.title)
        why = self._here(setting.why_not)
        imgui.begin_disabled(bool(why))
        draw = self._radio if setting.one_of else self._box
        for index, option in enumerate(setting.options):
            if index:
                imgui.same_line(0.0, ui.px(16))
            if draw(ui, option.name, option.label, option.is_on(), option.tip):
                option.choose()
        imgui.end_disabled()
        self._reason(ui, setting.name, why)

    def _label(self, ui: Ui, text: str) -> None:
        """Draw a setting's name in its column; the widget stands beside it."""
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(text)
        imgui.same_line(ui.px(_LABELS))

    @contextmanager
    def _rimmed(self) -> Iterator[None]:
        """Draw widgets with a visible border, so that empty ones can be seen."""
        imgui.push_style_color(imgui.Col_.border, Colour.FAINT)
        yield
        imgui.pop_style_color()

    def _radio(self, ui: Ui, name: str, label: str, on: bool, tip: str) -> bool:
        with self._rimmed():
            chosen = imgui.radio_button(labelled(label, name), on)
        ui.mark(f"settings.{name}")
        ui.tip(tip)
        return bool(chosen)

    def _box(self, ui: Ui, name: str, label: str, on: bool, tip: str, why_not: str = "") -> bool:
        """Draw a switch; grey, with the reason below it, if it changes nothing in the level that is open."""
        imgui.begin_disabled(bool(why_not))
        with self._rimmed():
            changed, _ = imgui.checkbox(labelled(label, name), on)
        imgui.end_disabled()
        ui.mark(f"settings.{name}")
        ui.tip(tip)
        self._reason(ui, name, why_not)
        return bool(changed)

    def _reason(self, ui: Ui, name: str, why_not: str) -> None:
        """Write below a setting why it changes nothing now."""
        if why_not:
            imgui.dummy((0.0, 0.0))
            imgui.same_line(ui.px(_LABELS))
            ui.line_of(Icon.INFO, Colour.FAINT, sentence(why_not), Colour.FAINT)
            ui.mark(f"settings.{name}.why")

    def _here(self, why_not: Callable[[], str]) -> str:
        """Return why a setting changes nothing in the open level; empty where none is in front."""
        return why_not() if self.shell.screen == "editor" else ""
