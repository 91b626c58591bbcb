"""A tab says of a recording what `sandbox verify` says, with two fresh workers in place of processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandbox.recording import fingerprint
from sandbox.verify import verify
from sandbox.web.tab import verdict
from sandbox.web.tab.verdict import TabVerification
from tests import frames

REPLAYS = Path(__file__).parents[3] / "replays"
DROP = REPLAYS / "drop.replay"


def in_a_tab(path: Path, fresh: tuple[bytes, bytes] | None = None) -> tuple[dict[str, Any], bool, list[float]]:
    """The report that a tab shows, whether it wanted two fresh workers, and the ticks of which it told."""
    ticks: list[float] = []
    verification = TabVerification(str(path))
    differs = verification.compare(lambda done, all_: ticks.append(done))
    runs = () if not differs else fresh or (verdict.fresh(str(path)), verdict.fresh(str(path)))
    return json.loads(verification.report(*runs)), differs, ticks


def test_a_recording_that_passes_passes_there_in_the_same_words() -> None:
    report, differs, ticks = in_a_tab(DROP)
    assert report == json.loads(json.dumps(verify.verify(DROP).as_json())) and report["verdict"] == "pass"
    assert not differs and len(ticks) > 3


def test_a_flipped_hash_is_named_by_its_tick_after_two_fresh_runs(tmp_path: Path) -> None:
    flipped = tmp_path / "flipped.replay"
    flipped.write_bytes(frames.with_another_hash(DROP, 420))
    report, differs, _ = in_a_tab(flipped)
    assert differs and report["first_bad_tick"] == 420
    assert report["verdict"] in ("recorder-mismatch", "changed")
    assert "tick 420 of 907" in report["reason"]


def test_two_fresh_runs_that_disagree_are_told(tmp_path: Path) -> None:
    flipped = tmp_path / "flipped.replay"
    flipped.write_bytes(frames.with_another_hash(DROP, 420))
    run = verdict.fresh(str(flipped))
    report, _, _ = in_a_tab(flipped, (run, bytes([run[0] ^ 1]) + run[1:]))
    assert report["verdict"] == "nondeterministic"


def test_a_file_that_is_no_recording_is_refused(tmp_path: Path) -> None:
    (tmp_path / "no.replay").write_bytes(b"nothing")
    report, differs, _ = in_a_tab(tmp_path / "no.replay")
    assert report["verdict"] == "refused" and not differs


def test_one_of_another_class_gets_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is run all the same: what it ends in here may be of use to somebody."""
    other = fingerprint.current()._replace(arithmetic="0" * 32)
    for module in (verdict, verify):
        monkeypatch.setattr(module, "here", lambda: other)
    report, differs, _ = in_a_tab(DROP)
    assert report["verdict"] is None and report["exit"] == 3 and not differs
    assert report["reason"].startswith(f"here it ends in {report['end_hash']}, and there is nothing to compare with")


def test_what_runs_is_named() -> None:
    facts = json.loads(verdict.facts())
    assert facts["code"] == fingerprint.code() and facts["engine"] == fingerprint.engine()
