"""What is chosen in a level that is played: its name and help, and its values with the fields in which they are set.

A field has a `name`, a `title`, a `type` as properties have (`parts.properties`), a `value`, and `open`: whether it may
be set now.
"""

from __future__ import annotations

from typing import Any

from sandbox import parts
from sandbox.commands.commands import Configure, Move
from sandbox.commands.links import settable
from sandbox.design.design import MAX_NUMBER, Link, PartSpec, Value
from sandbox.editing import snapping
from sandbox.editing.editor import Editor
from sandbox.editing.picking import may_change
from sandbox.editing.stock_names import name_of_part
from sandbox.machine.removals import WORLD_MARGIN
from sandbox.parts.properties import Property
from sandbox.parts.titles import help_in

_MM, _DEGREE = 0.001, 0.1  # steps of a place (m) and of an angle (degrees)
_PLACE = frozenset(("x", "y", "angle", "flip"))  # what `Move` sets of a part, and no property is called
Field = dict[str, Any]


def described(editor: Editor, closed: bool) -> dict[str, Any]:
    """Describe the one thing that is selected; `closed`: nothing can be changed now."""
    chosen, link = editor.selection.parts, editor.selection.link
    if link is not None:
        kind = parts.LINKS[link.kind]
        return {"id": link.id, "title": kind.title, "help": kind.help, "fields": _of_link(editor, link, closed)}
    if len(chosen) != 1:
        return {"id": 0, "title": "", "help": "", "fields": []}
    spec = (*editor.preview.parts, *chosen)[0]
    return {
        "id": chosen[0].id,
        "title": name_of_part(editor.design, spec),
        "help": f"{help_in(editor.design, spec)} {_weight(spec)}".strip(),
        "fields": _of_part(editor, spec, closed),
        "at": [spec.x, spec.y],
    }


def _weight(spec: PartSpec) -> str:
    """Say what a part weighs; empty if it can't move."""
    mass = parts.blueprint(spec).mass
    return f"It weighs {mass:.3g} kg." if mass else ""


def set_value(editor: Editor, id_: int, name: str, value: Value) -> bool:
    """Set a value of a part or link that is chosen, as one step; False: that was refused, or changes nothing."""
    spec = editor.design.part_by_id.get(id_)
    if spec is not None and name in _PLACE:
        return editor.set(_moved(spec, name, value))
    return editor.set(Configure(id_, name, value))


def _moved(spec: PartSpec, name: str, value: Value) -> Move:
    """Return the command by which a value of a part's place is set; all else keeps every bit that it has."""
    if name == "flip":
        return Move(spec.id, spec.x, spec.y, -spec.angle + 0.0, bool(value))
    number = float(value) if isinstance(value, int | float) else 0.0
    pose = {"x": spec.x, "y": spec.y, "angle": spec.angle}
    pose[name] = snapping.radians(round(number, 4)) if name == "angle" else snapping.fine(number)
    return Move(spec.id, pose["x"], pose["y"], pose["angle"], spec.flip)


def _of_part(editor: Editor, spec: PartSpec, closed: bool) -> list[Field]:
    world, kind, degree = editor.design.world, parts.KINDS[spec.kind], "\N{DEGREE SIGN}"
    may = not closed and may_change(editor.design, spec)
    x = Property("x", "x", 0.0, "m", -WORLD_MARGIN, world.width + WORLD_MARGIN, _MM)
    y = Property("y", "y", 0.0, "m", -WORLD_MARGIN, world.height + WORLD_MARGIN, _MM)
    fields = [_field(x, round(spec.x, 6), may), _field(y, round(spec.y, 6), may)]
    if kind.turns:
        angle = Property("angle", "Angle", 0.0, degree, -MAX_NUMBER, MAX_NUMBER, _DEGREE)
        fields.append(_field(angle, snapping.degrees(spec.angle), may))
    if kind.flips:
        fields.append(_field(Property("flip", "Flipped", False), spec.flip, may))
    properties = [prop for prop in kind.properties if prop.type != "outline"]
    return fields + [_field(p, spec.props.get(p.name, p.default), may and editor.design.free) for p in properties]


def _of_link(editor: Editor, link: Link, closed: bool) -> list[Field]:
    kind = parts.LINKS[link.kind]
    names = settable(editor.design, kind) if not closed and may_change(editor.design, link) else ()
    return [_field(prop, link.props.get(prop.name, prop.default), prop.name in names) for prop in kind.properties]


def _field(prop: Property, value: Value, is_open: bool) -> Field:
    field: Field = {"name": prop.name, "title": prop.title, "type": prop.type, "value": value, "open": is_open}
    if prop.type in ("number", "whole"):
        field |= {"low": prop.low, "high": prop.high, "step": prop.step, "unit": prop.unit}
    if prop.type == "choice":
        field["choices"] = [*prop.choices]
    return field | {"help": prop.help}
