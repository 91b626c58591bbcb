"""The form for a film or a picture of the open document: format, size, speed, range and camera."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from sandbox.errors import Refused
from sandbox.render.pictures.film_options import SIZES
from sandbox.window.film.film_form import FIT, FORMATS, FRAMES, PACES, PART, PIXELS, VIEW, FilmForm, FilmSubject
from sandbox.window.ui.dialog import FLAGS, Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui, labelled
from sandbox.workspace.settings import SCENES

_LABELS = 150.0  # px: the column of what is asked
_FIELD = 120.0  # px


class FilmSheet(Dialog):
    """Draws the form. Tab and the arrow keys move through it; Enter asks for the file."""

    name = "film"
    width = 600.0
    flags = FLAGS & ~imgui.WindowFlags_.no_nav

    def __init__(self, form: FilmForm, subject: FilmSubject, no_mp4: str, then: Callable[[], object]) -> None:
        """Show a form. `no_mp4`: why no MP4 can be written here, if so; `then` is called once a valid form is
        accepted."""
        super().__init__()
        self.form, self.subject, self.no_mp4, self.then = form, subject, no_mp4, then
        if subject.part is None and form.camera == PART:
            form.camera = FIT

    def draw(self, ui: Ui) -> None:
        imgui.get_io().config_flags |= imgui.ConfigFlags_.nav_enable_keyboard  # only here, as in the settings
        form = self.form
        ui.bold("Draw a film or a picture", 19.0)
        ui.faint("Another process draws it, and you go on meanwhile.")
        ui.space(4)
        self._format(ui)
        self._size(ui)
        if form.film:
            self._frames(ui)
            self._range(ui)
            self._sound(ui)
        self._camera(ui)
        self._scenes(ui)
        ui.space(4)
        why = self.why_not
        if why:
            ui.line_of(Icon.WARNING, Colour.BAD, why[:1].upper() + why[1:] + ".", Colour.BAD)
        else:
            ui.line_of(Icon.FILM, Colour.ACCENT_DEEP, form.summary(self.subject))
        ui.space(4)
        label = f"{Icon.SAVE}  Choose the file\N{HORIZONTAL ELLIPSIS}"
        if ui.button("film.accept", label, "Where to, and under which name; then it is drawn", "Enter",
                     (ui.px(170), ui.px(32)), enabled=not why, primary=True):  # fmt: skip
            self.accept()
        imgui.same_line()
        if ui.button("film.cancel", "Cancel", "Draw nothing", "Esc", (ui.px(90), ui.px(32))):
            self.cancel()

    @property
    def why_not(self) -> str:
        """A sentence about what is not valid; empty if all of it is."""
        if self.form.suffix == ".mp4" and self.no_mp4:
            return self.no_mp4
        try:
            self.form.options(self.subject)
        except Refused as refused:
            return str(refused)
        return ""

    def accept(self) -> None:
        if not self.why_not:
            self.done = True
            self.then()

    def ended(self) -> None:
        imgui.get_io().config_flags &= ~imgui.ConfigFlags_.nav_enable_keyboard

    # -- rows

    def _format(self, ui: Ui) -> None:
        self._label(ui, "Kind")
        tips = {
            ".gif": "A film that every program and page shows; 256 colours, no more than a minute or so",
            ".mp4": "A film in all colours and of any length; it takes ffmpeg",
            ".png": "A picture of the moment that is shown",
        }
        for index, (suffix, title) in enumerate(FORMATS.items()):
            if index:
                imgui.same_line(0.0, ui.px(16))
            if self._radio(ui, f"kind{suffix}", title, self.form.suffix == suffix, tips[suffix]):
                self.form.suffix = suffix

    def _size(self, ui: Ui) -> None:
        form = self.form
        self._label(ui, "Size")
        width, height = SIZES[form.suffix]
        form.size = self._text(ui, "size", form.size, f"{width}x{height}", "Width and height in pixels, as in 1280x720")
        imgui.same_line()
        imgui.set_next_item_width(ui.px(_FIELD))
        if imgui.begin_combo("##sizes", "Usual ones", imgui.ComboFlags_.width_fit_preview):
            view_size = round(self.subject.camera.width), round(self.subject.camera.height)
            for number, (across, up) in enumerate((*PIXELS, view_size)):
                title = f"{across} \N{MULTIPLICATION SIGN} {up}" + (", as the view is" if number == len(PIXELS) else "")
                if imgui.selectable(title, False)[0]:
                    form.size = f"{across}x{up}"
                ui.mark(f"film.sizes.{number}")
            imgui.end_combo()
        ui.mark("film.sizes")
        ui.tip("Common sizes, and that of the view")

    def _frames(self, ui: Ui) -> None:
        form = self.form
        self._label(ui, "Frames a second")
        imgui.set_next_item_width(ui.px(_FIELD))
        if imgui.begin_combo("##fps", str(form.rate)):
            for frames in FRAMES:
                if imgui.selectable(str(frames), form.rate == frames)[0]:
                    form.fps = frames
                ui.mark(f"film.fps.{frames}")
            imgui.end_combo()
        ui.mark("film.fps")
        ui.tip("More are smoother, and a larger file")
        self._label(ui, "Speed")
        imgui.set_next_item_width(ui.px(_FIELD))
        if imgui.begin_combo("##speed", f"{form.speed} \N{MULTIPLICATION SIGN}"):
            for pace in PACES:
                if imgui.selectable(f"{pace} \N{MULTIPLICATION SIGN}", form.speed == pace)[0]:
                    form.speed = pace
                ui.mark(f"film.speed.{pace}")
            imgui.end_combo()
        ui.mark("film.speed")
        ui.tip("Times real time: 1/4 is slow motion")

    def _range(self, ui: Ui) -> None:
        form, seconds = self.form, self.subject.seconds
        self._label(ui, "From, to")
        form.begin = self._text(ui, "from", form.begin, "its start", "Seconds of the run; empty: from its start")
        imgui.same_line()
        last = f"{seconds:.2f} s" if seconds is not None else "its end"
        form.end = self._text(ui, "to", form.end, last, "Seconds of the run; empty: to its end")
        if self.subject.run is not None:
            imgui.same_line()
            imgui.align_text_to_frame_padding()
            ui.faint(f"of run {self.subject.run}")
        if self.subject.loop is not None:
            imgui.same_line()
            if ui.button("film.loop", f"{Icon.REPEAT}  The loop", "From where to where the timeline is looped"):
                form.begin, form.end = (f"{seconds:.3f}" for seconds in self.subject.loop)

    def _sound(self, ui: Ui) -> None:
        form = self.form
        self._label(ui, "Sound")
        imgui.begin_disabled(form.suffix != ".mp4")
        _, sound = imgui.checkbox(labelled("With what is heard", "sound"), form.sound and form.suffix == ".mp4")
        imgui.end_disabled()
        ui.mark("film.sound")
        ui.tip("The sounds of the run, at their times" if form.suffix == ".mp4" else "Only an MP4 has sound")
        imgui.same_line(0.0, ui.px(16))
        imgui.begin_disabled(form.suffix != ".mp4" or not form.sound)
        _, music = imgui.checkbox(labelled("With music", "music"), form.music and form.suffix == ".mp4" and form.sound)
        imgui.end_disabled()
        ui.mark("film.music")
        ui.tip("The piece of the level's scene, with more voices as more happens")
        if form.suffix == ".mp4":
            form.sound, form.music = sound, music

    def _camera(self, ui: Ui) -> None:
        form, subject = self.form, self.subject
        self._label(ui, "Camera")
        if self._radio(ui, "camera.fit", "The whole level", form.camera == FIT, "All of it, all the time"):
            form.camera = FIT
        self._label(ui, "")
        tip = "What the window shows at this moment, in the shape of the film"
        if self._radio(ui, "camera.view", "The view as it is now", form.camera == VIEW, tip):
            form.camera = VIEW
        self._label(ui, "")
        title = f"Follow {subject.title}" if subject.part is not None else "Follow the selected part"
        tip = "It stays in the middle" if subject.part is not None else "Select a part first, then ask for the film"
        imgui.begin_disabled(subject.part is None)
        if self._radio(ui, "camera.part", title, form.camera == PART, tip):
            form.camera = PART
        imgui.end_disabled()
        if form.camera == PART:
            imgui.same_line(0.0, ui.px(12))
            form.around = self._text(ui, "around", form.around, "width in m", "How much of the level is seen around it")

    def _scenes(self, ui: Ui) -> None:
        form = self.form
        self._label(ui, "Scene")
        for index, (mode, (title, tip)) in enumerate(SCENES.items()):
            if index:
                imgui.same_line(0.0, ui.px(16))
            if self._radio(ui, f"scenes.{mode}", title, form.style(self.subject) == mode, tip):
                form.scenes = mode

    # -- widgets

    def _label(self, ui: Ui, text: str) -> None:
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(text)
        imgui.same_line(ui.px(_LABELS))

    def _text(self, ui: Ui, name: str, now: str, hint: str, tip: str) -> str:
        imgui.set_next_item_width(ui.px(_FIELD))
        _, text = imgui.input_text_with_hint(f"##{name}", hint, now)
        ui.mark(f"film.{name}")
        ui.tip(tip)
        return str(text)[:24]

    def _radio(self, ui: Ui, name: str, label: str, on: bool, tip: str) -> bool:
        imgui.push_style_color(imgui.Col_.border, Colour.FAINT)
        chosen = imgui.radio_button(labelled(label, name), on)
        imgui.pop_style_color()
        ui.mark(f"film.{name}")
        ui.tip(tip)
        return bool(chosen)
