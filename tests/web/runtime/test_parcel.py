"""The parcel holds all that a tab loads, and the sources by which a recording knows the code that made it."""

from __future__ import annotations

import ast
import io
import json
import sys
import zipfile
from pathlib import Path

from sandbox.recording import fingerprint
from sandbox.web.runtime import parcel, stdlib


def test_the_code_in_the_parcel_has_the_digest_of_this_program(tmp_path: Path) -> None:
    entries = parcel.core_sources()
    assert {"sandbox/web/tab/verdict.py", "sandbox/engine/plain_arrays.py", "sandbox/verify/verify.py"} <= set(entries)
    assert not [name for name in entries if name.startswith(("sandbox/window", "sandbox/cli"))]
    compiled = set(json.loads(entries[parcel.COMPILED_ONLY]))
    assert {name for name in entries if name.startswith("sandbox/render")} < compiled, "no digest is made of drawing"
    zipfile.ZipFile(io.BytesIO(parcel.packed(entries))).extractall(tmp_path)
    assert fingerprint.code(tmp_path / "sandbox") == fingerprint.code()
    (tmp_path / "sandbox/machine/guard.py").unlink()  # the control: a source that is missing shows
    fingerprint.code.cache_clear()
    assert fingerprint.code(tmp_path / "sandbox") != fingerprint.code()


def test_the_same_files_give_the_same_bytes_in_any_order() -> None:
    one, other = {"a": b"1", "b": b"2"}, {"b": b"2", "a": b"1"}
    assert parcel.packed(one) == parcel.packed(other) and parcel.digest(one) == parcel.digest(other)
    assert parcel.digest(one) != parcel.digest({"a": b"12", "b": b""})


def test_a_package_comes_without_its_tests_and_notes(tmp_path: Path) -> None:
    for name in ("thing/a.py", "thing/a.pyi", "thing/tests/b.py", "thing/__pycache__/a.pyc", "thing.dist-info/RECORD"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("pass\n", "utf-8")
    assert parcel.package_files(tmp_path) == {"thing/a.py": b"pass\n"}


def test_the_library_comes_without_what_nobody_loads(tmp_path: Path) -> None:
    library = tmp_path / "library.zip"
    kept = ["re/__init__.py", "encodings/utf_8.py", "asyncio/base_events.py", "os.py"]
    dropped = ["encodings/cp1252.py", "unittest/mock.py", "pdb.py", "asyncio/windows_events.py"]
    with zipfile.ZipFile(library, "w") as archive:
        for name in (*kept, *dropped):
            archive.writestr(name, name)
    with zipfile.ZipFile(io.BytesIO(stdlib.trimmed(library))) as part:
        assert sorted(part.namelist()) == sorted(kept)


def test_whatever_the_core_imports_anywhere_is_in_the_library_that_comes_with_it() -> None:
    """Also what is imported inside a function, as difflib is once a name in a recording is wrong."""

    def missing(name: str, source: bytes) -> list[str]:
        nodes = list(ast.walk(ast.parse(source)))
        modules = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
        modules += [
            node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level
        ]
        ours = [module for module in modules if module.partition(".")[0] in sys.stdlib_module_names]
        ways = [(module, f"{module.replace('.', '/')}{end}") for module in ours for end in (".py", "/__init__.py")]
        return [f"{name}: {module}" for module, way in ways if not stdlib.is_kept(way)]

    sources = {name: source for name, source in parcel.core_sources().items() if name.endswith(".py")}
    assert not [gone for name, source in sources.items() for gone in missing(name, source)]
    assert missing("x", b"def f():\n    import statistics\n") == ["x: statistics"], "the control"
