"""A row of checked frames: any damage shows, and a cut is told from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadFile
from sandbox.recording import framing

SOME = [["head", 1], ["do", 2, b"x" * 40], ["end", 3]]


def file_of(values: list[object]) -> bytes:
    data, crc = framing.MAGIC, 0
    for value in values:
        sealed, crc = framing.seal(framing.pack(value), crc)
        data += sealed
    return data


def frames_in(data: bytes) -> tuple[list[object], framing.Stream]:
    stream = framing.Stream(data)
    return [framing.unpack(frame) for _, frame in stream], stream


@given(st.lists(st.lists(st.integers(-9, 9) | st.binary(max_size=300) | st.text(max_size=20), max_size=4), max_size=6))
def test_what_is_sealed_comes_back(values: list[object]) -> None:
    found, stream = frames_in(file_of(values))
    assert (found, stream.cut) == (values, None)


@pytest.mark.parametrize("at", range(len(framing.MAGIC) + 1, len(file_of(SOME))))
def test_a_file_cut_anywhere_gives_its_whole_frames_and_says_where_it_is_cut(at: int) -> None:
    data = file_of(SOME)[:at]
    found, stream = frames_in(data)
    assert found == SOME[: len(found)] and len(found) < len(SOME)
    assert (stream.cut is None) == (stream.good == at)


def test_frames_in_another_order_are_damage() -> None:
    first, second = (framing.seal(framing.pack(value), 0)[0] for value in SOME[:2])
    with pytest.raises(BadFile, match=f"damaged at byte {len(framing.MAGIC) + len(first)}: this frame fails its check"):
        frames_in(framing.MAGIC + first + second)


def test_every_flipped_bit_is_damage() -> None:
    data = file_of(SOME)
    for at in range(8 * len(framing.MAGIC), 8 * len(data)):
        flipped = bytearray(data)
        flipped[at // 8] ^= 1 << at % 8
        with pytest.raises(BadFile, match=r"damaged|a frame of"):
            frames_in(bytes(flipped))


def test_zeros_to_the_end_are_a_cut_as_a_power_cut_leaves_it() -> None:
    whole = file_of(SOME[:2])
    found, stream = frames_in(whole + bytes(5000))
    assert found == SOME[:2] and stream.cut == f"ends within a frame (byte {len(whole)})"
