"""Proposals along chains: backwards from what a goal is about, and forwards from what has been set off.

Backwards, a piece is placed or tied so that it sets off a part that leads to a goal; then one that sets off that piece,
until one stands where something moves. Forwards, a piece is placed where something that moves sets it off, and tied to
what leads to a goal, or another piece is placed that it sets off in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sandbox import parts as catalogue
from sandbox.design.design import Design, StockItem
from sandbox.design.geometry import Box
from sandbox.trials.candidate import Candidate, Placement, Reference, Tie, reference
from sandbox.trials.judging import Waypoint
from sandbox.trials.search import places, ties
from sandbox.trials.search.chains import Chains, ChainStep, Node, ends_of, parted_by, shared
from sandbox.trials.search.numbers import Numbers
from sandbox.trials.search.scene import Surroundings, box_of

_MOST_STEPS = 5  # that one proposal goes along a chain
_TRIES = 4  # of a piece that may find no place
_BY_TOUCH = ("knock", "weight", "prick", "heat")  # stimuli that what passes by hands on


class Ground(NamedTuple):
    """The run that a proposal starts from: points on paths, what was set off, in that order, and the unmet goals."""

    paths: Sequence[Waypoint] = ()
    alive: tuple[Reference, ...] = ()
    unmet: tuple[int, ...] = ()


class ChainGrowth:
    """Grows candidates of one level along chains."""

    def __init__(self, level: Design, numbers: Numbers) -> None:
        self._level, self._numbers = level, numbers
        self._items: dict[str, StockItem] = level.stock_items
        self.chains = Chains(level)

    # -- backwards

    def backwards(self, candidate: Candidate, ground: Ground) -> Candidate:
        """Add what sets off a part that leads to a goal; the same candidate if nothing in the stock does."""
        target = self._target(candidate, ground)
        for _ in range(_MOST_STEPS):
            if target is None:
                break
            candidate, target = self._before(candidate, ground, target)
            if self._numbers.chance(0.3):
                break
        return candidate

    def _target(self, candidate: Candidate, ground: Ground) -> Reference | None:
        """Choose a part that leads to a goal and could be set off: mostly one that was not, and few steps from it."""
        alive, depths = {*ground.alive}, self._numbers.one_of(self._depths(ground))
        targets: list[Reference] = []
        weights = []
        for part, spec in Surroundings(self._level, candidate).specs.items():
            depth = depths.get(_node(candidate, part))
            if depth is not None and (self.chains.steps_to(spec.kind) or self._cuts(part)):
                targets.append(part)
                weights.append((0.4 if part in alive else 1.0) / (1.0 + depth))
        return self._numbers.weighted(targets, weights) if targets else None

    def _depths(self, ground: Ground) -> Sequence[dict[Node, int]]:
        """Return the tables of the goals that were not met; of all if each was."""
        return [self.chains.depths[goal] for goal in ground.unmet] or self.chains.depths

    def _before(self, candidate: Candidate, ground: Ground, target: Reference) -> tuple[Candidate, Reference | None]:
        """Add what sets off a part; return the candidate and the part that has to be set off for it, None if none."""
        scene = Surroundings(self._level, candidate)
        steps = self._open_steps(candidate, (*self.chains.steps_to(scene.specs[target].kind), *self._cuts(target)))
        if not steps:
            return candidate, None
        step = self._chosen(steps)
        if not step.item:
            tied = self._link(scene, step, candidate.ties, None, (target,))
            return (candidate, None) if tied is None else (_tied(candidate, tied), tied.a.part)
        placement = self._giver(scene, step, target, ground)
        if placement is None:
            return candidate, None
        candidate, giver = _placed(candidate, placement)
        if step.link:
            scene = Surroundings(self._level, candidate)
            tied = self._link(scene, step, candidate.ties, (giver,), (target,))
            candidate = candidate if tied is None else _tied(candidate, tied)
        return candidate, giver

    def _giver(self, scene: Surroundings, step: ChainStep, target: Reference, ground: Ground) -> Placement | None:
        """Place a piece that is to set off a part: where it reaches it or, if a link does, where something passes."""
        for _ in range(_TRIES):
            part = places.shaped(self._numbers, step.item, self._items[step.item])
            if part is None:
                continue
            if not step.link:
                return places.aimed(self._numbers, scene, part, step.stimulus, self._spot(scene, step, target))
            passing = [point for point in ground.paths if self._meets(scene, point.part, part.kind.name)]
            return places.proposed(self._numbers, scene, part, passing or ground.paths)
        return None

    def _spot(self, scene: Surroundings, step: ChainStep, target: Reference) -> Box:
        """Return the box to aim at: a part's, or a point of a link that holds it."""
        links = [
            link
            for link in self._level.links
            if target in (link.a.part, link.b.part) and step.stimulus in parted_by(link.kind)
        ]
        if not links or (step in self.chains.steps_to(scene.specs[target].kind) and self._numbers.chance(0.5)):
            return box_of(scene.specs[target])
        link = self._numbers.one_of(links)
        share = self._numbers.fraction()
        (ax, ay), (bx, by) = (scene.port_at(end.part, end.port) for end in (link.a, link.b))
        x, y = ax + share * (bx - ax), ay + share * (by - ay)
        return Box(x, y, x, y)

    def _meets(self, scene: Surroundings, part: int, kind: str) -> bool:
        """Tell whether a part that passes by could set off a part of a kind."""
        spec = scene.specs.get(reference(self._level, part))
        return spec is not None and any(stimulus in _BY_TOUCH for stimulus in shared(spec.kind, kind))

    def _cuts(self, target: Reference) -> tuple[ChainStep, ...]:
        """Return the pieces that part a link of the level which ends at a part."""
        kinds = {link.kind for link in self._level.links if target in (link.a.part, link.b.part)}
        stimuli = dict.fromkeys(stimulus for kind in sorted(kinds) for stimulus in parted_by(kind))
        return tuple(step for stimulus in stimuli for step in self.chains.givers(stimulus))

    # -- forwards

    def forwards(self, candidate: Candidate, ground: Ground) -> Candidate:
        """Add pieces after what was set off, mostly after what was last; the same candidate if none can follow."""
        alive = [part for part in ground.alive if part in Surroundings(self._level, candidate).specs]
        if not alive:
            return candidate
        source = alive[-1] if self._numbers.chance(0.5) else self._numbers.one_of(alive)
        for _ in range(_MOST_STEPS):
            longer, source = self._after(candidate, ground, source)
            if longer is candidate:
                break
            candidate = self._led_on(longer, ground, source)
            if self._numbers.chance(0.4):
                break
        return candidate

    def _after(self, candidate: Candidate, ground: Ground, source: Reference) -> tuple[Candidate, Reference]:
        """Add a piece that a part sets off; return the candidate and the piece."""
        scene = Surroundings(self._level, candidate)
        steps = self._open_steps(candidate, self.chains.steps_from(scene.specs[source].kind))
        depths = self._depths(ground)
        leading = [step for step in steps if any(step.item in table for table in depths)]
        if not steps:
            return candidate, source
        step = self._chosen(leading if leading and self._numbers.chance(0.8) else steps)
        for _ in range(_TRIES):
            part = places.shaped(self._numbers, step.item, self._items[step.item])
            if part is None:
                continue
            paths = [point for point in ground.paths if reference(self._level, point.part) == source]
            if step.link:
                placement = places.proposed(self._numbers, scene, part, ground.paths)
            elif paths and step.stimulus in _BY_TOUCH:
                placement = places.on_path(self._numbers, part, self._numbers.one_of(paths))
            else:
                placement = places.aimed(self._numbers, scene, part, step.stimulus, box_of(scene.specs[source]))
            longer, piece = _placed(candidate, placement)
            if step.link:
                tied = self._link(Surroundings(self._level, longer), step, longer.ties, (source,), (piece,))
                longer = longer if tied is None else _tied(longer, tied)
            return longer, piece
        return candidate, source

    def _led_on(self, candidate: Candidate, ground: Ground, source: Reference) -> Candidate:
        """Tie a piece to a part that leads to a goal, if the stock has a link that carries what it hands on."""
        scene = Surroundings(self._level, candidate)
        depths = self._depths(ground)
        wanted = [part for part in scene.specs if any(_node(candidate, part) in table for table in depths)]
        for link in (name for name in self._left(candidate) if name in catalogue.LINKS):
            for stimulus in ("signal", "power", "turn", "pull"):
                tied = self._link(scene, ChainStep("", stimulus, link), candidate.ties, (source,), wanted)
                if tied is not None and self._numbers.chance(0.8):
                    return _tied(candidate, tied)
        return candidate

    def _link(
        self,
        scene: Surroundings,
        step: ChainStep,
        others: Sequence[Tie],
        a: Sequence[Reference] | None,
        b: Sequence[Reference] | None,
    ) -> Tie | None:
        """Propose the link of a step, from one of some parts to one of some others (None: any)."""
        types = ends_of(step.link, step.stimulus)
        return ties.joined(self._numbers, scene, step.link, types, others, a, b) if types is not None else None

    # -- what is left

    def _left(self, candidate: Candidate) -> Counter[str]:
        used = Counter(candidate.used)
        return Counter({name: item.count - used[name] for name, item in self._items.items() if item.count > used[name]})

    def _open_steps(self, candidate: Candidate, steps: Sequence[ChainStep]) -> list[ChainStep]:
        """Return those steps for which the stock still has all pieces."""
        left = self._left(candidate)
        return [step for step in steps if all(left[name] for name in (step.item, step.link) if name)]

    def _chosen(self, steps: Sequence[ChainStep]) -> ChainStep:
        """Choose a step: first the stimulus, each as often, so that many pieces that knock leave room for others."""
        stimulus = self._numbers.one_of([*dict.fromkeys(step.stimulus for step in steps)])
        return self._numbers.one_of([step for step in steps if step.stimulus == stimulus])


def _node(candidate: Candidate, part: Reference) -> Node:
    """Return what stands for a part in the tables of chains."""
    return part if part > 0 else candidate.placements[-1 - part].item


def _placed(candidate: Candidate, placement: Placement) -> tuple[Candidate, Reference]:
    placements = (*candidate.placements, placement)
    return Candidate(placements, candidate.ties), -len(placements)


def _tied(candidate: Candidate, tie: Tie) -> Candidate:
    return Candidate(candidate.placements, (*candidate.ties, tie))
