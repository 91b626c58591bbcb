"""The commands: frozen values of names, numbers and ids, their written forms, and their checks.

`edit` is both question and answer for the commands that change the design: it returns the design that would
result, or raises `Refused` with the sentence for the user. A preview calls it and drops the result.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgpack
import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from sandbox import authoring, parts
from sandbox.design import (
    MAX_ID,
    MAX_PARTS,
    Design,
    End,
    Goal,
    Hint,
    Id,
    Layers,
    Link,
    PartSpec,
    StockItem,
    Value,
    Values,
    World,
    check_plain,
    conditions,
    world_refusal,
)
from sandbox.errors import BadFile, Refused

MAX_PACKED = 256 * 1024  # bytes of one command: a frame of the recording holds up to 1 MB
Coordinate = Annotated[float, Meta(ge=-1e6, le=1e6)]


class Command(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Written as an array that starts with the command's name: ``["press", 7]``."""


class Place(Command, frozen=True, tag="place"):
    """A new part; it gets the design's next free id. `item`: of the stock; empty is the one named as the kind."""

    kind: str
    x: Coordinate
    y: Coordinate
    angle: Coordinate = 0.0
    flip: bool = False
    props: Values = {}
    item: str = ""


class Move(Command, frozen=True, tag="move"):
    """A part to a new position, angle (radians) and flip."""

    part: Id
    x: Coordinate
    y: Coordinate
    angle: Coordinate = 0.0
    flip: bool = False


class Resize(Command, frozen=True, tag="resize"):
    """A part to a new centre and new values of the properties that its handles change (metres)."""

    part: Id
    x: Coordinate
    y: Coordinate
    size: Values


class Configure(Command, frozen=True, tag="configure"):
    """One property of a part or link."""

    id: Id
    name: str
    value: Value


class Connect(Command, frozen=True, tag="connect"):
    """A new link between two ports, or points (as in `design.End`) where the port is ""; it gets the next free id.

    `via` are the pulleys that a rope runs over.
    """

    kind: str
    a: Id
    a_port: str
    b: Id
    b_port: str
    props: Values = {}
    via: tuple[Id, ...] = ()
    a_at: tuple[Coordinate, Coordinate] | None = None
    b_at: tuple[Coordinate, Coordinate] | None = None


class Disconnect(Command, frozen=True, tag="disconnect"):
    link: Id


class Delete(Command, frozen=True, tag="delete"):
    """A part, all links that end at it, and all ropes that run over it."""

    part: Id


class Paste(Command, frozen=True, tag="paste"):
    """A group of parts and the links among them, shifted by dx, dy; they get new ids in the order given."""

    parts: tuple[PartSpec, ...]
    links: tuple[Link, ...] = ()
    dx: Coordinate = 0.0
    dy: Coordinate = 0.0


class SetWorld(Command, frozen=True, tag="set_world"):
    """Everything in `design.World` but the tick rate and whether bodies sleep: those are a level's for good."""

    gravity_x: Coordinate = 0.0
    gravity_y: Coordinate = -9.81
    air: Coordinate = 0.0
    width: Coordinate = 4.0
    height: Coordinate = 2.5
    friction_mixing: str = "product"
    restitution_mixing: str = "product"
    bounce_from: Coordinate = 0.0
    slop: Coordinate = 0.0005
    recovery: Coordinate = 0.1
    rest_speed: Coordinate = 0.0
    rest_turn: Coordinate = 0.0
    iterations: int = 16

    @classmethod
    def of(cls, world: World, **changed: Value) -> SetWorld:
        """The command that leaves a world as it is but for what has `changed`."""
        return cls(**{name: getattr(world, name) for name in cls.__struct_fields__} | changed)


class Layer(Command, frozen=True, tag="layer"):
    """A part in front of all that lie on lower layers, and behind those on higher ones."""

    part: Id
    layer: Layers = 0


class Lock(Command, frozen=True, tag="lock"):
    """A part can't be moved, changed or deleted until it is unlocked again; links may still be tied to it."""

    part: Id
    locked: bool = True


class Undo(Command, frozen=True, tag="undo"):
    pass


class Redo(Command, frozen=True, tag="redo"):
    pass


class Start(Command, frozen=True, tag="start"):
    """Build a machine from the design and let it run."""


class Stop(Command, frozen=True, tag="stop"):
    """Throw the machine away; the design is as it was."""


class Press(Command, frozen=True, tag="press"):
    """Press a pressable part of the running machine."""

    part: Id


class Grab(Command, frozen=True, tag="grab"):
    """A hand takes hold of a part of the running machine at a world point."""

    part: Id
    x: Coordinate
    y: Coordinate


class Drag(Command, frozen=True, tag="drag"):
    """The hand moves to a world point."""

    x: Coordinate
    y: Coordinate


class Release(Command, frozen=True, tag="release"):
    """The hand lets go."""


class Author(Command, frozen=True, tag="author"):
    """The author takes the level in hand: all may be edited. After `TryOut`: everything as it was before that."""


class TryOut(Command, frozen=True, tag="try_out"):
    """The author's level as a player has it, until the next `Author`."""


class SetGoals(Command, frozen=True, tag="set_goals"):
    """All goals and all fail conditions of a level."""

    goals: tuple[Goal, ...]
    fails: tuple[Goal, ...] = ()


class SetStock(Command, frozen=True, tag="set_stock"):
    """What the player has; None: free building."""

    stock: dict[str, int | StockItem] | None


class SetHints(Command, frozen=True, tag="set_hints"):
    """All hints of a level, in the order in which they are shown."""

    hints: tuple[Hint, ...]


class SetTexts(Command, frozen=True, tag="set_texts"):
    """What a level is called, and what it tells the player."""

    title: str
    text: str = ""


class Allow(Command, frozen=True, tag="allow"):
    """What the player may do while the machine runs (of `design.RUNNING_COMMANDS`)."""

    names: tuple[str, ...]


class SetFixed(Command, frozen=True, tag="set_fixed"):
    """Whether a part or link belongs to the level, or is the player's to move and to take away."""

    id: Id
    fixed: bool


SingleEdit = (
    Place | Move | Resize | Configure | Connect | Disconnect | Delete | Paste | SetWorld | Layer | Lock
    | SetGoals | SetStock | SetHints | SetTexts | Allow | SetFixed
)  # fmt: skip


class Together(Command, frozen=True, tag="together"):
    """Several edits, each on what the one before has left: all of them or none, and one step for undo."""

    edits: tuple[SingleEdit, ...]


Edit = SingleEdit | Together | Author | TryOut
Live = Press | Grab | Drag | Release
AnyCommand = Edit | Undo | Redo | Start | Stop | Live
COMMANDS: dict[str, type[Command]] = {
    cls.__struct_config__.tag: cls  # type: ignore[misc]
    for cls in (
        Place, Move, Resize, Configure, Connect, Disconnect, Delete, Paste, SetWorld,
        Undo, Redo, Start, Press, Grab, Drag, Release, Stop, Layer, Lock, Together,
        Author, TryOut, SetGoals, SetStock, SetHints, SetTexts, Allow, SetFixed,
    )
}  # fmt: skip


# -- written forms


def to_plain(command: AnyCommand) -> list[Any]:
    """The command as an array of plain values, its name first.

    A link between two ports, over no pulleys, is written as it was before there was more: what was recorded then is
    the same today.
    """
    if isinstance(command, Together):
        return [command.__struct_config__.tag, [to_plain(edit) for edit in command.edits]]
    plain: list[Any] = _listed(msgspec.to_builtins(command))
    if isinstance(command, Connect):
        while plain[-1] is None or plain[-1] == []:
            plain.pop()
    return plain


def _listed(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_listed(item) for item in value]
    if isinstance(value, dict):
        return {key: _listed(item) for key, item in value.items()}
    return value


def from_plain(plain: Any) -> AnyCommand:
    """The command that an array of plain values stands for.

    Raises:
        BadFile: unknown name, wrong types or numbers, one sentence.
    """
    name = plain[0] if isinstance(plain, list) and plain else plain
    if not isinstance(name, str) or name not in COMMANDS:
        raise BadFile(f"unknown command {name!r:.40}; known are {', '.join(COMMANDS)}")
    fields = COMMANDS[name].__struct_fields__
    for field, value in zip(fields, plain[1:], strict=False):
        check_plain(value, f"command {name}: {field}")
    try:
        command: AnyCommand = msgspec.convert(plain, AnyCommand)
    except (msgspec.ValidationError, RecursionError) as error:
        told = re.sub(r"\$\[(\d+)\]", lambda at: fields[int(at[1]) - 1] if int(at[1]) else "name", str(error), count=1)
        raise BadFile(f"command {name} does not fit: {told}") from None
    return command


def pack(command: AnyCommand) -> bytes:
    """The command's bytes in a recording (msgpack)."""
    packed: bytes = msgpack.packb(to_plain(command))
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
    fields = {name: msgspec.to_builtins(getattr(command, name)) for name in command.__struct_fields__}
    if isinstance(command, Connect) and not command.via:
        del fields["via"]
    return {"tick": tick, "do": command.__struct_config__.tag, **fields}


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
    cls = COMMANDS.get(name) if isinstance(name, str) else None
    if cls is None:
        raise BadFile(f"{where}: unknown command {name!r:.40}; known are {', '.join(COMMANDS)}")
    unknown = sorted(set(fields) - set(cls.__struct_fields__))
    if unknown:
        known = ", ".join(cls.__struct_fields__) or "none"
        raise BadFile(f"{where}: {name} has no field {unknown[0]!r:.40}; it has: {known}")
    try:
        plain = to_plain(cls(**fields))  # type: ignore[arg-type]
        return tick, from_plain(plain)
    except TypeError:
        missing = [f.name for f in msgspec.structs.fields(cls) if f.required and f.name not in fields]
        raise BadFile(f"{where}: {name} needs {', '.join(missing)}") from None
    except BadFile as error:
        raise BadFile(f"{where}: {error}") from None


# -- what each command does to the design


def edit(design: Design, command: Edit) -> Design:
    """The design after an editing command.

    Raises:
        Refused: it cannot be done; the sentence for the user.
    """
    try:
        if isinstance(command, Place):
            return _place(design, command)
        if isinstance(command, Move):
            spec = _own(design, command.part)
            _check_turn(design, spec.item or spec.kind, command.angle)
            moved = replace(spec, x=command.x, y=command.y, angle=command.angle, flip=command.flip)
            return _with_part(design, parts.fit_part(moved))
        if isinstance(command, Resize):
            return _resize(design, command)
        if isinstance(command, Configure):
            return _configure(design, command)
        if isinstance(command, Connect):
            return _connect(design, command)
        if isinstance(command, Disconnect):
            link = _own_link(design, command.link)
            return replace(design, links=tuple(other for other in design.links if other.id != link.id))
        if isinstance(command, Delete):
            return _delete(design, command)
        if isinstance(command, Paste):
            return _paste(design, command)
        if isinstance(command, Layer):
            return _with_part(design, replace(_own(design, command.part), layer=command.layer))
        if isinstance(command, Lock):
            return _with_part(design, replace(_own(design, command.part, unlocked=False), locked=command.locked))
        if isinstance(command, Together):
            for single in command.edits:
                design = edit(design, single)
            return design
        if isinstance(command, SetWorld):
            return _set_world(design, command)
        return _author(design, command)
    except BadFile as error:  # a check of the design or the catalogue
        raise Refused(str(error)) from None


def of_hints(design: Design) -> tuple[Place | Connect, ...]:
    """What a player does who follows all hints, one after the other: the commands, for the design as it is."""
    found: list[Place | Connect] = []
    known = {spec.id: spec for spec in parts.hinted(design).parts}
    links = {link.id: link for link in parts.hinted(design).links}
    for id_, _ in enumerate(design.hints, design.next_id):
        if id_ in links:
            link = links[id_]
            found.append(
                Connect(link.kind, link.a.part, link.a.port, link.b.part, link.b.port, link.props, link.via,
                        link.a.at, link.b.at)
            )  # fmt: skip
        else:
            spec = known[id_]
            found.append(Place(spec.kind, spec.x, spec.y, spec.angle, spec.flip, spec.props, spec.item))
    return tuple(found)


def _part(design: Design, part: int) -> PartSpec:
    spec = design.part_by_id.get(part)
    if spec is None:
        raise Refused(f"part {part} does not exist")
    return spec


def _own(design: Design, part: int, unlocked: bool = True) -> PartSpec:
    """A part that may be changed; `unlocked`: only if it is not locked."""
    spec = _part(design, part)
    if spec.fixed and not design.free:
        raise Refused(f"part {part} ({parts.KINDS[spec.kind].title}) belongs to the level and can't be changed")
    if spec.locked and unlocked:
        raise Refused(f"part {part} ({parts.KINDS[spec.kind].title}) is locked; unlock it first")
    return spec


def _own_link(design: Design, id_: int) -> Link:
    link = design.link_by_id.get(id_)
    if link is None:
        raise Refused(f"link {id_} does not exist")
    if link.fixed and not design.free:
        raise Refused(f"link {id_} ({parts.LINKS[link.kind].title}) belongs to the level and can't be changed")
    return link


def _with_part(design: Design, spec: PartSpec) -> Design:
    return replace(design, parts=tuple(spec if other.id == spec.id else other for other in design.parts))


def _take_from_stock(design: Design, item: str, title: str) -> None:
    left = design.left_in_stock(item)
    if left is not None and left < 1:
        raise Refused(f"no {title.lower()} is left in the stock of this level")


def _from_stock(design: Design, spec: PartSpec) -> PartSpec:
    """A part as it comes out of the stock: with the properties of its item, but for those that may be set."""
    name = spec.item or spec.kind
    item = design.stock_items.get(name)
    title = (item.title if item is not None else "") or parts.KINDS[spec.kind].title
    _take_from_stock(design, name, title)
    assert item is not None  # nothing is left of what the stock does not hold
    if item.kind != spec.kind:
        raise Refused(f"the {title.lower()} of the stock is of the kind '{item.kind}', not '{spec.kind}'")
    own = parts.fit_props(parts.KINDS[item.kind], item.props, f"stock item '{name}'")
    for prop, value in spec.props.items():
        if prop not in item.resizes and own.get(prop) != value:
            raise Refused("parts from the stock come as they are; their properties can't be set")
    _check_turn(design, name, spec.angle)
    return parts.fit_part(replace(spec, props={**own, **spec.props}))


def _check_turn(design: Design, name: str, angle: float) -> None:
    item = design.stock_items.get(name)
    if item is not None and not item.turns and angle != item.angle:
        title = item.title or parts.KINDS[item.kind].title
        raise Refused(f"the {title.lower()} of the stock can't be turned")


def _new_ids(design: Design, count: int) -> int:
    if len(design.parts) + len(design.links) + count > MAX_PARTS:
        raise Refused(f"a level holds up to {MAX_PARTS} parts and links")
    if design.next_id + count > MAX_ID:
        raise Refused("the level has used up its ids; copy its parts into a new level")
    return design.next_id


def _place(design: Design, command: Place) -> Design:
    id_ = _new_ids(design, 1)
    spec = PartSpec(id_, command.kind, command.x, command.y, command.angle, command.flip, command.props)
    spec = parts.fit_part(spec)
    if not design.free:
        # What is named as its kind needs no more: the same part then has one form only.
        spec = _from_stock(design, replace(spec, item="" if command.item == spec.kind else command.item))
    elif design.author:
        spec = replace(spec, fixed=True)
    return replace(design, parts=(*design.parts, spec), next_id=id_ + 1)


def _resize(design: Design, command: Resize) -> Design:
    spec = _own(design, command.part)
    kind = parts.KINDS[spec.kind]
    foreign = sorted(set(command.size) - set(kind.resizes))
    if foreign:
        has = ", ".join(kind.resizes) or "nothing"
        raise Refused(f"a {kind.title.lower()} can't be resized in {foreign[0]} (it can in: {has})")
    item = design.stock_items.get(spec.item or spec.kind)
    if not design.free and (item is None or set(command.size) - set(item.resizes)):
        raise Refused("parts from the stock come as they are; they can't be resized")
    sized = replace(spec, x=command.x, y=command.y, props={**spec.props, **command.size})
    return _with_part(design, parts.fit_part(sized))


def _configure(design: Design, command: Configure) -> Design:
    if command.id in design.link_by_id:
        link = _own_link(design, command.id)
        props = {**link.props, command.name: command.value}
        link = replace(link, props=parts.fit_props(parts.LINKS[link.kind], props, f"link {link.id}"))
        return replace(design, links=tuple(link if other.id == link.id else other for other in design.links))
    spec = _own(design, command.id)
    if not design.free:
        raise Refused("the properties of parts can't be changed in this level")
    return _with_part(design, parts.fit_part(replace(spec, props={**spec.props, command.name: command.value})))


def _connect(design: Design, command: Connect) -> Design:
    id_ = _new_ids(design, 1)
    a, b = End(command.a, command.a_port, command.a_at), End(command.b, command.b_port, command.b_at)
    link = parts.fit_ends(Link(id_, command.kind, a, b, command.props, via=command.via))
    why = parts.link_refusal(design, link)
    if why:
        raise Refused(why)
    kind = parts.LINKS[link.kind]
    _take_from_stock(design, link.kind, kind.title)
    link = replace(link, props=parts.fit_props(kind, link.props, f"link {id_}"), fixed=design.author)
    return replace(design, links=(*design.links, link), next_id=id_ + 1)


def _delete(design: Design, command: Delete) -> Design:
    spec = _own(design, command.part)
    for goal in (*design.goals, *design.fails):
        for condition in conditions(goal.when):
            if spec.id in (getattr(condition, "part", None), getattr(condition, "other", None)):
                raise Refused(f"the goal '{goal.text}' is about part {spec.id}; change the goal first")
    for number, hint in enumerate(design.hints, 1):
        if any(end.part == spec.id for end in hint.ends):
            title = parts.LINKS[hint.kind].title.lower()
            raise Refused(f"hint {number} ties a {title} to part {spec.id}; take the hint away first")
    gone = [link for link in design.links if spec.id in link.parts]
    for link in gone:
        _own_link(design, link.id)
    return replace(
        design,
        parts=tuple(other for other in design.parts if other.id != spec.id),
        links=tuple(link for link in design.links if link not in gone),
    )


def _paste(design: Design, command: Paste) -> Design:
    first = _new_ids(design, len(command.parts) + len(command.links))
    if len({spec.id for spec in command.parts}) != len(command.parts):
        raise Refused("two parts of the group have the same id")
    new_id = {spec.id: first + index for index, spec in enumerate(command.parts)}
    for spec in command.parts:
        if abs(spec.x + command.dx) > 1e6 or abs(spec.y + command.dy) > 1e6:
            raise Refused(f"part {spec.id} of the group would land beyond 1,000 km")
        x, y = spec.x + command.dx, spec.y + command.dy
        place = Place(spec.kind, x, y, spec.angle, spec.flip, spec.props, spec.item)
        design = _place(design, place)
        if spec.layer:
            design = _with_part(design, replace(design.parts[-1], layer=spec.layer))
    for link in command.links:
        if any(part not in new_id for part in link.parts):
            raise Refused(f"link {link.id} of the group ends at a part that is not in it, or runs over one")
        a, b, *via = (new_id[part] for part in link.parts)
        design = _connect(
            design,
            Connect(link.kind, a, link.a.port, b, link.b.port, link.props, tuple(via), link.a.at, link.b.at),
        )
    return design


def _set_world(design: Design, command: SetWorld) -> Design:
    if not design.free:
        raise Refused("the world of this level can't be changed")
    world = replace(design.world, **{name: getattr(command, name) for name in command.__struct_fields__})
    why = world_refusal(world)
    if why:
        raise Refused(why)
    return replace(design, world=world)


def _author(
    design: Design, command: Author | TryOut | SetGoals | SetStock | SetHints | SetTexts | Allow | SetFixed
) -> Design:
    if isinstance(command, Author):
        return authoring.take_in_hand(design)
    if isinstance(command, TryOut):
        return authoring.try_out(design)
    if isinstance(command, SetFixed):
        return authoring.give_or_keep(design, command.id, command.fixed)
    if isinstance(command, Allow):
        return authoring.change(design, allow=command.names)
    return authoring.change(design, **{name: getattr(command, name) for name in command.__struct_fields__})
