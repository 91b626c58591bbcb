"""Expectations for each class of arithmetic: added, compared, and stale when only another class was looked at."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import test_verify as tampering

import frames
from sandbox.errors import Refused
from sandbox.recording import fingerprint
from sandbox.recording.arithmetic_classes import name_of
from sandbox.recording.reader import read
from sandbox.verify.bless import propose, propose_class
from sandbox.verify.verdicts import Verdict
from sandbox.verify.verify import verify
from support import copy_of_package, livelier_ball

DATE = "2026-11-23T00:00:00+00:00"
HERE = fingerprint.current()
MASKED = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F"}  # another class, on the same machine


def foreign(path: Path, **changes: str) -> None:
    """Let a recording have been made elsewhere, with another first hash than here unless nothing else is changed."""
    told = frames.split(path.read_bytes())
    there = list(HERE._replace(arithmetic="e" * 32, **changes))
    told[0][4] = told[-1][8] = there
    frame = told[frames.last(told, "hash")]
    frame[2] = frame[2][:-8] + bytes(8)
    told[-1][6] = b"12345678"
    path.write_bytes(frames.seal(told))


@pytest.fixture
def made_elsewhere(tmp_path: Path) -> Path:
    frames.small_session(tmp_path / "small.replay")
    foreign(tmp_path / "small.replay")
    return tmp_path / "small.replay"


def test_drift_says_what_to_type_and_then_both_are_kept(made_elsewhere: Path) -> None:
    before, drift = read(made_elsewhere), verify(made_elsewhere)
    assert drift.verdict is Verdict.DRIFT
    assert drift.reason.endswith(f"beside what is expected there: sandbox bless --add-class {made_elsewhere}")
    addition = propose_class(made_elsewhere)
    assert addition is not None
    addition.write(DATE)
    after, report = read(made_elsewhere), verify(made_elsewhere)
    assert (report.verdict, report.compared) == (Verdict.PASS, before.hashed)
    assert after.classes == ("e" * 32, HERE.arithmetic) and after.end == before.end
    assert after.commands == before.commands and after.blessings == ()
    assert propose_class(made_elsewhere) is None, "there is nothing more to add"
    assert list(made_elsewhere.parent.iterdir()) == [made_elsewhere]


def test_another_class_is_no_place_for_a_blessing(made_elsewhere: Path) -> None:
    with pytest.raises(Refused, match=r"holds no expectations for this machine's class .* `sandbox bless --add-class`"):
        propose(made_elsewhere, "because")


def test_an_added_class_is_as_strict_as_the_first(made_elsewhere: Path) -> None:
    addition = propose_class(made_elsewhere)
    assert addition is not None
    addition.write(DATE)
    told = frames.split(made_elsewhere.read_bytes())
    frame = told[frames.first(told, "hash")]  # classes stand before the session
    frame[2] = frame[2][:-8] + bytes(8)
    made_elsewhere.write_bytes(frames.seal(told, mend=False, magic=frames.MAGIC_OF_CLASSES))
    report = verify(made_elsewhere)
    assert report.verdict is Verdict.RECORDER_MISMATCH and "its hash differs" in report.reason


def test_another_outcome_is_not_added_unasked(made_elsewhere: Path) -> None:
    told = frames.split(made_elsewhere.read_bytes())
    del told[frames.first(told, "mark")]
    made_elsewhere.write_bytes(frames.seal(told))
    with pytest.raises(Refused, match="its outcome would change from 'won at tick"):
        propose_class(made_elsewhere)
    addition = propose_class(made_elsewhere, allow_outcome=True)
    assert addition is not None
    addition.write(DATE)
    assert verify(made_elsewhere).verdict is Verdict.PASS


def test_what_can_not_be_added(made_elsewhere: Path, tmp_path: Path) -> None:
    told = frames.split(made_elsewhere.read_bytes())
    (tmp_path / "cut.replay").write_bytes(frames.seal(told[:-1]))
    with pytest.raises(Refused, match="has no end"):
        propose_class(tmp_path / "cut.replay")
    still = [frame for frame in told if frame[0] in ("head", "end")]
    (tmp_path / "still.replay").write_bytes(frames.seal(still))
    with pytest.raises(Refused, match="nothing ran"):
        propose_class(tmp_path / "still.replay")


def test_the_run_that_is_written_is_the_one_that_was_shown(made_elsewhere: Path) -> None:
    addition, data = propose_class(made_elsewhere), made_elsewhere.read_bytes()
    assert addition is not None
    with pytest.raises(Refused, match="does not verify"):
        addition._replace(end_hash="00" * 8).write(DATE)
    assert made_elsewhere.read_bytes() == data and list(made_elsewhere.parent.iterdir()) == [made_elsewhere]


def test_a_blessing_of_the_same_code_keeps_the_other_class_fresh(made_elsewhere: Path) -> None:
    """Both were made by this very code, so a change that is approved here is the one that was recorded there."""
    addition = propose_class(made_elsewhere)
    assert addition is not None
    addition.write(DATE)
    told = frames.split(made_elsewhere.read_bytes())
    section = told[frames.first(told, "class")]
    section[2][0] = "0" * 32  # the class of this machine is of older code, with another end
    frame = told[frames.first(told, "hash")]
    frame[2] = frame[2][:-8] + bytes(8)
    made_elsewhere.write_bytes(frames.seal(told, mend=False, magic=frames.MAGIC_OF_CLASSES))
    assert verify(made_elsewhere).verdict is Verdict.CHANGED
    proposal = propose(made_elsewhere, "because")
    assert proposal is not None and proposal.left_behind == ()
    proposal.write(DATE)
    recording = read(made_elsewhere)
    assert (recording.head.generation, recording.others[0].generation) == (1, 1)
    assert verify(made_elsewhere).verdict is Verdict.PASS


# -- the whole story, as a tester lives it


def say(tree: Path, *arguments: object, **env: str) -> subprocess.CompletedProcess[str]:
    """`sandbox ...` of the program in a tree, with nobody to ask."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "sandbox", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(tree), **env}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip


def test_two_machines_share_a_recording_through_a_change_of_a_part(tmp_path: Path) -> None:
    probe = "from sandbox.recording import fingerprint; print(fingerprint.arithmetic())"
    env = {**os.environ, "PYTHONPATH": str(tampering.TREE), **MASKED}
    there = subprocess.run([sys.executable, "-P", "-c", probe], env=env, capture_output=True, text=True, check=True)
    other_class = there.stdout.strip()
    if other_class == HERE.arithmetic:
        pytest.skip("this processor or C library has one code for sine and cosine only")
    pile = tmp_path / "pile.replay"
    tampering.record(pile, tampering.pile(60), [(0, tampering.c.Start())], 700)

    # Another machine: it is told what to do, does it, and both pass.
    drift = say(tampering.TREE, "verify", pile, **MASKED)
    assert drift.returncode == 3 and f"sandbox bless --add-class {pile}" in drift.stdout
    added = say(tampering.TREE, "bless", "--add-class", pile, "--yes", **MASKED)
    assert (added.returncode, added.stdout) == (0, f"added to {pile}: {name_of(other_class)}\n"), added.stderr
    for masked in ({}, MASKED):
        assert say(tampering.TREE, "verify", pile, **masked).stdout.startswith("pass")

    # A part changes: what is expected is old on both machines.
    package = copy_of_package(tmp_path)
    livelier_ball(package)
    tree = package.parent
    for masked in ({}, MASKED):
        assert say(tree, "verify", pile, **masked).stdout.startswith("changed")

    # It is blessed on the first machine: the other one's expectations are stale, whatever they say.
    blessed = say(tree, "bless", pile, "--reason", "a livelier ball", "--yes")
    assert blessed.returncode == 0, blessed.stderr
    assert f"stale now, until it is blessed there: {name_of(other_class)}" in blessed.stdout
    assert say(tree, "verify", pile).stdout.startswith("pass")
    stale = say(tree, "verify", pile, **MASKED)
    assert stale.returncode == 1 and stale.stdout.startswith("stale") and "('a livelier ball')" in stale.stdout
    shown = say(tree, "show", pile).stdout
    assert f"also for {name_of(other_class)}" in shown and ", stale" in shown

    # And on the other one: both pass again.
    again = say(tree, "bless", pile, "--reason", "looked at here, too", "--yes", **MASKED)
    assert again.returncode == 0 and "stale now" not in again.stdout, again.stderr
    for masked in ({}, MASKED):
        assert say(tree, "verify", pile, **masked).stdout.startswith("pass")
    assert [blessing.reason for blessing in read(pile).blessings] == ["a livelier ball", "looked at here, too"]


def test_reasons_are_for_blessings_only(tmp_path: Path) -> None:
    frames.small_session(tmp_path / "small.replay")
    both = say(tampering.TREE, "bless", tmp_path, "--add-class", "--reason", "x")
    assert both.returncode == 2 and "takes no --reason" in both.stderr
    neither = say(tampering.TREE, "bless", tmp_path)
    assert neither.returncode == 2 and "needs --reason TEXT" in neither.stderr
    nothing = say(tampering.TREE, "bless", tmp_path, "--add-class")
    assert nothing.returncode == 0 and nothing.stdout.startswith("nothing to add")
