"""Races over a network in memory: everybody has a session of his own, and only a win that was run again counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import Count, Design, Goal
from sandbox.together.guest import JointGuest
from sandbox.together.messages import PastSlice, RaceProgress, WinClaim
from sandbox.together.race import judge as judging
from sandbox.together.race.judge import Judged, TaskJudge
from sandbox.together.race.race_host import MAX_CLAIM, RaceHost
from sandbox.together.race.run import RaceRun
from tests.support import pile
from tests.together.network import MemoryHostWire, Network
from tests.together.rules.test_deal import stocked
from tests.together.test_host_and_guests import verified

LEVEL = replace(stocked(tennis_ball=1, crate=2), goals=(Goal("It is down", Count("tennis_ball", 0.0, 0.0, 2.0, 0.3)),))


class JudgeHere:
    """A judge in this process, who needs a while for each recording."""

    def __init__(self, folder: Path, level: bytes) -> None:
        self._folder = folder
        self._polls = 0
        self.began = 0
        (folder / "race.replay").write_bytes(level)

    def begin(self, recording: bytes) -> None:
        self._polls, self.began = 0, self.began + 1
        (self._folder / "claim.replay").write_bytes(recording)

    def poll(self) -> Judged | None:
        self._polls += 1
        if self._polls < 6:
            return None
        return judging.judge(self._folder / "claim.replay", self._folder / "race.replay")

    def close(self) -> None:
        pass


class Race(Network):
    """A race of Bo, the host, with others."""

    def __init__(self, folder: Path, level: Design = LEVEL) -> None:
        super().__init__(0.02)
        self.folder = folder
        self.judge: Any = None
        self.race = RaceHost(MemoryHostWire(self), level, 0, "Bo", judge=self._judge)  # type: ignore[arg-type]
        self.host = self.race  # type: ignore[assignment]

    def _judge(self, level: bytes) -> JudgeHere:
        self.judge = JudgeHere(self.folder, level)
        return self.judge  # type: ignore[no-any-return]

    def runner(self, name: str) -> tuple[JointGuest, RaceRun]:
        """A guest, with the session that he plays once the race has begun."""
        guest = self.join(self.folder / f"{name}.replay", name)
        self.until(lambda: guest.race is not None)
        if not self.race.begun:
            self.race.begin()
        self.until(lambda: guest.race.begun)
        return guest, RaceRun(guest.race.level, guest.race.seed, guest.path)

    def play(self, run: RaceRun, report: Callable[[RaceProgress, float], None], seconds: float) -> None:
        """Let the session of somebody go on for a while, or until he has won."""
        end = self.now + seconds
        while self.now < end and run.progress.state != "won":
            run.advance(self.now)
            report(run.progress, self.now)
            self.step()


def wins(race: Race, guest: JointGuest, run: RaceRun) -> None:
    """Somebody builds what wins, runs it, and claims that."""
    recording = won(race, run)
    assert run.session.won
    guest.race.claim(recording)


@pytest.fixture
def race(tmp_path: Path) -> Race:
    return Race(tmp_path)


def test_each_plays_alone_sees_the_others_and_the_first_win_that_holds_wins(race: Race, tmp_path: Path) -> None:
    ann_guest, ann = race.runner("Ann")
    bob_guest, bob = race.runner("Bob")
    bob.do(c.Place("crate", 0.5, 0.5))
    bob.do(c.Start())
    race.play(bob, bob_guest.race.report, 1.0)
    runners = [(one.name, one.progress.state, one.progress.pieces) for one in ann_guest.race.runners.values()]
    assert runners == [("Bo", "building", 0), ("Ann", "building", 0), ("Bob", "running", 1)]
    assert 0.5 < ann_guest.race.runners[2].progress.seconds <= 1.0
    wins(race, ann_guest, ann)
    race.until(lambda: race.race.winner is not None)
    race.step(0.3)
    assert race.race.winner == 1 and race.race.winning == (tmp_path / "Ann.replay").read_bytes()
    for news in (race.race.news, ann_guest.news, bob_guest.news):
        assert any(line.startswith("Ann has won the race: a run of 0.") and "1 piece," in line for line in news)
    assert bob_guest.race.runners[1].progress.state == "won"
    race.close()
    for run in (ann, bob):
        run.close("the race is over")
        assert verified(run.path).end is not None


def test_nobody_sees_the_level_before_the_race_begins_and_who_is_late_begins_at_once(
    race: Race, tmp_path: Path
) -> None:
    ann = race.join(tmp_path / "ann.replay")
    race.step(0.5)
    assert ann.race is not None and not ann.race.begun and ann.race.level is None
    race.race.begin()
    race.step(0.2)
    bob, run = race.runner("Bob")
    assert ann.race.level == bob.race.level == LEVEL and list(ann.race.runners) == [0, 1, 2]
    assert run.session.design == LEVEL
    race.close()


def test_the_hosts_own_win_is_run_again_too(race: Race, tmp_path: Path) -> None:
    ann, _ = race.runner("Ann")
    own = RaceRun(LEVEL, 0, tmp_path / "host.replay")
    race.race.claim(won(race, own))
    race.step(0.02)
    assert race.race.winner is None
    race.until(lambda: race.race.winner == 0)
    race.step(0.1)
    assert ann.race.winner == 0 and ann.race.verdict.startswith("Bo has won the race")
    race.close()
    own.close("the race is over")


def of_another_level(race: Race, run: RaceRun) -> bytes:
    level = replace(pile(1), goals=LEVEL.goals)
    other = RaceRun(level, 0, race.folder / "other.replay")
    other.do(c.Place("tennis_ball", 1.0, 1.0))
    other.do(c.Start())
    race.play(other, lambda *_: None, 2.0)
    return other.recorded()


def not_won(race: Race, run: RaceRun) -> bytes:
    run.do(c.Place("crate", 0.5, 0.5))
    run.do(c.Start())
    race.play(run, lambda *_: None, 1.0)
    return run.recorded()


def marked_as_won(race: Race, run: RaceRun) -> bytes:
    not_won(race, run)
    run.session.log.mark(run.session.tick, "won", "It is down")  # type: ignore[union-attr]
    return run.recorded()


def won(race: Race, run: RaceRun) -> bytes:
    run.do(c.Place("tennis_ball", 1.0, 1.0))
    run.do(c.Start())
    race.play(run, lambda *_: None, 2.0)
    return run.recorded()


def with_another_end(race: Race, run: RaceRun) -> bytes:
    recording = won(race, run)
    return recording[:-20] + bytes([recording[-20] ^ 1]) + recording[-19:]


def other_hashes(race: Race, run: RaceRun) -> bytes:
    """A win whose machine has computed something else on its way."""
    recorder = run._recorder
    inner = recorder.hashes
    recorder.hashes = lambda first, digests: inner(first, bytes([digests[0] ^ 1]) + digests[1:])  # type: ignore
    return won(race, run)


@pytest.mark.parametrize(
    ("recording", "said"),
    [
        (of_another_level, "the recording is of another level"),
        (not_won, "no run in it wins the level"),
        (marked_as_won, "the recording does not verify"),
        (with_another_end, "damaged"),
        (other_hashes, "the recording does not verify"),
        (lambda race, run: b"no recording at all" * 20, "not a recording"),
    ],
)
def test_a_win_that_does_not_hold_is_refused_by_name(
    recording: Callable[[Race, RaceRun], bytes], said: str, race: Race
) -> None:
    guest, run = race.runner("Eve")
    guest.race.claim(recording(race, run))
    race.until(lambda: any("does not count" in line for line in guest.news))
    assert any(line.startswith("the win of Eve does not count") and said in line for line in race.race.news)
    assert any(line.startswith("your win does not count") and said in line for line in guest.news)
    assert race.race.winner is None and not guest.over
    race.close()


def test_a_recording_that_is_too_large_is_not_even_kept_and_who_lies_again_and_again_has_to_leave(race: Race) -> None:
    guest, _ = race.runner("Eve")
    for _ in range(3):
        guest.call.send(0, WinClaim(MAX_CLAIM + 1), PastSlice(b"x" * 1000))
    race.until(lambda: guest.over)
    assert any("Eve does not count: its recording has" in line for line in race.race.news)
    assert "3 of the wins that you have claimed do not hold" in guest.over
    assert race.race.guests == [] and race.judge.began == 0
    race.close()


def test_the_host_of_a_race_sends_somebody_away_who_does_not_come_back(race: Race, tmp_path: Path) -> None:
    eve, _ = race.runner("Eve")
    race.race.send_away(race.race.guests[0])
    race.until(lambda: eve.over)
    assert eve.over == "the host has asked you to leave" and not race.race.runners[1].is_here
    again = race.join(tmp_path / "again.replay", "Eve")
    race.until(lambda: again.over)
    assert "only the host can let Eve in again" in again.over and race.race.door.lines == 2  # type: ignore[attr-defined]
    race.race.admission.allow("Eve")
    race.runner("Eve")
    race.close()


def test_a_claim_that_was_cut_off_is_made_again_when_the_guest_is_back(race: Race) -> None:
    guest, run = race.runner("Ann")
    wins(race, guest, run)
    guest.call.cut()
    race.until(lambda: race.race.winner == 1)
    assert any("Ann is back" in line for line in race.race.news)
    race.step(0.2)
    assert guest.race.winner == 1
    race.close()


def test_what_is_sent_before_the_race_begins_is_no_part_of_it(race: Race, tmp_path: Path) -> None:
    eve = race.join(tmp_path / "eve.replay", "Eve")
    race.until(lambda: eve.race is not None)
    eve.call.send(0, RaceProgress("won", 1, 1.0))
    race.until(lambda: eve.over)
    assert "no guest of a race sends at this time" in eve.over
    race.close()


def test_the_judge_is_a_process_of_its_own(tmp_path: Path) -> None:
    from sandbox.together.race.run import empty_recording

    run = RaceRun(LEVEL, 0, tmp_path / "ann.replay")
    run.do(c.Place("tennis_ball", 1.0, 1.0))
    run.do(c.Start())
    run.session.advance(240)
    judge = TaskJudge(empty_recording(LEVEL, 0))
    judge.begin(run.recorded())
    judged = None
    while judged is None:
        judged = judge.poll()
    judge.close()
    assert judged.why == "" and judged.pieces == 1 and 0.2 < judged.seconds < 1.0
    run.close("done")
