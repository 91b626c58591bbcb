"""The links of a machine by the parts that they are fastened to, so that nothing has to go through all of them."""

from __future__ import annotations

from collections.abc import Iterable

from sandbox.parts.world import Running, RunningLink


class LinkEnds:
    """The links that are in a machine, by part: those that end at it, and those that run over it."""

    def __init__(self, links: Iterable[RunningLink]) -> None:
        self._by_part: dict[int, dict[int, RunningLink]] = {}
        for link in links:
            for id_ in self._parts_of(link):
                self._by_part.setdefault(id_, {})[link.id] = link

    def at(self, run: Running) -> list[RunningLink]:
        """Return the links that are fastened to a part now, in id order."""
        links = self._by_part.get(run.id)
        return [*links.values()] if links else []

    def forget(self, link: RunningLink) -> None:
        """Leave out a link that has left the machine."""
        for id_ in self._parts_of(link):
            del self._by_part[id_][link.id]

    def _parts_of(self, link: RunningLink) -> dict[int, None]:
        return dict.fromkeys(run.id for run in (link.a, link.b, *link.via))
