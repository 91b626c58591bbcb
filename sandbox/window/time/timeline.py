"""The timeline under the canvas: the session so far, to be scrubbed through, with marks for commands and events.

Marks differ by their signs, not by colour alone; where many stand close, the most important one is shown and the
tooltip lists the others.
"""

from __future__ import annotations

from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.parts.titles import title_in
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.time.time_controls import TimeControls
from sandbox.window.time.timeline_marks import COMMANDS, Cluster, clustered, sign_of
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui, shown
from sandbox.workspace.past.ghost import Ghost

_WIDTHS = (5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 640.0)  # s: what is shown of a run that goes on
_APART = 13.0  # px between two marks
_TOLD = 8  # marks in a tooltip
_ZOOM = 1.3  # for each notch of the wheel
_NARROWEST = 24  # places
_MOST_DOTS = 24  # of a stretch of editing
_GAP = 4 * " "
_TIP_WIDTH = 480.0  # px: of a tooltip with marks, one a line


class _Track(NamedTuple):
    """The rectangle of the track in pixels, y down, and the places of the session at its two ends."""

    x: float
    y: float
    width: float
    height: float
    low: float
    high: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    def at(self, place: float) -> float:
        """Return the x of a place, in pixels."""
        return self.x + self.width * (place - self.low) / (self.high - self.low)


class Timeline:
    """Draws the panel, and maps the mouse on it to places of the session."""

    def __init__(self, ui: Ui, shell: Shell, time: TimeControls) -> None:
        self.ui = ui
        self.shell = shell
        self.time = time
        self.zoomed: tuple[float, float] | None = None  # places at the two ends, if the wheel has chosen them
        self._clusters: tuple[tuple[Cluster, ...], tuple[Cluster, ...]] = ((), ())
        self._key: tuple[object, ...] = ()
        self._pressed: float | None = None  # where a mark was clicked, as long as the mouse stays there

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(
            panels=(Panel("below", self.draw, is_shown=lambda: self.time.shown),),
            forget=self.show_whole,
            state=lambda: {"span": list(self.span())},
        )

    # -- the stretch shown

    def span(self) -> tuple[float, float]:
        """Return the places at the left and the right end."""
        return self.zoomed if self.zoomed is not None else self._whole()

    def show_whole(self) -> None:
        """Show the whole session, because another document has been opened."""
        self.zoomed = self._pressed = None

    def _whole(self) -> tuple[float, float]:
        """Return the ends of the run that is shown; of a recording, of all of it."""
        past = self.shell.workspace.document.past
        chronicle = past.history
        if self.shell.workspace.document.watching:
            return 0.0, max(1.0, float(chronicle.last))
        run = chronicle.at(past.place).run or (chronicle.runs[-1] if chronicle.runs else None)
        if run is None:
            return 0.0, max(float(chronicle.last), chronicle.rate * _WIDTHS[0])
        if run is not chronicle.run:
            return float(run.place), float(max(run.place + run.length, run.place + 1))
        seconds = (run.length + 1) / chronicle.rate
        width_s = next((width for width in _WIDTHS if width >= seconds), seconds * 1.25)
        return float(run.place), run.place + width_s * chronicle.rate

    def draw(self, rect: Rect) -> None:
        """Draw the whole panel."""
        ui = self.ui
        flags = imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse
        with ui.panel("timeline", rect, flags):
            imgui.set_cursor_pos((ui.px(10), ui.px(6)))
            self._head(rect)
            imgui.set_cursor_pos((ui.px(12), ui.px(40)))
            self._track(rect[2] - rect[0] - ui.px(24), ui.px(36))
        colour = imgui.color_convert_float4_to_u32(Colour.EDGE)
        imgui.get_background_draw_list().add_line((rect[0], rect[1]), (rect[2], rect[1]), colour, 1.0)

    def _head(self, rect: Rect) -> None:
        ui, shell = self.ui, self.shell
        narrow = rect[2] - rect[0] < ui.px(620)
        names = ["bookmark", "ghost"]
        if shell.workspace.document.in_past:
            names = ["resume_here", "to_now", *names]
        if shell.workspace.document.tree.note is not None:
            names.append("branches")
        widths = {"resume_here": 118.0, "to_now": 104.0}
        if narrow:
            widths = {}
        total = sum(ui.px(widths.get(name, 30.0)) for name in names) + ui.px(4) * (len(names) - 1)
        ways = ["to_start", "previous_mark", "step_back", "next_mark", "seek"]
        for name in ("to_start", "previous_mark", "next_mark", "step_back"):  # these are in the menus, and have keys
            if ui.px(46) + ui.px(34) * len(ways) + total > rect[2] - rect[0]:
                ways.remove(name)
        for nth, name in enumerate(ways):
            if nth:
                imgui.same_line(0.0, ui.px(4))
            symbol = Icon.STEP_START if name == "to_start" else None
            ui.action(name, 30, symbol, as_=f"timeline.{name}")
        imgui.same_line(0.0, ui.px(12))
        left = imgui.get_cursor_pos_x()
        self._time(rect[2] - rect[0] - total - ui.px(24) - left)
        imgui.same_line(rect[2] - rect[0] - total - ui.px(12))
        for nth, name in enumerate(names):
            if nth:
                imgui.same_line(0.0, ui.px(4))
            action = ui.actions[name]
            label = f"{action.symbol}  {action.label}" if name in widths else None
            ui.action(name, widths.get(name, 30.0), label, primary=name == "resume_here", as_=f"timeline.{name}")

    def _time(self, room: float) -> None:
        """Draw the time at the playhead; the tooltip has all of it, also what has no room."""
        ui, facts = self.ui, self._facts()
        line = _GAP.join(short for short, _ in facts)
        if imgui.calc_text_size(line).x > room:  # how long the run is can be seen from the track
            line = "  ".join(short.partition(" of ")[0] for short, _ in facts)
        while len(line) > 2 and imgui.calc_text_size(line).x > room:
            line = line[:-2].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
        if imgui.calc_text_size(line).x > room:
            line = ""  # the rest of the line would lie under the buttons
        imgui.align_text_to_frame_padding()
        in_past = self.shell.workspace.document.in_past
        imgui.push_style_color(imgui.Col_.text, Colour.ACCENT_DEEP if in_past else Colour.TEXT)
        imgui.text_unformatted(line)
        imgui.pop_style_color()
        ui.mark("timeline.time")
        ui.tip("\n".join(long_ for _, long_ in facts))

    def _facts(self) -> list[tuple[str, str]]:
        """List the facts about the moment, each in few words and in a sentence; the most important comes first."""
        workspace = self.shell.workspace
        rate, moment = workspace.document.past.history.rate, workspace.document.past.moment
        run, ghost, note = self.time.run, self.time.ghost, self.time.contacts_note
        facts = []
        if moment is not None and moment.run is None:
            facts.append((f"Building, after {moment.commands} steps", "The level as it was after so many steps"))
        elif run is None:
            return [("Building", "Run the machine; then you can go back in time here.")]
        else:
            at = f"{(self.time.tick - run.start) / rate:.3f} s of {run.length / rate:.3f} s"
            facts.append((at, f"{at} of this run"))
            if run.forgotten:
                facts.append(("no longer kept", "It is no longer kept: resume to see it."))
        if ghost is not None:
            where = _likeness(ghost, self.time.tick - run.start if run is not None else None, rate)
            facts.append((f"{Icon.GHOST} {where}", f"The ghost is {ghost.title}: {where}. Only what differs is drawn."))
        if note:
            facts.append((note, f"{note[:1].upper()}{note[1:]}."))
        if workspace.jobs.looked_ahead < 1.0:
            ahead = f"looking ahead: {100 * workspace.jobs.looked_ahead:.0f} %"
            facts.append((ahead, "The recording is run ahead, so that all of it can be scrubbed through."))
        return facts

    # -- the track

    def _track(self, width: float, height: float) -> None:
        ui, workspace = self.ui, self.shell.workspace
        past = workspace.document.past
        low, high = self.span()
        at = imgui.get_cursor_screen_pos()
        imgui.invisible_button("##track", (max(1.0, width), height))
        ui.mark("timeline.track")
        hovered, active = imgui.is_item_hovered(), imgui.is_item_active()
        mouse = imgui.get_mouse_pos()
        if hovered and imgui.get_io().mouse_wheel:
            self._zoom(imgui.get_io().mouse_wheel, (mouse.x - at.x) / width)
        self._layers(_Track(at.x, at.y, width, height, low, high))
        if imgui.is_item_activated():
            self._pressed = mouse.x
            near = self._near(mouse.x - at.x, mouse.y < at.y + height / 2, ui.px(6))
            if near is not None:  # its very tick, until the mouse is moved
                workspace.travel.look_at(near.marks[0].place)
            else:
                self._pressed = None
        if active and past.history.last > 0 and (self._pressed is None or abs(mouse.x - self._pressed) > ui.px(2)):
            self._pressed = None
            place = round(low + (high - low) * (mouse.x - at.x) / width)
            if place != past.at:
                workspace.travel.look_at(place)
        elif hovered:
            near = self._near(mouse.x - at.x, mouse.y < at.y + height / 2, ui.px(8))
            over = at.y - ui.px(10)  # over the track, which it explains, and not on it: that is where one looks
            if near is not None:
                self._tell(near, (mouse.x, over))
            else:
                ui.tip("Drag to go back and forth in time; turn the wheel to look closer.", over=over)

    def _zoom(self, notches: float, share: float) -> None:
        low, high = self.span()
        about = low + (high - low) * share
        factor = _ZOOM**-notches
        low, high = max(0.0, about - (about - low) * factor), about + (high - about) * factor
        left, right = self._whole()
        self.zoomed = (low, max(high, low + _NARROWEST)) if high - low < right - left else None

    def _layers(self, track: _Track) -> None:
        ui, draw, past = self.ui, imgui.get_window_draw_list(), self.shell.workspace.document.past
        colour = imgui.color_convert_float4_to_u32
        x0, x1, y0, y1 = track.x, track.right, track.y, track.bottom
        draw.push_clip_rect((x0 - ui.px(8), y0 - ui.px(6)), (x1 + ui.px(8), y1 + ui.px(8)), True)
        draw.add_rect_filled((x0, y0), (x1, y1), colour((*Colour.TEXT[:3], 0.06)), ui.px(6))
        self._stretches(track)
        if past.loop is not None:
            self._loop(track, *past.loop)
        draw.add_line((x0, track.middle), (x1, track.middle), colour(Colour.LINE), 1.0)
        self._marks(track)
        for bookmark in past.bookmarks:
            if track.low <= bookmark.place <= track.high:
                line_x = track.at(bookmark.place)
                draw.add_line((line_x, y0 - ui.px(2)), (line_x, y1), colour(Colour.LINK), 1.0)
                draw.add_text((line_x - ui.px(4), y0 - ui.px(7)), colour(Colour.LINK), Icon.BOOKMARK)
        self._parting(track)
        self._playhead(track)
        draw.pop_clip_rect()

    def _stretches(self, track: _Track) -> None:
        """Draw a box for each run, and a row of dots for the editing between two of them."""
        ui, draw, colour = self.ui, imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
        for begin, end, run in self.shell.workspace.document.past.history.stretches():
            if end < track.low or begin > track.high:
                continue
            left, right = max(track.x, track.at(begin)), min(track.right, track.at(end + 1))
            if run is not None:
                box = ((left, track.y), (right, track.bottom))
                draw.add_rect_filled(*box, colour(Colour.CARD), ui.px(4))
                draw.add_rect(*box, colour(Colour.LINE), ui.px(4))
            else:  # dots, so that it differs by more than its shade
                left += ui.px(4)
                apart = max(ui.px(7), (right - left) / _MOST_DOTS)
                for nth in range(int((right - left) / apart) + 1):
                    draw.add_circle_filled((left + nth * apart, track.middle), ui.px(1), colour(Colour.FAINT))

    def _loop(self, track: _Track, begin: int, end: int) -> None:
        """Draw the stretch that is played over and over, between brackets."""
        ui, draw, colour = self.ui, imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
        left, right = track.at(begin), track.at(end)
        draw.add_rect_filled((left, track.y), (right, track.bottom), colour((*Colour.ACCENT[:3], 0.30)))
        for edge, inward in ((left, ui.px(5)), (right, -ui.px(5))):
            draw.add_line((edge, track.y), (edge, track.bottom), colour(Colour.ACCENT_DEEP), ui.px(2))
            for tip in (track.y, track.bottom):
                draw.add_line((edge, tip), (edge + inward, tip), colour(Colour.ACCENT_DEEP), ui.px(2))

    def _playhead(self, track: _Track) -> None:
        """Draw the place that is shown; in the past, the present as well."""
        ui, draw, past = self.ui, imgui.get_window_draw_list(), self.shell.workspace.document.past
        colour, bottom = imgui.color_convert_float4_to_u32, track.bottom
        if past.at is not None and track.low <= past.present <= track.high:
            line_x = track.at(past.present)
            draw.add_line((line_x, track.y), (line_x, bottom), colour(Colour.FAINT), ui.px(2))
        line_x = min(max(track.at(past.place), track.x), track.right)
        cursor = colour(Colour.ACCENT_DEEP if past.at is not None else Colour.TEXT)
        draw.add_line((line_x, track.y - ui.px(2)), (line_x, bottom + ui.px(2)), cursor, ui.px(2))
        draw.add_triangle_filled(
            (line_x - ui.px(6), bottom + ui.px(6)), (line_x + ui.px(6), bottom + ui.px(6)),
            (line_x, bottom - ui.px(2)), cursor,
        )  # fmt: skip

    def _parting(self, track: _Track) -> None:
        """Draw a line of dashes with a sign at the tick from which on the ghost differs from the shown run."""
        ghost, run = self.time.ghost, self.time.run
        if ghost is None or ghost.parted is None or run is None:
            return
        ui, draw = self.ui, imgui.get_window_draw_list()
        x, colour = track.at(run.place + ghost.parted), imgui.color_convert_float4_to_u32(Colour.GHOST)
        for nth in range(0, int(track.height), max(1, int(ui.px(6)))):
            draw.add_line((x, track.y + nth), (x, min(track.y + nth + ui.px(3), track.bottom)), colour, ui.px(2))
        radius = ui.px(5)
        draw.add_quad_filled((x, track.y - radius), (x + radius, track.y), (x, track.y + radius), (x - radius, track.y),
                             colour)  # fmt: skip

    def _marks(self, track: _Track) -> None:
        ui, draw, low, high = self.ui, imgui.get_window_draw_list(), track.low, track.high
        chronicle = self.shell.workspace.document.past.history
        last = chronicle.marks[-1] if chronicle.marks else None
        key = (id(chronicle), len(chronicle.marks), last, low, high, track.width)
        if key != self._key:
            self._key = key
            marks = [mark for mark in chronicle.marks if low <= mark.place <= high]
            scale = track.width / (high - low)
            self._clusters = (
                clustered([mark for mark in marks if mark.what not in COMMANDS], low, scale, ui.px(_APART)),
                clustered([mark for mark in marks if mark.what in COMMANDS], low, scale, ui.px(_APART)),
            )
        for lane, clusters in enumerate(self._clusters):
            top = track.y + lane * track.height / 2 + ui.px(1)
            for cluster in clusters:
                colour = imgui.color_convert_float4_to_u32(getattr(Colour, cluster.sign.colour))
                draw.add_text((track.x + cluster.x - ui.px(7), top), colour, cluster.sign.icon)

    def _near(self, x: float, upper: bool, reach: float) -> Cluster | None:
        clusters = self._clusters[0 if upper else 1]
        best = min(clusters, key=lambda cluster: abs(cluster.x - x), default=None)
        return best if best is not None and abs(best.x - x) <= reach else None

    def _tell(self, cluster: Cluster, at: tuple[float, float]) -> None:
        """Show a tooltip with all marks of a place; `at` is the middle of its lower edge."""
        chronicle, editor = self.shell.workspace.document.past.history, self.shell.editor
        lines = []
        for mark in sorted(cluster.marks, key=lambda mark: -sign_of(mark).weight)[:_TOLD]:
            run = chronicle.at(mark.place).run
            when = f"{(mark.tick - run.start) / chronicle.rate:.3f} s" if run is not None else ""
            sign = sign_of(mark)
            part_title = title_in(editor.design, mark.part) if mark.part else ""
            more = mark.text if mark.what in ("struck", "edit") else ""
            lines.append("  ".join(word for word in (sign.icon, when, sign.title, part_title, more) if word))
        with self.ui.tooltip(_TIP_WIDTH, at, (0.5, 1.0)) as is_open:
            for line in lines if is_open else ():
                imgui.text_unformatted(shown(line))
            if is_open and len(cluster.marks) > _TOLD:
                imgui.text_disabled(f"and {len(cluster.marks) - _TOLD} more")


def _likeness(ghost: Ghost, since: int | None, rate: int) -> str:
    """Describe how far a ghost matches the shown run, this many ticks after its Start (None: no run is shown)."""
    if ghost.run is None:
        return "is being run again" if ghost.rerun is not None else "has no run"
    if ghost.parted is None:
        over = since is not None and since > ghost.run.length
        return "no difference until its end" if over else "no difference so far"
    when = f"{ghost.parted / rate:.3f} s"
    return f"no difference until {when}" if since is not None and since < ghost.parted else f"differs from {when} on"
