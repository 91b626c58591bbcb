"""The cards of the chooser: a level with its picture and what was reached in it, or the one for something new."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from imgui_bundle import imgui

from sandbox.design.design import Design
from sandbox.editing.document import sentence
from sandbox.levels.run_facts import missing
from sandbox.render.colours import Rgba
from sandbox.window.levels.campaign_controls import CampaignControls
from sandbox.window.levels.card_choice import CardChoice
from sandbox.window.levels.shelf import Card
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.shell import Shell
from sandbox.window.ui import badges
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import labelled
from sandbox.workspace.records import LevelRecord

CARD = (232.0, 196.0)  # px
PICTURE = (216.0, 135.0)  # px: the shape of a level's usual 4 m by 2.5 m
Box = tuple[tuple[float, float], tuple[float, float]]  # px: the low and the high corner of an area


def tip_of(card: Card, record: LevelRecord | None) -> str:
    """Return what a card says under the pointer: the level's text, how hard it is, and what would earn the stars that
    are missing."""
    if card.design is None or record is None:
        return card.problem
    lines = [card.design.text]
    if card.decisions is not None:
        lines.append(sentence(card.decisions.words))
    if card.is_open:
        own_ways = f" You have found {record.ways}." if record.ways.own else ""
        lines.append(f"An open puzzle: a machine to invent.{own_ways}")
    missing_stars = [*missing(card.design, record.stars)] if record.stars.solved else []
    if missing_stars:
        lines.append(f"{record.stars}; still to earn: {'; '.join(missing_stars)}.")
    return "\n\n".join(lines)


class LevelCards:
    """Draws cards; `next_path` returns the level that is to be solved next."""

    def __init__(
        self,
        shell: Shell,
        documents: Documents,
        campaign: CampaignControls,
        choice: CardChoice,
        next_path: Callable[[], Path | None],
    ) -> None:
        self.ui, self.shell = shell.ui, shell
        self.documents, self.campaign, self.choice, self._next_path = documents, campaign, choice, next_path

    def _frame(self, name: str, tip: Callable[[], str], run: Callable[[], object]) -> tuple[float, float] | None:
        """Draw the background of a card, highlighted under the pointer; call `run` on a click. Return its top left
        corner; None if the card is not in view, so that there is nothing more to draw."""
        ui = self.ui
        at = imgui.get_cursor_screen_pos()
        size = (ui.px(CARD[0]), ui.px(CARD[1]))
        clicked = imgui.invisible_button(labelled("", name), size)
        ui.mark(name)
        hot = self.choice.add(name, run)
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

    def draw_new(self) -> None:
        """Draw the card that begins something new."""
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

    def draw(self, card: Card, number: int, lock: str) -> None:
        """Draw the card of a level; `number` is its place, 0 if it has none, and `lock` says what opens it, if it is
        locked."""

        def record() -> LevelRecord | None:
            return self.campaign.record_of(card.path, card.design) if card.design is not None else None

        def chosen() -> None:
            if lock:
                self.shell.workspace.messages.say(lock, "refused")
            else:
                self.documents.open_path(card.path)

        corner = self._frame(card.name, lambda: lock or tip_of(card, record()), chosen)
        if corner is not None:
            self._draw_card(card, number, lock, record(), corner)

    def _draw_card(
        self, card: Card, number: int, lock: str, record: LevelRecord | None, corner: tuple[float, float]
    ) -> None:
        """Draw the contents of a card; `lock` says what opens it, `record` what the user has reached in it."""
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
        if card.is_open:
            badges.draw_open(ui, box[0][0], box[0][1])
            ui.mark(card.name.replace("level.", "open.", 1))
        title = f"{number}.  {card.title}" if number else card.title
        if card.problem:
            self._caption(x, y, title, f"{Icon.WARNING}  can't be opened", Colour.BAD)
        elif solved:
            self._caption(x, y, title, self.solved_caption(card), Colour.GOOD)
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
        """Write how many goals a level has, of an open puzzle in how many ways others have won it, and whether it is
        the next one."""
        goals = len(card.design.goals) if card.design else 0
        about = f"{goals} goal{'s' if goals != 1 else ''}" if goals else "free building"
        if card.is_open and card.design is not None:
            known = self.campaign.record_of(card.path, card.design).ways.known
            about = f"{about}, at least {known} way{'s' if known != 1 else ''}" if known else about
        is_next = self._next_path() == card.path
        about = f"{Icon.NEXT}  Next: {about}" if is_next else about
        self._caption(x, y, title, about, Colour.ACCENT_DEEP if is_next else Colour.FAINT)

    def solved_caption(self, card: Card) -> str:
        """Say that a level is solved, with the best result; of an open puzzle, in how many ways."""
        if card.design is None:
            return f"{Icon.DONE}  Solved"
        record = self.campaign.record_of(card.path, card.design)
        if card.is_open and record.ways.own:
            return f"{Icon.DONE}  {record.ways}"
        best, fewest = record.result, record.runs.best("parts")
        if record.older or best is None:
            return f"{Icon.DONE}  Solved before it was changed" if record.older else f"{Icon.DONE}  Solved"
        parts = f"{best.parts} piece{'s' if best.parts != 1 else ''}"
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
