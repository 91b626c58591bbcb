"""The portable engine: built with our flags and nobody else's, and refused if it is not what it should be."""

import os
import shutil
import zipfile
from pathlib import Path

import pymunk
import pytest

from sandbox.errors import Refused
from sandbox.recording import fingerprint
from sandbox.recording.arithmetic_classes import PORTABLE
from sandbox.tasks import child
from sandbox.verify import engine_build

GCC = (
    "gcc -pthread -O3 -include /x/portable_math.h -ffp-contract=off -DNDEBUG -fPIC -I/usr/include -c a/cpBody.c -o b.o"
)
PORTABLE_HERE = fingerprint.arithmetic() == PORTABLE.digest


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """A wheel with the engine that is installed here."""
    package, path = Path(pymunk.__file__).parent, tmp_path / "pymunk-7.3.1-cp311-cp311-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file in package.rglob("*"):
            if file.is_file() and "examples" not in file.parts and "__pycache__" not in file.parts:
                archive.write(file, file.relative_to(package.parent))
    return path


def test_the_release_is_the_pinned_one() -> None:
    assert engine_build.pinned() == f"pymunk=={pymunk.version}"


def test_flags_of_others_stay_outside() -> None:
    outside = {
        "CFLAGS": "-ffast-math",
        "CPPFLAGS": "-DX",
        "LDFLAGS": "-lm",
        "CL": "/fp:fast",
        "PATH": os.pathsep.join(("", ".", "/bin", "bin")),  # a compiler that lies in the current folder is not meant
        "CC": "clang",
    }
    unix = engine_build.build_environment(outside, "linux")
    assert unix["PATH"] == "/bin"
    assert unix.keys() == {"PATH", "CC", "CFLAGS"} and unix["CC"] == "clang"
    assert unix["CFLAGS"] == f"-O3 -include {engine_build.HEADER} -ffp-contract=off -DNDEBUG"
    windows = engine_build.build_environment(outside, "win32")
    assert windows["CL"] == f'/FI"{engine_build.HEADER}" /fp:precise' and "CFLAGS" not in windows


def test_the_log_of_a_build_is_looked_through() -> None:
    assert engine_build.check_flags(f"running build\n  {GCC}\n  {GCC}\n  gcc -shared b.o -o c.so", "linux") == 2
    cl = '"C:\\VC\\cl.exe" /c /nologo /O2 /W3 /GL /DNDEBUG /MD -IMunk2D\\include /Tcsrc\\cpBody.c /Fobuild\\cpBody.obj'
    assert engine_build.check_flags(cl, "win32") == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("-pthread", "-march=native", "-march=native"),
        ("-pthread", "-ffast-math", "-ffast-math"),
        ("-pthread", "-mfma", "-mfma"),
        ("-pthread", "-mfpmath=387", "-mfpmath=387"),
        ("-fPIC", "-ffp-contract=fast", "-ffp-contract=fast"),
        ("-pthread -O3", "-Ofast", "-Ofast"),
        ("-O3 ", "", "without the options that it needs"),
        ("-include /x/portable_math.h", "", "without the options that it needs"),
        ("-c a/cpBody.c", "-E a/cpBody.c", "shows no compiler command"),
    ],
)
def test_a_flag_that_changes_the_arithmetic_is_refused(old: str, new: str, said: str) -> None:
    assert old in GCC
    with pytest.raises(Refused, match=said):
        engine_build.check_flags(GCC.replace(old, new), "linux")


def test_an_engine_that_takes_its_mathematics_from_the_c_library_is_refused(wheel: Path) -> None:
    if PORTABLE_HERE:
        engine_build.check_engine(wheel)
        return
    with pytest.raises(Refused, match=r"still takes .*(sin|sincos), .* from the C library"):
        engine_build.check_engine(wheel)


def test_an_engine_that_computes_otherwise_is_refused(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_build, "imported", lambda compiled: [])
    monkeypatch.setattr(engine_build, "probe", lambda folder: ("0123456789abcdef" * 2, folder))
    with pytest.raises(Refused, match=r"computes otherwise \(unnamed class 01234567\) than the portable class"):
        engine_build.check_engine(wheel)


@pytest.mark.parametrize(
    ("compiled", "names"),
    [
        (b"\x7fELF\0free\0sincos\0atan2\0", ["sincos", "atan2"]),
        (b"\xcf\xfa\xed\xfe\0_exp\0_free\0", ["exp"]),
        (b"MZ\0\0\x0a\x01pow\0\x04\0malloc\0", ["pow"]),
        (b"\x7fELF\0sqrt\0cosine\0portable_sin\0pm_sin\0", []),
    ],
)
def test_the_functions_that_a_library_imports(compiled: bytes, names: list[str]) -> None:
    assert engine_build.imported(compiled) == names


def test_a_missing_compiler_or_header_is_told_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_build, "has_compiler", lambda: False)
    monkeypatch.setattr(engine_build.sysconfig, "get_path", lambda name: "/nowhere")
    with pytest.raises(Refused, match=r"needs a C compiler and Python's headers \(Python.h\): run  "):
        engine_build.check_tools()
    ways = {name: engine_build.how_to_get(name) for name in ("linux", "darwin", "win32")}
    assert "apt-get install gcc python3-dev" in ways["linux"] and "dnf install gcc python3-devel" in ways["linux"]
    assert "xcode-select --install" in ways["darwin"] and "winget install" in ways["win32"]


def test_pip_s_own_reason_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "PIP_OPTIONS", (*child.PIP_OPTIONS, "--no-such-option"))
    with pytest.raises(Refused, match=r"pip install failed: .*no such option"):
        engine_build.install_stock()


def test_a_wheel_that_is_kept_has_a_name_of_its_own(wheel: Path, tmp_path: Path) -> None:
    kept = engine_build.keep(wheel, tmp_path / "new" / "wheels")
    assert kept.name == "pymunk-7.3.1-1portable-cp311-cp311-any.whl"
    assert [path.name for path in kept.parent.iterdir()] == [kept.name]
    assert kept.read_bytes() == wheel.read_bytes()


def test_the_probe_is_that_of_a_fresh_process(wheel: Path, tmp_path: Path) -> None:
    arithmetic, file = engine_build.probe()
    assert (arithmetic, file) == (fingerprint.arithmetic(), fingerprint.engine_file().resolve())
    shutil.unpack_archive(wheel, tmp_path / "unpacked", "zip")
    arithmetic, file = engine_build.probe(tmp_path / "unpacked")
    assert arithmetic == fingerprint.arithmetic() and file.is_relative_to(tmp_path / "unpacked")
    (tmp_path / "unpacked" / "pymunk" / "__init__.py").write_text("raise ImportError('no such engine')")
    with pytest.raises(Refused, match="can't be loaded: ImportError: no such engine"):
        engine_build.probe(tmp_path / "unpacked")


@pytest.mark.parametrize(("index", "said"), [
    ("http://127.0.0.1:9/simple", "could not reach its package index, and the engine is the one that it was"),
    ("file:///nowhere", "pip download failed: No matching distribution"),  # control: reached, and nothing there
])  # fmt: skip
def test_a_network_that_is_missing_is_told_from_a_release_that_is(tmp_path: Path, index: str, said: str) -> None:
    settings = {"PIP_INDEX_URL": index, "PIP_RETRIES": "1", "PIP_CONFIG_FILE": os.devnull}
    outside = {name: value for name, value in os.environ.items() if not name.upper().startswith(("PIP_", "HTTP"))}
    with pytest.raises(Refused, match=said):
        engine_build._pip("download", "--dest", str(tmp_path), engine_build.pinned(), env={**outside, **settings})
