"""A design made in Python, however it says its numbers and in whatever order, is recorded like one from a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from sandbox import parts
from sandbox.commands.commands import Drag, Grab, Place, Start
from sandbox.commands.session import Session
from sandbox.design import design as d
from sandbox.design.values import canonical_text
from sandbox.levels import levels, library
from sandbox.recording import fingerprint, reader
from sandbox.recording.recorder import Recorder
from sandbox.recording.sessions import session_of
from sandbox.verify.verify import Verdict, verify

REPLAYS = sorted((Path(__file__).parents[2] / "replays").rglob("*.replay"))
WHOLE = d.Design(
    "Whole numbers",
    world=d.World(gravity_x=0, gravity_y=-10, air=0, width=4, height=3),
    parts=(
        d.PartSpec(2, "crate", 1, 2, 0, props={"width": 1, "height": 1}),
        d.PartSpec(1, "floor", 2, 0, fixed=True, props={"width": 4}),
        d.PartSpec(3, "bowling_ball", 3, 1),
    ),
    links=(d.Link(4, "spring", d.End(3, at=(0, 0)), d.End(2, at=(0, 0)), {"stiffness": 100}),),
    goals=(d.Goal("Down", d.Held(1, d.Inside(2, 0, 0, 4, 1))),),
    stock={"crate": 3, "own": d.StockItem("crate", 1, "Own", {"width": 1}, angle=1)},
    hints=(d.Hint("Here", "crate", 1, 1, 0, props={"width": 1}), d.Hint("There", "crate", 2, 1)),
    par=d.Par(1, 3),
    no_build=(d.NoBuildArea(0, 0, 1, 1),),
)
VARIANTS = {
    "as it is": WHOLE,
    "with numbers of numpy": replace(
        WHOLE,
        parts=tuple(replace(spec, x=np.float64(spec.x), y=np.float32(spec.y)) for spec in WHOLE.parts),
        world=replace(WHOLE.world, gravity_y=np.float64(-10)),
    ),
    "with negative zeros": replace(WHOLE, parts=(replace(WHOLE.parts[0], angle=-0.0), *WHOLE.parts[1:])),
    "with a default written down": replace(
        WHOLE, parts=(replace(WHOLE.parts[0], props={"width": 1, "height": 0.3}), *WHOLE.parts[1:])
    ),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_its_recording_passes(variant: str, tmp_path: Path) -> None:
    path, design = tmp_path / "a.replay", VARIANTS[variant]
    recorder = Recorder(path, design, 0, fingerprint.current())
    session = Session(design, 0, recorder)
    session.do(Place("crate", 3, 1))
    session.do(Start())
    session.do(Grab(2, 1, 2))
    session.do(Drag(2, 1))
    session.advance(240)
    recorder.close(session, "end", fingerprint.current())
    report = verify(path)
    assert report.verdict is Verdict.PASS, report.reason
    head = reader.read(path).head.design
    assert canonical_text(head) == canonical_text(parts.as_read(design))
    assert levels.digest(head) == levels.digest(parts.as_read(design))


def test_a_design_from_a_file_is_taken_as_it_is() -> None:
    """For every level and every recording: what is read is fitted already, so no old end hash can change."""
    for path in library.bundled_levels():
        level = levels.read(path)
        assert parts.as_read(level) is level, path
        assert levels.loads(levels.dumps(level)) == level, path
    for path in REPLAYS:
        design = reader.read(path).head.design
        assert parts.as_read(design) is design, path


@pytest.mark.parametrize("make", [d.Design, d.new_design])
def test_what_the_program_begins_with_is_as_a_file_gives_it_back(make: Callable[[], d.Design]) -> None:
    design = make()
    assert parts.as_read(design) is design


def test_what_no_file_could_give_back_is_left_alone() -> None:
    odd = d.Design(parts=(d.PartSpec(1, "no such kind", 1, 1),))
    assert parts.as_read(odd) is odd


def test_the_design_of_a_recording_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is read, and not once more for its session; one made in Python is checked for its session."""
    recording = reader.read(REPLAYS[0])
    again: list[d.Design] = []
    as_read = parts.as_read
    monkeypatch.setattr(parts, "as_read", lambda design: again.append(design) or as_read(design))
    assert session_of(recording).design is recording.head.design and not again
    assert Session(WHOLE).design == as_read(WHOLE) and again == [WHOLE]
