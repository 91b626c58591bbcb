"""What an author gives an open puzzle: aims to choose from, their texts, and the clue that follows its hint. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandbox.commands.commands import SetHints, SetPuzzle, SingleEdit
from sandbox.design.design import Design, Hint, Par, items_of
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.parts import KINDS, LINKS

LIMITS = ("pieces", "price", "seconds", "chain", "families")  # the fields of an aim that hold one number
_SECONDS, _CHAIN, _FAMILIES = 10.0, 6, 4  # of an aim whose level says nothing better


def aims_to_add(design: Design) -> tuple[PuzzleAim, ...]:
    """List the aims that a level can get, with the figures of its author's way: without a kind, and one per limit."""
    par = design.par or Par()
    pieces = len(design.hints) or par.parts or 6
    price = sum((KINDS.get(hint.kind) or LINKS[hint.kind]).price for hint in design.hints) or 10 * pieces
    figures = (pieces, price, par.seconds or _SECONDS, _CHAIN, _FAMILIES)
    bare = [replace(PuzzleAim(""), **{name: figure}) for name, figure in zip(LIMITS, figures, strict=True)]
    bare += [PuzzleAim("", without=(kind,)) for kind in stocked_kinds(design)]
    there = {(aim.without, *(bool(getattr(aim, name)) for name in LIMITS)) for aim in design.aims}
    new = (aim for aim in bare if (aim.without, *(bool(getattr(aim, name)) for name in LIMITS)) not in there)
    return tuple(replace(aim, text=text_of(aim)) for aim in new)


def stocked_kinds(design: Design) -> tuple[str, ...]:
    """List the kinds of the player's stock, each once."""
    return tuple(dict.fromkeys(item.kind for item in items_of(design.stock or {}).values()))


def text_of(aim: PuzzleAim) -> str:
    """Return what a player reads of an aim whose author has written nothing."""
    titles = [f"the {(KINDS.get(kind) or LINKS[kind]).title.lower()}" for kind in aim.without]
    some = [f"without {' and '.join(titles)}"] if titles else []
    if aim.pieces:
        some.append(f"with {_counted(aim.pieces, 'piece')} or fewer")
    if aim.price:
        some.append(f"for {_counted(aim.price, 'coin')} or less")
    if aim.seconds:
        some.append(f"in {aim.seconds:g} s")
    if aim.chain:
        some.append(f"by a chain of {aim.chain} or more")
    if aim.families:
        some.append(f"with parts of {aim.families} families or more in the chain")
    text = ", ".join(some)
    return text[:1].upper() + text[1:]


def limited(aim: PuzzleAim, name: str, figure: float) -> PuzzleAim:
    """Return an aim with another limit, or other kinds to do without; a text that was made from the old one is made
    anew."""
    changed = replace(aim, **{name: figure if name == "seconds" else round(figure)})
    return _with_text_of(changed, aim)


def without(aim: PuzzleAim, kinds: Sequence[str]) -> PuzzleAim:
    """Return an aim that asks to do without other kinds; its text follows as in `limited`."""
    return _with_text_of(replace(aim, without=tuple(kinds)), aim)


def hint_edits(design: Design, hints: Sequence[Hint]) -> tuple[SingleEdit, ...]:
    """Return the edits that replace the hints of a design; the piece that a clue shows stays the same one, if it is
    still there."""
    edit, clues = SetHints(tuple(hints)), design.clues
    piece = _piece_after(design, clues, hints) if clues is not None else 0
    if clues is None or piece == clues.piece:
        return (edit,)
    bare = SetPuzzle(design.open, replace(clues, piece=0), design.aims)  # a clue never names a hint that is not there
    return (bare, edit) if not piece else (bare, edit, replace(bare, clues=replace(clues, piece=piece)))


def _piece_after(design: Design, clues: Clues, hints: Sequence[Hint]) -> int:
    if not clues.piece:
        return 0
    shown = design.hints[clues.piece - 1]
    if shown in hints:
        return list(hints).index(shown) + 1
    is_same = len(hints) == len(design.hints) and not hints[clues.piece - 1].ends  # only changed, as its text is
    return clues.piece if is_same else 0


def _with_text_of(changed: PuzzleAim, before: PuzzleAim) -> PuzzleAim:
    return replace(changed, text=text_of(changed)) if before.text == text_of(before) else changed


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' if count != 1 else ''}"
