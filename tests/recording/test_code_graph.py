"""The code graph: what each definition can reach, found in the sources alone, and what of its text counts."""

from __future__ import annotations

import pytest

from sandbox.recording import fingerprint
from sandbox.recording.code_graph import CodeGraph, sources

BALLS = b'''"""Balls."""
from sandbox.parts.base import Kind, half
from sandbox.parts import tables
from sandbox.machine import machine as running
TYPE = 1
if TYPE_CHECKING:
    from sandbox.parts.world import World


class Ball(Kind):
    """A ball."""

    help = "It rolls."
    source = ("A book, "
              "page 3")
    radius = half(tables.RADIUS)  # m

    def roll(self, world: World) -> None:
        """Roll on."""
        from sandbox.parts.wind import blow
        blow(self, running.step)


class Cube(Kind):
    pass


def is_ball(thing: object) -> bool:
    return isinstance(thing, Ball)
'''
FILES = {
    "errors.py": b"class Refused(ValueError): pass\n",
    "machine/machine.py": b"GRAVITY = 9.81\ndef step(): return GRAVITY\ndef other(): pass\n",
    "parts/__init__.py": b"from sandbox.parts.families import KINDS\ndef kind(name): return KINDS[name]\n",
    "parts/families.py": b"from sandbox.parts import balls\nKINDS = {'ball': balls.Ball, 'cube': balls.Cube}\n",
    "parts/balls.py": BALLS,
    "parts/base.py": b"from sandbox.errors import Refused\nclass Kind: error = Refused\ndef half(x): return x / 2\n",
    "parts/tables.py": b"RADIUS, MASS = 1, 2\nOTHER = 3\n",
    "parts/wind.py": b"FORCE = 1\ndef blow(*a): return FORCE\nFORCE = 2\n",
    "parts/world.py": b"class World: pass\n",
}
BALL = ("parts.balls", "Ball")
REACHED = {
    BALL, ("parts.base", "Kind"), ("parts.base", "half"), ("errors", "Refused"), ("parts.tables", "RADIUS"),
    ("parts.tables", "MASS"),
    ("parts.wind", "blow"), ("parts.wind", "FORCE"), ("machine.machine", "step"), ("machine.machine", "GRAVITY"),
}  # fmt: skip


def test_names_are_followed_through_bases_modules_tables_and_imports_within() -> None:
    """Not reached: what only types name, other names of the same modules, and what looks kinds up by their name."""
    assert CodeGraph(FILES).reach([BALL]) == REACHED


def test_nothing_reaches_a_kind_by_the_table_of_all_kinds() -> None:
    assert CodeGraph(FILES).reach([("parts", "kind")]) == {("parts", "kind")}


def test_asking_for_a_class_does_not_reach_it() -> None:
    """Where there is an object of it, something else has made that, and reaches the class."""
    assert CodeGraph(FILES).reach([("parts.balls", "is_ball")]) == {("parts.balls", "is_ball")}


def test_a_module_that_is_handed_on_is_reached_as_a_whole() -> None:
    files = {**FILES, "parts/balls.py": BALLS.replace(b"tables.RADIUS", b"tables")}
    assert {("parts.tables", "RADIUS"), ("parts.tables", "MASS"), ("parts.tables", "OTHER")} < CodeGraph(files).reach(
        [BALL]
    )


def test_what_a_module_does_when_it_is_loaded_belongs_to_all_that_is_in_it() -> None:
    files = {**FILES, "parts/wind.py": FILES["parts/wind.py"] + b"blow.strength = 3\n"}
    graph = CodeGraph(files)
    assert ("parts.wind", "") in graph.reach([BALL])
    assert graph.digest(graph.reach([BALL])) != digest(FILES)


def digest(files: dict[str, bytes]) -> str:
    graph = CodeGraph(files)
    return graph.digest(graph.reach([BALL]))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("parts/balls.py", b'"""A ball."""', b'"""A round thing,\n\n    like no other.\n    """'),
        ("parts/balls.py", b'"""Roll on."""', b'"""Go."""'),
        ("parts/balls.py", b"  # m", b"  # metres"),
        ("parts/balls.py", b'"It rolls."', b'"It rolls # and rolls."'),
        ("parts/balls.py", b"page 3", b"page 4"),
        ("parts/balls.py", b"\n\nclass Cube", b"\nclass Cube"),
        ("parts/balls.py", b"class Cube(Kind):\n    pass", b"class Cube(Kind):\n    size = 1"),
        ("parts/balls.py", b"\n", b"\r\n"),
        ("parts/tables.py", b"OTHER = 3", b"OTHER = 4"),
        ("machine/machine.py", b"def other(): pass", b"def other(): return 1"),
        ("parts/families.py", b"'cube': balls.Cube", b"'cube': balls.Cube, 'dice': balls.Cube"),
    ],
)
def test_what_can_not_change_it_leaves_its_digest(file: str, old: bytes, new: bytes) -> None:
    assert old in FILES[file]
    assert digest({**FILES, file: FILES[file].replace(old, new)}) == digest(FILES)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("parts/balls.py", b"self, running.step", b"self, running.other"),
        ("parts/balls.py", b'(Kind):\n    """A ball', b'(Kind, Kind):\n    """A ball'),
        ("parts/base.py", b"x / 2", b"x / 3"),
        ("parts/base.py", b"error = Refused", b"error = ValueError"),
        ("parts/tables.py", b"RADIUS, MASS = 1, 2", b"RADIUS, MASS = 1.5, 2"),
        ("parts/wind.py", b"FORCE = 2", b"FORCE = 3"),
        ("machine/machine.py", b"9.81", b"9.8"),
        ("errors.py", b"pass", b"code = 1"),
    ],
)
def test_what_it_reaches_changes_its_digest(file: str, old: bytes, new: bytes) -> None:
    assert old in FILES[file]
    assert digest({**FILES, file: FILES[file].replace(old, new)}) != digest(FILES)


def test_a_module_may_move() -> None:
    moved = {**FILES, "parts/air/wind.py": FILES["parts/wind.py"]}
    del moved["parts/wind.py"]
    moved["parts/balls.py"] = BALLS.replace(b"parts.wind", b"parts.air.wind")
    graph = CodeGraph(moved)
    assert ("parts.air.wind", "FORCE") in graph.reach([BALL])


@pytest.mark.parametrize(
    ("source", "other"),
    [
        (b'X = "a # b"\n', b'X = "a # c"\n'),
        (b'X = """a\n\nb"""\n', b'X = """a\nb"""\n'),
        (b'X = """a \nb"""\n', b'X = """a\nb"""\n'),
        (b'X = f"""{1}\n# b\n"""\n', b'X = f"""{1}\n# c\n"""\n'),
    ],
)
def test_what_looks_like_a_comment_in_a_text_counts(source: bytes, other: bytes) -> None:
    one, two = CodeGraph({"parts/x.py": source}), CodeGraph({"parts/x.py": other})
    assert one.digest([("parts.x", "X")]) != two.digest([("parts.x", "X")])
    same = CodeGraph({"parts/x.py": b"# first\n" + source.replace(b"\n", b"\n", 1) + b"# last\n"})
    assert same.digest([("parts.x", "X")]) == one.digest([("parts.x", "X")])


def test_the_sources_are_those_of_the_simulation() -> None:
    files = sources(fingerprint.PACKAGE)
    assert {"errors.py", "parts/balls.py", "machine/machine.py", "commands/session.py"} < files.keys()
    assert not any(path.startswith(("window/", "verify/", "recording/")) for path in files)
