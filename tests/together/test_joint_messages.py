"""What comes from another machine is measured before it is decoded."""

from __future__ import annotations

import random  # noqa: TID251  (generates input)

import msgpack
import pytest

from sandbox.together.messages import (
    LENGTH,
    Challenge,
    Findings,
    FromGuest,
    FromHost,
    Letter,
    Ordered,
    SentState,
    Turn,
    TurnReport,
    Wish,
    decoded,
    framed,
    length_of,
)
from sandbox.together.shape import BadMessage, check_shape
from tests.for_each import for_each

REPORT = TurnReport(7, (b"12345678",), (Wish(1, b"x"),))


@for_each(
    [
        (Turn(3, 4, (Ordered(b"abc", 1, 2), Ordered(b"d")), 2), FromHost),
        (REPORT, FromGuest),
        (Findings(3, False, 17, SentState(1, 2, 3, b"x"), False), FromGuest),
        (Challenge(b"n" * 16), FromHost),
    ]
)
def test_a_message_comes_as_it_was_sent(message: Letter, type_: object) -> None:
    data = framed(message)
    assert length_of(data[:LENGTH]) == len(data) - LENGTH
    assert decoded(data[LENGTH:], type_) == message


def test_a_message_that_is_too_long_is_not_even_read() -> None:
    with pytest.raises(BadMessage, match="2147483648 bytes"):
        length_of((2**31).to_bytes(4, "big"))


def nested(depth: int) -> bytes:
    return b"\x91" * depth + b"\x00"


@for_each(
    [
        (nested(200_000), "nested"),
        (b"\xdd\xff\xff\xff\xff", "ends early"),
        (b"\xdc\xff\xff" + b"\x00" * 65535, "too many values"),
        (b"\xc9\x00\x00\x00\x01x", "kind 0xc9"),
        (b"\xc1", "kind 0xc1"),
        (b"\x01\x02", "wrong length"),
        (b"\xc6\xff\xff\xff\xff", "wrong length"),
        (b"", "ends early"),
        (msgpack.packb(["report", 1, [b"short"]]), "not a message"),
        (msgpack.packb(["report", 1, [], [], 5]), "not a message"),
        (msgpack.packb(["turn", 1, 4, [], 2]), "not a message"),  # a guest sends no turns
        (msgpack.packb(["report", 2**60, []]), "not a message"),
        (msgpack.packb(["line", "x" * 401]), "not a message"),
        (b"\x92\xa4line\xa2\xff\xfe", "not a message"),
    ]
)
def test_what_is_no_message_is_named(packed: bytes, said: str) -> None:
    with pytest.raises(BadMessage, match=said):
        decoded(packed, FromGuest)


def test_the_shape_of_plain_values_is_what_a_decoder_finds() -> None:
    for value in ([1, [2.5, None, [True, "text", b"bytes"]], {"a": [-1, 2**40]}], "x" * 300, [[]] * 20, {}):
        check_shape(msgpack.packb(value))


def test_noise_is_refused_and_never_crashes() -> None:
    chance = random.Random(3)
    whole = framed(REPORT)[LENGTH:]
    for _ in range(2000):
        noise = bytearray(whole if chance.random() < 0.7 else chance.randbytes(40))
        noise[chance.randrange(len(noise))] = chance.randrange(256)
        try:
            decoded(bytes(noise), FromGuest)
        except BadMessage:
            pass
