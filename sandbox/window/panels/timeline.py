"""The timeline under the canvas: the session so far, to be scrubbed through, with marks for commands and events.

Marks differ by their signs, not by colour alone; where many stand close, the most important one is shown and the
tooltip lists the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from imgui_bundle import imgui

from sandbox.commands import commands
from sandbox.editing.selection import title_of
from sandbox.window.ui.theme import Colour, Icon
from sandbox.window.ui.widgets import Rect, Ui
from sandbox.workspace.past.ghost import Ghost
from sandbox.workspace.past.history import StripMark
from sandbox.workspace.past.runs import Run

if TYPE_CHECKING:
    from sandbox.window.controls.time_controls import TimeControls
    from sandbox.window.shell import Shell

HEIGHT = 84.0  # px
_WIDTHS = (5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 640.0)  # s: what is shown of a run that goes on
_APART = 13.0  # px between two marks
_TOLD = 8  # marks in a tooltip
_ZOOM = 1.3  # for each notch of the wheel
_NARROWEST = 24  # places
_MOST_DOTS = 24  # of a stretch of editing
_GAP = 4 * " "


class Sign(NamedTuple):
    """The look of a kind of mark; where there is no room the greatest `weight` wins."""

    icon: str
    colour: str  # of `Colour`, by name: the theme may change
    title: str
    weight: int


SIGNS = {
    "won": Sign(Icon.FLAG, "GOOD", "Solved", 9),
    "lost": Sign(Icon.FAILED, "BAD", "Lost", 9),
    "exploded": Sign(Icon.BLAST, "BAD", "Exploded", 8),
    "popped": Sign(Icon.BURST, "BAD", "Popped", 7),
    "cut": Sign(Icon.SCISSORS, "TEXT", "Cut", 7),
    "died": Sign(Icon.SKULL, "TEXT", "Squashed", 7),
    "fired": Sign(Icon.ROCKET, "ACCENT_DEEP", "Fired", 6),
    "lit": Sign(Icon.FLAME, "ACCENT_DEEP", "Lit", 5),
    "scored": Sign(Icon.DONE, "GOOD", "Arrived", 5),
    "freed": Sign(Icon.UNLINK, "TEXT", "Freed", 4),
    "switched": Sign(Icon.BOLT, "ACCENT_DEEP", "Switched", 3),
    "left": Sign(Icon.LEFT_WORLD, "TEXT", "Left the world", 3),
    "struck": Sign(Icon.HAMMER, "FAINT", "Struck hard", 2),
    "start": Sign(Icon.PLAY, "GOOD", "Start", 8),
    "stop": Sign(Icon.STOP, "TEXT", "Stop", 8),
    "press": Sign(Icon.PRESS, "LINK", "Pressed", 6),
    "hand": Sign(Icon.HAND, "LINK", "By hand", 5),
    "edit": Sign(Icon.EDIT, "LINK", "Building", 3),
}
COMMANDS = frozenset(cls.mark for cls in commands.COMMANDS.values() if cls.mark)


class _Cluster(NamedTuple):
    """Marks that are too close to be shown apart."""

    x: float  # px from the left edge of the track
    marks: tuple[StripMark, ...]
    sign: Sign


class Timeline:
    """Draws the panel, and maps the mouse on it to places of the session."""

    def __init__(self, ui: Ui, shell: Shell, time: TimeControls) -> None:
        self.ui = ui
        self.shell = shell
        self.time = time
        self.zoomed: tuple[float, float] | None = None  # places at the two ends, if the wheel has chosen them
        self._clusters: tuple[tuple[_Cluster, ...], tuple[_Cluster, ...]] = ((), ())
        self._key: tuple[object, ...] = ()
        self._pressed: float | None = None  # where a mark was clicked, as long as the mouse stays there

    # -- the stretch shown

    def span(self) -> tuple[float, float]:
        """Return the places at the left and the right end."""
        return self.zoomed if self.zoomed is not None else self._whole()

    def _whole(self) -> tuple[float, float]:
        """The run that is shown; of a recording, all of it."""
        past = self.shell.workspace.past
        chronicle = past.history
        if self.shell.workspace.watching:
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
        if shell.workspace.in_past:
            names = ["resume_here", "to_now", *names]
        if shell.workspace.tree.note is not None:
            names.append("branches")
        widths = {"resume_here": 118.0, "to_now": 104.0}
        if narrow:
            widths = {}
        total = sum(ui.px(widths.get(name, 30.0)) for name in names) + ui.px(4) * (len(names) - 1)
        ways = ["to_start", "previous_mark", "step_back", "next_mark", "seek"]
        for name in ("to_start", "previous_mark", "next_mark", "step_back"):  # they are in the menus, and have keys
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
            line = ""  # what is left of it would lie under the buttons
        imgui.align_text_to_frame_padding()
        imgui.push_style_color(imgui.Col_.text, Colour.ACCENT_DEEP if self.shell.workspace.in_past else Colour.TEXT)
        imgui.text_unformatted(line)
        imgui.pop_style_color()
        ui.mark("timeline.time")
        ui.tip("\n".join(long_ for _, long_ in facts))

    def _facts(self) -> list[tuple[str, str]]:
        """List the facts about the moment, each in few words and in a sentence; the most important comes first."""
        workspace = self.shell.workspace
        rate, moment = workspace.past.history.rate, workspace.past.moment
        run, ghost, note = self.time.run, self.time.ghost, self.time.contacts_note
        facts = []
        if moment is not None and moment.run is None:
            facts.append((f"Building, after {moment.commands} steps", "The level as it was after so many steps"))
        elif run is None:
            return [("Building", "Run the machine; then you can go back in time here.")]
        else:
            at = f"{(self.time.tick - run.start) / rate:.3f} s of {run.length / rate:.2f} s"
            facts.append((at, f"{at} of this run"))
            if run.forgotten:
                facts.append(("no longer kept", "It is no longer kept: resume to see it."))
        if ghost is not None:
            where = _likeness(ghost, self.time.tick - run.start if run is not None else None, rate)
            facts.append((f"{Icon.GHOST} {where}", f"The ghost is {ghost.title}: {where}. Only what differs is drawn."))
        if note:
            facts.append((note, f"{note[:1].upper()}{note[1:]}."))
        if workspace.travel.looked_ahead < 1.0:
            ahead = f"looking ahead: {100 * workspace.travel.looked_ahead:.0f} %"
            facts.append((ahead, "The recording is run ahead, so that all of it can be scrubbed through."))
        return facts

    # -- the track

    def _track(self, width: float, height: float) -> None:
        ui, workspace = self.ui, self.shell.workspace
        past = workspace.past
        low, high = self.span()
        at = imgui.get_cursor_screen_pos()
        imgui.invisible_button("##track", (max(1.0, width), height))
        ui.mark("timeline.track")
        hovered, active = imgui.is_item_hovered(), imgui.is_item_active()
        mouse = imgui.get_mouse_pos()
        if hovered and imgui.get_io().mouse_wheel:
            self._zoom(imgui.get_io().mouse_wheel, (mouse.x - at.x) / width)
        self._layers(at.x, at.y, width, height, low, high)
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
            if near is not None:
                self._tell(near)
            else:
                ui.tip("Drag to go back and forth in time; turn the wheel to look closer.")

    def _zoom(self, notches: float, share: float) -> None:
        low, high = self.span()
        about = low + (high - low) * share
        factor = _ZOOM**-notches
        low, high = max(0.0, about - (about - low) * factor), about + (high - about) * factor
        left, right = self._whole()
        self.zoomed = (low, max(high, low + _NARROWEST)) if high - low < right - left else None

    def _layers(self, x: float, y: float, width: float, height: float, low: float, high: float) -> None:
        ui, draw = self.ui, imgui.get_window_draw_list()
        colour = imgui.color_convert_float4_to_u32
        workspace = self.shell.workspace
        past = workspace.past

        def at(place: float) -> float:
            return x + width * (place - low) / (high - low)

        draw.push_clip_rect((x - ui.px(8), y - ui.px(6)), (x + width + ui.px(8), y + height + ui.px(8)), True)
        middle = y + height / 2
        draw.add_rect_filled((x, y), (x + width, y + height), colour((*Colour.TEXT[:3], 0.06)), ui.px(6))
        for begin, end, run in past.history.stretches():
            if end < low or begin > high:
                continue
            box = ((max(x, at(begin)), y), (min(x + width, at(end + 1)), y + height))
            if run is not None:
                draw.add_rect_filled(*box, colour(Colour.CARD), ui.px(4))
                draw.add_rect(*box, colour(Colour.LINE), ui.px(4))
            else:  # editing: dots, so that it differs by more than its shade
                faint, dot = colour(Colour.FAINT), ui.px(1)
                left, right = box[0][0] + ui.px(4), box[1][0]
                apart = max(ui.px(7), (right - left) / _MOST_DOTS)
                for nth in range(int((right - left) / apart) + 1):
                    draw.add_circle_filled((left + nth * apart, middle), dot, faint)
        if past.loop is not None:
            box = ((at(past.loop[0]), y), (at(past.loop[1]), y + height))
            draw.add_rect_filled(*box, colour((*Colour.ACCENT[:3], 0.30)))
            for edge, inward in ((box[0][0], ui.px(5)), (box[1][0], -ui.px(5))):  # brackets
                draw.add_line((edge, y), (edge, y + height), colour(Colour.ACCENT_DEEP), ui.px(2))
                for tip in (y, y + height):
                    draw.add_line((edge, tip), (edge + inward, tip), colour(Colour.ACCENT_DEEP), ui.px(2))
        draw.add_line((x, middle), (x + width, middle), colour(Colour.LINE), 1.0)
        self._marks(x, y, height, width, low, high)
        for bookmark in past.bookmarks:
            if low <= bookmark.place <= high:
                line_x = at(bookmark.place)
                draw.add_line((line_x, y - ui.px(2)), (line_x, y + height), colour(Colour.LINK), 1.0)
                draw.add_text((line_x - ui.px(4), y - ui.px(7)), colour(Colour.LINK), Icon.BOOKMARK)
        self._parting(at, y, height)
        if past.at is not None and low <= past.present <= high:
            line_x = at(past.present)
            draw.add_line((line_x, y), (line_x, y + height), colour(Colour.FAINT), ui.px(2))
        line_x = min(max(at(past.place), x), x + width)
        cursor = colour(Colour.ACCENT_DEEP if past.at is not None else Colour.TEXT)
        draw.add_line((line_x, y - ui.px(2)), (line_x, y + height + ui.px(2)), cursor, ui.px(2))
        draw.add_triangle_filled(
            (line_x - ui.px(6), y + height + ui.px(6)), (line_x + ui.px(6), y + height + ui.px(6)),
            (line_x, y + height - ui.px(2)), cursor,
        )  # fmt: skip
        draw.pop_clip_rect()

    def _parting(self, at: object, y: float, height: float) -> None:
        """Where the ghost parts from what is shown: a line of dashes with a sign."""
        ghost, run = self.time.ghost, self.time.run
        if ghost is None or ghost.parted is None or run is None or not callable(at):
            return
        ui, draw = self.ui, imgui.get_window_draw_list()
        x, colour = at(run.place + ghost.parted), imgui.color_convert_float4_to_u32(Colour.GHOST)
        for nth in range(0, int(height), max(1, int(ui.px(6)))):
            draw.add_line((x, y + nth), (x, min(y + nth + ui.px(3), y + height)), colour, ui.px(2))
        radius = ui.px(5)
        draw.add_quad_filled((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y), colour)

    def _marks(self, x: float, y: float, height: float, width: float, low: float, high: float) -> None:
        ui, draw = self.ui, imgui.get_window_draw_list()
        chronicle = self.shell.workspace.past.history
        last = chronicle.marks[-1] if chronicle.marks else None
        key = (id(chronicle), len(chronicle.marks), last, low, high, width)
        if key != self._key:
            self._key = key
            marks = [mark for mark in chronicle.marks if low <= mark.place <= high]
            scale = width / (high - low)
            self._clusters = (
                _clusters([mark for mark in marks if mark.what not in COMMANDS], low, scale, ui.px(_APART)),
                _clusters([mark for mark in marks if mark.what in COMMANDS], low, scale, ui.px(_APART)),
            )
        for lane, clusters in enumerate(self._clusters):
            top = y + lane * height / 2 + ui.px(1)
            for cluster in clusters:
                colour = imgui.color_convert_float4_to_u32(getattr(Colour, cluster.sign.colour))
                draw.add_text((x + cluster.x - ui.px(7), top), colour, cluster.sign.icon)

    def _near(self, x: float, upper: bool, reach: float) -> _Cluster | None:
        clusters = self._clusters[0 if upper else 1]
        best = min(clusters, key=lambda cluster: abs(cluster.x - x), default=None)
        return best if best is not None and abs(best.x - x) <= reach else None

    def _tell(self, cluster: _Cluster) -> None:
        """Show a tooltip with all marks of a place."""
        if not imgui.begin_tooltip():
            return
        chronicle, editor = self.shell.workspace.past.history, self.shell.editor
        for mark in sorted(cluster.marks, key=lambda mark: -_sign(mark).weight)[:_TOLD]:
            run = chronicle.at(mark.place).run
            when = f"{(mark.tick - run.start) / chronicle.rate:.3f} s" if run is not None else ""
            sign = _sign(mark)
            part_title = title_of(editor.design, mark.part) if mark.part else ""
            more = mark.text if mark.what in ("struck", "edit") else ""
            imgui.text_unformatted("  ".join(word for word in (sign.icon, when, sign.title, part_title, more) if word))
        if len(cluster.marks) > _TOLD:
            imgui.text_disabled(f"and {len(cluster.marks) - _TOLD} more")
        imgui.end_tooltip()


_OTHER = Sign(Icon.INFO, "FAINT", "", 1)


def _sign(mark: StripMark) -> Sign:
    return SIGNS.get(mark.what, _OTHER)


def _clusters(marks: list[StripMark], low: float, scale: float, apart: float) -> tuple[_Cluster, ...]:
    """Group marks from left to right; those that would overlap are one cluster."""
    groups: list[list[StripMark]] = []
    begin = -1e9
    for mark in sorted(marks, key=lambda mark: mark.place):
        x = (mark.place - low) * scale
        if x - begin < apart:
            groups[-1].append(mark)
        else:
            groups.append([mark])
            begin = x
    return tuple(
        _Cluster((group[0].place - low) * scale, tuple(group), max(map(_sign, group), key=lambda sign: sign.weight))
        for group in groups
    )


def _likeness(ghost: Ghost, since: int | None, rate: int) -> str:
    """Describe how far a ghost matches the shown run, this many ticks after its Start (None: no run is shown)."""
    if ghost.run is None:
        return "is being run again" if ghost.rerun is not None else "has no run"
    if ghost.parted is None:
        over = since is not None and since > ghost.run.length
        return "no difference until its end" if over else "no difference so far"
    when = f"{ghost.parted / rate:.3f} s"
    return f"no difference until {when}" if since is not None and since < ghost.parted else f"differs from {when} on"


__all__ = ["HEIGHT", "Run", "Timeline"]
