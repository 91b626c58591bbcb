"""An error of the program in a step of the simulation ends the run, and nothing else is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox.commands.commands import Grab, Move, Place, Redo, Start, Stop, Undo
from sandbox.levels import levels
from sandbox.parts import KINDS
from sandbox.recording import reader
from sandbox.verify.verify import Verdict, verify
from sandbox.workspace.clock import SCHEMES
from sandbox.workspace.past.resimulation import Rerun
from sandbox.workspace.watchdog import Broken
from sandbox.workspace.workspace import Workspace
from tests.window.driver import shop

CRATE = type(KINDS["crate"])
Fault = Callable[[int], None]


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> Fault:
    """Let the crate, where it was moved to, fail on a tick of each run; 0: while it is built, below 0: never again."""

    def fail(run: Any, machine: Any, tick: int) -> None:
        if run.spec.kind == "crate" and run.spec.x == 1.2 and machine.ticks == tick:
            raise ZeroDivisionError("one by none")

    def plant(tick: int) -> None:
        for call, own in (("start", tick == 0), ("act", tick > 0)):
            when = tick if own else -1
            monkeypatch.setattr(CRATE, call, lambda self, run, machine, when=when: fail(run, machine, when))

    return plant


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """The shop with a crate in it, a run that went well and was stopped, and an edit after it."""
    levels.write(tmp_path / "mine.toml", shop())
    workspace = Workspace(tmp_path / "data", lambda: 0)
    assert workspace.files.open(tmp_path / "mine.toml")
    workspace.gate.do(Place("crate", 2.5, 1.0))
    workspace.gate.do(Start())
    workspace.gate.advance(100)
    workspace.gate.do(Stop())
    workspace.gate.do(Move(2, 1.2, 0.25, 0.0, False))
    yield workspace
    workspace.close()


def run_into(workspace: Workspace, ticks: int = 100) -> None:
    workspace.control.run()
    workspace.gate.advance(ticks)
    workspace.jobs.finish()


@pytest.mark.parametrize("tick", [50, 0])
def test_the_document_its_undo_list_and_its_earlier_runs_are_kept_and_the_session_can_be_verified(
    workspace: Workspace, fault: Fault, tick: int
) -> None:
    design, old = workspace.document.design, workspace.document.recording_path
    fault(tick)
    run_into(workspace)
    assert workspace.document.design == design
    assert not workspace.document.session.running
    assert [run.length for run in workspace.document.past.history.runs] == [100]
    assert workspace.document.file.path is not None and workspace.document.dirty
    assert old is not None and not old.exists() and (old.parent / "set-aside" / old.name).is_file()
    assert workspace.recovery.unfinished() == []
    fault(-1)
    run_into(workspace)
    assert workspace.document.session.running
    workspace.gate.do(Stop())
    assert workspace.gate.do(Undo()) and workspace.gate.do(Undo())
    assert workspace.document.design == shop()
    assert workspace.gate.do(Redo())
    now = workspace.document.recording_path
    workspace.close()
    assert now is not None
    assert verify(now).verdict is Verdict.PASS


def test_the_document_is_kept_even_if_the_session_before_the_run_fails_too(
    workspace: Workspace, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: Rerun, *_: object) -> None:
        raise Broken("it fails again")

    monkeypatch.setattr(Rerun, "advance", fails)
    monkeypatch.setattr(Rerun, "carry_out", fails)
    design, file = workspace.document.design, workspace.document.file.path
    fault(50)
    run_into(workspace)
    assert (workspace.document.design, workspace.document.file.path, workspace.document.dirty) == (design, file, True)
    assert workspace.recovery.unfinished() == []
    assert workspace.gate.do(Place("crate", 1.0, 1.0))


def test_the_user_and_a_report_are_told_what_has_failed_where(workspace: Workspace, fault: Fault) -> None:
    old = workspace.document.recording_path
    fault(48)
    run_into(workspace)
    message = workspace.messages.latest
    assert message is not None and message.kind == "bad"
    assert message.text.startswith("Crate (")
    assert "failed 0.200 s after the start (ZeroDivisionError: one by none)" in message.text
    (report,) = (workspace.data / "reports").iterdir()
    assert str(report) in message.text
    assert "ZeroDivisionError: one by none" in report.read_text()
    assert str(old) in report.read_text()
    assert reader.read(workspace.data / "sessions" / "set-aside" / old.name).end is None


def test_while_the_session_is_run_again_nothing_of_the_failed_machine_moves(
    workspace: Workspace, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace.jobs, "work", lambda budget: None)
    fault(50)
    run_into_only = workspace.control.run()
    workspace.gate.advance(100)
    assert run_into_only
    assert workspace.document.job is not None
    assert not workspace.document.session.running
    assert not workspace.control.step()
    assert not workspace.gate.do(Place("crate", 1.0, 1.0))
    monkeypatch.undo()
    design = workspace.document.design
    assert workspace.jobs.cancel(), "then the document goes on without what came before it"
    assert workspace.document.design == design
    assert workspace.gate.do(Place("crate", 1.0, 1.0))


def test_a_run_that_is_not_recorded_just_ends(workspace: Workspace, fault: Fault) -> None:
    assert workspace.pacing.use_scheme(next(scheme for scheme in SCHEMES if not scheme.fixed))
    path = workspace.document.recording_path
    fault(50)
    run_into(workspace)
    assert not workspace.document.session.running
    assert workspace.document.recording_path == path
    assert workspace.document.unrecorded is None
    message = workspace.messages.latest
    assert message is not None and "bug" in message.text


def test_a_recording_that_fails_is_shown_up_to_there(workspace: Workspace, fault: Fault, tmp_path: Path) -> None:
    workspace.gate.do(Start())
    workspace.gate.advance(200)
    assert workspace.files.save_recording_as(tmp_path / "whole.replay")
    workspace.gate.do(Stop())
    fault(50)
    assert workspace.files.open(tmp_path / "whole.replay")
    workspace.gate.advance(1000)
    assert workspace.document.playback is not None and workspace.document.playback.broken is not None
    assert workspace.pacing.paused
    message = workspace.messages.latest
    assert message is not None and "can't be played any further" in message.text
    assert not workspace.travel.take_over()
    workspace.jobs.work(10**9)
    assert workspace.travel.look_by(-10)
    assert workspace.travel.resume_here()
    workspace.jobs.finish()
    assert not workspace.document.watching
    assert workspace.document.session.running


def test_a_session_that_fails_when_it_is_gone_on_with_stays_where_it_is_and_is_tried_elsewhere_next_time(
    workspace: Workspace, fault: Fault
) -> None:
    workspace.gate.do(Start())
    workspace.gate.advance(200)
    workspace.recovery.abandon()
    other = Workspace(workspace.data, lambda: 0)
    (offered,) = other.recovery.unfinished()
    assert not offered.crashed
    fault(50)
    design = other.document.design
    given_up: list[bool] = []
    assert other.recovery.resume(offered.path, lambda: given_up.append(True))
    other.jobs.finish()
    assert given_up == [True]
    assert other.document.design == design
    (again,) = other.recovery.unfinished()
    assert again.path == offered.path and again.crashed
    assert other.recovery.resume(offered.path, kept=4)
    other.jobs.finish()
    assert other.document.design == workspace.document.design
    assert not other.document.session.running
    assert other.recovery.unfinished() == []
    other.close()


def test_cancelling_leaves_an_unfinished_session_as_it_was(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.recovery.abandon()
    other = Workspace(workspace.data, lambda: 0)
    (offered,) = other.recovery.unfinished()
    monkeypatch.setattr(other.jobs, "work", lambda budget: None)
    assert other.recovery.resume(offered.path)
    assert other.recovery.unfinished() == [], "it is being gone on with"
    assert other.jobs.cancel()
    assert other.recovery.unfinished() == [offered]
    other.close()


def test_a_command_that_fails_before_it_is_recorded_changes_nothing(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.gate.do(Start())
    session, path = workspace.document.session, workspace.document.recording_path
    workspace.gate.do(Stop())

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Place, "edited", fails)
    assert not workspace.gate.do(Place("crate", 1.0, 1.0))
    assert (workspace.document.session, workspace.document.recording_path) == (session, path)
    assert not workspace.gate.do(Grab(1, 0.0, 0.0)), "which is only refused"
