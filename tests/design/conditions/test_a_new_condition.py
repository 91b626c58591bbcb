"""Adding a condition touches one file: a copy of the program gets one, and all of the program can do with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sandbox

PACKAGE = Path(str(sandbox.__file__)).resolve().parent

RESTS = '''
class Rests(Condition, frozen=True, tag="rests"):
    """A part is slower than this, in m/s, for this many ticks in all."""

    canonical_name = "Rests"
    form = Form("rests", "Comes to rest", "A part is slow for some ticks", "PAUSE", ("part",))

    part: Id
    speed: float
    ticks: int = 3

    def refusal(self) -> str:
        return "" if self.speed > 0 else "rests needs a speed above 0"

    def sentence(self, facts: Facts) -> str:
        return f"{facts.title(self.part)} comes to rest"

    def test(self, machine: Observed, memory: Numbers, inner: Sequence[Test]) -> Test:
        def is_at_rest() -> bool:
            x, y = machine.motion(self.part)[3:5]
            memory[0] += x * x + y * y < self.speed * self.speed
            return bool(memory[0] >= self.ticks)

        return is_at_rest

    def share(self, memory: float, tick_length: float) -> float:
        return memory / self.ticks

    def marks(self, design: Layout) -> Iterator[Badge | DashedLine]:
        yield Badge(self.part, "diamond")

    @classmethod
    def pointed_out(cls, at: Pointed, facts: Facts) -> Self:
        return cls(at.part, 0.1)

    def fields(self, facts: Facts) -> Iterator[Field]:
        yield from part_fields(self, facts)
        yield number_field(self, "speed", "m/s")


CONDITIONS = (*CONDITIONS, Rests)
'''

WALK = '''
from sandbox.levels import levels
from sandbox import parts
from sandbox.commands.commands import Delete, SetGoals, Start
from sandbox.design.design import Goal, canonical_text, from_plain
from sandbox.errors import BadFile, Refused
from sandbox.recording.fingerprint import code
from sandbox.commands.session import Session
from sandbox.levels.level_rules import sense
from sandbox.editing.authoring import goal_forms as rules

TEXT = """
format = 1
rules = 3
title = "Rest"
parts = [{id = 1, kind = "floor", x = 1.0, y = 0.1}, {id = 2, kind = "crate", x = 1.0, y = 0.5}]
goals = [{text = "Still", when = {is = "held", seconds = 0.1, of = {is = "rests", part = 2, speed = 0.05}}}]
"""
level = levels.loads(TEXT)
assert levels.loads(levels.dumps(level)) == level
assert "of=Rests(part=2, speed=0.05, ticks=3)" in canonical_text(level)
goal = level.goals[0].when
assert rules.text_of(level, goal) == "The crate comes to rest, for 0.1 s"
assert [form.name for form in rules.FORMS][-1] == "rests"
assert rules.made(rules.FORMS[-1], level, {"part": 2}).speed == 0.1
assert [field.name for field in goal.of.fields(parts.LevelFacts(level))] == ["part", "speed"]
assert [mark.figure for mark in goal.of.marks(level)] == ["diamond"]
sense(level)
session = Session(level)
try:
    session.do(Delete(2))
    raise SystemExit("a part that a goal names was deleted")
except Refused as refused:
    assert "is about part 2" in str(refused)
for when, said in ((goal.of.__class__(2, 0.0), "rests needs a speed"), (goal.of.__class__(7, 1.0), "does not exist")):
    try:
        session.do(SetGoals((Goal("", when),), ()))
        raise SystemExit(f"not refused: {said}")
    except Refused as refused:
        assert said in str(refused), refused
session.do(Start())
shares = set()
while session.outcome == "open" and session.tick < 2400:
    session.advance(1)
    shares.add(session.goals[0].share)
print(session.outcome, session.tick, len(shares) > 20, code())
'''


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGE, tmp_path / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))  # the window too
    return tmp_path


def walk(root: Path) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-c", WALK], cwd=root, env=env, capture_output=True, text=True, timeout=60
    )  # fmt: skip


def test_a_condition_is_added_in_one_file(copied: Path) -> None:
    module = copied / "sandbox" / "design" / "conditions" / "changes.py"
    module.write_text(module.read_text("utf-8") + RESTS, "utf-8")
    ran = walk(copied)
    assert ran.returncode == 0, ran.stderr[-2000:]
    outcome, ticks, many, code = ran.stdout.split()
    assert (outcome, many) == ("won", "True") and 24 < int(ticks) < 2400
    from sandbox.recording import fingerprint

    assert code != fingerprint.code(), "it decides how a session goes on, so it is in the fingerprint"


def test_without_that_file_nothing_knows_it(copied: Path) -> None:
    ran = walk(copied)
    assert ran.returncode == 1 and "there is no condition 'rests'" in ran.stderr
