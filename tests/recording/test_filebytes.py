"""A file read block by block is the same bytes; hashes that stay in it are the same hashes; and it must not change."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from sandbox.errors import BadFile
from sandbox.recording.filebytes import BLOCK, ByteRange, Digests, FileBytes

MOST = 10 * BLOCK


@pytest.fixture
def data(tmp_path: Path) -> tuple[bytes, Path]:
    """Three blocks and a half of bytes that don't repeat, and a file with them."""
    content = hashlib.shake_128(b"some").digest(3 * BLOCK + BLOCK // 2)
    path = tmp_path / "some.bytes"
    path.write_bytes(content)
    return content, path


def test_every_stretch_is_that_of_the_bytes_across_blocks_too(data: tuple[bytes, Path]) -> None:
    content, path = data
    file = FileBytes(path, MOST)
    assert len(file) == len(content)
    edges = [0, 1, 7, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 5, len(content) - 1, len(content)]
    for begin in edges:
        for end in edges:
            assert file[begin:end] == content[begin:end]
    assert file[:] == content
    assert file[-9:] == content[-9:]
    assert [file[at] for at in (0, BLOCK, -1)] == [content[0], content[BLOCK], content[-1]]
    assert bytes(ByteRange(file, BLOCK - 3, 6)) == content[BLOCK - 3 : BLOCK + 3]
    with pytest.raises(IndexError):
        file[len(content)]


def test_bytes_that_are_not_the_same_when_read_again_are_not_taken(data: tuple[bytes, Path]) -> None:
    content, path = data
    file = FileBytes(path, MOST)
    assert file[:] == content  # only the last blocks of it are kept
    with path.open("r+b") as other:
        other.seek(100)
        other.write(bytes([content[100] ^ 1]))
    for block in range(4):
        file[block * BLOCK : block * BLOCK + 1]
    file._blocks.clear()
    assert file[BLOCK : BLOCK + 8] == content[BLOCK : BLOCK + 8]
    with pytest.raises(BadFile, match="changed by somebody"):
        file[:8]
    with path.open("r+b") as other:
        other.truncate(2 * BLOCK)
    with pytest.raises(BadFile, match="changed by somebody"):
        file[2 * BLOCK : 2 * BLOCK + 8]


def test_a_file_that_is_none_or_too_long_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="can't be read: No such file"):
        FileBytes(tmp_path / "missing", MOST)
    with pytest.raises(BadFile, match="Is a directory"):
        FileBytes(tmp_path, MOST)
    (tmp_path / "long").write_bytes(bytes(MOST + 1))
    with pytest.raises(BadFile, match=rf"^byte {MOST}: "):
        FileBytes(tmp_path / "long", MOST)


def test_hashes_in_pieces_with_rests_between_are_one_row_of_hashes(data: tuple[bytes, Path]) -> None:
    content, path = data
    for source in (content, FileBytes(path, MOST)):
        digests, whole = Digests(source), b""
        for at, ticks, rests in ((3, 60, 0), (700, 7, 100), (BLOCK - 8, 2, 0), (5000, 1, 3)):
            digests.add(at, 8 * ticks)
            whole += content[at : at + 8 * ticks]
            if rests:
                digests.repeat(digests.last, rests)
                whole += rests * whole[-8:]
                digests.repeat(digests.last, 2)  # and on
                whole += 2 * whole[-8:]
        assert len(digests) == len(whole) and bytes(digests) == whole and digests == whole
        for begin in range(0, len(whole), 40):
            assert digests[begin : begin + 24] == whole[begin : begin + 24]
            assert digests[begin + 3 :] == whole[begin + 3 :]
        assert digests != whole[:-8] and digests != whole[:-1] + b"x"


def test_hours_of_rest_take_no_memory() -> None:
    digests = Digests(b"12345678")
    digests.add(0, 8)
    digests.repeat(digests.last, 10_000_000)
    assert digests.__sizeof__() + digests._begins.__sizeof__() + digests._places.__sizeof__() < 1000
    assert digests[-16:] == 2 * b"12345678"
