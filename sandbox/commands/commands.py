"""The commands by name, and their written forms. Each command's checks and effects are in its class."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union

import msgpack
import msgspec

from sandbox import parts
from sandbox.commands import author, building, control, grouping, links, live
from sandbox.commands.author import (
    Allow,
    AllowForecast,
    Author,
    SetFixed,
    SetGoals,
    SetHints,
    SetInsight,
    SetNoBuild,
    SetPar,
    SetScene,
    SetStock,
    SetTexts,
    TryOut,
)
from sandbox.commands.building import Configure, Delete, Layer, Lock, Move, Paste, Place, Resize, SetWorld
from sandbox.commands.command import Command, Edit, Live, SingleEdit, edit
from sandbox.commands.control import Redo, Start, Stop, Undo
from sandbox.commands.grouping import Group, Ungroup
from sandbox.commands.links import Connect, Disconnect
from sandbox.commands.live import Drag, Grab, Press, Release
from sandbox.design.design import Design, check_plain
from sandbox.errors import BadFile
from sandbox.reading.nearest import meant, meant_or_all

MAX_PACKED = 256 * 1024  # bytes of one command: a frame of the recording holds up to 1 MB
AnyCommand = Command
_CLASSES: tuple[type[Command], ...] = (
    *building.COMMANDS, *links.COMMANDS, *control.COMMANDS, *live.COMMANDS,
    *author.COMMANDS, *grouping.COMMANDS,
)  # fmt: skip
if TYPE_CHECKING:
    _AnySingleEdit = SingleEdit
else:  # msgspec tells them apart by their names; it has to be given each
    _AnySingleEdit = Union[tuple(cls for cls in _CLASSES if issubclass(cls, SingleEdit))]  # noqa: UP007


class Together(Edit, frozen=True, tag="together"):
    """Several edits, each made in the design that the previous one has left: all of them or none, and one step for
    undo."""

    edits: tuple[_AnySingleEdit, ...]

    @property
    def singles(self) -> tuple[Command, ...]:
        return self.edits

    def to_plain(self) -> list[Any]:
        return [self.verb, [single.to_plain() for single in self.edits]]

    def edited(self, design: Design) -> Design:
        for single in self.edits:
            design = single.edited(design)
        return design


_ALL: tuple[type[Command], ...] = (*_CLASSES, Together)
COMMANDS = {str(cls.__struct_config__.tag): cls for cls in _ALL}


# -- written forms


def to_plain(command: AnyCommand) -> list[Any]:
    """The command as an array of plain values, its name first."""
    return command.to_plain()


def _unknown(name: Any) -> str:
    return f"unknown command {name!r:.40}{meant_or_all(name if isinstance(name, str) else '', COMMANDS)}"


def from_plain(plain: Any) -> AnyCommand:
    """The command that an array of plain values stands for.

    Raises:
        BadFile: unknown name, wrong types or numbers, one sentence.
    """
    name = plain[0] if isinstance(plain, list) and plain else plain
    if not isinstance(name, str) or name not in COMMANDS:
        raise BadFile(_unknown(name))
    fields = COMMANDS[name].__struct_fields__
    for field, value in zip(fields, plain[1:], strict=False):
        check_plain(value, f"command {name}: {field}")
    try:
        command: AnyCommand = msgspec.convert(plain, COMMANDS[name])
    except (msgspec.ValidationError, RecursionError) as error:
        problem = re.sub(
            r"\$\[(\d+)\]", lambda at: fields[int(at[1]) - 1] if int(at[1]) else "name", str(error), count=1
        )
        raise BadFile(f"command {name} does not fit: {problem}") from None
    return command


def pack(command: AnyCommand) -> bytes:
    """The command's bytes in a recording (msgpack)."""
    packed: bytes = msgpack.packb(command.to_plain())
    return packed


def unpack(packed: bytes) -> AnyCommand:
    """The inverse of `pack`.

    Raises:
        BadFile: the bytes are not a command.
    """
    try:
        plain = msgpack.unpackb(packed)
    except (ValueError, msgpack.UnpackException, RecursionError) as error:
        raise BadFile(f"not a command: {error}") from None
    return from_plain(plain)


def to_json(tick: int, command: AnyCommand) -> dict[str, Any]:
    """The command as one object of the JSON-lines language: ``{"tick": 480, "do": "press", "part": 7}``."""
    return {"tick": tick, "do": command.verb, **command.to_fields()}


def from_json(line: Any, where: str) -> tuple[int, AnyCommand]:
    """The inverse of `to_json`; fields with defaults may be left out.

    Raises:
        BadFile: one sentence that names the place.
    """
    if not isinstance(line, dict) or "tick" not in line or "do" not in line:
        raise BadFile(f'{where}: a command line looks like {{"tick": 480, "do": "press", "part": 7}}')
    fields = dict(line)
    tick, name = fields.pop("tick"), fields.pop("do")
    if isinstance(tick, bool) or not isinstance(tick, int) or not 0 <= tick <= 2**53:
        raise BadFile(f"{where}: tick must be a whole number from 0")
    try:
        return tick, from_fields(name, fields)
    except BadFile as error:
        raise BadFile(f"{where}: {error}") from None


def from_fields(name: Any, fields: Mapping[str, Any]) -> AnyCommand:
    """The command of a name, with its fields by name; those with defaults may be left out.

    Raises:
        BadFile: there is no such command or field, or a value does not fit; one sentence.
    """
    cls = COMMANDS.get(name) if isinstance(name, str) else None
    if cls is None:
        raise BadFile(_unknown(name))
    unknown = sorted(set(fields) - set(cls.__struct_fields__))
    if unknown:
        near = meant(unknown[0], cls.__struct_fields__)
        names = ", ".join(cls.__struct_fields__) or "none"
        raise BadFile(f"{name} has no field {unknown[0]!r:.40}{near or f'; it has: {names}'}")
    try:
        plain = Command.to_plain(cls(**fields))  # of any values: `from_plain` checks them
    except TypeError:
        missing = [f.name for f in msgspec.structs.fields(cls) if f.required and f.name not in fields]
        raise BadFile(f"{name} needs {', '.join(missing)}") from None
    return from_plain(plain)


# -- hints


def of_hints(design: Design) -> tuple[Place | Connect, ...]:
    """Return the commands of a player who follows all hints, one after the other, in the design as it is."""
    hinted = parts.hinted(design)
    ids = range(design.next_id, design.next_id + len(design.hints))
    return tuple(
        Place.of(hinted.part_by_id[id_])
        if id_ in hinted.part_by_id
        else Connect.of((link := hinted.link_by_id[id_]), link.a.part, link.b.part, link.via)
        for id_ in ids
    )


__all__ = [
    "COMMANDS", "MAX_PACKED", "Allow", "AllowForecast", "AnyCommand", "Author", "Command", "Configure", "Connect",
    "Delete", "Disconnect", "Drag", "Edit", "Grab", "Group", "Layer", "Live", "Lock", "Move", "Paste", "Place",
    "Press", "Redo", "Release", "Resize", "SetFixed", "SetGoals", "SetHints", "SetInsight", "SetNoBuild", "SetPar",
    "SetScene", "SetStock", "SetTexts", "SetWorld", "SingleEdit", "Start", "Stop", "Together", "TryOut", "Undo",
    "Ungroup", "edit", "from_fields", "from_json", "from_plain", "of_hints", "pack", "to_json", "to_plain", "unpack",
]  # fmt: skip
