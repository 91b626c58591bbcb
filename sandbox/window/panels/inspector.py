"""The inspector: the selected part or link with a fitting widget for each of its values, or the world if nothing is
selected.

A value that is being dragged or typed is only a preview; it becomes one command when its widget is released.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from imgui_bundle import imgui
from msgspec.structs import replace

from sandbox.commands.commands import Configure, Disconnect, Move, SetWorld, SingleEdit
from sandbox.design.design import FRICTION_MIXING, RESTITUTION_MIXING, Link, PartSpec, Value
from sandbox.editing import picking, snapping
from sandbox.editing.document import Notice
from sandbox.editing.selection import may_change, title_of
from sandbox.parts import KINDS, LINKS
from sandbox.parts.base import Kind, LinkKind, Property
from sandbox.window.ui import units
from sandbox.window.ui.theme import Colour, Icon
from sandbox.window.ui.widgets import Ui

if TYPE_CHECKING:
    from sandbox.window.controls.time_controls import TimeControls
    from sandbox.window.shell import Shell

_PORT_TYPES = {"rope": "rope", "signal out": "signal out", "signal in": "signal in"}
_V = TypeVar("_V", bound=Value)
_CLAMP = int(imgui.SliderFlags_.always_clamp | imgui.SliderFlags_.no_round_to_format)
_TABLE = int(imgui.TableFlags_.sizing_stretch_prop | imgui.TableFlags_.no_pad_outer_x)
_NO_INPUT = int(imgui.SliderFlags_.no_input)  # ImGui's own field would drop the letters of a unit
_LINES = 6  # of a field for text
_MIXED = "differ"
_PULL = "m/s\N{SUPERSCRIPT TWO}"
_ARRANGING = (
    ("align_left", "align_middle", "align_right", "align_top", "align_centre", "align_bottom"),
    ("distribute_x", "distribute_y", "flip", "flip_over", "to_front", "to_back"),
)
Edits = tuple[SingleEdit, ...]
_LOGARITHMIC_FROM = 60.0  # a range whose end is so many times its start gets a logarithmic slider


class Typed(NamedTuple):
    """A number being typed: its row, the text shown before, and the text so far."""

    name: str
    before: str
    text: str
    waits: int = 4  # frames at most until it has the keys


class Inspector:
    """Draws the lower right panel."""

    def __init__(self, ui: Ui, shell: Shell, time: TimeControls) -> None:
        self.ui = ui
        self.shell = shell
        self.time = time
        self._draft: tuple[str, Value] | None = None  # the widget in hand, and what it shows meanwhile
        self._typed: Typed | None = None  # the number that is being typed
        self._in_hand = self._focused = self._hovered = ""  # the number's widget that was so in the last frame

    def draw(self) -> None:
        editor = self.shell.editor
        if not imgui.is_any_item_active():
            self._draft = None
            if self._typed is not None and not self._typed.waits:
                self._typed = None  # its field is gone, with what it belonged to
        parts, link = editor.selection.parts, editor.selection.link
        if link is not None:
            self._link(link)
        elif len(parts) == 1:
            self._part(parts[0])
        elif parts:
            self._group(parts)
        elif editor.design.free and not editor.design.author:
            self.world()
        else:
            self.ui.space(6)
            self.ui.faint("Select a part to see what it does and what can be changed about it.")

    # -- one part

    def _part(self, spec: PartSpec) -> None:
        ui, editor = self.ui, self.shell.editor
        kind = KINDS[spec.kind]
        ui.space(4)
        fixed = spec.fixed and not editor.design.free
        self._title(f"Part {spec.id}", kind, "belongs to the level" if fixed else "locked" if spec.locked else "")
        ui.faint(kind.help)
        if self.time.runs:
            self._motion(spec.id)
        shut = editor.running or self.shell.workspace.watching or self.shell.workspace.in_past
        locked = shut or not may_change(editor.design, spec)
        imgui.push_id(f"part{spec.id}")
        imgui.begin_disabled(locked)
        if self._table("where"):
            self._place(spec, kind)
            imgui.end_table()
        if kind.properties:
            imgui.begin_disabled(not editor.design.free)
            if self._table("properties"):
                for prop in kind.properties:
                    self._property((spec.id,), prop, (spec.props.get(prop.name, prop.default),))
                imgui.end_table()
            imgui.end_disabled()
            if not editor.design.free and not locked:
                ui.faint("In this level the properties of parts can't be changed.")
        imgui.end_disabled()
        self._ports(spec, locked)
        imgui.pop_id()

    def _title(self, number: str, kind: Kind | LinkKind, why: str) -> None:
        """Draw the kind with its picture, its id, and why it can't be changed, if so."""
        ui, size = self.ui, self.ui.px(40)
        picture = self.shell.pictures.kind(kind.name)
        imgui.image(imgui.ImTextureRef(picture.texture), (size, size), picture.uv0, picture.uv1)
        imgui.same_line(0.0, ui.px(10))
        imgui.begin_group()
        ui.bold(kind.title, 16.0)
        imgui.same_line(0.0, ui.px(8))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(4), ui.px(1)))
        about = ui.actions["about_part"]
        if ui.button("inspector.help", Icon.HELP, about.tip, about.shortcut):
            about.run()
        imgui.pop_style_var()
        ui.faint(f"{number}   {Icon.LOCK} {why}" if why else number)
        imgui.end_group()

    def _motion(self, id_: int) -> None:
        """What the part does right now, or did in the moment that is shown."""
        motion = self.time.motion(id_)
        if motion is None:
            self.ui.line_of(Icon.INFO, Colour.LINK, "This part no longer exists.")
            return
        x, y, angle, vx, vy, _ = motion
        turned = math.degrees(angle)
        speed = math.hypot(vx, vy)
        self.ui.line_of(
            Icon.PLAY, Colour.GOOD, f"x {x:.3f}   y {y:.3f} m   {turned:.0f}\N{DEGREE SIGN}   {speed:.2f} m/s"
        )

    def _place(self, spec: PartSpec, kind: Kind) -> None:
        preview = next((s for s in self.shell.editor.preview.parts if s.id == spec.id), spec)

        def moved(**to: float) -> Move:  # only what is named changes: the rest keeps every bit it has
            pose = {"x": spec.x, "y": spec.y, "angle": spec.angle}
            return Move(spec.id, **(pose | to), flip=spec.flip)

        self._number("x", "x", preview.x, 0.005, "%.3f m", lambda v: (moved(x=snapping.fine(v)),))
        self._number("y", "y", preview.y, 0.005, "%.3f m", lambda v: (moved(y=snapping.fine(v)),))
        if kind.turns:
            reset = (lambda: (moved(angle=0.0),)) if spec.angle else None
            self._number("angle", "Angle", snapping.degrees(preview.angle), 1.0, "%.1f\N{DEGREE SIGN}",
                         lambda v: (moved(angle=snapping.radians(round(v, 4))),), reset)  # fmt: skip
        if kind.flips:
            self._row("Flipped")
            changed, flip = imgui.checkbox("##flip", spec.flip)
            self.ui.mark("flip_box")
            if changed:
                self.shell.editor.set(Move(spec.id, spec.x, spec.y, -spec.angle + 0.0, flip))

    # -- rows of a table: a title, a widget, a reset button

    def _table(self, name: str) -> bool:
        if not imgui.begin_table(name, 3, _TABLE):
            return False
        imgui.table_setup_column("title", imgui.TableColumnFlags_.width_stretch, 0.40)
        imgui.table_setup_column("value", imgui.TableColumnFlags_.width_stretch, 0.60)
        imgui.table_setup_column("reset", imgui.TableColumnFlags_.width_fixed, self.ui.px(22))
        return True

    def _row(self, title: str, tip: str = "") -> None:
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.align_text_to_frame_padding()
        self.ui.text(title)
        if tip:
            self.ui.tip(tip)
        imgui.table_next_column()
        imgui.set_next_item_width(-1.0)

    def _reset(self, name: str, reset: Callable[[], Edits] | None) -> None:
        imgui.table_next_column()
        if reset is not None:
            imgui.push_style_color(imgui.Col_.button, (0, 0, 0, 0))
            imgui.push_style_var(imgui.StyleVar_.frame_border_size, 0.0)
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (self.ui.px(3), self.ui.px(5)))
            if self.ui.button(f"reset.{name}", Icon.RESET, "Back to its usual value"):
                self.shell.editor.set(*reset())
            imgui.pop_style_var(2)
            imgui.pop_style_color()

    def _value(self, name: str, now: _V) -> _V:
        """Return what a widget shows: its draft while it is being changed (of the same type), else the value."""
        return cast(_V, self._draft[1]) if self._draft is not None and self._draft[0] == name else now

    def _follow(self, name: str, changed: bool, value: _V, edit: Callable[[_V], Edits]) -> None:
        """After a widget: preview what it says, or carry it out when it is let go."""
        editor = self.shell.editor
        if changed:
            self._draft = (name, value)
            editor.adjust(*edit(value))
        if imgui.is_item_deactivated():
            self._draft = None
            editor.settle()

    def _number(
        self, name: str, title: str, now: float, speed: float, number_format: str, edit: Callable[[float], Edits],
        reset: Callable[[], Edits] | None = None,
    ) -> None:  # fmt: skip
        """Draw a number to drag or type."""
        self._row(title)
        unit = "\N{DEGREE SIGN}" if "\N{DEGREE SIGN}" in number_format else number_format.partition(" ")[2]
        clicked = self._in_hand == name and imgui.is_mouse_released(0) and self._draft is None
        if not self._typing(name, f"value.{name}", number_format % now, unit, (-1e6, 1e6), edit, clicked):
            value = self._value(name, now)
            changed, value = imgui.drag_float(f"##{name}", value, speed, -1e6, 1e6, number_format, _CLAMP | _NO_INPUT)
            self.ui.mark(f"value.{name}")
            self.ui.tip("Drag sideways, or click (or press Enter) to type a number, also with a unit: 12 cm")
            self._remember(name)
            self._follow(name, changed, value, edit)
        self._reset(name, reset)

    def _remember(self, name: str) -> None:
        """Remember after a number's widget whether it is active, and whether it has the keyboard focus."""
        if imgui.is_item_active():
            self._in_hand = name
        elif self._in_hand == name:
            self._in_hand = ""
        if imgui.is_item_focused():
            self._focused = name
        elif self._focused == name:
            self._focused = ""

    def _typing(
        self, name: str, mark: str, shown_text: str, unit: str, within: tuple[float, float],
        edit: Callable[[float], Edits], start: bool,
    ) -> bool:  # fmt: skip
        """Draw a text field in place of a number's widget while it is being typed, or if `start` is true, or on Enter.

        The text counts when the field is left. Return False if the number is not being typed.
        """
        keyed = bool(self.ui.keys_in) and self._focused == name and imgui.is_key_pressed(imgui.Key.enter, False)
        starts = (start or keyed) and self._typed is None
        if starts:
            self._typed = Typed(name, shown_text, shown_text)
            self._in_hand = self._focused = ""
            self.ui.give_keys_here()
        if self._typed is None or self._typed.name != name:
            return False
        _, text = imgui.input_text(f"##typed.{name}", self._typed.text, imgui.InputTextFlags_.auto_select_all)
        self.ui.mark(mark)
        self._typed = self._typed._replace(text=text)
        if starts or imgui.is_item_active() or (self._typed.waits and not imgui.is_item_deactivated()):
            self._typed = self._typed._replace(waits=0 if imgui.is_item_active() else self._typed.waits - 1)
            if self._typed.waits:
                self.shell.stir()  # the keys come with the next frames: a slow machine must draw them too
            return True
        before, self._typed = self._typed.before, None
        if text != before:
            value = units.parse(text, unit)
            if value is None:
                why = f"'{text}' is no number that fits here; type for example {units.examples(unit)}."
                self.shell.toasts.tell(Notice(why, "refused"))
            else:
                self.shell.editor.set(*edit(min(within[1], max(within[0], value))))
        return True

    def _property(self, ids: tuple[int, ...], prop: Property, values: tuple[Value, ...]) -> None:
        """Draw the widget that fits a property of some parts, or of a link; it shows the first one's value."""
        mixed = any(value != values[0] for value in values)
        self._row(f"{prop.title} ({_MIXED})" if mixed else prop.title, f"{prop.help}\n{prop.told}".strip())
        name, now, id_ = f"prop.{prop.name}", values[0], ids[0]

        def edit(value: Value) -> Edits:
            return tuple(Configure(part, prop.name, value) for part in ids)

        if isinstance(now, bool):
            changed, on = imgui.checkbox(f"##{name}", now)
            self.ui.mark(name)
            if changed:
                self.shell.editor.set(*edit(on))
        elif isinstance(now, tuple):
            points = " + ".join(f"{len(points)}" for points in now)
            if self.ui.button(name, f"{Icon.EDIT}  {points} points", "Draw it anew, point by point", size=(-1.0, 0.0)):
                self.shell.toolbox.draw_outline(id_)
        elif isinstance(now, str):
            self._text(name, prop, now, edit)
        elif isinstance(now, int):
            draft = self._value(name, now)
            changed, whole = imgui.slider_int(f"##{name}", draft, int(prop.low), int(prop.high), "%d", _CLAMP)
            self.ui.mark(name)
            self._follow(name, changed, whole, edit)
        else:
            self._slider(name, prop, now, edit)
        usual = all(value == prop.default for value in values)
        self._reset(prop.name, (lambda: edit(prop.default)) if not usual else None)

    def _slider(self, name: str, prop: Property, now: float, edit: Callable[[Value], Edits]) -> None:
        by_click = imgui.get_io().key_ctrl and self._in_hand == name
        twice = self._hovered == name and imgui.is_mouse_double_clicked(0)
        within, offered = (prop.low, prop.high), _shown(prop, now)
        if self._typing(name, name, offered, prop.unit, within, edit, by_click or twice):
            return
        flags = _CLAMP | _NO_INPUT
        if prop.low > 0 and prop.high / prop.low >= _LOGARITHMIC_FROM:
            flags |= int(imgui.SliderFlags_.logarithmic)
        text = f"%.{_decimals(prop)}f {prop.unit}".rstrip().replace("%%", "%")
        changed, number = imgui.slider_float(f"##{name}", self._value(name, now), prop.low, prop.high, text, flags)
        self.ui.mark(name)
        self._remember(name)
        if imgui.is_item_hovered():
            self._hovered = name
        elif self._hovered == name:
            self._hovered = ""
        self._follow(name, changed and not imgui.get_io().key_ctrl, in_steps(prop, number), edit)

    def _text(self, name: str, prop: Property, now: str, edit: Callable[[Value], Edits]) -> None:
        """Draw a list of the choices, or a field to write in."""
        if prop.choices:
            index = prop.choices.index(now)
            changed, index = imgui.combo(f"##{name}", index, [c.capitalize() for c in prop.choices])
            self.ui.mark(name)
            if changed:
                self.shell.editor.set(*edit(prop.choices[index]))
            return
        size = (-1.0, self.ui.px(_LINES * 18))
        changed, text = imgui.input_text_multiline(f"##{name}", self._value(name, now), size)
        self.ui.mark(name)
        self._follow(name, changed, text[: int(prop.high)], edit)

    # -- ports and links

    def _ports(self, spec: PartSpec, locked: bool) -> None:
        ui, editor = self.ui, self.shell.editor
        sockets = list(picking.sockets(spec))
        links = picking.links_of(editor.design, spec.id)
        loose = [link for link in links if any(e.part == spec.id and not e.port for e in (link.a, link.b))]
        if not sockets and not loose:
            return
        ui.space(2)
        ui.heading("Ports", Icon.LINK)
        for socket in sockets:
            title = socket.title[:1].upper() + socket.title[1:]
            ui.faint(f"{title} ({_PORT_TYPES.get(socket.type, socket.type)})")
            tied = [link for link in links if socket.end in (link.a, link.b)]
            for link in tied:
                self._tied(link, spec.id, locked)
        if loose:
            ui.faint("Points between its ports")
            for link in loose:
                self._tied(link, spec.id, locked)
        for link in links:
            if spec.id in link.via:
                ui.faint(f"{LINKS[link.kind].title} {link.id} runs over it")
                self._tied(link, spec.id, locked)
        if not locked and not links:
            ui.faint("Drag from a port in the scene to a port of another part to join them.")

    def _tied(self, link: Link, part: int, locked: bool) -> None:
        """A link at a port: a line that selects it, and a cross that cuts it."""
        ui, editor = self.ui, self.shell.editor
        other = link.b if link.a.part == part else link.a
        label = f"{LINKS[link.kind].title} to {title_of(editor.design, other.part)}"
        room = imgui.get_content_region_avail().x - ui.px(30)
        if imgui.selectable(f"{Icon.LINK}  {label}##{link.id}", False, 0, (room, 0.0))[0]:
            editor.selection.ids = (link.id,)
        ui.mark(f"link.{link.id}")
        if not locked and may_change(editor.design, link):
            imgui.same_line()
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(4), ui.px(1)))
            if ui.button(f"cut.{link.id}", Icon.CLOSE, "Take this link away"):
                editor.set(Disconnect(link.id))
            imgui.pop_style_var()

    # -- a link, a group, the world

    def _link(self, link: Link) -> None:
        ui, editor = self.ui, self.shell.editor
        kind = LINKS[link.kind]
        ui.space(4)
        self._title(f"Link {link.id}", kind, "belongs to the level" if link.fixed and not editor.design.free else "")
        ui.faint(kind.help)
        locked = editor.running or self.shell.workspace.watching or not may_change(editor.design, link)
        for part in link.via:
            if imgui.selectable(f"{Icon.PART}  over {title_of(editor.design, part)}##via{part}", False)[0]:
                editor.selection.ids = (part,)
            ui.mark(f"via.{part}")
        for end in (link.a, link.b):
            socket = picking.socket_of(editor.design, end)
            at = f" ({socket.title.lower()})" if socket is not None else ""
            if imgui.selectable(f"{Icon.PART}  {title_of(editor.design, end.part)}{at}##{end.part}.{end.port}", False)[
                0
            ]:
                editor.selection.ids = (end.part,)
            ui.mark(f"end.{end.part}")
        imgui.push_id(f"link{link.id}")
        imgui.begin_disabled(locked)
        if kind.properties and self._table("properties"):
            for prop in kind.properties:
                self._property((link.id,), prop, (link.props.get(prop.name, prop.default),))
            imgui.end_table()
        imgui.end_disabled()
        imgui.pop_id()
        if not locked:
            ui.action("delete", 0, f"{Icon.UNLINK}  Take it away", as_="inspector.delete")

    def _group(self, parts: tuple[PartSpec, ...]) -> None:
        ui = self.ui
        ui.space(4)
        ui.heading(f"{len(parts)} parts", Icon.PARTS)
        counted: dict[str, int] = {}
        for spec in parts:
            title = KINDS[spec.kind].title
            counted[title] = counted.get(title, 0) + 1
        for title, number in sorted(counted.items()):
            ui.faint(f"{number} \N{MULTIPLICATION SIGN} {title}")
        ui.space(2)
        for row in _ARRANGING:
            for index, name in enumerate(row):
                if index:
                    imgui.same_line(0.0, ui.px(4))
                ui.action(name, 32, as_=f"group.{name}")
        locked = self.shell.editor.running or self.shell.workspace.watching or any(spec.locked for spec in parts)
        shared = shared_properties(parts)
        imgui.push_id("group")
        imgui.begin_disabled(locked or not self.shell.editor.design.free)
        if shared and self._table("properties"):
            for prop in shared:
                values = tuple(spec.props.get(prop.name, prop.default) for spec in parts)
                self._property(tuple(spec.id for spec in parts), prop, values)
            imgui.end_table()
        imgui.end_disabled()
        imgui.pop_id()
        ui.faint("Drag one of them to move them all; turn, flip, copy and delete act on the whole group.")

    def world(self) -> None:
        """What holds for the whole level."""
        ui, editor = self.ui, self.shell.editor
        world = editor.design.world
        ui.space(4)
        ui.heading("World", Icon.WORLD)

        def changed(name: str, value: Value) -> Edits:
            return (SetWorld.of(world, **{name: type(getattr(world, name))(value)}),)

        imgui.begin_disabled(editor.running or self.shell.workspace.watching)
        imgui.push_id("world")
        if self._table("world"):
            for prop in _WORLD:
                self._row(prop.title, prop.help)
                now = float(getattr(world, prop.name))
                self._slider(f"world.{prop.name}", prop, now, partial(changed, prop.name))
                self._reset(prop.name, partial(changed, prop.name, prop.default) if now != prop.default else None)
            for name, title, choices in (
                ("friction_mixing", "Friction", FRICTION_MIXING),
                ("restitution_mixing", "Bounce", RESTITUTION_MIXING),
            ):
                self._row(title, _WORLD_HELP[name])
                at = choices.index(getattr(world, name))
                picked, at = imgui.combo(f"##{name}", at, [choice.capitalize() for choice in choices])
                ui.mark(f"world.{name}")
                if picked:
                    editor.set(*changed(name, choices[at]))
                self._reset(name, partial(changed, name, choices[0]) if at else None)
            imgui.end_table()
        imgui.pop_id()
        imgui.end_disabled()


_ASLEEP = "A body that moves and turns more slowly than this for half a second falls asleep; 0: the engine decides"
_WORLD = (
    Property("gravity_y", "Gravity up", -9.81, _PULL, -30.0, 30.0, 0.01, help="Negative pulls down; on Earth -9.81"),
    Property("gravity_x", "Gravity right", 0.0, _PULL, -30.0, 30.0, 0.01,
             help="A pull to the right (or left, if negative)"),
    Property("air", "Thick air", 0.0, "/s", 0.0, 0.99, 0.01,
             help="The share of its speed that everything loses each second"),
    Property("width", "Width", 4.0, "m", 1.0, 20.0, 0.1, help="How wide the marked ground is; parts may lie outside"),
    Property("height", "Height", 2.5, "m", 1.0, 20.0, 0.1, help="How high the marked ground is; parts may lie outside"),
    Property("bounce_from", "Bounces from", 0.0, "m/s", 0.0, 10.0, 0.01,
             help="Things that meet more slowly than this do not bounce"),
    Property("slop", "Overlap", 0.0005, "m", 0.0001, 0.01, 0.0001,
             help="How far things may sink into each other before they are pushed apart"),
    Property("recovery", "Recovery", 0.1, "", 0.01, 0.99, 0.01,
             help="The share of a deeper overlap that is mended in 1/60 s"),
    Property("rest_speed", "At rest below", 0.0, "m/s", 0.0, 1.0, 0.001, help=_ASLEEP),
    Property("rest_turn", "and below", 0.0, "rad/s", 0.0, 10.0, 0.001, help=_ASLEEP),
    Property("iterations", "Iterations", 16.0, "", 1.0, 100.0, 1.0,
             help="Iterations of the solver in each tick: more are firmer, and slower"),
)  # fmt: skip
_WORLD_HELP = {
    "friction_mixing": "For two things that touch: the product of their values, or its square root (Box2D's rule)",
    "restitution_mixing": "For two things that touch: the product of their values, or the greater one (Box2D's rule)",
}


def shared_properties(parts: tuple[PartSpec, ...]) -> list[Property]:
    """List the properties that mean the same for all given parts; not outlines, which are drawn one at a time."""
    kinds = list({spec.kind: KINDS[spec.kind] for spec in parts}.values())

    def same(prop: Property, kind: Kind) -> bool:
        counterpart = kind.property(prop.name)
        return counterpart is not None and replace(counterpart, default=prop.default, help=prop.help) == prop

    return [p for p in kinds[0].properties if p.type != "outline" and all(same(p, kind) for kind in kinds[1:])]


def _shown(prop: Property, now: float) -> str:
    """Format a number as it is offered for typing."""
    return f"{now:.{_decimals(prop)}f} {prop.unit}".rstrip()


def in_steps(prop: Property, value: float) -> float:
    """Round a slider's value to its property's step, within its range."""
    step = prop.step or 10.0 ** -_decimals(prop)
    return min(prop.high, max(prop.low, snapping.to_grid(value, step)))


def _decimals(prop: Property) -> int:
    """Return the number of decimals that tell two neighbouring values of a property apart."""
    step = prop.step or (prop.high - prop.low) / 100 or 1.0
    return min(4, max(0, math.ceil(-math.log10(step) - 1e-9)))


__all__ = ["Inspector", "in_steps"]
