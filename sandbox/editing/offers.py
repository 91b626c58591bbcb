"""The contents of the palette: which cells it has in which families, for a level, a search and a filter. Pure."""

from __future__ import annotations

from typing import NamedTuple

from sandbox.design.design import Design
from sandbox.editing import stimuli
from sandbox.editing.stock_names import name_of_item
from sandbox.parts import FAMILIES, KINDS, LINKS
from sandbox.parts.kind import Kind, LinkKind

FAVOURITES = "Favourites"
RECENT = "Recent"
FOUND = "Found"


class Offer(NamedTuple):
    """A cell: a kind, or a stock item of it. `name` is what it is placed and counted by; `left` None means no limit."""

    kind: Kind | LinkKind
    name: str
    title: str
    left: int | None

    @property
    def how(self) -> str:
        """Instructions for placing the part, and how many of it are left."""
        how = "Drag it into the scene, or click it and then click where it should go."
        if isinstance(self.kind, LinkKind):
            how = "Drag it to a port and on to another; or click it, and then the two ports."
        elif self.kind.bends:
            how = "Click it, then draw its line with the button down; or drag it into the scene as it is."
        elif self.kind.drawn and self.left is None:
            how = "Click it, then click corner after corner; or drag it into the scene as it is."
        if self.left is None:
            return f"{how} A click with the right button puts it among the favourites, or takes it out."
        return f"{how}\n{self.left or 'None'} left in the stock of this level."

    @property
    def price(self) -> str:
        """What one of it costs, in words."""
        return f"{self.kind.price} coin{'s' if self.kind.price != 1 else ''}"

    @property
    def exchange(self) -> str:
        """Return the lines "Set off by: …" and "Hands on: …"; none for a part with neither."""
        takes, gives = (", ".join(stimuli.STIMULI[name].title for name in names) for names in stimuli.of(self.kind))
        lines = (f"Set off by: {takes}." if takes else "", f"Hands on: {gives}." if gives else "")
        return "\n".join(line for line in lines if line)


class Filter(NamedTuple):
    """A choice of the kinds that take, or that give, any of some stimuli; `title` says so above the parts."""

    takes: bool
    names: tuple[str, ...]
    title: str

    def fits(self, kind: Kind | LinkKind) -> bool:
        """Tell whether a kind takes, or gives, any of the stimuli."""
        exchange = stimuli.of(kind)
        return bool(set(self.names) & set(exchange.takes if self.takes else exchange.gives))


def taking(name: str) -> Filter:
    """Return the filter for parts that a stimulus sets off."""
    return Filter(True, (name,), f"Set off by {stimuli.STIMULI[name].title}")


def giving(name: str) -> Filter:
    """Return the filter for parts that hand on a stimulus."""
    return Filter(False, (name,), f"Hands on {stimuli.STIMULI[name].title}")


def before(kind: Kind | LinkKind) -> Filter:
    """Return the filter for parts that set a kind off."""
    return Filter(False, stimuli.of(kind).takes, f"What sets off: {kind.title}")


def behind(kind: Kind | LinkKind) -> Filter:
    """Return the filter for parts that a kind sets off."""
    return Filter(True, stimuli.of(kind).gives, f"What it sets off: {kind.title}")


def of_share(offer: Offer, left: int | None) -> Offer:
    """Return an offer to a player who may place only so many of it; None: there is no other limit than the stock's."""
    return offer if left is None or offer.left is None else offer._replace(left=min(offer.left, left))


Families = list[tuple[str, list[Offer]]]


def families_of(design: Design, search: str, chosen: Filter | None, own: dict[str, tuple[str, ...]]) -> Families:
    """Return the offers of a level by family; those that were searched for as one family, the best first.

    `own`: the names of kinds in the user's own families, which come first where everything may be built.
    """
    words, hidden = search.casefold().split(), _hidden(design)
    families: Families = []
    if design.free and not words and chosen is None:
        kinds: dict[str, Kind | LinkKind] = {**KINDS, **LINKS}
        for title, names in own.items():
            if names:
                families.append((title, [Offer(kinds[name], name, kinds[name].title, None) for name in names]))
    for title, family in FAMILIES.items():
        offers = [
            offer
            for kind in (*family.KINDS, *getattr(family, "LINKS", ()))
            if kind.name not in hidden and (chosen is None or chosen.fits(kind))
            for offer in _of_kind(design, kind)
            if all(
                word in f"{offer.title} {kind.title} {title} {kind.help} {kind.synonyms}".casefold() for word in words
            )
        ]
        if offers:
            families.append((title, offers))
    if words and families:
        results = [offer for _, offers in families for offer in offers]
        return [(FOUND, sorted(results, key=lambda offer: _rank(offer, words)))]
    return families


def imported(design: Design) -> frozenset[str]:
    """Return the kinds for imported levels that a design is built of."""
    return frozenset(spec.kind for spec in design.parts if KINDS[spec.kind].for_imports)


def _hidden(design: Design) -> frozenset[str]:
    """Return the kinds that are left out: those for imported levels, unless this is one of them."""
    for_imports = frozenset(kind.name for kind in KINDS.values() if kind.for_imports)
    return for_imports - imported(design) if design.free else frozenset()


def _of_kind(design: Design, kind: Kind | LinkKind) -> list[Offer]:
    """List the cells of a kind: the kind itself, or the stock items of that kind."""
    if design.free:
        return [Offer(kind, kind.name, kind.title, None)]
    return [
        Offer(kind, name, name_of_item(design, name), design.left_in_stock(name))
        for name, item in design.stock_items.items()
        if item.kind == kind.name
    ]


def _rank(offer: Offer, words: list[str]) -> int:
    """Return the place of an offer among search results: the very name first, then what has these words, begins with
    these letters, or has them; then what people also call so, last what is found by its description."""
    title = offer.title.casefold()
    if title == " ".join(words):
        return 0
    if all(word in title.split() for word in words):
        return 1
    if title.startswith(" ".join(words)):
        return 2
    if all(word in title for word in words):
        return 3
    return 4 if all(word in offer.kind.synonyms for word in words) else 5
