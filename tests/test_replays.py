"""Every recording in replays/ is a test, and so is every level: the empty run must not win, its solution must, also
when nothing stands quite where it stood. Hints that tell of all links win by themselves."""

from collections import Counter
from functools import cache, lru_cache
from pathlib import Path

import pytest

from sandbox.commands.commands import Start, of_hints
from sandbox.commands.driver import live_commands, runs
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.levels import levels, library, run_facts
from sandbox.levels.solutions import author_in
from sandbox.parts import LINKS
from sandbox.recording import assembling, fingerprint, reader
from sandbox.recording.arithmetic_classes import CLASSES, PORTABLE, name_of
from sandbox.trials.checks.solving import span_of
from sandbox.trials.judging import Trial
from sandbox.trials.variations import moved, outcome_of
from sandbox.verify.compare import Comparison
from sandbox.verify.verify import Verdict, compare, fresh_runs, judge
from tests.tools.tolerance import outcomes

REPLAYS = sorted((Path(__file__).parent.parent / "replays").rglob("*.replay"))
PUZZLES = [path for path in library.bundled_levels() if levels.read(path).goals]
CLOSED = [path for path in PUZZLES if not levels.read(path).open]  # `tests/levels/test_open_levels.py` has the others
PATIENCE = 30  # s of running: longer than any solution takes
OFF = 3.0  # mm
STOCK = CLASSES[0]


@lru_cache(maxsize=2)  # the tests of a level follow each other; a comparison holds a whole recording
def compared(path: Path) -> Comparison:
    """A recording compared with one run, which is also the run of the solution that it holds."""
    return compare(path)


@cache
def solution_of(name: str) -> run_facts.Solution:
    """The solution of a level, taken from the run in which its recording is verified."""
    comparison = compared(next(replay for replay in REPLAYS if replay.stem == name))
    session, recording = comparison.session, comparison.recording
    assert session.won_tick is not None, f"{name} ends {session.outcome} and not won"
    assert author_in(recording.commands) is None
    start, first = runs(recording.commands, recording.ticks)[-1].begin
    touches = [timed for timed in recording.commands[first:] if timed[0] <= session.won_tick]
    return run_facts.Solution(session.design, tuple(live_commands(touches, start)), session.won_tick - start)


def tells_all_links(level: Design) -> bool:
    """Whether the hints use up the ropes, wires and belts of the stock; if not, the player finds out about those."""
    told = Counter(hint.kind for hint in level.hints)
    return all(level.left_in_stock(item) == told[item] for item in level.stock or () if item in LINKS)


WITH_PAR = [path for path in PUZZLES if levels.read(path).par is not None]
HINTED = [path for path in PUZZLES if tells_all_links(levels.read(path))]


def test_there_is_something_to_test() -> None:
    assert len(REPLAYS) >= 16
    assert len(PUZZLES) >= 16
    assert len(WITH_PAR) >= 16
    told = {"drop", "roll", "lift", "portcullis", "tackle", "demolition", "gears", "liftoff", "snip", "strike", "press"}
    assert {path.stem for path in HINTED} >= told


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_it_still_ends_in_exactly_the_same_state(path: Path) -> None:
    report, here = judge(path, compared(path), fresh_runs), fingerprint.arithmetic()
    if report.verdict in (Verdict.DRIFT, Verdict.UNDECIDED) and here not in reader.read(path).classes:
        pytest.skip(f"{report.verdict}: nothing is expected yet on: {name_of(here)}")
    assert report.verdict is Verdict.PASS, "\n".join((report.reason, *report.explanation))
    assert report.compared > 200


def missing(path: Path) -> list[str]:
    """The classes of arithmetic that every recording here is for, and that this one holds nothing for, or old ends."""
    recording = reader.read(path)
    views = [recording.seen_from(known.digest) for known in (STOCK, PORTABLE) if known.digest in recording.classes]
    fresh = [view.head.fingerprint.arithmetic for view in views if not view.stale]
    return [known.name for known in (STOCK, PORTABLE) if known.digest not in fresh]


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_it_holds_its_ends_with_the_stock_engine_and_with_the_portable_one(path: Path) -> None:
    """`sandbox bless --add-class replays` adds one, where the other engine is."""
    assert missing(path) == []


def test_a_recording_without_one_of_the_classes_is_noticed(tmp_path: Path) -> None:
    both, alone = assembling.take_apart(reader.load(REPLAYS[0])), tmp_path / "alone.replay"
    assert both.classes.keys() == {PORTABLE.digest}
    assembling.write(alone, both._replace(classes={}))
    assert missing(alone) == [PORTABLE.name]
    blessed_elsewhere = assembling.regenerated(both.classes[PORTABLE.digest], 1)
    assembling.write(alone, both.with_class(PORTABLE.digest, blessed_elsewhere))
    assert missing(alone) == [STOCK.name]


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_the_empty_run_does_not_win(path: Path) -> None:
    level = levels.read(path)
    run = Trial(level)
    run.advance(PATIENCE * level.world.tick_rate)
    assert run.judge.outcome != "won"  # "lost" is right, where something has to be saved


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_its_solution_wins(path: Path) -> None:
    solution = reader.read(next(replay for replay in REPLAYS if replay.stem == path.stem))
    level = levels.as_run(levels.read(path))
    assert levels.as_run(solution.head.design) == level, "the level has changed since its solution was recorded"
    assert [mark.what for mark in solution.marks] == ["won"]


@pytest.mark.parametrize("path", CLOSED, ids=lambda path: path.stem)
def test_its_solution_wins_with_all_parts_three_millimetres_off(path: Path) -> None:
    """A hand on a mouse is no better. `python -m tests.tools.tolerance` tries each part alone as well."""
    solved = solution_of(path.stem)
    assert solved.used
    if not solved.placed:
        pytest.skip("it only ties ropes to what stands there")
    assert outcomes(solved, solved.placed, OFF) == ["won"] * 8


@pytest.mark.parametrize("path", WITH_PAR, ids=lambda path: path.stem)
def test_its_par_is_reached_by_its_solution(path: Path) -> None:
    par = levels.read(path).par
    solved = solution_of(path.stem)
    assert par is not None and par.parts + par.seconds > 0.0
    assert solved.used <= (par.parts or solved.used), "nothing proves this par: set it from the solution"
    seconds = solved.ticks / solved.design.world.tick_rate
    assert seconds <= (par.seconds or seconds), "nothing proves this par: set it from the solution"


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_its_machine_runs_for_as_long_as_the_check_asks(path: Path) -> None:
    solved = solution_of(path.stem)
    low, high = span_of(path)
    assert low <= solved.ticks / solved.design.world.tick_rate <= high


def test_a_part_that_is_too_far_off_is_noticed() -> None:
    """The gear then overlaps the one neighbour, and does not reach the other."""
    solved = solution_of("gears")
    assert outcome_of(solved, moved(solved.design, solved.placed, 0.03, 0.0)) == "open"


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_its_hints_use_what_the_stock_holds(path: Path) -> None:
    level = levels.read(path)
    session = Session(level)
    for command in of_hints(level):
        assert session.do(command)


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_its_hints_join_ports_alone_as_no_hand_can_tie_a_link_to_a_mere_point(path: Path) -> None:
    assert [hint.text for hint in levels.read(path).hints if any(end.at is not None for end in hint.ends)] == []


@pytest.mark.parametrize("path", HINTED, ids=lambda path: path.stem)
def test_who_follows_all_its_hints_wins(path: Path) -> None:
    """Where they build what the solution does, which nobody need touch, that run has won already."""
    session, solved = Session(levels.read(path)), solution_of(path.stem)
    for command in of_hints(session.design):
        assert session.do(command)
    is_soon = solved.ticks <= PATIENCE * session.tick_rate
    if is_soon and not solved.live and levels.as_run(session.design) == levels.as_run(solved.design):
        return
    session.do(Start())
    for _ in range(PATIENCE):
        session.advance(session.tick_rate)
        if session.outcome != "open":
            break  # a run that is decided stays so
    assert session.outcome == "won"
