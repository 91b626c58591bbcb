"""The document: an immutable value that a machine is built from, and the checks of every number in it.

A `Design` is a level, a contraption, or a level with the player's parts in it: one type for all three. It is
plain data (frozen structs of names, numbers and ids); the kinds of parts are in `sandbox.parts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from functools import cached_property
from typing import Any

import msgspec

from sandbox.design.conditions import (
    All,
    AnyCondition,
    AnyOf,
    Beyond,
    Condition,
    Contained,
    Count,
    CountContained,
    Distance,
    Faster,
    Gone,
    Held,
    Inside,
    Latched,
    LinkState,
    Moved,
    Not,
    State,
    Tally,
    Touches,
    Turned,
    Unused,
    conditions,
)  # fmt: skip
from sandbox.design.no_build import NoBuildArea, areas_refusal
from sandbox.design.objectives import Goal, Par
from sandbox.design.open_puzzle import Clues, PuzzleAim, puzzle_refusal
from sandbox.design.scenes import PAPER, SCENES, scene_refusal
from sandbox.design.values import (
    MAX_ID,
    MAX_LAYER,
    MAX_NUMBER,
    MAX_TEXT,
    Document,
    Id,
    Layers,
    PartSpec,
    Value,
    Values,
    canonical_text,
    check_plain,
)
from sandbox.design.world import (
    CONTACT_RANGES,
    FRICTION_MIXING,
    RESTITUTION_MIXING,
    World,
    contacts_refusal,
    world_refusal,
)
from sandbox.errors import BadFile

MAX_PARTS = 20_000
PULLING = "grab"  # the name of pulling things by hand among the commands of a running machine
RUNNING_COMMANDS = ("press", PULLING)
_NO_LINK = "which does not exist; name a link of the level by its id"
RULES = 3  # the present rules of the game; `Design.rules` says which ones a level was made for
OLDEST_RULES = 2  # that are still played
_DROPPED_RULES = (
    f"{{}}, and by rules below {OLDEST_RULES} nothing is played any more: write 'rules = {RULES}' into the level, and "
    "solve and record it anew"
)


class End(Document, frozen=True):
    """One end of a link: a port of a part by its name, or any point of it.

    `at` is in metres in the part's own frame, as it is when not flipped; what is nearest there carries it. An end
    with neither is at the part's own centre, (0, 0).
    """

    canonical_name = "End"
    part: Id
    port: str = ""
    at: tuple[float, float] | None = None

    later = ("at",)


class Link(Document, frozen=True):
    """Two ports joined by a rope, a wire, ... (`kind` names a link kind of `sandbox.parts`).

    `via` are the pulleys that a rope runs over on its way from `a` to `b`: the ids of their parts.
    """

    canonical_name = "Link"
    later = ("via",)

    id: Id
    kind: str
    a: End
    b: End
    props: Values = {}
    fixed: bool = False
    via: tuple[Id, ...] = ()

    @property
    def parts(self) -> tuple[int, ...]:
        """The ids of all parts that it can't be without: the two at its ends, then its pulleys."""
        return (self.a.part, self.b.part, *self.via)


class HintEnd(Document, frozen=True):
    """An end or a pulley of a link in the author's solution: a part of the level, or of an earlier hint.

    `port` and `at` are as in `End`.
    """

    canonical_name = "HintEnd"
    part: int = 0  # the part's id; 0: the end is at the part of a hint
    hint: int = 0  # the number of that hint, from 1; 0: the end is at a part of the level
    port: str = ""
    at: tuple[float, float] | None = None


class Hint(Document, frozen=True):
    """One part or link of the author's solution: which, where about, exactly where.

    A part has a place; a link (a rope, a belt, ...) has two ends, `a` and `b`, and `via`, the pulleys it runs over.
    """

    canonical_name = "Hint"
    later = ("item", "a", "b", "via")

    text: str
    kind: str
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    flip: bool = False
    props: Values = {}
    item: str = ""  # the stock item that it is; empty: the one that is named as its kind
    a: HintEnd | None = None
    b: HintEnd | None = None
    via: tuple[HintEnd, ...] = ()

    @property
    def ends(self) -> tuple[HintEnd, ...]:
        """The two ends of a link, then its pulleys; empty for a part."""
        return tuple(end for end in (self.a, self.b) if end is not None) + self.via


class StockItem(Document, frozen=True):
    """Parts of one make that the player may place, and the properties that the player may change."""

    canonical_name = "StockItem"
    kind: str
    count: int = 1
    title: str = ""  # the item's name for the player; empty: the kind's own title
    props: Values = {}
    angle: float = 0.0  # of a part that comes out of the stock
    resizes: tuple[str, ...] = ()  # the handles of the kind that the player has
    turns: bool = True


class Design(Document, frozen=True, dict=True):
    """The document. `parts` and `links` are sorted by id; ids are shared by both and never used twice."""

    canonical_name = "Design"
    later = ("author", "par", "scene", "forecast", "no_build", "insight", "open", "clues", "aims")

    title: str = "Untitled"
    text: str = ""
    world: World = World()
    parts: tuple[PartSpec, ...] = ()
    links: tuple[Link, ...] = ()
    goals: tuple[Goal, ...] = ()
    fails: tuple[Goal, ...] = ()
    # What the player has; None: free building. An item that is plain parts or links of a kind is named as the kind
    # and is only their number; any other has a name of its own.
    stock: dict[str, int | StockItem] | None = None
    allow: tuple[str, ...] = RUNNING_COMMANDS
    hints: tuple[Hint, ...] = ()
    next_id: Id = 1
    author: bool = False  # its author is at work on it: all may be edited, and what is placed belongs to the level
    par: Par | None = None
    scene: str = PAPER  # one of `scenes.SCENES`, for looks and sounds; nothing that happens depends on it
    forecast: bool = False  # the player sees while building where things will move; in free building everyone does
    # By 3 fixed outlines that lie flush are joined to one (`machine.joining`), and a classic spring takes up what falls
    # on it; by 2 they are not, and it strikes back. Always told in files: a file without them is of rules 0.
    rules: int = RULES
    no_build: tuple[NoBuildArea, ...] = ()  # where the player may put no part
    insight: str = ""  # the one idea that the level is about, in a sentence; the player reads it after the win only
    open: bool = False  # a machine to invent: many ways win, and its hints are never shown as a whole
    clues: Clues | None = None  # what helps in an open puzzle, layer by layer
    aims: tuple[PuzzleAim, ...] = ()  # of an open puzzle, beyond the win

    @cached_property
    def part_by_id(self) -> dict[int, PartSpec]:
        return {part.id: part for part in self.parts}

    @cached_property
    def parts_by_kind(self) -> dict[str, list[PartSpec]]:
        by_kind: dict[str, list[PartSpec]] = {}
        for part in self.parts:
            by_kind.setdefault(part.kind, []).append(part)
        return by_kind

    @cached_property
    def link_by_id(self) -> dict[int, Link]:
        return {link.id: link for link in self.links}

    @cached_property
    def link_ids_by_ends(self) -> dict[tuple[str, frozenset[End]], list[int]]:
        """The links of one kind between the same two ports, whichever way round; more than one is a fault."""
        by_ends: dict[tuple[str, frozenset[End]], list[int]] = {}
        for link in self.links:
            by_ends.setdefault((link.kind, frozenset((link.a, link.b))), []).append(link.id)
        return by_ends

    def forget(self) -> None:
        """Drop the values that were computed from this design and can be again: an undo stack holds thousands of
        designs."""
        vars(self).clear()

    @property
    def free(self) -> bool:
        """True if everything may be edited (no stock: a workshop, or an author at work)."""
        return self.stock is None or self.author

    @property
    def shows_forecast(self) -> bool:
        """True if the builder may see where things will move."""
        return self.free or self.forecast

    @property
    def judgements(self) -> tuple[Goal, ...]:
        """All sentences with a condition: the goals, the fail conditions, and the challenge if there is one."""
        challenge = self.par.challenge if self.par is not None else None
        return (*self.goals, *self.fails, *(() if challenge is None else (challenge,)))

    @cached_property
    def stock_items(self) -> dict[str, StockItem]:
        """The player's stock by item name, in the order of the level; empty when building is free."""
        return {} if self.free else items_of(self.stock or {})

    def left_in_stock(self, item: str) -> int | None:
        """Return the number that the player may still place of a stock item (or kind); None if there is no limit."""
        if self.free:
            return None
        used = sum(1 for part in self.parts if (part.item or part.kind) == item and not part.fixed)
        used += sum(1 for link in self.links if link.kind == item and not link.fixed)
        return (self.stock_items[item].count if item in self.stock_items else 0) - used


_FLOOR = 0.1  # m: how thick the floor of a new design is, as a floor out of the palette


def new_design() -> Design:
    """Return a design for something new: a floor, so that nothing falls out of the world."""
    width = World().width
    floor = PartSpec(1, "floor", width / 2, _FLOOR / 2, props={"width": width})  # of the usual thickness, so not said
    return Design(parts=(floor,), next_id=2)


def items_of(stock: dict[str, int | StockItem]) -> dict[str, StockItem]:
    """A stock by item name, each item in full."""
    return {name: StockItem(name, item) if isinstance(item, int) else item for name, item in stock.items()}


def check(design: Design) -> Design:
    """Check everything that needs no knowledge of the part kinds; returns the design with its parts in id order.

    Raises:
        BadFile: one sentence that names the place and the rule.
    """
    check_plain(msgspec.to_builtins(design), "level")
    why = world_refusal(design.world)
    if why:
        raise BadFile(f"world / {why}")
    if design.scene not in SCENES:
        raise BadFile(scene_refusal(design.scene))
    if design.rules > RULES:
        raise BadFile(f"rules is {design.rules}; this version of the program knows {OLDEST_RULES} to {RULES}")
    if design.rules < OLDEST_RULES:
        raise BadFile(_DROPPED_RULES.format(f"rules is {design.rules}"))
    for count, noun in ((len(design.parts), "parts"), (len(design.links), "links")):
        if count > MAX_PARTS:
            raise BadFile(f"the level has {count} {noun}; a level holds up to {MAX_PARTS}")
    ids = [part.id for part in design.parts] + [link.id for link in design.links]
    if len(set(ids)) != len(ids):
        twice = min(id_ for id_, count in Counter(ids).items() if count > 1)
        raise BadFile(f"id {twice} is used twice; every part and link needs an id of its own")
    if ids and max(ids) >= MAX_ID:  # the next one must be writable too
        raise BadFile(f"id {max(ids)} is too high; ids go up to {MAX_ID - 1}")
    part_ids = {part.id for part in design.parts}
    for link in design.links:
        for verb, named in (("ends at", (link.a.part, link.b.part)), ("runs over", link.via)):
            for part in named:
                if part not in part_ids:
                    raise BadFile(f"link {link.id} {verb} part {part}, which does not exist")
    check_rules(design)
    return in_order(design)


def in_order(design: Design) -> Design:
    """Return a design with its parts and links in the order of their ids, and a next id that none of them has."""
    ids = [*(part.id for part in design.parts), *(link.id for link in design.links)]
    return msgspec.structs.replace(
        design,
        parts=tuple(sorted(design.parts, key=lambda part: part.id)),
        links=tuple(sorted(design.links, key=lambda link: link.id)),
        next_id=max((design.next_id - 1, *ids)) + 1,
    )


def check_rules(design: Design) -> None:
    """Check the goals, the fail conditions, the stock and what is allowed, but for what only the catalogue knows.

    Raises:
        BadFile: one sentence that names the place and the rule.
    """
    part_ids, link_ids = {part.id for part in design.parts}, {link.id for link in design.links}
    for goal in design.judgements:
        for condition in conditions(goal.when):
            why = condition_refusal(condition, part_ids, link_ids)
            if why:
                raise BadFile(f"goal '{goal.text}'{why}")
    fault = areas_refusal(design.no_build)
    if fault:
        raise BadFile(fault)
    for name in design.allow:
        if name not in RUNNING_COMMANDS:
            raise BadFile(f"allow names '{name}'; it knows {' and '.join(RUNNING_COMMANDS)}")
    for name, item in items_of(design.stock or {}).items():
        if not 0 <= item.count <= MAX_PARTS:
            raise BadFile(f"stock: it holds {item.count} of '{name:.40}'; a number of parts goes from 0 to {MAX_PARTS}")
    puzzle_fault = puzzle_fault_in(design)
    if puzzle_fault is not None:
        raise BadFile(puzzle_fault[1])


def puzzle_fault_in(design: Design) -> tuple[tuple[str | int, ...], str] | None:
    """Return the first fault in what only an open puzzle has: where it is, and a sentence; None if there is none."""
    kinds = [item.kind for item in items_of(design.stock or {}).values()]
    return puzzle_refusal(design.open, design.clues, design.aims, [bool(hint.ends) for hint in design.hints], kinds)


def condition_refusal(condition: Condition, part_ids: Container[int], link_ids: Container[int]) -> str:
    """Return the fault of a condition by itself, as the end of a sentence about a goal; empty if it fits.

    What is within it, and what only the catalogue knows, is left out.
    """
    for part in condition.parts:
        if part not in part_ids:
            problem = "a link, and no part: ask 'link_state' of it" if part in link_ids else "which does not exist"
            return f" is about part {part}, {problem}"
    for link in condition.links:
        if link not in link_ids:
            problem = "a part, and no link: ask 'state' of it" if link in part_ids else _NO_LINK
            return f" is about link {link}, {problem}"
    why = condition.refusal()
    return f": {why}" if why else ""


def to_plain(design: Design) -> dict[str, Any]:
    """The design as dicts, lists, numbers and texts; `from_plain` gives it back equal."""
    plain: dict[str, Any] = msgspec.to_builtins(design)
    plain["rules"] = design.rules
    if plain.get("scene") == PAPER:  # as for numbers below
        del plain["scene"]
    stock = [item for item in (plain.get("stock") or {}).values() if isinstance(item, dict)]
    for item in (*plain.get("parts", ()), *plain.get("hints", ()), *stock):
        if item.get("angle") == 0:  # omit_defaults knows a default float only by identity
            del item["angle"]
    for item in plain.get("hints", ()):
        for name in ("x", "y"):
            if "a" not in item:
                item.setdefault(name, 0.0)  # a part always says where
            elif item.get(name) == 0:
                del item[name]
    return plain


def from_plain(plain: Any) -> Design:
    """A checked design from plain data (TOML, JSON or msgpack already read).

    Raises:
        BadFile: one sentence that names the place and the rule.
    """
    try:
        check_plain(plain, "level")
        design = msgspec.convert(plain, Design)
        if "rules" not in plain:
            raise BadFile(_DROPPED_RULES.format("it does not say 'rules', so they are 0"))
        for number, hint in enumerate(plain.get("hints", ()), 1):
            if not design.hints[number - 1].ends and not {"x", "y"} <= hint.keys():
                raise BadFile(f"hint {number} does not say where: a part has x and y, a link the ends a and b")
        return check(design)
    except msgspec.ValidationError as error:
        raise BadFile(f"the level does not fit: {error}") from None
    except RecursionError:
        raise BadFile("the level is nested too deeply") from None


__all__ = [
    "CONTACT_RANGES", "FRICTION_MIXING", "MAX_ID", "MAX_LAYER", "MAX_NUMBER", "MAX_PARTS", "MAX_TEXT", "OLDEST_RULES",
    "PULLING", "RESTITUTION_MIXING", "RULES", "RUNNING_COMMANDS", "All", "AnyCondition", "AnyOf", "Beyond", "Condition",
    "Contained", "Count", "CountContained", "Design", "Distance", "Document", "End", "Faster", "Goal", "Gone", "Held",
    "Hint", "HintEnd", "Id", "Inside", "Latched", "Layers", "Link", "LinkState", "Moved", "Not", "Par", "PartSpec",
    "State", "StockItem", "Tally", "Touches", "Turned", "Unused", "Value", "Values", "World", "canonical_text", "check",
    "check_plain", "check_rules", "condition_refusal", "conditions", "contacts_refusal", "from_plain", "in_order",
    "items_of", "new_design", "to_plain", "world_refusal",
]  # fmt: skip
