"""The level chooser: what one sees first. Levels with pictures and what is solved, own contraptions, and sessions
that were cut off and can be gone on with."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from imgui_bundle import imgui

from sandbox import levels, library
from sandbox.design import Design
from sandbox.errors import BadFile
from sandbox.window.sessions import Unfinished
from sandbox.window.theme import Colour, Icon, Rgba
from sandbox.window.ui import Rect, Ui

if TYPE_CHECKING:
    from sandbox.window.application import Application

CARD = (232.0, 196.0)  # px
PICTURE = (216.0, 135.0)  # px: the shape of a level's usual 4 m by 2.5 m
WIDEST = 1010.0  # px: four cards in a row
OFFERED = 3  # unfinished sessions to offer at once


class Card(NamedTuple):
    """A level on the shelf. `problem` says why it can't be opened."""

    path: Path
    title: str
    key: str
    design: Design | None
    problem: str = ""


class Shelf(NamedTuple):
    """All that there is to choose from, as found on disk."""

    chapters: tuple[tuple[str, tuple[Card, ...]], ...]
    own: tuple[Card, ...]
    unfinished: tuple[Unfinished, ...]
    problem: str = ""


def shelf(data: Path, unfinished: list[Unfinished]) -> Shelf:
    """Look at the folders of levels."""
    problem = ""
    try:
        bundled = library.bundled_chapters()
    except BadFile as error:
        bundled, problem = [], str(error)
    chapters = tuple((chapter.title, tuple(map(_card, chapter.levels))) for chapter in bundled)
    own = library.user_levels(data)
    return Shelf(chapters, tuple(map(_card, own)), tuple(unfinished), problem)


def _card(path: Path) -> Card:
    try:
        design = levels.read(path)
    except BadFile as error:
        return Card(path, path.stem, library.key_of(path), None, str(error))
    title = design.title if design.title != Design().title else path.stem
    return Card(path, title, library.key_of(path), design)


class Chooser:
    """Draws the chooser; what is chosen happens through the application."""

    def __init__(self, ui: Ui, app: Application) -> None:
        self.ui = ui
        self.app = app
        self.shelf = Shelf((), (), ())

    def refresh(self) -> None:
        """Look at the disk again: levels may have been saved, sessions finished."""
        self.shelf = shelf(self.app.workspace.data, self.app.workspace.unfinished())

    def draw(self, rect: Rect) -> None:
        ui = self.ui
        with ui.panel("chooser", rect):
            width = min(ui.px(WIDEST), imgui.get_content_region_avail().x)
            columns = max(1, int((width + ui.px(16)) // ui.px(CARD[0] + 16)))
            width = columns * ui.px(CARD[0] + 16) - ui.px(16)
            left = (imgui.get_content_region_avail().x - width) / 2
            imgui.indent(max(1.0, left))
            ui.space(14)
            self._head(width)
            for session in self.shelf.unfinished[:OFFERED]:
                self._unfinished(session, width)
            first = 1
            for title, cards in self.shelf.chapters:
                self._section(title, Icon.PART, cards, columns, first)
                first += len(cards)
            if self.shelf.problem:
                ui.line_of(Icon.WARNING, Colour.BAD, self.shelf.problem)
            ui.space(6)
            self._section("Your own contraptions", Icon.EDIT, self.shelf.own, columns)
            ui.space(10)
            imgui.unindent(max(1.0, left))

    def _head(self, width: float) -> None:
        ui = self.ui
        at = imgui.get_cursor_pos_x()
        ui.bold("Contraption sandbox", 28.0)
        imgui.same_line(at + width - ui.px(110 + 8 + 110 + 8 + 116))
        ui.action("new", 110, f"{Icon.NEW}  New", as_="chooser.new")
        imgui.same_line()
        ui.action("open", 110, f"{Icon.OPEN}  Open\N{HORIZONTAL ELLIPSIS}", as_="chooser.open")
        imgui.same_line()
        if ui.button("chooser.back", f"{Icon.NEXT}  Go back", "To what is open now", "Esc", (ui.px(116), ui.px(30)),
                     enabled=self.app.can_go_back):  # fmt: skip
            self.app.hide_chooser()
        ui.faint("Choose a level to solve, or build something of your own.")
        ui.space(4)

    def _unfinished(self, session: Unfinished, width: float) -> None:
        """An earlier session that was cut off: go on, or put it aside."""
        ui, app = self.ui, self.app
        imgui.push_style_color(imgui.Col_.child_bg, Colour.CARD)
        imgui.push_style_var(imgui.StyleVar_.window_padding, (ui.px(14), ui.px(10)))
        imgui.begin_child(
            f"unfinished{session.path}", (width, 0.0), imgui.ChildFlags_.borders | imgui.ChildFlags_.auto_resize_y
        )
        when = time.strftime("%d %B, %H:%M", time.localtime(session.when))
        imgui.align_text_to_frame_padding()
        ui.icon(Icon.CLOCK, Colour.ACCENT_DEEP)
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(
            f"\N{LEFT DOUBLE QUOTATION MARK}{session.title}\N{RIGHT DOUBLE QUOTATION MARK} was cut off on {when}, "
            f"after {_duration(session.seconds)} and {session.commands} step{'s' if session.commands != 1 else ''}. "
            "Nothing is lost."
        )
        imgui.same_line(width - ui.px(80 + 8 + 110 + 14))
        if ui.button(f"resume.{session.path.stem}", "Go on", "Everything as it was when the session ended",
                     size=(ui.px(80), 0.0), primary=True):  # fmt: skip
            app.resume(session.path)
        imgui.same_line()
        if ui.button(f"aside.{session.path.stem}", "Put it aside", "Not offered again; the file is kept",
                     size=(ui.px(110), 0.0)):  # fmt: skip
            app.workspace.set_aside(session.path)
            self.refresh()
        imgui.end_child()
        imgui.pop_style_var()
        imgui.pop_style_color()

    def _section(self, title: str, icon: str, cards: tuple[Card, ...], columns: int, first: int = 0) -> None:
        """Cards in rows: levels, numbered from `first`, or (0) the user's own, with one for a new contraption."""
        ui = self.ui
        ui.space(4)
        ui.bold(f"{icon}  {title}", 17.0)
        column = 0
        if not first:
            self._new_card()
            column = 1
        for number, card in enumerate(cards, first):
            if column % columns:
                imgui.same_line(0.0, ui.px(16))
            elif column:
                ui.space(2)
            column += 1
            self._card(card, number if first else 0)

    def _frame(self, name: str, tip: str) -> tuple[bool, float, float]:
        """The paper of a card, lit when pointed at: whether it was clicked, and its top left corner."""
        ui = self.ui
        at = imgui.get_cursor_screen_pos()
        size = (ui.px(CARD[0]), ui.px(CARD[1]))
        clicked = imgui.invisible_button(f"##{name}", size)
        ui.mark(name)
        hot = imgui.is_item_hovered()
        draw, colour = imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
        low, high = (at.x, at.y), (at.x + size[0], at.y + size[1])
        shade = ui.px(3)
        draw.add_rect_filled((low[0], low[1] + shade), (high[0], high[1] + shade), colour((0, 0, 0, 0.10)), ui.px(10))
        draw.add_rect_filled(low, high, colour((1.0, 0.97, 0.90, 1.0) if hot else Colour.CARD), ui.px(10))
        draw.add_rect(low, high, colour(Colour.ACCENT if hot else Colour.LINE), ui.px(10), 2.0 if hot else 1.0)
        if tip:
            ui.tip(tip)
        return bool(clicked), at.x, at.y

    def _new_card(self) -> None:
        clicked, x, y = self._frame("level.new", "An empty contraption, with all parts")
        ui, draw = self.ui, imgui.get_window_draw_list()
        colour = imgui.color_convert_float4_to_u32
        size = ui.px(44)
        middle = (x + ui.px(CARD[0]) / 2, y + ui.px(8) + ui.px(PICTURE[1]) / 2)
        for dx, dy in ((size / 2, 0.0), (0.0, size / 2)):
            draw.add_line((middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy),
                          colour(Colour.ACCENT_DEEP), ui.px(4))  # fmt: skip
        self._caption(x, y, "New contraption", "Build whatever you like", Colour.FAINT)
        if clicked:
            self.app.new()

    def _card(self, card: Card, number: int) -> None:
        solved = card.key in self.app.workspace.solved
        about = card.design.text if card.design is not None else card.problem
        clicked, x, y = self._frame(f"level.{card.path.stem}", about)
        ui, draw = self.ui, imgui.get_window_draw_list()
        inset = ui.px(8)
        box = ((x + inset, y + inset), (x + ui.px(8 + PICTURE[0]), y + inset + ui.px(PICTURE[1])))
        colour = imgui.color_convert_float4_to_u32
        if card.design is not None:
            picture = self.app.level_picture(card.path, card.design)
            draw.add_image_rounded(
                imgui.ImTextureRef(picture.texture), *box, picture.uv0, picture.uv1, colour((1, 1, 1, 1)), ui.px(6)
            )
        else:
            draw.add_rect_filled(*box, colour(Colour.BAD_PALE), ui.px(6))
        if solved:
            self._solved_mark(box[1][0], box[0][1])
        title = f"{number}.  {card.title}" if number else card.title
        if card.problem:
            self._caption(x, y, title, f"{Icon.WARNING}  can't be opened", Colour.BAD)
        elif solved:
            self._caption(x, y, title, f"{Icon.DONE}  Solved", Colour.GOOD)
        else:
            goals = len(card.design.goals) if card.design else 0
            about = f"{goals} goal{'s' if goals != 1 else ''}" if goals else "free building"
            self._caption(x, y, title, about, Colour.FAINT)
        if clicked:
            self.app.open_path(card.path)

    def _solved_mark(self, x: float, y: float) -> None:
        ui, draw, colour = self.ui, imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
        middle, radius = (x - ui.px(16), y + ui.px(16)), ui.px(12)
        draw.add_circle_filled(middle, radius, colour(Colour.GOOD))
        size = imgui.calc_text_size(Icon.CHECK)
        draw.add_text((middle[0] - size.x / 2, middle[1] - size.y / 2), colour((1, 1, 1, 1)), Icon.CHECK)

    def _caption(self, x: float, y: float, title: str, about: str, about_colour: Rgba) -> None:
        ui, draw, colour = self.ui, imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
        left, top = x + ui.px(12), y + ui.px(8 + PICTURE[1] + 6)
        room = ui.px(CARD[0] - 24)
        with ui.theme.font(ui.theme.bold):
            while len(title) > 1 and imgui.calc_text_size(title).x > room:
                title = title[:-2] + "\N{HORIZONTAL ELLIPSIS}"
            draw.add_text((left, top), colour(Colour.TEXT), title)
        draw.add_text((left, top + ui.px(20)), colour(about_colour), about)


def _duration(seconds: float) -> str:
    """A time as one says it."""
    number, unit = (round(seconds), "second") if seconds < 90 else (round(seconds / 60), "minute")
    return f"{number} {unit}{'s' if number != 1 else ''}"


__all__ = ["Card", "Chooser", "Shelf", "shelf"]
