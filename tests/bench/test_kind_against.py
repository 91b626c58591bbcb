"""The costs of kinds in two checkouts: medians of all runs and the least, with those over their target marked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandbox import cli
from sandbox.bench import kind_against
from sandbox.bench.against import Plain
from sandbox.tasks import child
from tests.bench.test_against import checkout


def row(work: float, least: float, target: float | None = 3.0) -> Plain:
    return {"work_us": work, "spread": [least, 2 * work], "target_us": target}


PRINTS = "import json, sys; print(json.dumps({'kind': ' '.join(sys.argv[1:]), **%r}))"


def test_the_kinds_of_the_program_in_the_other_folder_are_measured(tmp_path: Path) -> None:
    other = checkout(tmp_path / "other", PRINTS % row(2.0, 1.5))
    assert [*kind_against._costs_of(other, quick=False)] == ["bench --kinds --json"]
    assert [*kind_against._costs_of(other, quick=True)] == ["bench --kinds --json --quick"]


def test_a_kind_has_the_median_of_all_runs_and_their_least() -> None:
    before = [{"rope": row(5.0, 4.0)}, {"rope": row(4.5, 4.2)}, {"rope": row(9.0, 4.1)}]
    now = [{"rope": row(2.5, 2.4)}, {"rope": row(3.5, 2.3)}, {"rope": row(2.75, 2.6)}]
    (change,) = kind_against.changes(before, now)
    assert (change.before, change.least_before, change.now, change.least) == (5.0, 4.0, 2.75, 2.3)
    assert change.met and change.ratio == 2.3 / 4.0


def test_a_kind_of_one_checkout_alone_is_in_the_table_and_has_the_target_that_there_is() -> None:
    before = [{"fan": row(7.0, 6.0, target=None), "loom": row(1.0, 0.9)}]
    now = [{"fan": row(9.0, 8.5, target=8.0), "harp": row(1.0, 0.9)}]
    fan, harp, loom = kind_against.changes(before, now)
    assert fan.target == 8.0 and not fan.met
    assert (harp.kind, harp.before, loom.kind, loom.now) == ("harp", None, "loom", None)
    assert harp.met and loom.met


def test_the_command_marks_what_is_over_its_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = checkout(tmp_path / "other", "")

    def costs_of(root: Path, quick: bool) -> dict[str, Plain]:
        return {
            "classic_butterfly": row(12.5, 12.25, 20.0),
            "rope": row(2.5, 2.25), "kettle": row(3.5 if root == child.ROOT else 2.5, 2.4), "floor": row(0.0, 0.0),
        }  # fmt: skip

    monkeypatch.setattr(kind_against, "_costs_of", costs_of)
    for options in ((), ("--json",)):
        with pytest.raises(SystemExit) as left:
            cli.main(["bench", "--kinds", "--against", str(other), *options])
        assert not left.value.code
    *table, _, _, kettle, _ = capsys.readouterr().out.splitlines()
    assert max(map(len, table)) <= 80 and "…" not in "".join(table)
    assert [line.split()[0] for line in table if "over" in line.split()] == ["kettle"]
    assert "floor" not in "\n".join(table)
    assert json.loads(kettle) == {
        "kind": "kettle", "before": 2.5, "least_before": 2.4, "now": 3.5, "least": 2.4, "target": 3.0,
        "ratio": 1.0, "met": False,
    }  # fmt: skip
