"""The commit that changed a recording is named, by the old programs out of the history."""

import json
from pathlib import Path

import pytest

from sandbox.errors import Refused
from sandbox.verify.narrowing import bisection, history
from sandbox.verify.narrowing.bisection import _spread, bisect
from tests.verify.narrowing.conftest import CULPRIT
from tests.verify.narrowing.planted import PlantedHistory


def test_the_commit_that_changed_a_recording_is_named_with_its_files(history: PlantedHistory) -> None:
    ran = history.sandbox("bisect", "small.replay", "--json")
    assert ran.returncode == 0, ran.stderr
    answer = json.loads(ran.stdout)
    assert [commit["subject"] for commit in answer["commits"]] == [CULPRIT]
    assert answer["good"]["subject"] == "Remark 2" and answer["files"] == ["sandbox/parts/balls.py"]
    first_bad_tick = json.loads(history.sandbox("verify", "--json", "small.replay").stdout)["first_bad_tick"]
    assert answer["first_bad_tick"] == first_bad_tick > 0
    assert history.git("status", "--porcelain") == "", "the checkout stays as it is"


def test_what_can_not_be_searched_is_refused_in_a_sentence(history: PlantedHistory) -> None:
    for arguments, sentence in (
        (("--bad", "HEAD~2"), "Remark 2: there is no change to find"),
        (("--good", "HEAD"), "differs at"),
        (("--good", "nowhere"), "there is no revision 'nowhere'"),
        (("--good", "--output=x"), "there is no revision '--output=x'"),
    ):
        ran = history.sandbox("bisect", "small.replay", *arguments)
        assert ran.returncode == 2 and sentence in ran.stderr and "Traceback" not in ran.stderr, ran.stderr


def test_commits_that_can_not_run_the_recording_are_passed_over_and_named(
    history: PlantedHistory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All commits but the first and the last refuse it, so the change is in one of the four after the first."""
    names = history.git("rev-list", "--reverse", "HEAD").split()
    search = bisection._Search(history.recording, _recording(history), jobs=2, progress=lambda *_: None)
    trials = {name: bisection.CommitTrial(name, None, None, "none") for name in names}
    trials[names[0]] = bisection.CommitTrial(names[0], True)
    trials[names[-1]] = bisection.CommitTrial(names[-1], False, 7)
    search.trials.update({name: trials[name] for name in (names[0], names[-1])})
    monkeypatch.setattr(search, "try_all", lambda tried: search.trials.update({name: trials[name] for name in tried}))
    monkeypatch.setattr("sandbox.recording.fingerprint.PACKAGE", history.package)
    culprit = search.narrow(names[0], names[-1])
    assert [commit.name for commit in culprit.commits] == names[1:]
    assert culprit.first_bad_tick == 7 and culprit.files == () and len(culprit.trials) == len(names)


def _recording(history: PlantedHistory) -> bisection.Recording:
    return bisection.read(history.recording)


def test_without_a_history_there_is_nothing_to_search(
    history: PlantedHistory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sandbox.recording.fingerprint.PACKAGE", tmp_path / "sandbox")
    with pytest.raises(Refused, match="does not run from a git checkout"):
        bisect(history.recording)


def test_several_tries_are_spread_evenly() -> None:
    names = list("abcdefg")
    assert _spread(names, 1) == ["d"] and _spread(names, 2) == ["c", "e"]
    assert _spread(names[:1], 3) == ["a"] and _spread([], 2) == []
    assert set(_spread(names, 20)) == set(names)


def test_the_history_speaks_of_the_package_only() -> None:
    """A name that begins with a dash never becomes an option of git's."""
    with pytest.raises(Refused, match="there is no revision"):
        history.named("--help")
