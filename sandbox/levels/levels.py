"""Level files: a design as TOML, read with every number checked, written beside and renamed."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path

import msgspec
import tomli_w

from sandbox import parts
from sandbox.design import design
from sandbox.design.design import Design, canonical_text
from sandbox.design.scenes import PAPER
from sandbox.errors import BadFile
from sandbox.reading import files, toml_text
from sandbox.recording import atomic_files

FORMAT = 1
MAX_BYTES = 16 * 1024 * 1024
_COMMON = 64 * 1024  # characters: more than any level has that a person has built
_HEADER = "# A level of the contraption sandbox: metres, seconds, radians, y up.\n"


def read(path: Path) -> Design:
    """Read and check the design in a level file.

    Raises:
        BadFile: the sentence names the file, the place and the rule.
    """
    text = files.read_text(path, MAX_BYTES, "level")
    try:
        return _loads_once(text) if len(text) <= _COMMON else loads(text)
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


def loads(text: str) -> Design:
    """Read and check the design in the text of a level.

    Raises:
        BadFile: the sentence names the place and the rule.
    """
    try:
        plain = toml_text.loads(text)
    except BadFile as error:
        raise BadFile(f"not a level: {error}") from None
    format_ = plain.pop("format", None)
    if format_ != FORMAT or isinstance(format_, bool):
        problem = "has no line 'format = 1'" if format_ is None else f"is in format {format_!r:.20}"
        raise BadFile(f"not a level that this version reads: it {problem}")
    return as_player(parts.check(design.from_plain(plain)))


_loads_once = lru_cache(maxsize=256)(loads)  # whoever shows many levels asks again and again for the same few texts


def as_player(level: Design) -> Design:
    """Return a level as a player has it, and as files hold it: without its author's free hand."""
    return msgspec.structs.replace(level, author=False) if level.author else level


def as_run(level: Design) -> Design:
    """Return what a player's run of a level depends on: all but its texts, hints, par, scene, forecast and groups."""
    parts_alone = tuple(msgspec.structs.replace(spec, group=0) if spec.group else spec for spec in level.parts)
    return msgspec.structs.replace(
        as_player(level),
        title="",
        text="",
        parts=parts_alone,
        hints=(),
        par=None,
        scene=PAPER,
        forecast=False,
        insight="",
    )


def digest(level: Design) -> str:
    """Return the digest by which a level is known: 32 hexadecimal digits, the same for all levels that run alike."""
    text = canonical_text(as_run(level))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def dumps(level: Design) -> str:
    """Write a level as text; `loads` gives the same design back, to the last bit of each number."""
    return _HEADER + tomli_w.dumps({"format": FORMAT, **design.to_plain(as_player(level))}, multiline_strings=False)


def write(path: Path, level: Design) -> None:
    """Write a level file: beside it first, then renamed, so that no half file is ever seen.

    Raises:
        BadFile: the place can't be written to.
    """
    write_text(path, dumps(level))


def write_text(path: Path, text: str) -> None:
    """Write a text file: beside it first, then renamed.

    Raises:
        BadFile: the place can't be written to.
    """
    try:
        with atomic_files.replacing(path) as new, new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise BadFile(f"{path}: can't be written: {error.strerror or error}") from None
