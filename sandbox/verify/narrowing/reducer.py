"""Make a session that fails smaller, as long as it fails in the same way (delta debugging, after A. Zeller, 1999)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.verify.narrowing.cases import Case, less, ways_to_simplify

# Plays a case; it returns the case as far as it was played, or None if it does not fail in the same way.
Fails = Callable[[Case], Case | None]


class Reducer:
    """Takes away from a case whatever it fails without. `tries` counts the cases that were played."""

    def __init__(
        self, fails: Fails, in_time: Callable[[], bool], news: Callable[[Case, int], None] | None = None
    ) -> None:
        """Begin a reduction.

        Args:
            in_time: False when the time is up: the smallest case so far is the answer then.
            news: gets each smaller case, and the number of tries so far.
        """
        self._fails, self._news = fails, news
        self.in_time = in_time
        self.tries = 0

    def reduce(self, case: Case) -> Case | None:
        """Return the smallest case that was found; None if it does not fail when it is played again."""
        case_played = self._play(case)
        if case_played is None:
            return None
        case = self._from_start(self._end(case_played))
        before = None
        while before != case and self.in_time():
            before = case
            for reduction in (
                self._parts, self._steps, self._links, self._settings, self._values, self._ticks, self._end,
                self._from_start,
            ):  # fmt: skip
                case = reduction(case)
        return case

    def _from_start(self, case: Case) -> Case:
        """Put what was built before a Start into the level: before the last one that allows it."""
        for start in reversed([index for index, step in enumerate(case.steps) if step.get("do") == "start"]):
            later = case.from_start(start) if start else None
            if later is not None and self._play(later):
                return self._smaller(later)
        return case

    def _play(self, case: Case) -> Case | None:
        if self.tries and not self.in_time():
            return None
        self.tries += 1
        return self._fails(case)

    def _smaller(self, case: Case) -> Case:
        if self._news is not None:
            self._news(case, self.tries)
        return case

    def _fewest(self, case: Case, items: list[Any], without: Callable[[list[Any]], Case]) -> Case:
        """Find the case with as few of some items as it takes: halves are taken away first, then quarters, ..."""
        size = len(items)
        while size:
            at = 0
            while at < len(items):
                fewer = items[:at] + items[at + size :]
                if self._play(without(fewer)):
                    case, items = self._smaller(without(fewer)), fewer
                else:
                    at += size
            size = min(size, len(items)) // 2 if size > 1 else 0
        return case

    def _first(self, case: Case, *smaller: Case) -> Case:
        """Return the first of some cases that fails too; otherwise the case as it was."""
        return next((self._smaller(other) for other in smaller if other != case and self._play(other)), case)

    def _parts(self, case: Case) -> Case:
        whole = case.level.get("parts", [])
        if len(whole) > 1:
            case = self._first(case, *(case.with_parts([part]) for part in whole))
        return self._fewest(case, case.level.get("parts", []), case.with_parts)

    def _links(self, case: Case) -> Case:
        return self._fewest(case, case.level.get("links", []), case.with_links)

    def _steps(self, case: Case) -> Case:
        return self._fewest(case, case.steps, lambda left: case._replace(steps=left))

    def _settings(self, case: Case) -> Case:
        """Find the fewest fields of the level, and of its world."""
        case = self._first(case, case.bare())
        for name in [name for name in case.level if name not in ("parts", "links", "next_id")]:
            case = self._first(case, case._replace(level=less(case.level, name)))
        for name in case.level.get("world", {}):
            world = less(case.level["world"], name)
            case = self._first(case, case._replace(level={**case.level, "world": world}))
        return case

    def _values(self, case: Case) -> Case:
        """Find the fewest fields and properties of each part and link, and rounder numbers."""
        for kind in ("parts", "links"):
            for index in range(len(case.level.get(kind, []))):
                for simplify in ways_to_simplify(case.level[kind][index]):
                    items = list(case.level[kind])
                    items[index] = simplify(items[index])
                    case = self._first(case, case._replace(level={**case.level, kind: items}))
        return case

    def _ticks(self, case: Case) -> Case:
        """Let each step come sooner after the one before it."""
        last = 0
        for index, step in enumerate(case.steps):
            for sooner in (step["tick"] - last, (step["tick"] - last) // 2):
                if sooner:
                    later = [{**other, "tick": other["tick"] - sooner} for other in case.steps[index:]]
                    smaller = case._replace(steps=case.steps[:index] + later, end=case.end - sooner)
                    changed = self._first(case, smaller)
                    if changed is not case:
                        case = changed
                        break
            last = case.steps[index]["tick"]
        return case

    def _end(self, case: Case) -> Case:
        """Let the session end sooner after its last step."""
        least = case.steps[-1]["tick"] if case.steps else 0
        while least < case.end:
            middle = (least + case.end) // 2
            if self._play(case._replace(end=middle)):
                case = self._smaller(case._replace(end=middle))
            else:
                least = middle + 1
        return case
