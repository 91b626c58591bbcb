"""The inspector: the selected part or link with a fitting widget for each of its values, or the world if nothing is
selected."""

from __future__ import annotations

import math
from typing import Protocol

from imgui_bundle import imgui
from msgspec.structs import replace

from sandbox.authoring import figures
from sandbox.commands.commands import Disconnect, Move, Name
from sandbox.commands.links import settable
from sandbox.design import groups
from sandbox.design.design import MAX_NUMBER, Link, PartSpec
from sandbox.design.values import MAX_NAME
from sandbox.editing import picking, snapping
from sandbox.editing.document import sentence
from sandbox.editing.gestures.switching import PLUG, SOCKET
from sandbox.editing.picking import may_change
from sandbox.editing.stock_names import name_of_part
from sandbox.machine.removals import WORLD_MARGIN
from sandbox.parts import KINDS, LINKS, blueprint
from sandbox.parts.electric.power.balance import power_balance, watts_of
from sandbox.parts.kind import Kind, Property
from sandbox.parts.titles import help_in, title_in
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.number_entry import Number
from sandbox.window.shell.shell import Shell
from sandbox.window.shell.value_rows import ValueRows
from sandbox.window.shell.world_panel import WorldPanel
from sandbox.window.ui.action import Action, explained, keys
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.text_field import OpeningField
from sandbox.window.ui.textures import Picture
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui, labelled

_LONG = 4.0  # times its other side: a part so long is a mere line in a picture
_NAMING = "What sentences call it, written as it is in the middle of one: the keg"
_ARRANGING = (
    ("align_left", "align_middle", "align_right", "align_top", "align_centre", "align_bottom"),
    ("distribute_x", "distribute_y", "flip", "flip_over", "to_front", "to_back"),
    ("group", "ungroup"),
)


class ShownMachine(Protocol):
    """The machine that is shown, now or in the past."""

    @property
    def runs(self) -> bool: ...
    def motion(self, part: int) -> tuple[float, ...] | None: ...


class Inspector:
    """Draws the lower right panel."""

    def __init__(self, ui: Ui, shell: Shell, time: ShownMachine) -> None:
        self.ui = ui
        self.shell = shell
        self.time = time
        self.rows = ValueRows(ui, shell)
        self.world = WorldPanel(ui, shell, self.rows)
        self._name = OpeningField("##name")

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        action = Action("name_part", "Name the part", self.name, "What goals and messages call it", keys("Ctrl+F2"),
                        Icon.EDIT, self._can_name)  # fmt: skip
        actions = explained((action,), {"name_part": self._why_not_named})
        return Feature(actions=actions, panels=(Panel("right", self.draw, 30),))

    def name(self) -> None:
        """Move the keyboard focus to the name of the selected part."""
        self.shell.unfold("side")
        self.shell.host.expect_answer()
        self._name.take_keys()

    def _why_not_named(self) -> str:
        if not self.shell.editor.design.free:
            return "parts can't be named in this level"
        return "select one part of your own, while nothing runs"

    def _can_name(self) -> bool:
        editor, document = self.shell.editor, self.shell.workspace.document
        if not self.shell.building() or editor.running or document.watching or document.in_past:
            return False
        parts = editor.selection.parts
        return editor.design.free and len(parts) == 1 and may_change(editor.design, parts[0])

    def draw(self, _panel: Rect) -> None:
        editor = self.shell.editor
        self.rows.tidy()
        parts, link = editor.selection.parts, editor.selection.link
        if link is not None:
            self._link(link)
        elif len(parts) == 1:
            self._part(parts[0])
        elif parts:
            self._group(parts)
        elif editor.design.free and not editor.design.author:
            self.world.draw()
        else:
            self.ui.space(6)
            self.ui.faint("Select a part to see what it does and what can be changed about it.")

    # -- one part

    def _part(self, spec: PartSpec) -> None:
        ui, editor = self.ui, self.shell.editor
        kind = KINDS[spec.kind]
        ui.space(4)
        fixed = spec.fixed and not editor.design.free
        others = len(groups.members(editor.design, spec.id)) - 1
        number = f"Part {spec.id}, {kind.title.lower()}" if spec.name else f"Part {spec.id}"
        number += self._weight(spec, editor.design.free and kind.property("mass") is not None)
        number = f"{number}, grouped with {others} more" if others else number
        name = name_of_part(editor.design, spec)
        why = "belongs to the level" if fixed else "locked" if spec.locked else ""
        self._title(number, why, name, self._picture(spec))
        ui.faint(help_in(editor.design, spec))
        if imgui.is_item_hovered():
            ui.tip(figures.of_parts.sentence(kind), title="With its usual properties")
        if self.time.runs:
            self._motion(spec)
        shut = editor.running or self.shell.workspace.document.watching or self.shell.workspace.document.in_past
        locked = shut or not may_change(editor.design, spec)
        imgui.push_id(f"part{spec.id}")
        imgui.begin_disabled(locked)
        if not fixed and self.rows.table("where"):
            self._place(spec, kind)
            imgui.end_table()
        values = kind.values(spec.props)
        own = [prop for prop in kind.properties if editor.design.free or (prop.name == kind.bends and not fixed)]
        if own and self.rows.table("properties"):
            for prop in own:
                imgui.begin_disabled(not prop.counts(values))
                self.rows.property((spec.id,), prop, (getattr(values, prop.name),))
                imgui.end_disabled()
            imgui.end_table()
        imgui.end_disabled()
        if not editor.design.free:
            given = [p for p in kind.properties if p not in own and p.name != "mass" and p.counts(values)]
            self.rows.facts(tuple((prop, getattr(values, prop.name)) for prop in given))
        self._ports(spec, locked)
        imgui.pop_id()

    def _weight(self, spec: PartSpec, has_row: bool) -> str:
        """Return what a part weighs as the end of its title line; `has_row`: its mass is a value of its own."""
        plan = blueprint(spec)
        if plan.mass:
            return "" if has_row else f", {plan.mass:.3g} kg"
        return ", stays in place" if plan.stays and not self.shell.editor.design.free else ""

    def _picture(self, spec: PartSpec) -> Picture:
        """Return a picture of a part as it looks, or of its kind where the part is too long to be recognised by it."""
        box = picking.local_box(spec)
        sides = sorted((box.x1 - box.x0, box.y1 - box.y0))
        pictures = self.shell.pictures
        is_long = sides[1] > _LONG * sides[0] and not KINDS[spec.kind].drawn  # a drawn part looks like no other
        return pictures.kind(spec.kind) if is_long else pictures.part(replace(spec, angle=0.0, flip=False))

    def _title(self, number: str, why: str, name: str, picture: Picture) -> None:
        """Draw the name of a part or link with its picture, its id, and why it can't be changed, if so."""
        ui, size = self.ui, self.ui.px(40)
        imgui.image(imgui.ImTextureRef(picture.texture), (size, size), picture.uv0, picture.uv1)
        imgui.same_line(0.0, ui.px(10))
        imgui.begin_group()
        ui.bold(name, 16.0)
        imgui.same_line(0.0, ui.px(8))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(4), ui.px(1)))
        about = ui.actions["about_part"]
        if ui.button("inspector.help", Icon.HELP, about.tip, about.shortcut):
            about.run()
        imgui.pop_style_var()
        ui.faint(number)
        if why:
            ui.faint(f"{Icon.LOCK}  {why}")
        imgui.end_group()

    def _motion(self, spec: PartSpec) -> None:
        """Draw the motion of a part right now, or in the past moment that is shown."""
        motion = self.time.motion(spec.id)
        if motion is None:
            self.ui.line_of(Icon.INFO, Colour.LINK, "This part is gone: used up, destroyed or out of the room.")
            return
        x, y, angle, vx, vy, spin = motion
        turned = math.degrees(angle)
        pace = f"{math.hypot(vx, vy):.2f} m/s"
        if any(socket.type == "shaft" for socket in picking.sockets(spec)):
            pace = f"turns at {abs(spin) * 60.0 / math.tau:.0f} rpm"
        self.ui.line_of(Icon.PLAY, Colour.GOOD, f"x {x:.3f}   y {y:.3f} m   {turned:.0f}\N{DEGREE SIGN}   {pace}")

    def _place(self, spec: PartSpec, kind: Kind) -> None:
        preview = next((s for s in self.shell.editor.preview.parts if s.id == spec.id), spec)

        def moved(**to: float) -> Move:  # only what is named changes: the rest keeps every bit it has
            pose = {"x": spec.x, "y": spec.y, "angle": spec.angle} | to
            return Move(spec.id, pose["x"], pose["y"], pose["angle"], spec.flip)

        # Farther away than this a part is removed as soon as the machine runs.
        world, low = self.shell.editor.design.world, -WORLD_MARGIN
        if self.shell.editor.design.free:
            self.rows.row("Name", _NAMING)
            self.rows.line("name", self._name, preview.name, "the ...", MAX_NAME, lambda v: (Name(spec.id, v),))
        x = Number(preview.x, "m", 3, low, world.width + WORLD_MARGIN, 0.005, title="x")
        y = Number(preview.y, "m", 3, low, world.height + WORLD_MARGIN, 0.005, title="y")
        self.rows.number("x", "x", x, lambda v: (moved(x=snapping.fine(v)),))
        self.rows.number("y", "y", y, lambda v: (moved(y=snapping.fine(v)),))
        if kind.turns:
            reset = (lambda: (moved(angle=0.0),)) if spec.angle else None
            degrees = snapping.degrees(preview.angle)
            angle = Number(degrees, "\N{DEGREE SIGN}", 1, -MAX_NUMBER, MAX_NUMBER, 1.0, title="Angle")
            self.rows.number("angle", "Angle", angle, lambda v: (moved(angle=snapping.radians(round(v, 4))),), reset)
        if kind.flips:
            self.rows.row("Flipped")
            changed, flip = imgui.checkbox("##flip", spec.flip)
            self.ui.mark("flip_box")
            if changed:
                self.shell.editor.set(Move(spec.id, spec.x, spec.y, -spec.angle + 0.0, flip))

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
            watts = f", {watts_of(spec):g} W" if socket.type in (PLUG, SOCKET) else ""
            ui.faint(f"{title} ({socket.type}{watts})")
            tied = [link for link in links if socket.end in (link.a, link.b)]
            for link in tied:
                self._tied(link, spec.id, locked)
        if (balance := power_balance(editor.design, spec.id)) is not None:
            if balance.is_short:
                ui.line_of(Icon.PLUG, Colour.BAD, sentence(balance.sentence()))
            else:
                ui.faint(sentence(balance.sentence()))
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
        """Draw a link at a port: a line that selects it, and a cross that cuts it."""
        ui, editor = self.ui, self.shell.editor
        far_end = link.b if link.a.part == part else link.a
        label = f"{LINKS[link.kind].title} to {title_in(editor.design, far_end.part)}"
        room = imgui.get_content_region_avail().x - ui.px(30)
        if imgui.selectable(labelled(f"{Icon.LINK}  {label}", str(link.id)), False, 0, (room, 0.0))[0]:
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
        why = "belongs to the level" if link.fixed and not editor.design.free else ""
        self._title(f"Link {link.id}", why, kind.title, self.shell.pictures.kind(kind.name))
        ui.faint(kind.help)
        locked = editor.running or self.shell.workspace.document.watching or not may_change(editor.design, link)
        for part in link.via:
            if imgui.selectable(labelled(f"{Icon.PART}  over {title_in(editor.design, part)}", f"via{part}"), False)[0]:
                editor.selection.ids = (part,)
            ui.mark(f"via.{part}")
        for end in (link.a, link.b):
            socket = picking.socket_of(editor.design, end)
            at = f" ({socket.title.lower()})" if socket is not None else ""
            label = labelled(f"{Icon.PART}  {title_in(editor.design, end.part)}{at}", f"{end.part}.{end.port}")
            if imgui.selectable(label, False)[0]:
                editor.selection.ids = (end.part,)
            ui.mark(f"end.{end.part}")
        imgui.push_id(f"link{link.id}")
        names = settable(editor.design, kind)
        values = kind.values(link.props)
        own = [prop for prop in kind.properties if editor.design.free or prop.name in names]
        if own and self.rows.table("properties"):
            for prop in own:
                imgui.begin_disabled(locked or prop.name not in names)
                self.rows.property((link.id,), prop, (getattr(values, prop.name),))
                imgui.end_disabled()
            imgui.end_table()
        imgui.pop_id()
        self.rows.facts(tuple((prop, getattr(values, prop.name)) for prop in kind.properties if prop not in own))
        if not locked:
            ui.action("delete", 0, f"{Icon.UNLINK}  Take it away", as_="inspector.delete")

    def _group(self, parts: tuple[PartSpec, ...]) -> None:
        ui = self.ui
        ui.space(4)
        whole = self.shell.editor.selection.is_group
        ui.heading(f"Group of {len(parts)} parts" if whole else f"{len(parts)} parts", Icon.PARTS)
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
        locked = (
            self.shell.editor.running or self.shell.workspace.document.watching or any(spec.locked for spec in parts)
        )
        shared = shared_properties(parts)
        imgui.push_id("group")
        imgui.begin_disabled(locked)
        if shared and self.shell.editor.design.free and self.rows.table("properties"):
            for prop in shared:
                values = tuple(spec.props.get(prop.name, prop.default) for spec in parts)
                self.rows.property(tuple(spec.id for spec in parts), prop, values)
            imgui.end_table()
        imgui.end_disabled()
        imgui.pop_id()
        ui.faint("Drag one of them to move them all; turn, flip, copy and delete act on the whole group.")


def shared_properties(parts: tuple[PartSpec, ...]) -> list[Property]:
    """List the properties that mean the same for all given parts; not outlines, which are drawn one at a time."""
    kinds = list({spec.kind: KINDS[spec.kind] for spec in parts}.values())

    def same(prop: Property, kind: Kind) -> bool:
        counterpart = kind.property(prop.name)
        return counterpart is not None and replace(counterpart, default=prop.default, help=prop.help) == prop

    return [
        p for p in kinds[0].properties if p.type not in ("outline", "line") and all(same(p, kind) for kind in kinds[1:])
    ]
