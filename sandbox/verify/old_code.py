"""Find the program that made a recording in the history of the checkout around this package.

It can show the recorded run on every tick; the recording itself holds states on some ticks only.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from sandbox.recording import fingerprint
from sandbox.recording.recording import DIGEST
from sandbox.recording.sealed_tree import is_sealed, seal_tree
from sandbox.recording.user_folders import cache_dir, data_dir
from sandbox.recording.user_seal import user_seal
from sandbox.tasks import programs

_MOST_COMMITS = 400


@functools.lru_cache(maxsize=64)
def package_of(code: str) -> Path | None:
    """Return a folder from which the package with this code can be imported; None if the history does not hold it.

    `code` comes out of a file, and the package will be run: only a digest ever becomes part of a path.
    """
    if DIGEST.fullmatch(code) is None:
        return None
    if code == fingerprint.code():
        return fingerprint.PACKAGE.parent
    folders = cache_dir() / "code"
    folder = folders / code
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_private(folder.parent) and not _is_ours(folder):
            if folder.parent == folders and is_private(folder):
                shutil.rmtree(folder)  # somebody else's, or kept by a version that sealed nothing
            _unpack(code, folder)
        return folder if is_private(folder.parent) and _is_ours(folder) and _holds(folder, code) else None
    except (OSError, tarfile.TarError):  # no cache can be kept here, or git's archive holds links to elsewhere
        return None


def _is_ours(folder: Path) -> bool:
    return is_private(folder) and is_sealed(folder, user_seal(data_dir()))


def _unpack(code: str, folder: Path) -> None:
    """Put the package of an old code into a folder, as a whole or not at all, even if another process does so too."""
    commit = _commit_of(code)
    packed = _git("archive", commit, "sandbox") if commit is not None else None
    if packed is None:
        return
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        whole = Path(beside) / "whole"
        whole.mkdir(mode=0o700)
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            _extract(archive, whole)
        seal_tree(whole, code, user_seal(data_dir()))
        with contextlib.suppress(OSError):  # another process was faster
            whole.rename(folder)


def _extract(archive: tarfile.TarFile, whole: Path) -> None:
    """Write the files of an archive into a folder. (Debian's Python 3.11.2 knows no filters of tarfile yet.)

    Raises:
        tarfile.TarError: there is something else than files and folders in it, or one that belongs elsewhere.
    """
    root = whole.resolve()
    for member in archive:
        target = (whole / member.name).resolve()
        if not (member.isreg() or member.isdir()) or not target.is_relative_to(root):
            raise tarfile.TarError(f"{member.name} is no file or folder within the archive")
        if member.isdir():
            target.mkdir(parents=True, exist_ok=True)
        elif (packed := archive.extractfile(member)) is not None:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(packed.read())


def is_private(folder: Path) -> bool:
    """Tell whether a folder is this user's, no link to another one, and writable for nobody else."""
    if not folder.is_dir() or folder.is_symlink():
        return False
    if sys.platform == "win32":  # where the folder of a user's caches is the user's alone
        return True
    stat = folder.stat()
    return stat.st_uid == os.geteuid() and not stat.st_mode & 0o022


def _holds(folder: Path, code: str) -> bool:
    return (folder / "sandbox").is_dir() and fingerprint.code(folder / "sandbox") == code


def _commit_of(code: str) -> str | None:
    listed = _git("rev-list", f"--max-count={_MOST_COMMITS}", "HEAD", "--", "sandbox")
    blobs: dict[str, bytes] = {}
    for commit in (listed or b"").decode().split():
        if _code_of(commit, blobs) == code:
            return commit
    return None


def _code_of(commit: str, blobs: dict[str, bytes]) -> str | None:
    """Return what `fingerprint.code` says in a commit, by the rules that it has there, without checking it out.

    None: it takes no fingerprints yet. `blobs` keeps what was read before.
    """
    blob_of = {}
    for line in (_git("ls-tree", "-r", commit, "sandbox") or b"").decode().splitlines():
        entry, _, path = line.partition("\t")
        blob_of[path.removeprefix("sandbox/")] = entry.split()[2]
    rules_blob = next((blob for path, blob in blob_of.items() if path.split("/")[-1] == "fingerprint.py"), None)
    rules = fingerprint.rules_of(_source(rules_blob, blobs)) if rules_blob else None
    if rules is None:
        return None
    named = ((rules.name_of(path), blob) for path, blob in blob_of.items())
    return fingerprint.digest((name, _source(blob, blobs)) for name, blob in named if name is not None)


def _source(blob: str, blobs: dict[str, bytes]) -> bytes:
    if blob not in blobs:
        blobs[blob] = _git("cat-file", "blob", blob) or b""
    return blobs[blob]


def _git(*arguments: str) -> bytes | None:
    """Run git in the folder around the package; None without git, without a repository, or if git fails."""
    git = programs.find("git")
    if git is None:
        return None
    command = [git, "-C", str(fingerprint.PACKAGE.parent), *arguments]
    try:
        return subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
