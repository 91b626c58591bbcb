"""Make the runtime for a browser in a folder, and check it: what is made already is not made again.

Its files: Pyodide's own four, the standard library without what is not needed, the parcel of the core, the script that
starts it, and `built.json`, which names each with its size and its SHA-256, and what was found when it was tried.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandbox.errors import Refused
from sandbox.recording import atomic_files, fingerprint
from sandbox.recording.arithmetic_classes import PORTABLE
from sandbox.tasks.progress import ShowProgress, unseen
from sandbox.verify.engine_build import HEADER
from sandbox.web.engine import headers, modules, tools
from sandbox.web.runtime import node, parcel, pieces, stdlib
from sandbox.web.runtime.parcel import Entries
from sandbox.web.runtime.shared import MANIFEST

CORE, LIBRARY, LOCK = "core.zip", "python_stdlib.zip", "pyodide-lock.json"
_OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_BOOT = Path(__file__).resolve().parents[1] / "tab/boot.mjs"
_STEPS = 6
BUNDLED = fingerprint.PACKAGE / "_bundled/runtime"  # in an installed package whose wheel carries it
FOR_WHEEL = fingerprint.PACKAGE.parent / "build/runtime"  # in a checkout: from where a wheel takes it
_KEPT = 4  # runtimes in the cache folder, of 20 MB each, and as many more as were used within
_IN_USE = 24 * 3600  # s: longer than any program works with the runtime that it has found


def build(folder: Path | None = None, given: Path | None = None, progress: ShowProgress = unseen) -> Path:
    """Make the runtime, and return its folder.

    Args:
        folder: where; by default in the user's cache folder, one for each state of the program.
        given: a folder with the C headers of Python 3.14 or 3.13.
        progress: takes which step is being done.

    Raises:
        Refused: something is missing for it, can't be had, or is not what it should be.
    """
    sources = parcel.core_sources()
    wanted = key(sources)
    target = folder if folder is not None else _usual_place(wanted)
    for ready_one in (BUNDLED, target) if folder is None else (target,):
        if is_built(ready_one, wanted):
            return _in_use(ready_one)
    tools.check([tools.NODE, tools.NPM], "making the runtime for a browser")
    progress(0, _STEPS, "fetching the pieces")
    files = {name: pieces.fetched(piece) for name, piece in pieces.pinned().items()}
    with tempfile.TemporaryDirectory(prefix="sandbox-web-") as working:
        work = Path(working)
        inside = {name: pieces.unpacked(file, work / name) for name, file in files.items()}
        progress(1, _STEPS, "compiling the engine")
        entries = {**sources, **_packages(inside), **_compiled(inside, work / "objects", given)}
        progress(2, _STEPS, "packing Python")
        runtime = work / "runtime"
        _add_pyodide(inside["pyodide"], runtime)
        progress(3, _STEPS, "compiling the core")
        (work / "sources.zip").write_bytes(parcel.packed(entries))
        node.compile_parcel(runtime, work / "sources.zip", runtime / CORE)
        node.compile_library(runtime, runtime / LIBRARY, work / LIBRARY)
        shutil.copyfile(work / LIBRARY, runtime / LIBRARY)
        progress(4, _STEPS, "trying it")
        facts = _tried(runtime)
        progress(5, _STEPS, "putting it in its place")
        _write_manifest(runtime, {"key": wanted, **facts})
        if not is_built(target, wanted):  # another program may have made it in the meantime, and use it
            _put(runtime, target)
    if folder is None:
        tidy(pieces.cache())
    return target


def ready() -> Path | None:
    """Return the runtime of this very program, from its wheel or the user's cache folder; None if there is none."""
    wanted = key(parcel.core_sources())
    return next((_in_use(place) for place in (BUNDLED, _usual_place(wanted)) if is_built(place, wanted)), None)


def _in_use(runtime: Path) -> Path:
    """Let the time of a runtime's folder say when it was last used, for `tidy`; return the folder."""
    with contextlib.suppress(OSError):  # an installed package may belong to somebody else, and nobody tidies it
        os.utime(runtime)
    return runtime


def offer_to_wheel(runtime: Path) -> Path | None:
    """Copy a runtime to where a wheel that is built from this checkout takes it; None in an installed package."""
    if not (FOR_WHEEL.parents[1] / "pyproject.toml").is_file():
        return None
    _put(runtime, FOR_WHEEL)
    return FOR_WHEEL


def key(sources: Entries) -> str:
    """Return the digest of all that the runtime is made of: the core's sources, the list of pieces, and what makes it
    of them."""
    makers = [pieces.LIST, node.SCRIPT, _BOOT, *Path(__file__).parent.glob("*.py")]
    own = {file.name: file.read_bytes() for file in makers}
    return parcel.digest({**sources, **own, "modules": _key_of_modules().encode()})


def _key_of_modules() -> str:
    makers = [*headers.OWN.iterdir(), *HEADER.parent.glob("*.h"), pieces.LIST, Path(modules.__file__)]
    return parcel.digest({file.name: file.read_bytes() for file in makers})


def tidy(folder: Path) -> None:
    """Remove old runtimes from the cache folder, where each state of the program leaves one.

    The newest ones stay, and so does what any program may be working with: what was used within a day before the newest
    one, which has just been made.
    """
    runtimes = sorted(folder.glob("runtime-*"), key=_last_used)
    broken_off = folder.glob(".runtime-*")  # copies of which the rest never came
    for old in (*runtimes[:-_KEPT], *broken_off):
        if _last_used(old) < _last_used(runtimes[-1]) - _IN_USE:
            shutil.rmtree(old, ignore_errors=True)


def _last_used(runtime: Path) -> float:
    try:
        return runtime.stat().st_mtime
    except OSError:  # another program is tidying
        return 0.0


def _usual_place(wanted: str) -> Path:
    return pieces.cache() / f"runtime-{wanted[:16]}"


def described(folder: Path) -> Iterator[str]:
    """Describe a runtime for people: where it is, how large, and what was found when it was tried."""
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    gzipped = sum(each["gzipped"] for each in manifest["files"].values())
    yield f"the runtime is {folder}: {len(manifest['files'])} files, {gzipped / 1e6:.1f} MB as a server sends them"
    yield f"tried in node: class of arithmetic {manifest['class']}, engine {manifest['engine']}"
    yield f"it runs the code {manifest['code']}, which is this program's"


def is_built(folder: Path, wanted: str) -> bool:
    """Tell whether a folder holds the runtime of this key, whole."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        whole = all(_sha256(folder / name) == each["sha256"] for name, each in manifest["files"].items())
        return bool(whole and manifest["key"] == wanted)
    except (OSError, ValueError, KeyError):
        return False


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _packages(inside: dict[str, Path]) -> Entries:
    """Return the files of the packages that the core stands on."""
    files = parcel.package_files(inside["pymunk"], "pymunk")
    for name in ("msgpack", "msgspec", "xxhash"):
        files |= parcel.package_files(inside[name])
    return files


def _compiled(inside: dict[str, Path], objects: Path, given: Path | None) -> Entries:
    """Return the two compiled modules, which are kept for as long as nothing changes that they are made of."""
    kept = pieces.cache() / f"modules-{_key_of_modules()[:16]}"
    places = {"pymunk/" + modules.ENGINE_FILE: modules.ENGINE_FILE, modules.CFFI_FILE: modules.CFFI_FILE}
    if not all((kept / name).is_file() for name in places.values()):
        objects.mkdir()
        compiler = modules.compiler_in(objects, given)
        kept.mkdir(parents=True, exist_ok=True)
        for module in (modules.build_engine(compiler, inside["pymunk"]), modules.build_cffi(compiler, inside["cffi"])):
            atomic_files.write(kept / module.name, module.read_bytes())
    return {place: (kept / name).read_bytes() for place, name in places.items()}


def _add_pyodide(pyodide: Path, runtime: Path) -> None:
    """Put Pyodide's files into a folder; its list of packages, which it would load from elsewhere, is emptied."""
    runtime.mkdir()
    for name in _OF_PYODIDE:
        shutil.copyfile(pyodide / name, runtime / name)
    lock = json.loads((pyodide / LOCK).read_text("utf-8"))
    (runtime / LOCK).write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    (runtime / LIBRARY).write_bytes(stdlib.trimmed(pyodide / LIBRARY))
    (runtime / "boot.mjs").write_bytes(_BOOT.read_bytes())


def _tried(runtime: Path) -> dict[str, str]:
    """Start the runtime in node, and check that it runs this code with portable arithmetic.

    Raises:
        Refused: it does not.
    """
    facts = node.facts(runtime)
    if facts["class"] != PORTABLE.name:
        raise Refused(f"the engine for the browser computes otherwise ({facts['class']}) than the portable class")
    if facts["code"] != fingerprint.code():
        raise Refused("the code in the browser has another digest than this program: a source is missing in its parcel")
    return facts


def _gzipped(file: Path) -> int:
    """Return how many bytes of a file a browser gets from a server that compresses."""
    return len(gzip.compress(file.read_bytes(), mtime=0))


def _write_manifest(runtime: Path, facts: dict[str, Any]) -> None:
    files = {
        file.name: {"size": file.stat().st_size, "gzipped": _gzipped(file), "sha256": _sha256(file)}
        for file in sorted(runtime.iterdir())
    }
    (runtime / MANIFEST).write_text(json.dumps({**facts, "files": files}, indent=1), "utf-8")


def _put(runtime: Path, target: Path) -> None:
    """Copy the runtime beside its place, and rename it; what is there is replaced."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(
        tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent)
    )  # its own: another may be put there, too
    try:
        shutil.copytree(runtime, beside, dirs_exist_ok=True)
        beside.chmod(0o755)  # as any folder: others may read what is installed
        if target.exists():
            if not (target / MANIFEST).is_file() and any(target.iterdir()):
                raise Refused(f"{target} is there and holds no runtime; name an empty folder, or another one")
            shutil.rmtree(target)
        beside.rename(target)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
