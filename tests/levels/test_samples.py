"""The sample machines: to be watched and taken apart, each a long chain of what sets off what."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.causes import cause_tree, traced_run
from sandbox.commands.commands import Start
from sandbox.design.design import Design
from sandbox.levels import levels, library
from sandbox.levels.campaign import chapter_states
from sandbox.levels.solution_places import places_of_solution
from sandbox.machine.machine import Machine
from sandbox.recording import reader

(CHAPTER,) = [chapter for chapter in library.bundled_chapters() if chapter.title.startswith("Samples")]
SHORT = library.find("power-house")


def tells_the_end(design: Design, seconds: float) -> bool:
    """Whether the last display lights up."""
    machine = Machine(design)
    board = max(spec.id for spec in design.parts if spec.kind == "display")
    for _ in range(round(seconds / machine.dt)):
        machine.tick()
        if machine.states[machine.slot_of[board, "shown"]]:
            return True
    return False


def test_twelve_samples_have_a_place_of_their_own_that_is_never_locked() -> None:
    assert len(CHAPTER.levels) == 12
    (state,) = [state for state in chapter_states(library.bundled_chapters(), ()) if state.title == CHAPTER.title]
    assert state.is_open and not state.puzzles


@pytest.mark.parametrize("path", CHAPTER.levels, ids=lambda path: path.stem)
def test_each_may_be_taken_apart_and_has_a_recording_of_itself(path: Path) -> None:
    design = levels.read(path)
    assert design.free and not design.goals
    assert 20 <= len(design.parts) <= 60
    recording = reader.read(places_of_solution(path)[0])
    assert levels.as_run(recording.head.design) == levels.as_run(design)
    assert [command for _, command in recording.commands] == [Start()]
    assert 20.0 <= recording.ticks / design.world.tick_rate <= 60.0


def test_no_two_have_the_same_parts() -> None:
    kinds = [tuple(sorted(spec.kind for spec in levels.read(path).parts)) for path in CHAPTER.levels]
    assert len(set(kinds)) == len(kinds)


def test_it_runs_to_its_end_and_not_without_one_of_its_wires() -> None:
    design = levels.read(SHORT)
    assert tells_the_end(design, 23.0)
    wires = [link for link in design.links if link.kind == "wire"]
    cut = wires[len(wires) // 2]
    assert not tells_the_end(replace(design, links=tuple(link for link in design.links if link != cut)), 23.0)


def test_its_chain_is_long_and_goes_through_many_families() -> None:
    read = reader.read(places_of_solution(SHORT)[0])
    ran = traced_run.causes_of_run(read.head.design, read.head.seed, read.commands, read.ticks)
    assert ran is not None
    design, _, tree = ran
    assert len(tree.chain()) >= 10
    assert len(cause_tree.families(design, tree.chain())) >= 4
