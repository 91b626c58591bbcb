"""Pieces of the text of functions that are written out for one way of hanging: the way of a rope over its wheels, and
the elimination of Gauss."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence


def block(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines one level further in."""
    for line in lines:
        yield f"    {line}"


def path_text(r: int, points: Sequence[int], at: str, nearest: tuple[str, str] | None = None) -> Iterator[str]:
    """Yield `rope_path.path` of a rope: it works out its `span`, and of each straight piece the length `long` and the
    direction `wx, wy`; of each wheel the `turn`.

    Args:
        r: the number of the rope.
        points: the numbers of its ends and its wheels.
        at: what the names of their coordinates begin with.
        nearest: if the ends are nearer to their wheels than the roots of these (m^2), what is rare is left to others.
    """
    last = len(points) - 2
    for k, (p, q) in enumerate(itertools.pairwise(points)):
        yield f"dx, dy = {at}x{q} - {at}x{p}, {at}y{q} - {at}y{p}"
        ahead, before = f"off{q}" if k < last else "0.0", f"off{p}" if k else "0.0"
        yield f"square, across = dx * dx + dy * dy, {ahead}{f' - {before}' if k else ''}"
        if nearest is not None and k in (0, last):
            yield f"if not square >= {nearest[0 if k == 0 else 1]}:"
            yield "    return general(run, machine)"
        yield "left = square - across * across"
        long, x, y = f"long{r}_{k}", f"wx{r}_{k}", f"wy{r}_{k}"
        yield "if left > TINY_SQUARE:"
        yield f"    {long} = sqrt(left)"
        yield f"    {x}, {y} = ({long} * dx + across * dy) / square, ({long} * dy - across * dx) / square"
        yield "else:"
        yield f"    {long}, {x}, {y} = drawn_in(dx, dy, square, across)"
        if not k:
            yield f"span{r} = {long}"
            continue
        x0, y0 = f"wx{r}_{k - 1}", f"wy{r}_{k - 1}"
        yield f"turn = bearing({x0} * {x} + {y0} * {y}, {x0} * {y} - {y0} * {x})"
        yield f"back = was{p} - turn"
        yield "if back > HALF_TURN or back < -HALF_TURN:"
        yield "    turn += WHOLE_TURN * round(back / WHOLE_TURN)"
        yield f"turn{p} = turn"
        yield f"span{r} += off{p} * turn + {long}"


def elimination_text(rows: Sequence[Sequence[int]], coupled: set[tuple[int, int]]) -> Iterator[str]:
    """Yield Gauss's elimination. `rows`: see `eliminated`; `coupled`: whose coupling is not always 0."""
    for i, row in enumerate(rows):
        if i:
            yield f"if not full{i}:"
            yield "    return general(run, machine)"
        later = [k for k in row if (i, k) in coupled]
        for j in sorted(later):
            yield f"factor = both{i}_{j} / full{i}"
            for k in later:
                if k == j:
                    yield f"full{j} -= factor * both{i}_{k}"
                elif k > j:
                    before = f"both{j}_{k}" if (j, k) in coupled else "0.0"
                    yield f"both{j}_{k} = {before} - factor * both{i}_{k}"
                    coupled.add((j, k))
            yield f"pull{j} -= factor * pull{i}"
    for i, row in reversed(list(enumerate(rows))):
        settled = "".join(f" + both{i}_{k} * pull{k}" for k in row if (i, k) in coupled)
        yield f"pull{i} = (pull{i} - (0.0{settled})) / full{i}" if settled else f"pull{i} = pull{i} / full{i}"
