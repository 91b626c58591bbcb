"""A former version of this program, as a person names it: `--was` of `sandbox verify --report` and of `shrink`."""

from __future__ import annotations

import contextlib
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from sandbox.errors import Refused
from sandbox.verify.narrowing import history

_MOST = 512 * 1024 * 1024  # bytes of a wheel, unpacked
_PACKAGE = "sandbox"


@contextlib.contextmanager
def program_in(name: str) -> Iterator[Path]:
    """Give the folder from which a former version of this program can be imported, in a `with` block.

    Args:
        name: a virtual environment, a checkout or any folder with the package in it, a wheel, or a revision of the
            checkout around this program.

    Raises:
        Refused: there is no such program.
    """
    place = Path(name)
    if place.is_dir():
        yield _in_folder(place)
    elif place.suffix == ".whl":
        with tempfile.TemporaryDirectory() as folder:
            yield _unpacked(place, Path(folder))
    else:
        yield _at_commit(name)


def _in_folder(place: Path) -> Path:
    installed = [*place.glob("lib/python*/site-packages"), place / "Lib" / "site-packages"]
    for folder in (place, *installed):
        if (folder / _PACKAGE / "__init__.py").is_file():
            return folder.absolute()
    raise Refused(f"--was {place}: there is no package `sandbox` in this folder; name one with it, or its environment")


def _unpacked(place: Path, folder: Path) -> Path:
    try:
        with zipfile.ZipFile(place) as wheel:
            if sum(item.file_size for item in wheel.infolist()) > _MOST:
                raise Refused(f"--was {place}: holds more than {_MOST // 2**20} MB")
            wheel.extractall(folder)
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refused(f"--was {place}: can't be unpacked as a wheel: {reason}") from None
    return _in_folder(folder)


def _at_commit(name: str) -> Path:
    if not history.is_there():
        raise Refused(
            f"--was {name}: is no folder and no wheel, and no revision: this program runs from no git checkout"
        )
    package = history.package(history.named(name))
    if package is None:
        raise Refused(
            f"--was {name}: that revision can't be taken out of the history, or is too old to play recordings"
        )
    return package
