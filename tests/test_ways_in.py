"""There is one way in for the bytes of a file: `sandbox.reading`. Whoever opens or parses by other means is named here.

The rule is a function from source text to sentences, so that a module that breaks it can be shown to be caught.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sandbox

PACKAGE = Path(sandbox.__file__).resolve().parent
# Who reads, opens or parses by other means than `sandbox.reading`, and why that is no way in for a stranger's bytes.
OURS = "lines of our own child processes, or our own order in such a process"
PACKAGED = "files of the program itself, in its own folder"
WRITES = "opens what it writes"
EXCEPTIONS = {
    "reading.files": "it is the way in", "reading.toml_text": "it is the way in",
    "reading.json_text": "it is the way in", "reading.deflated": "it is the way in",
    "reading.toml_lines": "one quoted key of a text that was read before, or has passed its limits",
    "levels.formats.markup": "it is the way in for XML, and looks it over first",
    "recording.framing": "it is the way in for msgpack: a frame of up to 1 MB, with limits for each value",
    "recording.user_seal": "the key, only if it is a regular file that nobody else can have written",
    "together.messages": "it is the way in from the network: length, depth and number of values are looked at first",
    "together.past.sent_past": "the host's past: inflated up to a bound, and looked at as `together.messages` does it",
    "together.certificate": WRITES,
    "cli.together.sides": "copies a recording that this process has just written",
    "commands.commands": "a command that this process has packed a moment ago",
    "recording.recorder": WRITES, "levels.levels": WRITES, "levels.library": WRITES, "levels.kept_files": WRITES,
    "workspace.error_reports": WRITES, "workspace.past.branches": WRITES, "render.pictures.soundtrack": WRITES,
    "sound.speaker": WRITES, "cluster.keys": WRITES, "bench.local_cluster": WRITES,
    "cli.output": "opens what leads nowhere",
    "workspace.files.session_files": f"{WRITES}: lock files; their notes are read by `reading.files`",
    "workspace.files.files": f"{WRITES}: the copy of a recording that is open",
    "levels.solutions": "copies a recording that this process has just written",
    "api.pictures": "a picture that this process has just written",
    "recording.fingerprint": PACKAGED, "trials.checks.kept_results": PACKAGED, "recording.code_graph": PACKAGED,
    "recording.kept_digests": PACKAGED,
    "worlds.factories": "a variable that this program has set; modules that a person has named, as Python reads them",
    "worlds.sources": "modules that a person has named, as Python reads them",
    "render.shaders": PACKAGED, "environment.agents.benchmark": PACKAGED,
    "web.page.filling": PACKAGED, "web.tab.live": "messages of the page to its own worker",
    "web.tab.play_host": "copies a recording that this process has just written",
    "web.runtime.shared": "what this program has made",
    "web.site.builder": f"{PACKAGED}; the runtime, which this program has made",
    "verify.former": "a wheel that the user names, and whose program is then run",
    "verify.page": PACKAGED, "authoring.table": PACKAGED, "window.ui.level_pictures": f"{PACKAGED}; a sealed picture",
    "web.engine.headers": "headers of C that are installed", "web.engine.modules": "what clang has just made",
    "web.runtime.pieces": f"{PACKAGED}; what was fetched, whose hash is known", "web.runtime.parcel": PACKAGED,
    "web.runtime.stdlib": "of Pyodide, whose hash is known", "web.runtime.node": OURS,
    "web.runtime.build": f"{PACKAGED}; what this process has made",
    "web.tab.verifier": f"{PACKAGED}; the runtime, which this program has made",
    "cli.engine": PACKAGED, "verify.engine_build": "a wheel that pip has just fetched and checked",
    "verify.old_code": "what git has packed of the user's own repository",
    "bench.checkouts": "what git has packed of the user's own repository",
    "verify.old_run": OURS, "verify.world_run": OURS,
    "tasks.messages": OURS, "tasks.version_process": OURS, "verify.postmortem": OURS,
    "cluster.jobs": OURS, "cluster.connection": OURS,
    "cluster.remote": OURS,
    "plugin.pytest_contraption": "the first bytes of a file that pytest has found to be one, in any project",
    "bench.against": "developers' own files", "bench.bench": "developers' own files",
    "bench.bench_program": "developers' own files", "bench.circumstances": "counters of the system",
}  # fmt: skip
# Methods that open or read a file, or fail on a link that leads to itself, whatever they belong to.
METHODS = {"read_bytes", "read_text", "resolve"}
FUNCTIONS = {
    "open", "io.open", "os.open", "json.load", "json.loads", "tomllib.load", "tomllib.loads", "msgspec.json.decode",
    "msgspec.msgpack.decode", "msgspec.toml.decode", "msgspec.yaml.decode", "msgpack.unpackb", "msgpack.unpack",
    "msgpack.Unpacker", "zlib.decompress", "zlib.decompressobj", "gzip.open", "gzip.decompress", "bz2.open",
    "bz2.decompress", "lzma.open", "lzma.decompress", "zipfile.ZipFile", "tarfile.open", "pickle.load", "pickle.loads",
    "marshal.loads", "shelve.open", "Image.open", "wave.open", "expat.ParserCreate", "ElementTree.parse",
    "ElementTree.fromstring", "ElementTree.iterparse", "minidom.parse", "np.load", "numpy.load", "np.fromfile",
    "configparser.ConfigParser", "csv.reader", "shutil.copyfile", "shutil.copy", "shutil.copy2",
}  # fmt: skip
PATHS = {"path", "file", "log", "new", "source", "target", "place"}  # what `open` is a method of when it opens a file


def other_ways(source: str) -> list[str]:
    """The calls of a text that open or parse a file by other means than `sandbox.reading`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        owner, _, method = name.rpartition(".")
        opens = method == "open" and owner.rpartition(".")[2].strip("_") in PATHS
        reads = method in METHODS and owner not in ("files", "reading.files", "Path(__file__)", "")
        if name in FUNCTIONS or opens or reads:
            found.append(f"line {node.lineno}: {name}")
    return found


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name below `sandbox`."""
    return {
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def test_files_come_in_by_one_way() -> None:
    found = {
        module: ways
        for module, path in modules().items()
        if module not in EXCEPTIONS and (ways := other_ways(path.read_text("utf-8")))
    }
    assert found == {}, "read it through sandbox.reading"


def test_each_exception_is_still_one() -> None:
    idle = [name for name in EXCEPTIONS if name not in modules() or not other_ways(modules()[name].read_text("utf-8"))]
    assert idle == [], "take them out of the list"


@pytest.mark.parametrize(
    "line",
    [
        'open("x")', 'with path.open("rb") as file: pass', "self._path.read_text()", "json.loads(text)",
        "tomllib.loads(text)", "zlib.decompressobj()", "msgspec.json.decode(data, type=int)", "Image.open(file)",
        'os.open("x", os.O_RDONLY)', "(folder / name).read_bytes()", "path.resolve()",
    ],
)  # fmt: skip
def test_another_way_would_be_caught(line: str) -> None:
    assert other_ways(line)


@pytest.mark.parametrize(
    "line",
    ["files.read_text(path, 7)", "json_text.loads(text)", "workspace.files.open(path)", "Path(__file__).resolve()"],
)
def test_the_way_in_is_none_of_them(line: str) -> None:
    assert not other_ways(line)
