"""Demonstrations: in each of them the part, or something on account of it, moves or changes."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.authoring.demonstrations import demonstration
from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.parts import KINDS, LINKS

RATE = 240
_LITTLE = 0.01  # m or rad


def ran(design: Design, pressed: int = 0) -> Machine:
    machine = Machine(design)
    for tick in range(round(demonstration.SECONDS * RATE)):
        if pressed and tick == round(demonstration.PRESSED * RATE):
            machine.press(pressed)
        machine.tick()
    return machine


def changes(design: Design, pressed: int = 0) -> bool:
    """Tell whether anything moves by a centimetre, leaves, changes its state or is heard."""
    before = Machine(design)
    rows, states = before.read_rows().copy(), before.states.copy()
    after = ran(design, pressed)
    if len(after.read_rows()) != len(rows) or len(after.states) != len(states):
        return True
    moved = np.abs(after.read_rows()[:, :3] - rows[:, :3]).max()
    return bool(moved > _LITTLE or np.any(after.states != states) or after.events)


@pytest.mark.parametrize("name", [*(name for name, kind in KINDS.items() if not kind.for_imports), *LINKS])
def test_something_happens_in_the_demonstration_of_each_kind(name: str) -> None:
    scene = demonstration.of_kind(KINDS.get(name) or LINKS[name])
    there = [spec.kind for spec in scene.design.parts] + [link.kind for link in scene.design.links]
    assert name in there
    assert changes(scene.design, scene.pressed)


def test_without_what_sets_it_off_nothing_happens() -> None:
    scene = demonstration.of_kind(KINDS["motor"])
    alone = tuple(spec for spec in scene.design.parts if spec.kind in ("floor", "wall", "motor"))
    assert not changes(Design(world=scene.design.world, parts=alone, next_id=scene.design.next_id))


@pytest.mark.parametrize("name", ["water_tank", "button", "wire", "fuse", "belt", "cable"])
def test_alone_a_part_or_link_does_nothing(name: str) -> None:
    kind = KINDS.get(name) or LINKS[name]
    assert not changes(demonstration.at_rest(kind).design)
    assert changes(demonstration.of_kind(kind).design)


def test_a_crank_is_pressed_as_nothing_else_turns_it() -> None:
    design, pressed, _ = demonstration.of_kind(KINDS["hand_crank"])
    assert design.part_by_id[pressed].kind == "hand_crank"
    assert demonstration.of_kind(KINDS["motor"]).pressed == 0, "a button is wired to it"


# Of these the demonstration shows something else than their goal states tell: that they carry, swing, fly or walk; or
# they don't get there unless a property says so.
SHOWS_OTHER_THINGS = {
    "bucket", "hinge", "slider", "blimp", "butterfly", "walker", "cat", "battery", "cardboard_box", "bottle_crate",
}  # fmt: skip
GOES_OFF = [
    name for name, kind in KINDS.items() if kind.goal_states and not kind.for_imports and name not in SHOWS_OTHER_THINGS
]


def reached(name: str) -> set[str]:
    """Return the goal states of a part that change in its demonstration, or are not 0 at its end."""
    scene = demonstration.of_kind(KINDS[name])
    machine = Machine(scene.design)
    subject, states = machine.parts[scene.subject], KINDS[name].goal_states
    first = [subject[state] for state in states]
    changed: set[str] = set()
    for tick in range(round(demonstration.SECONDS * RATE)):
        if scene.pressed and tick == round(demonstration.PRESSED * RATE):
            machine.press(scene.pressed)
        machine.act()
        machine.step()
        machine.react()
        if scene.subject in machine.parts:
            changed |= {state for state, was in zip(states, first, strict=True) if subject[state] != was}
        machine.tidy()
    return changed | {state for state in states if scene.subject in machine.parts and subject[state]}


@pytest.mark.parametrize("name", GOES_OFF)
def test_a_part_whose_states_goals_may_ask_for_reaches_one_in_its_demonstration(name: str) -> None:
    assert reached(name)


SHINES = (
    "candle",
    "flint",
    "burner",
    "flashlight",
    "lamp",
    "laser",
    "mirror",
    "magnifier",
    "prism",
    "mixer",
    "photocell",
)


@pytest.mark.parametrize("name", SHINES)
def test_the_cell_beside_what_shines_sees_it(name: str) -> None:
    scene = demonstration.of_kind(KINDS[name])
    cell = next(spec.id for spec in scene.design.parts if spec.kind == "photocell")
    machine, seen = Machine(scene.design), False
    for _ in range(round(demonstration.SECONDS * RATE)):
        machine.tick()
        seen = seen or machine.parts[cell]["on"] == 1.0
    assert seen


def test_there_are_cells_beside_these_kinds_alone() -> None:
    with_cell = [
        name
        for name, kind in KINDS.items()
        if any(spec.kind == "photocell" for spec in demonstration.of_kind(kind).design.parts)
    ]
    assert sorted(with_cell) == sorted(SHINES)


@pytest.mark.parametrize("name", ["hinge", "battery"])
def test_what_shows_other_things_reaches_none(name: str) -> None:
    assert not reached(name)


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("motor", "on"), ("button", "on"), ("pressure_plate", "on"), ("trap_door", "open"), ("balloon", "popped"),
        ("dynamite", "exploded"), ("scissors", "cut"), ("fan", "on"), ("release_hook", "open"),
        ("toaster", "popped"), ("electromagnet", "holding"), ("vacuum", "swallowed"), ("solar_panel", "lit"),
        ("teleporter", "passed"), ("cage", "caught"), ("crocodile", "snaps"), ("ray_gun", "fired"),
        ("spring_match", "lit"), ("sand_hopper", "open"), ("sandbag", "leaking"), ("fish_bowl", "broken"),
    ],
)  # fmt: skip
def test_the_part_does_in_it_what_it_is_for(name: str, state: str) -> None:
    scene = demonstration.of_kind(KINDS[name])
    machine = Machine(scene.design)
    subject = next(id_ for id_, run in machine.parts.items() if run.kind.name == name)
    reached = False
    for _ in range(round(demonstration.SECONDS * RATE)):
        machine.act()
        machine.step()
        machine.react()
        reached |= subject not in machine.parts or machine.parts[subject][state] != 0.0
        machine.tidy()
        reached |= subject not in machine.parts
    assert reached
