"""Reads back what a page is told in words."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

_USUAL = str.maketrans(",.:[", "<>&`")  # letters of base 85 that mean something in HTML, in whose place others stand


def unpacked(text: str) -> dict[str, Any]:
    """Return the head of a page's block: what stands in it beside the numbers."""
    block = zlib.decompress(base64.b85decode(text.partition(" ")[2].translate(_USUAL)))
    head: dict[str, Any] = json.loads(block[8 : 8 + int.from_bytes(block[:8], "little")])
    return head
