"""The changes that `planted_changes` plants can be planted, what it counts as right is so, and a sample of it works."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sandbox.recording import fingerprint
from tests.tools import planted_changes as planted


@pytest.mark.parametrize("planting", planted.PLANTINGS, ids=lambda planting: planting.name)
def test_what_is_changed_stands_in_the_package(planting: planted.Planting, tmp_path: Path) -> None:
    (tmp_path / planting.module).parent.mkdir(parents=True)
    shutil.copy(fingerprint.PACKAGE / planting.module, tmp_path / planting.module)
    planted.plant(planting, tmp_path)
    assert planting.new in (tmp_path / planting.module).read_text("utf-8")
    with pytest.raises(AssertionError, match="does not stand there once"):
        planted.plant(planting._replace(old="this is nowhere"), tmp_path)


def test_the_change_of_the_order_is_found_and_its_recording_made_small(tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("there is no git here")
    (order,) = [planting for planting in planted.PLANTINGS if planting.name == "order"]
    outcome = planted.tried(order, 3, tmp_path)
    assert outcome.is_found and outcome.is_small, planted.line(outcome)
    assert outcome.before[2] > 50 and outcome.after[2] <= 2, "which commands are needed is known"


def test_what_is_not_right_is_said() -> None:
    right = planted.Outcome(
        planted.PLANTINGS[0],
        (planted.PLANTINGS[0].subject,),
        5,
        (40, 10, 50, 2000),
        (4, 1, 5, 200),
        (9, 1),
        "changed",
        True,
        1.0,
    )
    assert right.is_found and right.is_small and "right" in planted.line(right)
    for wrong in (
        right._replace(named=("Remark 1",)),
        right._replace(named=(*right.named, "Remark 1")),
        right._replace(after=(5, 1, 5, 200)),
        right._replace(after=(4, 1, 6, 200)),
        right._replace(after=(4, 1, 5, 201)),
        right._replace(verdict="pass"),
    ):
        assert not (wrong.is_found and wrong.is_small)
        assert "WRONG" in planted.line(wrong) or "LARGE" in planted.line(wrong)
