"""The panels around the canvas: menu bar, toolbar, palette, level, status line; and the cards that float over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from imgui_bundle import imgui

from sandbox.design.geometry import Box
from sandbox.editing import picking
from sandbox.editing.authoring import hints
from sandbox.editing.document import sentence
from sandbox.editing.editor import Editor
from sandbox.editing.gestures.gesture import Preview
from sandbox.levels.library import Best
from sandbox.parts import KINDS
from sandbox.parts.notes import pages_of
from sandbox.render.marks.hint_marks import STEPS
from sandbox.window.panels.status_text import advice
from sandbox.window.panels.timeline import HEIGHT as TIMELINE
from sandbox.window.ui import label_layout
from sandbox.window.ui.theme import Colour, Icon, Rgba
from sandbox.window.ui.widgets import Rect, Ui
from sandbox.workspace.clock import FLAT_OUT
from sandbox.workspace.results import result_of

if TYPE_CHECKING:
    from sandbox.window.controls.documents import Documents
    from sandbox.window.controls.filming import Filming
    from sandbox.window.controls.keyboard import Keyboard
    from sandbox.window.controls.time_controls import TimeControls
    from sandbox.window.panels.author.panel import AuthorPanel
    from sandbox.window.shell import Shell

TOOLBAR = (
    ("step", "stop"), ("slower", "faster"), ("undo", "redo"),
    ("duplicate", "delete", "flip", "turn_left", "turn_right"), ("snap", "grid"), ("zoom_out", "fit", "zoom_in"),
)  # fmt: skip
LOST_SHOWN = 0.1  # s of lost time that are worth a word
TIGHT = 930.0  # px: below this the toolbar has no room for words
NARROW = 1180.0  # px: a window below this has narrower panels
_TONES = {"info": Icon.INFO, "refused": Icon.WARNING, "good": Icon.DONE, "bad": Icon.FAILED}


def _tone(tone: str) -> tuple[str, Rgba]:
    """Return the icon and the colour of a message."""
    colours = {"info": Colour.LINK, "refused": Colour.ACCENT_DEEP, "good": Colour.GOOD, "bad": Colour.BAD}
    return _TONES[tone], colours[tone]


class Layout(NamedTuple):
    """The rectangles of all panels, in pixels from the top left corner."""

    toolbar: Rect
    palette: Rect
    side: Rect
    status: Rect
    canvas: Rect
    timeline: Rect


def layout(ui: Ui, width: float, height: float, timeline: bool = True) -> Layout:
    """Lay the panels out for a window of this size."""
    menu = imgui.get_frame_height()
    top, bottom = menu + ui.px(46), height - ui.px(30)
    under = bottom - ui.px(TIMELINE) if timeline else bottom
    narrow = width < ui.px(NARROW)
    left, right = ui.px(198 if narrow else 236), width - ui.px(244 if narrow else 284)
    return Layout(
        (0.0, menu, width, top),
        (0.0, top, left, bottom),
        (right, top, width, bottom),
        (0.0, bottom, width, height),
        (left, top, right, under),
        (left, under, right, bottom),
    )


class Panels:
    """Draws all panels of the editor from the application's state, and calls its methods."""

    def __init__(
        self, ui: Ui, shell: Shell, time: TimeControls, documents: Documents, filming: Filming,
        author_panel: AuthorPanel, keyboard: Keyboard,
    ) -> None:  # fmt: skip
        self.ui = ui
        self.shell, self.time, self.documents, self.filming = shell, time, documents, filming
        self.author_panel, self.keyboard = author_panel, keyboard

    # -- above

    def menu_bar(self) -> None:
        imgui.push_style_color(imgui.Col_.text, Colour.SLATE_TEXT)
        if imgui.begin_main_menu_bar():
            self.ui.cover()
            for title, names in self.ui.actions.menus.items():
                self.ui.menu(title, names)
            self._document_title()
            imgui.end_main_menu_bar()
        imgui.pop_style_color()

    def _document_title(self) -> None:
        workspace = self.shell.workspace
        title = self.shell.document_title if self.shell.screen == "editor" else ""
        imgui.same_line(0.0, self.ui.px(16))
        room = imgui.get_window_width() - imgui.get_cursor_pos_x() - self.ui.px(12)
        while len(title) > 2 and imgui.calc_text_size(title).x > room:
            title = title[:-2].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
        width = imgui.calc_text_size(title).x
        imgui.set_cursor_pos_x(max(imgui.get_cursor_pos_x(), (imgui.get_window_width() - width) / 2))
        imgui.text_unformatted(title)
        if workspace.dirty:
            self.ui.tip("There are changes that are not saved as a level file yet. The session itself is recorded.")

    def toolbar(self, rect: Rect) -> None:
        ui, workspace = self.ui, self.shell.workspace
        with ui.panel("toolbar", rect, imgui.WindowFlags_.no_scrollbar):
            imgui.set_cursor_pos_y(ui.px(8))
            run = ui.actions["run"]
            ui.action("run", 96, f"{run.symbol}  {run.label}", primary=not workspace.moving)
            narrow = imgui.get_window_width() < ui.px(TIGHT)
            width = 34 if narrow else 108
            last = imgui.get_window_width() - ui.px(width + 12)
            for group in TOOLBAR:
                imgui.same_line(0.0, ui.px(6))
                if imgui.get_cursor_pos_x() + self._length(group) > last:
                    continue  # no room: what is in it is in the menus, and has its keys
                self._gap()
                imgui.same_line(0.0, ui.px(6))
                for index, name in enumerate(group):
                    if index:
                        imgui.same_line(0.0, ui.px(4))
                    if name == "faster":
                        self._speed()
                    ui.action(name, 32)
            imgui.same_line(last)
            ui.action("levels", width, Icon.LEVELS if narrow else f"{Icon.LEVELS}  Levels")
        self.edge(rect, below=True)

    def _length(self, group: tuple[str, ...]) -> float:
        """Width of a toolbar group in px, with its separator and the speed if it is in it."""
        return self.ui.px(13 + 36 * len(group) + (40 if "faster" in group else 0))

    def _speed(self) -> None:
        """Draw the speed between the buttons that change it, in a field of fixed width so that nothing jumps."""
        ui, text = self.ui, self._speed_text()
        at, width, height = imgui.get_cursor_screen_pos(), ui.px(36), ui.px(30)
        imgui.dummy((width, height))
        ui.mark("speed")
        ui.tip("The speed at which machines and recordings run")
        size = imgui.calc_text_size(text)
        colour = imgui.color_convert_float4_to_u32(Colour.TEXT)
        imgui.get_window_draw_list().add_text((at.x + (width - size.x) / 2, at.y + (height - size.y) / 2), colour, text)
        imgui.same_line(0.0, ui.px(4))

    def _speed_text(self) -> str:
        speed = self.shell.workspace.speed
        return "max" if speed is FLAT_OUT else f"{speed}\N{MULTIPLICATION SIGN}"

    def _gap(self) -> None:
        """Draw a thin line between groups of the toolbar."""
        at = imgui.get_cursor_screen_pos()
        low, high = at.y + self.ui.px(5), at.y + self.ui.px(25)
        line = imgui.color_convert_float4_to_u32(Colour.LINE)
        imgui.get_window_draw_list().add_line((at.x, low), (at.x, high), line, 1.0)
        imgui.dummy((1.0, 1.0))

    def edge(self, rect: Rect, below: bool = False) -> None:
        """Draw the hairline where a panel meets the canvas, below the panel or to its right."""
        x0, y0, x1, y1 = rect
        a, b = ((x0, y1), (x1, y1)) if below else ((x1, y0), (x1, y1))
        line = imgui.color_convert_float4_to_u32(Colour.EDGE)
        imgui.get_background_draw_list().add_line(a, b, line, 1.0)

    # -- right, upper part: the level

    def level(self) -> None:
        """Its text, its goals with their state, its hints."""
        ui, shell = self.ui, self.shell
        design = shell.editor.design
        ui.bold(design.title, 18.0)
        if design.text:
            ui.text(design.text)
        session = shell.workspace.session
        if design.goals:
            ui.space(2)
            ui.heading("Goals", Icon.GOALS)
            for index, goal in enumerate(session.goals):
                self._goal_mark(goal.met)
                ui.text(goal.text, Colour.GOOD if goal.met else Colour.TEXT)
                ui.mark(f"goal.{index}")
                if 0.0 < goal.share < 1.0:
                    imgui.progress_bar(goal.share, (-1.0, ui.px(6)), "")
        for fail in design.fails:
            ui.line_of(Icon.WARNING, Colour.BAD, f"Lost if: {fail.text}", Colour.FAINT)
        self._hints()

    def _goal_mark(self, met: bool) -> None:
        """Draw a tick in a disc, or an empty ring."""
        ui = self.ui
        if met:
            ui.icon(Icon.DONE, Colour.GOOD)
        else:
            at, size = imgui.get_cursor_screen_pos(), imgui.get_font_size()
            ring = imgui.color_convert_float4_to_u32(Colour.FAINT)
            middle = (at.x + ui.px(8), at.y + size / 2 + ui.px(1))
            imgui.get_window_draw_list().add_circle(middle, ui.px(6), ring, 0, ui.px(2))
            imgui.dummy((ui.px(16), size))
            imgui.same_line(0.0, ui.px(8))

    def _hints(self) -> None:
        """Each in three steps: which part or link, where about, exactly where. The last two are seen in the scene."""
        shell, design = self.shell, self.shell.editor.design
        for number, hint in enumerate(design.hints):
            step = shell.hints_shown - STEPS * number
            if step > 0:
                text = hints.told(design, hint) if step > 1 else hints.which(hint)
                self.ui.line_of(Icon.HINT, Colour.ACCENT_DEEP, text)
        left = STEPS * len(design.hints) - shell.hints_shown
        about = design.hints[min(shell.hints_shown // STEPS, len(design.hints) - 1)] if design.hints else None
        of_link = about is not None and bool(about.ends)
        tips = ("Which link", "Between which parts", "From which port to which") if of_link else (
            "Which part", "Where about", "Exactly where")  # fmt: skip
        tip = tips[shell.hints_shown % STEPS]
        if left and self.ui.button("hint", f"{Icon.HINT}  Show a hint ({left} left)", tip):
            shell.hints_shown += 1

    # -- below: the status line

    def status(self, rect: Rect) -> None:
        ui, shell = self.ui, self.shell
        workspace = shell.workspace
        session = workspace.session
        with ui.panel("status", rect, imgui.WindowFlags_.no_scrollbar):
            imgui.set_cursor_pos_y(ui.px(6))
            right = self._figures()
            width = imgui.calc_text_size(right).x
            state, colour = self._state()
            ui.bold(state, 0.0, colour)
            imgui.same_line(0.0, ui.px(16))
            room = imgui.get_window_width() - width - ui.px(40) - imgui.get_cursor_pos_x()
            self._status_text(room)
            imgui.same_line(imgui.get_window_width() - width - ui.px(14))
            imgui.text_unformatted(right)
            ui.mark("figures")
            ui.tip(
                f"Tick {session.tick} of this session; {session.tick_rate} ticks are a second. Lost is what passed "
                "while the program stood still or could not keep up: the machine goes on where it was."
            )

    def _figures(self) -> str:
        session = self.shell.workspace.session
        frames = self.shell.frame_rate.a_second if self.shell.workspace.moving else None
        design = session.design
        figures = [f"tick {self.time.tick}"]
        if self.filming.export.active:
            figures.insert(0, f"drawing: {self.filming.export.share:.0%}")
        if session.running and not self.shell.workspace.in_past:
            figures.append(f"{self.shell.workspace.run_seconds:.2f} s")
        lost = self.shell.workspace.lost_seconds
        if lost >= LOST_SHOWN:
            figures.append(f"{lost:.1f} s lost")
        figures.append(f"{len(design.parts)} parts" if len(design.parts) != 1 else "1 part")
        if design.links:
            figures.append(f"{len(design.links)} links" if len(design.links) != 1 else "1 link")
        if frames is not None:
            figures.append(f"{frames:.0f} fps")
        return "      ".join(figures)

    def _state(self) -> tuple[str, Rgba]:
        workspace = self.shell.workspace
        if workspace.in_past:
            return (f"{Icon.RESUME}  The past", Colour.ACCENT_DEEP)
        if workspace.watching:
            return (f"{Icon.FILM}  Recording", Colour.LINK)
        if workspace.design.author and not workspace.session.running:
            return (f"{Icon.FLAG}  Author", Colour.ACCENT_DEEP)
        if not workspace.session.running:
            return (f"{Icon.EDIT}  Building", Colour.TEXT)
        if workspace.paused:
            return (f"{Icon.PAUSE}  Paused", Colour.ACCENT_DEEP)
        return (f"{Icon.PLAY}  Running", Colour.GOOD)

    def _status_text(self, room: float) -> None:
        """What the gesture in progress would need, what the pointer is over, or the last message."""
        text = advice(self.shell, self.keyboard)
        if imgui.calc_text_size(text).x > room:
            while text and imgui.calc_text_size(text + "\N{HORIZONTAL ELLIPSIS}").x > room:
                text = text[:-1]
            text += "\N{HORIZONTAL ELLIPSIS}"
        imgui.push_style_color(imgui.Col_.text, Colour.FAINT)
        imgui.text_unformatted(text)
        imgui.pop_style_color()
        self.ui.mark("advice")

    # -- over the canvas

    def cards(self, canvas: Rect) -> None:
        """Draw the cards over the canvas: outcome, playing recording, messages, and why a gesture would be refused."""
        middle = (canvas[0] + canvas[2]) / 2
        top = canvas[1] + self.ui.px(14)
        shell = self.shell
        if shell.workspace.watching:
            top = self._recording_card(middle, top)
        if shell.outcome == "won":
            self._won_card(middle, top)
        elif shell.outcome == "lost":
            self._lost_card(middle, top)
        self._toast(middle, canvas[3] - self.ui.px(14))
        self._refusal(canvas, shell.editor.preview)
        self._guides(canvas, shell.editor.preview)
        for text, wx, wy, ground in self.author_panel.labels():
            x, y = shell.view.camera.to_screen(wx, wy)
            self._label(canvas, text, [(x, shell.window.height - y - self.ui.px(28))], ground)
        self._reading(shell.editor)

    def _recording_card(self, x: float, y: float) -> float:
        """Returns where the next card may begin."""
        ui, playback = self.ui, self.shell.workspace.playback
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
            height = imgui.get_window_height()
        return y + height + ui.px(10)

    def _won_card(self, x: float, y: float) -> None:
        ui, shell = self.ui, self.shell
        session = shell.workspace.session
        with ui.floating("won", x, y, (0.5, 0.0), Colour.GOOD_PALE):
            ui.icon(Icon.DONE, Colour.GOOD, 34.0)
            imgui.begin_group()
            ui.bold("Solved!", 22.0, Colour.GOOD)
            result = result_of(shell.workspace.session)
            seconds, own = result.ticks / session.tick_rate, result.parts
            placed = "" if session.design.free else f", with {own} part{'s' if own != 1 else ''} of your own"
            imgui.text_unformatted(f"{session.design.title}: after {seconds:.2f} s{placed}.")
            self._best(result)
            imgui.end_group()
            ui.space(4)
            if self.documents.next_level is not None:
                if ui.button("card.next", f"{Icon.NEXT}  Next level", "The next level", primary=True):
                    self.documents.open_next()
                imgui.same_line()
            if not shell.workspace.watching:
                if ui.button("card.again", f"{Icon.REPEAT}  Watch again", "The same run from its start"):
                    shell.workspace.watch_again()
                imgui.same_line()
                if ui.button("card.build", f"{Icon.EDIT}  Keep building", "Stop the machine and go on building"):
                    shell.workspace.stop()
                imgui.same_line()
                save = ui.actions["save_recording"]
                if ui.button("card.save", f"{save.symbol}  Save run", save.tip, save.shortcut):
                    save.run()
                imgui.same_line()
            if ui.button("card.close", Icon.CLOSE, "Close this and let the machine run on"):
                shell.dismiss_outcome()

    def _best(self, now: Best) -> None:
        """How that compares with the best so far."""
        workspace = self.shell.workspace
        best, before = workspace.wins.best_in(workspace.file.path), workspace.wins.before
        if best is None or workspace.watching or workspace.session.by_author:
            return
        rate = workspace.session.tick_rate
        words = [f"fewest parts: {best.parts}", f"fastest: {best.ticks / rate:.2f} s ({best.ticks} ticks)"]
        if before is None:
            self.ui.text("Your first solution.")
            return
        better = [word for word, new, old in (("fewer parts", now.parts, before.parts),
                                                ("faster", now.ticks, before.ticks)) if new < old]  # fmt: skip
        if better:
            self.ui.line_of(Icon.STAR, Colour.ACCENT_DEEP, f"Better than ever: {' and '.join(better)}.")
        self.ui.faint(f"Your best: {', '.join(words)}.")

    def _lost_card(self, x: float, y: float) -> None:
        ui, shell = self.ui, self.shell
        with ui.floating("lost", x, y, (0.5, 0.0), Colour.BAD_PALE):
            ui.icon(Icon.FAILED, Colour.BAD, 34.0)
            imgui.begin_group()
            ui.bold("Not this time.", 22.0, Colour.BAD)
            fails = shell.editor.design.fails
            imgui.text_unformatted(sentence(fails[0].text) if len(fails) == 1 else "What must not happen has happened.")
            imgui.end_group()
            ui.space(4)
            if not shell.workspace.watching and ui.button(
                "card.build", f"{Icon.EDIT}  Back to building", "Stop the machine", primary=True
            ):
                shell.workspace.stop()
            imgui.same_line()
            if ui.button("card.close", Icon.CLOSE, "Close this and let the machine run on"):
                shell.dismiss_outcome()

    def _toast(self, x: float, y: float) -> None:
        """The last message, for some seconds, with a button for what it offers."""
        ui, shell = self.ui, self.shell
        note = shell.toasts.shown
        if note is None:
            return
        icon, colour = _tone(note.tone)
        with ui.floating("toast", x, y, (0.5, 1.0)):
            # Text in the middle of the row, whether or not a button (30 high) is in it.
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(12), ui.px(7)))
            imgui.align_text_to_frame_padding()
            ui.icon(icon, colour)
            imgui.align_text_to_frame_padding()
            imgui.text_unformatted(note.text)
            for offer in filter(None, (note.offer, note.also)):
                action = ui.actions[offer]
                if action.enabled():
                    imgui.same_line(0.0, ui.px(14))
                    ui.action(offer, 0, f"{action.symbol}  {action.label}", as_=f"toast.{offer}")
            imgui.pop_style_var()

    def _reading(self, editor: Editor) -> None:
        """Show all pages of the note under the pointer."""
        spec = editor.design.part_by_id.get(editor.hover.id) if editor.gesture is None else None
        name = KINDS[spec.kind].read if spec is not None else ""
        if spec is None or not name or not spec.props.get(name):
            return
        imgui.push_style_var(imgui.StyleVar_.window_rounding, self.ui.px(8))
        if imgui.begin_tooltip():
            imgui.push_text_wrap_pos(self.ui.px(300))
            for number, page in enumerate(pages_of(str(spec.props[name]))):
                if number:
                    imgui.separator()
                imgui.text_unformatted(page)
            imgui.pop_text_wrap_pos()
            imgui.end_tooltip()
        imgui.pop_style_var()

    def _guides(self, canvas: Rect, preview: Preview) -> None:
        """Label each guide at its end."""
        scale, taken = self.ui.theme.scale, [self._on_screen(picking.box_of(spec)) for spec in preview.parts]
        for line in preview.guides:
            if not line.text:
                continue
            start, end = (self._pixel(*point) for point in ((line.x0, line.y0), (line.x1, line.y1)))
            spots = label_layout.beside(start, end, imgui.calc_text_size(line.text).x + 2 * self.ui.px(8), scale)
            taken.append(self._label(canvas, line.text, spots, Colour.GUIDE, taken))

    def _on_screen(self, box: Box) -> Rect:
        """Convert a box of the world to pixels, y down."""
        (x0, y1), (x1, y0) = self._pixel(*box[:2]), self._pixel(*box[2:])
        return x0, y0, x1, y1

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        """A point of the world in pixels, y down."""
        across, up = self.shell.view.camera.to_screen(x, y)
        return across, self.shell.window.height - up

    def _label(
        self, canvas: Rect, text: str, spots: list[tuple[float, float]], ground: Rgba, clear_of: Sequence[Rect] = ()
    ) -> Rect:
        """Draw text on a coloured ground over the canvas, at the first spot where all of it is visible and covers
        nothing."""
        draw, pad = imgui.get_foreground_draw_list(), self.ui.px(8)
        room = max(canvas[2] - canvas[0] - 4 * pad, self.ui.px(60))
        size = imgui.calc_text_size(text, False, room)
        box = label_layout.settle(spots, (size.x + 2 * pad, size.y + pad), canvas, pad, clear_of)
        colour = imgui.color_convert_float4_to_u32
        draw.add_rect_filled(box[:2], box[2:], colour(ground), self.ui.px(6))
        at = (box[0] + pad, box[1] + pad / 2)
        draw.add_text(imgui.get_font(), imgui.get_font_size(), at, colour(Colour.ON_STRONG), text, room)
        return box

    def _refusal(self, canvas: Rect, preview: Preview) -> None:
        """Why what is being dragged can't be there, beside the pointer."""
        x, y = self.keyboard.pointed_at
        x0, y0, x1, y1 = canvas
        if not preview.why_not or not (x0 <= x < x1 and y0 <= y < y1):
            return
        text = sentence(preview.why_not)
        right = x > (x0 + x1) / 2
        pad, width = self.ui.px(8), imgui.calc_text_size(text).x
        left = x - width - 3 * pad if right else x + 2 * pad
        self._label(canvas, text, [(left, y + 2 * pad)], Colour.BAD)


__all__ = ["Layout", "Panels", "layout"]
