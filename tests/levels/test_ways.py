"""Ways to solve a level: which two solutions are one way, and how ways are kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import Count, Design, Goal, PartSpec
from sandbox.levels import solutions, ways
from sandbox.levels.run_facts import RunFacts
from sandbox.levels.ways import KnownWays, Way, numbers, way_of
from sandbox.parts import check as fit
from sandbox.recording import reader
from sandbox.tasks import child

FACTS = RunFacts(300, 2, 0)
LEVEL = fit(
    Design(
        title="Down",
        parts=(PartSpec(1, "floor", 2.0, 0.0, fixed=True), PartSpec(2, "bowling_ball", 1.0, 0.6, fixed=True)),
        goals=(Goal("Something is down", Count("crate", 0.0, 0.0, 4.0, 0.4)),),
        stock={"crate": 2, "domino": 1, "balloon": 1, "rope": 1},
        next_id=3,
    )
)


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        (Way(("ramp",), ("ball", "bell")), Way(("ramp",), ("ball", "bell")), False),
        (Way(("ramp",), ("ball",)), Way(("crate", "ramp"), ("ball",)), False),  # one kind more is no other way
        (Way(("ramp",), ("ball",)), Way(("crate",), ("ball",)), True),
        (Way((), ("ball", "bell")), Way((), ("ball", "domino", "bell")), False),
        (Way((), ("ball", "bell")), Way((), ("ball", "domino", "seesaw", "bell")), True),
        (Way((), ("ball", "fan", "bell")), Way((), ("fan", "ball", "bell")), True),  # in another order
    ],
)
def test_two_ways_differ_by_two_kinds_or_by_their_chain(one: Way, other: Way, differ: bool) -> None:
    assert one.differs(other) is other.differs(one) is differ
    assert numbers([one, other, one]) == [1, 1 + differ, 1]


def test_the_way_of_a_solution_holds_its_pieces_and_its_chain_up_to_the_win() -> None:
    way = way_of(solutions.solution(child.ROOT / "replays" / "gears.replay"))
    assert way == Way(("belt", "gear"), ("motor", "gear", "driven_conveyor", "crate"))


@pytest.mark.parametrize("name", ["gears", "lighthouse/last-ferry.way3", "press"])
def test_the_causes_of_a_win_are_read_in_the_run_that_finds_it(name: str) -> None:
    read = reader.read(child.ROOT / "replays" / f"{name}.replay")
    win, run = ways.traced_win(read, read.head.design), solutions.winning_run(read, read.head.design)
    assert win.run == run and len(win.chain) > 1
    assert [*win.chain] == ways.chain_of(run.solved), "which runs the solution again, up to the win and no further"


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Path, ...]:
    paths = tuple(tmp_path / f"{x}.replay" for x in (1.0, 2.0, 3.0))
    for x, path in enumerate(paths, 1):
        solutions.record_solution(path, LEVEL, ((0, c.Place("crate", float(x), 0.15)), (0, c.Start())))
    return paths


def test_a_way_is_kept_if_no_known_one_is_like_it(tmp_path: Path, runs: tuple[Path, ...]) -> None:
    store = KnownWays(tmp_path / "data")
    first, second = Way(("crate",), ()), Way(("balloon", "rope"), ())
    assert store.add(LEVEL, runs[0], FACTS, first)
    assert not store.add(LEVEL, runs[1], FACTS, first), "the same way with another run"
    assert not store.add(LEVEL, runs[1], FACTS, second, known=[second]), "the way that came with the level"
    assert store.add(LEVEL, runs[1], FACTS, second, known=[first])
    kept = store.of(LEVEL)
    assert [one.way for one in kept.ways] == [first, second]
    assert [kept.path(one).read_bytes() for one in kept.ways] == [path.read_bytes() for path in runs[:2]]


def test_a_way_whose_recording_was_changed_or_whose_index_is_broken_no_longer_counts(
    tmp_path: Path, runs: tuple[Path, ...]
) -> None:
    store = KnownWays(tmp_path / "data")
    for path, pieces in zip(runs, (("crate",), ("balloon", "rope"), ("domino", "rope", "x")), strict=True):
        store.add(LEVEL, path, FACTS, Way(pieces, ()))
    kept = store.of(LEVEL)
    kept.path(kept.ways[1]).write_bytes(b"another")
    assert [one.way.pieces for one in store.of(LEVEL).ways] == [("crate",), ("domino", "rope", "x")]
    (kept.folder / "index.json").write_text("{")
    assert store.of(LEVEL).ways == ()
    assert store.add(LEVEL, runs[0], FACTS, Way(("crate",), ())), "and the next one begins anew"


def test_no_more_than_so_many_ways_are_kept_but_a_new_one_is_still_new(
    tmp_path: Path, runs: tuple[Path, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways, "MOST_WAYS", 1)
    store = KnownWays(tmp_path / "data")
    assert store.add(LEVEL, runs[0], FACTS, Way(("crate",), ()))
    assert store.add(LEVEL, runs[1], FACTS, Way(("balloon", "rope"), ()))
    assert len(store.of(LEVEL).ways) == 1


def test_of_an_open_puzzle_also_a_way_that_came_with_it_is_kept_as_its_builders(
    tmp_path: Path, runs: tuple[Path, ...]
) -> None:
    known, own = Way(("crate",), ()), Way(("balloon", "rope"), ())
    for level, kept in ((LEVEL, [own]), (replace(LEVEL, open=True), [known, own])):
        store = KnownWays(tmp_path / f"data{level.open}")
        assert not store.add(level, runs[0], FACTS, known, [known]), "it is not new"
        assert store.add(level, runs[1], FACTS, own, [known])
        assert not store.add(level, runs[2], FACTS, own, [known])
        ways_kept = store.of(level).ways
        assert [way.way for way in ways_kept] == kept and [way.is_own for way in ways_kept] == [
            way != known for way in kept
        ]
