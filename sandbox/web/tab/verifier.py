"""The part of a page that verifies: its text, its script, and the runtime with the recording in blocks of text."""

from __future__ import annotations

import base64
import gzip
import html
import json
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.reading import files
from sandbox.recording.plain_text import SUFFIX
from sandbox.recording.recording import MAX_FILE

_FOLDER = Path(__file__).resolve().parent
_MANIFEST = "built.json"


class VerifierPart(NamedTuple):
    """What a page puts into itself: markup for its text, blocks after it, and a script that runs after them."""

    markup: str
    blocks: str
    script: str


# What a page's rule against foreign content has to allow for it: its own blobs, and WebAssembly.
SCRIPT_SOURCES, MORE_RULES = "blob: 'wasm-unsafe-eval'", "worker-src blob:"


def verifier_part(recording: Path, runtime: Path) -> VerifierPart:
    """Return the part for one recording, with all of the runtime in it.

    Args:
        runtime: the folder that `runtime.build` has made.

    Raises:
        BadFile: the recording can't be read.
        Refused: it is a level.
    """
    if recording.suffix != SUFFIX:
        raise Refused(f"{recording}: only a recording (*{SUFFIX}) can be verified in its page; leave --verify away")
    content, name = files.read_bytes(recording, MAX_FILE, "recording"), recording.name
    names = json.loads((runtime / _MANIFEST).read_text("utf-8"))["files"]
    blocks = [_block(f"runtime-{number}", (runtime / file).read_bytes(), file) for number, file in enumerate(names)]
    blocks.append(_block("verify-recording", content))
    worker = (_FOLDER / "worker.js").read_text("utf-8")
    blocks.append(f'<script type="text/plain" id="verify-worker">{_unclosed(worker)}</script>')
    markup = (_FOLDER / "verify.html").read_text("utf-8").replace("<!--NAME-->", html.escape(name, quote=True))
    return VerifierPart(markup, "\n".join(blocks), (_FOLDER / "verify.js").read_text("utf-8"))


def _block(id_: str, content: bytes, file: str = "") -> str:
    data = f' data-runtime="{html.escape(file, quote=True)}"' if file else ""
    text = base64.b64encode(gzip.compress(content, 9, mtime=0)).decode("ascii")
    return f'<script type="text/plain" id="{id_}"{data}>{text}</script>'


def _unclosed(script: str) -> str:
    """Check that a script can stand in a block of a page, which its own text must not end."""
    assert "</" not in script and "<!--" not in script
    return script
