"""Commands for links: connect two ports, or points, and take a link away."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandbox import parts
from sandbox.commands.command import Command, Coordinate, Named, SingleEdit, new_ids, stock_refusal
from sandbox.design.design import Design, End, Link, Values, conditions
from sandbox.errors import Refused
from sandbox.parts.kind import LinkKind


class Connect(SingleEdit, frozen=True, tag="connect"):
    """A new link between two ports, or points (as in `design.End`) where the port is ""; it gets the next free id.

    `via` are the pulleys that a rope runs over.
    """

    kind: str
    a: Named
    a_port: str
    b: Named
    b_port: str
    props: Values = {}
    via: tuple[Named, ...] = ()
    a_at: tuple[Coordinate, Coordinate] | None = None
    b_at: tuple[Coordinate, Coordinate] | None = None
    id_fields = ("a", "b", "via")
    sound = "connected"

    @classmethod
    def of(cls, link: Link, a: int, b: int, via: tuple[int, ...]) -> Connect:
        """Return the command that copies a link to other parts."""
        return cls(link.kind, a, link.a.port, b, link.b.port, link.props, via, link.a.at, link.b.at)

    def to_array(self) -> list[Any]:
        """Leave out fields that are not set, so that a plain link is written as in the oldest recordings."""
        plain = Command.to_array(self)
        while plain[-1] is None or plain[-1] == []:
            plain.pop()
        return plain

    def to_fields(self) -> dict[str, Any]:
        fields = Command.to_fields(self)
        if not self.via:
            del fields["via"]
        return fields

    @property
    def makes(self) -> int:
        return 1

    def edited(self, design: Design) -> Design:
        id_ = new_ids(design, 1)
        a, b = End(self.a, self.a_port, self.a_at), End(self.b, self.b_port, self.b_at)
        link = parts.fit_ends(Link(id_, self.kind, a, b, self.props, via=self.via))
        why = connection_refusal(design, link)
        if why:
            raise Refused(why)
        kind = parts.LINKS[link.kind]
        props = _from_stock(design, kind, parts.fit_props(kind, link.props, f"link {id_}"))
        link = replace(link, props=props, fixed=design.author)
        return replace(design, links=(*design.links, link), next_id=id_ + 1)


class Disconnect(SingleEdit, frozen=True, tag="disconnect"):
    """A link taken away."""

    link: Named
    id_fields = ("link",)
    sound = "deleted"

    def edited(self, design: Design) -> Design:
        link = own_link(design, self.link)
        refuse_if_asked(design, link.id)
        return replace(design, links=tuple(remaining for remaining in design.links if remaining.id != link.id))


def connection_refusal(design: Design, link: Link) -> str:
    """Say in a sentence why a new link can't join its two ends; empty if it can."""
    return parts.link_refusal(design, link) or stock_refusal(design, link.kind, parts.LINKS[link.kind].title)


def own_link(design: Design, id_: int) -> Link:
    """Return a link that may be changed."""
    link = design.link_by_id.get(id_)
    if link is None:
        raise Refused(f"link {id_} does not exist")
    if link.fixed and not design.free:
        raise Refused(f"link {id_} ({parts.LINKS[link.kind].title}) belongs to the level and can't be changed")
    return link


def refuse_if_asked(design: Design, id_: int) -> None:
    """Refuse to take away a link that a goal is about."""
    for goal in design.judgements:
        if any(id_ in condition.links for condition in conditions(goal.when)):
            title = parts.LINKS[design.link_by_id[id_].kind].title.lower()
            raise Refused(f"the goal '{goal.text}' is about link {id_} (a {title}); change the goal first")


def settable(design: Design, kind: LinkKind) -> tuple[str, ...]:
    """Return the properties of links of a kind that may be set; in a puzzle only how they are laid, not how long."""
    if design.free:
        return tuple(prop.name for prop in kind.properties)
    return kind.ways


def check_settable(design: Design, kind: LinkKind, name: str) -> None:
    """Refuse to set a property that comes with the stock."""
    if kind.property(name) is not None and name not in settable(design, kind):
        raise Refused(f"links from the stock come as they are; {name} of a {kind.title.lower()} can't be set")


def _from_stock(design: Design, kind: LinkKind, props: Values) -> Values:
    """Return the properties of a link as it comes out of the stock: its item's, but for those that may be set."""
    item = design.stock_items.get(kind.name)
    item_props = parts.fit_props(kind, item.props, f"stock item '{kind.name}'") if item is not None else {}
    for name, value in props.items():
        if item_props.get(name) != value:
            check_settable(design, kind, name)
    return parts.fit_props(kind, {**item_props, **props}, f"stock item '{kind.name}'")


COMMANDS: tuple[type[Command], ...] = (Connect, Disconnect)
