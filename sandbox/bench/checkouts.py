"""The other program of a comparison: a folder with a checkout of it, or a revision in the history of this one."""

from __future__ import annotations

import contextlib
import io
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sandbox.errors import Refused
from sandbox.verify import old_code

_NEEDED = ("sandbox", "levels")  # of a checkout, by its benchmark


@contextlib.contextmanager
def checkout_of(named: Path) -> Iterator[Path]:
    """Yield the folder of the program that a user has named: by that folder, or by a revision of this checkout.

    The files of a revision are unpacked into a folder of their own, which is gone afterwards.

    Raises:
        Refused: there is neither such a folder with the program in it nor such a revision.
    """
    if named.is_dir():
        yield _with_program(named)
        return
    packed = None if str(named).startswith("-") else old_code.git("archive", str(named), *_NEEDED)
    if packed is None:
        raise Refused(
            f"{named} is neither a folder nor a revision of this checkout; name a folder with another checkout of "
            "this program, or a revision that git knows, as HEAD~10"
        )
    with tempfile.TemporaryDirectory(prefix="sandbox-before-") as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            old_code.extract(archive, Path(folder))
        yield _with_program(Path(folder))


def _with_program(folder: Path) -> Path:
    if not (folder / "sandbox" / "__main__.py").is_file():
        raise Refused(f"{folder} is no checkout of this program: it has no sandbox/__main__.py")
    return folder
