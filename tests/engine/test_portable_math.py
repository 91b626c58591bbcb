"""The portable mathematics is within 1 ulp, right at the special values, and the same however it is compiled."""

import math
import os
import platform
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import mpmath
import numpy as np
import pytest

from tests.tools.accuracy import ARGUMENTS, FUNCTIONS, HEADER, Library, build, compiler, worst

POINTS = {"sin": 18_000, "cos": 18_000, "exp": 16_000, "pow": 18_000, "atan2": 12_000, "acos": 12_000, "fmod": 6_000}
CC = compiler()
inf, nan = math.inf, math.nan

# On a CI server there has to be one.
pytestmark = pytest.mark.skipif(CC is None and not os.environ.get("CI"), reason="there is no C compiler: gcc, or clang")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return build(tmp_path_factory.mktemp("library"), CC or ())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_is_within_an_ulp(library: Library, name: str) -> None:
    measured = worst(name, library, np.random.default_rng(20), POINTS[name])
    assert measured.points == POINTS[name]
    assert measured.error <= 1.0, measured


def test_a_wrong_digit_is_noticed(tmp_path: Path) -> None:
    shutil.copytree(HEADER.parent, tmp_path / "copy")
    wrong = tmp_path / "copy" / HEADER.name
    text = wrong.read_text("utf-8")
    assert text.count("2.48015873015873e-05") == 2
    wrong.write_text(text.replace("2.48015873015873e-05", "2.48015873e-05"), "utf-8")
    library = build(tmp_path, CC or (), wrong)
    assert worst("cos", library, np.random.default_rng(20), 2000).error > 1.0


SPECIAL: list[tuple[str, tuple[float, ...], float]] = [
    ("sin", (0.0,), 0.0), ("sin", (-0.0,), -0.0), ("sin", (5e-324,), 5e-324), ("sin", (inf,), nan),
    ("sin", (nan,), nan), ("cos", (0.0,), 1.0), ("cos", (-0.0,), 1.0), ("cos", (-inf,), nan), ("cos", (nan,), nan),
    ("exp", (0.0,), 1.0), ("exp", (-0.0,), 1.0), ("exp", (inf,), inf), ("exp", (-inf,), 0.0), ("exp", (nan,), nan),
    ("exp", (709.782712893384,), 1.7976931348622732e308), ("exp", (709.7827128933841,), inf), ("exp", (-746.0,), 0.0),
    ("exp", (-745.1332191019411,), 5e-324), ("exp", (-745.1332191019412,), 0.0), ("acos", (1.0,), 0.0),
    ("acos", (-1.0,), math.pi), ("acos", (0.0,), math.pi / 2), ("acos", (1.0000000000000002,), nan),
    ("pow", (nan, 0.0), 1.0), ("pow", (1.0, nan), 1.0), ("pow", (nan, 2.0), nan), ("pow", (2.0, nan), nan),
    ("pow", (0.0, 3.0), 0.0), ("pow", (-0.0, 3.0), -0.0), ("pow", (-0.0, 2.0), 0.0), ("pow", (0.0, -2.0), inf),
    ("pow", (-0.0, -3.0), -inf), ("pow", (-0.0, -2.5), inf), ("pow", (-1.0, inf), 1.0), ("pow", (0.5, inf), 0.0),
    ("pow", (0.5, -inf), inf), ("pow", (2.0, inf), inf), ("pow", (-2.0, -inf), 0.0), ("pow", (-inf, 3.0), -inf),
    ("pow", (-inf, -3.0), -0.0), ("pow", (-inf, 2.5), inf), ("pow", (inf, -1.0), 0.0), ("pow", (-8.0, 1 / 3), nan),
    ("pow", (-2.0, 3.0), -8.0), ("pow", (-2.0, 1e300), inf), ("pow", (0.5, 1e300), 0.0),
    ("pow", (-1.0, 9007199254740991.0), -1.0), ("pow", (2.0, -1074.0), 5e-324), ("pow", (2.0, 1023.0), 2.0**1023),
    ("pow", (5e-324, 1e-300), 1.0), ("pow", (10.0, 22.0), 1e22), ("atan2", (0.0, 1.0), 0.0),
    ("atan2", (-0.0, 1.0), -0.0), ("atan2", (0.0, -1.0), math.pi), ("atan2", (-0.0, -1.0), -math.pi),
    ("atan2", (0.0, -0.0), math.pi), ("atan2", (-0.0, 0.0), -0.0), ("atan2", (1.0, 0.0), math.pi / 2),
    ("atan2", (-1.0, -0.0), -math.pi / 2), ("atan2", (inf, inf), math.pi / 4),
    ("atan2", (inf, -inf), 3 * math.pi / 4), ("atan2", (1.0, inf), 0.0), ("atan2", (-1.0, -inf), -math.pi),
    ("atan2", (inf, 3.0), math.pi / 2), ("atan2", (5e-324, 1e308), 0.0), ("atan2", (1e308, 5e-324), math.pi / 2),
    ("atan2", (nan, 1.0), nan), ("fmod", (5.5, 2.0), 1.5), ("fmod", (-5.5, 2.0), -1.5), ("fmod", (-4.0, 2.0), -0.0),
    ("fmod", (1.0, 0.0), nan), ("fmod", (inf, 1.0), nan), ("fmod", (1.0, inf), 1.0), ("fmod", (1e308, 5e-324), 0.0),
    ("fmod", (-0.0, 1.0), -0.0),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "result"), SPECIAL)
def test_special_values(library: Library, name: str, arguments: Sequence[float], result: float) -> None:
    (value,) = library(name, *(np.array([argument]) for argument in arguments)).tolist()
    assert repr(value) == repr(result)  # tells the signs of zeros
    if math.isnan(value):
        assert math.copysign(1.0, value) == 1.0, "processors differ in the sign of what they make themselves"


@pytest.mark.parametrize("other", [("-O0",), ("-O3",), ("clang",)])
def test_the_bits_are_the_same_however_it_is_compiled(library: Library, tmp_path: Path, other: Sequence[str]) -> None:
    if other == ("clang",) and not shutil.which("clang"):
        pytest.skip("there is no clang here")
    again = build(tmp_path, other) if other == ("clang",) else build(tmp_path, CC or (), more=other)
    for name in FUNCTIONS:
        arguments = ARGUMENTS[name](np.random.default_rng(3), 20_000)
        assert library(name, *arguments).tobytes() == again(name, *arguments).tobytes(), name


@pytest.mark.parametrize(
    ("option", "sentence"), [("-ffast-math", "leave it away"), ("-mfpmath=387", "computes with wider registers")]
)
def test_a_compiler_that_computes_otherwise_is_refused(tmp_path: Path, option: str, sentence: str) -> None:
    if option == "-mfpmath=387" and platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("only PCs have such registers")
    with pytest.raises(RuntimeError, match=f"portable_math.h: .*{sentence}"):
        build(tmp_path, CC or (), more=(option,))


# -- constants


def parts(value: mpmath.mpf, *bits: int) -> list[float]:
    """Split a number into leading parts of so many bits, and the rounded rest."""
    found = []
    for count in bits:
        _, exponent = mpmath.frexp(value)
        unit = mpmath.ldexp(1, int(exponent) - count)
        found.append(float(mpmath.floor(value / unit) * unit))
        value -= found[-1]
    return [*found, float(value)]


def pair(value: mpmath.mpf) -> list[float]:
    return [float(value), float(value - float(value))]


def literals(text: str) -> set[float]:
    """All numbers with a decimal point in C, without comments."""
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return {float(number) for number in re.findall(r"\b\d+\.\d+(?:e[+-]?\d+)?|\b\de[+-]?\d+", code)}


def test_every_constant_is_what_it_should_be() -> None:
    text = HEADER.read_text("utf-8")
    with mpmath.workprec(1400):
        words = [int(word, 16) for word in re.findall(r"0x([0-9a-f]{8})u,", text)]
        assert words == [0, 0, *(int(mpmath.floor(mpmath.ldexp(2 / mpmath.pi, 32 * n)) % 2**32) for n in range(1, 39))]
        factorials = [float(1 / mpmath.factorial(n)) for n in range(2, 18)]
        odd = [float(mpmath.mpf(1) / n) for n in range(1, 26, 2)]
        of_pi = [*pair(mpmath.pi), *pair(mpmath.pi / 2), *parts(mpmath.pi / 2, 33, 33), float(2 / mpmath.pi)]
        of_ln_2 = [*parts(mpmath.log(2), 32), *parts(mpmath.log(2), 42), float(1 / mpmath.log(2))]
        arcs = [part for n in range(17) for part in pair(mpmath.atan(mpmath.mpf(n) / 16))]
        rests = [*pair(mpmath.mpf(1) / 3), *pair(mpmath.mpf(1) / 5)]
    powers = [
        2.0**53,
        2.0**60,
        2.0**65,
        2.0**54,
        2.0**19,
        2.0**-65,
        2.0**-60,
        2.0**-27,
        2.0**-20,
        0.0625,
        1.5 * 2.0**52,
    ]
    limits = [710.0, 746.0, 1e150, 1e-150, math.pi / 4, 0.0, 0.5, 1.0, 2.0, 16.0]
    known = {abs(value) for value in (*factorials, *odd, *of_pi, *of_ln_2, *arcs, *rests, *powers, *limits)}
    assert literals(text) - known == set()
    assert literals("x = 0.3 + 1e-5; /* 7.5 */") == {0.3, 1e-5}
