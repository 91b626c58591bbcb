"""The file that a wrong name of a file may have been meant for."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

from sandbox.errors import BadFile
from sandbox.reading.nearest import nearest

_MOST = 5000  # names that are looked at in a folder


def meant_file(path: Path) -> str:
    """Ask whether the file of the most similar name in the same folder is meant; empty if none is similar."""
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for entry in itertools.islice(entries, _MOST)]
    except (OSError, ValueError):
        return ""
    # Endings are alike however different the names are, so they are not compared with them.
    of_kind = {Path(name).stem: name for name in sorted(names) if Path(name).suffix == path.suffix}
    similar = of_kind.get(nearest(path.stem, of_kind), "")
    similar = similar or nearest(path.name, sorted(name for name in names if Path(name).stem == path.stem))
    return f"; is '{path.with_name(similar)}' meant?" if similar else ""


def existing(path: Path) -> Path:
    """Return a path, if there is something or nothing of a similar name; its reader reports what does not exist.

    Raises:
        BadFile: there is no such file, but one of a similar name.
    """
    if not os.path.lexists(path) and (near := meant_file(path)):
        raise BadFile(f"{path}: there is no such file{near}")
    return path
