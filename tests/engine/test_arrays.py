"""The core runs without numpy, as in a browser, and ends in the same bits."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np

from sandbox.engine import arrays, plain_arrays, plain_functions

ROOT = Path(__file__).parents[2]

WITHOUT_NUMPY = """
import sys

sys.modules["numpy"] = None  # as if it were not installed

from pathlib import Path

from sandbox.engine import arrays, plain_arrays
from sandbox.verify.verify import verify

if sys.argv[1] == "changed":
    plain_arrays.PlainArray.nonzero = lambda self: (plain_arrays.array_of([], plain_arrays.intp),)  # none is fast

assert not arrays.HAS_NUMPY
for path in sys.argv[2:]:
    report = verify(Path(path))
    print(report.verdict, report.first_bad_tick, report.end_hash)
"""
# They have swept bodies in a crowd, contacts that are heard, flowing states, sleep, and parts that leave.
SAMPLE = ("workshop", "grand-machine", "demolition", "portcullis", "fragile")


def verified(how: str, *names: str) -> list[str]:
    files = [str(path) for name in names for path in sorted((ROOT / "replays").rglob(f"{name}.replay"))]
    assert files
    command = [sys.executable, "-c", WITHOUT_NUMPY, how, *files]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not ran.returncode, ran.stderr[-2000:]
    return ran.stdout.splitlines()


def test_recordings_end_in_the_same_bits_without_numpy() -> None:
    assert {line.split()[0] for line in verified("as they are", *SAMPLE)} == {"pass"}


def test_a_plain_array_that_computes_otherwise_is_noticed() -> None:
    assert {line.split()[0] for line in verified("changed", "fragile")} != {"pass"}


def test_the_names_are_those_of_numpy_itself_on_a_desktop() -> None:
    functions = re.findall(r'"([a-z]\w+)"', Path(arrays.__file__).read_text("utf-8").partition("__all__")[2])
    assert len(functions) > 15 and arrays.HAS_NUMPY
    for name in functions:
        assert getattr(arrays, name) is getattr(np, name)
        assert hasattr(plain_functions, name) or hasattr(plain_arrays, name), f"a browser has no {name}"
