"""The table of all magnitudes: measured once for each version of the code, and kept in the user's cache folder.

As a child process, this module measures one kind, or the whole table in one process, which a window can end at once.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import msgspec

from sandbox.authoring.magnitudes import Magnitudes, measure
from sandbox.errors import BadFile, Refused
from sandbox.parts import KINDS
from sandbox.reading import json_text
from sandbox.recording import fingerprint, user_folders
from sandbox.recording.cache_folder import CacheFolder
from sandbox.recording.user_seal import user_seal
from sandbox.tasks import cores
from sandbox.tasks.messages import Failure, unpack
from sandbox.tasks.pool import Pool
from sandbox.tasks.progress import ShowProgress, unseen
from sandbox.tasks.serving import Teller, serve
from sandbox.tasks.task_process import Setup

MOST_BYTES = 16 * 1024 * 1024  # of the folder; when there are more, the tables that were not used for longest go
MOST_FILES = 100
_MEASURING = ("experiments.py", "magnitudes.py", "stage.py")  # modules that decide how it is measured


def measure_all(jobs: int | None = None, progress: ShowProgress = unseen) -> dict[str, Magnitudes]:
    """Measure every kind, by name, in `jobs` processes (by default one for each core).

    Raises:
        Refused: a process has died over it.
    """
    jobs = jobs or cores.usable()
    if jobs == 1:
        return {name: measure(kind) for name, kind in KINDS.items()}
    table: dict[str, Magnitudes] = {}
    with Pool(Setup("sandbox.authoring.table"), jobs) as pool:
        for name, end in zip(KINDS, pool.in_order(KINDS), strict=True):
            if isinstance(end, Failure):
                raise Refused(f"{name} can't be measured: {end.sentence(optional=False)}")
            table[name] = unpack(end.value, Magnitudes)
            progress(len(table), len(KINDS))
    return table


@lru_cache(maxsize=1)
def table_path() -> Path:
    """Return the file that holds the table of this very code, engine and arithmetic."""
    state = hashlib.blake2b(digest_size=16)
    for part in (fingerprint.code(), fingerprint.engine(), fingerprint.arithmetic()):
        state.update(part.encode())
    for name in _MEASURING:
        state.update(Path(__file__).with_name(name).read_bytes())
    return user_folders.cache_dir() / "magnitudes" / f"{state.hexdigest()}.json"


def _kept() -> CacheFolder:
    return CacheFolder(table_path().parent, ".json", MOST_BYTES, MOST_FILES, user_seal(user_folders.data_dir()))


def read() -> dict[str, Magnitudes] | None:
    """Return the table if it has been measured; None if not, or if it can't be read."""
    content = _kept().read(table_path().name)
    try:
        table = json_text.decode(content or b"", dict[str, Magnitudes])
    except BadFile:
        return None
    return table if table.keys() == KINDS.keys() else None


def read_or_measure(jobs: int | None = None, progress: ShowProgress = unseen) -> dict[str, Magnitudes]:
    """Return the table; measure and keep it first if that has not been done yet, in so many processes."""
    table = read()
    if table is None:
        table = measure_all(jobs, progress)
        _kept().write(table_path().name, msgspec.json.encode(table))
    return table


def carry_out(name: str | None, teller: Teller) -> Magnitudes | None:
    """Measure one kind; without a name, measure and keep the table."""
    if name is not None:
        return measure(KINDS[name])
    read_or_measure(jobs=1)
    return None


if __name__ == "__main__":
    serve(carry_out, str | None)
