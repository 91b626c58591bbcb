"""A level as programs load it, and what they can ask it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import sandbox
from sandbox.authoring import Level, when
from sandbox.design.design import Design, PartSpec, World
from sandbox.levels import library


def test_a_level_that_comes_with_the_program_is_known_by_its_name() -> None:
    drop = sandbox.load("drop")
    assert drop.title == "Drop" and drop.stock == {"bowling_ball": 1} and drop.tick_rate == 240
    assert drop.goals == ("The bowling ball rests in the basket",) and drop.text
    assert drop.design == sandbox.load(library.find("drop")).design
    assert repr(drop) == f"<Level 'Drop' with {len(drop.parts)} parts>"
    assert sandbox.load("workshop").stock is None, "as many as one likes of all"


def test_a_level_that_is_not_there_is_answered_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(sandbox.BadFile, match=r"no level of this name comes with the program; is 'drop' meant\?"):
        sandbox.load("drpo")
    sandbox.load("drop").save(tmp_path / "mine.toml")
    with pytest.raises(sandbox.BadFile, match=r"mien\.toml: there is no such file; is '.*mine\.toml' meant\?"):
        sandbox.load(tmp_path / "mien.toml")


def test_a_level_of_a_script_is_a_level_and_its_file_is_the_same(tmp_path: Path) -> None:
    script = Level("Short", width=2.0, height=1.5)
    floor = script.room(walls=False)
    basket = script.put("basket").on(floor, x=1.0)
    script.give("tennis_ball").at(1.0, 1.2)
    script.goal("Home", when.count_contained("tennis_ball", basket))
    level = sandbox.Level(script.design())
    assert (level.title, level.size, level.stock) == ("Short", (2.0, 1.5), {"tennis_ball": 1})
    assert sandbox.load(level.save(tmp_path / "short.toml")).design == level.design
    run = level.start()
    run.do("place", kind="tennis_ball", x=1.0, y=1.2)
    run.step(seconds=1)
    assert run.won


def test_a_level_does_not_change_by_what_is_built_in_its_runs() -> None:
    level = sandbox.load("workshop")
    before = len(level.parts)
    level.start().do("place", kind="crate", x=1.0, y=1.0)
    assert len(level.parts) == before == len(level.start().parts)


def test_a_document_that_breaks_a_rule_is_no_level() -> None:
    with pytest.raises(sandbox.Refused, match="unknown kind 'spikes'"):
        sandbox.Level(Design(parts=(PartSpec(1, "spikes", 1.0, 1.0),), next_id=2))
    with pytest.raises(sandbox.Refused, match="width is 0; it goes from"):
        sandbox.Level(Design(world=World(width=0.0)))


def test_the_session_of_a_recording_goes_on_where_it_ended(tmp_path: Path) -> None:
    """This one is by an author, who changes the level itself."""
    run = sandbox.load("workshop").start(seed=3)
    run.do("author")
    run.do("set_texts", title="Mine")
    crate = run.do("place", kind="crate", x=1.0, y=1.0)
    run.step(50)
    again = sandbox.replay(run.record(tmp_path / "mine.replay"))
    assert (again.tick, again.seed, again.hash, again.commands) == (50, 3, run.hash, run.commands)
    run.step(50)
    again.step(50)
    assert again.hash == run.hash and again.parts[crate] == run.parts[crate]


def test_a_document_in_its_author_s_hand_stays_there() -> None:
    level = sandbox.Level(replace(sandbox.load("drop").design, author=True))
    assert level.start().do("set_texts", title="Mine") == 0
    with pytest.raises(sandbox.Refused, match="only its author"):
        sandbox.load("drop").start().do("set_texts", title="Mine")


def test_what_is_no_recording_is_not_replayed(tmp_path: Path) -> None:
    with pytest.raises(sandbox.BadFile):
        sandbox.replay(sandbox.load("drop").save(tmp_path / "drop.toml"))
