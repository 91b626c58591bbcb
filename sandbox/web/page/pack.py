"""Packs the numbers of a page: plain arrays, and tracks of numbers over time, in one deflated block.

A track is a whole number for each frame and column. Of each column the second differences are written, since what
moves on evenly leaves zeros; as unsigned numbers, small for small differences of either sign; and all lowest bytes
first, then all second ones, as far as there are any. `tracks.mjs` reads them.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Array = npt.NDArray[Any]
Reference = dict[str, Any]  # where something stands in the block, for the JSON text

# Letters of base 85 that mean something in HTML, and others in their place.
_SAFE = bytes.maketrans(b"<>&`", b",.:[")
_ALIGNED = 8  # bytes: so that the page can view the numbers where they are
_MOST = 2**30  # of a quantised number, to either side
_TYPES = {"f4": "f4", "i4": "i4", "u4": "u4", "u2": "u2", "u1": "u1"}


def quantised(values: Array, step: float) -> Ints:
    """Round values to multiples of a step; what is too large to be told apart stays at the edge."""
    return np.clip(np.rint(np.asarray(values, np.float64) / step), -_MOST, _MOST).astype(np.int32)


def zigzag(differences: Ints) -> npt.NDArray[np.uint32]:
    """Fold signed numbers into unsigned ones: 0, -1, 1, -2 become 0, 1, 2, 3."""
    return ((differences << 1) ^ (differences >> 31)).view(np.uint32)


class Pack:
    """A growing block of numbers, and where each array is in it."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0
        self.unpacked = 0  # bytes that the page will need for tracks

    def array(self, values: Array) -> Reference:
        """Add an array as it is; its shape is for the reader to know."""
        values = np.ascontiguousarray(values)
        kind = _TYPES[values.dtype.str.lstrip("<|>")]
        return {"at": self._add(values.tobytes()), "type": kind, "count": int(values.size)}

    def records(self, values: Array) -> Reference:
        """Add an array of records as the bytes that go to the graphics card."""
        return self.array(np.frombuffer(np.ascontiguousarray(values).tobytes(), np.uint8))

    def tracks(self, matrix: Ints) -> Reference:
        """Add a row of numbers for each frame."""
        frames, columns = matrix.shape
        first = matrix[0] if frames else np.zeros(columns, np.int32)
        velocity = np.zeros_like(matrix)
        velocity[1:] = matrix[1:] - matrix[:-1]
        change = velocity.copy()
        change[2:] -= velocity[1:-1]
        self.unpacked += matrix.nbytes
        return {"first": self.array(first), "frames": frames, "columns": columns, **self.folded(change)}

    def folded(self, differences: Ints) -> Reference:
        """Add a matrix of small signed numbers, a column after the other, each with as many bytes as it needs."""
        planes: list[int] = []
        block: list[bytes] = []
        for column in zigzag(np.ascontiguousarray(differences.T)):
            largest = int(column.max(initial=0))
            count = (largest.bit_length() + 7) // 8
            planes.append(count)
            split = column.astype("<u4").view(np.uint8).reshape(-1, 4)
            block += [split[:, plane].tobytes() for plane in range(count)]
        return {"planes": self.array(np.array(planes, np.uint8)), "at": self._add(b"".join(block))}

    def text(self, head: dict[str, Any]) -> str:
        """Return the deflated block in base 85 after its length, with a JSON text before the numbers."""
        # A browser's JSON text has no lone surrogates, and no other text does either after this.
        described = json.dumps(head, ensure_ascii=True, separators=(",", ":")).encode("ascii")
        described += b" " * (-(len(described) + 8) % _ALIGNED)
        block = b"".join((len(described).to_bytes(8, "little"), described, *self._pieces))
        packed = zlib.compress(block, 9)
        return f"{len(packed)} {base64.b85encode(packed, pad=True).translate(_SAFE).decode('ascii')}"

    def _add(self, data: bytes) -> int:
        at = self._size
        padded = data + b"\0" * (-len(data) % _ALIGNED)
        self._pieces.append(padded)
        self._size += len(padded)
        return at
