"""The runtime beside pages that share it: in a folder that is named relative to each page, or at an address of the web.

Each file of the runtime is an HTML document that hands its content to the page that shows it in a frame. Of all ways
to load a file this is the only one that works from a disk too (there Chromium refuses `fetch`), and no script from that
place runs in the page. The page uses a content only if its SHA-256 is the one that it names itself. Names hold a part
of that hash, so pages of several versions of the program can share one folder.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from sandbox.errors import BadFile, Refused
from sandbox.recording import atomic_files

MANIFEST = "built.json"  # of a runtime: all its files
_HOST = re.compile(r"[A-Za-z0-9.-]+(:[0-9]+)?")
_HAND_OVER = "parent.postMessage({ text: document.getElementById('content').textContent }, '*');"
_DOCUMENT = (
    '<!DOCTYPE html><html lang="en"><meta charset="utf-8">'
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '{hash}'\">"
    "<title>{name}</title><p>This is {name}, which pages beside it load to verify recordings.</p>"
    '<script type="text/plain" id="content">{text}</script><script>{script}</script></html>\n'
)


class SharedFile(NamedTuple):
    """A file of the runtime: its name there, the name of the document that holds it, and the SHA-256 of its content."""

    name: str
    document: str
    sha256: str


class SharedPlace(NamedTuple):
    """Where a page finds the runtime: an address that ends in a slash, and what its rule of content has to allow."""

    address: str
    allowed: str


@cache
def files_of(runtime: Path) -> tuple[SharedFile, ...]:
    """Return the files of a runtime that `build` has made.

    They are read once: while many pages are made, another program may tidy the folder of runtimes.
    """
    listed = json.loads((runtime / MANIFEST).read_text("utf-8"))["files"]
    return tuple(
        SharedFile(name, f"{name}-{each['sha256'][:16]}.html", each["sha256"]) for name, each in listed.items()
    )


def write(runtime: Path, folder: Path) -> list[Path]:
    """Write the documents of a runtime into a folder, except those that are there; return all of them.

    Raises:
        BadFile: the folder can't be written to.
    """
    documents = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in files_of(runtime):
            target = folder / file.document
            text = _document(file.name, (runtime / file.name).read_bytes()).encode("ascii")
            if not target.is_file() or target.read_bytes() != text:
                atomic_files.write(target, text)
            documents.append(target)
    except OSError as error:
        raise BadFile(f"{folder}: can't be written: {error.strerror or error}") from None
    return documents


def place(given: str, page: Path) -> SharedPlace:
    """Return where a page finds the runtime that it shares.

    Args:
        given: a folder, or an address that begins with https://.
        page: the file of the page.

    Raises:
        Refused: it is neither.
    """
    if "://" in given:
        return _address(given)
    try:
        way = os.path.relpath(given, page.parent)
    except ValueError:
        raise Refused(f"{given}: a page finds its runtime by the way from its own folder, on the same drive") from None
    return SharedPlace(f"{quote(Path(way).as_posix(), safe='/')}/", "'self'")


def _address(given: str) -> SharedPlace:
    try:
        parts = urlsplit(given)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme != "https" or not _HOST.fullmatch(parts.netloc) or parts.query or parts.fragment:
        raise Refused(
            f"'{given:.100}' is no place for a runtime: name a folder, or an address like https://example.org/runtime"
        )
    address = f"https://{parts.netloc}{quote(parts.path.rstrip('/'), safe='/%~')}/"
    return SharedPlace(address, address)


def _document(name: str, content: bytes) -> str:
    digest = base64.b64encode(hashlib.sha256(_HAND_OVER.encode("ascii")).digest()).decode("ascii")
    text = base64.b64encode(gzip.compress(content, 9, mtime=0)).decode("ascii")
    return _DOCUMENT.format(hash=f"sha256-{digest}", name=name, text=text, script=_HAND_OVER)
