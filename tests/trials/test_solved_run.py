"""The proof of a win: a run is taken out of its session, run again, and told what it is worth."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.driver import Driver
from sandbox.commands.session import Session
from sandbox.design.design import Count, Design, Faster, Goal, Latched, Not, Par, PartSpec, Unused
from sandbox.design.open_puzzle import PuzzleAim
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, open_figures, solutions
from sandbox.levels.best_runs import BestRuns
from sandbox.levels.run_facts import RunFacts, digest_of
from sandbox.levels.ways import KnownWays, Way
from sandbox.parts import KINDS
from sandbox.parts import check as fit
from sandbox.recording import fingerprint, reader
from sandbox.recording.recorder import Recorder
from sandbox.tasks.messages import Answer, End, Failure, unpack
from sandbox.tasks.task_process import TaskProcess
from sandbox.trials import solved_run
from sandbox.trials.solved_run import Prove, Proven
from sandbox.verify.verify import Verdict, verify

LEVEL = fit(
    Design(
        title="Down",
        parts=(PartSpec(1, "floor", 2.0, 0.0, fixed=True), PartSpec(2, "floor", 2.0, 1.0, fixed=True)),
        goals=(Goal("It is down", Count("tennis_ball", 0.0, 0.0, 0.3, 0.3)),),
        stock={"tennis_ball": 2, "crate": 1},
        next_id=3,
    )
)
SESSION = (
    (0, c.Place("tennis_ball", 1.5, 0.6)), (10, c.Start()), (100, c.Stop()),
    (150, c.Place("tennis_ball", 0.28, 0.6)), (200, c.Start()), (800, c.Stop()),
    (900, c.Delete(3)), (1000, c.Start()),
)  # fmt: skip


def recorded(path: Path, last: int = 1600, level: Design = LEVEL) -> Path:
    """A session that wins twice, the second time with one ball less, and goes on for a while."""
    recorder = Recorder(path, level, 0, fingerprint.current())
    session = Session(level, log=recorder)
    Driver(session, SESSION).to(last)
    recorder.close(session, "quit", fingerprint.current())
    return path


def test_the_last_win_of_a_session_is_proven_and_stands_alone(tmp_path: Path) -> None:
    source, out = recorded(tmp_path / "session.replay"), tmp_path / "out" / "win.replay"
    facts = solved_run.prove(source, LEVEL, out)
    assert facts == RunFacts(facts.ticks, 1, 0) and 0 < facts.ticks < 240
    report = verify(out)
    assert report.verdict is Verdict.PASS and len(reader.read(out).commands) == 4
    assert solutions.solution(out).ticks == facts.ticks
    assert out.stat().st_size < source.stat().st_size
    again = solved_run.prove(out, LEVEL, tmp_path / "again.replay")
    assert again == facts, "what was proven is a proof itself"


def test_an_earlier_win_counts_while_it_is_the_last(tmp_path: Path) -> None:
    facts = solved_run.prove(recorded(tmp_path / "a.replay", 700), LEVEL, tmp_path / "out.replay")
    assert facts.parts == 2


def test_a_session_without_a_win_and_a_run_of_another_level_prove_nothing(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no run in it wins"):
        solved_run.prove(recorded(tmp_path / "a.replay", 99), LEVEL, tmp_path / "out.replay")
    with pytest.raises(Refused, match="another level, or of the level before it was changed"):
        solved_run.prove(recorded(tmp_path / "b.replay"), replace(LEVEL, next_id=9), tmp_path / "out.replay")
    assert not (tmp_path / "out.replay").exists()


def test_a_recording_with_a_flipped_bit_is_refused(tmp_path: Path) -> None:
    source = recorded(tmp_path / "a.replay")
    whole = source.read_bytes()
    for at in range(100, len(whole), len(whole) // 20):
        source.write_bytes(whole[:at] + bytes((whole[at] ^ 4,)) + whole[at + 1 :])
        with pytest.raises(BadFile):
            solved_run.prove(source, LEVEL, tmp_path / "out.replay")


class Forger(Recorder):
    """Writes whole recordings that tell of a run which never was."""

    def __init__(self, path: Path, forge: str) -> None:
        super().__init__(path, LEVEL, 0, fingerprint.current())
        self.forge = forge

    def hashes(self, first: int, digests: bytes) -> None:
        super().hashes(first, bytes(len(digests)) if self.forge == "hashes" else digests)

    def mark(self, tick: int, what: str, text: str) -> None:
        super().mark(tick - 30 if self.forge == "mark" else tick, what, text)

    def command(self, tick: int, packed: bytes) -> None:
        place = self.forge == "place" and packed == c.pack(c.Place("tennis_ball", 0.28, 0.6))
        super().command(tick, c.pack(c.Place("tennis_ball", 0.1, 0.6)) if place else packed)


def forged(path: Path, forge: str) -> Path:
    forger = Forger(path, forge)
    session = Session(LEVEL, log=forger)
    Driver(session, SESSION[:5]).to(260)
    forger.close(session, "quit", fingerprint.current())
    assert reader.read(path).end is not None
    return path


@pytest.mark.parametrize("forge", ["hashes", "place"])
def test_a_forged_run_never_counts(tmp_path: Path, forge: str) -> None:
    """Its check sums are right: only running it again shows it."""
    path = forged(tmp_path / "forged.replay", forge)
    with pytest.raises(Refused, match=r"does not run now as it was recorded"):
        solved_run.prove(path, LEVEL, tmp_path / "out.replay")


def test_a_forged_mark_of_a_win_changes_nothing(tmp_path: Path) -> None:
    """It would make the win 30 ticks faster; the facts are those of the run."""
    honest = solved_run.prove(forged(tmp_path / "honest.replay", ""), LEVEL, tmp_path / "out.replay")
    read = reader.read(forged(tmp_path / "forged.replay", "mark"))
    assert solved_run.prove(tmp_path / "forged.replay", LEVEL, tmp_path / "out.replay") == honest
    (won,) = (mark.tick for mark in read.marks)
    assert won - solutions.winning_run(read, LEVEL).start == honest.ticks - 30
    unmarked = read._replace(marks=[])
    assert solutions.winning_run(unmarked, LEVEL).solved.ticks == honest.ticks, "it wins, whoever says so"
    with pytest.raises(Refused, match="no run in it wins the level: it ends open and not won"):
        solutions.winning_run(read._replace(commands=[*read.commands[:3], read.commands[4]]), LEVEL)


@pytest.mark.parametrize(
    ("challenge", "met"),
    [
        (Unused("crate"), True),
        (Unused("tennis_ball"), False),
        (Latched(Faster(3, 2.0)), True),
        (Latched(Faster(3, 200.0)), False),
        (Not(Latched(Faster(3, 2.0))), False),
    ],
)
def test_a_challenge_is_watched_on_every_tick_up_to_the_win(tmp_path: Path, challenge: object, met: bool) -> None:
    level = fit(replace(LEVEL, parts=(*LEVEL.parts, PartSpec(3, "tennis_ball", 0.28, 0.9, fixed=True)), next_id=4))
    goal = Goal("Ours", challenge)  # type: ignore[arg-type]
    path = tmp_path / "a.replay"
    solutions.record_solution(path, level, ((0, c.Place("tennis_ball", 1.5, 0.6)), (0, c.Start())))
    facts = solved_run.prove(path, replace(level, par=Par(challenge=goal)), tmp_path / "out.replay")
    assert facts.challenge == (digest_of(goal) if met else "")


def test_a_way_that_came_with_the_level_is_known_and_a_run_by_hand_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "down.toml"
    levels.write(path, LEVEL)
    assert solved_run.known_ways(LEVEL, path) == []
    recorded(path.with_suffix(".replay"))
    (known,) = solved_run.known_ways(LEVEL, path)
    assert known == (Way(("tennis_ball",), ("tennis_ball",)), KINDS["tennis_ball"].price)
    folder = tmp_path / "to_prove"
    folder.mkdir()
    recorded(folder / solved_run.SESSION)
    order = Prove(str(folder), str(path), str(tmp_path / "data"), "down")
    proven = solved_run.carry_out(order, lambda *_: None)
    assert (len(proven.prices), proven.way, proven.is_new_way) == (1, 1, False), "it came with the level"
    path.with_suffix(".replay").unlink()
    folder.mkdir()
    recorded(folder / solved_run.SESSION)
    monkeypatch.setattr(solved_run, "facts_of", lambda *_: RunFacts(20, 1, 1, by_hand=True))
    proven = solved_run.carry_out(order, lambda *_: None)
    assert (proven.prices, proven.way, proven.is_new_way) == ((), 0, False)
    assert KnownWays(tmp_path / "data").of(LEVEL).ways == ()


def test_the_process_answers_what_the_proof_says(tmp_path: Path) -> None:
    levels.write(tmp_path / "down.toml", LEVEL)

    def answer(last: int) -> End:
        folder = tmp_path / f"to_prove{last}"
        folder.mkdir()
        recorded(folder / solved_run.SESSION, last)
        process = TaskProcess(solved_run.SETUP)
        process.give(0, Prove(str(folder), str(tmp_path / "down.toml"), str(tmp_path / "data"), "down"))
        end = process.end_of_task()
        process.end()
        assert not folder.exists()
        return end

    end = answer(1600)
    facts = solved_run.prove(recorded(tmp_path / "a.replay"), LEVEL, tmp_path / "out.replay")
    assert isinstance(end, Answer) and unpack(end.value, Proven) == Proven(
        facts, ("parts", "time", "touches"), prices=(0,), way=1, is_new_way=True
    )
    assert [one.way.pieces for one in KnownWays(tmp_path / "data").of(LEVEL).ways] == [("tennis_ball",)]
    kept = BestRuns(tmp_path / "data").of(LEVEL)
    assert [run.facts for run in kept.runs] == [facts]
    assert verify(kept.path(kept.runs[0])).verdict is Verdict.PASS
    again = answer(1600)
    assert isinstance(again, Answer) and unpack(again.value, Proven).is_new_way is False
    end = answer(99)
    assert isinstance(end, Failure) and "no run in it wins" in end.sentence()


def test_of_an_open_puzzle_the_price_of_each_way_is_known_and_the_figures_of_the_run(tmp_path: Path) -> None:
    price = KINDS["tennis_ball"].price
    level = fit(replace(LEVEL, open=True, par=None, aims=(PuzzleAim("Cheap", price=price), PuzzleAim("Long", chain=9))))
    path, folder = tmp_path / "down.toml", tmp_path / "to_prove"
    levels.write(path, level)
    folder.mkdir()
    commands = ((0, c.Place("tennis_ball", 0.2, 0.6)), (0, c.Start()))
    solutions.record_solution(folder / solved_run.SESSION, level, commands)
    other = KnownWays(tmp_path / "data")
    other.add(level, folder / solved_run.SESSION, RunFacts(9, 2, 0, price=50), Way(("balloon", "rope"), ()))
    proven = solved_run.carry_out(Prove(str(folder), str(path), str(tmp_path / "data"), "down"), lambda *_: None)
    assert (proven.facts.price, proven.facts.chain, proven.facts.families) == (price, 1, 1)
    assert proven.facts.aims == (open_figures.digest_of(level.aims[0]),)
    assert (proven.prices, proven.way, proven.is_new_way) == ((50, price), 2, True)
