"""Two checkouts are compared by what their own benchmarks print, in turns; the direction of each figure is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandbox import cli
from sandbox.bench import against
from sandbox.bench.checkouts import checkout_of
from sandbox.errors import Refused
from sandbox.tasks import child
from sandbox.tasks.progress import unseen

PRINTS = "import json, sys; print(json.dumps({{'arguments': sys.argv[1:], 'replay_ratio': {ratio}, 'engine': 'x'}}))"


def checkout(folder: Path, code: str) -> Path:
    """A folder with a program whose command line does what some code says."""
    (folder / "sandbox").mkdir(parents=True)
    (folder / "sandbox" / "__init__.py").touch()
    (folder / "sandbox" / "__main__.py").write_text(code)
    return folder


def test_the_program_in_the_other_folder_is_measured_and_not_this_one(tmp_path: Path) -> None:
    other = checkout(tmp_path / "other", PRINTS.format(ratio=1.5))
    assert against.figures_of(other, quick=False)["arguments"] == ["bench", "--json"]
    assert against.figures_of(other, quick=True) == {
        "arguments": ["bench", "--json", "--quick"], "replay_ratio": 1.5, "engine": "x",
    }  # fmt: skip


def test_the_two_take_turns_and_none_is_always_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other, measured = checkout(tmp_path / "other", ""), []

    def figures_of(root: Path, quick: bool) -> against.Plain:
        measured.append("there" if root == other else "here")
        return {"replay_ratio": float(len(measured))}

    monkeypatch.setattr(against, "figures_of", figures_of)
    (change,) = against.measure(other, False, unseen)
    assert measured == ["there", "here", "here", "there", "there", "here"]
    assert (change.before, change.now) == (4.0, 3.0), "the medians of 1, 4, 5 and of 2, 3, 6"
    assert change.spread == pytest.approx(4 / 3)
    measured.clear()
    against.measure(other, True, unseen)
    assert measured == ["there", "here"], "quickly, each runs once"


def test_progress_says_which_of_the_runs_comes_next(tmp_path: Path) -> None:
    told: list[str] = []
    other = checkout(tmp_path / "other", "")
    against.run_in_turns(other, 1, lambda root: root, lambda done, total=1.0, what="": told.append(what))
    assert told == [f"run 1 of 2: before, {other}", f"run 2 of 2: now, {child.ROOT}", ""]


@pytest.mark.parametrize(
    ("key", "before", "now", "worse"),
    [("replay_ratio", 1.0, 1.1, 0.1), ("replay_ratio", 1.0, 0.9, -0.1), ("replay_speed", 100.0, 80.0, 0.25),
     ("workshop_400", 2.0, 2.5, -0.2), ("write_block_ms", 0.0, 1.0, 0.0)],
)  # fmt: skip
def test_what_is_worse_depends_on_the_figure(key: str, before: float, now: float, worse: float) -> None:
    (change,) = against.changes([{key: before}], [{key: now}])
    assert change.worse == pytest.approx(worse)


def test_figures_of_one_version_alone_and_what_is_no_figure_are_left_out() -> None:
    before = {"replay_ratio": 1.0, "older": 2.0, "pairs": 9, "engine": "x", "spread": {}}
    now = {"replay_ratio": 1.0, "newer": 2.0, "pairs": 9, "engine": "x", "spread": {}}
    assert [change.key for change in against.changes([before], [now])] == ["replay_ratio"]


def test_the_command_prints_both_and_marks_what_is_worse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = checkout(tmp_path / "other", "")

    def figures_of(root: Path, quick: bool) -> against.Plain:
        ratio = 1.2 if root == child.ROOT else 1.0
        targets = {"replay_ratio": 1.05, "bytes_per_minute_moving": 130_000}
        return {"replay_ratio": ratio, "bytes_per_minute_moving": 5e6 * ratio, "targets": targets}

    monkeypatch.setattr(against, "figures_of", figures_of)
    for options in ((), ("--json",)):
        with pytest.raises(SystemExit) as left:
            cli.main(["bench", "--against", str(other), *options])
        assert not left.value.code
    *table, line, _ = capsys.readouterr().out.splitlines()
    assert max(map(len, table)) <= 80 and "…" not in "".join(table)
    (row,) = [line.split() for line in table if "replay_ratio" in line]
    assert row == ["replay_ratio", "1", "1.2", "1.200", "0%", "1.05", "worse", "over"]
    plain = json.loads(line)
    assert (plain["ratio"], plain["worse"], plain["target"], plain["met"]) == (1.2, 0.2, 1.05, False)


def test_a_folder_without_the_program_and_one_that_fails_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is no checkout"), checkout_of(tmp_path):
        pass
    failing = checkout(tmp_path / "failing", "raise SystemExit('it is broken')")
    with pytest.raises(Refused, match="can't be measured: it is broken"):
        against.figures_of(failing, True)
