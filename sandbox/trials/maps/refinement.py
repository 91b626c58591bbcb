"""The refinement of a map: which points of a lattice to ask about next, given the answers so far.

The map is a quadtree. A block whose points have different answers is split, down to the lattice itself; one whose
points agree is left as it is. What it might hide is looked for in two ways: the answers at the rim of a block count
for its neighbours as well, so that the edge of an area is followed from block to block; and some points in each block
are asked about at random.

Nothing in here depends on the order in which answers come: a round ends when it has all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from sandbox.trials.search.numbers import Numbers, mixed

LatticePoint = tuple[int, int]  # column and row, in steps of the lattice
_T = TypeVar("_T")
_STEPS_A_PROBE = 4  # steps of a block's side for each random point in it


class Square(NamedTuple):
    """A square of the lattice: its lower left point, and the steps along its side, a power of two."""

    i: int
    j: int
    size: int

    @property
    def samples(self) -> tuple[LatticePoint, ...]:
        """The points that are asked about: the corners and, if it is one, the middle."""
        i, j, size = self
        corners = (i, j), (i + size, j), (i, j + size), (i + size, j + size)
        return (*corners, (i + size // 2, j + size // 2)) if size > 1 else corners

    @property
    def quarters(self) -> tuple[Square, ...]:
        i, j, half = self.i, self.j, self.size // 2
        return (
            Square(i, j, half),
            Square(i + half, j, half),
            Square(i, j + half, half),
            Square(i + half, j + half, half),
        )

    def points(self) -> Iterator[LatticePoint]:
        """Yield all points in it, with its rim."""
        for j in range(self.j, self.j + self.size + 1):
            for i in range(self.i, self.i + self.size + 1):
                yield i, j


class Refinement(Generic[_T]):
    """The state of a refinement. Attributes to read: `wanted`, the points of this round in the order of their rows;
    none at the end. `spread`: how many steps about each of them its answer may be taken for so far. `progress`: the
    share of all levels of refinement that have been gone through.

    Args:
        columns, rows: the steps of the lattice, multiples of `root`.
        root: the side of the first blocks in steps, a power of two.
        whole: blocks with longer sides are split whatever their answers are.
        probing: whether points are asked about at random.
    """

    def __init__(self, columns: int, rows: int, root: int, whole: int, seed: int, probing: bool = True) -> None:
        self.answers: dict[LatticePoint, _T] = {}
        self._root, self._whole, self._seed, self._probing = root, whole, seed, probing
        self._open = {Square(i, j, root) for i in range(0, columns, root) for j in range(0, rows, root)}
        self._uniform: dict[Square, _T] = {}
        self._unprobed: set[Square] = set()
        self._current: tuple[Square, ...] = ()
        self.wanted: tuple[LatticePoint, ...] = ()
        self.spread, self.progress = 0, 0.0
        self._begin_round()

    def end_round(self, answers: Mapping[LatticePoint, _T]) -> None:
        """Take the answers for all `wanted` points, and begin the next round."""
        new = {point: answers[point] for point in self.wanted}
        self._settle(new)
        self._begin_round()

    def _settle(self, new: Mapping[LatticePoint, _T]) -> None:
        self.answers.update(new)
        for block in self._current:
            self._decide(block)
        self._current = ()
        for point, answer in new.items():
            self._reopen(point, answer)

    def _begin_round(self) -> None:
        while self._open or self._unprobed:
            if self._open:
                size = max(block.size for block in self._open)
                self._current = tuple(sorted(block for block in self._open if block.size == size))
                points = {point for block in self._current for point in block.samples}
                self.spread, level = size // 2, (self._root // size).bit_length() - 1
            else:
                blocks, self._unprobed = sorted(self._unprobed), set()
                points = {point for block in blocks for point in self._probes(block)}
                self.spread, level = 0, self._root.bit_length()
            self.progress = max(self.progress, level / (self._root.bit_length() + 1))
            self.wanted = tuple(sorted(points - self.answers.keys(), key=lambda point: (point[1], point[0])))
            if self.wanted:
                return
            self._settle({})
        self.wanted, self.progress = (), 1.0

    def _decide(self, block: Square) -> None:
        """Keep a block as one whose points agree, or split it."""
        self._open.discard(block)
        answers = {self.answers[point] for point in block.points() if point in self.answers}
        if len(answers) == 1 and block.size <= self._whole:
            if block.size > 1:
                self._uniform[block] = answers.pop()
                if self._probing:
                    self._unprobed.add(block)
        elif block.size > 1:
            self._open.update(block.quarters)

    def _reopen(self, point: LatticePoint, answer: _T) -> None:
        """Split the blocks at a point whose own points have another answer."""
        i, j = point
        size = self._root
        while size > 1:
            for column, row in ((i, j), (i - 1, j), (i, j - 1), (i - 1, j - 1)):
                block = Square(column // size * size, row // size * size, size)
                if block in self._uniform and self._uniform[block] != answer:
                    del self._uniform[block]
                    self._unprobed.discard(block)
                    self._open.update(block.quarters)
            size //= 2

    def _probes(self, block: Square) -> Iterator[LatticePoint]:
        """Yield random points in a block: they depend on nothing but the seed and the block."""
        numbers = Numbers(mixed(self._seed, *block))
        for _ in range(max(1, block.size // _STEPS_A_PROBE)):
            yield block.i + numbers.below(block.size + 1), block.j + numbers.below(block.size + 1)
