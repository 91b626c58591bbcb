"""The fingerprint names what a run's bits depend on, and nothing else."""

import os
import platform
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from sandbox.recording import fingerprint

TREE = fingerprint.PACKAGE.parent


def elsewhere(**environment: str) -> list[str]:
    """The fingerprint that another process finds."""
    script = "from sandbox.recording import fingerprint; print(*fingerprint.current()[:4], sep='\\n')"
    env = {**os.environ, "PYTHONPATH": str(TREE), **environment}
    done = subprocess.run([sys.executable, "-P", "-c", script], env=env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package's sources."""
    return Path(
        shutil.copytree(fingerprint.PACKAGE, tmp_path / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))
    )


def test_every_process_of_this_machine_has_the_same(copy: Path) -> None:
    here = list(fingerprint.current()[:4])
    assert elsewhere(PYTHONHASHSEED="5") == here
    assert fingerprint.code(copy) == here[0]


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("parts/balls.py", "0.0335", "0.0336"),
        ("machine.py", "import ", "import  "),
        ("goals.py", '"""', '"""x'),
        ("session.py", "HASHES_EVERY = 60", "HASHES_EVERY = 61"),
        ("geometry.py", "def ", "def  "),
    ],
)
def test_a_change_of_the_simulation_changes_its_code(copy: Path, module: str, old: str, new: str) -> None:
    (file,) = (file for name, file in fingerprint.sources(copy) if name == module)
    source = file.read_text("utf-8")
    assert old in source
    file.write_text(source.replace(old, new, 1), "utf-8")
    fingerprint.code.cache_clear()
    assert fingerprint.code(copy) != fingerprint.code()


def test_all_that_a_session_is_made_of_counts() -> None:
    loaded = "(module.__file__ for name, module in sys.modules.items() if name.startswith('sandbox.'))"
    env = {**os.environ, "PYTHONPATH": str(TREE)}
    script = f"import sys, sandbox.commands.session; print(*{loaded}, sep='\\n')"
    done = subprocess.run([sys.executable, "-P", "-c", script], env=env, capture_output=True, text=True, check=True)
    files = {Path(line) for line in done.stdout.splitlines()}
    deciding = {file: name for name, file in fingerprint.sources(fingerprint.PACKAGE)}
    assert {"session.py", "machine.py", "parts/balls.py"} < {deciding.get(file) for file in files}
    assert sorted(files - deciding.keys()) == []


def test_a_module_that_moves_keeps_its_name(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (machine,) = (file for name, file in fingerprint.sources(copy) if name == "machine.py")
    (copy / "elsewhere").mkdir()
    machine.rename(copy / "elsewhere" / "steps.py")
    assert fingerprint.code(copy) != fingerprint.code()
    monkeypatch.setitem(fingerprint.MOVED, "elsewhere/steps.py", "machine.py")
    fingerprint.code.cache_clear()
    assert fingerprint.code(copy) == fingerprint.code()


def test_each_name_stands_for_one_file() -> None:
    """A line of `MOVED` for a move that did not happen, or a new module at an old place, would give two."""
    names = [name for name, _ in fingerprint.sources(fingerprint.PACKAGE)]
    assert len(set(names)) == len(names)
    assert set(fingerprint.Rules().modules) == {name[:-3] for name in names if not name.startswith("parts/")}


def test_a_new_family_of_parts_changes_it_too(copy: Path) -> None:
    (copy / "parts" / "magnets.py").write_text("", "utf-8")
    assert fingerprint.code(copy) != fingerprint.code()


def test_what_only_shows_or_stores_does_not_count(copy: Path) -> None:
    for module in ("recording/reader.py", "verify/verify.py", "levels/levels.py", "workspace/clock.py"):
        (copy / module).write_text("another\n", "utf-8")
    assert fingerprint.code(copy) == fingerprint.code()


def test_line_ends_of_a_checkout_do_not_count(copy: Path) -> None:
    for file in copy.glob("**/*.py"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert fingerprint.code(copy) == fingerprint.code()


def test_the_engine_is_its_compiled_file() -> None:
    assert fingerprint.engine().startswith("pymunk 7.3.1 ")


def test_another_arithmetic_is_noticed() -> None:
    """The same machine with the C library's other code for sine and cosine."""
    other = elsewhere(GLIBC_TUNABLES="glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F")
    here = fingerprint.current()
    assert other[:2] == [here.code, here.engine]
    if other[2] == here.arithmetic:
        pytest.skip("this processor or C library has one code for sine and cosine only")


FLUSH = """
import ctypes, mmap
# stmxcsr [rsp-4]; or dword [rsp-4], 0x8040 (flush to zero, denormals are zero); ldmxcsr [rsp-4]; ret
from sandbox.recording import fingerprint
print(fingerprint.arithmetic())
code = bytes.fromhex("0fae5c24fc 814c24fc40800000 0fae5424fc c3")
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(code)
ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
print(fingerprint.arithmetic())
"""


@pytest.mark.skipif(platform.machine() != "x86_64" or sys.platform != "linux", reason="machine code for x86-64 Linux")
def test_a_library_that_flushes_tiny_numbers_to_zero_is_noticed() -> None:
    """What a library linked with -ffast-math does to the whole process when it is loaded."""
    env = {**os.environ, "PYTHONPATH": str(TREE)}
    done = subprocess.run([sys.executable, "-P", "-c", FLUSH], env=env, capture_output=True, text=True, check=True)
    before, after = done.stdout.split()
    assert before == fingerprint.arithmetic() and len(after) == 32 and after != before


class Wide(float):
    """A large number that is added to as x87 does it: rounded to 64 bits, then to the 53 of a double."""

    def __add__(self, other: float) -> float:
        unit = Fraction(2) ** (int(self).bit_length() - 64)
        return float(round((Fraction(self) + Fraction(other)) / unit) * unit)


def test_a_python_that_computes_in_wider_registers_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    here = fingerprint.arithmetic()
    monkeypatch.setattr(fingerprint, "_LARGE", Wide(fingerprint._LARGE))
    assert fingerprint.arithmetic() != here


def test_what_can_not_change_in_a_process_is_probed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    here = fingerprint.current()
    monkeypatch.setattr(fingerprint, "_probe_rotation", lambda: pytest.fail("probed again"))
    assert fingerprint.current() == here
