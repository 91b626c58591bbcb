"""The functions of angles as text, for what is written out: the same bits as of `geometry`, without a call."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox.design.geometry import ARCTANGENT, ATAN_AT, COSINE, HALF_PI, HALF_PI_HIGH, HALF_PI_LOW, PI, SINE

_TO_EVEN = 6755399441055744.0  # 1.5 * 2^52: added and taken away again, it rounds to whole numbers, halves to even ones
_FAR = 1e6  # rad: as far as `cos_sin` is meant for, and little enough for that


def cos_sin_text(c: str, s: str, angle: str) -> Iterator[str]:
    """Yield what gives two names cosine and sine of an angle (rad), as `geometry.cos_sin` does."""
    s1, s2, s3, s4, s5, s6 = SINE
    c1, c2, c3, c4, c5, c6 = COSINE
    yield f"if -{_FAR!r} < {angle} < {_FAR!r}:"
    yield f"    quarter = ({angle} / {HALF_PI!r} + {_TO_EVEN!r}) - {_TO_EVEN!r}"
    yield f"    x = ({angle} - quarter * {HALF_PI_HIGH!r}) - quarter * {HALF_PI_LOW!r}"
    yield "    z = x * x"
    yield f"    {s} = x + x * z * ((((({s6!r} * z + {s5!r}) * z + {s4!r}) * z + {s3!r}) * z + {s2!r}) * z + {s1!r})"
    yield f"    {c} = 1.0 - 0.5 * z + z * z * ((((({c6!r} * z + {c5!r}) * z + {c4!r}) * z + {c3!r}) * z + {c2!r})" + (
        f" * z + {c1!r})"
    )
    yield "    if quarter:"
    yield "        quarter %= 4.0"
    for turned, pair in (("if quarter == 1.0", f"-{s}, {c}"), ("elif quarter == 2.0", f"-{c}, -{s}"),
                         ("elif quarter", f"{s}, -{c}")):  # fmt: skip
        yield f"        {turned}:"
        yield f"            {c}, {s} = {pair}"
    yield "else:"
    yield f"    {c}, {s} = cos_sin({angle})"


def bearing_text(turn: str, x: str, y: str) -> Iterator[str]:
    """Yield what gives a name the angle of a direction (rad), as `geometry.bearing` does."""
    a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11 = ARCTANGENT
    half, one, more, quarter = ATAN_AT
    yield f"x, y = {x}, {y}"
    yield "rise, run_ = abs(y), abs(x)"
    for when, base, t in (
        ("if rise >= 2.4375 * run_ and rise", quarter, "-run_ / rise"),
        ("elif rise < 0.4375 * run_", 0.0, "rise / run_"),
        ("elif rise < 0.6875 * run_", half, "(2.0 * rise - run_) / (2.0 * run_ + rise)"),
        ("elif rise < 1.1875 * run_", one, "(rise - run_) / (rise + run_)"),
        ("elif rise < 2.4375 * run_", more, "(2.0 * rise - 3.0 * run_) / (2.0 * run_ + 3.0 * rise)"),
        ("elif rise == 0.0", 0.0, "0.0"),
        ("else", quarter, "-run_ / rise"),
    ):
        yield f"{when}:"
        yield f"    base, t = {base!r}, {t}"
    yield "z = t * t"
    yield f"poly = ((((({a11!r} * z + {a10!r}) * z + {a9!r}) * z + {a8!r}) * z + {a7!r}) * z + {a6!r})"
    yield f"poly = ((((poly * z + {a5!r}) * z + {a4!r}) * z + {a3!r}) * z + {a2!r}) * z + {a1!r}"
    yield f"{turn} = base + (t - t * z * poly)"
    yield "if x < 0.0:"
    yield f"    {turn} = {PI!r} - {turn}"
    yield "if y < 0.0:"
    yield f"    {turn} = -{turn}"
