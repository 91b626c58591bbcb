"""The fixed facts of a level as a task: its pieces, the rows of its parts, its limits. Nothing here ever changes."""

from __future__ import annotations

from sandbox import parts as catalogue
from sandbox.api.level import Level
from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import place
from sandbox.errors import Refused
from sandbox.parts.kind import pose_of
from sandbox.trials import judging
from sandbox.trials.search import search

KIND_NUMBERS = {name: number for number, name in enumerate(catalogue.KINDS, 1)}  # 0: no part
LINK_NUMBERS = {name: number for number, name in enumerate(catalogue.LINKS, 1)}  # 0: no link
_SPARE = 2  # actions of an episode besides two for each piece


class LevelTask:
    """A level as a task.

    `items` are the names of what can be placed or linked, in the order of the level's stock. `rows` is the number of
    parts that there can be: those of the level by their ids, then the placed ones in the order of placing.
    """

    def __init__(self, level: Level, seconds: float | None = None) -> None:
        """Take a level, and the longest time that a run of it may take (s); without it, as a search has it.

        Raises:
            Refused: the level has no goal or no stock, or the time is no time.
        """
        design = level.design
        search.refuse(design)
        if seconds is not None and not 0.0 < seconds <= 3600.0:
            raise Refused(f"a run of {seconds} s: it takes more than 0 s, and at most an hour")
        self.level, self.design = level, design
        self.items = tuple(name for name, item in design.stock_items.items() if item.count)
        counts = {name: design.stock_items[name].count for name in self.items}
        self.pieces = sum(counts.values())
        placed = sum(count for name, count in counts.items() if name not in catalogue.LINKS)
        self.rows = len(design.parts) + placed
        self.links = len(design.links) + self.pieces - placed
        self.ticks = judging.run_ticks(design, seconds)
        self.most_actions = 2 * self.pieces + _SPARE
        self.has_links = self.pieces > placed
        self.wheels = self._count_wheels(counts) if any(self._bends(name) for name in self.items) else 0
        self._own = {spec.id for spec in design.parts}

    @staticmethod
    def _bends(item: str) -> bool:
        return item in catalogue.LINKS and catalogue.LINKS[item].bends

    def _count_wheels(self, counts: dict[str, int]) -> int:
        """Count the pulleys that there can be."""
        count = sum(catalogue.blueprint(spec).sheave is not None for spec in self.design.parts)
        for name, number in counts.items():
            if name not in catalogue.LINKS:
                item = self.design.stock_items[name]
                spec = catalogue.fit_part(PartSpec(1, item.kind, 0.0, 0.0, item.angle, False, item.props))
                count += number if catalogue.blueprint(spec).sheave is not None else 0
        return count

    def rows_of(self, design: Design) -> list[PartSpec]:
        """List the parts of a design of this level in the order of their rows."""
        placed = [spec for spec in design.parts if spec.id not in self._own]
        return [*self.design.parts, *placed]

    def is_placed(self, part: int) -> bool:
        """Tell whether a part was placed by an action."""
        return part not in self._own


def port_places(design: Design, type_: str) -> list[tuple[int, str, float, float]]:
    """List the ports of a type with the part, the name and the place (m) of each."""
    return [
        (spec.id, port.name, *place(pose_of(spec), (port.x, port.y)))
        for spec in design.parts
        for port in catalogue.blueprint(spec).ports
        if port.type == type_
    ]


def wheels_of(design: Design) -> list[int]:
    """List the pulleys of a design, by their ids."""
    return [spec.id for spec in design.parts if catalogue.blueprint(spec).sheave is not None]
