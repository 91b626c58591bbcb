"""The watts that the parts on one net of cables ask for, and those that its sources can give, known before it runs.

At work a source may give less: a generator that turns too slowly, a battery that is empty. See `machine.power`.
"""

from __future__ import annotations

from typing import NamedTuple

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import total
from sandbox.parts.electric.power.sources import Cable, PowerSource
from sandbox.parts.families import KINDS


class PowerBalance(NamedTuple):
    """Watts that are asked for and watts that can be given at most, on the cables that hang together with a part."""

    asked: float  # W
    most: float  # W

    @property
    def is_short(self) -> bool:
        """Tell whether the sources can't do, whatever they do: nothing on these cables will ever run by their power."""
        return self.asked > self.most > 0.0

    def sentence(self) -> str:
        """Return the balance in words: "on its cables 110 W are asked for, of 60 W: nothing there will run"."""
        if not self.most:
            return f"on its cables {self.asked:g} W are asked for, and no source is there"
        ends = ": nothing there will run" if self.is_short else ""
        return f"on its cables {self.asked:g} W are asked for, of {self.most:g} W{ends}"


def power_balance(design: Design, part: int) -> PowerBalance | None:
    """Return the balance of the net that a part is in; None if no cable ends at it."""
    ids = _net_of(design, part)
    if len(ids) < 2:
        return None
    asked, most = list[float](), list[float]()
    for id_ in sorted(ids):
        spec = design.part_by_id[id_]
        (most if isinstance(KINDS[spec.kind], PowerSource) else asked).append(watts_of(spec))
    return PowerBalance(total(asked), total(most))


def watts_of(spec: PartSpec) -> float:
    """Return the watts that a part can give at most, or those that it asks for once a cable is plugged in."""
    kind = KINDS[spec.kind]
    values = kind.values(spec.props)
    return kind.most(values) if isinstance(kind, PowerSource) else kind.rating(values)


def _net_of(design: Design, part: int) -> set[int]:
    """Return the parts that hang together with a part by cables, and itself."""
    cables = [link.parts for link in design.links if link.kind == Cable.name]
    reached, ahead = {part}, [part]
    while ahead:
        here = ahead.pop()
        beside = {id_ for ends in cables if here in ends for id_ in ends} - reached
        reached |= beside
        ahead += beside
    return reached
