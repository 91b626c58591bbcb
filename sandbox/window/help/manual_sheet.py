"""The manual in the window: the keys first, then the pages that `sandbox help` shows, with the same search.

The search field always has the keyboard. While nothing is typed in it, the keys that would move its caret turn pages.
"""

from __future__ import annotations

from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.manual import manual
from sandbox.manual.manual import ManualPlace, SearchHit
from sandbox.window.help.keys_page import KeysPage
from sandbox.window.help.page_view import PageView
from sandbox.window.ui.dialog import Sheet
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.keymap import Keymap
from sandbox.window.ui.text_field import OpeningField
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui, labelled

KEYS = ""  # the name of the first page, which is not in the manual: the keys of this window
PAGES = (KEYS, *manual.TOPICS)
_LIST = 216.0  # px: the width of the list of pages
_LEAST_PAGE = 640.0  # px: a narrower page wraps lines of code, and is shown without the list
_STEP = 60.0  # px: how far an arrow key scrolls
_KEPT = 40.0  # px: what Page Down leaves of the screen before
_USE = (
    "Type to search. \N{UPWARDS ARROW} \N{DOWNWARDS ARROW} Page Up, Page Down, Home, End scroll; "
    "\N{LEFTWARDS ARROW} \N{RIGHTWARDS ARROW} turn pages; Tab goes to a link, Enter follows it, Backspace goes back."
)


class ShownPage(NamedTuple):
    """What the sheet shows: a page and how far it is scrolled, or what a search has found."""

    page: str
    scroll: float = 0.0
    typed: str = ""


class ManualSheet(Sheet):
    """The manual, opened at the page of keys."""

    name = "keys"
    width = 1280.0
    height = 836.0
    walked = False  # the keys go through the manual

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self.page = KEYS
        self.typed = ""
        self.hits: list[SearchHit] = []
        self.lists_pages = False  # in the place of the page, where there is no room for both
        self.before: list[ShownPage] = []
        self.after: list[ShownPage] = []
        self.said = ""  # what the last click has done
        self._keys = KeysPage(keymap)
        self._views: dict[str, PageView] = {}
        self._searched = ""
        self._row = 0  # which hit, or which page of the list, the keys have come to
        self._scroll = 0.0  # of the page, in the last frame
        self._scroll_to: float | None = 0.0  # ImGui remembers how far the page was scrolled when it was shown last
        self._anchor = ""  # of the section to scroll to
        self._section = 0  # number of the section at the top of the page
        self._erased = False  # the field is to be empty, whatever it holds
        self._field = OpeningField("##manual")
        self._field.take_keys()

    # -- places

    def go(self, page: str, anchor: str = "") -> None:
        """Turn to a page, or to a section of it."""
        self.before.append(self._now())
        self.after.clear()
        self._show(ShownPage(page), anchor)

    def back(self) -> None:
        """Return to what was shown before."""
        if self.before:
            self.after.append(self._now())
            self._show(self.before.pop())

    def forward(self) -> None:
        """Take a step back back."""
        if self.after:
            self.before.append(self._now())
            self._show(self.after.pop())

    def _now(self) -> ShownPage:
        return ShownPage(self.page, self._scroll, self.typed)

    def _show(self, view: ShownPage, anchor: str = "") -> None:
        self.page, self.lists_pages, self.said = view.page, False, ""
        self._scroll_to, self._anchor = view.scroll, anchor
        self._type(view.typed)
        if self.page in self._views:
            self._views[self.page].chosen = -1

    def _type(self, text: str) -> None:
        """Put a text into the search field, in place of what is being typed there."""
        if text != self.typed:
            imgui.internal.clear_active_id()
            self.typed, self._erased = text, not text
            self._field.take_keys()

    def follow(self, target: str) -> None:
        """Follow a link of the page."""
        place = manual.leads_to(self.page, target)
        if place is not None:
            self.go(*place)
        elif "://" in target:
            imgui.set_clipboard_text(target)
            self.said = f"{target} is on the clipboard."

    def _open(self, hit: SearchHit) -> None:
        self.go(*ManualPlace(hit.section.topic, hit.section.anchor))

    @property
    def _view(self) -> PageView | None:
        """The page of the manual that is shown, if it is one."""
        if self.page == KEYS:
            return None
        if self.page not in self._views:
            self._views[self.page] = PageView(self.page)
        return self._views[self.page]

    # -- the dialog

    def cancel(self) -> None:
        """End the search or leave the list of pages; without them, close the manual."""
        if self.typed:
            self._type("")
        elif self.lists_pages:
            self.lists_pages = False
        else:
            super().cancel()

    def accept(self) -> None:
        """Open what the keys have come to; without such a thing, close the manual."""
        view = self._view
        if self.typed:
            if self.hits:
                self._open(self.hits[self._row])
        elif self.lists_pages:
            self.go(PAGES[self._row])
        elif view is not None and view.chosen_target:
            self.follow(view.chosen_target)
        else:
            super().accept()

    def body(self, ui: Ui) -> None:
        wide = imgui.get_content_region_avail().x >= ui.px(_LIST + _LEAST_PAGE)
        if wide:
            self.lists_pages = False
        self._head(ui, wide)
        foot = -ui.px(58)
        if wide:
            imgui.begin_child("pages", (ui.px(_LIST), foot))
            self._list(ui)
            imgui.end_child()
            imgui.same_line(0.0, ui.px(18))
        # Each thing that is shown has a scroll bar of its own, always: else the page would be laid out once without it.
        name = f"page.{self.page}.{bool(self.typed)}.{self.lists_pages}"
        imgui.begin_child(name, (0.0, foot), 0, imgui.WindowFlags_.always_vertical_scrollbar)
        if self.typed:
            self._hits(ui)
        elif self.lists_pages:
            self._list(ui)
        else:
            self._read(ui)
        imgui.end_child()

    def draw(self, ui: Ui) -> None:
        self.body(ui)
        ui.space(2)
        if ui.button("sheet.close", "Close", size=(ui.px(90), ui.px(32)), primary=True):
            self.done = True
        imgui.same_line(0.0, ui.px(16))
        words = self.said or _USE
        with ui.theme.font(ui.theme.regular, 13.0):
            lines = 1 if imgui.calc_text_size(words).x <= imgui.get_content_region_avail().x else 2
            spare = ui.px(32) - lines * imgui.get_text_line_height()
            imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + max(0.0, spare / 2))
            ui.faint(words)

    # -- the row above

    def _head(self, ui: Ui, wide: bool) -> None:
        height = ui.px(30)
        keys = not self.typed
        alt = imgui.get_io().key_alt
        if ui.button("manual.back", Icon.LEFT, "Back to what was shown before", "Alt+Left", (ui.px(34), height),
                     enabled=bool(self.before)) or (alt and imgui.is_key_pressed(imgui.Key.left_arrow)) or (
                         keys and imgui.is_key_pressed(imgui.Key.backspace)):  # fmt: skip
            self.back()
        imgui.same_line()
        if ui.button("manual.forward", Icon.NEXT, "Forward again", "Alt+Right", (ui.px(34), height),
                     enabled=bool(self.after)) or (alt and imgui.is_key_pressed(imgui.Key.right_arrow)):  # fmt: skip
            self.forward()
        imgui.same_line()
        if not wide:
            if ui.button("manual.pages", Icon.LIST, "List all pages", "Alt+Home", (ui.px(34), height),
                         on=self.lists_pages) or (alt and imgui.is_key_pressed(imgui.Key.home)):  # fmt: skip
                self.lists_pages = not self.lists_pages
                self._row = PAGES.index(self.page)
                self._type("")
            imgui.same_line()
        self._search(ui)

    def _search(self, ui: Ui) -> None:
        if not (imgui.is_any_item_active() or imgui.is_mouse_down(0)) and not self._field.asks:
            self._field.take_keys()
        imgui.set_next_item_width(-1.0)
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(10), ui.px(7)))
        _, typed = self._field.draw(f"{Icon.SEARCH}  Search the manual", self.typed)
        imgui.pop_style_var()
        ui.mark("manual.search")
        self.typed, self._erased = ("" if self._erased else typed), False
        if self.typed != self._searched:
            self._searched, self._row, self.said = self.typed, 0, ""
            self.hits = manual.search(self.typed)

    # -- the list of pages

    def _list(self, ui: Ui) -> None:
        moved = self._moved(len(PAGES)) if self.lists_pages else False
        for index, page in enumerate(PAGES):
            here = index == self._row if self.lists_pages else page == self.page
            title = "Keys of this window" if page == KEYS else manual.title(page)
            if imgui.selectable(labelled(title, f"page.{page}"), here)[0]:
                self.go(page)
            ui.mark(f"manual.page.{page or 'here'}")
            if here and moved:
                imgui.set_scroll_here_y()
            if page == self.page and page and not self.lists_pages:
                self._sections(ui)

    def _sections(self, ui: Ui) -> None:
        """Draw the sections of the page that is shown, below its title."""
        sections = manual.sections(self.page)
        within = max((n for n in range(self._section + 1) if sections[n].depth <= 2), default=0)
        imgui.indent(ui.px(14))
        with ui.theme.font(ui.theme.regular, 13.5):
            for number, section in enumerate(sections):
                if section.depth != 2:
                    continue
                here = number == within and not self.typed
                imgui.push_style_color(imgui.Col_.text, Colour.ACCENT_DEEP if here else Colour.FAINT)
                if imgui.selectable(labelled(section.title, f"section.{section.anchor}"), False)[0]:
                    self.go(self.page, section.anchor)
                imgui.pop_style_color()
                ui.mark(f"manual.section.{section.anchor}")
                if imgui.get_item_rect_size().x < imgui.calc_text_size(section.title).x:
                    ui.tip(section.title)
        imgui.unindent(ui.px(14))

    def _moved(self, count: int) -> bool:
        """Let Up, Down, Page Up and Page Down go through a list; return whether they have."""
        key, before = imgui.Key, self._row
        page = max(1, int(imgui.get_window_height() / imgui.get_frame_height_with_spacing()) - 1)
        self._row += imgui.is_key_pressed(key.down_arrow) - imgui.is_key_pressed(key.up_arrow)
        self._row += page * (imgui.is_key_pressed(key.page_down) - imgui.is_key_pressed(key.page_up))
        self._row = max(0, min(count - 1, self._row))
        return self._row != before

    # -- what a search has found

    def _hits(self, ui: Ui) -> None:
        if not self.hits:
            ui.faint(f"The manual has no section with '{self.typed}'. Try fewer words, or another one.")
            return
        moved = self._moved(len(self.hits))
        height = 2 * imgui.get_text_line_height() + ui.px(14)
        clipper = imgui.ListClipper()
        clipper.begin(len(self.hits), height + imgui.get_style().item_spacing.y)
        if moved:
            clipper.include_item_by_index(self._row)
        while clipper.step():
            for index in range(clipper.display_start, clipper.display_end):
                self._hit(ui, index, height, moved)

    def _hit(self, ui: Ui, index: int, height: float, moved: bool) -> None:
        hit = self.hits[index]
        at, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        clicked = imgui.selectable(f"##hit{index}", index == self._row, 0, (0.0, height))[0]
        ui.mark(f"manual.hit.{index}")
        if index == self._row and moved:
            imgui.set_scroll_here_y()
        ink, edge, line = imgui.get_window_draw_list(), ui.px(8), imgui.get_text_line_height()
        ink.push_clip_rect(at, (at.x + width - edge, at.y + height), True)
        of = manual.title(hit.section.topic)
        title = hit.section.title if hit.section.title == of else f"{of}: {hit.section.title}"
        with ui.theme.font(ui.theme.bold):
            ink.add_text((at.x + edge, at.y + ui.px(5)), imgui.get_color_u32(Colour.TEXT), title)
        ink.add_text((at.x + edge, at.y + line + ui.px(9)), imgui.get_color_u32(Colour.FAINT), hit.line)
        ink.pop_clip_rect()
        if clicked:
            self._open(hit)

    # -- the page

    def _read(self, ui: Ui) -> None:
        page, view = self.page, self._view
        if view is None:
            self._keys.draw(ui)
            self._section = 0
            self._scroll_by_keys(ui)
        else:
            target = view.draw(ui)
            laid = view.layout(ui, view.width)
            if self._anchor:
                self._scroll_to, self._anchor = view.top_of(self._anchor, laid), ""
            self._section = laid.section_at(imgui.get_scroll_y() + ui.px(70))
            self._scroll_by_keys(ui, laid.headings)
            self._choose_link(ui, view)
            if target:
                self.follow(target)
        if self.page != page:
            return  # what is to be scrolled comes with the next frame
        if self._scroll_to is not None:
            imgui.set_scroll_y(self._scroll_to)
        self._scroll = imgui.get_scroll_y() if self._scroll_to is None else self._scroll_to
        self._scroll_to = None

    def _scroll_by_keys(self, ui: Ui, headings: tuple[float, ...] = ()) -> None:
        io, key = imgui.get_io(), imgui.Key
        if io.key_alt:
            return
        at, page = imgui.get_scroll_y(), imgui.get_window_height() - ui.px(_KEPT)
        down = imgui.is_key_pressed(key.down_arrow) - imgui.is_key_pressed(key.up_arrow)
        if io.key_ctrl and down and headings:
            others = [top for top in headings if (top - at) * down > 1.0]
            self._scroll_to = min(others, key=lambda top: abs(top - at), default=at)
            return
        by = down * ui.px(_STEP)
        by += page * (imgui.is_key_pressed(key.page_down) - imgui.is_key_pressed(key.page_up))
        if by:
            self._scroll_to = max(0.0, min(imgui.get_scroll_max_y(), at + by))
        if imgui.is_key_pressed(key.home):
            self._scroll_to = 0.0
        elif imgui.is_key_pressed(key.end):
            self._scroll_to = imgui.get_scroll_max_y()
        turn = imgui.is_key_pressed(key.right_arrow, False) - imgui.is_key_pressed(key.left_arrow, False)
        index = PAGES.index(self.page) + turn
        if turn and 0 <= index < len(PAGES):
            self.go(PAGES[index])

    def _choose_link(self, ui: Ui, view: PageView) -> None:
        if not imgui.is_key_pressed(imgui.Key.tab):
            return
        top, high = imgui.get_scroll_y(), imgui.get_window_height()
        place = view.choose(-1 if imgui.get_io().key_shift else 1, top, top + high)
        if place is not None and not (top <= place[0] and place[1] <= top + high):
            self._scroll_to = max(0.0, place[0] - high / 3)
