"""The inspector: the selected part or link with a fitting widget for each of its values, or the world if nothing is.

A value that is being slid or typed is only a preview; it becomes one command when its widget is let go.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from imgui_bundle import imgui

from sandbox.commands import Configure, Disconnect, Edit, Move, SetWorld
from sandbox.design import FRICTION_MIXING, RESTITUTION_MIXING, Link, PartSpec, Value
from sandbox.parts import KINDS, LINKS
from sandbox.parts.base import Kind, LinkKind, Property
from sandbox.window import picking, snapping
from sandbox.window.theme import Colour, Icon
from sandbox.window.ui import Ui

if TYPE_CHECKING:
    from sandbox.window.application import Application

_PORT_TYPES = {"rope": "rope", "signal out": "signal out", "signal in": "signal in"}
_V = TypeVar("_V", bound=Value)
_CLAMP = imgui.SliderFlags_.always_clamp | imgui.SliderFlags_.no_round_to_format
_LINES = 6  # of a field for text
_LOGARITHMIC_FROM = 60.0  # a range whose end is so many times its start gets a logarithmic slider


class Inspector:
    """Draws the lower right panel."""

    def __init__(self, ui: Ui, app: Application) -> None:
        self.ui = ui
        self.app = app
        self._draft: tuple[str, Value] | None = None  # the widget in hand, and what it shows meanwhile

    def draw(self) -> None:
        editor = self.app.editor
        if not imgui.is_any_item_active():
            self._draft = None
        parts, link = editor.parts, editor.link
        if link is not None:
            self._link(link)
        elif len(parts) == 1:
            self._part(parts[0])
        elif parts:
            self._group(parts)
        elif editor.design.free:
            self._world()
        else:
            self.ui.space(6)
            self.ui.faint("Select a part to see what it does and what can be changed about it.")

    # -- one part

    def _part(self, spec: PartSpec) -> None:
        ui, editor = self.ui, self.app.editor
        kind = KINDS[spec.kind]
        ui.space(4)
        self._title(f"Part {spec.id}", kind, spec.fixed and not editor.design.free)
        ui.faint(kind.help)
        if editor.machine is not None:
            self._motion(spec.id)
        locked = editor.running or self.app.workspace.watching or not editor.may_change(spec)
        imgui.push_id(f"part{spec.id}")
        imgui.begin_disabled(locked)
        if self._table("where"):
            self._place(spec, kind)
            imgui.end_table()
        if kind.properties:
            imgui.begin_disabled(not editor.design.free)
            if self._table("properties"):
                for prop in kind.properties:
                    self._property(spec.id, prop, spec.props.get(prop.name, prop.default))
                imgui.end_table()
            imgui.end_disabled()
            if not editor.design.free and not locked:
                ui.faint("In this level the properties of parts can't be changed.")
        imgui.end_disabled()
        self._ports(spec, locked)
        imgui.pop_id()

    def _title(self, number: str, kind: Kind | LinkKind, fixed: bool) -> None:
        """The kind with its picture, and which one of its kind it is."""
        ui, size = self.ui, self.ui.px(40)
        picture = self.app.thumbnails[kind.name]
        imgui.image(imgui.ImTextureRef(picture.texture), (size, size), picture.uv0, picture.uv1)
        imgui.same_line(0.0, ui.px(10))
        imgui.begin_group()
        ui.bold(kind.title, 16.0)
        ui.faint(f"{number}   {Icon.LOCK} belongs to the level" if fixed else number)
        imgui.end_group()

    def _motion(self, id_: int) -> None:
        """What the part does right now."""
        machine = self.app.editor.machine
        assert machine is not None
        if id_ not in machine.parts:
            self.ui.line_of(Icon.INFO, Colour.LINK, "It is no longer there.")
            return
        x, y, angle, vx, vy, _ = machine.motion(id_)
        turned = math.degrees(angle)
        speed = math.hypot(vx, vy)
        self.ui.line_of(
            Icon.PLAY, Colour.GOOD, f"x {x:.3f}   y {y:.3f} m   {turned:.0f}\N{DEGREE SIGN}   {speed:.2f} m/s"
        )

    def _place(self, spec: PartSpec, kind: Kind) -> None:
        shown = next((s for s in self.app.editor.preview.parts if s.id == spec.id), spec)

        def moved(**to: float) -> Move:  # only what is named changes: the rest keeps every bit it has
            kept = {"x": spec.x, "y": spec.y, "angle": spec.angle}
            return Move(spec.id, **(kept | to), flip=spec.flip)

        self._number("x", "x", shown.x, 0.005, "%.3f m", lambda v: moved(x=snapping.fine(v)))
        self._number("y", "y", shown.y, 0.005, "%.3f m", lambda v: moved(y=snapping.fine(v)))
        if kind.turns:
            reset = (lambda: moved(angle=0.0)) if spec.angle else None
            self._number("angle", "Angle", snapping.degrees(shown.angle), 1.0, "%.1f\N{DEGREE SIGN}",
                         lambda v: moved(angle=snapping.radians(round(v, 4))), reset)  # fmt: skip
        if kind.flips:
            self._row("Flipped")
            changed, flip = imgui.checkbox("##flip", spec.flip)
            self.ui.mark("flip_box")
            if changed:
                self.app.editor.set(Move(spec.id, spec.x, spec.y, -spec.angle + 0.0, flip))

    # -- rows of a table: a title, a widget, a reset button

    def _table(self, name: str) -> bool:
        flags = imgui.TableFlags_.sizing_stretch_prop | imgui.TableFlags_.no_pad_outer_x
        if not imgui.begin_table(name, 3, flags):
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

    def _reset(self, name: str, reset: Callable[[], Edit] | None) -> None:
        imgui.table_next_column()
        if reset is not None:
            imgui.push_style_color(imgui.Col_.button, (0, 0, 0, 0))
            imgui.push_style_var(imgui.StyleVar_.frame_border_size, 0.0)
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (self.ui.px(3), self.ui.px(5)))
            if self.ui.button(f"reset.{name}", Icon.RESET, "Back to its usual value"):
                self.app.editor.set(reset())
            imgui.pop_style_var(2)
            imgui.pop_style_color()

    def _value(self, name: str, now: _V) -> _V:
        """What a widget shows: its own draft while it is in hand, which has the type of what it stands for."""
        return cast(_V, self._draft[1]) if self._draft is not None and self._draft[0] == name else now

    def _follow(self, name: str, changed: bool, value: _V, edit: Callable[[_V], Edit]) -> None:
        """After a widget: preview what it says, or carry it out when it is let go."""
        editor = self.app.editor
        if changed:
            self._draft = (name, value)
            editor.adjust(edit(value))
        if imgui.is_item_deactivated():
            self._draft = None
            editor.settle()

    def _number(
        self, name: str, title: str, now: float, speed: float, shown: str, edit: Callable[[float], Edit],
        reset: Callable[[], Edit] | None = None,
    ) -> None:  # fmt: skip
        """A number to drag or type."""
        self._row(title)
        value = self._value(name, now)
        changed, value = imgui.drag_float(f"##{name}", value, speed, -1e6, 1e6, shown, _CLAMP)
        self.ui.mark(f"value.{name}")
        self.ui.tip("Drag sideways, or click to type a number")
        self._follow(name, changed, value, edit)
        self._reset(name, reset)

    def _property(self, id_: int, prop: Property, now: Value) -> None:
        """The widget that fits a property."""
        self._row(prop.title, f"{prop.help}\n{prop.told}".strip())
        name = f"prop.{prop.name}"

        def edit(value: Value) -> Edit:
            return Configure(id_, prop.name, value)

        if isinstance(now, bool):
            changed, on = imgui.checkbox(f"##{name}", now)
            self.ui.mark(name)
            if changed:
                self.app.editor.set(edit(on))
        elif isinstance(now, tuple):
            points = " + ".join(f"{len(points)}" for points in now)
            if self.ui.button(name, f"{Icon.EDIT}  {points} points", "Draw it anew, point by point", size=(-1.0, 0.0)):
                self.app.editor.draw_outline(id_)
        elif isinstance(now, str):
            self._text(name, prop, now, edit)
        elif isinstance(now, int):
            shown = self._value(name, now)
            changed, whole = imgui.slider_int(f"##{name}", shown, int(prop.low), int(prop.high), "%d", _CLAMP)
            self.ui.mark(name)
            self._follow(name, changed, whole, edit)
        else:
            self._slider(name, prop, now, edit)
        self._reset(prop.name, (lambda: edit(prop.default)) if now != prop.default else None)

    def _slider(self, name: str, prop: Property, now: float, edit: Callable[[Value], Edit]) -> None:
        flags = _CLAMP
        if prop.low > 0 and prop.high / prop.low >= _LOGARITHMIC_FROM:
            flags |= imgui.SliderFlags_.logarithmic
        text = f"%.{_decimals(prop)}f {prop.unit}".rstrip().replace("%%", "%")
        changed, number = imgui.slider_float(f"##{name}", self._value(name, now), prop.low, prop.high, text, flags)
        self.ui.mark(name)
        self._follow(name, changed, in_steps(prop, number), edit)

    def _text(self, name: str, prop: Property, now: str, edit: Callable[[Value], Edit]) -> None:
        """A list of the choices, or a field to write in."""
        if prop.choices:
            index = prop.choices.index(now)
            changed, index = imgui.combo(f"##{name}", index, [c.capitalize() for c in prop.choices])
            self.ui.mark(name)
            if changed:
                self.app.editor.set(edit(prop.choices[index]))
            return
        size = (-1.0, self.ui.px(_LINES * 18))
        changed, text = imgui.input_text_multiline(f"##{name}", self._value(name, now), size)
        self.ui.mark(name)
        self._follow(name, changed, text[: int(prop.high)], edit)

    # -- ports and links

    def _ports(self, spec: PartSpec, locked: bool) -> None:
        ui, editor = self.ui, self.app.editor
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
        ui, editor = self.ui, self.app.editor
        other = link.b if link.a.part == part else link.a
        label = f"{LINKS[link.kind].title} to {editor.title_of(other.part)}"
        room = imgui.get_content_region_avail().x - ui.px(30)
        if imgui.selectable(f"{Icon.LINK}  {label}##{link.id}", False, 0, (room, 0.0))[0]:
            editor.selection = (link.id,)
        ui.mark(f"link.{link.id}")
        if not locked and editor.may_change(link):
            imgui.same_line()
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(4), ui.px(1)))
            if ui.button(f"cut.{link.id}", Icon.CLOSE, "Take this link away"):
                editor.set(Disconnect(link.id))
            imgui.pop_style_var()

    # -- a link, a group, the world

    def _link(self, link: Link) -> None:
        ui, editor = self.ui, self.app.editor
        kind = LINKS[link.kind]
        ui.space(4)
        self._title(f"Link {link.id}", kind, link.fixed and not editor.design.free)
        ui.faint(kind.help)
        locked = editor.running or self.app.workspace.watching or not editor.may_change(link)
        for part in link.via:
            if imgui.selectable(f"{Icon.PART}  over {editor.title_of(part)}##via{part}", False)[0]:
                editor.selection = (part,)
            ui.mark(f"via.{part}")
        for end in (link.a, link.b):
            socket = picking.socket_of(editor.design, end)
            at = f" ({socket.title.lower()})" if socket is not None else ""
            if imgui.selectable(f"{Icon.PART}  {editor.title_of(end.part)}{at}##{end.part}.{end.port}", False)[0]:
                editor.selection = (end.part,)
            ui.mark(f"end.{end.part}")
        imgui.push_id(f"link{link.id}")
        imgui.begin_disabled(locked)
        if kind.properties and self._table("properties"):
            for prop in kind.properties:
                self._property(link.id, prop, link.props.get(prop.name, prop.default))
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
        ui.faint("Drag one of them to move them all; turn, flip, copy and delete act on the whole group.")

    def _world(self) -> None:
        ui, editor = self.ui, self.app.editor
        world = editor.design.world
        ui.space(4)
        ui.heading("World", Icon.WORLD)

        def changed(name: str, value: float | str) -> SetWorld:
            return SetWorld.of(world, **{name: type(getattr(world, name))(value)})

        imgui.begin_disabled(editor.running or self.app.workspace.watching)
        imgui.push_id("world")
        if self._table("world"):
            for name, title, low, high, shown, usual in (
                ("gravity_y", "Gravity up", -30.0, 30.0, "%.2f m/s\N{SUPERSCRIPT TWO}", -9.81),
                ("gravity_x", "Gravity right", -30.0, 30.0, "%.2f m/s\N{SUPERSCRIPT TWO}", 0.0),
                ("air", "Thick air", 0.0, 0.99, "%.2f /s", 0.0),
                ("width", "Width", 1.0, 20.0, "%.1f m", 4.0),
                ("height", "Height", 1.0, 20.0, "%.1f m", 2.5),
                ("bounce_from", "Bounces from", 0.0, 10.0, "%.2f m/s", 0.0),
                ("slop", "Overlap", 0.0001, 0.01, "%.4f m", 0.0005),
                ("recovery", "Recovery", 0.01, 0.99, "%.2f", 0.1),
                ("rest_speed", "At rest below", 0.0, 1.0, "%.3f m/s", 0.0),
                ("rest_turn", "and below", 0.0, 10.0, "%.3f rad/s", 0.0),
                ("iterations", "Iterations", 1.0, 100.0, "%.0f", 16),
            ):
                self._row(title, _WORLD_HELP[name])
                now = float(getattr(world, name))
                value = self._value(name, now)
                moved, value = imgui.slider_float(f"##{name}", value, low, high, shown, _CLAMP)
                ui.mark(f"world.{name}")
                step = _WORLD_STEPS.get(name, 0.01)
                self._follow(name, moved, snapping.to_grid(value, step), partial(changed, name))
                self._reset(name, partial(changed, name, usual) if now != usual else None)
            for name, title, choices in (
                ("friction_mixing", "Friction", FRICTION_MIXING),
                ("restitution_mixing", "Bounce", RESTITUTION_MIXING),
            ):
                self._row(title, _WORLD_HELP[name])
                at = choices.index(getattr(world, name))
                picked, at = imgui.combo(f"##{name}", at, [choice.capitalize() for choice in choices])
                ui.mark(f"world.{name}")
                if picked:
                    editor.set(changed(name, choices[at]))
                self._reset(name, partial(changed, name, choices[0]) if at else None)
            imgui.end_table()
        imgui.pop_id()
        imgui.end_disabled()


_WORLD_HELP = {
    "gravity_y": "Negative pulls down; on Earth -9.81",
    "gravity_x": "A pull to the right (or left, if negative)",
    "air": "The share of its speed that everything loses each second",
    "width": "How wide the marked ground is; parts may lie outside",
    "height": "How high the marked ground is; parts may lie outside",
    "bounce_from": "What meets more slowly than this does not bounce at all",
    "slop": "How far things may sink into each other before they are pushed apart",
    "recovery": "The share of a deeper overlap that is mended in 1/60 s",
    "rest_speed": "What moves and turns more slowly than this for half a second falls asleep; 0: as the engine thinks",
    "rest_turn": "What moves and turns more slowly than this for half a second falls asleep; 0: as the engine thinks",
    "iterations": "Of the solver, each tick: more are firmer, and slower",
    "friction_mixing": "Of two things that touch: the product of their figures, or its square root (Box2D's rule)",
    "restitution_mixing": "Of two things that touch: the product of their figures, or the greater one (Box2D's rule)",
}
_WORLD_STEPS = {"width": 0.1, "height": 0.1, "slop": 0.0001, "rest_speed": 0.001, "rest_turn": 0.001, "iterations": 1.0}


def in_steps(prop: Property, value: float) -> float:
    """A slider's value at the nearest whole step of its property, within its range."""
    step = prop.step or 10.0 ** -_decimals(prop)
    return min(prop.high, max(prop.low, snapping.to_grid(value, step)))


def _decimals(prop: Property) -> int:
    """How many decimals tell two neighbouring values of a property apart."""
    step = prop.step or (prop.high - prop.low) / 100 or 1.0
    return min(4, max(0, math.ceil(-math.log10(step) - 1e-9)))


__all__ = ["Inspector", "in_steps"]
