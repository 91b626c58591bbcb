"""Pictures that are kept, and compared with what is drawn now."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[np.uint8]
_SEEN = 16  # of 255: a difference that can be seen
_MOST = 0.002  # of the pixels: what another driver draws otherwise


def read(path: Path) -> Pixels:
    """A kept picture."""
    return np.array(Image.open(path).convert("RGB"))


def share_that_differs(picture: Pixels, path: Path) -> float:
    """The share of pixels that are visibly other ones than in a kept picture; 1 if its size is another one."""
    golden = read(path).astype(np.int16)
    if golden.shape != picture.shape:
        return 1.0
    return float((np.abs(picture.astype(np.int16) - golden).max(axis=2) > _SEEN).mean())


def compare(picture: Pixels, path: Path, update: bool, most: float = _MOST) -> None:
    """Fail if a picture is not as it was; what is drawn now lies beside the kept one then. `update` keeps it anew."""
    if update:
        path.parent.mkdir(exist_ok=True)
        Image.fromarray(picture).save(path, optimize=True)
    off = share_that_differs(picture, path)
    if off >= most:
        now = path.with_suffix(".now.png")
        Image.fromarray(picture).save(now)
        raise AssertionError(f"{off:.2%} of the pixels differ; compare {path} with {now.name} beside it")
