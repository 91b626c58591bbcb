"""The imports of a compiled WebAssembly file, read from its bytes."""

from __future__ import annotations

from typing import NamedTuple

from sandbox.errors import BadFile

_MAGIC = b"\0asm\1\0\0\0"
_IMPORTS = 2  # the number of that section
_FUNCTION, _TABLE, _MEMORY, _GLOBAL, _TAG = range(5)


class Import(NamedTuple):
    """Something that a file wants of the one that loads it: from which module, under which name."""

    module: str
    name: str
    is_function: bool


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def number(self) -> int:
        """Read a whole number of any length, seven bits in each byte, the low ones first."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def text(self) -> str:
        length = self.number()
        self.at += length
        return self.data[self.at - length : self.at].decode()

    def skip_limits(self) -> None:
        flags = self.number()
        self.number()
        if flags & 1:
            self.number()

    def skip_kind(self, kind: int) -> None:
        if kind in (_FUNCTION, _TAG):
            self.at += kind == _TAG
            self.number()
        elif kind == _TABLE:
            self.at += 1
            self.skip_limits()
        elif kind == _MEMORY:
            self.skip_limits()
        else:
            self.at += 2


def imports_of(compiled: bytes) -> list[Import]:
    """List what a compiled file imports, in its order.

    Raises:
        BadFile: it is no WebAssembly, or it is cut.
    """
    if compiled[: len(_MAGIC)] != _MAGIC:
        raise BadFile("this is no WebAssembly of version 1")
    reader = _Reader(compiled)
    reader.at = len(_MAGIC)
    try:
        while reader.at < len(compiled):
            section, size = reader.number(), reader.number()
            if section != _IMPORTS:
                reader.at += size
                continue
            imports = []
            for _ in range(reader.number()):
                module, name, kind = reader.text(), reader.text(), reader.number()
                reader.skip_kind(kind)
                imports.append(Import(module, name, kind == _FUNCTION))
            return imports
    except (IndexError, UnicodeDecodeError):
        raise BadFile("this WebAssembly is cut") from None
    return []
