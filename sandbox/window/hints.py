"""Lists of hints: made of what was built, put in another order, told in words, found in the scene. Pure.

A hint about a link names the parts that it joins: those of the level by id, those of other hints by number. So a hint
that is moved or taken away takes the numbers along, and what is tied to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from sandbox.design import Design, End, Hint, HintEnd, Link, PartSpec, items_of
from sandbox.geometry import Point
from sandbox.parts import KINDS, LINKS, hinted
from sandbox.window import picking

Hints = tuple[Hint, ...]


# -- made


def player_built(design: Design) -> list[PartSpec | Link]:
    """What in a design is the player's, in the order in which it was placed."""
    there: list[PartSpec | Link] = [*design.parts, *design.links]
    return sorted((one for one in there if not one.fixed), key=lambda one: one.id)


def of_what_was_placed(design: Design) -> Hints:
    """A hint for each part and link that a player has placed, in the order of placing; texts that still fit stay."""
    placed = player_built(design)
    numbers = {one.id: number for number, one in enumerate(placed, 1)}
    texts = {_about(hint): hint.text for hint in design.hints}
    made = [
        Hint("", one.kind, one.x, one.y, one.angle, one.flip, one.props, one.item)
        if isinstance(one, PartSpec)
        else of_link(one, lambda part: numbers.get(part, 0))
        for one in placed
    ]
    return tuple(replace(hint, text=texts.get(_about(hint), "")) for hint in made)


def with_built(design: Design, parts: Iterable[PartSpec], links: Iterable[Link]) -> Hints:
    """A design's hints and more: for these parts where they stand, as the stock item that is like each, and for these
    links. A link that ends at a part where a hint places one ends at that hint."""
    hints = list(design.hints)
    items = items_of(design.stock or {}).items()
    for spec in parts:
        like = [name for name, item in items if (item.kind, item.props) == (spec.kind, spec.props)]
        item = like[0] if like and like[0] != spec.kind else ""
        props = spec.props if item else {}
        hints.append(Hint("", spec.kind, spec.x, spec.y, spec.angle, spec.flip, props, item))
    numbers = {(hint.kind, hint.x, hint.y, hint.angle): n for n, hint in enumerate(hints, 1) if not hint.ends}

    def number_of(part: int) -> int:
        spec = design.part_by_id[part]
        return numbers.get((spec.kind, spec.x, spec.y, spec.angle), 0)

    return (*hints, *(of_link(link, number_of) for link in links))


def of_link(link: Link, number_of: Callable[[int], int]) -> Hint:
    """A link as a hint; `number_of` says of a part which hint places it, 0 if it belongs to the level."""

    def end(of: End) -> HintEnd:
        number = number_of(of.part)
        return HintEnd(0 if number else of.part, number, of.port, of.at)

    via = tuple(end(End(part)) for part in link.via)
    return Hint("", link.kind, props=link.props, a=end(link.a), b=end(link.b), via=via)


def _about(hint: Hint) -> object:
    return hint.item or hint.kind, hint.x, hint.y, hint.ends


# -- put in another order


def without(hints: Hints, index: int) -> Hints:
    """The hints without one, and without the links that are tied to it."""
    gone = {index} | {n for n, hint in enumerate(hints) if any(end.hint == index + 1 for end in hint.ends)}
    return _renumbered(hints, [n for n in range(len(hints)) if n not in gone])


def earlier(hints: Hints, index: int) -> Hints | None:
    """The hints with one told a step earlier; None if it is the first, or is tied to the one before."""
    if index < 1 or any(end.hint == index for end in hints[index].ends):
        return None
    order = [*range(len(hints))]
    order[index - 1 : index + 1] = [index, index - 1]
    return _renumbered(hints, order)


def _renumbered(hints: Hints, order: list[int]) -> Hints:
    """Those of the hints whose indices are given, in that order, tied to the same ones as before."""
    number = {old + 1: new for new, old in enumerate(order, 1)} | {0: 0}

    def tied(end: HintEnd) -> HintEnd:
        return replace(end, hint=number[end.hint])

    def moved(hint: Hint) -> Hint:
        if hint.a is None or hint.b is None:
            return hint
        return replace(hint, a=tied(hint.a), b=tied(hint.b), via=tuple(map(tied, hint.via)))

    return tuple(moved(hints[index]) for index in order)


# -- told


def title_of(hint: Hint) -> str:
    """Which part or link it is about, in small letters."""
    return (KINDS.get(hint.kind) or LINKS[hint.kind]).title.lower()


def which(hint: Hint) -> str:
    """The first step: which part or link."""
    return f"{_a(title_of(hint)).capitalize()} helps here."


def told(design: Design, hint: Hint) -> str:
    """From the second step on: its own text, or what can be said without."""
    if hint.text or not hint.ends:
        return hint.text or which(hint)
    a, b = (_named(design, end) for end in hint.ends[:2])
    over = f", over {len(hint.via)} pulley{'s' * (len(hint.via) > 1)}" if hint.via else ""
    both = f"{a} and {b}" if a != b else f"one {a.removeprefix('the ')} and another"
    return f"{_a(title_of(hint)).capitalize()} joins {both}{over}."


def _named(design: Design, end: HintEnd) -> str:
    if end.hint:
        return f"the {title_of(design.hints[end.hint - 1])} of hint {end.hint}"
    spec = design.part_by_id.get(end.part)
    return f"the {KINDS[spec.kind].title.lower()}" if spec is not None else "a part"


def _a(title: str) -> str:
    return f"{'an' if title[:1] in 'aeiou' else 'a'} {title}"


# -- in the scene


def as_link(design: Design, index: int) -> tuple[Design, Link] | None:
    """A hint about a link as one that is there, in a design with what hints before it place; None if a part that it
    joins is no longer there."""
    there = hinted(design, index + 1)
    link = there.links[-1]
    return (there, link) if all(part in there.part_by_id for part in link.parts) else None


def middle(design: Design, index: int) -> Point | None:
    """Where its number is shown: at a part's place, half way along a link."""
    hint = design.hints[index]
    if not hint.ends:
        return hint.x, hint.y
    found = as_link(design, index)
    if found is None:
        return None
    there, link = found
    points = picking.cord(there, link)
    if len(points) > 2 and not LINKS[link.kind].loops:
        return points[len(points) // 2]
    ends = [socket for socket in (picking.socket_of(there, end) for end in (link.a, link.b)) if socket is not None]
    return (ends[0].x + ends[-1].x) / 2, (ends[0].y + ends[-1].y) / 2
