"""Where a recording ends the program is found out in other processes, and how much of it can be gone on with."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from sandbox.commands.commands import AnyCommand, Grab, Place, Release, Start, Stop, pack
from sandbox.design.design import Design, PartSpec
from sandbox.recording import fingerprint, reader
from sandbox.recording.recorder import Recorder
from sandbox.tasks.background import Background
from sandbox.tasks.messages import Failure
from sandbox.verify.postmortem import SETUP, Diagnosis, Examine, RunEnd, RunPosition, examine, in_words
from tests.plants import TICK, plant
from tests.tasks.working import ends

FLOOR = PartSpec(1, "floor", 2.0, 0.05, props={"width": 4.0})
CRATE = PartSpec(2, "crate", 1.0, 0.25)
TENNIS = PartSpec(3, "tennis_ball", 2.0, 0.5)


def cut(path: Path, parts: tuple[PartSpec, ...], *commands: tuple[int, AnyCommand]) -> Path:
    """A session as a process leaves it that was ended right after the last command."""
    recorder = Recorder(path, Design(parts=parts), 0, fingerprint.current())
    for tick, command in commands:
        recorder.command(tick, pack(command))
    recorder.abandon()
    return path


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A crate is placed, and the machine started twice; the second time a ball is pulled at."""
    return cut(
        tmp_path / "cut.replay", (FLOOR, TENNIS), (5, Start()), (9, Stop()), (10, Place("crate", 1.0, 0.25)),
        (20, Start()), (30, Grab(3, 2.0, 0.5)), (31, Release()),
    )  # fmt: skip


def examined(path: Path) -> Diagnosis:
    return examine(Examine(str(path), str(path.parent)))


@pytest.mark.parametrize(
    ("fault", "verb"),
    [("hang", "did not come back"), ("crash", "crashed (SIGSEGV)"), ("error", "failed (ZeroDivisionError: division")],
)
def test_the_part_that_ends_the_program_is_named_and_all_before_the_start_is_kept(
    session: Path, monkeypatch: pytest.MonkeyPatch, fault: str, verb: str
) -> None:
    plant(monkeypatch, session.parent / "plant", fault)
    before = session.read_bytes()
    finding = examined(session)
    assert finding.text.startswith(f"The part last at work was Crate (4): it {verb}")
    assert f"{TICK / 240:.2f} s after the start" in finding.text
    assert (finding.kept, finding.whole, finding.left_out) == (3, False, "start")
    assert session.read_bytes() == before


def test_a_fault_while_the_machine_is_built_leaves_out_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cut(tmp_path / "cut.replay", (FLOOR, CRATE), (5, Start()))
    plant(monkeypatch, tmp_path / "plant", "crash", "start")
    finding = examined(path)
    assert (finding.kept, finding.left_out) == (0, "start")
    assert finding.text.startswith("The part last at work was Crate (2): it crashed")


def test_what_goes_through_elsewhere_is_whole_and_offered_as_it_was_before_its_machine_ran(session: Path) -> None:
    finding = examined(session)
    assert (finding.kept, finding.whole, finding.left_out) == (3, True, "start")


def test_a_session_in_which_nothing_runs_is_offered_whole(tmp_path: Path) -> None:
    path = cut(tmp_path / "cut.replay", (FLOOR,), (5, Start()), (9, Stop()), (10, Place("crate", 1.0, 0.25)))
    finding = examined(path)
    assert (finding.kept, finding.whole, finding.offer) == (3, True, "All of it is offered.")


def test_of_a_step_of_the_engine_it_is_said_what_happened_last_and_which_part_worked(session: Path) -> None:
    place = RunPosition(tick=92, commands=4, doing="step", acted=4, event="popped", event_part=3)
    text = in_words(reader.read(session), RunEnd("crashed (SIGSEGV)", place, {3: "Balloon", 4: "Fan"}))
    assert text == (
        "A step of the engine crashed (SIGSEGV), 0.30 s after the start of the machine. The last thing that happened "
        "there: Balloon (3), popped. The part last at work was Fan (4)."
    )


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists processes in /proc")
def test_who_is_cancelled_takes_the_run_along(session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, session.parent / "plant", "hang")
    work = Background(SETUP)
    work.begin(Examine(str(session), str(session.parent)))
    pid = work.pid
    children = Path(f"/proc/{pid}/task/{pid}/children")
    end = time.monotonic() + 60.0
    while not (run := children.read_text().split()):
        assert time.monotonic() < end, "no run has begun"
        time.sleep(0.01)
    work.cancel()
    assert ends(int(run[0]))


def test_a_recording_that_can_not_be_read_is_refused(tmp_path: Path) -> None:
    work = Background(SETUP)
    work.begin(Examine(str(tmp_path / "none.replay"), str(tmp_path)))
    while not (news := work.poll()):
        time.sleep(0.01)
    (failure,) = news
    assert isinstance(failure, Failure) and "none.replay" in failure.sentence()
