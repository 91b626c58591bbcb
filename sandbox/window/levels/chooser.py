"""The level chooser, the first screen: levels with pictures and results, the user's own contraptions, and sessions that
were cut off and can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from pathlib import Path

from imgui_bundle import imgui

from sandbox.design.design import Design, new_design
from sandbox.editing.document import sentence
from sandbox.levels.campaign import ChapterState
from sandbox.levels.run_facts import missing
from sandbox.render.colours import Rgba
from sandbox.window.levels.campaign_controls import CampaignControls
from sandbox.window.levels.card_choice import CardChoice
from sandbox.window.levels.daily import Daily
from sandbox.window.levels.shelf import Card, Shelf, shelf
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.reload_resume import was_cut_off
from sandbox.window.shell.shell import Shell
from sandbox.window.ui import badges
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui, labelled
from sandbox.workspace.files.session_files import Unfinished
from sandbox.workspace.records import LevelRecord

CARD = (232.0, 196.0)  # px
PICTURE = (216.0, 135.0)  # px: the shape of a level's usual 4 m by 2.5 m
CARD_GAP = 16.0  # px between two cards in a row
EDGE = 8.0  # px: from the cards to the sides of the window, at least
PROBLEMS = 5  # the number of lines about files that were left out
OFFERED = 3  # unfinished sessions to offer at once
Box = tuple[tuple[float, float], tuple[float, float]]  # px: the low and the high corner of an area


def _tip(card: Card, record: LevelRecord | None) -> str:
    """Return what a card says under the pointer: the level's text, how hard it is, and what would earn the stars that
    are missing."""
    if card.design is None or record is None:
        return card.problem
    lines = [card.design.text]
    if card.decisions is not None:
        lines.append(sentence(card.decisions.words))
    missing_stars = [*missing(card.design, record.stars)] if record.stars.solved else []
    if missing_stars:
        lines.append(f"{record.stars}; still to earn: {'; '.join(missing_stars)}.")
    return "\n\n".join(lines)


def _count(cards: Iterable[Card], solved: Container[str]) -> str:
    """Describe how many of these are solved; empty if there is nothing to solve."""
    to_solve = [card for card in cards if card.design is not None and card.design.goals]
    done = sum(1 for card in to_solve if card.key in solved)
    return f"{done} of {len(to_solve)} solved" if to_solve else ""


class Chooser:
    """Draws the chooser; choosing goes through the application."""

    def __init__(self, ui: Ui, shell: Shell, documents: Documents, campaign: CampaignControls, daily: Daily) -> None:
        self.ui = ui
        self.shell = shell
        self.documents, self.campaign, self.daily = documents, campaign, daily
        self.shelf = Shelf((), (), (), ())
        self.cards = CardChoice(ui, lambda: self.next.name if self.next is not None else "")

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(panels=(Panel("chooser", self.draw),), key=self._key)

    def _key(self, name: str) -> bool:
        """Handle a key while the chooser is shown: the arrows move over the cards, Enter opens one, Esc goes back."""
        if self.shell.screen != "chooser":
            return False
        if name == "esc" and self.can_go_back:
            self.shell.hide_chooser()
        return name == "esc" or self.cards.key(name)

    @property
    def can_go_back(self) -> bool:
        """True if there is a document worth going back to."""
        document = self.shell.workspace.document
        is_built = document.design not in (Design(), new_design())
        return document.file.path is not None or document.watching or is_built

    @property
    def next(self) -> Card | None:
        """The first level of an open chapter that is neither solved nor skipped; after these one that was skipped."""
        wins, is_open = self.shell.workspace.wins, self._open_chapters
        cards = [card for title, chapter in self.shelf.chapters if is_open.get(title, True) for card in chapter]
        unsolved = [card for card in cards if card.design and card.design.goals and card.key not in wins.solved]
        return next((card for card in unsolved if card.key not in wins.skipped), unsolved[0] if unsolved else None)

    @property
    def _open_chapters(self) -> dict[str, bool]:
        """Tell of each chapter, by its title, whether it is open."""
        return {state.title: state.is_open for state in self.shell.workspace.campaign.chapters}

    # -- drawing

    def refresh(self) -> None:
        """Look at the disk again: levels may have been saved, sessions finished."""
        self.campaign.records.refresh()
        self.shell.workspace.campaign.refresh()
        recovery = self.shell.workspace.recovery
        unfinished = recovery.unfinished()
        self.shelf = shelf(self.shell.workspace.data, unfinished, recovery.left_out)
        # Sessions that were cut off stand on top, because a user looks for them first.
        last = self._last_played() if not self.shelf.unfinished else None
        self.cards.seek(last.name if last is not None else "")

    def _last_played(self) -> Card | None:
        """Return the level that was played last, or if it is solved the one to play after it; None at the first
        start."""
        workspace = self.shell.workspace
        open_path = workspace.document.file.path
        paths = [*([open_path] if open_path is not None else []), *map(Path, workspace.settings.now.recent)]
        chapters = (*self.shelf.chapters, *self.shelf.user_chapters)
        cards = {card.path: card for _, chapter in chapters for card in chapter}
        cards |= {card.path: card for card in self.shelf.by_user}
        last = next((cards[path] for path in paths if path in cards), None)
        if last is None or last.key not in workspace.wins.solved:
            return last
        following = workspace.campaign.next_after(last.path)
        return cards.get(following, last) if following is not None else last

    def draw(self, rect: Rect) -> None:
        ui = self.ui
        locks = {state.title: state for state in self.shell.workspace.campaign.chapters}
        self.campaign.in_hand = self._in_hand()
        with ui.panel("chooser", rect):
            self.cards.begin()
            room = imgui.get_content_region_avail().x - 2 * ui.px(EDGE)
            columns = max(1, int((room + ui.px(CARD_GAP)) // ui.px(CARD[0] + CARD_GAP)))
            width = columns * ui.px(CARD[0] + CARD_GAP) - ui.px(CARD_GAP)
            left = (imgui.get_content_region_avail().x - width) / 2
            imgui.indent(max(1.0, left))
            ui.space(14)
            self._head(width)
            for session in self.shelf.unfinished[:OFFERED]:
                self._unfinished(session, width)
            first = 1
            for title, cards in self.shelf.chapters:
                self._section(title, Icon.PART, cards, columns, first, locks.get(title))
                first += len(cards)
            for problem in self.shelf.problems[:PROBLEMS]:
                ui.line_of(Icon.WARNING, Colour.BAD, problem)
            if len(self.shelf.problems) > PROBLEMS:
                ui.line_of(Icon.WARNING, Colour.BAD, f"and {len(self.shelf.problems) - PROBLEMS} more were left out")
            for title, cards in self.shelf.user_chapters:
                self._section(title, Icon.EDIT, cards, columns, 1)
            ui.space(6)
            self._section("Your own contraptions", Icon.EDIT, self.shelf.by_user, columns)
            ui.space(10)
            imgui.unindent(max(1.0, left))
            self.cards.end()

    def _in_hand(self) -> Path | None:
        """Return the level that may be skipped: the highlighted one, else the next one to solve."""
        cards = [card for _, chapter in self.shelf.chapters for card in chapter]
        highlighted = next((card.path for card in cards if card.name == self.cards.name), None)
        return highlighted if highlighted is not None or self.next is None else self.next.path

    def _head(self, width: float) -> None:
        ui = self.ui
        at = imgui.get_cursor_pos_x()
        ui.bold("Contraption sandbox", 28.0)
        buttons = ui.px(140 + 8 + 130 + 8 + 110 + 8 + 110 + 8 + 116)
        if imgui.get_item_rect_size().x + ui.px(16) + buttons < width:  # else they have a line of their own
            imgui.same_line(at + width - buttons)
        ui.action("together", 140, f"{Icon.GROUP}  Play together", as_="chooser.together")
        imgui.same_line()
        ui.action("lesson", 130, f"{Icon.POINTER}  First lesson", as_="chooser.lesson")
        imgui.same_line()
        ui.action("new", 110, f"{Icon.NEW}  New", as_="chooser.new")
        imgui.same_line()
        ui.action("open", 110, f"{Icon.OPEN}  Open\N{HORIZONTAL ELLIPSIS}", as_="chooser.open")
        imgui.same_line()
        if ui.button("chooser.back", f"{Icon.NEXT}  Go back", "To what is open now", "Esc", (ui.px(116), ui.px(30)),
                     enabled=self.can_go_back):  # fmt: skip
            self.shell.hide_chooser()
        ui.faint("Choose a level to solve, or build something of your own. The arrow keys go from one to the next.")
        self._next(width)
        ui.space(4)

    def _next(self, width: float) -> None:
        """Draw the progress so far, and the next level to solve."""
        ui, following = self.ui, self.next
        cards = [card for _, chapter in self.shelf.chapters for card in chapter]
        done = sum(1 for card in cards if card.key in self.shell.workspace.wins.solved)
        ui.space(2)
        if following is not None:
            label = f"{Icon.NEXT}  {'Next' if done else 'Begin with'}: {following.title}"
            tip = "The first level that is not solved yet"
            enter = "Enter" if self.cards.shown is None else ""  # else it opens the card that the keys are on
            if ui.button("chooser.next", label, tip, enter, (0.0, ui.px(34)), primary=True):
                self.documents.open_path(following.path)
            imgui.same_line()
            ui.action("skip_level", 0, f"{Icon.FASTER}  {self.campaign.label}", as_="chooser.skip")
            imgui.same_line()
        icon = Icon.DONE if self.daily.is_solved else Icon.CALENDAR
        ui.action("daily", 0, f"{icon}  Machine of the day", as_="chooser.daily")
        imgui.same_line()
        ui.action("workshop", 0, f"{Icon.HAMMER}  Workshop", as_="chooser.workshop")
        text = _count(cards, self.shell.workspace.wins.solved)
        if text:
            imgui.same_line(0.0, ui.px(14))
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(8), ui.px(9)))
            imgui.align_text_to_frame_padding()
            imgui.pop_style_var()
            ui.faint(text if following is not None else f"{text}. All levels are solved; build one of your own.")

    def _unfinished(self, session: Unfinished, width: float) -> None:
        """An earlier session that was cut off: go on, or put it aside."""
        ui, shell = self.ui, self.shell
        imgui.push_style_color(imgui.Col_.child_bg, Colour.CARD)
        imgui.push_style_var(imgui.StyleVar_.window_padding, (ui.px(14), ui.px(10)))
        imgui.begin_child(
            f"unfinished{session.path}", (width, 0.0), imgui.ChildFlags_.borders | imgui.ChildFlags_.auto_resize_y
        )
        imgui.align_text_to_frame_padding()
        ui.icon(Icon.CLOCK, Colour.ACCENT_DEEP)
        imgui.align_text_to_frame_padding()
        ending = "It ended the program." if session.crashed else "Nothing is lost."
        imgui.text_unformatted(f"{was_cut_off(session)} {ending}")
        imgui.same_line(width - ui.px(80 + 8 + 110 + 14))
        if ui.button(f"resume.{session.path.stem}", "Go on", "Restore everything as it was when the session ended",
                     size=(ui.px(80), 0.0), primary=True):  # fmt: skip
            self.documents.resume(session.path)
        imgui.same_line()
        if ui.button(f"aside.{session.path.stem}", "Put it aside", "Not offered again; the file is kept",
                     size=(ui.px(110), 0.0)):  # fmt: skip
            shell.workspace.recovery.set_aside(session.path)
            self.refresh()
        imgui.end_child()
        imgui.pop_style_var()
        imgui.pop_style_color()

    def _section(
        self, title: str, icon: str, cards: tuple[Card, ...], columns: int, first: int = 0,
        lock: ChapterState | None = None,
    ) -> None:  # fmt: skip
        """Draw cards in rows: levels, numbered from `first`, or (0) those in no chapter, with a card for a new one."""
        ui = self.ui
        ui.space(4)
        ui.bold(f"{icon}  {title}", 17.0)
        count = _count(cards, self.shell.workspace.wins.solved)
        if count:
            imgui.same_line(0.0, ui.px(12))
            ui.faint(count)
        if lock is not None and not lock.is_open:
            ui.line_of(Icon.LOCK, Colour.ACCENT_DEEP, f"{lock.words} The settings can open everything.")
            ui.mark(f"lock.{title}")
        column = 0
        self.cards.row()
        if not first:
            self._new_card()
            column = 1
        for number, card in enumerate(cards, first):
            if column % columns:
                imgui.same_line(0.0, ui.px(CARD_GAP))
            elif column:
                ui.space(2)
                self.cards.row()
            column += 1
            self._card(card, number if first else 0, lock)

    def _frame(self, name: str, tip: Callable[[], str], run: Callable[[], object]) -> tuple[float, float] | None:
        """Draw the background of a card, highlighted under the pointer; call `run` on a click. Return its top left
        corner; None if the card is not in view, so that there is nothing more to draw."""
        ui = self.ui
        at = imgui.get_cursor_screen_pos()
        size = (ui.px(CARD[0]), ui.px(CARD[1]))
        clicked = imgui.invisible_button(labelled("", name), size)
        ui.mark(name)
        hot = self.cards.add(name, run)
        if not imgui.is_item_visible():
            return None
        draw, colour = imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
        low, high = (at.x, at.y), (at.x + size[0], at.y + size[1])
        shade = ui.px(3)
        draw.add_rect_filled((low[0], low[1] + shade), (high[0], high[1] + shade), colour((0, 0, 0, 0.10)), ui.px(10))
        draw.add_rect_filled(low, high, colour(Colour.WARM if hot else Colour.CARD), ui.px(10))
        draw.add_rect(low, high, colour(Colour.ACCENT if hot else Colour.LINE), ui.px(10), 2.0 if hot else 1.0)
        text = tip()
        if text:
            ui.tip(text)
        if clicked:
            run()
        return at.x, at.y

    def _new_card(self) -> None:
        corner = self._frame("level.new", lambda: "A floor, and every part to build with", self.documents.new)
        if corner is None:
            return
        (x, y), ui, draw = corner, self.ui, imgui.get_window_draw_list()
        colour = imgui.color_convert_float4_to_u32
        size = ui.px(44)
        middle = (x + ui.px(CARD[0]) / 2, y + ui.px(8) + ui.px(PICTURE[1]) / 2)
        for dx, dy in ((size / 2, 0.0), (0.0, size / 2)):
            draw.add_line((middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy),
                          colour(Colour.ACCENT_DEEP), ui.px(4))  # fmt: skip
        self._caption(x, y, "New contraption", "Build whatever you like", Colour.FAINT)

    def _card(self, card: Card, number: int, lock: ChapterState | None) -> None:
        words = lock.words if lock is not None else ""

        def record() -> LevelRecord | None:
            return self.campaign.record_of(card.path, card.design) if card.design is not None else None

        def chosen() -> None:
            if words:
                self.shell.workspace.messages.say(words, "refused")
            else:
                self.documents.open_path(card.path)

        corner = self._frame(card.name, lambda: words or _tip(card, record()), chosen)
        if corner is not None:
            self._draw_card(card, number, words, record(), corner)

    def _draw_card(
        self, card: Card, number: int, lock: str, record: LevelRecord | None, corner: tuple[float, float]
    ) -> None:
        """Draw the contents of a card; `lock` says what opens its chapter, `record` what the user has reached in it."""
        (x, y), ui, draw = corner, self.ui, imgui.get_window_draw_list()
        inset = ui.px(8)
        box = ((x + inset, y + inset), (x + ui.px(8 + PICTURE[0]), y + inset + ui.px(PICTURE[1])))
        colour = imgui.color_convert_float4_to_u32
        if card.design is None:
            draw.add_rect_filled(*box, colour(Colour.BAD_PALE), ui.px(6))
        else:
            self._picture(card.path, record.built if record is not None else card.design, box, pale=bool(lock))
        solved = record is not None and record.stars.solved
        if solved and record is not None:
            badges.draw_stars(ui, box[1][0], box[0][1], record.stars)
        if card.decisions is not None:
            badges.draw_difficulty(ui, box[0][0], box[1][1], card.decisions)
            ui.mark(card.name.replace("level.", "difficulty.", 1))
        title = f"{number}.  {card.title}" if number else card.title
        if card.problem:
            self._caption(x, y, title, f"{Icon.WARNING}  can't be opened", Colour.BAD)
        elif solved:
            self._caption(x, y, title, self._solved_caption(card), Colour.GOOD)
        elif lock:
            self._caption(x, y, title, f"{Icon.LOCK}  Locked", Colour.FAINT)
        elif self.shell.workspace.campaign.is_skipped(card.path):
            self._caption(x, y, title, f"{Icon.FASTER}  Skipped", Colour.FAINT)
        else:
            self._unsolved_caption(x, y, title, card)

    def _picture(self, path: Path, design: Design, box: Box, pale: bool) -> None:
        """Draw the picture of a level, or its place while the picture is not there yet."""
        ui, draw, colour = self.ui, imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
        picture = self.shell.pictures.level(path, design)
        if picture is None:  # the picture comes in one of the next frames
            draw.add_rect_filled(*box, colour(Colour.LINE), ui.px(6))
            return
        shade, texture = colour((1, 1, 1, 0.35 if pale else 1)), imgui.ImTextureRef(picture.texture)
        draw.add_image_rounded(texture, *box, picture.uv0, picture.uv1, shade, ui.px(6))

    def _unsolved_caption(self, x: float, y: float, title: str, card: Card) -> None:
        """Write how many goals a level has, and whether it is the next one."""
        goals = len(card.design.goals) if card.design else 0
        about = f"{goals} goal{'s' if goals != 1 else ''}" if goals else "free building"
        following = self.next
        is_next = following is not None and following.path == card.path
        about = f"{Icon.NEXT}  Next: {about}" if is_next else about
        self._caption(x, y, title, about, Colour.ACCENT_DEEP if is_next else Colour.FAINT)

    def _solved_caption(self, card: Card) -> str:
        """Say that a level is solved, with the best result."""
        if card.design is None:
            return f"{Icon.DONE}  Solved"
        record = self.campaign.record_of(card.path, card.design)
        best, fewest = record.result, record.runs.best("parts")
        if record.older or best is None:
            return f"{Icon.DONE}  Solved before it was changed" if record.older else f"{Icon.DONE}  Solved"
        parts = f"{best.parts} part{'s' if best.parts != 1 else ''}"
        by_hand = ", by hand" if fewest is not None and fewest.facts.by_hand else ""
        return f"{Icon.DONE}  {parts}, {best.ticks / card.design.world.tick_rate:.3f} s{by_hand}"

    def _caption(self, x: float, y: float, title: str, about: str, about_colour: Rgba) -> None:
        ui, draw, colour = self.ui, imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
        left, top = x + ui.px(12), y + ui.px(8 + PICTURE[1] + 6)
        room = ui.px(CARD[0] - 24)
        with ui.theme.font(ui.theme.bold):
            while len(title) > 1 and imgui.calc_text_size(title).x > room:
                title = title[:-2] + "\N{HORIZONTAL ELLIPSIS}"
            draw.add_text((left, top), colour(Colour.TEXT), title)
        draw.add_text((left, top + ui.px(20)), colour(about_colour), about)
