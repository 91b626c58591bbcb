"""The commands by name, and their written forms. Each command's checks and effects are in its class."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union

import msgpack
import msgspec
from msgspec.structs import replace

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
    SetPuzzle,
    SetScene,
    SetStock,
    SetTexts,
    TryOut,
)
from sandbox.commands.building import Configure, Delete, Layer, Lock, Move, Name, Paste, Place, Resize, SetWorld
from sandbox.commands.command import BY, Command, Edit, Live, SingleEdit, edit
from sandbox.commands.control import Join, Redo, Start, Stop, Undo
from sandbox.commands.grouping import Group, Ungroup
from sandbox.commands.links import Connect, Disconnect
from sandbox.commands.live import Drag, Grab, Press, Release
from sandbox.commands.names import Names, resolved
from sandbox.design.design import MAX_ID, Design, check_plain
from sandbox.design.values import MAX_PLAYERS
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

    @property
    def makes(self) -> int:
        return sum(1 for single in self.edits for _ in range(single.makes))

    def with_ids(self, names: Names, first: int) -> Together:
        """Let each edit name also what the ones before it make."""
        number = self.number or names.last(self.player) + 1
        first_by_number: dict[int, int] = {}
        edits = []

        def id_of(named: int) -> int | None:
            return first_by_number.get(named) or names.id_of(self.player, named)

        for single in self.edits:
            edits.append(resolved(single, single.id_fields, id_of))
            for _ in range(single.makes):
                first_by_number[number] = first
                number, first = number + 1, first + 1
        return replace(self, edits=tuple(edits)) if tuple(edits) != self.edits else self

    def to_array(self) -> list[Any]:
        return [self.verb, [single.to_array() for single in self.edits]]

    def to_fields(self) -> dict[str, Any]:
        return {"edits": [Command.to_array(single) for single in self.edits]}

    def edited(self, design: Design) -> Design:
        for single in self.edits:
            design = single.edited(design)
        return design


_ALL: tuple[type[Command], ...] = (*_CLASSES, Together)
COMMANDS = {str(cls.__struct_config__.tag): cls for cls in _ALL}
_LIVE = {name for name, cls in COMMANDS.items() if cls.live}
_TOGETHER = str(Together.__struct_config__.tag)
_OF_A_PLAYER = ("player", "number")  # names in JSON lines, which have them only where they are not 0


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
    if name == BY:
        return _from_by(plain)
    if not isinstance(name, str) or name not in COMMANDS:
        raise BadFile(_unknown(name))
    fields = COMMANDS[name].own_fields()
    for field, value in zip(fields, plain[1:], strict=False):
        check_plain(value, f"command {name}: {field}")
    try:
        if isinstance(plain, list):
            _check_lengths(plain)
        command: AnyCommand = msgspec.convert(plain, COMMANDS[name])
        _check_ids(command)
    except (msgspec.ValidationError, RecursionError) as error:
        problem = re.sub(
            r"\$\[(\d+)\]", lambda at: fields[int(at[1]) - 1] if int(at[1]) else "name", str(error), count=1
        )
        raise BadFile(f"command {name} does not fit: {problem}") from None
    return command


def _from_by(plain: list[Any]) -> AnyCommand:
    """The command in an array that says whose it is."""
    if not 3 <= len(plain) <= 4 or not isinstance(plain[2], list) or plain[2][:1] == [BY]:
        raise BadFile('a command of a player is written ["by", player, command], or with a number after that')
    player, inner, number = plain[1], plain[2], plain[3] if len(plain) > 3 else 0
    for value, what, most in ((player, "player", MAX_PLAYERS - 1), (number, "number", MAX_ID)):
        if type(value) is not int or not 0 <= value <= most:
            raise BadFile(f"the {what} of a command is {value!r:.40}; it is a whole number from 0 to {most}")
    return replace(from_plain(inner), player=player, number=number)


def _check_lengths(plain: list[Any]) -> None:
    """Refuse an array that is too long: who gives a command stands outside of it, not behind its fields."""
    most = 1 + len(COMMANDS[plain[0]].own_fields())
    if len(plain) > most:
        raise msgspec.ValidationError(f"Expected `array` of at most length {most}, got {len(plain)}")
    if plain[0] == _TOGETHER and len(plain) > 1 and isinstance(plain[1], list):
        for single in plain[1]:
            if isinstance(single, list) and single and isinstance(single[0], str) and single[0] in COMMANDS:
                _check_lengths(single)


def _check_ids(command: AnyCommand) -> None:
    """Refuse 0 as the id of a part or link."""
    if 0 in (value for single in command.singles for value in single.named_values()):
        raise BadFile(f"command {command.verb} does not fit: an id is a whole number from 1, not 0")


def pack(command: AnyCommand) -> bytes:
    """The command's bytes in a recording (msgpack)."""
    packed: bytes = msgpack.packb(command.to_plain())
    return packed


def is_live(packed: bytes) -> bool:
    """Tell by its bytes whether a command is done to the running machine, which is quicker than to decode it."""
    plain = msgpack.unpackb(packed)
    return (plain[2] if plain[0] == BY else plain)[0] in _LIVE


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
    """The command as one object of the JSON-lines language: ``{"tick": 480, "do": "press", "part": 7}``.

    That of another player than 0 ends with ``"player": 1``, and one that numbers what it makes with ``"number": 5``.
    """
    whose = {name: value for name in _OF_A_PLAYER if (value := getattr(command, name))}
    return {"tick": tick, "do": command.verb, **command.to_fields(), **whose}


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
    player, number = (fields.get(field, 0) for field in _OF_A_PLAYER)
    own = {field: value for field, value in fields.items() if field not in _OF_A_PLAYER}
    unknown = sorted(set(own) - set(cls.own_fields()))
    if unknown:
        near = meant(unknown[0], (*cls.own_fields(), *_OF_A_PLAYER))
        names = ", ".join(cls.own_fields()) or "none"
        raise BadFile(f"{name} has no field {unknown[0]!r:.40}{near or f'; it has: {names}'}")
    try:
        plain = Command.to_array(cls(**own))  # of any values: `from_plain` checks them
    except TypeError as error:
        missing = [f.name for f in msgspec.structs.fields(cls) if f.required and f.name not in own]
        if not missing:
            raise BadFile(f"command {name} does not fit: {error}") from None
        raise BadFile(f"{name} needs {', '.join(missing)}") from None
    return from_plain([BY, player, plain, number])


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
    "Delete", "Disconnect", "Drag", "Edit", "Grab", "Group", "Join", "Layer", "Live", "Lock", "Move", "Name", "Paste",
    "Place", "Press", "Redo", "Release", "Resize", "SetFixed", "SetGoals", "SetHints", "SetInsight", "SetNoBuild",
    "SetPar", "SetPuzzle", "SetScene", "SetStock", "SetTexts", "SetWorld", "SingleEdit", "Start", "Stop", "Together",
    "TryOut", "Undo", "Ungroup", "edit", "from_fields", "from_json", "from_plain", "is_live", "of_hints", "pack",
    "to_json", "to_plain", "unpack",
]  # fmt: skip
