"""The parcel of the core: its sources, the engine and the packages that it stands on, in one archive.

The sources are among them, as a recording knows the code that made it by its sources: the digests in a browser are then
those of this program.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

from sandbox.errors import Refused
from sandbox.recording import code_graph, fingerprint
from sandbox.tasks import child

# Parts of packages that no core loads: tests, drawing by other libraries, and what is written about a package.
_NO_PART = frozenset(
    {
        "tests", "examples", "__pycache__", "pyglet_util.py", "_pyglet15_util.py", "pygame_util.py",
        "matplotlib_util.py", "pymunk_extension_build.py", "RECORD", "WHEEL", "METADATA", "top_level.txt",
    }
)  # fmt: skip
# The modules of this package that a tab loads, with all out of sight that is not there.
_LOADED = """
import json, sys

for name in ("numpy", "pyglet", "filelock", "platformdirs", "tomli_w", "tomllib"):
    sys.modules[name] = None
import sandbox.web.tab.live
import sandbox.web.tab.verdict

print(json.dumps(sorted(name for name in sys.modules if name.partition(".")[0] == "sandbox")))
"""

Entries = dict[str, bytes]
COMPILED_ONLY = "compiled-only.json"  # in the parcel: the modules of which it holds no source in the end


def core_sources() -> Entries:
    """Return the source files of the core by their paths in the parcel: all that decides how a session goes on, and all
    else that a tab loads.

    Raises:
        Refused: the core can't be loaded without numpy.
    """
    package = fingerprint.PACKAGE
    known = {package / path for path in code_graph.sources(package)}
    known.update(path for _, path in fingerprint.sources(package))
    others = set(_loaded(package)) - known
    names = {file: f"sandbox/{file.relative_to(package).as_posix()}" for file in sorted(known | others)}
    entries = {name: file.read_bytes() for file, name in names.items()}
    # A digest is read from the sources of what decides how a session goes on; of all else the compiled form is enough.
    entries[COMPILED_ONLY] = json.dumps([name for file, name in names.items() if file in others]).encode()
    return entries


def _loaded(package: Path) -> Iterator[Path]:
    done = child.run("-c", _LOADED)
    if done.returncode:
        last = (os.fsdecode(done.stderr).strip().splitlines() or ["no reason given"])[-1]
        raise Refused(f"the core can't be loaded without numpy, as in a browser: {last:.300}")
    for name in json.loads(done.stdout):
        place = package.joinpath(*name.split(".")[1:])
        yield place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def package_files(folder: Path, under: str = "") -> Entries:
    """Return the files of an unpacked wheel, or of one package in a folder, that a tab needs."""
    files = {}
    for file in sorted((folder / under).rglob("*")):
        inside = file.relative_to(folder)
        if file.is_file() and file.suffix not in (".pyi", ".c", ".h") and not _NO_PART.intersection(inside.parts):
            files[inside.as_posix()] = file.read_bytes()
    return files


def packed(entries: Entries) -> bytes:
    """Pack files into an archive: the same files always give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(entries.items()):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return packed.getvalue()


def digest(entries: Entries) -> str:
    """Return the digest of some files by name and content."""
    state = hashlib.sha256()
    for name, content in sorted(entries.items()):
        state.update(f"{len(name)} {len(content)} {name}".encode() + content)
    return state.hexdigest()
