"""All mistakes of a level that a person has written, each with its line: looked for when it can't be read as it is.

The rules are those that a level is checked by as a whole. Here each of its parts, links, goals, hints and settings is
held against them by itself, among those of the others that are right, so that one mistake does not hide the next.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from sandbox import parts
from sandbox.design import design as document
from sandbox.design.conditions import Condition
from sandbox.design.design import (
    MAX_ID,
    MAX_PARTS,
    Design,
    Goal,
    Hint,
    Link,
    PartSpec,
    StockItem,
    World,
    condition_refusal,
    in_order,
    world_refusal,
)
from sandbox.design.no_build import MOST_AREAS, NoBuildArea
from sandbox.errors import BadFile, Mistakes
from sandbox.levels.handwriting import MOST_TOLD, NAMES, Enough, Handwriting, Mistake, Notes
from sandbox.reading.toml_lines import Path, line_of, lines_of
from sandbox.recording.plain_text import one_line

LONGEST = 500  # characters of a sentence
MOST_HINTS = 1000  # about links that are looked at: the time goes with their square
_T = TypeVar("_T")


def read(text: str, plain: dict[str, Any], more: tuple[Mistake, ...] = ()) -> Design:
    """Read a level that does not fit as it is: with quantities in units, with parts without ids, or with mistakes.

    Args:
        text: what the level was read from.
        plain: its values.
        more: mistakes that have been found already.

    Raises:
        Mistakes: there are some; with all of them, each with its line.
    """
    notes, whole = Notes(more), ""
    lines: dict[Path, int] = {}
    with contextlib.suppress(Enough):
        handwriting = Handwriting(plain, notes)
        if not notes.mistakes:
            try:
                return parts.check(document.from_plain(handwriting.fitted))
            except BadFile as error:
                whole = str(error)
        lines = lines_of(text)
        LevelRules(plain, handwriting, lines, notes).look()
    mistakes = notes.mistakes or [Mistake((), whole)]
    raise _told(mistakes, lines or lines_of(text))


def _told(found: list[Mistake], lines: dict[Path, int]) -> Mistakes:
    """Write mistakes as sentences in the order of their lines."""
    rows = sorted({(line_of(lines, path), one_line(text, LONGEST)) for path, text in found[:MOST_TOLD]})
    return Mistakes(tuple(f"line {line}: {text}" for line, text in rows), more=len(found) > MOST_TOLD)


class LevelRules:
    """The parts, links, goals, hints and settings of a level that are right by themselves, held against the rules."""

    def __init__(self, plain: dict[str, Any], handwriting: Handwriting, lines: dict[Path, int], notes: Notes) -> None:
        self._lines, self._handwriting = lines, handwriting
        self._fitted, self._kept = handwriting.fitted, handwriting.kept
        self._note, self._mistakes = notes.note, notes.mistakes
        # Whatever is named by an id that is written is there, right or not.
        self._part_ids, self._link_ids = (_ids(plain.get(name)) for name in ("parts", "links"))
        self._stock_names = dict.fromkeys(plain["stock"], 1) if isinstance(plain.get("stock"), dict) else None

    def look(self) -> None:
        """Note all mistakes.

        Raises:
            Enough: there are too many.
        """
        specs = self._own_ids([*self._elements("parts", PartSpec), *self._elements("links", Link)])
        self._settings()
        design = Design(parts=tuple(self._parts(specs)))
        ends_there = {path: link for path, link in specs if isinstance(link, Link) and self._ends(path, link, design)}
        design = in_order(replace(design, links=tuple(ends_there.values()), stock=self._stock_names))
        wrong = {path for path, link in ends_there.items() if not self._link(path, link, design)}
        design = replace(design, links=tuple(link for path, link in ends_there.items() if path not in wrong))
        self._goals(design)
        self._hints(design)
        self._puzzle()

    def _try(self, path: Path, check: Callable[[], _T]) -> _T | None:
        """Return what a check gives back; note its refusal."""
        try:
            return check()
        except BadFile as error:
            self._note(path, str(error))
            return None

    def _elements(self, name: str, cls: type[_T]) -> list[tuple[Path, _T]]:
        """Return the elements of a list of the level, each with its path."""
        plain = self._fitted.get(name, [])
        if len(plain) > MAX_PARTS:
            self._note((name,), f"the level has {len(plain)} {name}; a level holds up to {MAX_PARTS}")
            plain = plain[:MAX_PARTS]
        return [((name, number), msgspec.convert(item, cls)) for number, item in zip(self._kept.get(name, ()), plain)]

    # -- settings

    def _settings(self) -> None:
        for name, value in self._fitted.get("world", {}).items():
            world = msgspec.convert({name: value}, World)
            why = world_refusal(world)
            if why:
                self._note(("world", name), why)
        for name in ("scene", "rules"):
            if name in self._fitted:
                alone = Design(**{name: self._fitted[name]})
                self._try((name,), partial(document.check, alone))
        for number, name in zip(self._kept.get("allow", ()), self._fitted.get("allow", ())):
            alone = Design(allow=(name,))
            self._try(("allow", number), partial(document.check_rules, alone))
        areas = self._elements("no_build", NoBuildArea)
        for path, area in areas:
            why = area.refusal()
            if why:
                self._note(path, f"no_build {int(path[1]) + 1}: {why}")
        if len(areas) > MOST_AREAS:
            self._note(("no_build",), f"the level has {len(areas)} no-build areas; a level holds up to {MOST_AREAS}")
        for name, plain in self._fitted.get("stock", {}).items():
            item = plain if isinstance(plain, int) else msgspec.convert(plain, StockItem)
            alone = Design(stock={name: item})
            self._try(("stock", name), partial(_check_stock, alone))

    # -- parts and links

    def _own_ids(self, items: list[tuple[Path, PartSpec | Link]]) -> list[tuple[Path, PartSpec | Link]]:
        """Return the items whose ids are their own."""
        first: dict[int, Path] = {}
        for path, item in items:
            if item.id >= MAX_ID:
                self._note((*path, "id"), f"id {item.id} is too high; ids go up to {MAX_ID - 1}")
            elif item.id in first:
                line = self._lines[first[item.id]]
                self._note(
                    (*path, "id"),
                    f"id {item.id} is used twice, first in line {line}; every part and link needs an id of its own",
                )
            else:
                first[item.id] = path
        return [(path, item) for path, item in items if first.get(item.id) == path]

    def _parts(self, specs: list[tuple[Path, PartSpec | Link]]) -> Iterator[PartSpec]:
        for path, spec in specs:
            if isinstance(spec, PartSpec):
                fitted = self._try(path, partial(parts.fit_part, spec))
                if fitted is not None:
                    yield fitted

    def _ends(self, path: Path, link: Link, design: Design) -> bool:
        """Return whether all parts that a link names are right; note those that do not exist."""
        named: list[tuple[Path, int, str]] = [(("a", "part"), link.a.part, "ends at")]
        named += [(("b", "part"), link.b.part, "ends at")]
        named += [(("via", number), part, "runs over") for number, part in enumerate(link.via)]
        for place, part, verb in named:
            if part not in self._part_ids:
                why = f"link {link.id} {verb} part {part}, which does not exist{self._there_are()}"
                self._note((*path, *place), why)
        return all(part in design.part_by_id for part in link.parts)

    def _link(self, path: Path, link: Link, design: Design) -> bool:
        link = parts.fit_ends(link)
        why = parts.link_refusal(design, link)
        if not why:
            return True
        missing = [
            (name, "port")
            for name, end in (("a", link.a), ("b", link.b))
            if end.port and parts.port_of(design.part_by_id[end.part], end) is None
        ]
        self._note((*path, *(missing[0] if missing else ())), f"link {link.id}: {why}")
        return False

    def _there_are(self) -> str:
        """Say which ids parts have."""
        ids = sorted(self._part_ids)
        if self._handwriting.without_id:
            return "; a part without an id can't be named: give the one that is meant this id"
        if not ids:
            return "; no part has an id"
        listed = f"{ids[0]} to {ids[-1]}" if len(ids) == ids[-1] - ids[0] + 1 else ", ".join(map(str, ids[:20]))
        return f"; the ids of the parts are {listed}{' and others' if len(ids) > 20 and ',' in listed else ''}"

    # -- goals and hints

    def _goals(self, design: Design) -> None:
        goals = [((*path, "when"), goal) for name in ("goals", "fails") for path, goal in self._elements(name, Goal)]
        challenge = self._fitted.get("par", {}).get("challenge")
        if challenge is not None:
            goals.append((("par", "challenge", "when"), msgspec.convert(challenge, Goal)))
        facts = parts.LevelFacts(design)
        for path, goal in goals:
            if self._try(path, partial(_innermost, goal.when)) is not None:
                self._condition(path, goal.when, goal.text, facts)

    def _condition(self, path: Path, condition: Condition, goal: str, facts: parts.LevelFacts) -> None:
        why = condition_refusal(condition, self._part_ids, self._link_ids)
        there = facts.design.part_by_id.keys() | facts.design.link_by_id.keys()
        if why:
            more = self._there_are() if "which does not exist" in why and condition.parts else ""
            self._note((*path, *self._field(condition, why)), f"goal '{goal:.40}'{why}{more}")
        elif there.issuperset((*condition.parts, *condition.links)):
            why = condition.misfit(facts)
            if why:
                self._note((*path, *self._field(condition, why)), f"goal '{goal:.40}': {why}")
        several = isinstance(getattr(condition, "of", None), tuple)
        for number, inner in enumerate(condition.inner):
            self._condition((*path, "of", number) if several else (*path, "of"), inner, goal, facts)

    def _field(self, condition: Condition, why: str) -> Path:
        """Return the key of a condition that a sentence is about, as far as one can tell."""
        names = condition.__struct_encode_fields__
        missing = {*condition.parts, *condition.links} - self._part_ids - self._link_ids
        about = [name for name in names if name in NAMES and getattr(condition, name) in missing]
        named = [name for name in names if re.search(rf"\b{name}\b", why)]
        return tuple((about or named)[:1])

    def _hints(self, design: Design) -> None:
        hints = self._elements("hints", Hint)
        in_place = all(path[1] == number for number, (path, _) in enumerate(hints))  # none is left out
        placed: list[Hint] = []
        wrong: set[int] = set()
        for path, hint in hints:
            number, plain = int(path[1]) + 1, self._fitted["hints"][len(placed)]
            placed.append(hint)
            if hint.kind in parts.LINKS and not hint.ends:
                self._note(path, f"hint {number} is about a link, so it needs the ends a and b")
            elif not hint.ends and not {"x", "y"} <= plain.keys():
                self._note(path, f"hint {number} does not say where: a part has x and y, a link the ends a and b")
            elif not hint.ends:
                self._try(path, partial(parts.check_part_hint, design, hint, number))
            elif in_place and len(placed) <= MOST_HINTS and self._ends_of_hint(hint, wrong, design):
                among = replace(design, hints=tuple(placed))
                self._try(path, partial(parts.check_hint, among, number))
            else:
                continue
            if self._mistakes and self._mistakes[-1].path == path:
                wrong.add(number)

    def _puzzle(self) -> None:
        """Note the first fault in what only an open puzzle has, if all of it and all that it names could be read."""
        names = ("open", "clues", "aims", "hints", "stock")
        if all(path[:1] not in {(name,) for name in names} for path, _ in self._mistakes):
            alone = msgspec.convert({name: self._fitted[name] for name in names if name in self._fitted}, Design)
            fault = document.puzzle_fault_in(alone)
            if fault is not None:
                self._note(*fault)

    def _ends_of_hint(self, hint: Hint, wrong: set[int], design: Design) -> bool:
        """Tell whether no end of a hint is at something that is wrong itself; what does not exist is for the check."""
        right = all(end.part in design.part_by_id or end.part not in self._part_ids for end in hint.ends if end.part)
        return right and not any(end.hint in wrong for end in hint.ends)


def _innermost(of: Condition) -> Condition:
    """Return the last of the conditions within one; refuse one that is nested too deep."""
    return [*document.conditions(of)][-1]


def _check_stock(alone: Design) -> None:
    document.check_rules(alone)
    parts.check_rules(alone)


def _ids(items: Any) -> set[int]:
    """Return the ids that are written in a list of tables."""
    tables = (item for item in items if isinstance(item, dict)) if isinstance(items, list) else ()
    return {item["id"] for item in tables if isinstance(item.get("id"), int) and 0 < item["id"] < MAX_ID}
