"""An intended change is a reviewed step: shown, reasoned, kept for ever; and nothing else can be blessed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandbox.commands.session import Session
from sandbox.errors import BadFile, Refused
from sandbox.recording import assembling, fingerprint, used_code
from sandbox.recording.reader import load, parse, read
from sandbox.recording.recorder import Recorder
from sandbox.verify import bless
from sandbox.verify.bless import propose
from sandbox.verify.verdicts import Verdict, outcome_words
from sandbox.verify.verify import verify
from tests import frames
from tests.support import copy_of_package, livelier_ball


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A recording of another program: its code is another, and its ball was at another place when it started."""
    frames.small_session(tmp_path / "small.replay", foreign())
    told = frames.split((tmp_path / "small.replay").read_bytes())
    told[0][2]["parts"][2]["x"] += 0.01
    release = next(i for i, frame in enumerate(told) if frame[0] == "do" and frame[2][0][0] == "release")
    told.insert(release, ["mark", 118, "note", "look here"])
    (tmp_path / "small.replay").write_bytes(frames.seal(told))
    return tmp_path / "small.replay"


def foreign() -> Any:
    return fingerprint.current()._replace(code="0" * 32)


def spoil(path: Path, change: Any) -> Path:
    told = frames.split(path.read_bytes())
    change(told)
    path.write_bytes(frames.seal(told))
    return path


def test_a_change_is_blessed_with_its_reason_and_passes(elsewhere: Path) -> None:
    before, was = read(elsewhere), verify(elsewhere)
    assert was.verdict is Verdict.CHANGED
    proposal = propose(elsewhere, "the ball stands 1 cm farther to the right")
    assert proposal is not None and read(elsewhere).blessings == ()  # nothing is written yet
    proposal.write("2026-01-02T03:04:05+00:00")
    after, now = read(elsewhere), verify(elsewhere)
    assert now.verdict is Verdict.PASS and "another" not in now.reason
    assert after.commands == before.commands and after.head.design == before.head.design
    assert [mark for mark in after.marks if mark.what == "note"] == [
        mark for mark in before.marks if mark.what == "note"
    ]
    (kept,) = after.blessings
    assert kept.reason == "the ball stands 1 cm farther to the right" and kept.date == "2026-01-02T03:04:05+00:00"
    assert before.end is not None and after.end is not None
    assert (kept.old_hash, kept.new_hash) == (before.end.hash, after.end.hash)
    assert kept.old_fingerprint == before.end.fingerprint and kept.new_fingerprint == after.end.fingerprint
    assert after.end.fingerprint == used_code.with_uses(fingerprint.current(), used_code.used_by(after))
    assert list(elsewhere.parent.iterdir()) == [elsewhere]  # nothing is left beside it


@pytest.mark.usefixtures("no_fresh_processes")
def test_blessings_are_kept_for_ever_oldest_first(elsewhere: Path) -> None:
    for number in range(3):
        proposal = propose(elsewhere, f"change {number}")
        assert proposal is not None
        proposal.write(f"2026-01-0{number + 1}T00:00:00+00:00")

        def again(told: list[Any]) -> None:
            told[-1][8][4]["core"] = bytes(8)
            frame = told[frames.last(told, "hash")]
            frame[2] = frame[2][:-8] + bytes(8)

        if number < 2:
            spoil(elsewhere, again)
    assert [kept.reason for kept in read(elsewhere).blessings] == ["change 0", "change 1", "change 2"]


def test_what_passes_is_left_alone(tmp_path: Path) -> None:
    frames.small_session(tmp_path / "a.replay")
    assert propose(tmp_path / "a.replay", "because") is None


@pytest.mark.usefixtures("no_fresh_processes")
def test_the_table_shows_what_would_change(elsewhere: Path) -> None:
    proposal = propose(elsewhere, "because")
    assert proposal is not None
    heading, row = bless.table([proposal])
    assert heading.split() == ["first", "bad", "tick", "first", "visible", "greatest", "shift", "outcome", "recording"]
    assert row.startswith(str(proposal.report.first_bad_tick)) and "by tick 40" in row and row.endswith("small.replay")
    assert "10 mm" in row


def no_end(told: list[Any]) -> None:
    told.pop()


def same_code(told: list[Any]) -> None:
    told[0][4] = told[-1][8] = fingerprint.current().to_plain()


def refused_command(told: list[Any]) -> None:
    at = next(i for i, frame in enumerate(told) if frame[0] == "do" and frame[2][0][0] == "grab")
    told[at][2][0][1] = 1  # the floor


def never_wins(told: list[Any]) -> None:
    told[0][2]["goals"] = json.loads(json.dumps(told[0][2]["goals"]).replace("0.4", "-5.0"))


@pytest.mark.usefixtures("no_fresh_processes")
@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        (no_end, Refused, r"can't be blessed \(cut\): it has no end"),
        (same_code, Refused, r"can't be blessed \(recorder-mismatch\): the program has not changed"),
        (refused_command, Refused, "at tick 90 the command grab 1 .* is refused now"),
        (never_wins, Refused, "its outcome would change from 'won at tick .*' to 'open'; .* --allow-outcome"),
    ],
)
def test_what_may_not_be_blessed(elsewhere: Path, change: Any, error: type[Exception], sentence: str) -> None:
    spoil(elsewhere, change)
    data = elsewhere.read_bytes()
    with pytest.raises(error, match=sentence):
        propose(elsewhere, "because")
    assert elsewhere.read_bytes() == data
    if "outcome" in sentence:
        proposal = propose(elsewhere, "because", allow_outcome=True)
        assert proposal is not None
        proposal.write("2026-01-01T00:00:00+00:00")
        assert verify(elsewhere).verdict is Verdict.PASS and not [m for m in read(elsewhere).marks if m.what == "won"]


def test_winning_later_is_no_other_outcome() -> None:
    assert outcome_words("won at tick 3, lost at tick 9") == ["won", "lost"]
    assert outcome_words("open") == ["open"] != outcome_words("won at tick 3")


@pytest.mark.usefixtures("no_fresh_processes")
def test_a_reason_and_a_recording_are_needed(elsewhere: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="needs a reason"):
        propose(elsewhere, " ")
    (tmp_path / "text.replay").write_text("nothing")
    with pytest.raises(BadFile, match="not a recording"):
        propose(tmp_path / "text.replay", "because")


@pytest.mark.usefixtures("no_fresh_processes")
def test_a_run_that_is_not_the_proposed_one_is_not_written(elsewhere: Path) -> None:
    proposal = propose(elsewhere, "because")
    assert proposal is not None
    data = elsewhere.read_bytes()
    with pytest.raises(Refused, match="does not verify"):
        proposal._replace(report=proposal.report._replace(end_hash="00" * 8)).write("2026-01-01T00:00:00+00:00")
    assert elsewhere.read_bytes() == data and list(elsewhere.parent.iterdir()) == [elsewhere]


# -- the whole way, on a changed program

TREE = fingerprint.PACKAGE.parent


def sandbox(tree: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """`sandbox ...` of the program in a tree, with nobody to ask."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "sandbox", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(tree)}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.usefixtures("forked_starts")
def test_a_changed_restitution_is_named_blessed_and_red_again_when_reverted(tmp_path: Path) -> None:
    frames.small_session(tmp_path / "small.replay")
    package = copy_of_package(tmp_path)
    livelier_ball(package)
    tree = package.parent

    red = sandbox(tree, "verify", tmp_path / "small.replay")
    assert red.returncode == 1 and red.stdout.startswith("changed")
    assert "first bad tick " in red.stdout and "part 3 (Soccer ball): position" in red.stdout
    asked = sandbox(tree, "bless", tmp_path / "small.replay", "--reason", "livelier ball")
    assert asked.returncode == 2 and "no terminal to confirm" in asked.stderr and "first bad tick" in asked.stdout
    blessed = sandbox(tree, "bless", tmp_path / "small.replay", "--reason", "livelier ball", "--yes")
    assert blessed.returncode == 0, blessed.stderr
    assert sandbox(tree, "verify", tmp_path / "small.replay").returncode == 0
    assert "livelier ball" in sandbox(tree, "show", tmp_path / "small.replay").stdout
    assert sandbox(tree, "bless", tmp_path / "small.replay", "--reason", "x", "--yes").stdout.startswith("nothing to")
    assert sandbox(TREE, "verify", tmp_path / "small.replay").stdout.startswith("changed")  # the change taken back


# -- in the file


@pytest.mark.usefixtures("no_fresh_processes")
def test_bless_frames_are_checked(elsewhere: Path) -> None:
    proposal = propose(elsewhere, "because")
    assert proposal is not None
    proposal.write("2026-01-01T00:00:00+00:00")
    whole = frames.split(elsewhere.read_bytes())
    assert whole[1][0] == "bless"
    for change, rule in [
        (lambda told: told.insert(frames.first(told, "do") + 1, told[1]), "a bless frame within the session"),
        (lambda told: told[1].__setitem__(3, bytes(7)), "not 8 bytes"),
        (lambda told: told[1].__setitem__(2, 5), "wrong fields"),
        (lambda told: told[1].__setitem__(5, ["a"]), "four texts"),
        (lambda told: told.__setitem__(slice(1, 1), [told[1]] * 1000), "more than 1000 bless frames"),
    ]:
        told = frames.split(elsewhere.read_bytes())
        change(told)
        with pytest.raises(BadFile, match=rule):
            parse(frames.seal(told))


def test_a_recorder_without_blessings_writes_none(tmp_path: Path) -> None:
    design = frames.small_level()
    recorder = Recorder(tmp_path / "a.replay", design, 0, fingerprint.current())
    recorder.close(Session(design, 0, recorder), "end")
    assert read(tmp_path / "a.replay").blessings == ()
    assert [frame[0] for frame in frames.split((tmp_path / "a.replay").read_bytes())] == ["head", "end"]


# -- renewing what a recording passes with


def of_older_code(told: list[Any]) -> None:
    told[-1][8][4]["part:crate"] = bytes(8)


def of_an_older_program(told: list[Any]) -> None:
    told[-1][8] = told[-1][8][:4]
    told[0][4][0] = told[-1][8][0] = "0" * 32


@pytest.mark.parametrize(("older", "names"), [(of_older_code, ("part:crate",)), (of_an_older_program, ())])
def test_what_passes_is_renewed_and_nothing_else_changes(tmp_path: Path, older: Any, names: tuple[str, ...]) -> None:
    path = tmp_path / "small.replay"
    frames.small_session(path)
    good = path.read_bytes()
    spoil(path, older)
    renewal = bless.renewal_of(path)
    assert renewal is not None and renewal.changed == names
    renewal.write()
    assert path.read_bytes() == good
    assert bless.renewal_of(path) is None and list(tmp_path.iterdir()) == [path]


def without_the_last_state(told: list[Any]) -> None:
    del told[frames.last(told, "state")]


def test_states_are_taken_anew_where_older_programs_recorded_fewer(tmp_path: Path) -> None:
    path = tmp_path / "small.replay"
    frames.small_session(path)
    good = path.read_bytes()
    spoil(path, without_the_last_state)
    assert len(read(path).states) < len(parse(good).states)
    assert bless.renewal_of(path) is None, "its code is the present one"
    renewal = bless.renewal_of(path, states=True)
    assert renewal is not None
    renewal.write()
    assert path.read_bytes() == good


def test_states_of_one_class_are_taken_anew_and_those_of_the_other_stay(tmp_path: Path) -> None:
    path, fewer, now = tmp_path / "small.replay", tmp_path / "fewer.replay", fingerprint.current()
    frames.small_session(path, now._replace(arithmetic="e" * 32))
    frames.small_session(fewer)
    all_states = len(read(fewer).states)
    spoil(fewer, without_the_last_state)
    spoil(path, without_the_last_state)
    section = assembling.section_of(assembling.take_apart(load(fewer)), "2026-01-01T00:00:00+00:00", now, 0)
    before = assembling.take_apart(load(path)).with_class(now.arithmetic, section)
    assembling.write(path, before)
    renewal = bless.renewal_of(path, states=True)
    assert renewal is not None
    renewal.write()
    after, recording = assembling.take_apart(load(path)), parse(load(path))
    assert len(recording.seen_from(now.arithmetic).states) == all_states == len(recording.states) + 1
    assert (after.session, after.head) == (before.session, before.head)
    assert after.classes[now.arithmetic][0] == section[0], "its date is that of the day on which it was added"


@pytest.mark.usefixtures("no_fresh_processes")
def test_renewing_keeps_blessings_and_the_other_classes(elsewhere: Path) -> None:
    proposal = propose(elsewhere, "because")
    assert proposal is not None
    proposal.write("2026-01-01T00:00:00+00:00")
    frames_ = assembling.take_apart(load(elsewhere))
    there = fingerprint.current()._replace(arithmetic="e" * 32)
    section = assembling.section_of(frames_, "2026-01-01T00:00:00+00:00", there, 0)
    assembling.write(elsewhere, frames_.with_class("e" * 32, section))
    good, told = elsewhere.read_bytes(), frames.split(elsewhere.read_bytes())
    of_older_code(told)
    elsewhere.write_bytes(frames.seal(told, mend=False))
    assert elsewhere.read_bytes() != good
    renewal = bless.renewal_of(elsewhere)
    assert renewal is not None
    renewal.write()
    assert elsewhere.read_bytes() == good


@pytest.mark.usefixtures("no_fresh_processes")
def test_only_what_passes_in_its_own_class_is_renewed(tmp_path: Path) -> None:
    path = tmp_path / "small.replay"
    frames.small_session(path)
    good = path.read_bytes()

    def other_end(told: list[Any]) -> None:
        of_older_code(told)
        frame = told[frames.last(told, "hash")]
        frame[2] = frame[2][:-8] + bytes(8)

    def other_class(told: list[Any]) -> None:
        told[0][4][2] = told[-1][8][2] = "e" * 32

    for change, sentence in (
        (other_end, r"does not pass here \(changed\), so it can't say so: .* is the first that differs"),
        (other_class, "holds no expectations for this machine's class .* `sandbox bless --add-class` adds them"),
        (no_end, r"does not pass here \(cut\)"),
    ):
        path.write_bytes(good)
        spoil(path, change)
        data = path.read_bytes()
        with pytest.raises(Refused, match=sentence):
            bless.renewal_of(path)
        assert path.read_bytes() == data


def test_a_file_that_changes_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "small.replay"
    frames.small_session(path)
    spoil(path, of_older_code)
    renewal = bless.renewal_of(path)
    assert renewal is not None
    told = frames.split(path.read_bytes())
    frame = told[frames.last(told, "hash")]
    frame[2] = frame[2][:-8] + bytes(8)
    path.write_bytes(frames.seal(told))
    data = path.read_bytes()
    with pytest.raises(Refused, match="not written: it has changed since it was verified"):
        renewal.write()
    assert path.read_bytes() == data


@pytest.mark.usefixtures("forked_starts")
def test_renewing_by_command_tells_of_each_and_leaves_what_is_red(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        frames.small_session(tmp_path / f"{name}.replay")
    good = (tmp_path / "a.replay").read_bytes()
    spoil(tmp_path / "b.replay", of_older_code)
    spoil(tmp_path / "c.replay", lambda told: told[-1].__setitem__(6, bytes(8)))
    red = (tmp_path / "c.replay").read_bytes()
    asked = sandbox(TREE, "bless", tmp_path, "--renew")
    assert asked.returncode == 2 and "no terminal to confirm" in asked.stderr and "b.replay: Crate" in asked.stdout
    done = sandbox(TREE, "bless", tmp_path, "--renew", "--yes")
    assert done.returncode == 1 and "left as it is: " in done.stdout and "renewed 1 recording" in done.stdout
    assert (tmp_path / "b.replay").read_bytes() == good and (tmp_path / "c.replay").read_bytes() == red
    (tmp_path / "c.replay").unlink()
    states = sandbox(TREE, "bless", tmp_path, "--states")
    assert states.returncode == 2 and "--states goes with --renew" in states.stderr
    states = sandbox(TREE, "bless", tmp_path, "--renew", "--states", "--yes")
    assert states.returncode == 0 and "a.replay: its states" in states.stdout
    assert (tmp_path / "a.replay").read_bytes() == good
    again = sandbox(TREE, "bless", tmp_path, "--renew", "--yes")
    assert (again.returncode, again.stdout) == (0, "nothing to renew: every recording has the present code noted\n")


@pytest.mark.usefixtures("forked_starts")
def test_verify_tells_of_the_code_of_what_passes_only_when_asked(tmp_path: Path) -> None:
    frames.small_session(tmp_path / "a.replay")
    spoil(tmp_path / "a.replay", of_older_code)
    short, long = (sandbox(TREE, "verify", tmp_path / "a.replay", *more).stdout for more in ((), ("-v",)))
    assert short.endswith("equal on every tick, 220 ticks in all\n") and long.startswith(short)
    assert long.endswith("    code: another in 1 of the 6 things that it uses: Crate\n")
