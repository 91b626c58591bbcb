"""The catalogue: every part kind and link kind by name, and the checks that need to know them."""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec

from sandbox.design.design import (
    Design,
    End,
    Hint,
    HintEnd,
    Link,
    PartSpec,
    StockItem,
    canonical_text,
    conditions,
    in_order,
    items_of,
)
from sandbox.design.geometry import Points, Polygon, Pose, place
from sandbox.design.values import Value
from sandbox.errors import BadFile
from sandbox.parts.families import FAMILIES, KINDS, LINKS
from sandbox.parts.fitting import fit_ends, fit_props
from sandbox.parts.kind import Blueprint, Kind, LinkKind, Port, pose_of
from sandbox.parts.titles import mention, numbered, title_of
from sandbox.parts.world import main_body
from sandbox.reading.nearest import meant

MAX_PULLEYS = 16  # that one rope runs over


@lru_cache(maxsize=4096)
def _blueprint(kind: str, flip: bool, props: tuple[tuple[str, Value], ...]) -> Blueprint:
    cls = KINDS[kind]
    plan = cls.blueprint(cls.values(dict(props)))
    return (plan.mirrored() if flip else plan).settled()


def blueprint(spec: PartSpec) -> Blueprint:
    """Return the settled blueprint of a part as placed: mirrored if flipped, in its own frame."""
    return _blueprint(spec.kind, spec.flip, tuple(sorted(spec.props.items())))


def states_of(spec: PartSpec) -> tuple[str, ...]:
    """Return the names of the running numbers that a part has, with its properties as they are."""
    kind = KINDS[spec.kind]
    return kind.states if type(kind).states_of is Kind.states_of else kind.states_of(kind.values(spec.props))


@lru_cache(maxsize=512)
def _hollow(kind: str, flip: bool, props: tuple[tuple[str, Value], ...]) -> Polygon | None:
    cls = KINDS[kind]
    outline = cls.hollow(cls.values(dict(props)))
    return outline.mirrored() if outline is not None and flip else outline


def hollow(spec: PartSpec) -> Polygon | None:
    """Return the outline of the space in a container, in the part's frame as placed: mirrored if flipped; or None."""
    return _hollow(spec.kind, spec.flip, tuple(sorted(spec.props.items())))


def hollow_at(spec: PartSpec, pose: Pose | None = None) -> Points:
    """Return the corners of a container's hollow (m); none if it has none.

    Args:
        pose: the place and angle of its main body while it runs; None: as the part was placed.
    """
    outline = hollow(spec)
    if outline is None:
        return ()
    if pose is None:
        return tuple(place(pose_of(spec), point) for point in outline.points)
    plan = blueprint(spec)
    body = plan.bodies[main_body(plan)]
    return tuple(place(pose, (x - body.x, y - body.y)) for x, y in outline.points)


def port_of(spec: PartSpec, end: End) -> Port | None:
    """Return the port that one end of a link is tied to; a point of the part counts as one; None if there is no such
    port.

    Every module asks here where a link ends. The port is in the part's frame as placed: mirrored if flipped.
    """
    plan = blueprint(spec)
    if end.port:
        return plan.port(end.port)
    x, y = end.at or (0.0, 0.0)
    x = -x if spec.flip else x
    return Port("", x, y, "rope", plan.body_at(x, y), "Point")


def link_refusal(design: Design, link: Link) -> str | None:
    """Say in a sentence why two ports can't be joined by this kind of link; None if they can."""
    kind = LINKS.get(link.kind)
    if kind is None:
        return f"there is no link kind '{link.kind:.40}'; known are {', '.join(LINKS)}{meant(link.kind, LINKS)}"
    if link.a == link.b or link.a.part == link.b.part:
        return f"a {kind.title.lower()} needs two different parts"
    ports: list[Port] = []
    for end in (link.a, link.b):
        spec = design.part_by_id.get(end.part)
        if spec is None:
            return f"part {end.part} does not exist"
        if end.port and end.at is not None:
            return f"an end at part {end.part} names a port and a point; one of them is enough"
        port = port_of(spec, end)
        if port is None:
            names = [port.name for port in blueprint(spec).ports]
            has = f"it has {', '.join(names)}" if names else "it has none"
            return f"{numbered(spec)} has no port '{end.port:.40}' ({has}){meant(end.port, names)}"
        ports.append(port)
    types = (ports[0].type, ports[1].type)
    if types != kind.ends and types[::-1] != kind.ends:
        a, b = kind.ends
        ports_wanted = f"two {a} ports" if a == b else f"a {a} and a {b} port"
        return f"a {kind.title.lower()} joins {ports_wanted}, not a {types[0]} and a {types[1]} port"
    why = _via_refusal(design, link, kind) or _reach_refusal(design, link, kind, ports)
    if why:
        return why
    joined = design.link_ids_by_ends.get((link.kind, frozenset((link.a, link.b))), ())
    if any(id_ != link.id for id_ in joined):
        return f"these two ports are already joined by a {kind.title.lower()}"
    return None


def _reach_refusal(design: Design, link: Link, kind: LinkKind, ports: list[Port]) -> str | None:
    """Say in a sentence that two ports are too far apart for a link; None if they are not."""
    if kind.reach == math.inf:
        return None
    (ax, ay), (bx, by) = (
        place(pose_of(design.part_by_id[end.part]), (port.x, port.y))
        for end, port in zip((link.a, link.b), ports, strict=True)
    )
    apart = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    if apart <= kind.reach:
        return None
    a, b = (mention(design.part_by_id[end.part]) for end in (link.a, link.b))
    return f"a {kind.title.lower()} reaches {kind.reach:g} m, and from {a} to {b} it is {apart:.2f} m"


def stretched(design: Design) -> str | None:
    """Say in a sentence which link is too short for where its parts stand; None if all are long enough.

    An edit that moves parts may end with such a link, and is then refused.
    """
    bounded = (link for link in design.links if LINKS[link.kind].reach < math.inf)
    return next((why for link in bounded if (why := link_refusal(design, link))), None)


def _via_refusal(design: Design, link: Link, kind: LinkKind) -> str | None:
    """Say in a sentence why a link can't run over its pulleys; None if it can, or has none."""
    title = kind.title.lower()
    if link.via and not kind.bends:
        return f"a {title} can't run over pulleys"
    if len(link.via) > MAX_PULLEYS:
        return f"a {title} runs over up to {MAX_PULLEYS} pulleys, not {len(link.via)}"
    for id_ in link.via:
        spec = design.part_by_id.get(id_)
        if spec is None:
            return f"part {id_} does not exist"
        if blueprint(spec).sheave is None:
            return f"{numbered(spec)} is no pulley"
        if link.via.count(id_) > 1:
            return f"a {title} runs over each pulley only once, and over part {id_} twice"
    if link.via and (link.via[0] == link.a.part or link.via[-1] == link.b.part):
        return f"a {title} can't begin or end at the very pulley that it runs over next"
    return None


def fit_part(spec: PartSpec, name: str = "") -> PartSpec:
    """Return a part with its properties in canonical form.

    Args:
        name: what it is called if it does not fit; by default "part" and its id.

    Raises:
        BadFile: naming the part and the rule.
    """
    kind = KINDS.get(spec.kind)
    name = name or f"part {spec.id}"
    if kind is None:
        near = meant(spec.kind, KINDS) or "; `sandbox parts` lists the known ones"
        raise BadFile(f"{name} is of the unknown kind '{spec.kind:.40}'{near}")
    where = f"{name} ({kind.title})"
    if spec.flip and not kind.flips:
        raise BadFile(f"{where} can't be flipped")
    if spec.angle and not kind.turns:
        raise BadFile(f"{where} can't be turned")
    # + 0.0 turns -0.0 into 0.0: they are equal, so no file need tell them apart, but their bits would differ.
    x, y, angle = spec.x + 0.0, spec.y + 0.0, spec.angle + 0.0
    spec = msgspec.structs.replace(spec, x=x, y=y, angle=angle, props=fit_props(kind, spec.props, where))
    try:
        blueprint(spec)  # each property may be in its range, and all of them together still leave nothing to build
    except BadFile as error:
        raise BadFile(f"{where} {error}") from None
    return spec


class LevelFacts:
    """A level and the catalogue's facts about its parts, for goal conditions (see
    `design.conditions.condition.Facts`)."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.kinds = (*KINDS,)

    @property
    def size(self) -> tuple[float, float]:
        return self.design.world.width, self.design.world.height

    def kind_title(self, kind: str) -> str:
        return KINDS[kind].title

    def label(self, part: int) -> str:
        return title_of(self.design.part_by_id[part])

    def title(self, part: int) -> str:
        spec = self.design.part_by_id.get(part)
        if spec is None:
            return f"part {part}"
        alone = not spec.name and sum(1 for other in self.design.parts if other.kind == spec.kind) == 1
        return f"the {KINDS[spec.kind].title.lower()}" if alone else mention(spec)

    def states(self, kind: str) -> tuple[str, ...]:
        return KINDS[kind].goal_states

    def can_become(self, part: int, state: str) -> bool:
        return state in states_of(self.design.part_by_id[part])

    def never_moves(self, part: int) -> bool:
        return all(body.kind == "static" for body in blueprint(self.design.part_by_id[part]).bodies)

    def hollow(self, part: int) -> Points:
        return hollow_at(self.design.part_by_id[part])

    def link_kind_title(self, kind: str) -> str:
        return LINKS[kind].title

    def link_label(self, link: int) -> str:
        return title_of(self.design.link_by_id[link])

    def link_title(self, link: int) -> str:
        named = self.design.link_by_id.get(link)
        if named is None:
            return f"link {link}"
        alone = sum(1 for other in self.design.links if other.kind == named.kind) == 1
        return f"the {LINKS[named.kind].title.lower()}" if alone else mention(named)

    def link_states(self, kind: str) -> tuple[str, ...]:
        return LINKS[kind].goal_states

    def available(self, kind: str) -> int | None:
        stock = self.design.stock
        if stock is None:
            return None
        items = [name for name, item in items_of(stock).items() if item.kind == kind]
        count = len([spec for spec in self.design.parts if spec.kind == kind])
        for name in items:
            count += max(0, self.design.left_in_stock(name) or 0)
        return count


def check(design: Design) -> Design:
    """Check a design against the catalogue; returns it with fitted properties.

    Raises:
        BadFile: one sentence that names the place and the rule.
    """
    design = msgspec.structs.replace(design, parts=tuple(fit_part(spec) for spec in design.parts))
    design = msgspec.structs.replace(design, links=tuple(fit_ends(link) for link in design.links))
    links = []
    for link in design.links:
        why = link_refusal(design, link)
        if why:
            raise BadFile(f"link {link.id}: {why}")
        links.append(msgspec.structs.replace(link, props=fit_props(LINKS[link.kind], link.props, f"link {link.id}")))
    return check_rules(msgspec.structs.replace(design, links=tuple(links)))


def as_read(design: Design) -> Design:
    """Return a design as a file gives it back: in order, and with fitted properties; itself if it is so already.

    One that can't be read back is returned as it is.
    """
    try:
        fitted = check(in_order(design))
    except BadFile:
        return design
    return design if canonical_text(fitted) == canonical_text(design) else fitted


def check_rules(design: Design) -> Design:
    """Check goals, hints and stock against the catalogue; returns the design with the stock's properties fitted.

    Raises:
        BadFile: one sentence that names the place and the rule.
    """
    facts = LevelFacts(design)
    for goal in design.judgements:
        for condition in conditions(goal.when):
            why = condition.misfit(facts)
            if why:
                raise BadFile(f"goal '{goal.text}': {why}")
    for number in range(1, len(design.hints) + 1):
        check_hint(design, number)
    return msgspec.structs.replace(design, stock=_fit_stock(design))


def check_hint(design: Design, number: int) -> None:
    """Check one hint, which may name the hints before it.

    Raises:
        BadFile: one sentence that names the hint and the rule.
    """
    hint = design.hints[number - 1]
    if hint.ends:
        _check_link_hint(design, number)
    else:
        check_part_hint(design, hint, number)


def check_part_hint(design: Design, hint: Hint, number: int) -> None:
    """Check a hint about a part, which is called by its number.

    Raises:
        BadFile: one sentence that names the hint and the rule.
    """
    fit_part(PartSpec(1, hint.kind, hint.x, hint.y, hint.angle, hint.flip, hint.props), f"hint {number}")
    if hint.item and hint.item not in (design.stock or {}):
        near = meant(hint.item, design.stock or {})
        raise BadFile(f"hint {number} is about '{hint.item:.40}', which is not in the stock{near}")


def _check_link_hint(design: Design, number: int) -> None:
    hint = design.hints[number - 1]
    kind = LINKS.get(hint.kind)
    if kind is None:
        known = f"known are {', '.join(LINKS)}{meant(hint.kind, LINKS)}"
        raise BadFile(f"hint {number} has ends, and '{hint.kind:.40}' is no link kind; {known}")
    title = kind.title.lower()
    if hint.a is None or hint.b is None:
        raise BadFile(f"hint {number}: a {title} needs both its ends, a and b")
    if hint != Hint(hint.text, hint.kind, props=hint.props, a=hint.a, b=hint.b, via=hint.via):
        raise BadFile(f"hint {number}: a {title} has no x, y, angle, flip or item; it is where its ends are")
    for end in hint.ends:
        if bool(end.part) == bool(end.hint):
            raise BadFile(f"hint {number}: an end names either a part of the level or the number of a hint")
        if end.hint and (not 0 < end.hint < number or design.hints[end.hint - 1].ends):
            raise BadFile(f"hint {number} ends at hint {end.hint}; it must be one before it, and about a part")
    # What the level itself joins does not count: an author shows a link by drawing it, and takes it away later.
    hinted_design = hinted(msgspec.structs.replace(design, links=()), number)
    *others, link = hinted_design.links
    why = link_refusal(msgspec.structs.replace(hinted_design, links=tuple(others)), link)
    if why:
        raise BadFile(f"hint {number}: {why}")
    fit_props(kind, hint.props, f"hint {number}")


def hinted(design: Design, count: int | None = None) -> Design:
    """Return the design with its first `count` hints carried out, or all of them.

    The part or link of hint n has the id next_id + n - 1 there.
    """
    first, built, links = design.next_id, list(design.parts), list(design.links)

    def end(of: HintEnd) -> End:
        return End(of.part or first + of.hint - 1, of.port, of.at)

    for id_, hint in enumerate(design.hints[:count], first):
        if hint.a is not None and hint.b is not None:
            a, b, *via = map(end, hint.ends)
            links.append(fit_ends(Link(id_, hint.kind, a, b, hint.props, via=tuple(pulley.part for pulley in via))))
        else:
            built.append(PartSpec(id_, hint.kind, hint.x, hint.y, hint.angle, hint.flip, hint.props, item=hint.item))
    return msgspec.structs.replace(
        design, parts=tuple(built), links=tuple(links), next_id=first + len(design.hints[:count])
    )


def _fit_stock(design: Design) -> dict[str, int | StockItem] | None:
    """Return the stock with the properties of its items in canonical form; None stays None."""
    if design.stock is None:
        return None
    fitted: dict[str, int | StockItem] = {}
    for name, item in design.stock.items():
        if isinstance(item, int):
            if name not in KINDS and name not in LINKS:
                near = meant(name, [*KINDS, *LINKS]) or "; `sandbox parts` lists the known ones"
                raise BadFile(f"stock holds the unknown kind '{name:.40}'{near}")
            fitted[name] = item
            continue
        if item.kind in LINKS:
            fitted[name] = _fit_links(name, item)
            continue
        kind = KINDS.get(item.kind)
        if kind is None:
            near = meant(item.kind, [*KINDS, *LINKS]) or "; `sandbox parts` lists the known ones"
            raise BadFile(f"stock: item '{name:.40}' is of the unknown kind '{item.kind:.40}'{near}")
        if name != item.kind and (name in KINDS or name in LINKS):
            raise BadFile(f"stock: item '{name}' has the name of another kind; give it a name of its own")
        lacking = sorted(set(item.resizes) - set(kind.resizes))
        if lacking:
            has = ", ".join(kind.resizes) or "nothing"
            raise BadFile(f"stock: item '{name}' can't be resized in {lacking[0]!r:.40} (a {item.kind} can in: {has})")
        spec = fit_part(PartSpec(1, item.kind, 0.0, 0.0, item.angle, False, item.props), f"stock: item '{name:.40}'")
        fitted[name] = msgspec.structs.replace(item, props=spec.props, angle=spec.angle)
    return fitted


def _fit_links(name: str, item: StockItem) -> StockItem:
    """Return an item of links with its properties in canonical form; all links of a kind are of one make."""
    if name != item.kind:
        raise BadFile(f"stock: item '{name}' is a link; name it '{item.kind}', for all links of a kind are one item")
    if item.title or item.angle or item.resizes or not item.turns:
        raise BadFile(f"stock: item '{name}' is a link; it can have a count and props, nothing else")
    return msgspec.structs.replace(item, props=fit_props(LINKS[name], item.props, f"stock item '{name}'"))


__all__ = [
    "FAMILIES", "KINDS", "LINKS", "LevelFacts", "as_read", "blueprint", "check", "check_hint", "check_part_hint",
    "check_rules", "fit_ends", "fit_part", "fit_props", "hinted", "link_refusal", "port_of", "pose_of",
    "states_of", "stretched",
]  # fmt: skip
