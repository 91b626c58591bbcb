"""Which sources a world has, and what in them does not repeat."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from sandbox.worlds import sources


def project(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> sources.Project:
    """The sources of a world whose factory is `made` in the module `game.world`."""
    (folder / "game").mkdir(exist_ok=True)
    for name, text in {"__init__": "", "world": "", **files}.items():
        (folder / "game" / f"{name}.py").write_text(f"{text}\ndef made(): ...\n")
    monkeypatch.syspath_prepend(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "game"]:
        monkeypatch.delitem(sys.modules, name)
    return sources.project_of(importlib.import_module("game.world").made)


def test_they_are_what_the_factory_imports_from_its_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "far.py").write_text("")
    world = "from . import parts\nimport json\ndef later():\n    import far"
    found = project(tmp_path, monkeypatch, world=world, parts="from game.deep import x", deep="x = 1", other="")
    assert sorted(found.files) == ["far", "game", "game.deep", "game.parts", "game.world"]
    before = found.digests()
    (tmp_path / "game" / "deep.py").write_text("x = 2")
    changed = {name for name, digest in found.digests().items() if digest != before[name]}
    assert changed == {"module:game.deep"}


@pytest.mark.parametrize(
    "text, said",
    [
        ("import time\nx = time.monotonic()", "line 2: time.monotonic() reads a clock"),
        ("from time import perf_counter as now\nx = now()", "line 2: time.perf_counter() reads a clock"),
        ("import random\nx = random.random()", "line 2: random.random() gives other numbers"),
        ("import random\nx = random.Random()", "random.Random() gives other numbers"),
        ("import numpy as np\nx = np.random.default_rng()", "numpy.random.default_rng() gives other numbers"),
        ("balls = {1, 2}\nfor ball in balls: ...", "line 2: the order in which a set is walked"),
        (
            "class W:\n    def f(self):\n        self.a: set[int] = x\n        return [b for b in self.a]",
            "line 4: the order",
        ),
        ("x = sorted([1], key=lambda each: id(each))", "id() is another number"),
    ],
)
def test_what_does_not_repeat_is_named_with_its_place(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (hazard,) = sources.hazards(project(tmp_path, monkeypatch, world=text))
    assert "world.py, line" in hazard
    assert said in hazard


@pytest.mark.parametrize(
    "text",
    [
        "import random\nx = random.Random(7).random()",
        "import random\nrandom.seed(7)\nx = random.random()",
        "balls = {1, 2}\nfor ball in sorted(balls): ...",
        "import pymunk\nfor shape in pymunk.Space().shapes: ...",
    ],
)
def test_what_repeats_is_not_named(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sources.hazards(project(tmp_path, monkeypatch, world=text)) == []
