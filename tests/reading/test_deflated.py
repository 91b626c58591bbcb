"""Deflated bytes are inflated to the size that they announce, and never beyond."""

from __future__ import annotations

import tracemalloc
import zlib

import pytest

from sandbox.errors import BadFile
from sandbox.reading import deflated


def test_what_has_the_announced_size_is_inflated() -> None:
    assert deflated.inflate(zlib.compress(b"abc" * 100), 300) == b"abc" * 100


def test_a_bomb_is_not_unpacked() -> None:
    bomb = zlib.compress(bytes(100_000_000))
    tracemalloc.start()
    with pytest.raises(BadFile, match="another size"):
        deflated.inflate(bomb, 100)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize(
    ("packed", "said"),
    [
        (zlib.compress(bytes(10)), "another size"),
        (zlib.compress(bytes(100)) + b"x", "another size"),
        (zlib.compress(bytes(100))[:-1], "another size"),
        (b"not deflated", "can't be inflated"),
    ],
    ids=["too short", "more behind it", "cut off", "something else"],
)
def test_what_has_another_size_is_refused(packed: bytes, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        deflated.inflate(packed, 100)
