"""Commands that build: place, move, resize, set, delete, paste, layer and lock parts, and change the world."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox import parts
from sandbox.commands.command import Command, Coordinate, Named, SingleEdit, new_ids, take_from_stock
from sandbox.commands.links import Connect, check_settable, own_link, refuse_if_asked
from sandbox.design import groups
from sandbox.design.design import Design, Layers, Link, PartSpec, Value, Values, World, conditions, world_refusal
from sandbox.design.no_build import NOT_THERE
from sandbox.design.values import PartName
from sandbox.errors import Refused
from sandbox.parts.titles import numbered


class Place(SingleEdit, frozen=True, tag="place"):
    """A new part; it gets the design's next free id. `item`: of the stock; empty is the one named as the kind."""

    kind: str
    x: Coordinate
    y: Coordinate
    angle: Coordinate = 0.0
    flip: bool = False
    props: Values = {}
    item: str = ""
    sound = "placed"

    @classmethod
    def of(cls, spec: PartSpec, dx: float = 0.0, dy: float = 0.0) -> Place:
        """Return the command that copies a part, shifted by `dx` and `dy` (m)."""
        return cls(spec.kind, spec.x + dx, spec.y + dy, spec.angle, spec.flip, spec.props, spec.item)

    @property
    def makes(self) -> int:
        return 1

    def edited(self, design: Design) -> Design:
        id_ = new_ids(design, 1)
        spec = parts.fit_part(PartSpec(id_, self.kind, self.x, self.y, self.angle, self.flip, self.props))
        if not design.free:
            # What is named as its kind needs no more: the same part then has one form only.
            spec = _from_stock(design, replace(spec, item="" if self.item == spec.kind else self.item))
            _refuse_no_build(design, spec)
        elif design.author:
            spec = replace(spec, fixed=True)
        return replace(design, parts=(*design.parts, spec), next_id=id_ + 1)


class Move(SingleEdit, frozen=True, tag="move"):
    """A part to a new position, angle (radians) and flip."""

    part: Named
    x: Coordinate
    y: Coordinate
    angle: Coordinate = 0.0
    flip: bool = False
    id_fields = ("part",)

    def edited(self, design: Design) -> Design:
        spec = _own(design, self.part)
        _check_turn(design, spec.item or spec.kind, self.angle)
        moved = parts.fit_part(replace(spec, x=self.x, y=self.y, angle=self.angle, flip=self.flip))
        _refuse_no_build(design, moved)
        return _with_part(design, moved)


class Resize(SingleEdit, frozen=True, tag="resize"):
    """A part to a new centre and new values of the properties that its handles change (metres)."""

    part: Named
    x: Coordinate
    y: Coordinate
    size: Values
    id_fields = ("part",)

    def edited(self, design: Design) -> Design:
        spec = _own(design, self.part)
        kind = parts.KINDS[spec.kind]
        foreign = sorted(set(self.size) - set(kind.resizes))
        if foreign:
            has = ", ".join(kind.resizes) or "nothing"
            raise Refused(f"a {kind.title.lower()} can't be resized in {foreign[0]} (it can in: {has})")
        item = design.stock_items.get(spec.item or spec.kind)
        if not design.free and (item is None or set(self.size) - set(item.resizes)):
            raise Refused("parts from the stock come as they are; they can't be resized")
        sized = parts.fit_part(replace(spec, x=self.x, y=self.y, props={**spec.props, **self.size}))
        _refuse_no_build(design, sized)
        return _with_part(design, sized)


class Configure(SingleEdit, frozen=True, tag="configure"):
    """One property of a part or link."""

    id: Named
    name: str
    value: Value
    id_fields = ("id",)

    def edited(self, design: Design) -> Design:
        if self.id in design.link_by_id:
            link = own_link(design, self.id)
            check_settable(design, parts.LINKS[link.kind], self.name)
            props = {**link.props, self.name: self.value}
            link = replace(link, props=parts.fit_props(parts.LINKS[link.kind], props, f"link {link.id}"))
            return replace(design, links=tuple(link if old.id == link.id else old for old in design.links))
        spec = _own(design, self.id)
        if not design.free and self.name != parts.KINDS[spec.kind].bends:
            raise Refused("the properties of parts can't be changed in this level")
        changed = parts.fit_part(replace(spec, props={**spec.props, self.name: self.value}))
        _refuse_no_build(design, changed)
        return _with_part(design, changed)


class Delete(SingleEdit, frozen=True, tag="delete"):
    """A part, all links that end at it, and all ropes that run over it."""

    part: Named
    id_fields = ("part",)
    sound = "deleted"

    def edited(self, design: Design) -> Design:
        spec = _own(design, self.part)
        gone = [link for link in design.links if spec.id in link.parts]
        for goal in design.judgements:
            for condition in conditions(goal.when):
                if spec.id in condition.parts:
                    raise Refused(f"the goal '{goal.text}' is about part {spec.id}; change the goal first")
        for link in gone:
            refuse_if_asked(design, link.id)
        for number, hint in enumerate(design.hints, 1):
            if any(end.part == spec.id for end in hint.ends):
                title = parts.LINKS[hint.kind].title.lower()
                raise Refused(f"hint {number} ties a {title} to part {spec.id}; take the hint away first")
        for link in gone:
            own_link(design, link.id)
        design = replace(
            design,
            parts=tuple(part for part in design.parts if part.id != spec.id),
            links=tuple(link for link in design.links if link not in gone),
        )
        return groups.without_single(design) if spec.group else design


class Paste(SingleEdit, frozen=True, tag="paste"):
    """A group of parts and the links among them, shifted by dx, dy; they get new ids in the order given."""

    parts: tuple[PartSpec, ...]
    links: tuple[Link, ...] = ()
    dx: Coordinate = 0.0
    dy: Coordinate = 0.0
    sound = "placed"

    @property
    def makes(self) -> int:
        return len(self.parts) + len(self.links)

    def edited(self, design: Design) -> Design:
        first = new_ids(design, len(self.parts) + len(self.links))
        if len({spec.id for spec in self.parts}) != len(self.parts):
            raise Refused("two parts of the group have the same id")
        new_id = {spec.id: first + index for index, spec in enumerate(self.parts)}
        for spec in self.parts:
            if abs(spec.x + self.dx) > 1e6 or abs(spec.y + self.dy) > 1e6:
                raise Refused(f"part {spec.id} of the group would land beyond 1,000 km")
            design = Place.of(spec, self.dx, self.dy).edited(design)
            if spec.layer or spec.name:
                design = _with_part(design, replace(design.parts[-1], layer=spec.layer, name=spec.name))
        design = self._with_groups(design, new_id)
        for link in self.links:
            if any(part not in new_id for part in link.parts):
                raise Refused(f"link {link.id} of the group ends at a part that is not in it, or runs over one")
            a, b, *via = (new_id[part] for part in link.parts)
            design = Connect.of(link, a, b, tuple(via)).edited(design)
        return design

    def _with_groups(self, design: Design, new_id: dict[int, int]) -> Design:
        """Group the new parts as those were that they are copies of."""
        for group in dict.fromkeys(spec.group for spec in self.parts if spec.group):
            ids = {new_id[spec.id] for spec in self.parts if spec.group == group}
            number = groups.free_number(design.parts)
            design = replace(
                design,
                parts=tuple(replace(spec, group=number) if spec.id in ids else spec for spec in design.parts),
            )
        return groups.without_single(design)


class SetWorld(SingleEdit, frozen=True, tag="set_world"):
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
        """Return the command that changes only the world settings in `changed`."""
        return cls(**{name: getattr(world, name) for name in cls.own_fields()} | changed)

    def edited(self, design: Design) -> Design:
        if not design.free:
            raise Refused("the world of this level can't be changed")
        world = replace(design.world, **{name: getattr(self, name) for name in self.own_fields()})
        why = world_refusal(world)
        if why:
            raise Refused(why)
        return replace(design, world=world)


class Layer(SingleEdit, frozen=True, tag="layer"):
    """A part in front of all that lie on lower layers, and behind those on higher ones."""

    part: Named
    layer: Layers = 0
    id_fields = ("part",)

    def edited(self, design: Design) -> Design:
        return _with_part(design, replace(_own(design, self.part), layer=self.layer))


class Lock(SingleEdit, frozen=True, tag="lock"):
    """A part can't be moved, changed or deleted until it is unlocked again; links may still be tied to it."""

    part: Named
    locked: bool = True
    id_fields = ("part",)

    def edited(self, design: Design) -> Design:
        return _with_part(design, replace(_own(design, self.part, unlocked=False), locked=self.locked))


class Name(SingleEdit, frozen=True, tag="name"):
    """A part is called by a name of its own in all sentences, as in "the keg"; empty: by its kind again."""

    part: Named
    name: PartName = ""
    id_fields = ("part",)

    def edited(self, design: Design) -> Design:
        spec = _own(design, self.part)
        if not design.free:
            raise Refused("parts can't be named in this level")
        return _with_part(design, replace(spec, name=self.name.strip()))


# -- the parts of a design


def _own(design: Design, part: int, unlocked: bool = True) -> PartSpec:
    """Return a part that may be changed; `unlocked`: only if it is not locked."""
    spec = design.part_by_id.get(part)
    if spec is None:
        raise Refused(f"part {part} does not exist")
    if spec.fixed and not design.free:
        raise Refused(f"{numbered(spec)} belongs to the level and can't be changed")
    if spec.locked and unlocked:
        raise Refused(f"{numbered(spec)} is locked; unlock it first")
    return spec


def _refuse_no_build(design: Design, spec: PartSpec) -> None:
    """Refuse a part of the player's that reaches into an area where none may be put."""
    if design.no_build and not design.free:
        plan, pose = parts.blueprint(spec), parts.pose_of(spec)
        if any(plan.reaches_into(pose, area.box) for area in design.no_build):
            raise Refused(NOT_THERE)


def _with_part(design: Design, spec: PartSpec) -> Design:
    return replace(design, parts=tuple(spec if part.id == spec.id else part for part in design.parts))


# -- the stock


def _from_stock(design: Design, spec: PartSpec) -> PartSpec:
    """A part as it comes out of the stock: with the properties of its item, but for those that may be set."""
    name = spec.item or spec.kind
    item = design.stock_items.get(name)
    title = (item.title if item is not None else "") or parts.KINDS[spec.kind].title
    take_from_stock(design, name, title)
    assert item is not None  # nothing is left of what the stock does not hold
    if item.kind != spec.kind:
        raise Refused(f"the {title.lower()} of the stock is of the kind '{item.kind}', not '{spec.kind}'")
    item_props = parts.fit_props(parts.KINDS[item.kind], item.props, f"stock item '{name}'")
    own = (*item.resizes, parts.KINDS[item.kind].bends)
    for prop, value in spec.props.items():
        if prop not in own and item_props.get(prop) != value:
            raise Refused("parts from the stock come as they are; their properties can't be set")
    _check_turn(design, name, spec.angle)
    return parts.fit_part(replace(spec, props={**item_props, **spec.props}))


def _check_turn(design: Design, name: str, angle: float) -> None:
    item = design.stock_items.get(name)
    if item is not None and not item.turns and angle != item.angle:
        title = item.title or parts.KINDS[item.kind].title
        raise Refused(f"the {title.lower()} of the stock can't be turned")


COMMANDS: tuple[type[Command], ...] = (Place, Move, Resize, Configure, Delete, Paste, SetWorld, Layer, Lock, Name)
