"""Pieces of the text of functions that are written out for one way of hanging: the way of a rope over its wheels, and
the elimination of Gauss."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Iterator, Sequence

from sandbox.parts.ropes.angle_text import bearing_text


def block(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines one level further in."""
    for line in lines:
        yield f"    {line}"


def held(names: Iterable[str]) -> list[str]:
    """Return parameters that hold what the function around has under the same names.

    Their defaults lie side by side, where variables of a function around would be an object more each, which between
    two ticks has left the processor's caches.
    """
    return [f"{name}={name}" for name in names]


def path_text(
    r: int,
    points: Sequence[int],
    at: str,
    near: Sequence[str] = (),
    kept: Container[int] = (),
    rare: str = "",
    noted: Container[int] = (),
) -> Iterator[str]:
    """Yield `rope_path.path` of a rope: it works out its `span`, and of each straight piece the length `long` and the
    direction `wx, wy`; of each wheel the `arc` by which the rope turns there (rad).

    Args:
        r: the number of the rope.
        points: the numbers of its ends and its wheels.
        at: what the names of their coordinates begin with.
        near: names of two numbers (m^2). If the first end is nearer to its wheel than the root of the one, or the last
            end than that of the other, what is `rare` is done.
        kept: the straight pieces that are known, because both their wheels stand still.
        noted: such pieces that are to be worked out here, but only where the rope lies on a wheel in another way than
            the last time: see `noted_pieces`.
    """
    last = len(points) - 2
    for k, (p, q) in enumerate(itertools.pairwise(points)):
        names = f"long{r}_{k}", f"wx{r}_{k}", f"wy{r}_{k}"
        if k in noted:
            yield f"before, behind, {', '.join(names)} = piece{r}_{k}"
            yield f"if before != off{p} or behind != off{q}:"
            yield f"    dx, dy = {at}x{q} - {at}x{p}, {at}y{q} - {at}y{p}"
            yield f"    square, across = dx * dx + dy * dy, off{q} - off{p}"
            yield from block(_piece(*names))
            yield f"    piece{r}_{k} = off{p} or None, off{q} or None, {', '.join(names)}"  # 0 and -0 are equal
        elif k not in kept:
            yield f"dx, dy = {at}x{q} - {at}x{p}, {at}y{q} - {at}y{p}"
            ahead, before = f"off{q}" if k < last else "0.0", f" - off{p}" if k else ""
            yield f"square, across = dx * dx + dy * dy, {ahead}{before}"
            if near and k in (0, last):
                yield f"if not square >= {near[0 if k == 0 else 1]}:"
                yield f"    {rare}"
            yield from _piece(*names)
        if not k:
            yield f"span{r} = long{r}_0"
            continue
        if not (k in kept and k - 1 in kept):
            yield from _arc(p, f"wx{r}_{k - 1}", f"wy{r}_{k - 1}", f"wx{r}_{k}", f"wy{r}_{k}")
        yield f"span{r} += off{p} * arc{p} + long{r}_{k}"


def noted_pieces(noted: Iterable[tuple[int, int]]) -> list[str]:
    """Return the names of what is kept from tick to tick of some straight pieces, each as the numbers of its rope and
    of the piece.
    """
    return [f"piece{r}_{k}" for r, k in noted]


def keeping(names: Sequence[str], nothing: str, lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the text before a function that keeps some values from call to call, and the text in it.

    Args:
        names: of the values.
        nothing: what each of them is before the first call.
        lines: the text in the function without that.
    """
    before = [f"{name} = {nothing}" for name in names]
    return before, [*([f"nonlocal {', '.join(names)}"] if names else []), *lines]


def _piece(long: str, x: str, y: str) -> Iterator[str]:
    """Yield `rope_path.straight_piece`."""
    yield "left = square - across * across"
    yield "if left > TINY_SQUARE:"
    yield f"    {long} = sqrt(left)"
    yield f"    {x}, {y} = ({long} * dx + across * dy) / square, ({long} * dy - across * dx) / square"
    yield "else:"
    yield f"    {long}, {x}, {y} = drawn_in(dx, dy, square, across)"


def _arc(p: int, bx: str, by: str, x: str, y: str) -> Iterator[str]:
    yield from bearing_text(f"arc{p}", f"{bx} * {x} + {by} * {y}", f"{bx} * {y} - {by} * {x}")
    yield f"back = was{p} - arc{p}"
    yield "if back > HALF_TURN or back < -HALF_TURN:"
    yield f"    arc{p} += WHOLE_TURN * round(back / WHOLE_TURN)"


def offs_text(r: int, wheels: Sequence[int]) -> Iterator[str]:
    """Yield how far to the left of a rope the middle of each of its wheels is: see `rope_path.path`."""
    for k, p in enumerate(wheels):
        yield f"was{p} = turned{r}[{k}]"
        yield f"bent = was{p} / SLIPS"
        yield f"off{p} = radius{p} if bent >= 1.0 else -radius{p} if bent <= -1.0 else radius{p} * bent"


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
