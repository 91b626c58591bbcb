"""What an author does to a level besides building: goals, stock, hints, texts, rules; each gives another design.

The checks are those of a level file (`design.check_rules`, `parts.check_rules`), so a level that can be made here can
be saved and read again. Only who may edit everything may do any of it: a player's level refuses.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandbox import design as document
from sandbox import parts
from sandbox.design import Design
from sandbox.errors import Refused


def take_in_hand(design: Design) -> Design:
    """The level as its author has it: all may be edited, whatever its stock."""
    if design.author:
        raise Refused("the level is in its author's hands already")
    return replace(design, author=True)


def try_out(design: Design) -> Design:
    """The level as a player has it."""
    if not design.author:
        raise Refused("only its author can try a level out; take it in hand first")
    return replace(design, author=False)


def change(design: Design, **fields: Any) -> Design:
    """The design with other goals, fails, stock, hints, title, text or allow.

    What is built when the level gets its first stock belongs to the level from then on: the player gets the stock.

    Raises:
        BadFile: the new values break a rule of levels.
        Refused: it is a player's level.
    """
    if not design.free:
        raise Refused("this is a player's level; only its author can change its goals, its stock and its texts")
    changed = replace(design, **fields)
    document.check_rules(changed)
    changed = parts.check_rules(changed)
    if design.stock is None and changed.stock is not None:
        changed = _all_fixed(changed)
    return changed


def give_or_keep(design: Design, id_: int, fixed: bool) -> Design:
    """A part or link belongs to the level, or is the player's to move and to take away."""
    if not design.free:
        raise Refused("this is a player's level; only its author can say what belongs to it")
    if id_ not in design.part_by_id and id_ not in design.link_by_id:
        raise Refused(f"there is no part or link {id_}")
    return replace(
        design,
        parts=tuple(replace(spec, fixed=fixed) if spec.id == id_ else spec for spec in design.parts),
        links=tuple(replace(link, fixed=fixed) if link.id == id_ else link for link in design.links),
    )


def _all_fixed(design: Design) -> Design:
    return replace(
        design,
        parts=tuple(replace(spec, fixed=True) for spec in design.parts),
        links=tuple(replace(link, fixed=True) for link in design.links),
    )
