"""The classes of arithmetic that are known, each by a name that people use.

All machines of a class compute the same bits. A class is known by the digest of `fingerprint.arithmetic`.
"""

from __future__ import annotations

from typing import NamedTuple


class ArithmeticClass(NamedTuple):
    """A known class: its digest, its name, and its machines."""

    digest: str
    name: str
    machines: str


PORTABLE = ArithmeticClass(
    "6fdec827a9612754778093dc39a116a6",
    "portable",
    "every machine with the engine that `sandbox engine build` makes: Linux, macOS, Windows, PC or ARM, any C library",
)
CLASSES = (
    ArithmeticClass(
        "74b9c226a3b1f5b5a9103b0cb30f10dd",
        "Linux on PCs since 2013 and 64-bit ARM",
        "machines with the stock engine and glibc 2.36 or newer, on processors with FMA and AVX2 (Intel since Haswell, "
        "AMD since Excavator) and on 64-bit ARM",
    ),
    ArithmeticClass(
        "5db2161ac235406881a034af4e371c4f",
        "Linux on older PCs",
        "machines with the stock engine and glibc, on processors without FMA or AVX2, or where a virtual machine hides "
        "them",
    ),
    ArithmeticClass(
        "802dc09996aedcf651ac7123c4fd28ce",
        "Linux with musl",
        "machines with the stock engine on Alpine and other systems with musl",
    ),
    PORTABLE,
)
_BY_DIGEST = {known.digest: known for known in CLASSES}


def find(digest: str) -> ArithmeticClass | None:
    """Return the known class with this digest, or None."""
    return _BY_DIGEST.get(digest)


def name_of(digest: str) -> str:
    """Return the name of a class; one that has none is named by the start of its digest."""
    arithmetic_class = find(digest)
    return arithmetic_class.name if arithmetic_class is not None else f"unnamed class {digest[:8]}"
