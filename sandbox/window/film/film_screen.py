"""The strip below a film that is played in the scene: the title, the place in the film, and buttons."""

from __future__ import annotations

from typing import Protocol

from imgui_bundle import imgui

from sandbox.render.pictures.film_plan import TitleCard
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui


class Projection(Protocol):
    """A film that is played now."""

    @property
    def planned(self) -> bool: ...
    @property
    def can_save(self) -> bool: ...
    @property
    def card(self) -> TitleCard | None: ...
    @property
    def index(self) -> int: ...  # the number of the frame that is shown
    @property
    def progress(self) -> float: ...  # 0 to 1
    @property
    def title_opacity(self) -> float: ...  # 0 to 1
    @property
    def canvas(self) -> Rect: ...  # px, y down
    @property
    def sound_on(self) -> bool: ...
    @property
    def sound_state(self) -> str: ...  # a sentence
    def toggle_sound(self) -> None: ...
    def again(self) -> None: ...
    def save(self) -> None: ...
    def leave(self) -> None: ...


class FilmScreen(Dialog):
    """Esc leaves the film, S saves it, M turns its sound off and on; Enter plays it again."""

    name = "film_screen"
    width = 620.0
    at = (0.5, 0.96)
    dims = False

    def __init__(self, film: Projection) -> None:
        super().__init__()
        self.film = film
        self._saves = False

    def draw(self, ui: Ui) -> None:
        film, card = self.film, self.film.card
        if card is None:
            ui.bold("Looking for what has led to the goal\N{HORIZONTAL ELLIPSIS}", 19.0)
        else:
            self._title(ui, card)
            ui.line_of(Icon.FILM, Colour.ACCENT_DEEP, f"{card.title}: {card.text}")
        imgui.progress_bar(film.progress, (-1.0, ui.px(5)), "")
        ui.space(4)
        size = (0.0, ui.px(32))
        if ui.button(
            "film_screen.save", f"{Icon.SAVE}  Save film", "As a GIF or an MP4", "S", size, False, film.can_save
        ):
            self._save()
        imgui.same_line()
        if ui.button(
            "film_screen.again", f"{Icon.REPEAT}  Again", "From its beginning", "Enter", size, False, film.planned
        ):
            film.again()
        imgui.same_line()
        icon, state = Icon.SOUND if film.sound_on else Icon.MUTED, film.sound_state
        if ui.button("film_screen.sound", icon, state[:1].upper() + state[1:], "M", (ui.px(40), ui.px(32))):
            film.toggle_sound()
        imgui.same_line()
        if ui.button("film_screen.leave", "Leave", "Back to the present", "Esc", size):
            self.cancel()
        if film.can_save and imgui.is_key_pressed(imgui.Key.s, False):
            self._save()
        if imgui.is_key_pressed(imgui.Key.m, False):
            film.toggle_sound()

    def _title(self, ui: Ui, card: TitleCard) -> None:
        """Draw the level's name on a band over the scene, in the first seconds."""
        opacity = self.film.title_opacity
        if opacity <= 0.0:
            return
        pen = imgui.get_foreground_draw_list()
        x0, y0, x1, y1 = self.film.canvas
        middle, half = (y0 + y1) / 2, ui.px(46)
        band = imgui.get_color_u32((0.09, 0.12, 0.16, 0.75 * opacity))
        pen.add_rect_filled((x0, middle - half), (x1, middle + half), band)
        for text, size, down, ink in ((card.title, 34.0, -16.0, 1.0), (card.text, 17.0, 22.0, 0.85)):
            with ui.theme.font(ui.theme.bold, size):
                wide, high = imgui.calc_text_size(text)
                place = ((x0 + x1 - wide) / 2, middle + ui.px(down) - high / 2)
                pen.add_text(place, imgui.get_color_u32((1.0, 1.0, 1.0, ink * opacity)), text)

    def accept(self) -> None:
        self.film.again()

    def _save(self) -> None:
        self.done = self._saves = True

    def ended(self) -> None:
        if self._saves:
            self.film.save()
        else:
            self.film.leave()
