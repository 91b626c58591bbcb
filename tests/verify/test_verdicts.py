"""The second answer for suites of levels: other bits, the same outcome."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from sandbox import cli
from sandbox.verify.verdicts import Difference, Report, Verdict, by_outcome, exit_of, worst_exit


def report(verdict: Verdict, then: str = "won at tick 98", now: str = "won at tick 103") -> Report:
    change = Difference(None, None, 0.0, (), then, now, ("code",))
    return Report("a.replay", verdict, exit_of(verdict), 240, 41, "00", 42, "its hash differs", (), change)


@pytest.mark.parametrize("verdict", [Verdict.CHANGED, Verdict.DRIFT, Verdict.UNDECIDED])
def test_other_bits_that_come_to_the_same_outcome_are_enough_if_they_are_asked_to_be(verdict: Verdict) -> None:
    judged = by_outcome(report(verdict))
    assert (judged.verdict, judged.exit) == (Verdict.SAME_OUTCOME, 0)
    assert f"by itself: {verdict}" in judged.reason and "won at tick 98, and now won at tick 103" in judged.reason
    assert judged.first_bad_tick == 42 and judged.difference is not None, "the difference is still told"


def test_another_outcome_stays_what_it_is() -> None:
    for now in ("open", "lost at tick 98", "won at tick 98, lost at tick 120"):
        lost = report(Verdict.CHANGED, now=now)
        assert by_outcome(lost) == lost


def test_a_bug_has_no_outcome_to_rely_on() -> None:
    others = set(Verdict) - {Verdict.CHANGED, Verdict.DRIFT, Verdict.UNDECIDED}
    for verdict in sorted(others):
        assert by_outcome(report(verdict)).verdict is verdict
    refused = report(Verdict.REFUSED)._replace(difference=None)
    assert by_outcome(refused) == refused


def test_the_worst_exit_code_counts() -> None:
    assert worst_exit([0, 3, 2]) == 2 and worst_exit([3, 0]) == 3 and worst_exit([2, 1]) == 1 and worst_exit([]) == 0


def test_github_is_shown_what_fails_beside_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a,b%.replay").write_bytes(b"junk")
    given = ["verify", str(tmp_path)]
    for there in ("true", "false"):
        monkeypatch.setenv("GITHUB_ACTIONS", there)
        lines = CliRunner().invoke(cli.app, given, standalone_mode=False).stdout.splitlines()
        shown = [line for line in lines if line.startswith("::error ")]
        assert len(shown) == (there == "true"), lines
        assert all("a%2Cb%25.replay,title=refused::" in line for line in shown)
