"""Power over cables: a source and all parts that hang on it by cables are a net, and each net has power or has none.

A net is worked out anew only when one of its sources, loads or cables changes. If its sources have less to give than
its loads ask for together, by their ratings, no load of it has power. What is taken of a source is the
ratings of those loads that run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandbox.design.geometry import total
from sandbox.parts.world import Running, RunningLink, RunningMachine

POWER_DEPTH = 64  # of nets that switch one another: in a ring, they would go on for ever
OUT, IN = "power out", "power in"


class _Net(NamedTuple):
    """Parts that hang together by cables, in id order; one whose cables are gone is a net by itself."""

    sources: list[Running]
    loads: list[Running]
    cables: list[RunningLink]


class PowerNets:
    """The nets of a running machine, from the cables among its links."""

    def __init__(self, parts: Mapping[int, Running], links: Mapping[int, RunningLink]) -> None:
        self._parts, self._links = parts, links
        cables = self._cables()
        self._sources = dict.fromkeys(run.id for link in cables for run in _at(link, OUT))
        self._loads = dict.fromkeys(run.id for link in cables for run in _at(link, IN))
        self._nets: dict[int, _Net] = {}  # by part
        self._has_power: dict[int, bool] = {}  # by load: the last answer that it got, which its cables' states hold too
        self._taken: dict[int, tuple[float, bool]] = {}  # by source: watts, overloaded
        self._waiting: dict[int, None] = {}  # parts whose nets are to be worked out
        self._busy = False

    def reaches(self, run: Running) -> bool | None:
        """Tell whether a load has power; None if it was built without a cable."""
        return self._has_power.get(run.id, False) if run.id in self._loads else None

    def renew(self, run: Running, machine: RunningMachine) -> None:
        """Work out the net of a part; after the one that is at hand, if this is called by a part of it."""
        if run.id not in self._nets:
            return
        self._waiting[run.id] = None
        if self._busy:
            return
        self._busy = True
        for _ in range(POWER_DEPTH):
            if not self._waiting:
                break
            id_ = next(iter(self._waiting))
            del self._waiting[id_]
            if id_ in self._nets:
                self._work_out(self._nets[id_], machine)
        self._waiting.clear()
        self._busy = False

    def regroup(self, machine: RunningMachine) -> None:
        """Find the nets anew, as when a cable or a part has left, and work them all out."""
        if not self._sources:
            return
        self._nets = self._grouped()
        for net in {id(net): net for net in self._nets.values()}.values():
            self.renew((net.sources or net.loads)[0], machine)

    def _cables(self) -> list[RunningLink]:
        return [link for link in self._links.values() if link.port_a.type in (OUT, IN)]

    def _grouped(self) -> dict[int, _Net]:
        """Return the nets by their parts."""
        beside: dict[int, list[RunningLink]] = {
            id_: [] for id_ in self._parts if id_ in self._sources or id_ in self._loads
        }
        for cable in self._cables():
            beside[cable.a.id].append(cable)
            beside[cable.b.id].append(cable)
        nets: dict[int, _Net] = {}
        for first in beside:
            if first in nets:
                continue
            reached, cables, ahead = {first: None}, dict[int, RunningLink](), [first]
            while ahead:
                for cable in beside[ahead.pop()]:
                    cables[cable.id] = cable
                    fresh = [run.id for run in (cable.a, cable.b) if run.id not in reached]
                    reached |= dict.fromkeys(fresh)
                    ahead += fresh
            ids = sorted(reached)
            net = _Net(
                [self._parts[id_] for id_ in ids if id_ in self._sources],
                [self._parts[id_] for id_ in ids if id_ in self._loads],
                [cables[id_] for id_ in sorted(cables)],
            )
            nets |= dict.fromkeys(ids, net)
        return nets

    def _work_out(self, net: _Net, machine: RunningMachine) -> None:
        gives = [source.kind.gives(source, machine) for source in net.sources]
        supply, asked = total(gives), total(load.kind.rating(load.p) for load in net.loads)
        overloaded = 0.0 < supply < asked
        on = supply > 0.0 and not overloaded
        for cable in net.cables:
            cable["on"] = float(on)
        for load in net.loads:
            if self._has_power.get(load.id, False) != on:
                self._has_power[load.id] = on
                load.kind.powered(load, on, machine)
        drawn = total(load.kind.rating(load.p) for load in net.loads if load.kind.consumes(load)) if on else 0.0
        for source, share in zip(net.sources, gives, strict=True):
            taken = drawn * share / supply if on else 0.0, overloaded and share > 0.0
            if self._taken.get(source.id, (0.0, False)) != taken:
                self._taken[source.id] = taken
                source.kind.taken(source, *taken, machine)


def _at(link: RunningLink, type_: str) -> list[Running]:
    """Return the parts at those ends of a link that are ports of a type."""
    return [run for run, port in ((link.a, link.port_a), (link.b, link.port_b)) if port.type == type_]
