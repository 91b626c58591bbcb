"""The headers of CPython 3.14 are taken where they are, or made of those of 3.13; without them, it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.errors import Refused
from sandbox.web.engine import headers

TUPLE = "typedef struct {\n    PyObject_VAR_HEAD\n    PyObject *ob_item[1];\n} PyTupleObject;\n"


def headers_of(version: str, folder: Path, tuple_: str = TUPLE) -> Path:
    (folder / "cpython").mkdir(parents=True)
    (folder / "internal").mkdir()
    (folder / "Python.h").write_text("#include <pyconfig.h>\n", "utf-8")
    (folder / "pyconfig.h").write_text("#define SIZEOF_LONG 8\n", "utf-8")
    (folder / "patchlevel.h").write_text(f'#define PY_VERSION              "{version}.0"\n', "utf-8")
    (folder / "cpython/tupleobject.h").write_text(tuple_, "utf-8")
    return folder


def test_a_tuple_of_3_13_gets_the_place_for_its_hash(tmp_path: Path) -> None:
    made = headers.python_headers(tmp_path / "made", headers_of("3.13", tmp_path / "given"))
    assert "PyObject_VAR_HEAD\n    Py_hash_t ob_hash;\n" in (made / "cpython/tupleobject.h").read_text("utf-8")
    assert not (made / "pyconfig.h").exists(), "the one for a browser is the program's own"


def test_those_of_3_14_are_taken_as_they_are(tmp_path: Path) -> None:
    theirs = TUPLE.replace("HEAD\n", "HEAD\n    /* cached */\n    Py_hash_t ob_hash;\n")
    made = headers.python_headers(tmp_path / "made", headers_of("3.14", tmp_path / "given", theirs))
    assert (made / "cpython/tupleobject.h").read_text("utf-8") == theirs


@pytest.mark.parametrize(("version", "tuple_", "said"), [
    ("3.12", TUPLE, "has no Python.h of 3.14 or 3.13"),
    ("3.13", "typedef struct {} PyTupleObject;\n", "is not as CPython 3.13 has it"),
])  # fmt: skip
def test_others_are_refused(version: str, tuple_: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=said):
        headers.python_headers(tmp_path / "made", headers_of(version, tmp_path / "given", tuple_))
