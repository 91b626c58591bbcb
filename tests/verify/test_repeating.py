"""Recordings verified several times, in other circumstances each time."""

from pathlib import Path

from sandbox.verify.repeating import circumstances, joined, verify_repeatedly
from sandbox.verify.verdicts import Report, Verdict
from tests import frames


def report(end_hash: str = "aa", verdict: Verdict = Verdict.PASS) -> Report:
    return Report("a.replay", verdict, 0 if verdict is Verdict.PASS else 1, 9, 9, end_hash, None, "equal", seconds=1.0)


def test_alike_each_time_is_one_answer() -> None:
    answer = joined([report(), report(), report()])
    assert (answer.verdict, answer.reason, answer.seconds) == (Verdict.PASS, "equal; 3 times alike", 3.0)


def test_what_does_not_repeat_itself_is_nondeterministic() -> None:
    for other in (report("bb", Verdict.CHANGED), report("bb"), report("aa", Verdict.CHANGED)):
        answer = joined([report(), other, report()])
        assert (answer.verdict, answer.exit) == (Verdict.NONDETERMINISTIC, 1)
        assert "it does not repeat itself" in answer.reason
    assert "2 times pass, 1 times changed" in joined([report(), report("bb", Verdict.CHANGED), report()]).reason


def test_each_time_has_circumstances_of_its_own(tmp_path: Path) -> None:
    assert circumstances(1) == {"PYTHONHASHSEED": "1", "PYTHONMALLOC": "malloc"}
    assert len({tuple(circumstances(number).items()) for number in range(9)}) == 9
    frames.small_session(tmp_path / "small.replay")
    (answer,) = verify_repeatedly([tmp_path / "small.replay"], 2)
    assert answer.verdict is Verdict.PASS and answer.reason.endswith("2 times alike")
