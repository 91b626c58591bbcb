"""Digests of code, kept in the user's cache folder: the program works them out once for each state of its sources.

They are known by the content of all the sources that they were worked out from, and of the modules that work them out.
So a source that was edited has other digests, whatever its time says.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from sandbox.errors import BadFile
from sandbox.reading import json_text
from sandbox.recording import fingerprint, user_folders
from sandbox.recording.cache_folder import CacheFolder
from sandbox.recording.code_graph import Sources
from sandbox.recording.user_seal import user_seal

MOST_BYTES = 1024 * 1024  # of the folder; when there are more, the digests that were not used for longest go
MOST_FILES = 50


def folder() -> Path:
    """Return the user's folder for digests; SANDBOX_DIGESTS names another one."""
    return Path(os.environ.get("SANDBOX_DIGESTS") or user_folders.cache_dir() / "digests")


class KeptDigests:
    """The digests of some sources that have been worked out, by this process or by another one, each by its root."""

    def __init__(self, files: Sources, workers: Iterable[Path]) -> None:
        """Open the digests of some sources, which modules in the files `workers` work out."""
        how = [("", sys.version.encode()), *((f"/{file.name}", file.read_bytes()) for file in workers)]
        self._name = f"{fingerprint.digest([*how, *files.items()])}.json"
        self._folder = CacheFolder(folder(), ".json", MOST_BYTES, MOST_FILES, user_seal(user_folders.data_dir()))
        self._digests = self._read()

    def get(self, root: str) -> str | None:
        """Return the digest of all that a root reaches; None if it has not been kept."""
        return self._digests.get(root)

    def keep(self, digests: Mapping[str, str]) -> None:
        """Keep more digests, for other processes, too."""
        self._digests = {**self._read(), **self._digests, **digests}
        self._folder.write(self._name, msgspec.json.encode(self._digests))

    def _read(self) -> dict[str, str]:
        content = self._folder.read(self._name)
        if content is None:
            return {}
        try:
            return json_text.decode(content, dict[str, str])
        except BadFile:
            return {}
