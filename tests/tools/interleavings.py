"""Do commands of several players who edit at once, and hear of each other late, hit what they were meant for?

``python -m tests.tools.interleavings [--count 1000] [--seed 1] [--edits 36] [--delay 10]`` plays random interleavings
of three players without any network: one session orders all commands, and each player edits by a view of his own that
is up to ten edits behind it. Every part has a width of its own, which no command changes; so what a command was meant
for, and what it hit, can be told without any id. ``test_interleavings`` plays a few.

Of each command it asks:
- did it change what its player meant, and nothing else;
- is it refused only if the same command, with the ids as they are, would be refused to somebody who builds alone;
- does undoing give back what was there before the player's last step, and leave all other things alone; and is it
  refused only if another has touched the same since, or the result would be no level;
- does each view end in the very state of the one that orders, and so does a replay of the log.

With ``--ids guessed`` players name what they have just placed by the id that it would have if nobody else placed
anything, and with ``--ids reused`` undoing gives ids free, as where one player builds alone: both have to find wrong
parts, else this tool is blind.
"""

from __future__ import annotations

import argparse
import random  # noqa: TID251
import sys
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design, End, Link, PartSpec, StockItem
from sandbox.design.design_history import DesignHistory
from tests.support import Tape

PLAYERS = 3
_STEP = 1e-4  # m: by how much the widths of two parts differ at least
_PORT = "middle"
Tag = float  # the width of a crate: who it is
Make = Callable[[Callable[[Tag], int]], c.AnyCommand]  # makes a command of ids, or names, by tag
Things = dict[Tag | frozenset[Tag], PartSpec | Link]  # parts by tag, links by the tags of their ends


class Meant(NamedTuple):
    """A command on its way: as it is sent, and as it was meant."""

    player: int
    sent: c.AnyCommand
    make: Make
    targets: frozenset[Tag]  # that have to be there, and all of them that it may change
    new: frozenset[Tag]
    heard: int  # commands that its player had heard of


class Step(NamedTuple):
    """An edit that can be undone, as a player sees it."""

    player: int
    before: Things
    after: Things

    @property
    def touched(self) -> set[Tag | frozenset[Tag]]:
        keys = self.before.keys() | self.after.keys()
        return {key for key in keys if self.before.get(key) != self.after.get(key)}


class Count(NamedTuple):
    """What came out of one interleaving: faults in sentences, and how often what happened."""

    faults: list[str]
    happened: Counter[str]


def tag_of(spec: PartSpec) -> Tag:
    return float(spec.props["width"]) if spec.kind == "crate" else -float(spec.id)  # the floor


def things(design: Design) -> Things:
    """All parts and links, by what tells them apart without their ids."""
    tags = {spec.id: tag_of(spec) for spec in design.parts}
    found: Things = {tags[spec.id]: spec for spec in design.parts}
    for link in design.links:
        found[frozenset((tags[link.a.part], tags[link.b.part]))] = link
    return found


def ids_by_tag(design: Design) -> dict[Tag, int]:
    return {tag_of(spec): spec.id for spec in design.parts}


class Player:
    """Somebody who edits by what he has heard so far."""

    def __init__(self, number: int, design: Design, guess: bool) -> None:
        self.number = number
        self.view = Session(design)
        self.heard = 0
        self.made: dict[Tag, int] = {}  # the number that he has given to each part
        self.guessed: dict[Tag, int] = {}
        self.next = 1
        self.on_the_way: list[Meant] = []
        self._guess = guess

    def hear(self, order: list[c.AnyCommand], upto: int, faults: list[str]) -> None:
        """Carry out what has been ordered, up to a number of commands."""
        while self.heard < upto:
            command = order[self.heard]
            why = self.view.why_not(command)
            if why is not None or not self.view.do(command):
                faults.append(f"player {self.number} can't follow with {command}: {why}")
            self.heard += 1

    def name(self, chance: random.Random, tag: Tag) -> int:
        """What this player calls a part: its id as far as he knows it, or his own number for it."""
        id_ = ids_by_tag(self.view.design).get(tag)
        if self._guess:
            return id_ or self.guessed.get(tag, 1)
        return id_ if id_ is not None and (tag not in self.made or chance.random() < 0.5) else -self.made[tag]

    def edit(self, chance: random.Random, tags: tuple[Tag, Tag]) -> Meant:
        """Think of a command; `tags` are for new parts."""
        known = [tag for tag in {**ids_by_tag(self.view.design), **self.made} if tag > 0]
        x, y, roll = round(chance.uniform(0.5, 3.5), 3), round(chance.uniform(0.5, 2.0), 3), chance.random()
        if roll < 0.17:
            make, targets, new = self._taking_back(roll < 0.12), set[Tag](), set[Tag]()
        elif roll < 0.55 or len(known) < 2:
            several = 0.42 <= roll < 0.55
            make, targets, new = self._making(roll, tags, x, y), set(), set(tags if several else tags[:1])
        else:
            # Mostly one's own newest, as somebody does who is at work on something.
            own = [tag for tag in self.made if tag in known]
            one = own[-1] if own and chance.random() < 0.6 else chance.choice(known)
            two = chance.choice([tag for tag in known if tag != one])
            make, targets, new = self._changing(roll, one, two, x, y), {one} if roll < 0.84 else {one, two}, set()
        sent = self._sent(chance, make, new)
        return Meant(self.number, sent, make, frozenset(targets), frozenset(new), self.heard)

    def _taking_back(self, undo: bool) -> Make:
        return lambda of: c.Undo(player=self.number) if undo else c.Redo(player=self.number)

    def _making(self, roll: float, tags: tuple[Tag, Tag], x: float, y: float) -> Make:
        me, number, (one, two) = self.number, self.next, tags
        if not 0.42 <= roll < 0.55:
            return lambda of: c.Place("crate", x, y, 0.0, False, {"width": one}, player=me, number=number)
        if roll < 0.50:
            return lambda of: c.Together(
                (
                    c.Place("crate", x, y, 0.0, False, {"width": one}),
                    c.Move(of(one), y, x),
                    c.Place("crate", x, y + 0.2, 0.0, False, {"width": two}),
                    c.Connect("rope", of(one), _PORT, of(two), _PORT),
                ),
                player=me,
                number=number,
            )
        group = tuple(PartSpec(n, "crate", x + n, y, 0.0, False, {"width": tag}) for n, tag in enumerate(tags, 1))
        rope = Link(3, "rope", End(1, _PORT), End(2, _PORT))
        return lambda of: c.Paste(group, (rope,), 0.1, 0.1, player=me, number=number)

    def _changing(self, roll: float, one: Tag, two: Tag, x: float, y: float) -> Make:
        me, number = self.number, self.next
        if roll < 0.75:
            return lambda of: c.Move(of(one), x, y, 0.1, player=me)
        if roll < 0.80:
            return lambda of: c.Layer(of(one), number % 7, player=me)
        if roll < 0.84:
            return lambda of: c.Delete(of(one), player=me)
        if roll < 0.88:
            return lambda of: c.Group((of(one), of(two)), player=me)
        return lambda of: c.Connect("rope", of(one), _PORT, of(two), _PORT, player=me, number=number)

    def _sent(self, chance: random.Random, make: Make, new: set[Tag]) -> c.AnyCommand:
        """Number what the command makes, and name what it names."""
        first = self.view.design.next_id
        for place, tag in enumerate(sorted(new)):
            self.made[tag] = self.next + place
            self.guessed[tag] = first + place
        command = make(lambda tag: self.name(chance, tag))
        self.next += command.makes
        return replace(command, number=0) if self._guess else command


class Interleaving:
    """One random session of several players."""

    def __init__(self, seed: int, edits: int, delay: int, ids: str = "named") -> None:
        self.chance = random.Random(seed)
        self.edits, self.delay = edits, delay
        floor = PartSpec(1, "floor", 2.0, 0.05, fixed=True, props={"width": 4.0})
        some = {"crate": StockItem("crate", 12, resizes=("width",)), "rope": 5}
        self.design = design = Design(parts=(floor,), next_id=2, stock=some if self.chance.random() < 0.4 else None)
        self.tape = Tape()
        self.host = Session(design, log=self.tape)
        self.players = [Player(number, design, ids == "guessed") for number in range(PLAYERS)]
        self.order: list[c.AnyCommand] = []
        self.steps: list[Step] = []
        self.undone: list[Step] = []
        self.count = Count([], Counter())
        self._tags = 0

    def play(self) -> Count:
        """Let all players edit, and look at what became of it."""
        chance, faults = self.chance, self.count.faults
        for player in self.players:
            self._order(c.Join(f"Player {player.number}", player=player.number))
        for _ in range(self.edits):
            player = chance.choice(self.players)
            player.hear(self.order, max(player.heard, len(self.order) - chance.randint(0, self.delay)), faults)
            one, two = (round(0.1 + _STEP * (self._tags + n), 4) for n in (1, 2))
            self._tags += 2
            player.on_the_way.append(player.edit(chance, (one, two)))
            for other in self.players:
                while other.on_the_way and (
                    len(self.order) - other.on_the_way[0].heard >= self.delay or chance.random() < 0.2
                ):
                    self._take(other.on_the_way.pop(0))
        while waiting := [player for player in self.players if player.on_the_way]:
            self._take(chance.choice(waiting).on_the_way.pop(0))
        end = self.host.end_hash()
        for player in self.players:
            player.hear(self.order, len(self.order), faults)
            if player.view.end_hash() != end:
                faults.append(f"player {player.number} ends with another design")
        again = Session(self.design)
        for _, packed in self.tape.commands:
            again.do(c.unpack(packed))
        if again.end_hash() != end:
            faults.append("a replay of the log ends with another design")
        return self.count

    def _order(self, command: c.AnyCommand) -> None:
        if self.host.do(command):
            self.order.append(command)

    def _take(self, meant: Meant) -> None:
        """Order a command that has come, if it can be carried out, and look at what it has done."""
        why, before = self.host.why_not(meant.sent), things(self.host.design)
        what = meant.sent.verb
        self.count.happened["(late by 5 edits or more)"] += len(self.order) - meant.heard >= 5
        if isinstance(meant.sent, c.Undo | c.Redo):
            self._take_back(meant, why, before)
            return
        self._judge_refusal(meant, why)
        if why is not None:
            self.count.happened[f"{what} refused"] += 1
            return
        self._order(meant.sent)
        self.count.happened[what] += 1
        after = things(self.host.design)
        step = Step(meant.player, before, after)
        may = meant.targets | meant.new
        for key in step.touched:
            hit = key if isinstance(key, frozenset) else {key}
            of_a_group = isinstance(meant.sent, c.Delete | c.Group) and self._only_group(step, key)
            if not hit & may and not of_a_group:
                self.count.faults.append(f"{meant.sent} of player {meant.player} was meant for {may} and hit {key}")
        if step.touched:
            self.steps.append(step)
            self.undone = [undone for undone in self.undone if undone.player != meant.player]

    def _only_group(self, step: Step, key: Tag | frozenset[Tag]) -> bool:
        """Tell whether of a part only its group has changed: a group of which one is left is dissolved."""
        old, new = step.before.get(key), step.after.get(key)
        return isinstance(old, PartSpec) and isinstance(new, PartSpec) and replace(old, group=new.group) == new

    def _judge_refusal(self, meant: Meant, why: str | None) -> None:
        """Ask somebody who builds alone and knows all ids."""
        design = self.host.design
        ids = ids_by_tag(design)
        if not meant.targets <= ids.keys():
            if why is None:
                self.count.faults.append(f"{meant.sent} was carried out, and what it was meant for is not there")
            return
        made = self.players[meant.player].made
        alone = replace(meant.make(lambda tag: ids[tag] if tag in ids else -made[tag]), player=0)
        wanted = Session(design).why_not(alone)
        if wanted != why:
            self.count.faults.append(f"{meant.sent} of player {meant.player}: {why!r}; alone: {wanted!r}")

    def _take_back(self, meant: Meant, why: str | None, before: Things) -> None:
        """An undo or a redo."""
        what, redo = meant.sent.verb, isinstance(meant.sent, c.Redo)
        own = [step for step in (self.undone if redo else self.steps) if step.player == meant.player]
        if not own:
            if why != f"there is nothing to {what}":
                self.count.faults.append(f"{what} with no step: {why}")
            return
        step = own[-1]
        old, new = (step.before, step.after) if redo else (step.after, step.before)
        if redo:
            clash = any(before.get(key) != old.get(key) for key in step.touched)
        else:
            later = self.steps[self.steps.index(step) + 1 :]
            clash = any(step.touched & other.touched for other in later)
        if why is not None:
            reasons = ("has changed", "needs part", "is left in the stock", "can't be")
            self.count.happened[f"{what} refused"] += 1
            if "has changed" in why and not clash:
                self.count.happened[f"{what} refused for a group"] += "group" in why
                if "group" not in why:
                    self.count.faults.append(f"{what} is refused, and nobody has touched the same: {why}")
            if not any(reason in why for reason in reasons):
                self.count.faults.append(f"{what} is refused without a reason: {why}")
            return
        if clash:
            self.count.faults.append(f"{what} of player {meant.player} is carried out in spite of {step.touched}")
        self._order(meant.sent)
        self.count.happened[what] += 1
        after = things(self.host.design)
        for key in before.keys() | after.keys():
            wanted = new.get(key) if key in step.touched else before.get(key)
            if after.get(key) != wanted:
                self.count.faults.append(f"{what} of player {meant.player} leaves {key} as {after.get(key)}")
        if redo:
            self.undone.remove(step)
            self.steps.append(Step(meant.player, before, after))
        else:
            index = self.steps.index(step)
            self.steps[index:] = [self._without(step, other) for other in self.steps[index + 1 :]]
            self.undone.append(step)

    def _without(self, step: Step, later: Step) -> Step:
        """A later step as it is with an earlier one taken back."""

        def back(state: Things) -> Things:
            kept = {key: value for key, value in state.items() if key not in step.touched}
            return kept | {key: step.before[key] for key in step.touched if key in step.before}

        return Step(later.player, back(later.before), back(later.after))


def play(seed: int, edits: int = 36, delay: int = 10, ids: str = "named") -> Count:
    """Play one interleaving."""
    if ids != "reused":
        return Interleaving(seed, edits, delay, ids).play()
    share = DesignHistory.share
    DesignHistory.share = lambda history: None  # type: ignore[method-assign]
    try:
        return Interleaving(seed, edits, delay).play()
    finally:
        DesignHistory.share = share  # type: ignore[method-assign]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edits", type=int, default=36)
    parser.add_argument("--delay", type=int, default=10)
    parser.add_argument("--ids", choices=("named", "guessed", "reused"), default="named")
    options = parser.parse_args()
    faults, happened, faulty = 0, Counter[str](), 0
    for seed in range(options.seed, options.seed + options.count):
        count = play(seed, options.edits, options.delay, options.ids)
        happened += count.happened
        faults, faulty = faults + len(count.faults), faulty + bool(count.faults)
        for fault in count.faults[:1] if faulty <= 5 else ():
            print(f"seed {seed}: {fault}")
    print(f"{options.count} interleavings: {faults} faults, in {faulty} of them")
    print(", ".join(f"{what} {number}" for what, number in sorted(happened.items())))
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
