"""The level chooser, the first screen: levels with pictures and results, the user's own contraptions, and sessions that
were cut off and can be resumed."""

from __future__ import annotations

from collections.abc import Container, Iterable
from pathlib import Path

from imgui_bundle import imgui

from sandbox.design.design import Design, new_design
from sandbox.levels.campaign import ChapterState
from sandbox.window.levels.campaign_controls import CampaignControls
from sandbox.window.levels.card_choice import CardChoice
from sandbox.window.levels.daily import Daily
from sandbox.window.levels.level_cards import CARD, LevelCards
from sandbox.window.levels.shelf import Card, Shelf, shelf
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.reload_resume import was_cut_off
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui
from sandbox.workspace.files.session_files import Unfinished

CARD_GAP = 16.0  # px between two cards in a row
EDGE = 8.0  # px: from the cards to the sides of the window, at least
PROBLEMS = 5  # the number of lines about files that were left out
OFFERED = 3  # unfinished sessions to offer at once


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
        self.level_cards = LevelCards(shell, documents, campaign, self.cards, self._next_path)

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

    def _next_path(self) -> Path | None:
        return self.next.path if self.next is not None else None

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
        others = (self.shelf.by_user, *self.shelf.open_puzzles.values())
        cards |= {card.path: card for some in others for card in some}
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
                self._open_puzzles(title, columns, locks.get(title))
                first += len(cards)
            for problem in self.shelf.problems[:PROBLEMS]:
                ui.line_of(Icon.WARNING, Colour.BAD, problem)
            if len(self.shelf.problems) > PROBLEMS:
                ui.line_of(Icon.WARNING, Colour.BAD, f"and {len(self.shelf.problems) - PROBLEMS} more were left out")
            for title, cards in self.shelf.user_chapters:
                self._section(title, Icon.EDIT, cards, columns, 1)
                self._open_puzzles(title, columns, None)
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
            ui.faint(text if following is not None else f"{text}. {self._after_all}")

    @property
    def _after_all(self) -> str:
        """What remains once all levels are solved, as a sentence."""
        cards = [card for some in self.shelf.open_puzzles.values() for card in some]
        left = any(card.key not in self.shell.workspace.wins.solved for card in cards)
        what = "open puzzles wait below the chapters" if left else "build one of your own"
        return f"All levels are solved; {what}."

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
        words = lock.words if lock is not None else ""
        self._title(f"{icon}  {title}", 17.0, cards, words, f"lock.{title}")
        self._rows(cards, columns, first, words)

    def _open_puzzles(self, title: str, columns: int, lock: ChapterState | None) -> None:
        """Draw the open puzzles of a chapter in rows of their own, if it has any."""
        cards = self.shelf.open_puzzles.get(title, ())
        if cards:
            words = lock.words_of_puzzles if lock is not None else ""
            self._title(f"{Icon.INVENT}  Open puzzles", 15.0, cards, words, f"lock.open.{title}")
            self._rows(cards, columns, 0, words, new=False)

    def _title(self, title: str, size: float, cards: tuple[Card, ...], lock: str, mark: str) -> None:
        """Draw the title over cards, how many are solved, and what opens them, if they are locked."""
        ui = self.ui
        ui.space(4)
        ui.bold(title, size)
        count = _count(cards, self.shell.workspace.wins.solved)
        if count:
            imgui.same_line(0.0, ui.px(12))
            ui.faint(count)
        if lock:
            ui.line_of(Icon.LOCK, Colour.ACCENT_DEEP, f"{lock} The settings can open everything.")
            ui.mark(mark)

    def _rows(self, cards: tuple[Card, ...], columns: int, first: int, lock: str, new: bool = True) -> None:
        """Draw cards in rows, numbered from `first`; with 0 they have no numbers, and one is for a `new` level."""
        ui, column = self.ui, 0
        self.cards.row()
        if not first and new:
            self.level_cards.draw_new()
            column = 1
        for number, card in enumerate(cards, first):
            if column % columns:
                imgui.same_line(0.0, ui.px(CARD_GAP))
            elif column:
                ui.space(2)
                self.cards.row()
            column += 1
            self.level_cards.draw(card, number if first else 0, lock)
