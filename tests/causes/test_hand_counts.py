"""The chain that the program counts in known machines is the one counted by hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

from sandbox.causes.cause_tree import NOTHING, CauseTree, count_text, families
from sandbox.causes.motion_watch import MotionWatch
from sandbox.causes.traced_run import TracedSession, causes_of_run
from sandbox.commands.commands import Start
from sandbox.design.design import Design, PartSpec
from sandbox.recording import reader
from sandbox.recording.recording import Recording
from tests.causes.hand_counts import HAND_COUNTS

REPLAYS = Path(__file__).parents[2] / "replays"


@cache
def recording(name: str) -> Recording:
    return reader.read(REPLAYS / f"{name}.replay")


def causes(name: str) -> tuple[Design, CauseTree]:
    read = recording(name)
    ran = causes_of_run(read.head.design, read.head.seed, read.commands, read.ticks)
    assert ran is not None
    design, _, tree = ran
    return design, tree


def kinds(design: Design, tree: CauseTree) -> list[str]:
    return [design.part_by_id[step.part].kind for step in tree.chain()]


@pytest.mark.parametrize("name", HAND_COUNTS)
def test_the_chain_is_the_one_counted_by_hand(name: str) -> None:
    design, tree = causes(name)
    counted, number = HAND_COUNTS[name]
    assert kinds(design, tree) == counted.split()
    assert len(families(design, tree.chain())) == number
    ticks = [step.tick for step in tree.chain()]
    assert ticks == sorted(ticks)


def test_a_part_that_happens_to_move_is_not_in_it() -> None:
    design, tree = causes("hello")
    crate = PartSpec(design.next_id, "crate", 0.3, 0.9)  # it falls by itself, touches nothing of the chain, and lies
    planted = msgspec.structs.replace(design, parts=(*design.parts, crate), next_id=design.next_id + 1)
    session = TracedSession(planted)
    session.do(Start())
    session.advance(6 * 240)
    moved = [step for step in session.causes.steps if step.part == crate.id]
    assert moved and all(step.cause == NOTHING for step in moved), "it moved, so it is noted"
    assert [step.part for step in session.causes.chain()] == [step.part for step in tree.chain()]


def test_without_contacts_the_chain_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MotionWatch, "_touches", lambda self: iter(()))
    _, tree = causes("topple")
    assert len(tree.chain()) < len(HAND_COUNTS["topple"][0].split()) / 2


def test_a_count_is_told_in_words() -> None:
    design, tree = causes("drop")
    assert count_text(design, tree.chain()) == "chain of 2, 2 families"
    assert count_text(design, tree.chain()[:1]) == "", "one part alone is no chain"
