"""The program as it was when a recording was made, from the history of the checkout around this package.

With it the recorded run can be seen on every tick, not only on those of which the recording holds the state.
"""

from __future__ import annotations

import functools
import io
import subprocess
import tarfile
from pathlib import Path

import platformdirs

from sandbox import fingerprint
from sandbox.library import APP

_MOST_COMMITS = 400


def cache_dir() -> Path:
    """The user's folder for what can be made again at any time."""
    return Path(platformdirs.user_cache_dir(APP, appauthor=False))


@functools.lru_cache(maxsize=64)
def package_of(code: str) -> Path | None:
    """A folder from which the package with this code can be imported; None if the history does not hold it."""
    if code == fingerprint.code():
        return fingerprint.PACKAGE.parent
    folder = cache_dir() / "code" / code
    if (folder / "sandbox").is_dir():
        return folder
    commit = _commit_of(code)
    if commit is None:
        return None
    packed = _git("archive", commit, "sandbox")
    if packed is None:
        return None
    beside = folder.with_name(f"{code}.part")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(beside, filter="data")
    if not folder.exists():
        beside.rename(folder)
    return folder


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
    listed = {}
    for line in (_git("ls-tree", "-r", commit, "sandbox") or b"").decode().splitlines():
        entry, _, path = line.partition("\t")
        listed[path.removeprefix("sandbox/")] = entry.split()[2]
    own = next((blob for path, blob in listed.items() if path.split("/")[-1] == "fingerprint.py"), None)
    rules = fingerprint.rules_of(_source(own, blobs)) if own else None
    if rules is None:
        return None
    named = ((rules.name_of(path), blob) for path, blob in listed.items())
    return fingerprint.digest((name, _source(blob, blobs)) for name, blob in named if name is not None)


def _source(blob: str, blobs: dict[str, bytes]) -> bytes:
    if blob not in blobs:
        blobs[blob] = _git("cat-file", "blob", blob) or b""
    return blobs[blob]


def _git(*arguments: str) -> bytes | None:
    """What git says in the folder around the package; None where there is no git, no repository or no such thing."""
    command = ["git", "-C", str(fingerprint.PACKAGE.parent), *arguments]
    try:
        return subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
