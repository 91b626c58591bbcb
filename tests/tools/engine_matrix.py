"""The portable engine by several compilers, under several C libraries and processors: all end hashes have to be equal.

    python -m tests.tools.engine_matrix [--sessions 50] [--ticks 20000] [--jobs 1] [--lab FOLDER] [--only WORD]
                                  [--arm64 FOLDER] [--emulated 50]

Each row is one engine under one condition; its hashes are those of `tests.tools.end_hashes`, compared with the first
row's. The stock engine goes through the same conditions, as a control: there it must differ. So must two builds that
compute otherwise on purpose (x87, fused multiply-adds): the probe has to tell their class from the portable one.

All hashes are kept in the lab's folder `rows` as soon as they are known, so a run that was broken off is continued by
the same command. --jobs runs several rows at a time, and --emulated sets how many sessions an emulated processor runs.

Nothing is installed: it takes gcc, and uses clang, musl (its C library, loaded before the other) and an emulator of
64-bit ARM where they are. For the last, --arm64 names a folder with `root` (a Debian root made by debootstrap, with
Python), `site` (the packages of the program and the stock engine for it) and `include` (Python's headers).
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pymunk

from sandbox.recording import fingerprint
from sandbox.recording.arithmetic_classes import PORTABLE, name_of
from sandbox.verify.engine_build import HEADER, pinned

ROOT = Path(__file__).resolve().parents[2]
REPLAYS = ROOT / "replays"
OLDER = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F"}
MUSL = Path("/lib/ld-musl-x86_64.so.1")
PORTABLE_OPTIONS = ("-ffp-contract=off", "-DNDEBUG")
# Functions of two arguments and of one, which the library below takes from musl.
_BINARY, _UNARY = ("pow", "atan2", "fmod"), ("sin", "cos", "exp", "acos")


class Build(NamedTuple):
    """An engine to compile: the compiler, its options, and whether the checks of the header are left in."""

    name: str
    compiler: str
    options: tuple[str, ...]
    checked: bool = True


class Row(NamedTuple):
    """An engine (its folder; None is the installed one) under a condition, and whether it must be the portable one."""

    name: str
    folder: Path | None
    portable: bool
    environment: dict[str, str]
    python: tuple[str, ...] = (sys.executable,)

    @property
    def emulated(self) -> bool:
        return len(self.python) > 1


class Result(NamedTuple):
    """Digest of the arithmetic, and the hashes by name."""

    arithmetic: str
    hashes: dict[str, str]


BUILDS = (
    Build("gcc -O3", "gcc", ("-O3", *PORTABLE_OPTIONS)),  # as `sandbox engine build` does
    Build("gcc -O2", "gcc", ("-O2", *PORTABLE_OPTIONS)),
    Build("gcc -O0", "gcc", ("-O0", *PORTABLE_OPTIONS)),
    Build("clang -O3", "clang", ("-O3", *PORTABLE_OPTIONS)),
    Build("x87", "gcc", ("-O3", "-mfpmath=387", *PORTABLE_OPTIONS), checked=False),
    Build("fused", "gcc", ("-O3", "-mfma", "-std=gnu99", "-ffp-contract=fast", "-DNDEBUG")),
)
ARM64 = Build("arm64 gcc -O3", "aarch64-linux-gnu-gcc", ("-O3", *PORTABLE_OPTIONS))


# -- engines


def source(lab: Path) -> Path:
    """Return the unpacked source of the pinned release with its interface to Python written, in C."""
    folder = lab / pinned().replace("==", "-")
    interface = folder / "_chipmunk.c"
    if interface.is_file():
        return folder
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--no-binary",
        "pymunk",
        pinned(),
        "-d",
        str(lab),
    ]
    subprocess.run(pip, check=True)
    with tarfile.open(folder.with_name(f"{folder.name}.tar.gz")) as archive:
        if hasattr(tarfile, "data_filter"):  # since Python 3.11.4
            archive.extractall(lab, filter="data")
        else:
            archive.extractall(lab)
    script = "import runpy; runpy.run_path('pymunk/pymunk_extension_build.py')['ffibuilder'].emit_c_code('_chipmunk.c')"
    subprocess.run([sys.executable, "-c", script], cwd=folder, check=True)
    return folder


def compiled(build: Build, lab: Path, include: Path | None = None) -> Path:
    """Compile an engine of today's header, if it is not there; return the folder to import it from."""
    headers_text = b"".join(file.read_bytes() for file in sorted(HEADER.parent.glob("*.h")))
    target = lab / f"{_plain(build.name)}-{hashlib.blake2b(headers_text, digest_size=4).hexdigest()}"
    library = target / "pymunk" / "_chipmunk.abi3.so"
    if library.is_file():
        return target
    tree = source(lab)
    shutil.copytree(tree / "pymunk", target / "pymunk", dirs_exist_ok=True)
    header = HEADER
    if not build.checked:
        header = target / HEADER.name
        shutil.copy(HEADER.with_name("double_pairs.h"), target)
        header.write_text(re.sub(r"^#error.*$", "", HEADER.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    headers = [str(include), str(include / "python3.11")] if include else [sysconfig.get_path("include")]
    files = [str(tree / "_chipmunk.c"), *map(str, sorted((tree / "Munk2D" / "src").glob("*.c")))]
    folders = [f"-I{folder}" for folder in (*headers, tree / "Munk2D" / "include")]
    options = ["-std=c99", "-w", *build.options, "-include", str(header), "-DCP_OVERRIDE_MESSAGE", "-fPIC", "-shared"]
    command = [build.compiler, *options, *folders, *files, "-o", str(library), "-lm", "-lpthread"]
    subprocess.run(command, check=True)
    return target


def musl_mathematics(lab: Path) -> Path:
    """Compile a library that takes the functions from musl; to be loaded before the C library's own."""
    file, text = lab / "musl.so", lab / "musl.c"
    lines = ["#include <dlfcn.h>", "static void *musl;"]
    lines.append(
        f'static void *of(const char *name) {{ if (!musl) musl = dlopen("{MUSL}", RTLD_NOW | RTLD_LOCAL); '
        "return dlsym(musl, name); }"
    )
    for names, taken, passed in ((_UNARY, "double x", "x"), (_BINARY, "double x, double y", "x, y")):
        types = taken.replace(" x", "").replace(" y", "")
        for name in names:
            lines.append(
                f"double {name}({taken}) {{ static double (*f)({types}); "
                f'if (!f) f = (double (*)({types}))of("{name}"); return f({passed}); }}'
            )
    lines.append("void sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }")
    text.write_text("\n".join(lines), "utf-8")
    subprocess.run(
        ["gcc", "-O1", "-w", "-fno-builtin", "-fPIC", "-shared", str(text), "-o", str(file), "-ldl"], check=True
    )
    return file


# -- rows


def rows(lab: Path, arm64: Path | None) -> Iterator[Row]:
    """List the portable engine under each condition, then the controls."""
    musl = {"LD_PRELOAD": str(musl_mathematics(lab))} if MUSL.exists() else None
    for build in BUILDS:
        if not shutil.which(build.compiler):
            print(f"left out: there is no {build.compiler} here", file=sys.stderr)
            continue
        folder, portable = compiled(build, lab), build.name not in ("x87", "fused")
        yield Row(build.name if portable else f"control: {build.name}", folder, portable, {})
        if build.name in ("gcc -O3", "clang -O3"):
            yield Row(f"{build.name}, processor without FMA", folder, True, OLDER)
            if musl:
                yield Row(f"{build.name}, musl's mathematics", folder, True, musl)
    if arm64 is not None:
        root = arm64 / "root"
        python = ("qemu-aarch64-static", "-L", str(root), str(next((root / "usr" / "bin").glob("python3.1?"))))
        packages = {"PYTHONPATH": str(arm64 / "site")}
        yield Row("64-bit ARM, gcc -O3", compiled(ARM64, lab, arm64 / "include"), True, packages, python)
        yield Row("control: stock, 64-bit ARM", None, False, packages, python)
    yield Row("control: stock", None, False, {})
    yield Row("control: stock, processor without FMA", None, False, OLDER)
    if musl:
        yield Row("control: stock, musl's mathematics", None, False, musl)


def run(row: Row, lab: Path, sessions: int, ticks: int) -> Result:
    """Run all recordings and sessions of a row in a fresh process, except those whose hashes are kept already."""
    search = [row.folder, ROOT, row.environment.get("PYTHONPATH")]
    if row.folder is None and not row.emulated:
        search.insert(0, Path(pymunk.__file__).parent.parent)
    path = os.pathsep.join(str(folder) for folder in search if folder is not None)
    environment = {**os.environ, **row.environment, "PYTHONPATH": path}
    kept = _kept(row, lab, ticks)
    arguments = ["--sessions", str(sessions), "--ticks", str(ticks), "--after", str(kept)]
    with kept.open("a") as out:
        command = [*row.python, "-P", "-m", "tests.tools.end_hashes", *arguments]
        done = subprocess.run(command, env=environment, cwd=ROOT, stdout=out, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError(f"{row.name}: {done.stderr[-800:]}")
    hashes = dict(line.split(" ", 1) for line in kept.read_text("ascii").splitlines())
    wanted = [*(path.stem for path in REPLAYS.rglob("*.replay")), *(f"session-{seed}" for seed in range(sessions))]
    return Result(done.stderr.split("; ")[1], {name: hashes[name] for name in wanted})


def _kept(row: Row, lab: Path, ticks: int) -> Path:
    """Return the file of a row's hashes; its name changes with all that they depend on. A torn last line is removed."""
    engine = str(row.folder.name if row.folder is not None else fingerprint.engine())
    of = "\n".join((fingerprint.code(), _inputs(), engine, str(ticks), *row.python))
    folder = lab / "rows"
    folder.mkdir(exist_ok=True)
    kept = folder / f"{_plain(row.name)}-{hashlib.blake2b(of.encode(), digest_size=8).hexdigest()}.txt"
    whole, newline, _ = kept.read_text("ascii").rpartition("\n") if kept.exists() else ("", "", "")
    kept.write_text(whole + newline, "ascii")
    return kept


@functools.cache
def _inputs() -> str:
    """Digest of all that is recorded in replays/, and of what generates sessions."""
    digest = hashlib.blake2b(digest_size=16)
    for path in (*sorted(REPLAYS.rglob("*.replay")), ROOT / "tests" / "support.py"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _plain(name: str) -> str:
    return re.sub(r"\W+", "-", name)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--ticks", type=int, default=20_000)
    parser.add_argument("--lab", type=Path, default=Path("/tmp/engine-matrix"), help="for sources and engines")
    parser.add_argument("--arm64", type=Path, metavar="FOLDER")
    parser.add_argument("--only", default="", metavar="WORD", help="rows with this in their name, beside the first")
    parser.add_argument("--jobs", type=int, default=1, help="rows at a time")
    parser.add_argument("--emulated", type=int, metavar="N", help="sessions of the rows on an emulated processor")
    options = parser.parse_args()
    options.lab.mkdir(parents=True, exist_ok=True)
    emulated = options.sessions if options.emulated is None else min(options.emulated, options.sessions)
    chosen = [row for nth, row in enumerate(rows(options.lab, options.arm64)) if nth == 0 or options.only in row.name]
    print(f"{'engine and condition':42} {'equal':>8}  class of arithmetic", flush=True)
    failed = False
    with ThreadPoolExecutor(options.jobs) as pool:
        counts = [emulated if row.emulated else options.sessions for row in chosen]
        results = [pool.submit(run, row, options.lab, count, options.ticks) for row, count in zip(chosen, counts)]
        first = results[0].result()
        for row, result in zip(chosen, results):
            wrong = report(row, result.result(), first)
            failed = failed or wrong
    return int(failed)


def report(row: Row, result: Result, first: Result) -> bool:
    """Print a line of the table; return whether a row that has to be equal is not, or the other way round."""
    equal = sum(first.hashes[name] == value for name, value in result.hashes.items())
    right = equal == len(result.hashes) and result.arithmetic == PORTABLE.digest
    wrong = row.portable is not right
    count = f"{equal}/{len(result.hashes)}"
    print(f"{row.name:42} {count:>8}  {name_of(result.arithmetic)}{'  WRONG' if wrong else ''}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
