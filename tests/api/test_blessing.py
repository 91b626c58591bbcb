"""Approving an intended change, from a program."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandbox
from sandbox.recording import fingerprint, reader
from tests import frames


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A recording by another program, whose ball was at another place when it started."""
    path = tmp_path / "small.replay"
    frames.small_session(path, fingerprint.current()._replace(code="0" * 32))
    split = frames.split(path.read_bytes())
    split[0][2]["parts"][2]["x"] += 0.01
    path.write_bytes(frames.seal(split))
    return path


def test_a_change_is_approved_with_its_reason_and_told_in_numbers(changed: Path) -> None:
    assert sandbox.verify(changed).verdict is sandbox.Verdict.CHANGED
    with pytest.raises(sandbox.Refused, match="a blessing needs a reason"):
        sandbox.bless(changed, " ")
    difference = sandbox.bless(changed, "the ball stands 1 cm farther to the right")
    assert difference is not None and difference.greatest > 0.005
    assert sandbox.verify(changed).verdict is sandbox.Verdict.PASS
    (kept,) = reader.read(changed).blessings
    assert kept.reason == "the ball stands 1 cm farther to the right" and kept.date.endswith("+00:00")
    passing = changed.read_bytes()
    assert sandbox.bless(changed, "again") is None and changed.read_bytes() == passing


def test_what_is_no_recording_is_a_bad_file(tmp_path: Path) -> None:
    (tmp_path / "a.replay").write_bytes(b"no recording")
    with pytest.raises(sandbox.BadFile):
        sandbox.bless(tmp_path / "a.replay", "because")
