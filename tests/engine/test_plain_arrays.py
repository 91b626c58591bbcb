"""Arrays in plain Python hold, choose and compute the same bits as numpy's, for all that the core does with them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.engine import plain_arrays, plain_functions
from sandbox.engine.plain_arrays import PlainArray
from tests.for_each import for_each

Pair = tuple[Any, PlainArray]  # the same numbers twice: numpy's array, and a plain one

FLOATS = st.floats(width=64) | st.sampled_from([0.0, -0.0, 1.0, float("inf"), float("nan")])
ROWS = st.integers(1, 4).flatmap(lambda width: st.lists(st.tuples(*width * [FLOATS]), min_size=1, max_size=6))
HALVES = st.lists(st.integers(0, 0xFFFF), min_size=1, max_size=8)


def both(values: list[Any], dtype: str = "float64") -> Pair:
    return np.array(values, getattr(np, dtype)), plain_functions.array(values, getattr(plain_arrays, dtype))


def bits(array: Any) -> tuple[object, ...]:
    """The form of an array and the bytes of its numbers, with one kind of nan; or of a single number."""
    if isinstance(array, PlainArray):
        array = np.frombuffer(array.tobytes(), np.dtype(array.dtype.letter)).reshape(array.shape)
    array = np.array(array)
    if array.dtype == np.float64:
        array[np.isnan(array)] = np.nan
    return array.shape, array.dtype.kind, array.tobytes()


def assert_same(of: Callable[[Any], Any], *pair: Any) -> None:
    with np.errstate(all="ignore"):
        assert bits(of(pair[0])) == bits(of(pair[1]))


ROW_WAYS: dict[str, Callable[[Any], Any]] = {
    "whole": lambda a: a,
    "row": lambda a: a[-1],
    "number": lambda a: a[0, -1],
    "rows": lambda a: a[1:],
    "column": lambda a: a[:, 0],
    "columns": lambda a: a[:, :2],
    "turned": lambda a: a.T,
    "columns turned": lambda a: a[:, :2].T,
    "one row's numbers": lambda a: a[0, :3],
    "by places": lambda a: a[[0, -1, 0]],
    "by truth": lambda a: a[a[:, 0] > 0.5],
    "by truth of each": lambda a: a[a > 0.5],
    "against a column": lambda a: a > a[:, 0][:, None],
    "flat": lambda a: a.reshape(-1),
    "other form": lambda a: a.reshape(a.shape[1], -1),
    "bits": lambda a: (a.view(a.dtype) == a).any(axis=1),
    "least": lambda a: a.min() + 0.0,  # of two zeros either is right
    "greatest of rows": lambda a: a.max(axis=1, initial=3.0) + 0.0,
    "any": lambda a: a.any(),
    "all": lambda a: (a == a).all(),
    "copy": lambda a: a.copy(),
    "iterated": lambda a: [row.tolist() for row in a],
    "as a file holds it": lambda a: a.T.astype("<f8"),
    "not": lambda a: ~(a < 1.0) & (a != 2.0) | (a >= 7.0),
    "size": lambda a: a.size,
}


@given(ROWS)
def test_what_is_chosen_of_rows_is_the_same(rows: list[tuple[float, ...]]) -> None:
    for way in ROW_WAYS.values():
        assert_same(way, *both(rows))


OPERATIONS = [operator.add, operator.sub, operator.mul, operator.lt, operator.le, operator.gt, operator.ge, operator.eq,
              operator.ne]  # fmt: skip


@given(st.lists(st.tuples(FLOATS, FLOATS), min_size=1, max_size=8), FLOATS)
def test_arithmetic_is_the_same(pairs: list[tuple[float, float]], number: float) -> None:
    first, second = (both([pair[which] for pair in pairs]) for which in (0, 1))
    with np.errstate(all="ignore"):
        for operation in OPERATIONS:
            assert bits(operation(first[0], second[0])) == bits(operation(first[1], second[1]))
            assert bits(operation(first[0], number)) == bits(operation(first[1], number))
        for operation in (operator.add, operator.sub, operator.mul):
            assert bits(operation(number, first[0])) == bits(operation(number, first[1]))
        if all(b for _, b in pairs):  # no core divides by zero: Python would stop there
            assert bits(first[0] / second[0]) == bits(first[1] / second[1])
            if all(map(np.isfinite, first[0])):
                assert bits(first[0] % second[0]) == bits(first[1] % second[1])
        assert bits(abs(first[0])) == bits(abs(first[1]))


@given(st.lists(st.tuples(FLOATS, FLOATS), min_size=1, max_size=8), FLOATS)
def test_the_functions_are_the_same(pairs: list[tuple[float, float]], number: float) -> None:
    first, second = (both([pair[which] for pair in pairs]) for which in (0, 1))
    for name in ("flatnonzero", "isfinite"):
        assert bits(getattr(np, name)(first[0])) == bits(getattr(plain_functions, name)(first[1]))
    for name in ("maximum", "minimum"):  # of two zeros either is right
        plain, usual = getattr(plain_functions, name), getattr(np, name)
        for ours, theirs in ((second, second), ((number, number), second), (second, (number, number))):
            assert bits(usual(ours[0], theirs[0]) + 0.0) == bits(plain(ours[1], theirs[1]) + 0.0)
    assert bits(np.lexsort((first[0], second[0]))) == bits(plain_functions.lexsort((first[1], second[1])))
    joined = np.concatenate((first[0], second[0])), plain_functions.concatenate((first[1], second[1]))
    assert bits(joined[0]) == bits(joined[1])
    assert np.array_equal(*2 * (first[0],)) == plain_functions.array_equal(*2 * (first[1],))
    assert bits(first[0].nonzero()[0]) == bits(first[1].nonzero()[0])


@given(st.lists(st.integers(0, 2**40), min_size=1, unique=True), st.data())
def test_numbers_are_found_in_a_table(table: list[int], data: st.DataObject) -> None:
    wanted = data.draw(st.lists(st.sampled_from(table), min_size=2, max_size=6))
    wanted = wanted[: len(wanted) // 2 * 2]
    (table_1, table_2), (wanted_1, wanted_2) = both(sorted(table), "uintp"), both(wanted, "uintp")
    found = np.searchsorted(table_1, wanted_1.reshape(-1, 2))
    assert bits(found) == bits(plain_functions.searchsorted(table_2, wanted_2.reshape(-1, 2)))


@given(HALVES, st.integers(0, 0xFFFF))
def test_halves_of_velocities_are_compared_in_the_same_way(halves: list[int], mask: int) -> None:
    assert_same(lambda a: a[::2] & mask, *both(halves, "uint16"))
    assert_same(lambda a: a ^ mask, *both(halves, "uint16"))
    assert_same(lambda a: a[::2].tobytes() and a[1::2], *both(halves, "uint16"))
    packed = both(halves, "uint16")[0].tobytes()
    assert bits(np.frombuffer(packed, np.uint16)) == bits(plain_functions.frombuffer(packed, plain_arrays.uint16))


@given(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=5), st.lists(FLOATS, max_size=5))
def test_what_files_hold_is_read_in_the_same_way(keys: list[int], values: list[float]) -> None:
    packed = np.array(keys, "<i4").tobytes() + np.array(values, "<f8").tobytes()
    for dtype, count, offset in (("<i4", len(keys), 0), ("<f8", len(values), 4 * len(keys))):
        plain = plain_functions.frombuffer(packed, dtype, count, offset)
        assert bits(np.frombuffer(packed, dtype, count, offset)) == bits(plain)


def set_by(array: Any, key: Any, value: Any) -> Any:
    array = array.copy()
    array[key(array) if callable(key) else key] = value(array) if callable(value) else value
    return array


SETS: list[tuple[Any, Any]] = [
    (1, (7.0, 8.0, 9.0)), ((1, slice(2)), (7.0, 8.0)), ((2, 1), 7.0), (slice(1, 3), 4.0), ((slice(None), 1), 5.0),
    (lambda a: a > 3.0, 0.0), (lambda a: a[:, 0] > 3.0, 1.0), ([3, 0], lambda a: a[1:3]),
    ((slice(2), slice(1, 3)), lambda a: a[2:, :2]), (slice(None), lambda a: a[0] if len(a) == 1 else a),
]  # fmt: skip


@for_each(range(len(SETS)))
def test_what_is_written_goes_to_the_same_places(number: int) -> None:
    key, value = SETS[number]
    assert_same(lambda a: set_by(a, key, value), *both([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [0.5] * 3]))


@for_each(["rows", "column", "row"])
def test_a_view_is_written_through(name: str) -> None:
    for array in both([[1.0, 2.0], [3.0, 4.0]]):
        ROW_WAYS[name](array)[:] = 9.0
        assert array[1, 0] == 9.0


def test_writing_into_a_copy_that_numpy_has_as_a_view_is_refused() -> None:
    _, plain = both([[1.0, 2.0], [3.0, 4.0]])
    with pytest.raises(TypeError):
        plain[:, :2][0] = 1.0


@for_each([({}, "float64"), ({"dtype": "intp"}, "intp"), ({"dtype": "bool_"}, "bool_")])
def test_new_arrays_are_the_same(more: dict[str, str], name: str) -> None:
    for shape in (0, 3, (0, 2), (2, 3)):
        types = [{key: getattr(of, value) for key, value in more.items()} for of in (np, plain_arrays)]
        assert bits(np.zeros(shape, **types[0])) == bits(plain_functions.zeros(shape, **types[1]))
        assert bits(np.full(shape, 1, getattr(np, name))) == bits(
            plain_functions.full(shape, 1, getattr(plain_arrays, name))
        )
    for values in ([1, 2], [1.5, 2], [], [[1, 2], [3, 4]], [True, False], [(1.0, 2.0)]):
        assert bits(np.array(values)) == bits(plain_functions.array(values))


@given(st.lists(FLOATS, min_size=6, max_size=6), st.lists(FLOATS, min_size=6, max_size=6))
def test_numbers_are_told_apart_by_the_same_bits(now: list[float], before: list[float]) -> None:
    """As states of a machine are written."""
    (now_1, now_2), (before_1, before_2) = both(now, "float64"), both(before, "float64")
    first = now_1.view(np.int64) ^ before_1.view(np.int64)
    second = now_2.view(plain_arrays.int64) ^ before_2.view(plain_arrays.int64)
    assert first.astype("<i8").tobytes() == second.astype("<i8").tobytes()
    assert bits(first.reshape(-1, 2).any(axis=1)) == bits(second.reshape(-1, 2).any(axis=1))
