"""The cards that float over the canvas: a recording that is being watched, the outcome of a run, the last message."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.editing.document import sentence
from sandbox.levels.best_runs import Result
from sandbox.levels.run_facts import missing
from sandbox.recording.plain_text import printable
from sandbox.verify.judgement import classes_held
from sandbox.window.frame.toast_card import ToastCard
from sandbox.window.frame.weighed_scene import weighed_scene
from sandbox.window.levels.campaign_controls import CampaignControls
from sandbox.window.run.open_win import OpenWin
from sandbox.window.shell.documents import Documents
from sandbox.window.shell.shell import Shell
from sandbox.window.ui import badges
from sandbox.window.ui.card_place import CardPlace, best_place
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, shown
from sandbox.workspace.playback import Playback
from sandbox.workspace.records import Records, WinReport
from sandbox.workspace.solved_levels import result_of

_EXPLANATION = 460.0  # px: the width of the sentence about a recording that ends otherwise here
_LONGEST = 1000  # characters of it
_WIDE, _NARROW, _LOST = 620.0, 310.0, 340.0  # px: widths of the card of an outcome
_ENJOYED = 1.0  # s of the run from its outcome to the card
_CLOSE = 36.0  # px: from the button that closes it to its right side
_SIDE_GAP = 8.0  # px: from the card to the edges of the panel that it lies over
_MOST_BUTTONS = 5  # of the card, one below the other
_LEAST_ROWS = 3  # of buttons beside the scene, in panels of the usual width
_STARS = 110.0  # px: the height of the lines about stars once the win is proven
_BEST_IN = {"parts": "fewest pieces", "time": "fastest", "touches": "least help by hand", "challenge": "challenge met"}


class Cards:
    """Draws the cards."""

    def __init__(self, shell: Shell, documents: Documents, campaign: CampaignControls, records: Records) -> None:
        self.ui, self.shell = shell.ui, shell
        self.documents, self.campaign, self.records = documents, campaign, records
        self._open, self._toast = OpenWin(shell.ui), ToastCard(shell)
        self._place: tuple[int | None, CardPlace] | None = None  # of the last card, with the tick of its outcome

    def leave_place(self) -> None:
        """Choose a place anew for the next card: this one's was chosen for another document."""
        self._place = None

    def draw(self, canvas: Rect, side: Rect | None) -> None:
        """Draw the cards; `side` is the panel at the right, if it is unfolded."""
        middle = (canvas[0] + canvas[2]) / 2
        margin = self.ui.px(14)
        top = canvas[1] + margin
        if self.shell.workspace.document.watching:
            top = self._recording_card(middle, top)
        bottom = canvas[3] - margin - sum(foot() for foot in self.shell.hooks.foot)
        if self.shell.outcome.word in ("won", "lost") and self._is_due():
            beside = self._beside_scene(side)
            if beside is not None:
                self._outcome_card(*beside)
            else:
                sizes = self._outcome_sizes(canvas)
                place = self._place_of_outcome(sizes, canvas, top, margin)
                size = sizes[min(place.size, len(sizes) - 1)]
                x, y = place.corner(size, canvas, top, margin)
                self._outcome_card(x, y, size[0], 0.0)
                if place.low:
                    bottom = y - self.ui.px(10)
        for draw in self.shell.hooks.card:
            draw(middle, top)
        self._toast.draw(canvas, top, bottom)

    def _is_due(self) -> bool:
        """Tell whether the card of the outcome may come: the machine has gone on for a little, to be seen at its best
        moment, or it has been paused."""
        session, pacing = self.shell.workspace.document.session, self.shell.workspace.pacing
        decided = session.decided_tick if session.decided_tick is not None else session.tick
        return pacing.paused or session.tick - decided >= _ENJOYED * session.tick_rate

    def _outcome_card(self, x: float, y: float, width: float, most_high: float) -> None:
        if self.shell.outcome.word == "won":
            self._won_card(x, y, width, most_high)
        else:
            self._lost_card(x, y, width)

    def _beside_scene(self, side: Rect | None) -> tuple[float, float, float, float] | None:
        """Return the place, the width and the greatest height of the card of the outcome over the panel beside the
        scene, so that it covers nothing of what goes on; None if it does not fit there, or if it would hide how an
        author saves the win. The card of an open puzzle says so much that it scrolls there if it does not fit."""
        if side is None or self.shell.workspace.document.session.trying_out:
            return None
        gap = self.ui.px(_SIDE_GAP)
        width = side[2] - side[0] - 2 * gap
        is_open = self.shell.workspace.document.session.design.open
        rows = 2 if self.shell.outcome.word == "lost" else _LEAST_ROWS if is_open else _MOST_BUTTONS
        room = side[3] - side[1] - 2 * gap
        scrolls = is_open and self.shell.outcome.word == "won"
        fits = scrolls or self._height_of_outcome(width, rows) <= room
        return (side[0] + gap, side[1] + gap, width, room if scrolls else 0.0) if fits else None

    def _outcome_sizes(self, canvas: Rect) -> list[tuple[float, float]]:
        """Return the sizes that the card of the outcome can have over the scene, wide and narrow."""
        widths = [min(self.ui.px(width), canvas[2] - canvas[0] - self.ui.px(28)) for width in (_LOST, _WIDE, _NARROW)]
        if self.shell.outcome.word == "lost":
            return [(widths[0], self._height_of_outcome(widths[0], 1))]
        sizes = [(width, self._height_of_outcome(width, rows)) for width, rows in zip(widths[1:], (1, 3), strict=True)]
        whole = [size for size in sizes if size[1] <= canvas[3] - canvas[1]]
        return whole or sizes[:1]

    def _height_of_outcome(self, width: float, button_rows: int) -> float:
        """Return the height of the card of the outcome at a width, with room for all that it may yet say."""
        ui, session, padding = self.ui, self.shell.workspace.document.session, 32.0
        lost = self.shell.outcome.word == "lost"
        room = width - ui.px(padding + 44)
        says = session.design.insight if not lost else session.broken.text if session.broken is not None else ""
        is_open = session.design.open and not lost
        best = ["M" * 30, "M" * 30] if not is_open else []
        texts = [says, *([*self._about_run(), *best] if not lost else [])]
        high = sum(imgui.calc_text_size(shown(text), False, room).y + ui.px(5) for text in texts)
        high += ui.px(padding + 30 + 38 * button_rows)
        if is_open:
            return high + self._open.height(session.design, width)
        return high + ui.px(0 if lost else _STARS)

    def _place_of_outcome(self, sizes: list[tuple[float, float]], canvas: Rect, top: float, margin: float) -> CardPlace:
        """Return the place of the outcome's card, where it hides least of the goals' subjects and of the loose parts.
        It stays where it has appeared."""
        document = self.shell.workspace.document
        decided = document.session.decided_tick
        if self._place is None or self._place[0] != decided:
            self._place = decided, best_place(sizes, canvas, top, margin, weighed_scene(self.shell))
        return self._place[1]

    def _recording_card(self, x: float, y: float) -> float:
        """Draw the card; return the height at which the next card may begin."""
        ui, playback = self.ui, self.shell.workspace.document.playback
        assert playback is not None
        with ui.floating("recording", x, y, (0.5, 0.0)):
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(12), ui.px(7)))
            imgui.align_text_to_frame_padding()
            ui.icon(Icon.FILM, Colour.LINK)
            imgui.align_text_to_frame_padding()
            imgui.text_unformatted("You are watching a recording.")
            imgui.same_line(0.0, ui.px(14))
            ui.action("take_over", 0, f"{Icon.EDIT}  Take over", as_="card.take_over")
            imgui.pop_style_var()
            imgui.progress_bar(playback.progress, (-1.0, ui.px(5)), "")
            self._expectations(playback)
            height = imgui.get_window_height()
        return y + height + ui.px(10)

    def _expectations(self, playback: Playback) -> None:
        """Say which classes of arithmetic the recording is for, and what to do if it ends otherwise here."""
        ui, differs = self.ui, playback.differs
        for line in classes_held(playback.recording):
            imgui.text_disabled(sentence(line))
        ui.mark("recording.classes")
        if differs is None:
            return
        imgui.push_text_wrap_pos(ui.px(_EXPLANATION))
        imgui.push_style_color(imgui.Col_.text, Colour.BAD)
        since = playback.ahead.session_log.parted
        tick = f" from tick {since} on" if since is not None else ""
        imgui.text_unformatted(shown(printable(f"{str(differs.verdict).capitalize()}{tick}: {differs}", _LONGEST)))
        imgui.pop_style_color()
        imgui.pop_text_wrap_pos()
        ui.mark("recording.differs")
        if differs.command and ui.button("recording.copy", f"{Icon.COPY}  Copy the command", differs.command):
            imgui.set_clipboard_text(shown(differs.command))

    def _won_card(self, x: float, y: float, width: float, most_high: float) -> None:
        ui, shell = self.ui, self.shell
        session = shell.workspace.document.session
        with ui.floating("won", x, y, (0.0, 0.0), Colour.GOOD_PALE, width, most_high):
            self._close_button()
            ui.icon(Icon.DONE, Colour.GOOD, 34.0)
            imgui.begin_group()
            imgui.push_text_wrap_pos(0.0)
            ui.bold("Solved!", 22.0, Colour.GOOD)
            result = result_of(shell.workspace.document.session)
            placed = f", with {result.parts} piece{'s' if result.parts != 1 else ''} of your own"
            seconds = f"{result.ticks / session.tick_rate:.3f}\N{NO-BREAK SPACE}s"
            after = f"after {seconds}{'' if session.design.free else placed}"
            # The card of an open puzzle has all figures in a table.
            title = session.design.title
            imgui.text_unformatted(f"{title}." if session.design.open else f"{title}: {after}.")
            if session.design.insight:
                imgui.text_unformatted(shown(printable(session.design.insight, _LONGEST)))
                ui.mark("card.insight")
            for words in self._about_run():
                imgui.text_unformatted(shown(sentence(words)))
            if not session.design.open:  # whose card compares more than these two
                self._best(result)
            imgui.pop_text_wrap_pos()
            imgui.end_group()
            ui.space(4)
            self._won_buttons()
            # Under the buttons: the stars come when the proof is there, and a button that moved away from the pointer
            # then would miss its click.
            ui.space(2)
            self._stars(width)

    def _about_run(self) -> list[str]:
        """List what features say about a run that was won; nothing in an open puzzle, where a table does."""
        if self.shell.workspace.document.session.design.open:
            return []
        return [words for say in self.shell.hooks.outcome if (words := say())]

    def _close_button(self) -> None:
        """Draw the button that closes a card in its upper right corner, and leave the cursor where it was."""
        ui, begin = self.ui, imgui.get_cursor_pos()
        imgui.set_cursor_pos((imgui.get_window_width() - ui.px(_CLOSE), ui.px(8)))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(5), ui.px(2)))
        if ui.button("card.close", Icon.CLOSE, "Close this and let the machine run on"):
            self.shell.outcome.dismiss()
        imgui.pop_style_var()
        imgui.set_cursor_pos(begin)

    def _won_buttons(self) -> None:
        """Draw the buttons after a win, in more rows on a narrow card."""
        ui, shell = self.ui, self.shell
        film, again, build = f"{Icon.FILM}  Film", f"{Icon.REPEAT}  Watch again", f"{Icon.EDIT}  Keep building"
        if self.documents.next_level is not None:
            label, tip = self.campaign.next_words
            if ui.button("card.next", f"{Icon.NEXT}  {label}", tip, primary=True):
                if self.campaign.ending is not None:
                    self.campaign.show_ending()  # it leads on to the next level
                else:
                    self.documents.open_next()
            ui.beside(film)
        watch = ui.actions["watch_it"]
        if ui.button("card.watch", film, watch.tip, watch.shortcut, enabled=watch.enabled()):
            watch.run()
        if not shell.workspace.document.watching:
            ui.beside(again)
            if ui.button("card.again", again, "The same run from its start"):
                shell.workspace.control.watch_again()
            ui.beside(build)
            if ui.button("card.build", build, "Stop the machine and go on building"):
                shell.workspace.control.stop()
            save = ui.actions["save_recording"]
            ui.beside(f"{save.symbol}  Save run")
            if ui.button("card.save", f"{save.symbol}  Save run", save.tip, save.shortcut):
                save.run()

    def _best(self, now: Result) -> None:
        """Compare this result with the best so far."""
        workspace, records = self.shell.workspace, self.records
        if not records.is_compared(workspace):
            return
        before = records.before(workspace)
        if before is None:
            self.ui.text("Your first solution.")
            return
        best, rate = now.or_better(before), workspace.document.session.tick_rate
        parts = f"{best.parts} piece{'s' if best.parts != 1 else ''}"
        better = [word for word, new, old in (("fewer parts", now.parts, before.parts),
                                                ("faster", now.ticks, before.ticks)) if new < old]  # fmt: skip
        if better:
            self.ui.line_of(Icon.STAR, Colour.ACCENT_DEEP, f"Better than ever: {' and '.join(better)}.")
        self.ui.faint(f"Your best so far: {parts}, {best.ticks / rate:.3f}\N{NO-BREAK SPACE}s.")

    def _stars(self, width: float) -> None:
        """Draw the news of the win's proof, and once it is proven, the stars earned and still to earn."""
        ui, shell, document = self.ui, self.shell, self.shell.workspace.document
        win = self.records.win(shell.workspace)
        if win is None:
            if self.records.proving(shell.workspace):
                ui.faint("The win is being checked: the machine runs once more, unseen.")
                ui.mark("card.proving")
            return
        if win.problem or win.facts is None or win.stars is None:
            ui.line_of(Icon.WARNING, Colour.BAD, f"It does not count: {win.problem}.")
            return
        is_open = document.level.open
        if win.stars.possible > 1 or not is_open:
            for number in range(win.stars.possible):
                ui.icon(Icon.STAR, badges.star_ink(number < win.stars.earned), 22.0)
            new = f", {win.new_stars} new" if win.new_stars else ""
            ui.text(f"{str(win.stars)[:1].upper()}{str(win.stars)[1:]}{new}.")
            ui.mark("card.stars")
        if win.facts.by_hand:
            ui.line_of(Icon.HAND, Colour.ACCENT_DEEP, "Solved by hand: for more stars, let the machine do it alone.")
        best = [words for feat, words in _BEST_IN.items() if feat in win.better]
        if best and not is_open:
            ui.faint(f"Kept as your best run: {', '.join(best)}.")
        self._ways(win)
        if is_open:
            self._open.draw(document.level, win, width)
        stars_missing = [*missing(document.level, win.stars)]
        if win.ending:
            ui.line_of(Icon.FLAG, Colour.GOOD, f"{win.ending.words}.")
        if stars_missing:
            ui.line_of(Icon.NEXT, Colour.LINK, f"Still to earn: {'; '.join(stars_missing)}.")
        if win.opened:
            puzzles = f"{win.opened} open puzzle{'s' if win.opened > 1 else ''}"
            ui.line_of(Icon.INVENT, Colour.LINK, f"This opens {puzzles}: machines to invent, in the chooser.")
            ui.mark("card.opened")
        if win.ending and ui.button("card.ending", f"{Icon.STAR}  See all that you have built", primary=True):
            self.campaign.show_ending()

    def _ways(self, win: WinReport) -> None:
        """Say whether the way of a win is new, where more than one is known, and lead to the others."""
        if win.ways < 2 or self.shell.workspace.document.file.path is None:
            return
        if win.is_new_way:
            self.ui.line_of(Icon.STAR, Colour.ACCENT_DEEP, f"A new way: {win.ways} ways to solve it are known now.")
        elif win.way:
            self.ui.faint(f"Your way is one of at least {win.ways}.")
        else:
            self.ui.faint(f"At least {win.ways} ways are known; a win by hand is none of them.")
        self.ui.mark("card.way")
        self.ui.action("see_ways", 0, f"{Icon.FILM}  See the ways", as_="card.ways")

    def _lost_card(self, x: float, y: float, width: float) -> None:
        ui, shell = self.ui, self.shell
        with ui.floating("lost", x, y, (0.0, 0.0), Colour.BAD_PALE, width):
            ui.icon(Icon.FAILED, Colour.BAD, 34.0)
            imgui.begin_group()
            imgui.push_text_wrap_pos(0.0)
            ui.bold("Not this time.", 22.0, Colour.BAD)
            broken = shell.workspace.document.session.broken
            imgui.text_unformatted(sentence(broken.text) if broken is not None else "")
            imgui.pop_text_wrap_pos()
            imgui.end_group()
            ui.space(4)
            if not shell.workspace.document.watching and ui.button(
                "card.build", f"{Icon.EDIT}  Back to building", "Stop the machine", primary=True
            ):
                shell.workspace.control.stop()
            ui.beside(_CLOSE)
            if ui.button("card.close", Icon.CLOSE, "Close this and let the machine run on"):
                shell.outcome.dismiss()
