"""Arrays of one or two dimensions in plain Python, for a browser, where numpy can't be had.

They are as much of numpy's arrays as the core uses, under the same names and to the same bits: `plain_functions` has
the functions, `arrays` chooses between the two. Numbers stand row after row in one memoryview. Rows, single columns
and slices of one dimension are views, as numpy's are; any other choice of numbers is a copy.
"""

from __future__ import annotations

import itertools
import operator
import struct
from array import array as packed
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple


class NumberType(NamedTuple):
    """The type of an array's numbers: its name, and its letter in `memoryview` and `struct`."""

    name: str
    letter: str


_WIDE = struct.calcsize("P") == 8
float64, int64, int32, uint16, uint8 = (
    NumberType("float64", "d"),
    NumberType("int64", "q"),
    NumberType("int32", "i"),
    NumberType("uint16", "H"),
    NumberType("uint8", "B"),
)
bool_ = NumberType("bool", "?")
intp, uintp = NumberType("intp", "q" if _WIDE else "i"), NumberType("uintp", "Q" if _WIDE else "I")
# As files hold them; all that runs WebAssembly has the low byte first.
_NAMED = {"<f8": float64, "<i8": int64, "<i4": int32}

Shape = tuple[int, ...]


def type_of(wanted: NumberType | str) -> NumberType:
    """Return a type of numbers by itself, or by its name in a file."""
    return _NAMED[wanted] if isinstance(wanted, str) else wanted


class PlainArray:
    """Numbers of one type in one or two dimensions."""

    __slots__ = ("_flat", "dtype", "shape")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, flat: memoryview[Any], dtype: NumberType, shape: Shape) -> None:
        self._flat, self.dtype, self.shape = flat, dtype, shape

    # -- form

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return count_of(self.shape)

    @property
    def data(self) -> memoryview[Any]:
        """The numbers, to read and to write."""
        return self._flat

    @property
    def T(self) -> PlainArray:
        """The array with rows for columns: a copy."""
        if len(self.shape) == 1:
            return self
        rows, columns = self.shape
        flat = self.numbers()
        return array_of((n for c in range(columns) for n in flat[c::columns]), self.dtype, (columns, rows))

    def __len__(self) -> int:
        return self.shape[0]

    def numbers(self) -> list[Any]:
        """Return all numbers in one list, row after row."""
        return self._flat.tolist()

    def tolist(self) -> list[Any]:
        """Return the numbers as a list, or as a list of rows."""
        flat = self.numbers()
        if len(self.shape) == 1:
            return flat
        rows, columns = self.shape
        return [flat[row * columns : (row + 1) * columns] for row in range(rows)]

    def tobytes(self) -> bytes:
        """Return the bytes of all numbers."""
        return self._flat.tobytes()

    def copy(self) -> PlainArray:
        """Return the same numbers in a memory of their own."""
        return PlainArray(memoryview(bytearray(self.tobytes())).cast(self.dtype.letter), self.dtype, self.shape)  # type: ignore[call-overload]

    def astype(self, dtype: NumberType | str) -> PlainArray:
        """Return a copy of another type; what is no whole number is cut off."""
        to = type_of(dtype)
        return array_of(self.numbers() if to is float64 else map(int, self.numbers()), to, self.shape)

    def view(self, dtype: NumberType) -> PlainArray:
        """Look at the same bytes as numbers of another type, of the same size."""
        return PlainArray(self._flat.cast("B").cast(dtype.letter), dtype, self.shape)  # type: ignore[call-overload]

    def reshape(self, *shape: int) -> PlainArray:
        """Return the same numbers in another form; one of its lengths may be -1, and follows from the others."""
        known = count_of(length for length in shape if length != -1)
        whole = tuple(self.size // known if length == -1 else length for length in shape)
        if count_of(whole) != self.size:
            raise ValueError(f"{self.size} numbers do not fill the shape {whole}")
        return PlainArray(self._flat, self.dtype, whole)

    # -- choice

    def _chosen(self, key: Any) -> tuple[range | list[int], Shape]:
        """Return where the numbers stand that a key chooses, and the form of what it chooses; () is one number."""
        if isinstance(key, tuple):
            return self._chosen_of_two(*key)
        if isinstance(key, PlainArray) and key.dtype is bool_ and len(key.shape) == len(self.shape) == 2:
            places = [place for place, wanted in enumerate(key.numbers()) if wanted]
            return places, (len(places),)
        at, shape = _on_axis(key, self.shape[0])
        if len(self.shape) == 1:
            return at, shape
        columns = self.shape[1]
        if isinstance(at, range) and at.step == 1:
            return range(at.start * columns, at.stop * columns), (*shape, columns)
        return [row * columns + column for row in at for column in range(columns)], (*shape, columns)

    def _chosen_of_two(self, first: Any, second: Any) -> tuple[range | list[int], Shape]:
        rows, shape = _on_axis(first, self.shape[0])
        if second is None and len(self.shape) == 1:
            return rows, (*shape, 1)
        length = self.shape[1]
        columns, wide = _on_axis(second, length)
        if isinstance(rows, range) and isinstance(columns, range):
            if not shape:
                start = rows.start * length
                return range(start + columns.start, start + columns.stop, columns.step), wide
            if not wide:
                start = columns.start
                return range(start + rows.start * length, start + rows.stop * length, rows.step * length), shape
        return [row * length + column for row in rows for column in columns], (*shape, *wide)

    def __getitem__(self, key: Any) -> Any:
        at, shape = self._chosen(key)
        flat = self._flat
        if not shape:
            return flat[at[0]]
        if isinstance(at, range):
            return PlainArray(flat[at.start : at.stop : at.step], self.dtype, shape)
        chosen = array_of([flat[place] for place in at], self.dtype, shape)
        if not isinstance(key, tuple):
            return chosen
        return PlainArray(chosen._flat.toreadonly(), self.dtype, shape)  # numpy's would be a view: none writes there

    def __setitem__(self, key: Any, value: Any) -> None:
        at, _ = self._chosen(key)
        flat = self._flat
        if not isinstance(value, PlainArray | list | tuple):
            for place in at:
                flat[place] = value
            return
        numbers = value.numbers() if isinstance(value, PlainArray) else value
        for place, number in zip(at, numbers, strict=True):
            flat[place] = number

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(self.shape[0]))

    # -- arithmetic

    def with_each(
        self, other: Any, operation: Callable[[Any, Any], Any], dtype: NumberType | None = None, turned: bool = False
    ) -> PlainArray:
        """Apply an operation to each number and to that of another array in the same place, or to one number.

        `turned`: the other one comes first. The type is float64 if either is of it, unless it is given.
        """
        mine, theirs, shape = _side_by_side(self, other)
        first, second = (theirs, mine) if turned else (mine, theirs)
        of_other = other.dtype if isinstance(other, PlainArray) else float64 if isinstance(other, float) else self.dtype
        kind = dtype or (float64 if float64 in (self.dtype, of_other) else self.dtype)
        return array_of(map(operation, first, second), kind, shape)

    def __add__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.add)

    def __radd__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.add, turned=True)

    def __sub__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.sub)

    def __rsub__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.sub, turned=True)

    def __mul__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.mul)

    def __rmul__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.mul, turned=True)

    def __truediv__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.truediv, float64)

    def __mod__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.mod)

    def __and__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.and_)

    def __rand__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.and_, turned=True)

    def __or__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.or_)

    def __xor__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.xor)

    def __lt__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.lt, bool_)

    def __le__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.le, bool_)

    def __gt__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.gt, bool_)

    def __ge__(self, other: Any) -> PlainArray:
        return self.with_each(other, operator.ge, bool_)

    def __eq__(self, other: Any) -> PlainArray:  # type: ignore[override]
        return self.with_each(other, operator.eq, bool_)

    def __ne__(self, other: Any) -> PlainArray:  # type: ignore[override]
        return self.with_each(other, operator.ne, bool_)

    def __invert__(self) -> PlainArray:
        if self.dtype is not bool_:
            raise TypeError("only truth values are turned round")
        return array_of(map(operator.not_, self.numbers()), bool_, self.shape)

    def __abs__(self) -> PlainArray:
        return array_of(map(abs, self.numbers()), self.dtype, self.shape)

    # -- of all numbers, or of each row

    def any(self, axis: int | None = None) -> Any:
        """Tell whether any number is true: of all, or (`axis` 1) of each row."""
        return self._over(any, axis, bool_)

    def all(self) -> bool:
        """Tell whether all numbers are true."""
        return all(self.numbers())

    def min(self, axis: int | None = None, initial: float | None = None) -> Any:
        """Return the least number, or no number if there is one that is none: of all, or (`axis` 1) of each row."""
        return self._over(lambda numbers: _outermost(min, numbers, initial), axis, self.dtype)

    def max(self, axis: int | None = None, initial: float | None = None) -> Any:
        """Return the greatest number in the same way."""
        return self._over(lambda numbers: _outermost(max, numbers, initial), axis, self.dtype)

    def _over(self, of: Callable[[list[Any]], Any], axis: int | None, dtype: NumberType) -> Any:
        if axis is None:
            return of(self.numbers())
        return array_of(map(of, self.tolist()), dtype, self.shape[:1])

    def dot(self, other: PlainArray) -> float:
        """Add up the products of numbers in the same places, one after the other, which is not numpy's order."""
        total = 0.0
        for product in map(operator.mul, self.numbers(), other.numbers()):
            total += product
        return total

    def nonzero(self) -> tuple[PlainArray]:
        """Return where the numbers of one dimension are true."""
        return (array_of((place for place, number in enumerate(self.numbers()) if number), intp),)


def count_of(shape: Iterable[int]) -> int:
    """Return how many numbers an array of a shape has."""
    count = 1
    for length in shape:
        count *= length
    return count


def array_of(numbers: Iterable[Any], dtype: NumberType, shape: Shape | None = None) -> PlainArray:
    """Make an array of some numbers, row after row; of one dimension unless a form is given."""
    if dtype is bool_:
        flat = memoryview(bytearray(map(bool, numbers))).cast("?")
    else:
        flat = memoryview(packed(dtype.letter, numbers))
    return PlainArray(flat, dtype, (len(flat),) if shape is None else shape)


def _on_axis(key: Any, length: int) -> tuple[range | list[int], Shape]:
    """Return the places that a key chooses along one dimension, and the form of what it chooses."""
    if isinstance(key, slice):
        at = range(*key.indices(length))
        return at, (len(at),)
    if isinstance(key, PlainArray):
        if key.dtype is bool_:
            places = [place for place, wanted in enumerate(key.numbers()) if wanted]
            return places, (len(places),)
        return key.numbers(), key.shape
    if isinstance(key, list):
        return key, (len(key),)
    place = operator.index(key)
    place += length if place < 0 else 0
    if not 0 <= place < length:
        raise IndexError(f"there are {length} numbers or rows, and none at {key}")
    return range(place, place + 1), ()


def _side_by_side(one: PlainArray, other: Any) -> tuple[Iterable[Any], Iterable[Any], Shape]:
    """Return the numbers of two arrays such that those stand side by side that belong together, and their form.

    The other one may be a single number, and a column of one array goes with each column of the other.
    """
    if not isinstance(other, PlainArray):
        return one.numbers(), itertools.repeat(other), one.shape
    if one.shape == other.shape:
        return one.numbers(), other.numbers(), one.shape
    if len(one.shape) == len(other.shape) == 2 and len(one) == len(other):
        if one.shape[1] == 1:
            return _each_so_often(one, other.shape[1]), other.numbers(), other.shape
        if other.shape[1] == 1:
            return one.numbers(), _each_so_often(other, one.shape[1]), one.shape
    raise ValueError(f"arrays of the shapes {one.shape} and {other.shape} do not go together")


def _each_so_often(column: PlainArray, times: int) -> list[Any]:
    return [number for number in column.numbers() for _ in range(times)]


def _outermost(of: Callable[[list[Any]], Any], numbers: list[Any], initial: float | None) -> Any:
    among = numbers if initial is None else [*numbers, initial]
    return next((number for number in among if number != number), None) or of(among)
