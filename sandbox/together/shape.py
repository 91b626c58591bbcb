"""The shape of msgpack from another machine: how deep and how wide it is, before anything is made of it."""

from __future__ import annotations

from sandbox.errors import BadFile

MAX_DEPTH = 8
MAX_VALUES = 8192  # of one message


class BadMessage(BadFile):
    """A message that breaks a rule; whoever sent it is not heard any longer."""


# The bytes that follow the first byte of a value of msgpack, and those that hold a count of what follows them.
_FIXED = {
    **dict.fromkeys((0xC0, 0xC2, 0xC3), 0), 0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8,
    0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8,
}  # fmt: skip
_LONG = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}  # bytes and texts
_NESTED = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}  # arrays and maps: values for each of the count


def check_shape(packed: bytes, most_deep: int = MAX_DEPTH, most_values: int = MAX_VALUES) -> None:
    """Refuse msgpack that is too deep or too wide, before anything is made of it.

    Raises:
        BadMessage: it is, or it is no msgpack.
    """
    at, values, size = 0, 0, len(packed)
    left = [1]  # values that are still to come, on each level
    while left:
        if not left[-1]:
            left.pop()
            continue
        left[-1] -= 1
        values += 1
        if values > most_values or at >= size:
            raise BadMessage("a message with too many values" if at < size else "a message that ends early")
        at, inside = _past_value(packed, at)
        if inside:
            if len(left) > most_deep:
                raise BadMessage(f"a message that is nested more than {most_deep} deep")
            left.append(inside)
    if at != size:
        raise BadMessage("a message of the wrong length")


def _past_value(packed: bytes, at: int) -> tuple[int, int]:
    """Return where a value ends, or what is in front of those inside of it; and how many values are inside."""
    first = packed[at]
    at += 1
    if first <= 0x7F or first >= 0xE0:
        return at, 0
    if first <= 0x8F:
        return at, 2 * (first & 15)
    if first <= 0x9F:
        return at, first & 15
    if first <= 0xBF:
        return at + (first & 31), 0
    if first in _FIXED:
        return at + _FIXED[first], 0
    if first in _LONG:
        wide = _LONG[first]
        return at + wide + int.from_bytes(packed[at : at + wide], "big"), 0
    if first in _NESTED:
        wide, each = _NESTED[first]
        return at + wide, each * int.from_bytes(packed[at : at + wide], "big")
    raise BadMessage(f"a message with a value of the kind {first:#x}")
