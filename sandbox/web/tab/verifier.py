"""The part of a page that verifies: its text, its script, and the recording in a block of text; the runtime stands in
blocks beside it, or is named where it is shared with other pages."""

from __future__ import annotations

import base64
import gzip
import html
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.reading import files
from sandbox.recording.plain_text import SUFFIX
from sandbox.recording.recording import MAX_FILE
from sandbox.web.runtime import shared
from sandbox.web.runtime.shared import SharedPlace

_FOLDER = Path(__file__).resolve().parent
_INSIDE = "The engine itself is in this page: it runs the recording again here, and compares every tick."
_ELSEWHERE = (
    "The engine itself runs the recording again here, and compares every tick. It stands in {at}; a file from there is "
    "used only if its SHA-256 is the one that this page names."
)


class VerifierPart(NamedTuple):
    """What a page puts into itself: markup for its text, blocks after it, and a script that runs after them."""

    markup: str
    blocks: str
    script: str
    more_rules: str  # what a page's rule against foreign content has to allow for it


SCRIPT_SOURCES = "blob: 'wasm-unsafe-eval'"  # of that rule: the page's own blobs, and WebAssembly
_WORKERS = "worker-src blob:"


def verifier_part(recording: Path, runtime: Path, place: SharedPlace | None = None) -> VerifierPart:
    """Return the part for one recording, with all of the runtime in it, or with its place.

    Args:
        runtime: the folder that `runtime.build` has made.
        place: where the page finds the files of that very runtime instead, which `shared.write` writes.

    Raises:
        BadFile: the recording can't be read.
        Refused: it is a level.
    """
    if recording.suffix != SUFFIX:
        raise Refused(f"{recording}: only a recording (*{SUFFIX}) can be verified in its page; leave --verify away")
    content, name = files.read_bytes(recording, MAX_FILE, "recording"), recording.name
    blocks = runtime_blocks(runtime, place)
    blocks += [_block("verify-recording", content), worker_block("verify-worker")]
    address = "" if place is None else html.escape(place.address, quote=True)
    where = _INSIDE if place is None else _ELSEWHERE.format(at=f"<code>{address}</code>")
    markup = (_FOLDER / "verify.html").read_text("utf-8")
    for mark, text in {"WHERE": where, "RUNTIME": address, "NAME": html.escape(name, quote=True)}.items():
        markup = markup.replace(f"<!--{mark}-->", text)
    script = loader() + (_FOLDER / "verify.js").read_text("utf-8")
    return VerifierPart(markup, "\n".join(blocks), script, rules_for(place))


def loader() -> str:
    """Return the script that loads the runtime, for the scripts of pages that need it."""
    return (_FOLDER / "runtime_files.js").read_text("utf-8")


def rules_for(place: SharedPlace | None) -> str:
    """Return what a page's rule against foreign content has to allow for a runtime in it, or in another place."""
    return _WORKERS if place is None else f"{_WORKERS}; frame-src {place.allowed}"


def runtime_blocks(runtime: Path, place: SharedPlace | None) -> list[str]:
    """Return blocks of a page for all files of a runtime: the files themselves, or what finds them in their place."""
    known = shared.files_of(runtime)
    if place is None:
        return [_block(f"runtime-{n}", (runtime / file.name).read_bytes(), file.name) for n, file in enumerate(known)]
    return [
        f'<script type="text/plain" data-runtime="{html.escape(file.name, quote=True)}" '
        f'data-document="{html.escape(file.document, quote=True)}" data-sha256="{file.sha256}"></script>'
        for file in known
    ]


def worker_block(id_: str) -> str:
    """Return the script of a worker as a block of a page."""
    worker = (_FOLDER / "worker.js").read_text("utf-8")
    return f'<script type="text/plain" id="{id_}">{_unclosed(worker)}</script>'


def _block(id_: str, content: bytes, file: str = "") -> str:
    data = f' data-runtime="{html.escape(file, quote=True)}"' if file else ""
    text = base64.b64encode(gzip.compress(content, 9, mtime=0)).decode("ascii")
    return f'<script type="text/plain" id="{id_}"{data}>{text}</script>'


def _unclosed(script: str) -> str:
    """Check that a script can stand in a block of a page, which its own text must not end."""
    assert "</" not in script and "<!--" not in script
    return script
