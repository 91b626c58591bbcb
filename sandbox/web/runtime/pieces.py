"""The pieces of the runtime that others make: each of one version, known by its hash, and fetched once.

`runtime.json` lists them. Python's packages are fetched by pip, Pyodide by npm; what is fetched is used only if its
SHA-256 is the one in the list.
"""

from __future__ import annotations

import hashlib
import json
import tarfile
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.errors import Refused
from sandbox.recording import user_folders
from sandbox.tasks import child
from sandbox.web.engine import tools

LIST = Path(__file__).resolve().with_name("runtime.json")


class RuntimePiece(NamedTuple):
    """One piece: `origin` is "npm", "source" (a source distribution of Python's) or "wheel"."""

    name: str
    version: str
    origin: str
    file: str
    sha256: str


def pinned() -> dict[str, RuntimePiece]:
    """Return all pieces by name."""
    listed: dict[str, dict[str, str]] = _list()["pieces"]
    fields = ("version", "from", "file", "sha256")
    return {name: RuntimePiece(name, *(each[field] for field in fields)) for name, each in listed.items()}


def _list() -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(LIST.read_text("utf-8"))
    return plain


def cache() -> Path:
    """Return the user's folder for what is fetched and made here."""
    return user_folders.cache_dir() / "web"


def fetched(piece: RuntimePiece, folder: Path | None = None) -> Path:
    """Return the file of a piece, which is fetched if it is not in the folder yet.

    Args:
        folder: where the files are kept; by default in the user's cache folder.

    Raises:
        Refused: it can't be fetched, or it is not the file that the list means.
    """
    folder = cache() / "pieces" if folder is None else folder
    file = folder / piece.file
    if not file.is_file() or _sha256(file) != piece.sha256:
        folder.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        _fetch(piece, folder)
        actual = _sha256(file) if file.is_file() else "no such file"
        if actual != piece.sha256:
            file.unlink(missing_ok=True)
            raise Refused(
                f"{piece.file} that was fetched is not the one that this program means (SHA-256 {actual}, not "
                f"{piece.sha256}); nothing was made of it. Try again, or with another index"
            )
    return file


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _fetch(piece: RuntimePiece, folder: Path) -> None:
    requirement, where = f"{piece.name}=={piece.version}", ("--no-deps", "--dest", str(folder))
    if piece.origin == "npm":
        tools.run(tools.NPM, "pack", "--silent", f"{piece.name}@{piece.version}", folder=folder)
        return
    if piece.origin == "source":
        done = child.run_pip("download", "--quiet", *where, "--no-binary", piece.name, requirement)
    else:
        known = _list()
        digits = known["python"].replace(".", "")
        tags = ("--python-version", digits, "--implementation", "cp", "--abi", f"cp{digits}", "--abi", "abi3")
        platform = ("--platform", known["platform"])
        done = child.run_pip("download", "--quiet", *where, "--only-binary", ":all:", *tags, *platform, requirement)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
        raise Refused(f"{requirement} can't be fetched, which needs a network: {last.removeprefix('ERROR: '):.300}")


def unpacked(file: Path, folder: Path) -> Path:
    """Unpack a piece into a folder, and return the one folder that it holds, or the folder itself."""
    folder.mkdir(parents=True)
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as archive:
            archive.extractall(folder)
        return folder
    with tarfile.open(file) as archive_:
        archive_.extractall(folder)  # the hash says whose it is
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 else folder
