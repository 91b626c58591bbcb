"""The arrays of the core: numpy's where it is installed, as on every desktop, and plain ones in a browser.

This is all that the core has of numpy. What is named here moves numbers about, compares them, or computes what IEEE 754
defines exactly, so both kinds give the same bits; whoever adds a name adds it to `plain_functions` too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import (
        array,
        array_equal,
        concatenate,
        empty,
        errstate,
        flatnonzero,
        float64,
        frombuffer,
        full,
        int32,
        int64,
        intp,
        isfinite,
        lexsort,
        maximum,
        minimum,
        searchsorted,
        uint8,
        uint16,
        uintp,
        zeros,
    )  # fmt: skip
    from numpy.typing import NDArray

    Floats = NDArray[float64]
    PartIds = NDArray[int32]
    Halves = NDArray[uint16]
    Places = NDArray[intp]
    Addresses = NDArray[uintp]
    HAS_NUMPY: bool
else:
    try:
        from numpy import (
            array,
            array_equal,
            concatenate,
            empty,
            errstate,
            flatnonzero,
            float64,
            frombuffer,
            full,
            int32,
            int64,
            intp,
            isfinite,
            lexsort,
            maximum,
            minimum,
            searchsorted,
            uint8,
            uint16,
            uintp,
            zeros,
        )  # fmt: skip

        HAS_NUMPY = True
    except ModuleNotFoundError:
        from sandbox.engine.plain_arrays import float64, int32, int64, intp, uint8, uint16, uintp
        from sandbox.engine.plain_functions import (
            array,
            array_equal,
            concatenate,
            empty,
            errstate,
            flatnonzero,
            frombuffer,
            full,
            isfinite,
            lexsort,
            maximum,
            minimum,
            searchsorted,
            zeros,
        )  # fmt: skip

        HAS_NUMPY = False
    Floats = PartIds = Halves = Places = Addresses = Any

__all__ = [
    "Addresses", "Floats", "HAS_NUMPY", "Halves", "PartIds", "Places", "array", "array_equal", "concatenate", "empty",
    "errstate", "flatnonzero", "float64", "frombuffer", "full", "int32", "int64", "intp", "isfinite", "lexsort",
    "maximum", "minimum", "searchsorted", "uint8", "uint16", "uintp", "zeros",
]  # fmt: skip
