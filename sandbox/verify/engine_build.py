"""Build the pinned release of pymunk with portable mathematics, check the result, and install it; or go back.

The build is pymunk's own, from its source distribution, with `portable_math.h` in front of each of its files. Nothing
here imports the engine: on Windows a file in use can't be replaced.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import shlex
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import sandbox
from sandbox.errors import Refused
from sandbox.recording import atomic_files
from sandbox.recording.arithmetic_classes import PORTABLE, name_of
from sandbox.tasks import child, programs

HEADER = Path(str(sandbox.__file__)).resolve().parent / "engine" / "portable" / "portable_math.h"
# Functions whose last digit is the C library's own; sqrt, floor and ceil are exact by IEEE 754.
REPLACED = ("sin", "cos", "sincos", "exp", "pow", "atan2", "acos", "fmod")
_OTHERS = (
    "tan", "asin", "atan", "sinh", "cosh", "tanh", "exp2", "expm1", "log", "log2", "log10", "log1p", "cbrt", "hypot",
)  # fmt: skip
MATHEMATICS = (*REPLACED, *_OTHERS)
# What the environment may add to the commands of gcc, clang, MSVC and pip's builds.
_FLAG_VARIABLES = (
    "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "OPT", "BASECFLAGS", "LDSHARED", "CPATH", "C_INCLUDE_PATH",
    "CL", "_CL_", "LINK", "_LINK_", "CCC_OVERRIDE_OPTIONS", "PIP_GLOBAL_OPTION", "PIP_BUILD_OPTION",
    "PIP_CONFIG_SETTINGS",
)  # fmt: skip
# Options that make other arithmetic of the same source, or code for one kind of processor.
_FORBIDDEN = re.compile(
    r"(?<=\s)(?:-Ofast|-f(?:fast-math|unsafe-math\S*|associative-math|reciprocal-math|finite-math-only)"
    r"|-ffp-contract=(?!off)\S+|-march=(?!(?:x86-64|armv8-a)\s)\S+|-m(?:cpu|fpmath)=\S+|-m(?:fma4?|avx\S*)(?=\s)"
    r"|[/-]fp:(?!precise)\S+|/arch:\S+)"
)
# The names of pip's warnings for an index that does not answer; its last line then is that nothing matches.
_UNREACHED = re.compile(r"NewConnectionError|NameResolutionError|(?:Connect|Read)TimeoutError|ProxyError|SSLError")
_PROBE = (
    "from pathlib import Path; from pymunk import _chipmunk; from sandbox.recording import fingerprint; "
    "print(fingerprint.arithmetic()); print(Path(_chipmunk.__file__).resolve())"
)


class BuiltEngine(NamedTuple):
    """A wheel with the portable engine, and the number of compiler commands that were looked through."""

    wheel: Path
    commands: int


def pinned() -> str:
    """Return the one release of the engine that this program runs with, as pip names it."""
    for requirement in importlib.metadata.requires("contraption-sandbox") or ():
        if match := re.match(r"pymunk *== *([0-9][0-9A-Za-z.]*)", requirement):
            return f"pymunk=={match[1]}"
    raise Refused("the package contraption-sandbox is not installed here, so the engine's release is not known")


@contextmanager
def built() -> Iterator[BuiltEngine]:
    """Build a wheel in a folder that is removed afterwards, and check it.

    Raises:
        Refused: something is missing for it, it can't be built, or it is not what it should be.
    """
    check_tools()
    with tempfile.TemporaryDirectory(prefix="sandbox-engine-") as folder:
        log = _pip("wheel", "--verbose", "--wheel-dir", folder, *_SOURCE, pinned(), env=build_environment(os.environ))
        commands = check_flags(log)
        (wheel,) = Path(folder).glob("pymunk-*.whl")
        check_engine(wheel)
        yield BuiltEngine(wheel, commands)


_SOURCE = ("--no-deps", "--no-cache-dir", "--no-binary", "pymunk")


def install(wheel: Path) -> None:
    """Install a wheel into the environment of this interpreter, in place of the engine that is there."""
    _pip("install", "--quiet", "--no-deps", "--force-reinstall", str(wheel))


def install_stock() -> None:
    """Install pymunk's own wheel of the pinned release."""
    _pip("install", "--quiet", "--no-deps", "--no-cache-dir", "--force-reinstall", "--only-binary", "pymunk", pinned())


def keep(wheel: Path, folder: Path) -> Path:
    """Copy a wheel into a folder, under a name that tells it from the stock one; return its path.

    Raises:
        BadFile: it can't be written there.
    """
    name, version, rest = wheel.name.split("-", 2)
    target = folder / f"{name}-{version}-1portable-{rest}"
    folder.mkdir(parents=True, exist_ok=True)
    atomic_files.write(target, wheel.read_bytes())
    return target


# -- before the build


def check_tools() -> None:
    """Check that there are a C compiler and Python's headers.

    Raises:
        Refused: one is missing; the sentence says how to get it.
    """
    missing = [] if has_compiler() else ["a C compiler"]
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        missing.append("Python's headers (Python.h)")
    if missing:
        raise Refused(f"building the engine needs {' and '.join(missing)}: {how_to_get(sys.platform)}")


def has_compiler() -> bool:
    if sys.platform == "win32":  # where setuptools finds the build tools by itself
        return bool(programs.find("cl")) or Path(os.environ.get("PROGRAMFILES(X86)", ""), _VSWHERE).is_file()
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return programs.find(command[0]) is not None


_VSWHERE = "Microsoft Visual Studio/Installer/vswhere.exe"


def how_to_get(platform: str) -> str:
    """Say how a compiler and Python's headers are installed on a system."""
    if platform == "darwin":
        return "run  xcode-select --install"
    if platform == "win32":
        return (
            "run  winget install Microsoft.VisualStudio.2022.BuildTools  and choose 'Desktop development with C++'; "
            "the headers come with Python from python.org"
        )
    return (
        "run  sudo apt-get install gcc python3-dev  (Debian, Ubuntu) or  sudo dnf install gcc python3-devel  (Fedora)"
    )


def build_environment(outside: Mapping[str, str], platform: str = sys.platform) -> dict[str, str]:
    """Return the environment of the build: without anyone's compiler flags, and with ours.

    CFLAGS takes the place of what Python itself would add, so -O3 has to be in it, as in the makers' own build: without
    any, a step takes 13 x as long, and with -O2 that of fifty active parts 1.03 x.
    MSVC takes no CFLAGS; it reads options from CL, and setuptools gives it /O2 and /DNDEBUG.
    """
    clean = {name: value for name, value in outside.items() if name not in _FLAG_VARIABLES}
    clean["PATH"] = programs.absolute_only(clean.get("PATH", os.defpath))
    if platform == "win32":
        return {**clean, "CL": f'/FI"{HEADER}" /fp:precise'}
    flags = ["-O3", "-include", str(HEADER), "-ffp-contract=off", "-DNDEBUG"]
    return {**clean, "CFLAGS": shlex.join(flags)}


# -- after the build


def check_flags(log: str, platform: str = sys.platform) -> int:
    """Look through the compiler commands in the log of a build; return their number.

    Raises:
        Refused: one has an option that changes the arithmetic, or lacks one of ours.
    """
    commands = [line.strip() for line in log.splitlines() if re.search(r"(?: -c | [/-]c .*)\S+\.c\b", line)]
    for command in commands:
        if foreign := _FORBIDDEN.search(command):
            raise Refused(
                f"the engine was compiled with {foreign[0]}, which changes its arithmetic; it comes from the "
                "compiler's own configuration or from CC: leave it away there"
            )
        if platform != "win32" and not all(flag in command for flag in ("-O3", "-ffp-contract=off", HEADER.name)):
            raise Refused(f"the engine was compiled without the options that it needs: {command:.200}")
    if not commands:
        raise Refused("the log of the build shows no compiler command, so nobody knows how the engine was compiled")
    return len(commands)


def check_engine(wheel: Path) -> None:
    """Check that the engine in a wheel takes no mathematics from the C library, and computes as the portable class.

    Raises:
        Refused: it does not.
    """
    with tempfile.TemporaryDirectory(prefix="sandbox-engine-") as folder:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        (library,) = (path for path in Path(folder, "pymunk").iterdir() if path.suffix in (".so", ".pyd", ".dll"))
        taken = imported(library.read_bytes())
        if taken:
            raise Refused(f"the engine that was built still takes {', '.join(taken)} from the C library")
        arithmetic, _ = probe(Path(folder))
        if arithmetic != PORTABLE.digest:
            raise Refused(
                f"the engine that was built computes otherwise ({name_of(arithmetic)}) than the portable class: its "
                "compiler, or a library in this process, rounds in a way of its own"
            )


def imported(compiled: bytes) -> list[str]:
    """List the functions of the C library's mathematics that a compiled library names in its tables.

    Each name ends with a zero. Before it stands a zero in ELF, a zero and an underscore in Mach-O, and in PE a number
    of two bytes, the higher one small.
    """
    before = rb"[\0-\7]" if compiled.startswith(b"MZ") else rb"\0_?"
    return [name for name in MATHEMATICS if re.search(before + name.encode() + rb"\0", compiled)]


def probe(folder: Path | None = None) -> tuple[str, Path]:
    """Return the digest of the arithmetic of an engine, and its file, from a fresh process.

    Args:
        folder: where it is unpacked; the installed one is meant if not given.
    """
    done = child.run("-c", _PROBE, env=child.environment(folder))
    if done.returncode:
        last = (done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"])[-1]
        raise Refused(f"the engine can't be loaded: {last:.300}")
    arithmetic, file = os.fsdecode(done.stdout).splitlines()
    return arithmetic, Path(file)


def _pip(*arguments: str, env: Mapping[str, str] | None = None) -> str:
    """Run pip; return all that it prints.

    Raises:
        Refused: it fails; the sentence ends with its last line, or says that there is no network.
    """
    done = child.run_pip(*arguments, env=env)
    if done.returncode and _UNREACHED.search(done.stderr):
        raise Refused(
            f"pip {arguments[0]} could not reach its package index, and the engine is the one that it was; connect to "
            "a network, or name a folder that holds the files: PIP_FIND_LINKS=FOLDER"
        )
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        last = (errors or done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
        raise Refused(f"pip {arguments[0]} failed: {last.strip().removeprefix('ERROR: '):.400}")
    return done.stdout + done.stderr
