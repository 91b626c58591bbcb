"""The palette: all parts to place, by family and searchable, with the number left of each in the stock.

It is drawn on every frame and is most of the interface. So what changes only with the document or the search is cached,
and cells scrolled out of sight are not drawn.
"""

from __future__ import annotations

from typing import Protocol

from imgui_bundle import imgui

from sandbox.design.design import Design
from sandbox.editing import offers as contents
from sandbox.editing.keys import Modifiers
from sandbox.editing.offers import FAVOURITES, RECENT, Families, Offer, of_share
from sandbox.editing.stock_names import figures_of_item
from sandbox.editing.toolbox import Toolbox
from sandbox.parts import KINDS, LINKS
from sandbox.parts.kind import LinkKind
from sandbox.render.colours import Rgba
from sandbox.window.build.filter_menu import FilterMenu
from sandbox.window.build.keyboard import Keyboard
from sandbox.window.build.part_card import PartCard
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.text_field import OpeningField
from sandbox.window.ui.textures import Picture
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import TIPS, Rect, labelled, shown
from sandbox.workspace.settings import Preferences

_SEARCH = imgui.InputTextFlags_.auto_select_all | imgui.InputTextFlags_.escape_clears_all
CELL = 58.0  # px: a part in the palette
_GAP = 6.0  # px between cells
_BESIDE_PICTURE, _BESIDE_COUNT = 8.0, 26.0  # px: what a name leaves free, with the number that is left in it
_MARKS = {FAVOURITES: "favourite", RECENT: "recent"}
_OPEN = int(imgui.TreeNodeFlags_.default_open)


class Giving(Protocol):
    """The tool that gives a part to the player while an author builds the level."""

    @property
    def active(self) -> bool: ...
    def give(self, name: str) -> None: ...


class PalettePanel:
    """Draws the palette from the application's state, and calls its methods. `search` is the text typed above it."""

    def __init__(self, shell: Shell, author: Giving, keyboard: Keyboard, preferences: Preferences) -> None:
        self.ui = ui = shell.ui
        self.shell, self.author, self.keyboard, self.preferences = shell, author, keyboard, preferences
        self.toolbox = Toolbox(shell.editor)
        self.search = ""
        self._dragged = ""  # the kind that was dragged off with the button that is still down
        self._taken = False  # something was, since the pointer came here: now the scene is looked at, and no card
        self.chosen = 0  # the place in the list of parts found
        self.pointed_at: str | None = None  # the kind that the keys have come to
        self._right = False  # the right button has just gone down
        self._field = OpeningField("##search")
        self._searching = False  # the search has the keys
        self.filter = FilterMenu(ui, shell)
        self.card = PartCard(ui, shell)
        self._design: Design | None = None  # the design of the last look
        self._for: tuple[object, ...] = ()  # other facts that the families depend on
        self._families: Families = []
        self._imported: frozenset[str] = frozenset()  # the kinds for imported levels that are offered
        self._pictures: dict[str, Picture] = {}  # pictures of parts that look as their kinds do
        self._places: dict[int, tuple[tuple[float, ...], dict[str, Rect]]] = {}  # of the cells, by their family's list
        self._textures: dict[int, imgui.ImTextureRef] = {}
        self._named = False  # the parts have their names beside them
        self._anew = False  # all families are to be open, and the first of them in view
        self._rect: Rect = (0.0, 0.0, 0.0, 0.0)  # of the panel in the last frame
        self._free = shell.editor.design.free

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(
            panels=(Panel("left", self.draw),),
            before_frame=self._notice_stock,
            forget=self.show_all,
            state=lambda: {"search": self.search},
        )

    def _notice_stock(self) -> None:
        """Show all where another stock may be placed than before, as where an author begins to try a level out."""
        free = self.shell.editor.design.free
        if free is not self._free:
            self._free = free
            self.show_all()

    def covers(self, x: float, y: float) -> bool:
        """Tell whether a window pixel (y down) belongs to the palette."""
        x0, y0, x1, y1 = self._rect
        is_there = self.shell.screen == "editor" and "palette" not in self.shell.folded
        return is_there and x0 <= x < x1 and y0 <= y < y1

    def draw(self, rect: Rect) -> None:
        ui, self._rect = self.ui, rect
        pointer = imgui.get_mouse_pos()
        self._taken = self._taken and self.covers(pointer.x, pointer.y)
        with ui.panel("palette", rect):
            ui.corner_action("fold_palette")
            ui.heading("Parts", Icon.PARTS)
            imgui.set_next_item_width(-ui.px(40))
            hint = f"{Icon.SEARCH}  Search parts"
            if self._field.asks:
                self.shell.stir()
            _, self.search = self._field.draw(hint, self.search, _SEARCH, ui.give_keys_here)
            ui.mark("search")
            self._choose()
            self.filter.draw()
            imgui.begin_child("kinds", (0.0, 0.0), imgui.ChildFlags_.nav_flattened)
            self._collect(self.shell.editor.design)
            if self._anew:
                imgui.set_scroll_y(0.0)
            self.pointed_at, self._right = None, imgui.is_mouse_clicked(1)
            self._named = self._have_names()
            for name, offers in self._families:
                if self._anew:
                    imgui.set_next_item_open(True)
                is_open = imgui.collapsing_header(name, _OPEN)
                ui.mark(f"family.{name}")
                if is_open:
                    imgui.push_id(name)
                    self._cells(offers, _MARKS.get(name, "part"))
                    imgui.pop_id()
            if not self._families:
                ui.faint(self._why_empty())
            imgui.end_child()
            self._anew = False
            self.card.end_frame()
            if not imgui.is_mouse_down(0):
                self._dragged = ""

    def show_all(self) -> None:
        """Show all that may be placed, from the top: what was searched for and folded away was of another stock."""
        if self._searching:
            self.shell.host.forget_typing()
        self.search, self.filter.chosen, self.chosen = "", None, 0
        self._field.forget()
        self._anew = True

    # -- search

    def find(self) -> None:
        """Move the keyboard focus to the search."""
        self.keyboard.leave_panel()
        self.shell.unfold("palette")
        self.shell.host.expect_answer()
        self._field.take_keys()

    @property
    def found(self) -> list[Offer]:
        """The search results, in the order shown."""
        return [offer for _, offers in self._families for offer in offers] if self.search.strip() else []

    def _choose(self) -> None:
        """Handle the keys of the search field: Up and Down go through the results, Enter takes one."""
        results = self.found
        if imgui.is_item_active():
            down, up = imgui.is_key_pressed(imgui.Key.down_arrow), imgui.is_key_pressed(imgui.Key.up_arrow)
            self.chosen = max(0, min(len(results) - 1, self.chosen + down - up))
        elif imgui.is_item_deactivated() and imgui.is_key_pressed(imgui.Key.enter, False) and results:
            self._use(results[min(self.chosen, len(results) - 1)])
        self._searching = imgui.is_item_active()

    def _why_empty(self) -> str:
        if self.filter.chosen is not None:
            also = f", and is called '{self.search}'" if self.search else ""
            return f"There is no part here that fits: {self.filter.chosen.title}{also}."
        return f"No part is called '{self.search}'." if self.search else "This level has no parts to place."

    def _remember(self, offer: Offer) -> None:
        """Keep a kind among the recent ones, where everything may be built."""
        if offer.left is None:
            self.preferences.note_use(offer.kind.name)

    def _use(self, offer: Offer) -> None:
        self._taken = True
        self._remember(offer)
        if isinstance(offer.kind, LinkKind):
            self._draw_link(offer.kind.name)
        else:
            self._take_part(offer.name, dragged=False)

    def _take_part(self, name: str, dragged: bool) -> None:
        """Take a part in hand; by key, it follows the keyboard's pointer."""
        if self.toolbox.arm(name, dragged) and self.keyboard.used and not dragged:
            self.keyboard.leave_panel()
            self.keyboard.start()

    def _draw_link(self, kind: str) -> None:
        """Take a link in hand; by key, it goes to the first port."""
        if self.toolbox.draw_link(kind) and self.keyboard.used:
            self.keyboard.leave_panel()
            self.shell.editor.key("tab", Modifiers(), first=True)

    # -- favourites

    @property
    def kind_in_question(self) -> str | None:
        """The kind under the keyboard focus here, else the armed, selected or hovered kind."""
        return self.pointed_at or self.shell.editor.kind_in_question

    @property
    def is_favourite(self) -> bool:
        return self.kind_in_question in self.preferences.favourites

    def switch_favourite(self, kind: str) -> None:
        """Put a kind among the favourites, or take it out."""
        title = (KINDS.get(kind) or LINKS[kind]).title
        added = self.preferences.switch_favourite(kind)
        self.shell.workspace.messages.say(f"{title}: {'now one' if added else 'no longer one'} of your favourites")

    # -- contents

    def _collect(self, design: Design) -> None:
        """Collect the families with the search results in them; only if something relevant has changed."""
        before, preferences = self._design, self.preferences
        if before is not design:
            self._imported, self._design = contents.imported(design), design
        # While everything may be built, the same is there in every design, but for imported parts.
        same = None if design.free else design
        edition, document = self.shell.pictures.edition, self.shell.workspace.document
        together = self.shell.workspace.together
        # Not on the recent kinds: cells must not move away under the pointer. They are up to date after a search.
        depends = (same, self._imported, self.search, self.filter.chosen, preferences.favourites, edition, document,
                   together.dealt_to)  # fmt: skip
        if self._for and self._for[0] is depends[0] and self._for[1:] == depends[1:]:
            return
        self._for = depends
        self._pictures, self._places = {}, {}
        own = {FAVOURITES: preferences.favourites, RECENT: preferences.recent_kinds}
        families = contents.families_of(design, self.search, self.filter.chosen, own)
        if together.dealt_to:
            share = together.left_in_share
            families = [(title, [of_share(offer, share(offer.name)) for offer in offers]) for title, offers in families]
        self._families = families
        self.chosen = 0

    # -- cells

    def _cells(self, offers: list[Offer], mark: str) -> None:
        ui = self.ui
        gap = ui.px(_GAP)
        room = imgui.get_content_region_avail().x
        named = self._named
        columns = 1 if named else max(2, int((room + gap) // (ui.px(CELL) + gap)))
        wide = (room - gap * (columns - 1)) / columns
        high = ui.px(CELL) if named else wide
        armed, drawn = self.shell.editor.armed, imgui.get_window_draw_list()
        imgui.push_style_var(imgui.StyleVar_.item_spacing, (gap, gap))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (0.0, 0.0))
        height = -(-len(offers) // columns) * (high + gap)
        rects = self._place(offers, imgui.get_cursor_screen_pos(), columns, (wide, high), gap, mark)
        ui.note(rects)
        if imgui.is_rect_visible((room, height)):
            for index, (offer, rect) in enumerate(zip(offers, rects.values(), strict=True)):
                if index % columns:
                    imgui.same_line()
                self._cell(offer, rect, offer.name == armed, drawn)
                if named:
                    self._name(offer, rect, drawn)
        else:
            imgui.dummy((room, height - gap))
        imgui.pop_style_var(2)

    def _have_names(self) -> bool:
        """Tell whether there is room for all parts one below the other, with names of whole words: in most puzzles
        there is."""
        if self.shell.editor.design.free:
            return False
        cells = sum(len(offers) for _, offers in self._families)
        headers = len(self._families) * (imgui.get_frame_height() + imgui.get_style().item_spacing.y)
        needed = headers + cells * self.ui.px(CELL + _GAP)
        room = imgui.get_content_region_avail()
        if needed > room.y:
            return False
        words = {word for _, offers in self._families for offer in offers for word in shown(offer.title).split()}
        widest = max((imgui.calc_text_size(word).x for word in words), default=0.0)
        return widest <= room.x - self.ui.px(CELL + _BESIDE_PICTURE + _BESIDE_COUNT)

    def _name(self, offer: Offer, rect: Rect, drawn: imgui.ImDrawList) -> None:
        """Write the name of a part beside its picture, in as many lines as it takes."""
        x0, y0, x1, y1 = rect
        left = x0 + (y1 - y0) + self.ui.px(_BESIDE_PICTURE)
        room = x1 - left - self.ui.px(_BESIDE_COUNT)
        text = shown(offer.title)
        high = imgui.calc_text_size(text, False, room).y
        colour = _colour(Colour.FAINT if offer.left == 0 else Colour.TEXT)
        font, size = imgui.get_font(), imgui.get_font_size()
        drawn.add_text(font, size, (left, (y0 + y1 - high) / 2), colour, text, wrap_width=room)

    def _place(
        self, offers: list[Offer], corner: imgui.ImVec2, columns: int, size: tuple[float, float], gap: float, mark: str
    ) -> dict[str, Rect]:
        """Return each cell's rectangle, row by row from the upper left corner; cached until the palette moves."""
        where, (wide, high) = (corner.x, corner.y, columns, *size), size
        cached = self._places.get(id(offers))
        if cached is None or cached[0] != where:
            rects = {}
            for index, offer in enumerate(offers):
                row, column = divmod(index, columns)
                x, y = corner.x + column * (wide + gap), corner.y + row * (high + gap)
                rects[f"{mark}.{offer.name}"] = (x, y, x + wide, y + high)
            cached = self._places[id(offers)] = (where, rects)
        return cached[1]

    def _cell(self, offer: Offer, rect: Rect, armed: bool, drawn: imgui.ImDrawList) -> None:
        """Draw one part: a picture to click or to drag onto the canvas, with the number left in the stock."""
        x0, y0, x1, y1 = rect
        if armed:
            imgui.push_style_color(imgui.Col_.button, Colour.ACCENT)
            imgui.push_style_color(imgui.Col_.button_hovered, Colour.ACCENT)
        clicked = imgui.button(labelled("", f"part.{offer.name}"), (x1 - x0, y1 - y0))
        if armed:
            imgui.pop_style_color(2)
        if imgui.is_item_focused() and self.ui.keys_in:
            self.pointed_at = offer.kind.name
        hovered, active = imgui.is_item_hovered(TIPS), imgui.is_item_active()
        if imgui.is_item_visible():
            self._picture(offer, rect, drawn)
        if offer.left is not None:
            self._count(offer.left, x1, y1)
        if offer.kind.name in self.preferences.favourites and offer.left is None:
            drawn.add_text((x1 - self.ui.px(17), y0 + self.ui.px(3)), _colour(Colour.ACCENT_DEEP), Icon.STAR)
        if self._searching and self._is_chosen(offer):
            drawn.add_rect((x0, y0), (x1, y1), _colour(Colour.LINK), self.ui.px(6), self.ui.px(2))
        if self._right and imgui.is_item_hovered():
            self.switch_favourite(offer.kind.name)
        if hovered and not self._taken:
            self.card.draw(offer.kind, offer.title, self._more(offer), self._rect[2] + self.ui.px(6))
        if clicked or active:
            self._take(offer, clicked, active)

    def _more(self, offer: Offer) -> str:
        """Return the lines of a part's card below its description."""
        give = "\nShift+click gives one to the player." if self.author.active else ""
        design = self.shell.editor.design
        coins = f"Price: {offer.price}." if design.open else ""
        figures = figures_of_item(design, offer.name)
        return "\n".join(text for text in (offer.exchange, f"{figures} {coins}".strip(), f"{offer.how}{give}") if text)

    def _is_chosen(self, offer: Offer) -> bool:
        results = self.found
        return bool(results) and results[min(self.chosen, len(results) - 1)] is offer

    def _take(self, offer: Offer, clicked: bool, active: bool) -> None:
        """Take the part of a cell that was clicked or is dragged; a drag that ends where it began is no click."""
        dragged = active and imgui.is_mouse_dragging(0, self.ui.px(5))
        if clicked and self.author.active and self.shell.held_at_click.shift:
            self.author.give(offer.kind.name)
        elif dragged and not self._dragged:
            self._dragged, self._taken = offer.name, True
            self._remember(offer)
            if isinstance(offer.kind, LinkKind):
                self.toolbox.draw_link(offer.kind.name, held_down=True)
            else:
                self._take_part(offer.name, dragged=True)
        elif clicked and not self._dragged:
            self._use(offer)

    def _picture(self, offer: Offer, rect: Rect, drawn: imgui.ImDrawList) -> None:
        x0, y0, _, y1 = rect
        inset, x1 = self.ui.px(5), x0 + (y1 - y0)
        picture = self._pictures.get(offer.name) or self._look_up(offer)
        texture = self._textures.get(picture.texture)
        if texture is None:
            texture = self._textures[picture.texture] = imgui.ImTextureRef(picture.texture)
        colour = 0x59FFFFFF if offer.left == 0 else 0xFFFFFFFF  # as it is, or faded
        low, high = (x0 + inset, y0 + inset), (x1 - inset, y1 - inset)
        drawn.add_image(texture, low, high, picture.uv0, picture.uv1, colour)

    def _look_up(self, offer: Offer) -> Picture:
        item = self.shell.editor.design.stock_items.get(offer.name)
        plain = item is None or not item.props or isinstance(offer.kind, LinkKind)
        if plain or item is None:
            self._pictures[offer.name] = self.shell.pictures.kind(offer.kind.name)
            return self._pictures[offer.name]
        return self.shell.pictures.item(item)  # kept there, and not for ever

    def _count(self, left: int, x: float, y: float) -> None:
        """Draw the number left in the stock, in the lower right corner of a cell."""
        ui, text = self.ui, f"{left}"
        size = imgui.calc_text_size(text)
        pad = ui.px(5)
        draw = imgui.get_window_draw_list()
        colour = Colour.TEXT if left else Colour.FAINT
        draw.add_rect_filled(
            (x - size.x - 2 * pad, y - size.y - ui.px(2)), (x, y), imgui.color_convert_float4_to_u32(colour), ui.px(6)
        )
        draw.add_text(
            (x - size.x - pad, y - size.y - ui.px(1)), imgui.color_convert_float4_to_u32(Colour.ON_STRONG), text
        )


def _colour(colour: Rgba) -> int:
    return int(imgui.color_convert_float4_to_u32(colour))
