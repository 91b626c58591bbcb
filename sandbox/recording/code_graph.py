"""The definitions that the simulation's sources are made of, and which of them each one can reach.

A *definition* is what binds a name at the top level of a module: a class, a function, a table, a number. It reaches
those that its text names, those that these name, and so on. What runs only through an object (a method of a part that
another part strikes) belongs to a class, and that class is named by what made the object; so all that can run is
reached, as long as nothing is looked up by a text. The tables that kinds and conditions are looked up in are therefore
*cut*: nothing reaches a kind through them, and a recording counts the kinds that it uses by itself (`used_code`).

A definition is known by its name and text, wherever its module stands; comments, docstrings and empty lines are left
out.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import io
import re
import tokenize
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("commands", "design", "engine", "machine", "parts", "worlds")  # and the module `errors`
_SELF = "sandbox"
_DIGEST_SIZE = 8
_IMPORTED = "import"  # begins a reference that is an import: no name is called so
_ASKS_FOR_CLASS = frozenset({"isinstance", "issubclass"})
_LONG_TEXT = ('"""', "'''")
_QUOTE = re.compile("[\"']")
_FOR_READERS = frozenset({"help", "source", "synonyms"})  # texts of a kind that only people read
# Tables of kinds and conditions: what they list is looked up by name, and counts where a recording uses it.
_CUT = frozenset(
    {
        *(("parts.families", name) for name in ("FAMILIES", "KINDS", "LINKS")),
        *(
            ("design.conditions.around", name)
            for name in ("CONDITIONS", "GROUPS", "SIMPLE", "WRAPPERS", "AnyCondition")
        ),
    }
)

Name = tuple[str, str]  # a module, and what is defined in it; "" is what runs when it is loaded and defines nothing
Sources = Mapping[str, bytes]  # path from the package folder -> source


class Definition(NamedTuple):
    """A definition, as its module alone can tell: the digest of its text, and the dotted names in it."""

    digest: str
    references: frozenset[tuple[str, ...]]


class Module(NamedTuple):
    """A module of the program, as its source says: its definitions, and the dotted names that its imports bind."""

    definitions: Mapping[str, Definition]
    imports: Mapping[str, tuple[str, str]]  # a name -> the module that it comes from, and its name in there, or ""


def sources(package: Path) -> dict[str, bytes]:
    """Read the sources below a package folder that a session can be made of."""
    files = [package / "errors.py", *(file for name in PACKAGES for file in (package / name).rglob("*.py"))]
    return {file.relative_to(package).as_posix(): file.read_bytes() for file in sorted(files)}


class CodeGraph:
    """The definitions in some sources, and the reach of each."""

    def __init__(self, files: Sources) -> None:
        self._files = {_dotted(path): source for path, source in files.items()}
        self._read: dict[str, Module] = {}
        self._onward: dict[Name, frozenset[Name]] = {}

    def __contains__(self, name: Name) -> bool:
        return name[0] in self._files and name[1] in self._module(name[0]).definitions

    @property
    def modules(self) -> Collection[str]:
        """The dotted names of the modules, without the package's own."""
        return self._files.keys()

    def _module(self, name: str) -> Module:
        """Return a module, which is read when it is first reached."""
        if name not in self._read:
            self._read[name] = _read(self._files[name].replace(b"\r\n", b"\n"))
        return self._read[name]

    def defined_in(self, module: str) -> frozenset[Name]:
        """Return all definitions of a module."""
        return frozenset((module, name) for name in self._module(module).definitions)

    def reach(self, roots: Iterable[Name]) -> frozenset[Name]:
        """Return some definitions and all that they can reach."""
        reached: set[Name] = set()
        coming = [root for root in roots if root in self]
        while coming:
            name = coming.pop()
            if name not in reached:
                reached.add(name)
                coming += self._next(name) - reached
        return frozenset(reached)

    def digest(self, names: Iterable[Name]) -> str:
        """Return the digest of some definitions, as hexadecimal digits."""
        texts = sorted(self._module(module).definitions[name].digest for module, name in names)
        return _digest("".join(texts))

    def _next(self, name: Name) -> frozenset[Name]:
        if name not in self._onward:
            module, own = name
            references = self._module(module).definitions[own].references
            onward = {other for reference in references for other in self._resolve(module, reference)}
            if (module, "") in self:
                onward.add((module, ""))
            self._onward[name] = frozenset(onward - _CUT)
        return self._onward[name]

    def _resolve(self, module: str, reference: tuple[str, ...]) -> frozenset[Name]:
        """Find the meaning of a dotted name in a module; nothing if it is of another package, or a local name."""
        first, *rest = reference
        if first == _IMPORTED:
            return self._imported(rest[0], (rest[1],) if rest[1] else ())
        here = self._module(module)
        if first in here.definitions:
            return frozenset({(module, first)})
        if first not in here.imports:
            return frozenset()
        source, name = here.imports[first]
        return self._imported(source, (name, *rest) if name else tuple(rest))

    def _imported(self, module: str, names: tuple[str, ...]) -> frozenset[Name]:
        """Find what dotted names mean in a module, or in the package that it is."""
        here = self._module(module) if module in self._files else None
        if not names:  # the module itself is handed on: whatever is in it may be asked for
            return self.defined_in(module) if here is not None else frozenset()
        below = f"{module}.{names[0]}"
        if below in self._files and (here is None or names[0] not in here.definitions):
            return self._imported(below, names[1:])
        return self._resolve(module, names) if here is not None else frozenset()


# -- one module


@functools.lru_cache(maxsize=1024)
def _read(source: bytes) -> Module:
    text = source.decode("utf-8")
    lines = text.splitlines(keepends=True)
    named: dict[str, list[ast.stmt]] = {}
    imports: dict[str, tuple[str, str]] = {}
    for node in _run(ast.parse(source).body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.update(_bound(node))
        elif not _is_text(node):
            for name in _defined(node) or ("",):
                named.setdefault(name, []).append(node)
    named.pop("__all__", None)
    return Module({name: _definition(name, nodes, lines) for name, nodes in named.items()}, imports)


def _dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("__init__").removesuffix("/").replace("/", ".")


def _run(nodes: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Iterate over the statements at the top level that are carried out: those under TYPE_CHECKING are not."""
    for node in nodes:
        if not isinstance(node, ast.If):
            yield node
            continue
        test = ast.unparse(node.test)
        yield from _run([] if test == "TYPE_CHECKING" else node.body)
        yield from _run([] if test == "not TYPE_CHECKING" else node.orelse)


def _is_text(node: ast.stmt) -> bool:
    """Tell whether a statement is a text by itself: a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _bound(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, tuple[str, str]]]:
    """List the names that an import of this package binds, each with where it comes from."""
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            if node.level == 0 and node.module and node.module.split(".")[0] == _SELF:
                module = node.module.removeprefix(_SELF).removeprefix(".")
                if module:
                    yield alias.asname or alias.name, (module, alias.name)
                else:  # from sandbox import parts
                    yield alias.asname or alias.name, (alias.name, "")
        elif alias.asname and alias.name.split(".")[0] == _SELF:
            yield alias.asname, (alias.name.removeprefix(f"{_SELF}."), "")


def _defined(node: ast.stmt) -> tuple[str, ...]:
    """List the names that a statement binds at the top level; none if it does something else."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return (node.name,)
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    names_used: list[str] = []
    for target in targets:
        names = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
        if not all(isinstance(name, ast.Name) for name in names):
            return ()
        names_used += [name.id for name in names if isinstance(name, ast.Name)]
    return tuple(names_used)


def _definition(name: str, nodes: list[ast.stmt], lines: list[str]) -> Definition:
    texts = [_text(node, lines) for node in nodes]
    references = {reference for node in nodes for reference in _references(node)}
    return Definition(_digest("\0".join((name, *texts))), frozenset(references))


def _references(node: ast.AST) -> Iterator[tuple[str, ...]]:
    """List the dotted names in a statement, each as long as it is, and what is imported within it."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        for _, (module, name) in _bound(node):
            yield (_IMPORTED, module, name)
        return
    chain: list[str] = []
    at = node
    while isinstance(at, ast.Attribute):
        chain.append(at.attr)
        at = at.value
    if isinstance(at, ast.Name):
        yield (at.id, *reversed(chain))
        return
    # An object of a class that is only asked for can be there only if something else has made it.
    asks = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ASKS_FOR_CLASS
    for inner in node.args[:1] if asks and isinstance(node, ast.Call) else ast.iter_child_nodes(node):
        yield from _references(inner)


# -- the text of a definition


def _text(node: ast.stmt, lines: list[str]) -> str:
    """Return the text of a statement without the parts that only people read."""
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    assert node.end_lineno is not None
    text = lines[first - 1 : node.end_lineno]
    for begin, end in _for_people(node):
        text[begin - first : end - first + 1] = [""] * (end - begin + 1)
    # Within a text of several lines a space and an empty line are content.
    longer = any(sign in line for line in text for sign in _LONG_TEXT)
    inside = {line - first for line in _within_texts(node)} if longer else set()
    text = _uncommented(text, inside)
    return "".join(
        line if at in inside else f"{line.rstrip()}\n" for at, line in enumerate(text) if at in inside or line.strip()
    )


def _for_people(node: ast.AST) -> Iterator[tuple[int, int]]:
    """List the first and last lines of docstrings, and of texts that a class keeps for people."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        for at, statement in enumerate(node.body):
            names = set(_defined(statement)) if isinstance(node, ast.ClassDef) else set()
            kept_for = bool(names) and names <= _FOR_READERS
            text = isinstance(getattr(statement, "value", None), ast.Constant)
            if ((at == 0 and _is_text(statement)) or (kept_for and text)) and statement.lineno > node.lineno:
                assert statement.end_lineno is not None
                yield statement.lineno, statement.end_lineno
    for name in ("body", "orelse", "finalbody", "handlers"):
        inner = getattr(node, name, ())
        for statement in inner if isinstance(inner, list) else ():
            yield from _for_people(statement)


def _within_texts(node: ast.stmt) -> Iterator[int]:
    """List the lines that end within a text of several lines."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.JoinedStr) or (
            isinstance(inner, ast.Constant) and isinstance(inner.value, str | bytes)
        ):
            assert inner.end_lineno is not None
            yield from range(inner.lineno, inner.end_lineno)


def _uncommented(lines: list[str], inside: Container[int]) -> list[str]:
    """Return lines without their comments.

    Where a text could hold the sign of a comment, Python's own tokens decide.
    """
    doubtful = any("#" in line and (at in inside or _QUOTE.search(line)) for at, line in enumerate(lines))
    if not doubtful:
        return [line.partition("#")[0] for line in lines]
    uncommented = list(lines)
    for token in tokenize.generate_tokens(io.StringIO("".join(line or "\n" for line in lines)).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            uncommented[row - 1] = uncommented[row - 1][:column]
    return uncommented


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=_DIGEST_SIZE).hexdigest()
