"""The C headers for modules of Pyodide: those of its C library, of libffi and of CPython 3.14.

The one unclean step of the build is here. `_cffi_backend` needs all of CPython's headers, not only the stable part, and
of the version that Pyodide is: 3.14. Where Python 3.14 is installed, they are taken from there. Debian and PyPI have
none, so else those of 3.13 are taken, in which one thing is another: a tuple has no place for its hash. That is put in.
Each build is then tried in node, and all of it ends as soon as cffi has a wheel for Pyodide.
"""

from __future__ import annotations

import re
import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from sandbox.errors import Refused
from sandbox.web.engine import tools

OWN = Path(__file__).resolve().parent / "headers"
_WASI = Path("/usr/include/wasm32-wasi")  # of the Debian package wasi-libc
_TUPLE, _BEFORE = "cpython/tupleobject.h", "    PyObject_VAR_HEAD\n"
_HASH = "    Py_hash_t ob_hash;\n"
_VERSION = re.compile(r'^#define PY_VERSION\s+"(3\.1[34])\.', re.MULTILINE)


def python_headers(folder: Path, given: Path | None = None) -> Path:
    """Make a folder with the headers of CPython 3.14 for Pyodide, and return it.

    Args:
        folder: where it is made.
        given: a folder with the headers of 3.14 or 3.13; else they are looked for.

    Raises:
        Refused: there are none.
    """
    by_version = {version: path for path in _candidates(given) if (version := _version_in(path)) is not None}
    source = by_version.get("3.14") or by_version.get("3.13")
    if source is None:
        where = f"{given} has no Python.h of 3.14 or 3.13" if given is not None else "they are not installed"
        raise Refused(
            f"compiling cffi for the browser needs the C headers of Python 3.14 or 3.13, and {where}: install one of "
            "them, as with  pyenv install 3.13,  or name a folder that has Python.h in it: --headers FOLDER"
        )
    copied = folder / "python"
    shutil.copytree(source, copied, ignore=shutil.ignore_patterns("pyconfig.h", "internal"))
    header = copied / _TUPLE
    text = header.read_text("utf-8")
    if "ob_hash" not in text:
        if text.count(_BEFORE) != 1:
            raise Refused(f"{source / _TUPLE} is not as CPython 3.13 has it, so what 3.14 adds can't be put in")
        header.write_text(text.replace(_BEFORE, _BEFORE + _HASH), "utf-8")
    return copied


def _candidates(given: Path | None) -> Iterator[Path]:
    """Yield folders that may hold headers, the best ones last."""
    if given is not None:
        yield given
        return
    home = Path.home()
    for version in ("3.13", "3.14"):
        for root in (Path("/usr"), Path("/usr/local"), *sorted((home / ".pyenv/versions").glob(f"{version}.*"))):
            yield root / "include" / f"python{version}"
        yield from sorted((home / ".local/share/uv/python").glob(f"*{version}.*/include/python{version}"))
    yield Path(sysconfig.get_path("include"))


def _version_in(folder: Path) -> str | None:
    try:
        match = _VERSION.search((folder / "patchlevel.h").read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return None
    return match[1] if match is not None and (folder / "Python.h").is_file() else None


def libc_headers(folder: Path) -> Path:
    """Return the folder with the headers of wasi-libc, which are fetched from Debian if they are not installed.

    Args:
        folder: where they are unpacked.

    Raises:
        Refused: they can't be had.
    """
    if (_WASI / "stdlib.h").is_file():
        return _WASI
    folder.mkdir(parents=True, exist_ok=True)
    try:
        tools.check([tools.APT_GET, tools.DPKG_DEB], "fetching the headers of wasi-libc")
        tools.run(tools.APT_GET, "download", "-qq", "wasi-libc", folder=folder)
        (package,) = folder.glob("wasi-libc_*.deb")
        tools.run(tools.DPKG_DEB, "-x", str(package), str(folder))
    except (Refused, ValueError) as error:
        raise Refused(
            f"compiling for the browser needs the headers of wasi-libc: run  sudo apt-get install wasi-libc  ({error})"
        ) from None
    return folder / _WASI.relative_to("/")
