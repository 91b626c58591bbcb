"""A level as a script writes it: the solved machine, with the level's parts and the parts that the player is to
place."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.authoring.given import GivenLink, goal_of, hint_of, port_at
from sandbox.authoring.placing import Given, Joined, LinkEnd, Part, fitted, known_kind
from sandbox.authoring.script_run import MOST_TRIES, Current, Free, Saved, caller_file, caller_line
from sandbox.commands.commands import AnyCommand, Press, Start, of_hints
from sandbox.design import design as document
from sandbox.design.conditions import Condition
from sandbox.design.design import (
    RULES,
    Design,
    End,
    Goal,
    Link,
    Par,
    StockItem,
    Value,
    Values,
    World,
    items_of,
)
from sandbox.design.no_build import NoBuildArea
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.design.scenes import PAPER
from sandbox.errors import BadFile, Refused
from sandbox.machine import overlaps

_SETTLE = 1  # tick on which the solution starts its machine
_THICK = 0.1  # m: of floor, walls and roof


class ScriptLevel:
    """A level that a script puts together, by the name `Level`. Lengths are in m, times in s, angles in degrees."""

    def __init__(
        self,
        title: str,
        *,
        text: str = "",
        width: float = 4.0,
        height: float = 2.5,
        scene: str = PAPER,
        insight: str = "",
        allow: tuple[str, ...] = (),
        forecast: bool = False,
        open: bool = False,  # noqa: A002 - as in level files
        rules: int = RULES,
        **world: float | bool | str,
    ) -> None:
        """Begin a level.

        `insight`: the one idea that it is about, which the player reads after the win; `allow`: what the player may do
        while it runs, of "press" and "grab"; `open`: it is an open puzzle (see `Design.open`); `rules`: of the game
        (see `Design.rules`), which a level that was recorded by those before today's keeps; `world`: other fields of
        `World`.
        """
        self.insight, self.open = insight, open
        self.title, self.text, self.scene, self.forecast = title, text, scene, forecast
        self.allow = tuple(allow)
        self.rules = rules
        unknown = sorted(set(world) - set(World.__struct_fields__))
        if unknown:
            raise Refused(f"a level has no setting '{unknown[0]}' (it has: {', '.join(World.__struct_fields__)})")
        try:
            plain = {"width": width, "height": height, **world}
            self.world = msgspec.convert(plain, World, strict=False)
        except msgspec.ValidationError as error:
            raise Refused(f"a setting of the level does not fit: {error}") from None
        self._parts: list[Part] = []
        self._links: list[Link] = []
        self._given: list[Part | GivenLink] = []
        self._stock: dict[str, int | StockItem] = {}
        self._goals: list[Goal] = []
        self._fails: list[Goal] = []
        self._areas: list[NoBuildArea] = []
        self._presses: list[tuple[float, Part]] = []
        self._par: Par | None = None
        self._clues: Clues | None = None
        self._aims: list[PuzzleAim] = []
        self._next_id = 1

    # -- parts

    def put(self, kind: str, **props: Value) -> Part:
        """Add a part that belongs to the level."""
        part = fitted(self._next_id, kind, props, caller_line())
        self._next_id += 1
        self._parts.append(part)
        return part

    def give(
        self,
        kind: str,
        hint: str = "",
        *,
        title: str = "",
        turns: bool = True,
        resizes: tuple[str, ...] = (),
        starts_at: float = 0.0,
        **props: Value,
    ) -> Part:
        """Add a part that the player places: it is stock, hint and solution at once.

        `hint`: in words; `title`: what the player calls it; `turns`, `resizes`: what may be changed about it;
        `starts_at`: its angle as it comes out of the stock, in degrees.
        """
        part = fitted(len(self._given) + 1, kind, props, caller_line())
        angle = math.pi * starts_at / 180.0
        full = StockItem(kind, 1, title, part.spec.props, angle, tuple(resizes), turns)
        item = self._take(kind, full)
        words = self._words(hint, title or catalogue.KINDS[kind].title, "The")
        part.given = Given(item, words, full)
        self._given.append(part)
        return part

    def spare(
        self,
        kind: str,
        count: int = 1,
        *,
        title: str = "",
        turns: bool = True,
        resizes: tuple[str, ...] = (),
        starts_at: float = 0.0,
        **props: Value,
    ) -> None:
        """Give the player more of a kind of part or link than the solution needs; see `give`."""
        known_kind(kind, {**catalogue.KINDS, **catalogue.LINKS}, "part or link")
        fits = fitted(1, kind, props, caller_line()).spec.props if kind in catalogue.KINDS else {}
        for _ in range(count):
            if kind in catalogue.LINKS:
                self._take_link(kind, props)
                continue
            self._take(kind, StockItem(kind, 1, title, fits, math.pi * starts_at / 180.0, tuple(resizes), turns))

    def _words(self, hint: str, title: str, article: str) -> str:
        """Return the text of a hint; an open puzzle, which shows its clues in their place, needs none."""
        return hint or ("" if self.open else f"{article} {title.lower()} belongs here.")

    def _take(self, kind: str, full: StockItem) -> str:
        """Add one more to the stock, and return the name of its item."""
        plain = full == StockItem(kind)
        names = [kind] if plain else [f"{kind}_{n}" for n in range(2, 100)]
        for name in names:
            present = self._stock.get(name)
            if present is None:
                self._stock[name] = 1 if plain else full
                return name
            if isinstance(present, int):
                self._stock[name] = present + 1
                return name
            if replace(present, count=1) == full:
                self._stock[name] = replace(present, count=present.count + 1)
                return name
        raise Refused(f"the stock holds too many makes of {kind}")

    def _take_link(self, kind: str, props: Values) -> None:
        """Add one more link to the stock, where all of a kind are of one make but for how they are laid."""
        make = {name: value for name, value in props.items() if name not in catalogue.LINKS[kind].ways}
        full = StockItem(kind, props=catalogue.fit_props(catalogue.LINKS[kind], make, kind))
        present = items_of(self._stock).get(kind, full)
        if present.props != full.props:
            raise Refused(f"the stock holds one make of {kind}; give the player all of them with the same properties")
        count = present.count + 1 if kind in self._stock else 1
        self._stock[kind] = replace(full, count=count) if full.props else count

    def room(self, *, walls: bool = True, roof: bool = False) -> Part:
        """Put a floor, walls and a roof around the level, just within what is seen; return the floor."""
        w, h, t = self.world.width, self.world.height, _THICK
        ground = self.put("floor", width=w, height=t).at(w / 2, t / 2)
        if walls:
            self.left_wall = self.put("wall", height=h, width=t).at(-t / 2, h / 2)
            self.right_wall = self.put("wall", height=h, width=t).at(w + t / 2, h / 2)
        if roof:
            self.roof = self.put("floor", width=w, height=t).at(w / 2, h + t / 2)
        return ground

    # -- links

    def tie(self, a: Part | LinkEnd, b: Part | LinkEnd, via: tuple[Part, ...] | list[Part] = (), **more: Any) -> Joined:
        """Tie a rope between two parts, over pulleys; see `join`."""
        return self.join("rope", a, b, via, **more)

    def join(
        self,
        kind: str,
        a: Part | LinkEnd,
        b: Part | LinkEnd,
        via: tuple[Part, ...] | list[Part] = (),
        *,
        given: bool | None = None,
        hint: str = "",
        **props: Value,
    ) -> Joined:
        """Join two ports by a link. The player draws it if `given`, or if a given part has a share in it.

        Conditions about links take what it returns.
        """
        known_kind(kind, dict(catalogue.LINKS), "link")
        start, end = port_at(kind, a), port_at(kind, b)
        members = (start.part, end.part, *via)
        player = any(part.given is not None for part in members)
        if given is False and player:
            raise Refused(f"this {kind} ends at a part that the player places, so it can't belong to the level")
        if given or player:
            words = self._words(hint, catalogue.LINKS[kind].title, "A")
            self._given.append(GivenLink(kind, start, end, tuple(via), props, words))
            self._take_link(kind, props)
            return Joined(0, kind)
        where = [End(port.part.number, port.name, port.at) for port in (start, end)]
        pulleys = tuple(part.number for part in via)
        self._links.append(Link(self._next_id, kind, where[0], where[1], props, True, pulleys))
        self._next_id += 1
        return Joined(self._next_id - 1, kind)

    # -- what is asked

    def goal(self, text: str, condition: Condition) -> None:
        """Add a goal: the sentence that the player reads, and a condition made by `when`."""
        self._goals.append(goal_of(text, condition))

    def fails(self, text: str, condition: Condition) -> None:
        """Add a condition by which the level is lost."""
        self._fails.append(goal_of(text, condition))

    def par(self, parts: int = 0, seconds: float = 0.0, challenge: tuple[str, Condition] | None = None) -> None:
        """Set the marks of a good run: parts and links, seconds, and a condition with its sentence."""
        self._par = Par(parts, seconds, None if challenge is None else goal_of(*challenge))

    def clues(self, *, goal: str = "", family: str = "", piece: Part | int = 0) -> None:
        """Help the player of an open puzzle: which goal first, which family of parts, and one given piece (or the
        number of its hint)."""
        self._clues = Clues(goal, family, piece if isinstance(piece, int) else self._number_of(piece))

    def _number_of(self, piece: Part) -> int:
        if piece not in self._given:
            raise Refused(
                f"the clues show a piece that the player places, and the {piece.title} is none; use level.give"
            )
        return piece.number

    def aim(
        self,
        text: str,
        *,
        without: str | tuple[str, ...] = (),
        pieces: int = 0,
        price: int = 0,
        seconds: float = 0.0,
        chain: int = 0,
        families: int = 0,
    ) -> None:
        """Add an aim of an open puzzle: a sentence, and what the winning machine keeps to (see `PuzzleAim`)."""
        kinds = (without,) if isinstance(without, str) else tuple(without)
        try:
            plain = {"text": text, "without": kinds, "pieces": pieces, "price": price, "seconds": seconds,
                     "chain": chain, "families": families}  # fmt: skip
            self._aims.append(msgspec.convert(plain, PuzzleAim))
        except msgspec.ValidationError as error:
            raise Refused(f"an aim does not fit: {error}") from None

    def no_build(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Forbid the player to put parts into a rectangle: its low and its high corner, in m."""
        self._areas.append(NoBuildArea(x0, y0, x1, y1))

    def press(self, part: Part, at: float = 0.0) -> None:
        """Let the solution press a part of the level, `at` seconds after the start; the player may press, too."""
        if part.given is not None or not catalogue.KINDS[part.kind].pressable:
            raise Refused(f"the solution can't press the {part.title}")
        self._presses.append((at, part))
        if "press" not in self.allow:
            self.allow = (*self.allow, "press")

    def free(self, low: float, high: float, step: float = 0.05, obvious: float | None = None) -> float:
        """Leave a number to a sweep: it takes the middle of the widest place that wins and is not the obvious one.

        `obvious`: the value that anybody would try first; the ends of the range are obvious, too.
        """
        numbers = (low, high, step) if obvious is None else (low, high, step, obvious)
        if not (all(map(math.isfinite, numbers)) and low < high and 0.0 < step <= high - low):
            raise Refused("a free number needs a range and a step within it, as in free(2.0, 3.5, step=0.05)")
        if (high - low) / step > MOST_TRIES:
            raise Refused(f"a free number has at most {MOST_TRIES} values; take a larger step than {step:g}")
        return Current.run.number(Free(low, high, step, obvious, caller_line()))

    # -- what comes out

    def design(self) -> Design:
        """Return the level as the player gets it, checked.

        Raises:
            Refused: a part has no place, or a rule of levels is broken.
        """
        for part in (*self._parts, *(entry for entry in self._given if isinstance(entry, Part))):
            if not part.placed:
                raise Refused(f"the {part.title} has no place; end its line with .at(x, y), .on(another) or the like")
        specs = tuple(replace(part.spec, id=part.number, fixed=True) for part in self._parts)
        hints = tuple(hint_of(entry, self._given) for entry in self._given)
        plain = Design(
            self.title, self.text, self.world, specs, tuple(self._links), tuple(self._goals), tuple(self._fails),
            self._stock if self._goals or self._given else None, self.allow, hints, self._next_id, par=self._par,
            scene=self.scene, forecast=self.forecast, rules=self.rules, no_build=tuple(self._areas),
            insight=self.insight, open=self.open, clues=self._clues, aims=tuple(self._aims),
        )  # fmt: skip
        try:
            return catalogue.check(document.from_plain(document.to_plain(plain)))
        except BadFile as error:
            raise Refused(str(error)) from None

    def solution(self, design: Design) -> tuple[tuple[int, AnyCommand], ...]:
        """Return the commands that solve the level: all hints, the start, and the presses."""
        ticks = [(round(at * design.world.tick_rate), part.number) for at, part in self._presses]
        presses = [(_SETTLE + tick, Press(part)) for tick, part in sorted(ticks)]
        return (*((0, command) for command in of_hints(design)), (_SETTLE, Start()), *presses)

    def refuse_overlaps(self, design: Design) -> None:
        """Refuse a solved machine in which parts overlap so deeply that the start would tear them apart.

        Raises:
            Refused: naming both, with their lines.
        """
        deep = overlaps.found(catalogue.hinted(design))
        if deep:
            by_id = {part.number: part for part in self._parts}
            for number, entry in enumerate(self._given):
                if isinstance(entry, Part):
                    by_id[design.next_id + number] = entry
            worst = max(deep, key=lambda overlap: overlap.depth)
            a, b = by_id[worst.a], by_id[worst.b]
            raise Refused(f"the {a.title} and the {b.title} overlap by {1000 * worst.depth:.0f} mm")

    def line_of(self, number: int) -> int:
        """Return the line that gave hint `number`, from 1; 0 for a link."""
        entry = self._given[number - 1]
        return entry.line if isinstance(entry, Part) else 0

    @property
    def makes(self) -> dict[str, StockItem]:
        """The stock by item, in full."""
        return items_of(self._stock)

    def save(self, path: str | Path | None = None) -> Saved:
        """Write the level with its solution and its picture, and check it; see `saving.save`.

        `path`: without one, `crane.py` writes `crane.toml` beside itself.
        """
        from sandbox.authoring import saving

        return saving.save(self, caller_file().with_suffix(".toml") if path is None else Path(path))
