"""Compile the engine and cffi's backend for WebAssembly, and check what the engine imports.

Clang alone makes modules for Pyodide: no emscripten is needed. They take the C library and libffi from Pyodide's main
module, and the engine takes no mathematics from anywhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.tasks import child
from sandbox.verify.engine_build import HEADER, MATHEMATICS
from sandbox.web.engine import headers, tools
from sandbox.web.engine.wasm_file import imports_of

ENGINE_FILE = "_chipmunk.abi3.so"
CFFI_FILE = "_cffi_backend.cpython-314-wasm32-emscripten.so"
_COMPILE = (
    "--target=wasm32-unknown-emscripten", "-nostdlibinc", "-D__wasi__", "-D_WASI_EMULATED_SIGNAL",
    "-D_WASI_EMULATED_PROCESS_CLOCKS", "-D_WASI_EMULATED_MMAN", "-fPIC", "-O3", "-DNDEBUG", "-w",
)  # fmt: skip
_PORTABLE = ("-std=c99", "-DCP_OVERRIDE_MESSAGE", "-ffp-contract=off", "-include", str(HEADER))
_LINK = (
    "-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--import-memory", "--gc-sections", "-O2",
    "--strip-all",
)  # fmt: skip
# Pymunk's own script writes the C code of its module. It leaves the solver of many threads out where it thinks that it
# is on Windows: a browser has no threads.
_EMIT = """
import os, platform, runpy, sys

platform.system = lambda: "Windows"
os.chdir(sys.argv[1])
runpy.run_path("pymunk/pymunk_extension_build.py")["ffibuilder"].emit_c_code(sys.argv[2])
"""


class Compiler(NamedTuple):
    """Clang with the headers for Pyodide; it works in a folder of its own."""

    folder: Path
    libc: Path
    python: Path

    def compile(self, source: Path, *flags: str) -> Path:
        """Compile one C file, and return the object file."""
        output = self.folder / f"{source.stem}.o"
        own = ("-include", str(headers.OWN / "pyodide_libc.h"), "-I", str(headers.OWN), "-I", str(self.python))
        where = ("-isystem", str(self.libc), *own)
        tools.run(tools.CLANG, *_COMPILE, *where, *flags, "-c", str(source), "-o", str(output))
        return output

    def link(self, objects: list[Path], entry: str, output: Path) -> Path:
        """Link object files to a module with one entry, and return it."""
        tools.run(tools.LINKER, *_LINK, f"--export-if-defined={entry}", "-o", str(output), *map(str, objects))
        return output


def compiler_in(folder: Path, given: Path | None = None) -> Compiler:
    """Return a compiler that works in a folder.

    Args:
        given: a folder with Python's headers, as in `headers.python_headers`.

    Raises:
        Refused: clang, its linker or the headers can't be had.
    """
    tools.check([tools.CLANG, tools.LINKER], "compiling the engine for the browser")
    return Compiler(folder, headers.libc_headers(folder / "libc"), headers.python_headers(folder, given))


def build_engine(compiler: Compiler, pymunk: Path) -> Path:
    """Compile pymunk's engine from its unpacked source with the portable mathematics, check it, and return its file.

    Raises:
        Refused: it can't be compiled, or it would take mathematics from the C library.
    """
    code = compiler.folder / "_chipmunk.c"
    done = child.run("-c", _EMIT, str(pymunk), str(code))
    if done.returncode:
        last = (done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"])[-1]
        raise Refused(f"pymunk's script that writes the code of its module failed: {last:.300}")
    sources = [code, *sorted((pymunk / "Munk2D/src").glob("*.c"))]
    flags = (*_PORTABLE, "-I", str(pymunk / "Munk2D/include"))
    wanted = [source for source in sources if source.name != "cpHastySpace.c"]
    objects = [compiler.compile(source, *flags) for source in wanted]
    module = compiler.link(objects, "PyInit__chipmunk", compiler.folder / ENGINE_FILE)
    check_engine(module.read_bytes())
    return module


def check_engine(compiled: bytes) -> None:
    """Check that a compiled engine takes no mathematics from the C library.

    Raises:
        Refused: it does.
    """
    taken = [
        imported.name for imported in imports_of(compiled) if imported.is_function and imported.name in MATHEMATICS
    ]
    if taken:
        raise Refused(f"the engine for the browser would take {', '.join(taken)} from the C library")


def build_cffi(compiler: Compiler, cffi: Path) -> Path:
    """Compile cffi's backend from its unpacked source, and return its file.

    `ffi.h` is the one that the source brings for another machine; what differs between machines is in `ffitarget.h`.
    """
    folder = cffi / "src/c"
    flags = ("-I", str(folder), "-I", str(folder / "libffi_arm64/include"))
    object_ = compiler.compile(folder / "_cffi_backend.c", *flags)
    return compiler.link([object_], "PyInit__cffi_backend", compiler.folder / CFFI_FILE)
