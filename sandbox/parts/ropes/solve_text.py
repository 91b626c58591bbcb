"""Pieces of the text of `group_text`: what ropes that hang together take from each other, and their pulls."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from sandbox.parts.ropes.group_shape import FIXED, FREE, PIVOTED, GroupShape, eliminated
from sandbox.parts.ropes.rope_text import elimination_text


class _Share(NamedTuple):
    """The effect of a rope's pull on a body, as expressions."""

    body: int
    x: str
    y: str
    arm: str
    sign: str  # "+", or "-" where all three are to be turned about


def _shares(shape: GroupShape, r: int) -> list[_Share]:
    """Return `RopeLine.shares`, of bodies that may move."""
    rope = shape.ropes[r]
    if rope.reeved:
        return [
            _Share(b, f"sx{r}_{b}", f"sy{r}_{b}", f"arm{r}_{b}", "+")
            for b in shape.carried_by(r)
            if shape.bodies[b] != FIXED
        ]
    return [
        _Share(shape.body_of(p), f"nx{r}", f"ny{r}", f"arm{p}", sign)
        for p, sign in zip(rope.points, "+-", strict=True)
        if not shape.is_fixed(p)
    ]


def _effect(shape: GroupShape, one: _Share, other: _Share) -> str:
    """Return the speed that one N s of a rope gives to a body along another one, or the same one."""
    turned = f"{one.arm} * {other.arm} * slew{one.body}"
    if shape.bodies[one.body] == PIVOTED:
        return f"({turned})"
    return f"(({one.x} * {other.x} + {one.y} * {other.y}) * light{one.body} + {turned})"


def solve_text(shape: GroupShape) -> Iterator[str]:
    """Yield `rope_solver._couplings` and `rope_solver._solve`; a rope that does not pull is coupled with no other."""
    count = len(shape.ropes)
    shares = [_shares(shape, r) for r in range(count)]
    for r in range(count):
        speed = " + ".join(_effect(shape, share, share) for share in shares[r])
        full, pull = f"({speed} + softness * reach{r}) or 1.0", f"excess{r} / dt"
        if count == 1:
            yield f"full{r}, pull{r} = {full}, {pull}"
            continue
        yield f"if pulls{r}:"
        yield f"    full{r}, pull{r} = {full}, {pull}"
        yield "else:"
        yield f"    full{r}, pull{r} = 1.0, 0.0"
    coupled = set()
    for i, j in itertools.combinations(range(count), 2):
        common = [
            f" {'+' if one.sign == other.sign else '-'} {_effect(shape, other, one)}"
            for other in shares[j] for one in shares[i] if one.body == other.body
        ]  # fmt: skip
        if common:
            coupled.add((i, j))
            yield f"both{i}_{j} = 0.0{''.join(common)} if pulls{i} and pulls{j} else 0.0"
    yield from elimination_text(eliminated(shape, range(count)), coupled)


def slack_text(shape: GroupShape) -> Iterator[str]:
    """Yield what lets go of ropes that would push, before the others are solved once more: see `_pull_together`."""
    count = len(shape.ropes)
    if count == 1:
        yield "if impulse0 + pull0 < 0.0:"
        yield "    pull0 = -impulse0"
        return
    yield "again = False"
    yield f"if {shape.each('impulse{r} + pull{r} < 0.0', ' or ')}:"
    for r in range(count):
        yield f"    if impulse{r} + pull{r} < 0.0:"
        yield f"        pull{r}, pulls{r} = -impulse{r}, False"
        yield "    else:"
        yield f"        pull{r} = 0.0"
    yield f"    again = {shape.each('pulls{r}', ' or ')}"


def pull_text(shape: GroupShape) -> Iterator[str]:
    """Yield `RopeLine.pull` of all ropes."""
    for r in range(len(shape.ropes)):
        yield f"if pull{r} != 0.0:"
        yield f"    pulled{r} = True"
        yield f"    impulse{r} += pull{r}"
        for b, x, y, arm, sign in _shares(shape, r):
            if shape.bodies[b] == FREE:
                yield f"    vx{b} {sign}= pull{r} * {x} * light{b}"
                yield f"    vy{b} {sign}= pull{r} * {y} * light{b}"
            yield f"    w{b} {sign}= pull{r} * {arm} * slew{b}"
