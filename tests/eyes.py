"""Colours as eyes see them: CIELAB, and what is left of it for the colour-blind.

The last axis of every array is a colour: sRGB (0 to 1), linear light or CIELAB.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Colours = npt.NDArray[np.float64]

# Full loss of one kind of cone, in linear light: Machado, Oliveira and Fernandes 2009.
EYES = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


def linear(colour: npt.ArrayLike) -> Colours:
    """Return the linear light of sRGB colours."""
    c = np.asarray(colour, float)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def as_seen(light: Colours, eye: str) -> Colours:
    """Return the light that a normal eye would need, to see what one of `EYES` sees."""
    return light @ np.array(EYES[eye]).T


def lab(light: Colours) -> Colours:
    """Return the CIELAB values of linear light."""
    x = np.clip(light, 0.0, 1.0) @ np.array(_XYZ).T / (0.95047, 1.0, 1.08883)
    f = np.where(x > 216 / 24389, np.cbrt(x), (24389 / 27 * x + 16) / 116)
    lightness, red, blue = 116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])
    return np.stack((lightness, red, blue), axis=-1)
