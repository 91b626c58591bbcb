"""The ways round what the system or the engine's build may not allow: each switches one short cut off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pymunk._chipmunk_cffi import lib

from sandbox.engine import callbacks, engine, joint_ties, readout, shape_queries
from sandbox.recording.reader import load, parse
from sandbox.verify.compare import Comparison

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


def first_difference(path: Path, arithmetic: str) -> int | None:
    """The first tick whose state is not the recorded one; the files hold the ends of several classes of arithmetic."""
    comparison = Comparison(parse(load(path)).seen_from(arithmetic))
    comparison.run(None, 100_000)
    assert comparison.compared > 0 or comparison.bad_tick is not None
    return comparison.bad_tick
