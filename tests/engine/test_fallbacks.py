"""Where the system or the engine's build does not allow a short cut, the way round it gives the same bits.

Each way round runs over recordings, all of them together over all recordings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pymunk._chipmunk_cffi import lib

from sandbox.engine import callbacks, engine, joint_ties, readout, shape_queries
from sandbox.recording.reader import load, parse
from sandbox.verify.compare import Comparison
from sandbox.verify.explain import here

ROOT = Path(__file__).parents[2]
REPLAYS = sorted((ROOT / "replays").rglob("*.replay"))
GRAND_MACHINE = ROOT / "replays/quarry/grand-machine.replay"  # which has most kinds in it
SOME = [GRAND_MACHINE, *REPLAYS[:: len(REPLAYS) // 12]]  # as many however many there are

Patch = pytest.MonkeyPatch


def no_callbacks(patch: Patch) -> None:
    patch.setattr(callbacks, "callback_of", lambda *_: None)


def no_notes_of_boxes(patch: Patch) -> None:
    patch.setattr(engine, "_NOTE_IN_BOX", lib.ext_cpSpaceBBQueryFunc)


def no_notes_of_touches(patch: Patch) -> None:
    patch.setattr(engine, "_NOTE_TOUCHED", None)


def no_notes_of_contacts(patch: Patch) -> None:
    patch.setattr(readout, "_TAKE_DOWN", None)


def no_notes_of_what_is_ahead(patch: Patch) -> None:
    patch.setattr(shape_queries, "_NOTE_AHEAD", None)


def other_spaces(patch: Patch) -> None:
    patch.setattr(readout, "_LISTED", False)


def other_bodies(patch: Patch) -> None:
    patch.setattr(readout, "_LAID_OUT", False)
    patch.setattr(readout, "_LISTED", False)


def other_joints(patch: Patch) -> None:
    patch.setattr(joint_ties, "_LAID_OUT", False)


# Each with what it is for: a name in `sandbox/engine` that stands for whether a short cut can be taken.
WAYS_ROUND: dict[Callable[[Patch], None], str] = {
    no_callbacks: "callbacks.callback_of",
    no_notes_of_boxes: "engine._NOTE_IN_BOX",
    no_notes_of_touches: "engine._NOTE_TOUCHED",
    no_notes_of_contacts: "readout._TAKE_DOWN",
    no_notes_of_what_is_ahead: "shape_queries._NOTE_AHEAD",
    other_spaces: "readout._LISTED",
    other_bodies: "readout._LAID_OUT",
    other_joints: "joint_ties._LAID_OUT",
}


def first_difference(path: Path) -> int | None:
    """The first tick whose state is not the recorded one; the files hold the ends of several classes."""
    comparison = Comparison(parse(load(path)).seen_from(here().arithmetic))
    comparison.run(None, 100_000)
    assert comparison.compared > 0
    return comparison.bad_tick


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: str(path.relative_to(ROOT / "replays")))
def test_all_ways_round_together_give_the_recorded_bits(path: Path, monkeypatch: Patch) -> None:
    for way_round in WAYS_ROUND:
        way_round(monkeypatch)
    assert first_difference(path) is None


@pytest.mark.parametrize("way_round", WAYS_ROUND, ids=lambda way_round: way_round.__name__)
def test_each_way_round_alone_gives_the_recorded_bits(way_round: Callable[[Patch], None], monkeypatch: Patch) -> None:
    way_round(monkeypatch)
    assert {path.stem: first_difference(path) for path in SOME} == {path.stem: None for path in SOME}


def test_a_way_round_that_overlooks_driven_bodies_is_noticed(monkeypatch: Patch) -> None:
    """The control, and a fault that there was: rays were then followed at other times."""
    other_spaces(monkeypatch)
    read = readout.AwakeBodies.read

    def loose_only(self: readout.AwakeBodies) -> bytes:
        driven = {readout.address_of(body) for body in self._space.bodies if body.body_type == body.KINEMATIC}
        words = memoryview(read(self)).cast("Q")
        return b"".join(address.to_bytes(8, "little") for address in words if address not in driven)

    monkeypatch.setattr(readout.AwakeBodies, "read", loose_only)
    assert first_difference(GRAND_MACHINE) == 3411


def test_no_short_cut_is_missing_here() -> None:
    """Whatever a module of the engine decides once, by trying it out, is a short cut with a way round it."""
    decided = {
        f"{path.stem}.{name}"
        for path in (ROOT / "sandbox/engine").glob("*.py")
        for name in re.findall(
            r"^(_[A-Z_]+) = (?:callback_of\(|_laid_out\(|_listed\()", path.read_text("utf-8"), re.MULTILINE
        )
    }
    assert decided | {"callbacks.callback_of"} == set(WAYS_ROUND.values())
