"""The imports of WebAssembly are read from its bytes, and a file that is none is refused."""

from __future__ import annotations

import pytest

from sandbox.errors import BadFile, Refused
from sandbox.web.engine import modules
from sandbox.web.engine.wasm_file import Import, imports_of


def module(*imports: tuple[str, str, bytes]) -> bytes:
    """A file with a section for its maker, and one of imports: from where, which, and of what kind."""
    entries = b"".join(
        bytes([len(where)]) + where.encode() + bytes([len(name)]) + name.encode() + kind
        for where, name, kind in imports
    )
    section = bytes([len(imports)]) + entries
    return b"\0asm\1\0\0\0" + b"\0\3\2hi" + b"\2" + bytes([0x80 | len(section) % 128, len(section) // 128]) + section


FUNCTION, TABLE, MEMORY, GLOBAL = b"\0\5", b"\1\x70\0\1", b"\2\1\1\2", b"\3\x7f\1"
FILE = module(
    ("env", "memory", MEMORY), ("env", "table", TABLE), ("GOT.mem", "pow", GLOBAL), ("env", "calloc", FUNCTION)
)  # fmt: skip


def test_all_imports_are_listed_in_their_order() -> None:
    assert imports_of(FILE) == [
        Import("env", "memory", False), Import("env", "table", False), Import("GOT.mem", "pow", False),
        Import("env", "calloc", True),
    ]  # fmt: skip


def test_a_file_without_imports_has_none() -> None:
    assert imports_of(b"\0asm\1\0\0\0") == []


@pytest.mark.parametrize("data", [b"", b"\x7fELF", FILE[:20], FILE[:-2]])
def test_what_is_cut_or_is_no_webassembly_is_refused(data: bytes) -> None:
    with pytest.raises(BadFile):
        imports_of(data)


def test_an_engine_that_takes_mathematics_from_elsewhere_is_refused() -> None:
    modules.check_engine(FILE)
    with pytest.raises(Refused, match="would take sin, pow from the C library"):
        modules.check_engine(module(("env", "sin", FUNCTION), ("env", "pow", FUNCTION), ("env", "free", FUNCTION)))
