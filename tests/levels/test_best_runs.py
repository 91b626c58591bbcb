"""The best runs: which are kept, what happens to files that were changed, and to processes that are killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import Count, Design, Goal, Par, PartSpec, Unused
from sandbox.design.open_puzzle import PuzzleAim
from sandbox.levels import kept_files, levels, library, open_figures, solutions
from sandbox.levels.best_runs import AIM, INDEX, MAX_INDEX, BestRuns, Result
from sandbox.levels.run_facts import RunFacts, Stars, digest_of, missing, stars
from sandbox.parts import check as fit
from sandbox.reading import files

WITHOUT = Goal("Without a crate", Unused("crate"))
LEVEL = fit(
    Design(
        title="Down",
        parts=(PartSpec(1, "floor", 2.0, 0.0, fixed=True), PartSpec(2, "floor", 2.0, 1.0, fixed=True)),
        goals=(Goal("It is down", Count("tennis_ball", 0.0, 0.0, 0.3, 0.3)),),
        stock={"tennis_ball": 2, "crate": 1},
        next_id=3,
        par=Par(2, 0.5, WITHOUT),
    )
)


def recorded(tmp_path: Path, x: float) -> Path:
    """A recording that wins; each place gives another one."""
    path = tmp_path / f"run{x}.replay"
    solutions.record_solution(path, LEVEL, ((0, c.Place("tennis_ball", x, 0.6)), (0, c.Start())))
    return path


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    return tuple(recorded(tmp_path_factory.mktemp("runs"), x) for x in (0.1, 0.2, 0.25))


def kept(store: BestRuns, level: Design = LEVEL) -> list[RunFacts]:
    return [run.facts for run in store.of(level).runs]


def test_only_runs_that_are_best_in_something_are_kept(tmp_path: Path, runs: tuple[Path, ...]) -> None:
    store = BestRuns(tmp_path)
    few, fast, poor = RunFacts(300, 1, 4), RunFacts(200, 3, 2), RunFacts(400, 4, 9)
    assert store.add(LEVEL, "down", runs[0], few) == ("parts", "time", "touches")
    assert store.add(LEVEL, "down", runs[1], fast) == ("time", "touches")
    assert store.add(LEVEL, "down", runs[2], poor) == ()
    assert kept(store) == [few, fast]
    both = store.of(LEVEL)
    assert both.best("parts").facts == few and both.best("time").facts == both.best("touches").facts == fast
    assert both.best("challenge") is None
    assert sorted(path.read_bytes() for path in both.folder.glob("*.replay")) == sorted(
        path.read_bytes() for path in runs[:2]
    )


def test_a_run_by_hand_comes_after_all_others_and_earns_one_star(tmp_path: Path, runs: tuple[Path, ...]) -> None:
    store = BestRuns(tmp_path)
    by_hand, built = RunFacts(20, 0, 1, by_hand=True), RunFacts(300, 2, 0)
    store.add(LEVEL, "down", runs[0], by_hand)
    assert stars(LEVEL, store.of(LEVEL).facts)[:3] == (True, False, False)
    store.add(LEVEL, "down", runs[1], built)
    assert kept(store) == [built]


@pytest.mark.parametrize(
    ("facts", "earned"),
    [
        (RunFacts(300, 3, 0), (True, False, False)),
        (RunFacts(300, 2, 0), (True, True, False)),
        (RunFacts(120, 3, 0), (True, False, True)),
        (RunFacts(300, 3, 0, challenge=digest_of(WITHOUT)), (True, False, True)),
        (RunFacts(300, 3, 0, challenge="of another challenge"), (True, False, False)),
        (RunFacts(120, 2, 0, by_hand=True, challenge=digest_of(WITHOUT)), (True, False, False)),
    ],
)
def test_stars(facts: RunFacts, earned: tuple[bool, bool, bool]) -> None:
    assert stars(LEVEL, (facts,)) == (*earned, 3)


def test_stars_that_are_missing_are_said() -> None:
    assert str(stars(LEVEL, ())) == "0 of 3 stars"
    assert [*missing(LEVEL, stars(LEVEL, ()))] == ["solve it", "with 2 pieces or fewer", "in 0.5 s, or without a crate"]
    assert [*missing(LEVEL, stars(LEVEL, (RunFacts(1, 1, 0),)))] == []
    assert Stars(True, parts=True).of_par(LEVEL) == (True, False)
    assert Stars(True, third=True).of_par(replace(LEVEL, par=Par(challenge=WITHOUT))) == (True,)
    plain = replace(LEVEL, par=None)
    assert str(stars(plain, (), solved=True)) == "1 of 1 star" and [*missing(plain, stars(plain, (), True))] == []


def test_a_recording_that_was_changed_afterwards_does_not_count(tmp_path: Path, runs: tuple[Path, ...]) -> None:
    store = BestRuns(tmp_path)
    store.add(LEVEL, "down", runs[0], RunFacts(300, 1, 0))
    level_runs = store.of(LEVEL)
    path = level_runs.path(level_runs.runs[0])
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert kept(store) == []
    assert store.add(LEVEL, "down", runs[1], RunFacts(400, 2, 1)) == ("parts", "time", "touches"), "it is first again"
    assert not path.exists()


def test_an_index_that_names_files_elsewhere_or_is_no_index_counts_as_empty(
    tmp_path: Path, runs: tuple[Path, ...]
) -> None:
    store = BestRuns(tmp_path)
    store.add(LEVEL, "down", runs[0], RunFacts(300, 1, 0))
    index = store.of(LEVEL).folder / INDEX
    whole = index.read_text()
    name = store.of(LEVEL).runs[0].file
    one = whole[whole.index("[") + 1 : whole.rindex("]")]
    for text in (
        "", "[" * 100_000, "{}", whole.replace(name, f"../{name}"), whole.replace("300", '"few"'),
        whole.replace('"format": 1', '"format": 2'), whole.replace(one, ",".join([one] * 31)), whole + " " * MAX_INDEX,
    ):  # fmt: skip
        assert text != whole
        index.write_text(text)
        assert kept(store) == [], text[:1000]
    index.write_text(whole)
    assert kept(store) == [RunFacts(300, 1, 0)]


@pytest.mark.parametrize("figure", ["-1", "1" + "0" * 400])
@pytest.mark.parametrize("name", ["ticks", "parts", "touches", "rate"])
def test_figures_that_no_run_has_count_as_no_index(
    tmp_path: Path, runs: tuple[Path, ...], name: str, figure: str
) -> None:
    """Anybody can write them, and the window divides by some."""
    store = BestRuns(tmp_path)
    store.add(LEVEL, "down", runs[0], RunFacts(300, 1, 0))
    index = store.of(LEVEL).folder / INDEX
    index.write_text(re.sub(rf'"{name}": \d+', f'"{name}": {figure}', index.read_text()))
    assert figure in index.read_text() and kept(store) == []


def test_a_recording_larger_than_any_run_does_not_count(
    tmp_path: Path, runs: tuple[Path, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = BestRuns(tmp_path)
    store.add(LEVEL, "down", runs[0], RunFacts(300, 1, 0))
    monkeypatch.setattr(kept_files, "MAX_RUN", runs[0].stat().st_size - 1)
    assert kept(store) == []
    with pytest.raises(files.Unreadable, match="larger than"):
        store.add(LEVEL, "down", runs[0], RunFacts(300, 1, 0))


def test_the_runs_of_a_level_that_has_changed_are_those_of_the_old_one(tmp_path: Path, runs: tuple[Path, ...]) -> None:
    store = BestRuns(tmp_path)
    store.add(LEVEL, "down", runs[0], RunFacts(300, 1, 0))
    changed = replace(LEVEL, stock={"tennis_ball": 1})
    assert kept(store, changed) == []
    (older,) = store.of_older(changed, "down")
    assert [run.facts for run in older.runs] == [RunFacts(300, 1, 0)] and older.title == "Down"
    assert store.of_older(changed, "another level") == () == store.of_older(LEVEL, "down")
    other_texts = replace(LEVEL, title="Downwards", text="...", par=None)
    assert kept(store, other_texts) == [RunFacts(300, 1, 0)]


CHILD = """
import sys
from pathlib import Path
from sandbox.levels import levels
from sandbox.levels.best_runs import BestRuns
from sandbox.levels.run_facts import RunFacts

data, level, first, step, rounds, *runs = sys.argv[1:]
store, level = BestRuns(Path(data)), levels.read(Path(level))
print("begun", flush=True)
for n in range(int(rounds)):
    store.add(level, "down", Path(runs[n % len(runs)]), RunFacts(int(first) - int(step) * n, 5, 5))
"""


def child(tmp_path: Path, runs: tuple[Path, ...], first: int, step: int, rounds: int) -> subprocess.Popen[bytes]:
    """A process that adds runs, each faster than the one before."""
    level = tmp_path / "down.toml"
    levels.write(level, LEVEL)
    arguments = [str(tmp_path), str(level), str(first), str(step), str(rounds), *map(str, runs)]
    process = subprocess.Popen([sys.executable, "-c", CHILD, *arguments], stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"begun\n"
    return process


def test_a_store_survives_a_process_that_is_killed_while_it_writes(tmp_path: Path, runs: tuple[Path, ...]) -> None:
    store = BestRuns(tmp_path)
    store.add(LEVEL, "down", runs[0], RunFacts(2_000_000, 1, 0))
    for round_ in range(5):
        process = child(tmp_path, runs[1:], 1_900_000 - round_ * 100_000, 1, 100_000)
        time.sleep(0.03 * round_)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert RunFacts(2_000_000, 1, 0) in kept(store), "the run with the fewest pieces is never lost"
        assert all(store.of(LEVEL).path(run).is_file() for run in store.of(LEVEL).runs)
    assert store.add(LEVEL, "down", runs[1], RunFacts(1, 0, 0)) == ("parts", "time", "touches")
    assert kept(store) == [RunFacts(1, 0, 0)], "and what the killed processes left is tidied up"
    assert len([*store.of(LEVEL).folder.glob("*.replay")]) == 1


def test_two_windows_at_once_lose_nothing(tmp_path: Path, runs: tuple[Path, ...]) -> None:
    store = BestRuns(tmp_path)
    both = [child(tmp_path, (run,), first, 2, 20) for run, first in ((runs[0], 1000), (runs[1], 999))]
    assert [process.wait() for process in both] == [0, 0]
    fastest = store.of(LEVEL).best("time")
    assert fastest is not None and fastest.facts.ticks == 999 - 2 * 19
    assert store.of(LEVEL).path(fastest).read_bytes() == runs[1].read_bytes()


def test_forgotten_runs_are_gone(tmp_path: Path, runs: tuple[Path, ...]) -> None:
    store = BestRuns(tmp_path)
    store.add(LEVEL, "down", runs[0], RunFacts(300, 1, 0))
    store.forget(LEVEL)
    store.forget(replace(LEVEL, next_id=99))
    assert kept(store) == [] and not [*store.of(LEVEL).folder.rglob("*.replay")]


# -- results of older versions


def test_results_of_older_versions_are_taken_over_once_and_count_until_a_run_is_kept(
    tmp_path: Path, runs: tuple[Path, ...]
) -> None:
    progress, store = tmp_path / "progress.json", BestRuns(tmp_path)
    progress.write_text('{"solved": ["down"], "best": {"down": {"parts": 4, "ticks": 500}}}')
    store.take_over()
    assert "best" not in json.loads(progress.read_text()) and library.solved(tmp_path) == {"down"}
    assert store.result(LEVEL, "down") == Result(4, 500) and store.result(LEVEL, "up") is None
    progress.write_text('{"solved": ["down"], "best": {"down": {"parts": 5, "ticks": 300}}}')
    store.take_over()  # the older version has been used once more
    assert store.result(LEVEL, "down") == Result(4, 300), "the fewest of each"
    store.add(LEVEL, "down", runs[0], RunFacts(600, 5, 0))
    assert store.result(LEVEL, "down") == Result(5, 600), "a proven run counts"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"down": 3}', '{"down": [-1, 3]}', f'{{"down": [1, {2**60}]}}'])
def test_what_was_taken_over_and_can_not_be_read_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "best").mkdir()
    (tmp_path / "best" / "earlier.json").write_text(text)
    assert BestRuns(tmp_path).result(LEVEL, "down") is None


def test_of_an_open_puzzle_the_best_runs_by_each_figure_and_by_each_aim_are_kept(
    tmp_path: Path, runs: tuple[Path, ...]
) -> None:
    level = replace(LEVEL, open=True, par=None, aims=(PuzzleAim("Light", price=50), PuzzleAim("Long", chain=20)))
    light = open_figures.digest_of(level.aims[0])
    cheap = RunFacts(900, 5, 0, price=20, chain=3, families=3, aims=(light,))
    long = RunFacts(600, 5, 0, price=90, chain=9, families=2)
    quick = RunFacts(300, 4, 0, price=60, chain=2, families=2)
    store = BestRuns(tmp_path)
    assert store.add(level, "down", runs[0], cheap)[-4:] == ("price", "chain", "families", f"{AIM}{light}")
    assert store.add(level, "down", runs[1], long) == ("parts", "time", "touches", "chain")
    assert store.add(level, "down", runs[2], quick) == ("parts", "time", "touches")
    assert kept(store, level) == [cheap, long, quick]
    best = store.of(level)
    assert [best.best(feat).facts for feat in ("price", "chain", "families", f"{AIM}{light}")] == [
        cheap, long, cheap, cheap
    ]  # fmt: skip
    assert best.best(f"{AIM}{open_figures.digest_of(level.aims[1])}") is None
    closed = BestRuns(tmp_path / "closed")
    for recording, facts in zip(runs, (cheap, long, quick), strict=True):
        closed.add(replace(LEVEL, par=None), "down", recording, facts)
    assert kept(closed, replace(LEVEL, par=None)) == [quick], "any other level compares neither price nor chain"
