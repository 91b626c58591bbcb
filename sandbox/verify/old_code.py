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
from collections.abc import Callable
from pathlib import Path
from typing import Self

from sandbox.recording import fingerprint, reader
from sandbox.recording.recording import DIGEST
from sandbox.recording.sealed_tree import is_sealed, seal_tree
from sandbox.recording.snapshots import without_states
from sandbox.recording.user_folders import cache_dir, data_dir
from sandbox.recording.user_seal import user_seal
from sandbox.tasks import programs

_MOST_COMMITS = 400


def write_for_older(recording: Path, out: Path) -> None:
    """Write a copy of a recording that older versions can read, which know states in another form: it has none.

    Raises:
        BadFile: the recording is damaged.
        OSError: the copy can't be written.
    """
    out.write_bytes(b"".join(without_states(reader.load(recording), 0)))


@functools.lru_cache(maxsize=64)
def package_of(code: str) -> Path | None:
    """Return a folder from which the package with this code can be imported; None if the history does not hold it.

    `code` comes out of a file, and the package will be run: only a digest ever becomes part of a path.
    """
    return _package(code, lambda: commit_of(code))


def package_at(commit: str) -> Path | None:
    """Return a folder from which the package of a commit can be imported; None if it takes no fingerprints yet."""
    code = code_at(commit)
    return None if code is None else _package(code, lambda: commit)


@functools.lru_cache(maxsize=4096)
def code_at(commit: str) -> str | None:
    """Return the digest of the code that a commit has; None if it takes no fingerprints yet."""
    with Blobs() as blobs:
        return _code_of(commit, blobs)


def _package(code: str, commit: Callable[[], str | None]) -> Path | None:
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
            _unpack(code, commit(), folder)
        return folder if is_private(folder.parent) and _is_ours(folder) and _holds(folder, code) else None
    except (OSError, tarfile.TarError):  # no cache can be kept here, or git's archive holds links to elsewhere
        return None


def _is_ours(folder: Path) -> bool:
    return is_private(folder) and is_sealed(folder, user_seal(data_dir()))


def _unpack(code: str, commit: str | None, folder: Path) -> None:
    """Put the package of an old code into a folder, as a whole or not at all, even if another process does so too."""
    packed = git("archive", commit, "sandbox") if commit is not None else None
    if packed is None:
        return
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        whole = Path(beside) / "whole"
        whole.mkdir(mode=0o700)
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            extract(archive, whole)
        seal_tree(whole, code, user_seal(data_dir()))
        with contextlib.suppress(OSError):  # another process was faster
            whole.rename(folder)


def extract(archive: tarfile.TarFile, whole: Path) -> None:
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


class Blobs:
    """The contents of files in the history, which one process of git reads out, each once."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}
        self._git: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._git is not None:
            self._git.communicate()  # the end of its input ends it

    def __getitem__(self, blob: str) -> bytes:
        """Return the content of a blob; nothing if git does not hold it."""
        if blob not in self._known:
            try:
                self._known[blob] = self._read(blob)
            except OSError:  # git has ended
                self._known[blob] = b""
        return self._known[blob]

    def _read(self, blob: str) -> bytes:
        if self._git is None:
            command = _command("cat-file", "--batch")
            if command is None:
                return b""
            quiet, pipe = subprocess.DEVNULL, subprocess.PIPE
            self._git = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=quiet)
        assert self._git.stdin is not None and self._git.stdout is not None
        self._git.stdin.write(f"{blob}\n".encode())
        self._git.stdin.flush()
        head = self._git.stdout.readline().split()
        if len(head) != 3:  # name, type and size; or that it is missing
            return b""
        return self._git.stdout.read(int(head[2]) + 1)[:-1]  # a line end follows the content


def commit_of(code: str) -> str | None:
    """Find the newest commit with this code among the last ones of the history; None if there is none."""
    listed = git("rev-list", f"--max-count={_MOST_COMMITS}", "HEAD", "--", "sandbox")
    with Blobs() as blobs:
        for commit in (listed or b"").decode().split():
            if _code_of(commit, blobs) == code:
                return commit
    return None


def _code_of(commit: str, blobs: Blobs) -> str | None:
    """Return what `fingerprint.code` says in a commit, by the rules that it has there, without checking it out.

    None: it takes no fingerprints yet.
    """
    blob_of = {}
    for line in (git("ls-tree", "-r", commit, "sandbox") or b"").decode().splitlines():
        entry, _, path = line.partition("\t")
        blob_of[path.removeprefix("sandbox/")] = entry.split()[2]
    rules_blob = next((blob for path, blob in blob_of.items() if path.split("/")[-1] == "fingerprint.py"), None)
    rules = fingerprint.rules_of(blobs[rules_blob]) if rules_blob else None
    if rules is None:
        return None
    named = ((rules.name_of(path), blob) for path, blob in blob_of.items())
    return fingerprint.digest((name, blobs[blob]) for name, blob in named if name is not None)


def _command(*arguments: str) -> list[str] | None:
    """Return the command line that runs git in the folder around the package; None without git."""
    git = programs.find("git")
    return None if git is None else [git, "-C", str(fingerprint.PACKAGE.parent), *arguments]


def git(*arguments: str) -> bytes | None:
    """Run git in the folder around the package; None without git, without a repository, or if git fails."""
    command = _command(*arguments)
    if command is None:
        return None
    try:
        return subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
