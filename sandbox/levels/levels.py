"""Level files: a design as TOML, read with every number checked, written beside and renamed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from sandbox import parts
from sandbox.design import design
from sandbox.design.design import Design, canonical_text
from sandbox.design.scenes import PAPER
from sandbox.errors import BadFile, Mistakes
from sandbox.levels import handwriting, mistakes
from sandbox.reading import files, toml_text
from sandbox.reading.toml_faults import BadToml
from sandbox.recording import atomic_files

FORMAT = 1
MAX_BYTES = 16 * 1024 * 1024
_COMMON = 64 * 1024  # characters: more than any level has that a person has built
_FORMAT_LINE = re.compile(r"^\s*format\s*=", re.MULTILINE)  # what has one is meant as a level
_HEADER = "# A level of the contraption sandbox: metres, seconds, radians, y up.\n"


def read(path: Path) -> Design:
    """Read and check the design in a level file.

    Raises:
        BadFile: the sentence names the file, the place and the rule.
    """
    text = files.read_text(path, MAX_BYTES, "level")
    try:
        return _loads_once(text) if len(text) <= _COMMON else loads(text)
    except Mistakes as error:
        raise Mistakes(error.sentences, str(path), error.more) from None
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


def loads(text: str) -> Design:
    """Read and check the design in the text of a level.

    Raises:
        BadFile: it is no level; the sentence says why.
        Mistakes: it is one, with all that is wrong in it, each with its line.
    """
    try:
        plain = toml_text.loads(text)
    except BadToml as error:
        raise Mistakes((str(error),)) if _FORMAT_LINE.search(text) else BadFile(f"not a level: {error}") from None
    format_ = plain.pop("format", None)
    if format_ != FORMAT or isinstance(format_, bool):
        return as_player(_of_no_format(text, plain, format_))
    if not handwriting.in_degrees(plain):
        with contextlib.suppress(BadFile):  # most are right; only of others anybody wants to know the lines
            return as_player(parts.check(design.from_plain(plain)))
    return as_player(mistakes.read(text, plain))


def _of_no_format(text: str, plain: dict[str, Any], format_: Any) -> Design:
    """Refuse a level that does not say its format, or another one, with its other mistakes.

    Raises:
        BadFile: it is no level, or in a format that may have other rules.
    """
    line = f"line 'format = {FORMAT}'"
    if format_ is None and plain.keys() & set(Design.__struct_encode_fields__):
        return mistakes.read(text, plain, (handwriting.Mistake((), f"it has no {line}; write it at the top"),))
    if format_ is None:
        raise BadFile(f"not a level that this version reads: it has no {line}")
    shown = handwriting.shown(format_)
    why = f"it is in format {shown}, and this version of the program reads {FORMAT}; its first key is the {line}"
    raise BadFile(f"not a level that this version reads: {why}")


_loads_once = lru_cache(maxsize=256)(loads)  # whoever shows many levels asks again and again for the same few texts


def as_player(level: Design) -> Design:
    """Return a level as a player has it, and as files hold it: without its author's free hand."""
    return msgspec.structs.replace(level, author=False) if level.author else level


def as_run(level: Design) -> Design:
    """Return what a player's run of a level depends on: all but its texts, hints, clues, aims, par, scene, forecast,
    groups and the names of its parts."""
    parts_alone = tuple(
        msgspec.structs.replace(spec, group=0, name="") if spec.group or spec.name else spec for spec in level.parts
    )
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
        open=False,
        clues=None,
        aims=(),
    )


_MOST_DIGESTS = 256
# By the identity of a design, which never changes: the chooser asks three times for each level, each time it opens.
_digests: dict[int, tuple[Design, str]] = {}


def digest(level: Design) -> str:
    """Return the digest by which a level is known: 32 hexadecimal digits, the same for all levels that run alike."""
    known = _digests.get(id(level))
    if known is not None and known[0] is level:
        return known[1]
    text = canonical_text(as_run(level))
    result = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    if len(_digests) >= _MOST_DIGESTS:
        _digests.clear()
    _digests[id(level)] = level, result
    return result


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
