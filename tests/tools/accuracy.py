"""Accuracy of the portable mathematics: the largest error of each function, in ulp, over millions of arguments.

    python -m tests.tools.accuracy [--points 1000000] [--jobs 2] [--compiler clang] [--seed 1] [FUNCTION ...]

The exact values come from mpmath. Arguments are taken from the whole range of doubles by their bits, from where an
engine works, from where results overflow and underflow, and from the hard cases: doubles next to multiples of pi/2.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import mpmath
import numpy as np
import numpy.typing as npt
from mpmath import libmp

import sandbox

HEADER = Path(str(sandbox.__file__)).parent / "engine" / "portable" / "portable_math.h"
OPTIONS = ("-O2", "-std=c99", "-ffp-contract=off")
PRECISION = 160  # bits of the exact values
Doubles = npt.NDArray[np.float64]
Exact = tuple[int, int, int, int]  # sign, mantissa, exponent, bits, as mpmath keeps a number


def _quotient(x: Doubles, y: Doubles) -> Iterator[Exact]:
    """Exact remainders, by whole numbers: mpmath's are not truncated towards zero."""
    for a, b in zip(x.tolist(), y.tolist(), strict=True):
        (p, q), (r, s) = abs(a).as_integer_ratio(), abs(b).as_integer_ratio()
        rest = libmp.from_rational(p * s % (r * q), q * s, 2000)
        yield libmp.mpf_neg(rest) if a < 0 else rest


def _acos(x: Exact, precision: int, rounding: str) -> Exact:
    with mpmath.workprec(precision + 60):
        return mpmath.acos(mpmath.mp.make_mpf(x))._mpf_


EXACT: dict[str, Callable[..., Exact]] = {
    "sin": libmp.mpf_sin,
    "cos": libmp.mpf_cos,
    "exp": libmp.mpf_exp,
    "acos": _acos,
    "pow": libmp.mpf_pow,
    "atan2": libmp.mpf_atan2,
}
FUNCTIONS = (*EXACT, "fmod")
BINARY = ("pow", "atan2", "fmod")


def compiler() -> list[str] | None:
    """Return the command of a C compiler that takes the options of gcc, or None."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return next(([path] for name in (command[0], "cc", "gcc", "clang") if (path := shutil.which(name))), None)


def source() -> str:
    """Write C functions that apply each function to arrays; their names stay clear of the header's macros."""
    lines = []
    for name in FUNCTIONS:
        second, both = ("const double *b, ", "a[i], b[i]") if name in BINARY else ("", "a[i]")
        loop = f"for (long i = 0; i < count; i++) out[i] = {name}({both});"
        lines.append(f"void all_{name}(const double *a, {second}double *out, long count) {{ {loop} }}")
    return "\n".join(lines) + "\n"


class Library:
    """The compiled functions, for arrays."""

    def __init__(self, file: Path) -> None:
        self._library = ctypes.CDLL(str(file))

    def __call__(self, name: str, *arguments: Doubles) -> Doubles:
        out = np.empty_like(arguments[0])
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*arguments, out)]
        getattr(self._library, f"all_{name}")(*pointers, ctypes.c_long(len(out)))
        return out


def build(folder: Path, command: Sequence[str], header: Path | None = HEADER, more: Sequence[str] = ()) -> Library:
    """Compile the functions with a header in front, or those of the C library without.

    Raises:
        RuntimeError: the compiler refuses; with what it says.
    """
    text, file = folder / "functions.c", folder / "functions.so"
    text.write_text(source() if header else "#include <math.h>\n" + source(), "utf-8")
    before = ["-include", str(header)] if header else []
    call = [*command, *OPTIONS, *more, *before, "-shared", "-fPIC", str(text), "-o", str(file), "-lm"]
    done = subprocess.run(call, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return Library(file)


# -- arguments


def any_doubles(chance: np.random.Generator, count: int) -> Doubles:
    """Finite doubles of all magnitudes and both signs, by their bits."""
    drawn = chance.integers(0, 2**64, count, np.uint64).view(np.float64)
    drawn[~np.isfinite(drawn)] = 1.5
    return drawn


@cache
def near_quarter_turns() -> Doubles:
    """The doubles that come nearest to multiples of pi/2, for each exponent: by continued fractions of 2^e 2/pi."""
    found = []
    with mpmath.workprec(2400):
        ratio = 2 / mpmath.pi
        for exponent in range(-52, 972):
            rest, before, now = mpmath.ldexp(ratio, exponent), 0, 1  # denominators of the convergents
            for _ in range(200):
                part = rest - mpmath.floor(rest)
                if part == 0:
                    break
                rest = 1 / part
                before, now = now, int(mpmath.floor(rest)) * now + before
                if now >= 2**53:
                    break
                if now >= 2**40:
                    found.append(float(np.ldexp(float(now), exponent)))
    return np.array(found + [-x for x in found])


def angles(chance: np.random.Generator, count: int) -> tuple[Doubles]:
    part = count // 5
    turns = np.round(chance.uniform(-1e6, 1e6, part)) * (np.pi / 2)
    hard = chance.choice(near_quarter_turns(), part)
    small, medium = chance.uniform(-7.0, 7.0, part), chance.uniform(-1e6, 1e6, part)
    return (np.concatenate([any_doubles(chance, count - 4 * part), small, medium, hard, turns]),)


def exponents(chance: np.random.Generator, count: int) -> tuple[Doubles]:
    part = count // 5
    near, whole, low = chance.uniform(-1, 1, part), chance.uniform(-746, 710, part), chance.uniform(-746, -707, part)
    return (np.concatenate([any_doubles(chance, count - 4 * part), near, near**9, whole, low]),)


def cosines(chance: np.random.Generator, count: int) -> tuple[Doubles]:
    part = count // 3
    near_one = 1 - 2.0 ** chance.uniform(-53, 0, part)
    tiny = 2.0 ** chance.uniform(-1070, 0, part)
    found = np.concatenate([chance.uniform(-1, 1, count - 2 * part), near_one, tiny])
    return (found * chance.choice([-1.0, 1.0], count),)


def powers(chance: np.random.Generator, count: int) -> tuple[Doubles, Doubles]:
    """Bases with exponents whose powers mostly neither overflow nor underflow, and whole exponents of both signs."""
    part = count // 4
    base = np.abs(any_doubles(chance, count))
    base[:part] = 1 + chance.uniform(-1, 1, part) * 2.0 ** chance.uniform(-52, -1, part)
    base[part : 2 * part] = chance.uniform(0.0, 3.0, part)
    base[base == 0] = 0.5
    with np.errstate(divide="ignore", over="ignore"):
        exponent = chance.uniform(-746, 710, count) / np.log(base)
    exponent[~np.isfinite(exponent)] = 2.5
    exponent[part : part + part // 2] = chance.uniform(-2, 2, part // 2)
    whole = slice(2 * part, 2 * part + part // 2)
    exponent[whole] = np.round(exponent[whole])
    base[whole] *= chance.choice([-1.0, 1.0], part // 2)
    return base, exponent


def points(chance: np.random.Generator, count: int) -> tuple[Doubles, Doubles]:
    part = count // 2
    x, y = any_doubles(chance, count), any_doubles(chance, count)
    x[:part], y[:part] = chance.uniform(-1, 1, part), chance.uniform(-1, 1, part)
    with np.errstate(over="ignore", invalid="ignore"):
        y[part : part + part // 2] = x[part : part + part // 2] * chance.uniform(-2, 2, part // 2)
    y[~np.isfinite(y)] = 3.0
    return y, x


def fractions(chance: np.random.Generator, count: int) -> tuple[Doubles, Doubles]:
    x, y = points(chance, count)
    y[y == 0] = 1.0
    return x, y


ARGUMENTS: dict[str, Callable[[np.random.Generator, int], tuple[Doubles, ...]]] = {
    "sin": angles,
    "cos": angles,
    "exp": exponents,
    "acos": cosines,
    "pow": powers,
    "atan2": points,
    "fmod": fractions,
}


# -- errors


class Worst(NamedTuple):
    """The largest error of a function (ulp), where it is, and over how many points."""

    error: float
    arguments: tuple[float, ...]
    points: int


def error(result: float, exact: Exact) -> float:
    """Return the distance of a double from an exact value, in units of the last place of the latter."""
    _, mantissa, exponent, bits = exact
    last = max(exponent + bits - 53, -1074) if mantissa else -1074
    if abs(result) == float("inf"):
        beyond = exponent + bits > 1024 or libmp.to_float(libmp.mpf_abs(exact)) == result
        return 0.0 if beyond else float("inf")
    return abs(libmp.to_float(libmp.mpf_shift(libmp.mpf_sub(exact, libmp.from_float(result), 80), -last)))


def exact_values(name: str, arguments: tuple[Doubles, ...]) -> Iterator[Exact]:
    if name == "fmod":
        yield from _quotient(*arguments)
        return
    for row in zip(*(array.tolist() for array in arguments), strict=True):
        yield EXACT[name](*map(libmp.from_float, row), PRECISION, "n")


def worst(name: str, library: Library, chance: np.random.Generator, count: int) -> Worst:
    """Measure one function."""
    arguments = ARGUMENTS[name](chance, count)
    results = library(name, *arguments).tolist()
    errors = list(map(error, results, exact_values(name, arguments)))
    place = max(range(len(errors)), key=lambda index: errors[index])
    return Worst(errors[place], tuple(float(array[place]) for array in arguments), len(errors))


def _share(name: str, file: Path, count: int, seed: int) -> Worst:
    return worst(name, Library(file), np.random.default_rng(seed), count)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("functions", nargs="*", metavar="FUNCTION", help=f"of {', '.join(FUNCTIONS)}; all if none")
    parser.add_argument("--points", type=int, default=1_000_000, help="of each function")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compiler", help="its command; CC, or the one that Python was built with, if not given")
    parser.add_argument("--stock", action="store_true", help="measure the C library's functions instead")
    options = parser.parse_args()
    command = shlex.split(options.compiler) if options.compiler else compiler()
    unknown = set(options.functions) - set(FUNCTIONS)
    if command is None or unknown:
        print(f"unknown: {', '.join(unknown)}" if unknown else "there is no C compiler here", file=sys.stderr)
        return 2
    share, largest = 20_000, 0.0
    print(f"{'function':9} {'largest error':>13}  {'points':>9}  at")
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(options.jobs) as pool:
        build(Path(folder), command, header=None if options.stock else HEADER)
        file = Path(folder) / "functions.so"
        for name in options.functions or FUNCTIONS:
            shares = range(max(1, options.points // share))
            measure = partial(_share, name, file, min(share, options.points))
            found = list(pool.map(measure, [options.seed * 1_000_000 + number for number in shares]))
            top = max(found, key=lambda one: one.error)
            largest = max(largest, top.error)
            total, where = sum(one.points for one in found), ", ".join(map(repr, top.arguments))
            print(f"{name:9} {top.error:9.4f} ulp  {total:9,}  {where}", flush=True)
    return 0 if largest <= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
