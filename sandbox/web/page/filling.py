"""Puts texts into the places of a page: its modules as one script, its style, and the rule against foreign content."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable, Mapping
from importlib.resources import files

_FOLDER = files("sandbox.web.page") / "browser"


def text_of(name: str) -> str:
    """Return a file of this folder."""
    return (_FOLDER / name).read_text("utf-8")


def script_of(modules: Iterable[str]) -> str:
    """Return modules as one script: a page that is opened from a disk may load no other file."""
    lines = []
    for name in modules:
        for line in text_of(name).splitlines():
            text = line.strip()  # what only makes it readable is a fifth of it
            if text and not text.startswith(("import ", "// ")):
                lines.append(text.removeprefix("export "))
    return "\n".join(('"use strict";', *lines))


def hash_of(text: str) -> str:
    """Return the hash by which a page's rule names a script or style of its own."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def with_parts(text: str, parts: Mapping[str, str]) -> str:
    """Fill the places of a page, `<!--NAME-->`, in one pass: what is put in is never searched for places."""
    pieces = text.split("<!--")
    filled = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("-->")
        filled += [parts[name], rest]
    return "".join(filled)


def document(name: str, title: str, policy: str, style: str, parts: Mapping[str, str]) -> str:
    """Return the page of a file of this folder, with the head that all pages have, and its places filled."""
    head = {"TITLE": html.escape(title), "POLICY": policy, "STYLE": style}
    return with_parts(text_of(name), {"HEAD": with_parts(text_of("head.html"), head), **parts})
