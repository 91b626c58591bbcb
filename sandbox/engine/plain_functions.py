"""The functions of numpy that the core uses, for `PlainArray`: under the same names, and to the same bits."""

from __future__ import annotations

import contextlib
import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any

from sandbox.engine.plain_arrays import NumberType, PlainArray, array_of, bool_, count_of, float64, intp, type_of


def array(values: Iterable[Any], dtype: NumberType | str | None = None) -> PlainArray:
    """Make an array of numbers, or of rows of them; without a type, whole numbers only give whole numbers."""
    rows = [row.tolist() if isinstance(row, PlainArray) else row for row in values]
    shape: tuple[int, ...] = (len(rows),)
    if rows and isinstance(rows[0], list | tuple):
        shape = len(rows), len(rows[0])
        rows = [number for row in rows for number in row]
    if dtype is not None:
        return array_of(rows, type_of(dtype), shape)
    kinds = {type(number) for number in rows}
    return array_of(rows, bool_ if kinds == {bool} else intp if kinds == {int} else float64, shape)


def full(shape: int | tuple[int, ...], value: Any, dtype: NumberType = float64) -> PlainArray:
    """Make an array that holds one number in all places."""
    whole = (shape,) if isinstance(shape, int) else shape
    return array_of([value] * count_of(whole), dtype, whole)


def zeros(shape: int | tuple[int, ...], dtype: NumberType = float64) -> PlainArray:
    """Make an array of zeros."""
    return full(shape, 0, dtype)


empty = zeros


def frombuffer(data: Any, dtype: NumberType | str = float64, count: int = -1, offset: int = 0) -> PlainArray:
    """Look at bytes as numbers: `count` of them, or all, from the byte `offset` on."""
    kind = type_of(dtype)
    bytes_ = memoryview(data).cast("B")[offset:]
    size = memoryview(bytes(8)).cast(kind.letter).itemsize  # type: ignore[call-overload]
    length = len(bytes_) // size if count < 0 else count
    return PlainArray(bytes_[: length * size].cast(kind.letter), kind, (length,))  # type: ignore[call-overload]


def concatenate(arrays: Sequence[PlainArray]) -> PlainArray:
    """Put arrays of one type behind each other."""
    first, length = arrays[0], sum(len(each) for each in arrays)
    return array_of((number for each in arrays for number in each.numbers()), first.dtype, (length, *first.shape[1:]))


def array_equal(one: PlainArray, other: PlainArray) -> bool:
    """Tell whether two arrays have one shape and equal numbers."""
    return one.shape == other.shape and one.numbers() == other.numbers()


def flatnonzero(values: PlainArray) -> PlainArray:
    """Return where numbers are true, counted row after row."""
    return array_of((place for place, number in enumerate(values.numbers()) if number), intp)


def isfinite(values: PlainArray) -> PlainArray:
    """Tell of each number whether it is one, and not endless."""
    return array_of(map(math.isfinite, values.numbers()), bool_, values.shape)


def maximum(one: Any, other: Any) -> PlainArray:
    """Return the greater number in each place; no number, where either is none."""
    if not isinstance(one, PlainArray):
        return maximum(other, one)
    return one.with_each(other, lambda a, b: a if a >= b or a != a else b)


def minimum(one: Any, other: Any) -> PlainArray:
    """Return the lesser number in each place; no number, where either is none."""
    if not isinstance(one, PlainArray):
        return minimum(other, one)
    return one.with_each(other, lambda a, b: a if a <= b or a != a else b)


def searchsorted(among: PlainArray, wanted: PlainArray) -> PlainArray:
    """Return for each number its place among numbers that rise: the first that is not less."""
    numbers = among.numbers()
    return array_of((bisect_left(numbers, number) for number in wanted.numbers()), intp, wanted.shape)


def lexsort(keys: Sequence[PlainArray]) -> PlainArray:
    """Return the order by several keys, of which the last one counts most; what is no number comes last."""
    rows = list(zip(*(each.numbers() for each in reversed(keys)), strict=True))
    return array_of(
        sorted(range(len(rows)), key=lambda place: [(n != n, 0 if n != n else n) for n in rows[place]]), intp
    )


def errstate(**_: str) -> contextlib.AbstractContextManager[None]:
    """Return a context in which nothing is reported: Python reports no overflow of floats."""
    return contextlib.nullcontext()
