"""The source files of a world of another program: which they are, their digests, and what in them does not repeat.

They are the module of its factory and all that it imports from the same project, as far as their import statements
say. Nothing is imported to find them.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.worlds import factories
from sandbox.worlds.program import WorldProgram

MODULE = "module"  # the group of such files among what a recording uses
_INSTALLED = ("site-packages", "dist-packages")
_MOST_MODULES = 500
_PACKAGE = Path(__file__).resolve().parents[1]  # what this program does has a name of its own in fingerprints


class Project(NamedTuple):
    """The source files of a world, by the names of their modules."""

    files: dict[str, Path]

    def digests(self) -> dict[str, str]:
        """Return the digest of each file (16 hexadecimal digits); line ends do not count."""
        return {f"{MODULE}:{name}": _digest(path.read_bytes()) for name, path in sorted(self.files.items())}

    def code(self) -> str:
        """Return the digest of them all (32 hexadecimal digits)."""
        return hashlib.blake2b(repr(self.digests()).encode(), digest_size=16).hexdigest()


def _digest(source: bytes) -> str:
    return hashlib.blake2b(source.replace(b"\r\n", b"\n"), digest_size=8).hexdigest()


def project_of(factory: Callable[..., Any]) -> Project:
    """Find the source files of the world that a function makes."""
    module = sys.modules.get(getattr(factory, "__module__", ""))
    file = getattr(module, "__file__", None)
    if not file or not Path(file).is_file():
        return Project({})
    name, path = factories.name_of(factory).partition(":")[0], Path(file).resolve()
    up = name.count(".") + (path.name == "__init__.py")
    root = path.parents[up] if up < len(path.parents) else path.parent
    return Project(_reached(root, name, path))


def _reached(root: Path, name: str, path: Path) -> dict[str, Path]:
    """Follow the import statements from one module on, to files below a folder."""
    inside = name.partition(".")[0] if root.name in _INSTALLED else ""  # of what is installed, its own package only
    files, waiting = {name: path}, [name]
    while waiting and len(files) < _MOST_MODULES:
        module = waiting.pop()
        for imported in _imports(module, files[module]):
            if imported in files or (inside and imported.partition(".")[0] != inside):
                continue
            place = root.joinpath(*imported.split("."))
            source = next((file for file in (place / "__init__.py", place.with_suffix(".py")) if file.is_file()), None)
            if source is not None and _PACKAGE not in source.resolve().parents:
                files[imported] = source
                waiting.append(imported)
    return files


def _imports(module: str, path: Path) -> Iterator[str]:
    """Yield the names that could be modules in the import statements of a file, with the packages they are in."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(_parsed(path)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".") if package else []
            base = ".".join(parents[: len(parents) - node.level + 1]) if node.level else ""
            start = ".".join(filter(None, (base, node.module)))
            names = [start, *(f"{start}.{alias.name}".lstrip(".") for alias in node.names)]
        for name in filter(None, names):
            pieces = name.split(".")
            yield from (".".join(pieces[:count]) for count in range(1, len(pieces) + 1))


@functools.lru_cache(maxsize=_MOST_MODULES)
def _parsed_bytes(source: bytes) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _parsed(path: Path) -> ast.Module:
    return _parsed_bytes(path.read_bytes())


def project_here(program: WorldProgram) -> Project:
    """Find the source files of a program's world, whose factory a person has named.

    Raises:
        BadFile: nobody has, or it can't be imported.
    """
    return project_of(factories.factory_of(program))


# -- what does not repeat

_CLOCKS = {
    "time.time", "time.time_ns", "time.monotonic", "time.monotonic_ns", "time.perf_counter", "time.perf_counter_ns",
    "time.process_time", "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today",
    "datetime.date.today", "pygame.time.get_ticks",
}  # fmt: skip
_CHANCE = ("random.", "numpy.random.", "secrets.", "uuid.uuid1", "uuid.uuid4", "os.urandom")
_SEEDED = {"random.Random", "numpy.random.default_rng", "numpy.random.RandomState", "numpy.random.Generator"}
_SEEDING = {"random.seed", "numpy.random.seed"}


def hazards(project: Project) -> list[str]:
    """List the places in a world's sources where two runs may part: clocks, chance without a seed, and sets.

    Only what stands there in so many words is seen; that nothing is listed proves nothing. Two runs in processes with
    other hash seeds do (`verify`).
    """
    trees = {path: _parsed(path) for _, path in sorted(project.files.items())}
    calls = {path: _calls(tree) for path, tree in trees.items()}
    is_seeded = any(name in _SEEDING and node.args for some in calls.values() for node, name in some)
    findings = ((path, each) for path, tree in trees.items() for each in _found(tree, calls[path], is_seeded))
    return [f"{path}, line {line}: {what}" for path, (line, what) in findings]


def _calls(tree: ast.Module) -> list[tuple[ast.Call, str]]:
    """List the calls in a module, each with the full name of what is called."""
    aliases = _aliases(tree)
    return [(node, _dotted(node.func, aliases)) for node in ast.walk(tree) if isinstance(node, ast.Call)]


def _found(tree: ast.Module, calls: list[tuple[ast.Call, str]], is_seeded: bool) -> list[tuple[int, str]]:
    findings, sets = [], _sets(tree)
    for node, name in calls:
        if name in _CLOCKS:
            findings.append((node.lineno, f"{name}() reads a clock; count steps instead"))
        elif name.startswith(_CHANCE) and not (is_seeded or name in _SEEDING or (name in _SEEDED and node.args)):
            findings.append((node.lineno, f"{name}() gives other numbers each time; use random.Random(seed)"))
        elif name in ("id", "hash"):
            findings.append((node.lineno, f"{name}() is another number in each process; number things yourself"))
    for walked in ast.walk(tree):
        if isinstance(walked, ast.For | ast.comprehension) and _is_set(walked.iter, sets):
            sentence = "the order in which a set is walked is another in each process; use a list, a dict or sorted()"
            findings.append((walked.iter.lineno, sentence))
    return sorted(findings)


def _aliases(tree: ast.Module) -> dict[str, str]:
    """Map the names that a module gives to what it imports to their full names."""
    aliases = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            aliases.update({alias.asname or alias.name: alias.name for alias in node.names})
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            aliases.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})
    return aliases


def _dotted(node: ast.expr, aliases: dict[str, str]) -> str:
    """Return the full name of what is called; empty if it is no name."""
    if isinstance(node, ast.Name):
        return aliases.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value, aliases)
        return f"{before}.{node.attr}" if before else ""
    return ""


def _sets(tree: ast.Module) -> set[str]:
    """List the names and attributes that a module makes sets, as they are written."""
    names: set[str] = set()
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        value: ast.expr | None = None
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign):
            is_set = ast.unparse(node.annotation).partition("[")[0].rpartition(".")[2] in ("set", "Set", "frozenset")
            targets, value = [node.target], ast.Set([]) if is_set else node.value
        if value is not None and _is_set(value, set()):
            names.update(map(ast.unparse, targets))
    return names


def _is_set(node: ast.expr, sets: set[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    return isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in sets
