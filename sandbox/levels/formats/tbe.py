"""Convert levels of The Butterfly Effect (TBE, a puzzle game of 2009 to 2020) into designs.

Everything that has to do with physics is kept: sizes, masses, surfaces, joints, the mixing of contacts, the ground and
the wall on the left, goals, the toolbox, texts and hints. Pictures, backgrounds and the drawing order are not. All that
has no counterpart is counted by name in `Imported.unknown`.
"""

from __future__ import annotations

import re
from math import degrees, fmod
from pathlib import Path

from msgspec.structs import replace

from sandbox import parts
from sandbox.commands.commands import AnyCommand, Place, Start
from sandbox.design.design import RULES, Design, End, Goal, Hint, Link, PartSpec, StockItem, Value, Values, World
from sandbox.design.geometry import Point, Pose, localise, place, rectangle
from sandbox.errors import BadFile
from sandbox.levels.formats import tbe_goals, tbe_read
from sandbox.levels.formats.imported import Imported, Unknown
from sandbox.levels.formats.tbe_goals import GoalSubject, Strange
from sandbox.levels.formats.tbe_parts import PAGE, made, note, outline_props, overlap, size, what, within_range
from sandbox.levels.formats.tbe_read import TbeLevel, Thing, Tip, ToolboxGroup, point
from sandbox.levels.formats.tbe_types import FRICTION, JOINTS, title

# Box2D's rules for contacts with TBE's own constants, but for two. Its position correction takes 20 % of an error in
# each of up to 40 rounds a step, nearly all: here 99 % in 1/60 s, two thirds a tick, comes nearest. And its polygons
# rest a skin apart instead of sinking in by a millimetre, so that balls roll from one floor to the next without a step:
# half a millimetre of overlap is enough for contacts to last. Of its 40 rounds each solves both points of a contact at
# once; here they are solved one after the other, which takes half as many rounds again to come as far.
WORLD = World(
    friction_mixing="root", restitution_mixing="greater", bounce_from=1.0, slop=0.0005, recovery=0.99, iterations=60,
    rest_speed=0.01, rest_turn=0.035,
)  # fmt: skip
GROUND = (0.01, 100.01)  # m: from where to where along x it goes, and the wall along y; both are as thick as:
THICK = 1.0
# Properties that have to do with pictures and with editing only, or that the types which have them see to.
_KNOWN = {
    "Friction", "Bounciness", "Mass", "Radius", "PivotPoint", "TranslationGuide", "NoCollision", "Polygons",
    "Rotatable", "Resizable", "ZValue", "ImageName", "Overlap", "object", "object1", "object2", "Speed", "Torque",
    "Force", "collide", "SpringConstant", "Thrust", "PhoneNumber", "ObjectName", "Description", "__isChild",
}  # fmt: skip
_KNOWN_ANYHOW = {key.casefold() for key in _KNOWN}  # in another spelling they have no effect there either


def read(path: Path) -> Imported:
    """Read a level file and convert it.

    Raises:
        BadFile: one sentence with the file, the place and the rule.
    """
    level = tbe_read.read(path)
    try:
        return convert(level)
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


def convert(level: TbeLevel) -> Imported:
    """Convert a level into a design.

    Raises:
        BadFile: something in it cannot be read.
    """
    scene = _Scene(level)
    stock = _Stock(level, scene.unknown)
    goals, fails = scene.goals()
    hints, solution = stock.hints(level)
    by = f"By {level.author}" + (f" ({level.licence})" if level.licence else "") if level.author else ""
    design = Design(
        title=_cut(level.title or "Untitled", 200),
        text=_cut("\n\n".join(text for text in (level.description, by) if text), 2000),
        world=replace(WORLD, width=level.width, height=level.height),
        parts=tuple(scene.parts),
        links=tuple(scene.links),
        goals=goals,
        fails=fails,
        stock=dict(stock.items),
        allow=(),
        hints=hints,
        next_id=scene.next_id,
        rules=RULES,
    )
    for strange, line in level.strange:
        scene.unknown.add(f"element {strange}", line)
    objects = len(level.things) + len(level.toolbox)
    lost = scene.lost + stock.lost
    unknown = dict(sorted(scene.unknown.counts.items()))
    return Imported(parts.check(design), solution, objects, objects - lost, unknown, scene.unknown.lines)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _strange_properties(thing: Thing, unknown: Unknown) -> None:
    for key in thing.properties:
        if key.casefold() not in _KNOWN_ANYHOW and not PAGE.fullmatch(key):
            unknown.add(f"property {key} of {thing.type}", thing.line)
    for key in thing.misread():
        unknown.add(f"{key} '{thing.properties[key].strip():.20}' of {thing.type}", thing.line)


class _Scene:
    """The predefined objects as parts and links, in the order of the file; the ground and the wall come first."""

    def __init__(self, level: TbeLevel) -> None:
        self.parts: list[PartSpec] = []
        self.links: list[Link] = []
        self.unknown = Unknown()
        self.lost = 0  # objects that have become nothing
        self.next_id = 1
        self._level = level
        self._by_id: dict[str, list[GoalSubject]] = {}  # in the order of the file: goals and joints take the first
        self._moves: set[int] = set()
        self._mortal: list[GoalSubject] = []
        self._apart: set[tuple[int, int]] = set()
        low, high = GROUND
        self._solid("Ground", (low + high) / 2, -THICK / 2, high - low, THICK)
        self._solid("Left wall", -THICK / 2, (low + high) / 2, THICK, high - low)
        for thing in level.things:
            _strange_properties(thing, self.unknown)
            self._joint(thing) if thing.type in JOINTS else self._object(thing)
        self._part_what_is_joined()

    def goals(self) -> tuple[tuple[Goal, ...], tuple[Goal, ...]]:
        """Convert goals and fail conditions. A level with a butterfly is lost when the butterfly is hurt."""
        goals: list[Goal] = []
        fails: list[Goal] = []
        for aim in self._level.aims:
            try:
                (fails if aim.fails else goals).append(tbe_goals.goal(aim, self._first))
            except Strange as strange:
                if not (aim.fails and strange.never):
                    self.unknown.add(str(strange), aim.line)
        return tuple(goals), (*fails, *(tbe_goals.died(subject) for subject in self._mortal))

    def _first(self, id_: str) -> GoalSubject | None:
        return next(iter(self._by_id.get(id_, ())), None)

    # -- objects

    def _solid(self, name: str, x: float, y: float, width: float, height: float) -> None:
        props = outline_props([rectangle(width, height)], width, height)
        props |= {"body": "fixed", "surface": "own", "friction": FRICTION, "restitution": 0.0}
        self._part("polygon", x, y, 0.0, props)

    def _part(self, kind: str, x: float, y: float, angle: float, props: Values) -> int:
        spec = parts.fit_part(PartSpec(self.next_id, kind, x, y, angle, False, props, fixed=True))
        self.parts.append(spec)
        self.next_id += 1
        return spec.id

    def _object(self, thing: Thing) -> None:
        assert thing.x is not None and thing.y is not None  # the reader has refused it otherwise
        part = note(thing) or made(thing)
        if thing.type == "Butterfly" and part is not None:
            part = part._replace(props={**part.props, "aim": self._aim(thing)})
        if part is None:
            self.lost += 1
            self.unknown.add(what(thing), thing.line)
            return
        for limit in part.limited:
            self.unknown.add(f"{limit} of {thing.type}", thing.line)
        id_ = self._part(part.kind, thing.x, thing.y, thing.angle or 0.0, part.props)
        subject = GoalSubject(thing, id_, part.kind)
        if thing.type == "Butterfly":
            self._mortal.append(subject)
        if part.moves:
            self._moves.add(id_)
        self._keep_apart(subject)
        if thing.id:
            self._by_id.setdefault(thing.id, []).append(subject)
        if part.moves and part.props.get("body") != "pinned":
            pin, slide = thing.point("PivotPoint"), thing.number("TranslationGuide")
            if slide is not None:
                self._link("guide", End(id_), self._world(thing.x, thing.y), angle=fmod(degrees(slide), 360.0))
            elif pin is not None and part.props.get("body") != "upright":
                self._link("pin", End(id_, at=pin), self._world(*_placed(thing, pin)))

    def _aim(self, butterfly: Thing) -> float:
        """Measure how far above a butterfly its flower is at the start; that may be any object in the file."""
        flower = butterfly.properties.get("object", "").strip()
        target = next((thing for thing in self._level.things if flower and thing.id == flower), butterfly)
        assert target.y is not None and butterfly.y is not None
        return max(-20.0, min(20.0, target.y - butterfly.y))

    def _keep_apart(self, subject: GoalSubject) -> None:
        """Let an object pass through those in its list whose IDs come before it in the file."""
        for id_ in subject.thing.properties.get("NoCollision", "").split(";"):
            for earlier in self._by_id.get(id_.strip(), ()):
                self._pass(earlier.part, subject.part)

    def _pass(self, a: int, b: int) -> None:
        if (a, b) not in self._apart and a != b:
            self._apart |= {(a, b), (b, a)}
            self._link("apart", End(a), End(b))

    def _part_what_is_joined(self) -> None:
        """Let objects that overlap at the start and are joined, if only through others, pass through each other.

        Joints hold such objects inside each other. In TBE the contact only pushes; here it would fight the joints and
        give them speed.
        """
        groups: dict[int, int] = {}  # part -> the one with the lowest id that it is joined to

        def first(part: int) -> int:
            while groups.get(part, part) != part:
                part = groups[part]
            return part

        for link in self.links:
            a, b = first(link.a.part), first(link.b.part)
            if link.kind in ("pin", "glue", "rod") and {link.a.part, link.b.part} <= self._moves and a != b:
                groups[max(a, b)] = min(a, b)
        joined: dict[int, list[PartSpec]] = {}
        for spec in self.parts:
            if spec.id in self._moves and (spec.id in groups or spec.id in groups.values()):
                joined.setdefault(first(spec.id), []).append(spec)
        for group in joined.values():
            for index, left in enumerate(group):
                for right in group[index + 1 :]:
                    if overlap(
                        parts.blueprint(left), parts.pose_of(left), parts.blueprint(right), parts.pose_of(right)
                    ):
                        self._pass(left.id, right.id)

    # -- joints

    def _joint(self, thing: Thing) -> None:
        first = self._end(thing, "object1") or self._end(thing, "object")
        second = self._end(thing, "object2")
        if first is None or (thing.type in ("Glue", "Link") and second is None):
            self.lost += 1
            self.unknown.add(f"{thing.type} without an object to hold", thing.line)
        elif not {first.part, second.part if second else 0} & self._moves or (
            second is not None and first.part == second.part
        ):
            pass  # it holds what cannot move anyhow
        elif thing.type == "Link" and second is not None:
            self._link("rod", first, second, bump=False)
        elif thing.type == "Glue" and second is not None:
            self._link("glue", first, second, bump=True)
        elif thing.type == "PivotPoint":
            self._pivot(thing, first.part, second.part if second else None)
        else:
            self._guide(thing, first.part)

    def _pivot(self, thing: Thing, first: int, second: int | None) -> None:
        assert thing.x is not None and thing.y is not None
        at = thing.x, thing.y
        second_end = End(second, at=localise(self._pose(second), at)) if second is not None else self._world(*at)
        props: Values = {"bump": thing.flag("collide")}
        speed, torque = thing.number("Speed"), thing.number("Torque")
        if speed is not None or torque is not None:
            props |= {
                "motor": True,
                "speed": degrees(speed or 0.0),
                "torque": abs(1000.0 if torque is None else torque),
            }
        self._link("pin", End(first, at=localise(self._pose(first), at)), second_end, **props)

    def _guide(self, thing: Thing, part: int) -> None:
        spec = self._spec(part)
        props: Values = {"angle": 0.0}
        speed, force = thing.number("Speed"), thing.number("Force")
        if speed is not None or force is not None:
            props |= {"motor": True, "speed": speed or 0.0, "force": abs(1000.0 if force is None else force)}
        self._link("guide", End(part), self._world(spec.x, spec.y), **props)

    def _end(self, thing: Thing, key: str) -> End | None:
        """Read the end of a joint, "ID" or "ID@(dx,dy)"; None if there is no such object."""
        name, at, where = thing.properties.get(key, "").partition("@")
        subject = self._first(name.strip())
        if subject is None:
            return None
        return End(subject.part, at=point(where, f"line {thing.line}: {key}") if at else None)

    def _world(self, x: float, y: float) -> End:
        """Make an end at a fixed point: a nail in the wall behind."""
        return End(self._part("anchor", x, y, 0.0, {}))

    def _link(self, kind: str, a: End, b: End, **props: Value) -> None:
        link = Link(self.next_id, kind, a, b, dict(props), fixed=True)
        self.links.append(link)
        self.next_id += 1

    def _spec(self, id_: int) -> PartSpec:
        return next(spec for spec in self.parts if spec.id == id_)

    def _pose(self, id_: int) -> Pose:
        spec = self._spec(id_)
        return Pose(spec.x, spec.y, spec.angle)


def _placed(thing: Thing, at: Point) -> Point:
    """Turn a point of an object into one of the world."""
    return place(Pose(thing.x or 0.0, thing.y or 0.0, thing.angle or 0.0), at)


class _Stock:
    """The toolbox as stock items, and the hints that take them out of it."""

    def __init__(self, level: TbeLevel, unknown: Unknown) -> None:
        self.items: dict[str, StockItem] = {}
        self.lost = 0
        self._groups: list[tuple[str, str, ToolboxGroup]] = []  # title, name of the stock item, what it is
        for item in level.toolbox:
            _strange_properties(item.thing, unknown)
            part = made(item.thing)
            if part is None or item.thing.number("TranslationGuide") is not None:
                self.lost += 1
                named = what(item.thing) if part is None else f"object {item.thing.type}"
                unknown.add(f"{named} in the toolbox", item.thing.line)
                continue
            for limit in part.limited:
                unknown.add(f"{limit} of {item.thing.type} in the toolbox", item.thing.line)
            words = item.name or title(item.thing.type)
            name = self._name(words)
            resizes = _resizes(item.thing)
            angle = item.thing.angle or 0.0
            turns = item.thing.flag("Rotatable")
            props = parts.fit_part(PartSpec(1, part.kind, 0.0, 0.0, angle, False, part.props)).props
            self.items[name] = StockItem(part.kind, item.amount, _cut(words, 60), props, angle, resizes, turns)
            self._groups.append((words, name, item))
        self._groups.sort(key=lambda group: group[0])

    def _name(self, words: str) -> str:
        plain = re.sub(r"[^a-z0-9]+", "-", words.casefold()).strip("-") or "part"
        name, count = plain, 1
        while name in self.items or name in parts.KINDS or name in parts.LINKS:
            count += 1
            name = f"{plain}-{count}"
        return name

    def hints(self, level: TbeLevel) -> tuple[tuple[Hint, ...], tuple[AnyCommand, ...]]:
        """Convert the hints, up to the first for which the stock has nothing left, and into commands that follow them.

        An item may be sized and turned as its hints do, whatever the toolbox says.
        """
        left = {name: item.count for name, item in self.items.items()}
        hints, commands = [], []
        for tip in level.tips:
            fitting = [group for group in self._groups if group[2].thing.type == tip.type and left[group[1]] > 0]
            if not fitting:
                break
            # There it is always the first. What comes out is the same, but one of the size wanted need not be sized.
            words, name, item = min(fitting, key=lambda group: _unlike(tip, group[2].thing))
            left[name] -= 1
            placed = self._placed(level, tip, name, item)
            hints.append(replace(placed, text=f"{words} at x = {placed.x:g} m, y = {placed.y:g} m"))
            commands.append(Place(placed.kind, placed.x, placed.y, placed.angle, False, placed.props, name))
        return tuple(hints), (*commands, Start())

    def _placed(self, level: TbeLevel, tip: Tip, name: str, item: ToolboxGroup) -> Hint:
        stocked = self.items[name]
        width, height = size(item.thing)
        angle = stocked.angle if tip.angle is None else tip.angle
        sizes: Values = {}
        for prop, value, usual in (("width", tip.width, width), ("height", tip.height, height)):
            if value is not None and value != usual and prop in parts.KINDS[stocked.kind].resizes:
                sizes[prop] = within_range(stocked.kind, prop, value)
        resizes = tuple(prop for prop in ("width", "height") if prop in stocked.resizes or prop in sizes)
        self.items[name] = replace(stocked, resizes=resizes, turns=stocked.turns or angle != stocked.angle)
        x = (level.width - (tip.width or width)) / 2 if tip.x is None else tip.x
        y = (level.height - (tip.height or height)) / 2 if tip.y is None else tip.y
        return Hint("", stocked.kind, x, y, angle, False, {**stocked.props, **sizes}, name)


def _unlike(tip: Tip, thing: Thing) -> bool:
    width, height = size(thing)
    return (tip.width or width, tip.height or height) != (width, height)


def _resizes(thing: Thing) -> tuple[str, ...]:
    """List the sizes of a part that the player may change."""
    part = made(thing)
    assert part is not None
    words = thing.properties.get("Resizable", "").strip().lower()
    allowed = {"horizontal": ("width",), "vertical": ("height",), "totalresize": ("width", "height")}.get(words, ())
    return tuple(name for name in allowed if name in parts.KINDS[part.kind].resizes)
