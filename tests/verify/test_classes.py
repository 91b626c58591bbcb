"""Expectations for each class of arithmetic: added, compared, and stale when only another class was looked at."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.errors import Refused
from sandbox.recording import fingerprint
from sandbox.recording.arithmetic_classes import PORTABLE, name_of
from sandbox.recording.reader import read
from sandbox.verify.bless import propose, propose_class
from sandbox.verify.verdicts import Verdict
from sandbox.verify.verify import verify
from tests import frames
from tests.support import copy_of_package, livelier_ball
from tests.verify import test_verify as tampering

DATE = "2026-11-23T00:00:00+00:00"
HERE = fingerprint.current()
MASKED = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F"}  # another class, on the same machine


def foreign(path: Path, arithmetic: str = "e" * 32, engine: str = HERE.engine, old_code: bool = False) -> None:
    """Let a recording have been made elsewhere, with another last hash than here; perhaps with an older soccer ball."""
    told = frames.split(path.read_bytes())
    told[0][4] = there = HERE._replace(arithmetic=arithmetic, engine=engine).to_plain()
    uses = told[-1][8][4]
    told[-1][8] = [*there, {**uses, "part:soccer_ball": bytes(8)} if old_code else uses]
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
    made_elsewhere.write_bytes(frames.seal(told, mend=False))
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
    closing = told[frames.first(told, "close")]
    closing[6][4]["core"] = bytes(8)  # the class of this machine is of older code, with another end
    frame = told[frames.first(told, "hash")]
    frame[2] = frame[2][:-8] + bytes(8)
    made_elsewhere.write_bytes(frames.seal(told, mend=False))
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
    tampering.record(pile, tampering.pile(40), [(0, tampering.c.Start())], 400)

    # Another machine: it is told what to do, does it, and both pass.
    drift = say(tampering.TREE, "verify", pile, **MASKED)
    assert drift.returncode == 3 and f"sandbox bless --add-class {pile}" in drift.stdout
    added = say(tampering.TREE, "bless", "--add-class", pile, "--yes", **MASKED)
    assert added.returncode == 0, added.stderr
    heading, _, last = added.stdout.splitlines()
    assert heading.startswith("first bad tick") and last == f"added to {pile}: {name_of(other_class)}"
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


# -- the code is another, too: what may be a regression is never called drift


def test_a_regression_on_another_class_is_undecided(tmp_path: Path) -> None:
    path = tmp_path / "small.replay"
    frames.small_session(path)
    foreign(path, old_code=True)
    report = verify(path)
    assert (report.verdict, report.exit) == (Verdict.UNDECIDED, 1)
    assert "the code of Soccer ball has changed since, and the arithmetic of" in report.reason
    assert report.reason.endswith("verify it on a machine of a class that it holds (unnamed class eeeeeeee)")
    assert report.difference is not None
    assert (report.difference.changed, report.difference.code) == (("code", "arithmetic"), ("part:soccer_ball",))
    assert "code: another in 1 of the 6 things that it uses: Soccer ball" in report.explanation


def test_the_portable_engine_is_offered_where_the_file_holds_its_end(tmp_path: Path) -> None:
    path = tmp_path / "small.replay"
    frames.small_session(path)
    foreign(path, arithmetic=PORTABLE.digest, old_code=True)
    assert verify(path).reason.endswith("(portable), or here with the portable engine: sandbox engine build")


def test_another_engine_and_other_code_are_undecided_on_one_class(tmp_path: Path) -> None:
    path = tmp_path / "small.replay"
    frames.small_session(path)
    foreign(path, HERE.arithmetic, f"pymunk 7.2.0 {'a' * 32}", old_code=True)
    report = verify(path)
    assert report.verdict is Verdict.UNDECIDED
    assert report.reason.endswith(f"the engine that made it: sandbox verify --engine pymunk==7.2.0 {path}")


def test_drift_is_what_this_code_has_passed_on_another_class(tmp_path: Path) -> None:
    """A third machine: the file was made with older code, and was looked at with this code in another class."""
    path = tmp_path / "small.replay"
    frames.small_session(path)
    foreign(path)
    addition = propose_class(path)
    assert addition is not None
    addition.write(DATE)
    told = frames.split(path.read_bytes())
    told[0][4][2], told[-1][8][2] = "c" * 32, "c" * 32
    told[-1][8][4]["core"] = bytes(8)
    opening, closing = told[frames.first(told, "class")], told[frames.first(told, "close")]
    opening[2][2] = closing[6][2] = "d" * 32
    path.write_bytes(frames.seal(told, mend=False))
    assert read(path).classes == ("c" * 32, "d" * 32) and verify(path).verdict is Verdict.DRIFT
    closing[6][4]["core"] = bytes(8)
    path.write_bytes(frames.seal(told, mend=False))
    assert verify(path).verdict is Verdict.UNDECIDED


def test_a_class_is_not_added_by_changed_code(tmp_path: Path) -> None:
    path = tmp_path / "small.replay"
    frames.small_session(path)
    foreign(path, old_code=True)
    data, addition = path.read_bytes(), propose_class(path)
    assert addition is not None and addition.refusal
    with pytest.raises(Refused, match="the code of Soccer ball has changed since, so its end here may be a change"):
        addition.write(DATE)
    told = say(tampering.TREE, "bless", "--add-class", path, "--yes")
    assert told.returncode == 2 and told.stdout.startswith("first bad tick") and "--reason TEXT" in told.stderr
    assert path.read_bytes() == data


def test_a_class_that_is_added_with_a_reason_is_a_blessing(tmp_path: Path) -> None:
    path = tmp_path / "small.replay"
    frames.small_session(path)
    foreign(path, old_code=True)
    told = say(tampering.TREE, "bless", "--add-class", path, "--yes", "--reason", "it bounces less")
    assert told.returncode == 0 and "stale now, until it is blessed there: unnamed class eeeeeeee" in told.stdout
    recording = read(path)
    assert [blessing.reason for blessing in recording.blessings] == ["it bounces less"]
    assert recording.stale and not recording.seen_from(HERE.arithmetic).stale
    assert verify(path).verdict is Verdict.PASS


def test_a_reason_is_not_kept_where_the_code_is_the_same(made_elsewhere: Path) -> None:
    addition = propose_class(made_elsewhere, reason="just so")
    assert addition is not None and addition.reason == "" and addition.left_behind == ()


# -- which options go together


def test_reasons_are_for_blessings_only(tmp_path: Path) -> None:
    frames.small_session(tmp_path / "small.replay")
    both = say(tampering.TREE, "bless", tmp_path, "--renew", "--reason", "x")
    assert both.returncode == 2 and "leave --reason, --add-class and --allow-outcome away" in both.stderr
    neither = say(tampering.TREE, "bless", tmp_path)
    assert neither.returncode == 2 and "needs --reason TEXT" in neither.stderr
    nothing = say(tampering.TREE, "bless", tmp_path, "--add-class")
    assert nothing.returncode == 0 and nothing.stdout.startswith("nothing to add")
