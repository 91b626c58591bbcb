"""The names of the manual's page about the code, which walks from call to call, stand where it says."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from sandbox.manual import manual

ROOT = Path(__file__).resolve().parent.parent
_WALKS = (
    "A click becomes a verified command", "A recording becomes a verdict", "A candidate becomes a proven win",
    "A feature of the window gets from its row to its picture", "A level file reaches the screen",
)  # fmt: skip


def page() -> str:
    """The page about the code, with its links as from the top."""
    return manual.text("code").replace("](../", "](sandbox/")


def names_of(source: str) -> set[str]:
    """What a module defines: functions, classes, constants, and methods and fields of classes as `Class.name`."""
    return set(_names(ast.parse(source).body))


def _names(body: list[ast.stmt], inside: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield inside + node.name
        if isinstance(node, ast.ClassDef):
            yield from _names(node.body, f"{node.name}.")
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        yield from (inside + target.id for target in targets if isinstance(target, ast.Name))


@cache
def _names_in_code() -> frozenset[str]:
    files = (ROOT / "sandbox").rglob("*.py")
    return frozenset(name for file in files for name in names_of(file.read_text("utf-8")))


def misplaced(text: str) -> list[str]:
    """The names in a text that are not defined in the file that they point to, or, without a link, nowhere."""
    linked = re.findall(r"\[`([\w.]+)`\]\((sandbox/[\w/]+\.py)\)", text)
    wrong = []
    for name, target in linked:
        file = ROOT / target
        if not file.is_file() or name.removeprefix(f"{file.stem}.") not in names_of(file.read_text("utf-8")):
            wrong.append(f"{name} in {target}")
    bare = re.findall(r"(?<!\[)`([A-Za-z_]\w*(?:\.\w+)*)`", text)
    known = {name.rpartition(".")[2] for name in _names_in_code()}
    wrong += (name for name in bare if name.rpartition(".")[2] not in known)
    wrong += (name for name in bare if name[0].isupper() and "." in name and name not in _names_in_code())
    return wrong


def test_the_names_in_the_walks_are_in_the_code() -> None:
    assert misplaced(page()) == []


@pytest.mark.parametrize("title", _WALKS)
def test_each_walk_has_a_few_steps_and_each_step_a_name(title: str) -> None:
    _, _, rest = page().partition(f"**{title}.**\n\n")
    steps = re.split(r"^\d+\. ", rest.partition("\n\n")[0], flags=re.MULTILINE)[1:]
    assert 5 <= len(steps) <= 12
    assert [step for step in steps if "`" not in step and "](" not in step] == []


@pytest.mark.parametrize(
    "text",
    [
        "[`Gate.undo_all`](sandbox/workspace/gate.py)",
        "[`Gate.do`](sandbox/workspace/control.py)",
        "[`Gate.do`](sandbox/workspace/no_such.py)",
        "the `no_such_hook` of a part",
        "`Session.flew`",
    ],
)
def test_a_name_that_is_gone_is_caught(text: str) -> None:
    assert misplaced("[`Gate.do`](sandbox/workspace/gate.py) and `Session.do` are there") == []
    assert len(misplaced(text)) >= 1
