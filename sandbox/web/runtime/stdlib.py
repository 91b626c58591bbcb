"""Python's standard library for the browser, without what neither the core nor Pyodide's start loads."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

# Packages and modules at the top of the library that nothing here imports.
DROPPED = frozenset(
    {
        "_pyrepl", "concurrent/interpreters", "curses", "dbm", "doctest.py", "ensurepip", "ftplib.py", "idlelib",
        "imaplib.py", "lib2to3", "mailbox.py", "multiprocessing", "nntplib.py", "pdb.py", "pickletools.py",
        "poplib.py", "profile.py", "profiling", "pstats.py", "pydoc.py", "pydoc_data", "smtplib.py", "sqlite3", "test",
        "tkinter", "turtle.py", "turtledemo", "unittest", "venv", "wsgiref", "xml", "xmlrpc", "zoneinfo",
        "statistics.py", "_pyio.py", "html", "tomllib", "cProfile.py", "trace.py", "optparse.py", "plistlib.py",
        "_pydecimal.py", "asyncio/windows_events.py", "asyncio/windows_utils.py", "asyncio/proactor_events.py",
        "_markupbase.py", "_pydatetime.py", "argparse.py", "bdb.py", "cmd.py", "code.py", "compileall.py",
        "concurrent/futures/process.py", "configparser.py", "ctypes/_aix.py", "email", "fileinput.py", "gettext.py",
        "http", "importlib/metadata", "ipaddress.py", "logging/config.py", "logging/handlers.py", "mimetypes.py",
        "modulefinder.py", "socketserver.py", "symtable.py", "tabnanny.py", "tarfile.py", "timeit.py",
        "urllib/request.py", "urllib/response.py", "urllib/robotparser.py", "wave.py",
    }
)  # fmt: skip
# Of the encodings: those of files, of Python itself and of archives.
_ENCODINGS = frozenset({"__init__.py", "aliases.py", "ascii.py", "cp437.py", "latin_1.py", "utf_8.py", "idna.py"})


def trimmed(library: Path) -> bytes:
    """Return an archive of the standard library without what is dropped; the same one always gives the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(library) as whole, zipfile.ZipFile(packed, "w") as part:
        for name in sorted(whole.namelist()):
            if is_kept(name):
                part.writestr(zipfile.ZipInfo(name), whole.read(name))
    return packed.getvalue()


def is_kept(name: str) -> bool:
    """Tell whether a file of the library, by its path in it, stays."""
    parts = name.rstrip("/").split("/")
    if any("/".join(parts[:length]) in DROPPED for length in range(1, len(parts) + 1)):
        return False
    return parts[0] != "encodings" or len(parts) == 1 or name.endswith("/") or parts[1] in _ENCODINGS
