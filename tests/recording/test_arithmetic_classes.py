"""Classes of arithmetic are known by name, in one place."""

import os
import subprocess
import sys

import pytest

from sandbox.recording import arithmetic_classes, fingerprint
from sandbox.recording.arithmetic_classes import CLASSES, find, name_of

OLDER = "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F"  # the C library of today takes the code that it has for older PCs


def test_each_class_has_a_digest_and_a_name_of_its_own() -> None:
    assert len({known.digest for known in CLASSES}) == len({known.name for known in CLASSES}) == len(CLASSES)
    assert all(len(known.digest) == 32 and known.machines for known in CLASSES)


def test_a_class_without_a_name_is_told_from_others_by_its_digest() -> None:
    assert find("0" * 32) is None
    assert name_of("0123456789abcdef" * 2) == "unnamed class 01234567"
    assert name_of(arithmetic_classes.PORTABLE.digest) == "portable"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process hide what its processor can do")
def test_this_machine_is_of_a_class_that_has_a_name() -> None:
    assert find(fingerprint.arithmetic()) is not None
    script = "from sandbox.recording import fingerprint; print(fingerprint.arithmetic())"
    env = {**os.environ, "PYTHONPATH": str(fingerprint.PACKAGE.parent), "GLIBC_TUNABLES": OLDER}
    other = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert find(other.stdout.strip()) is not None


def test_all_builds_of_the_portable_engine_have_one_name() -> None:
    version = fingerprint.portable_version
    assert version(b"\x7fELF...contraption-sandbox portable_math 1\0...") == b"contraption-sandbox portable_math 1"
    assert version(b"contraption-sandbox portable_math 2\0") != version(b"contraption-sandbox portable_math 1\0")
    assert version(b"\x7fELF...sincos\0") is None
