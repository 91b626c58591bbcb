"""Lists of hints: made from what was built, reordered, put into words, located in the scene. Pure.

A hint about a link names the parts that it joins: those of the level by id, those of other hints by number. So when a
hint is moved or removed, these numbers and the hints tied to it follow.

The hints of an open level are its author's whole machine, which no player is shown. In place of them the player gets
the level's clues, in three steps for the whole level: which goal first, which family of parts, one piece at its place.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from sandbox.design.design import MAX_ID, Design, End, Hint, HintEnd, Link, PartSpec, Values, items_of
from sandbox.design.geometry import Point
from sandbox.editing import picking
from sandbox.parts import KINDS, LINKS, hinted

Hints = tuple[Hint, ...]
STEPS = 3  # which part or link (or the idea in words), where about, exactly where
_IN_PLACE, _TURNED = 0.02, 0.05  # m, rad: a part so near to its hint's place is there


# -- making hints


def player_built(design: Design) -> list[PartSpec | Link]:
    """List the player's parts and links in a design, in the order in which they were placed."""
    candidates: list[PartSpec | Link] = [*design.parts, *design.links]
    return sorted((item for item in candidates if not item.fixed), key=lambda item: item.id)


def of_what_was_placed(design: Design) -> Hints:
    """Make a hint for each part and link that a player has placed, in that order; texts that still fit stay."""
    placed = player_built(design)
    numbers = {item.id: number for number, item in enumerate(placed, 1)}
    texts = {_about(hint): hint.text for hint in design.hints}
    new_hints = [
        Hint("", item.kind, item.x, item.y, item.angle, item.flip, item.props, item.item)
        if isinstance(item, PartSpec)
        else of_link(item, lambda part: numbers.get(part, 0))
        for item in placed
    ]
    return tuple(replace(hint, text=texts.get(_about(hint), "")) for hint in new_hints)


def with_built(design: Design, parts: Iterable[PartSpec], links: Iterable[Link]) -> Hints:
    """Add hints to a design's: for parts where they stand, each as the stock item that is like it, and for links. A
    link that ends at a part where a hint places one ends at that hint."""
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
    """Make the hint for a link; `number_of` returns the number of the hint that places a part, 0 if it belongs to the
    level."""

    def end(of: End) -> HintEnd:
        number = number_of(of.part)
        return HintEnd(0 if number else of.part, number, of.port, of.at)

    via = tuple(end(End(part)) for part in link.via)
    return Hint("", link.kind, props=link.props, a=end(link.a), b=end(link.b), via=via)


def _about(hint: Hint) -> object:
    return hint.item or hint.kind, hint.x, hint.y, hint.ends


# -- reordering


def without(hints: Hints, index: int) -> Hints:
    """Return the hints without one hint, and without the links that are tied to that."""
    gone = {index} | {n for n, hint in enumerate(hints) if any(end.hint == index + 1 for end in hint.ends)}
    return _renumbered(hints, [n for n in range(len(hints)) if n not in gone])


def earlier(hints: Hints, index: int) -> Hints | None:
    """Return the hints with one moved a step earlier; None if it is the first, or is tied to the one before."""
    if index < 1 or any(end.hint == index for end in hints[index].ends):
        return None
    order = [*range(len(hints))]
    order[index - 1 : index + 1] = [index, index - 1]
    return _renumbered(hints, order)


def _renumbered(hints: Hints, order: list[int]) -> Hints:
    """Return the hints with these indices, in that order, tied to the same ones as before."""
    number = {old + 1: new for new, old in enumerate(order, 1)} | {0: 0}

    def tied(end: HintEnd) -> HintEnd:
        return replace(end, hint=number[end.hint])

    def moved(hint: Hint) -> Hint:
        if hint.a is None or hint.b is None:
            return hint
        return replace(hint, a=tied(hint.a), b=tied(hint.b), via=tuple(map(tied, hint.via)))

    return tuple(moved(hints[index]) for index in order)


# -- in words


_PLURAL = ("bellows", "scissors", "shears")


def title_of(hint: Hint) -> str:
    """Return the part or link that a hint is about, in small letters."""
    return (KINDS.get(hint.kind) or LINKS[hint.kind]).title.lower()


def which(hint: Hint) -> str:
    """Return the text of the first step: which part or link."""
    title = title_of(hint)
    return f"{title.capitalize()} help here." if title in _PLURAL else f"{_a(title).capitalize()} helps here."


def says_which(design: Design, hint: Hint) -> bool:
    """Tell whether the first step of a hint only says which part or link it is about.

    Where all of the stock is needed, the palette says as much, and the first step has the hint's own words.
    """
    if not hint.text or design.stock is None:
        return True
    needed = Counter(other.item or other.kind for other in design.hints)
    return any(item.count > needed[name] for name, item in design.stock_items.items())


def at_step(design: Design, hint: Hint, step: int) -> str:
    """Return the text that is shown with a step of a hint, from 1 to `STEPS`."""
    return which(hint) if step == 1 and says_which(design, hint) else in_words(design, hint)


def in_words(design: Design, hint: Hint) -> str:
    """Return the words for a hint's place: the hint's own text, or a generated one."""
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
    return (spec.name or f"the {KINDS[spec.kind].title.lower()}") if spec is not None else "a part"


def _a(title: str) -> str:
    return f"{'an' if title[:1] in 'aeiou' else 'a'} {title}"


# -- one step after the other


def is_done(design: Design, index: int) -> bool:
    """Tell whether a player has followed a hint: its part is at its place, or its link between its two ports."""
    hint = design.hints[index]
    if hint.a is not None and hint.b is not None:
        ends = (hint.a, hint.b)
        return any(
            link.kind == hint.kind
            and any(all(map(partial(_is_at, design), ends, both)) for both in ((link.a, link.b), (link.b, link.a)))
            for link in design.links
        )
    return any(is_in_place(spec, hint) for spec in design.parts)


def is_in_place(spec: PartSpec, hint: Hint) -> bool:
    """Tell whether a part of the player's fulfils a hint: the hint's kind of part, at the hint's place."""
    near = math.dist((spec.x, spec.y), (hint.x, hint.y)) <= _IN_PLACE
    return spec.kind == hint.kind and not spec.fixed and near and is_turned_as(spec, hint)


def is_turned_as(spec: PartSpec, hint: Hint) -> bool:
    """Tell whether a part is turned and flipped as the hint's part."""
    turned = abs(math.remainder(spec.angle - hint.angle, math.tau)) if KINDS[spec.kind].turns else 0.0
    return turned <= _TURNED and spec.flip == hint.flip


def _is_at(design: Design, wanted: HintEnd, end: End) -> bool:
    """Tell whether an end of a link is where a hint says: at a part of the level, or at a part that another hint
    places."""
    if not wanted.hint:
        return (wanted.part, wanted.port) == (end.part, end.port)
    spec = design.part_by_id[end.part]
    return end.port == wanted.port and is_in_place(spec, design.hints[wanted.hint - 1])


def has_clues(design: Design) -> bool:
    """Tell whether whoever has the design is shown clues in place of its hints: the player of an open level."""
    return design.open and not design.author


def piece_index(design: Design) -> int | None:
    """Return the index of the hint whose piece the last clue shows; None if the level has no such clue."""
    clues = design.clues
    return clues.piece - 1 if clues is not None and 1 <= clues.piece <= len(design.hints) else None


def _clue_texts(design: Design) -> tuple[str, ...]:
    """Return the texts of the three clues; one is empty if it tells nothing, or its piece is in place already."""
    clues, index = design.clues, piece_index(design)
    if clues is None:
        return ("",) * STEPS
    if index is None or is_done(design, index):
        return clues.goal, clues.family, ""
    piece = f"{_a(title_of(design.hints[index])).capitalize()} is one piece of a way: the scene shows its place."
    return clues.goal, clues.family, piece


def texts_shown(design: Design, shown: int) -> list[str]:
    """Return the texts of the steps shown, a line for each hint that is not followed yet, or for each clue."""
    if has_clues(design):
        return [text for text in _clue_texts(design)[:shown] if text]
    return [
        at_step(design, hint, min(shown - STEPS * number, STEPS))
        for number, hint in enumerate(design.hints)
        if shown > STEPS * number and not is_done(design, number)
    ]


def text_of_step(design: Design, number: int) -> str:
    """Return what a step says, by its number from 1."""
    if has_clues(design):
        return _clue_texts(design)[number - 1]
    index, step = divmod(number - 1, STEPS)
    return at_step(design, design.hints[index], step + 1)


def is_exact(design: Design, index: int, shown: int) -> bool:
    """Tell whether the steps shown say exactly where a hint's part or link goes."""
    if has_clues(design):
        return shown >= STEPS and index == piece_index(design)
    return shown >= STEPS * (index + 1)


def next_step(design: Design, shown: int) -> int | None:
    """Return the number of steps shown after the next one: nothing about what is in place already, and not which part
    it is if the player has as many of them in the level. None if there are no more."""
    if has_clues(design):
        return next((step for step, text in enumerate(_clue_texts(design), 1) if step > shown and text), None)
    while shown < STEPS * len(design.hints):
        index, step = divmod(shown, STEPS)
        if is_done(design, index):
            shown = STEPS * (index + 1)
            continue
        hint = design.hints[index]
        needed = sum(1 for other in design.hints[: index + 1] if other.kind == hint.kind)
        placed = sum(1 for item in player_built(design) if item.kind == hint.kind)
        return shown + (2 if step == 0 and placed >= needed and says_which(design, hint) else 1)
    return None


def steps_left(design: Design, shown: int) -> int:
    """Return the number of steps that are still to be shown."""
    left, step = 0, next_step(design, shown)
    while step is not None:
        left, step = left + 1, next_step(design, step)
    return left


def places(design: Design, shown: int) -> tuple[PartSpec, ...]:
    """Return the parts of the hints that are shown exactly and not in place yet, as they are to be placed. Their ids
    are those that no design reaches, the highest but one first."""
    return tuple(
        PartSpec(MAX_ID - 1 - index, hint.kind, hint.x, hint.y, hint.angle, hint.flip, _props(design, hint))
        for index, hint in enumerate(design.hints)
        if not hint.ends and is_exact(design, index, shown) and (design.author or not is_done(design, index))
    )


def _props(design: Design, hint: Hint) -> Values:
    """Return the properties of a hint's part: those of its stock item, and its own."""
    item = design.stock_items.get(hint.item or hint.kind)
    return {**(item.props if item is not None else {}), **hint.props}


# -- in the scene


def as_link(design: Design, index: int) -> tuple[Design, Link] | None:
    """Return the link that a hint describes, in the design built by all earlier hints; None if a part that it joins is
    missing."""
    built = hinted(design, index + 1)
    link = built.links[-1]
    return (built, link) if all(part in built.part_by_id for part in link.parts) else None


def middle(design: Design, index: int) -> Point | None:
    """Return where a hint's number is shown: at a part's place, half way along a link; None if its link can't be
    built."""
    hint = design.hints[index]
    if not hint.ends:
        return hint.x, hint.y
    link_and_design = as_link(design, index)
    if link_and_design is None:
        return None
    built, link = link_and_design
    points = picking.cord(built, link)
    if len(points) > 2 and not LINKS[link.kind].loops:
        return points[len(points) // 2]
    ends = [socket for socket in (picking.socket_of(built, end) for end in (link.a, link.b)) if socket is not None]
    return (ends[0].x + ends[-1].x) / 2, (ends[0].y + ends[-1].y) / 2
